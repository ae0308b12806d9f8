"""The transformer station: auctioned when it is drawn, then one plant supplies a city more (X1 to X4)."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.edition import Edition, ExtraAuction, ModuleState
from stromnetz.engine.errors import BadInput
from stromnetz.engine.market import box, draw_extra
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules

NAME = "transformer-station"


class Transformer(ModuleState):
    """Where the card is: on whose plant, or nowhere yet (or no longer)."""

    __slots__ = ("card", "plant", "seat")

    def __init__(self) -> None:
        self.seat = NOBODY
        self.card = -1
        self.plant = -1

    def copy(self) -> ModuleState:
        out = Transformer()
        out.seat, out.card, out.plant = self.seat, self.card, self.plant
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transformer) and (self.seat, self.card, self.plant) == (
            other.seat,
            other.card,
            other.plant,
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def cards(self) -> list[int]:
        return [] if self.seat == NOBODY else [self.card]

    def held(self, seat: int) -> list[tuple[int, int | None]]:
        return [(self.card, self.plant)] if seat == self.seat else []

    def to_json(self, g: Rules) -> Any:
        if self.seat == NOBODY:
            return None
        return {"seat": self.seat, "plant": g.card_refs[self.plant]}

    def read_json(self, g: Rules, data: Any) -> None:
        if data is None:
            return
        if not isinstance(data, dict) or data.keys() != {"seat", "plant"}:
            raise BadInput(f"{NAME!r} is null or an object of 'seat' and 'plant', not {data!r}", {"value": repr(data)})
        if type(data["seat"]) is not int or not 0 <= data["seat"] < g.players:
            raise BadInput(f"the seat of {NAME!r} is 0 to {g.players - 1}, not {data['seat']!r}", {"value": repr(data)})
        self.seat = data["seat"]
        self.card = g.card(NAME)
        self.plant = g.card(data["plant"])

    def check(self, g: Rules, p: Position) -> None:
        if self.seat != NOBODY and self.plant not in p.plants[self.seat]:
            raise BadInput(
                f"{NAME!r} lies on plant {g.card_refs[self.plant]}, which seat {self.seat} does not own",
                {"seat": self.seat, "plant": g.card_refs[self.plant]},
            )


def state(g: Rules, p: Position) -> Transformer:
    out = p.modules[g.module_slot[NAME]]
    assert isinstance(out, Transformer)
    return out


def may_bid(g: Rules, p: Position, seat: int) -> bool:
    return bool(p.plants[seat])


def won(g: Rules, p: Position, seat: int, card: int) -> None:
    p.agenda.append(("assign", seat, card))


def assigned(g: Rules, p: Position, seat: int, card: int, plant: int) -> None:
    if g.card_refs[card] == NAME:
        mine = state(g, p)
        mine.seat, mine.card, mine.plant = seat, card, plant


def scrapped(g: Rules, p: Position, seat: int, card: int) -> None:
    mine = state(g, p)
    if mine.seat == seat and mine.plant == card:
        box(g, p, mine.card, "X4")
        mine.seat, mine.card, mine.plant = NOBODY, -1, -1


def one_city_more(g: Rules, p: Position, seat: int, card: int) -> int:
    mine = state(g, p)
    return 1 if mine.seat == seat and mine.plant == card else 0


def change(edition: Edition) -> None:
    edition.draws[NAME] = draw_extra
    edition.extra_auctions[NAME] = ExtraAuction(may_bid, won)
    edition.module_states[NAME] = Transformer
    edition.on_assigned.append(assigned)
    edition.on_scrapped.append(scrapped)
    edition.more_output.append(one_city_more)
