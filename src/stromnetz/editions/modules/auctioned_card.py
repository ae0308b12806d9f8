"""Cards that are auctioned as soon as they are drawn and then belong to a player (X1 to X4, Q1, Q3 to Q5, Q8).

The card's data has its benefits: ``output`` (more cities for the plant it lies on), ``cities`` (connected, but not on
the map), ``places_back`` in the order, ``stores`` (markers of any fuel).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from stromnetz.engine import events as ev
from stromnetz.engine.edition import Edition, ExtraAuction
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.market import box
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.phases.auction import draw_extra
from stromnetz.engine.phases.scrap import AssignFrame
from stromnetz.engine.position import NOBODY, Position, with_item
from stromnetz.engine.rules import Rules

from .view_types import AuctionedCardView

NOWHERE: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class AuctionedCardState(ModuleState):
    """The holder of the card and the plant it lies on, if any."""

    __slots__ = ("card", "extra_cities", "id", "plant", "seat")
    view_type: ClassVar[Any] = AuctionedCardView | None

    def __init__(self, id: str, extra_cities: int) -> None:
        self.id = id
        self.extra_cities = extra_cities
        self.seat = NOBODY
        self.card = NOWHERE
        self.plant = NOWHERE

    def copy(self) -> ModuleState:
        out = AuctionedCardState(self.id, self.extra_cities)
        out.seat, out.card, out.plant = self.seat, self.card, self.plant
        return out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AuctionedCardState):
            return NotImplemented
        return (self.seat, self.card, self.plant) == (other.seat, other.card, other.plant)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def cards(self) -> list[int]:
        return [] if self.seat == NOBODY else [self.card]

    def held_cards(self, seat: int) -> list[tuple[int, int | None]]:
        return [(self.card, None if self.plant == NOWHERE else self.plant)] if seat == self.seat else []

    def cities(self, seat: int) -> int:
        return self.extra_cities if seat == self.seat else 0

    def to_json(self, rules: Rules) -> AuctionedCardView | None:
        if self.seat == NOBODY:
            return None
        return {"seat": self.seat, "plant": None if self.plant == NOWHERE else rules.card_refs[self.plant]}

    def read_json(self, rules: Rules, data: Any) -> None:
        if data is None:
            return
        if not isinstance(data, dict) or data.keys() - {"plant"} != {"seat"}:
            raise BadInput(f"{self.id!r} is null or an object of 'seat' and 'plant', not {short_repr(data)}", {})
        if type(data["seat"]) is not int or not 0 <= data["seat"] < rules.players:
            raise BadInput(f"the seat of {self.id!r} is 0 to {rules.players - 1}, not {short_repr(data['seat'])}", {})
        self.seat = data["seat"]
        self.card = rules.card(self.id)
        self.plant = NOWHERE if data.get("plant") is None else rules.card(data["plant"])

    def check(self, rules: Rules, p: Position) -> None:
        if self.plant != NOWHERE and self.plant not in p.plants[self.seat]:
            raise BadInput(
                f"{self.id!r} lies on plant {rules.card_refs[self.plant]}, which seat {self.seat} does not own",
                {"seat": self.seat, "plant": rules.card_refs[self.plant]},
            )


class AuctionedCard(Module[AuctionedCardState]):
    """The module of one auctioned card."""

    def __init__(self, id: str, auction: Mapping[str, Any]) -> None:
        super().__init__(id)
        self.gains: Mapping[str, int] = auction["gains"]
        self.on_plant: bool = auction.get("on_plant", False)
        self.extra_cities = self.gains.get("cities", 0)
        self.places_back = self.gains.get("places_back", 0)

    def new_state(self) -> AuctionedCardState:
        return AuctionedCardState(self.id, self.extra_cities)

    def join(self, edition: Edition) -> None:
        edition.market.draws[self.id] = draw_extra
        edition.market.extra_auctions[self.id] = ExtraAuction(self.may_bid, self.won)
        if self.on_plant:
            edition.market.assignable.append(self.id)
            edition.hooks.on_assigned.append(self.assigned)
            edition.hooks.on_scrapped.append(self.scrapped)
        if "output" in self.gains:
            edition.hooks.more_output.append(self.more_output)
        if "places_back" in self.gains:
            edition.hooks.on_order_set.append(self.step_back)
        if "stores" in self.gains:
            edition.hooks.more_stores.append(self.more_stores)

    # --- the auction and what follows ---

    def may_bid(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether a seat may bid: it needs a person, a plant and a house for the card (X3, Q4a, Q12)."""
        if seat in rules.automatic:
            return False
        more = self.extra_cities
        return (not self.on_plant or bool(p.plants[seat])) and (not more or p.cities[seat] + more <= rules.house_limit)

    def won(self, rules: Rules, p: Position, seat: int, card: int) -> None:
        if self.on_plant:
            p.agenda.append(AssignFrame(seat, card))
        else:
            self.take(rules, p, seat, card, NOWHERE)

    def take(self, rules: Rules, p: Position, seat: int, card: int, plant: int) -> None:
        """Give the card to a seat."""
        mine = self.state(rules, p)
        mine.seat, mine.card, mine.plant = seat, card, plant
        p.cities = with_item(p.cities, seat, p.cities[seat] + self.extra_cities)
        p.caps = with_item(p.caps, seat, rules.storage_caps(p, seat))
        if self.places_back:
            self.step_back(rules, p)
            if p.events is not None:
                p.events.append(ev.OrderSet(p.order[:]))

    def assigned(self, rules: Rules, p: Position, seat: int, card: int, plant: int) -> None:
        if rules.card_refs[card] == self.id:
            self.take(rules, p, seat, card, plant)

    def scrapped(self, rules: Rules, p: Position, seat: int, card: int) -> None:
        """Scrap the card together with its plant (X4)."""
        mine = self.state(rules, p)
        if mine.seat == seat and mine.plant == card:
            box(rules, p, mine.card, "X4")
            p.cities = with_item(p.cities, seat, p.cities[seat] - self.extra_cities)
            mine.seat, mine.card, mine.plant = NOBODY, NOWHERE, NOWHERE

    # --- what it gives ---

    def more_output(self, rules: Rules, p: Position, seat: int, card: int) -> int:
        mine = self.state(rules, p)
        return self.gains["output"] if mine.seat == seat and mine.plant == card else 0

    def step_back(self, rules: Rules, p: Position) -> None:
        """Swap the holder with the next player in order; the last one stays last (Q5a)."""
        seat = self.state(rules, p).seat
        if seat == NOBODY:
            return
        for _ in range(self.places_back):
            i = p.order.index(seat)
            if i + 1 < len(p.order):
                p.order = [*p.order[:i], p.order[i + 1], seat, *p.order[i + 2 :]]

    def more_stores(self, rules: Rules, p: Position, seat: int) -> list[tuple[int, int]]:
        everything = (1 << len(rules.fuel_ids)) - 1
        return [(everything, self.gains["stores"])] if self.state(rules, p).seat == seat else []
