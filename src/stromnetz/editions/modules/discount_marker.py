"""The discount marker: in each auction phase, the smallest plant has a minimum bid of 1 (N1 to N4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import SETTLE, box
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.moves import CardRef
from stromnetz.engine.phases.auction import UNSOLD, Bought
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .events import MarkerLaid, MarkerRemoved

NAME = "discount-marker"
NOWHERE: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class DiscountMarkerState(ModuleState):
    """The plant with the marker."""

    __slots__ = ("plant",)
    view_type: ClassVar[Any] = CardRef | None

    def __init__(self) -> None:
        self.plant = NOWHERE

    def copy(self) -> ModuleState:
        out = DiscountMarkerState()
        out.plant = self.plant
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiscountMarkerState) and self.plant == other.plant

    __hash__ = None  # type: ignore[assignment]  # mutable

    def to_json(self, rules: Rules) -> CardRef | None:
        return None if self.plant == NOWHERE else rules.card_refs[self.plant]

    def read_json(self, rules: Rules, data: Any) -> None:
        self.plant = NOWHERE if data is None else rules.card(data)

    def infer(self, rules: Rules, p: Position) -> None:
        if p.bought and rules.phase(p).id == "auctions":
            raise BadInput(
                f"a plant has been bought in this phase: say in 'modules' where {NAME!r} lies now, a plant or null",
                {"module": NAME},
            )
        self.lay(rules, p)

    def check(self, rules: Rules, p: Position) -> None:
        if self.plant == NOWHERE or any(isinstance(frame, Bought) and frame.card == self.plant for frame in p.agenda):
            return  # nowhere, or on a plant whose buyer still has to scrap another
        if rules.phase(p).id != "auctions" or rules.on_offer(p)[:1] != [self.plant]:
            raise BadInput(
                f"the marker cannot lie on {rules.card_refs[self.plant]}: it lies on the smallest plant, "
                "in the auctions",
                {"card": rules.card_refs[self.plant]},
            )

    def lay(self, rules: Rules, p: Position) -> None:
        """Put the marker on the smallest plant at the start of phase 2 (N1)."""
        offered = rules.on_offer(p)
        if rules.phase(p).id == "auctions" and offered:
            self.plant = offered[0]
            if p.events is not None:
                p.events.append(MarkerLaid(rules.card_refs[offered[0]], rules.lowest_bid(p, offered[0])))

    def take_off(self, rules: Rules, p: Position) -> None:
        if p.events is not None:
            p.events.append(MarkerRemoved(rules.card_refs[self.plant]))
        self.plant = NOWHERE


class DiscountMarker(Module[DiscountMarkerState]):
    def __init__(self, minimum_bid: int) -> None:
        super().__init__(NAME)
        self.minimum_bid = minimum_bid

    def __reduce__(self) -> tuple[Any, ...]:
        return (DiscountMarker, (self.minimum_bid,))

    def new_state(self) -> DiscountMarkerState:
        return DiscountMarkerState()

    def join(self, edition: Edition) -> None:
        frame = MarkerUnsold(self)
        edition.round.add_frame(frame)
        auctions = edition.round.phase_frames["auctions"]
        auctions[auctions.index(UNSOLD)] = frame
        edition.hooks.minimum_bids.append(self.lowest)
        edition.hooks.on_phase_began.append(self.lay)
        edition.hooks.on_entered.append(self.entered)
        edition.hooks.on_bought.append(self.bought)

    def lowest(self, rules: Rules, p: Position, card: int, bid: int) -> int:
        return self.minimum_bid if self.state(rules, p).plant == card else bid

    def lay(self, rules: Rules, p: Position) -> None:
        self.state(rules, p).lay(rules, p)

    def entered(self, rules: Rules, p: Position, card: int) -> None:
        """Remove the marker until the next phase 2 if a smaller plant is on offer (N2)."""
        mine = self.state(rules, p)
        if mine.plant != NOWHERE and card < mine.plant:
            mine.take_off(rules, p)

    def bought(self, rules: Rules, p: Position, seat: int, card: int) -> None:
        mine = self.state(rules, p)
        if mine.plant == card:
            mine.take_off(rules, p)


class MarkerUnsold(Frame):
    """Boxes and replaces the marked plant (N3)."""

    __slots__ = ("module",)
    name: ClassVar[str] = "marker-unsold"

    def __init__(self, module: DiscountMarker) -> None:
        self.module = module

    def __reduce__(self) -> tuple[Any, ...]:
        return (MarkerUnsold, (self.module,))

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        mine = self.module.state(rules, p)
        if mine.plant != NOWHERE:
            card = mine.plant
            mine.take_off(rules, p)
            p.market = [c for c in p.market if c != card]
            box(rules, p, card, "N3")
            p.agenda.append(SETTLE)


READS = "discount_marker"


def add_to(edition: Edition, data: Mapping[str, Any]) -> None:
    """Add the module to an edition."""
    edition.add_module(DiscountMarker(data[READS]["minimum_bid"]))
