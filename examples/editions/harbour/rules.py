"""Before they build, players may sell coal to the ships (H1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stromnetz.engine.agenda import finish_stage
from stromnetz.engine.decisions import Decider, require_int
from stromnetz.engine.edition import Edition, Turns
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.events import Event
from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import WHOLE, Done, Move, add_moves
from stromnetz.engine.options import Option, PlainOption, is_between
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

PRICE, COAL = 2, 0


class Ship(Move):
    """Sell so many coal to the ships."""

    __slots__ = ("_count",)
    kind = "ship"
    fields = ("count",)
    forms = (WHOLE,)
    usage = "ship COUNT"

    def __init__(self, count: int) -> None:
        self._count = count

    @property
    def count(self) -> int:
        return self._count


add_moves(Ship)


@dataclass(slots=True)
class ShipOption(Option):
    """Sell 1 to ``most`` coal for ``price`` each."""

    KIND: ClassVar[str] = "ship"
    most: int
    price: int

    def ranges(self) -> list[MoveRange]:
        return [MoveRange(Ship, 1, self.most)]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Ship) and is_between(move.count, 1, self.most)


@dataclass(slots=True, frozen=True)
class CoalShipped(Event):
    seat: int
    count: int
    income: int


class ShipDecider(Decider):
    kind = "ship"
    rule = "H1"
    accepts = (Ship, Done)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        return p.fuel[seat][COAL] > 0

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if isinstance(move, Ship):
            require_int(move.count, "count")
            most = p.fuel[seat][COAL]
            if not 1 <= move.count <= most:
                facts = {"count": move.count, "most": most}
                raise IllegalMove("H1", "ships-take-less", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        finish_stage(rules, p)
        if isinstance(move, Ship):
            pool = list(p.fuel[seat])
            pool[COAL] -= move.count
            p.fuel[seat] = tuple(pool)
            p.supply[COAL] += move.count
            p.money[seat] += PRICE * move.count
            if p.events is not None:
                p.events.append(CoalShipped(seat, move.count, PRICE * move.count))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Done()), MoveRange(Ship, 1, p.fuel[seat][COAL])]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [PlainOption("done"), ShipOption(p.fuel[seat][COAL], PRICE)]


def change(edition: Edition) -> None:
    edition.round.add_decider(ShipDecider())
    edition.round.turns["build"] = Turns(("ship", "build"), reverse=True)
