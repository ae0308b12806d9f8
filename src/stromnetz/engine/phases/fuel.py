"""Phase 3: buying fuel (F1 to F3); and the refill in phase 5 (U2)."""

from __future__ import annotations

from bisect import bisect_right
from typing import ClassVar, Final

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import finish_stage
from stromnetz.engine.decisions import Decider, require_int
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.frames import Frame
from stromnetz.engine.move_ranges import BuyRange, FixedMove, MoveRange
from stromnetz.engine.moves import Buy, Done, Move
from stromnetz.engine.options import BuyOption, Option, PlainOption
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

DONE_RANGE: Final[MoveRange] = FixedMove(Done())


def affordable(rules: Rules, p: Position, fuel: int, money: int) -> int:
    """Return how many markers of a fuel this money buys."""
    sums = rules.price_sums[fuel]
    first = rules.markers[fuel] - p.stock[fuel]
    return bisect_right(sums, money + sums[first]) - 1 - first


class FuelDecider(Decider):
    kind: ClassVar[str] = "fuel"
    rule: ClassVar[str] = "F2"
    accepts: ClassVar[tuple[type[Move], ...]] = (Buy, Done)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        stock = p.stock
        for f, free in enumerate(rules.room(p, seat)):
            if free > 0 and stock[f]:
                return True
        return False

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Buy):
            return
        f = rules.fuel(move.fuel)
        count = move.count
        require_int(count, "count")
        stock = p.stock[f]
        free = rules.room(p, seat)[f]
        if 1 <= count <= stock and count <= free and rules.fuel_cost(p, f, count) <= p.money[seat]:
            return
        facts = {"fuel": move.fuel, "count": count, "in_market": stock, "room": free, "money": p.money[seat]}
        if count < 1:
            raise IllegalMove("F2", "buys-nothing", facts)
        if not stock:
            raise IllegalMove("F3", "sold-out", facts)
        if count > stock:
            raise IllegalMove("F2", "too-few-in-market", facts)
        if count > free:
            raise IllegalMove("P3", "no-room-for-fuel", facts)
        facts["cost"] = rules.fuel_cost(p, f, count)
        raise IllegalMove("F2", "fuel-too-dear", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Buy):
            finish_stage(rules, p)
            return
        f = rules.fuel_index[move.fuel]
        cost = rules.fuel_cost(p, f, move.count)
        p.money[seat] -= cost
        p.stock[f] -= move.count
        pool = list(p.fuel[seat])
        pool[f] += move.count
        p.fuel[seat] = tuple(pool)
        if p.events is not None:
            p.events.append(ev.FuelBought(seat, move.fuel, move.count, cost))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        out = [DONE_RANGE]
        money = p.money[seat]
        for f, free in enumerate(rules.room(p, seat)):
            there = p.stock[f]
            if free > 0 and there:
                most = free if free < there else there
                sums, first = rules.price_sums[f], rules.markers[f] - there
                limit = money + sums[first]
                if sums[first + most] > limit:  # only few are affordable: count them
                    most = 0
                    while sums[first + most + 1] <= limit:
                        most += 1
                if most:
                    out.append(BuyRange(rules.fuel_ids[f], most))
        return out

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        out: list[Option] = [PlainOption("done")]
        for f, free in enumerate(rules.room(p, seat)):
            most = min(free, affordable(rules, p, f, p.money[seat]))
            if free:
                out.append(BuyOption(rules.fuel_ids[f], [rules.fuel_cost(p, f, n) for n in range(1, most + 1)], free))
        return out


class Refill(Frame):
    """Refills the most expensive free spaces of the market by the amounts of the step, limited by the supply (U2)."""

    __slots__ = ()
    name: ClassVar[str] = "refill"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        added = []
        for f in range(len(rules.fuel_ids)):
            n = min(rules.refill[f][p.step - 1], p.supply[f])
            p.supply[f] -= n
            p.stock[f] += n
            added.append(n)
        if p.events is not None:
            p.events.append(ev.FuelRefilled(rules.pool_json(tuple(added))))
