"""The discount marker: in every auction phase the smallest plant costs as little as 1 (N1 to N4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stromnetz.editions.modules.events import MarkerLaid, MarkerRemoved
from stromnetz.engine.edition import Edition, ModuleState
from stromnetz.engine.errors import BadInput
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import SETTLE, box
from stromnetz.engine.phases.auction import UNSOLD, Bought
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

NAME = "discount-marker"
NOWHERE = -1


class Marker(ModuleState):
    """The plant it lies on."""

    __slots__ = ("plant",)

    def __init__(self) -> None:
        self.plant = NOWHERE

    def copy(self) -> ModuleState:
        out = Marker()
        out.plant = self.plant
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marker) and self.plant == other.plant

    __hash__ = None  # type: ignore[assignment]  # mutable

    def to_json(self, rules: Rules) -> Any:
        return None if self.plant == NOWHERE else rules.card_refs[self.plant]

    def read_json(self, rules: Rules, data: Any) -> None:
        self.plant = NOWHERE if data is None else rules.card(data)

    def fill_in(self, rules: Rules, p: Position) -> None:
        if p.bought and rules.phase(p).id == "auctions":
            raise BadInput(
                f"a plant has been bought in this phase: say in 'modules' where {NAME!r} lies now, a plant or null",
                {"module": NAME},
            )
        lay(rules, p)

    def check(self, rules: Rules, p: Position) -> None:
        if self.plant == NOWHERE or any(isinstance(frame, Bought) and frame.card == self.plant for frame in p.agenda):
            return  # nowhere, or on a plant whose buyer has still to scrap another
        if rules.phase(p).id != "auctions" or rules.on_offer(p)[:1] != [self.plant]:
            raise BadInput(
                f"the marker cannot lie on {rules.card_refs[self.plant]}: it lies on the smallest plant, "
                "in the auctions",
                {"card": rules.card_refs[self.plant]},
            )


def state(rules: Rules, p: Position) -> Marker:
    out = p.modules[rules.module_slot[NAME]]
    assert isinstance(out, Marker)
    return out


def lay(rules: Rules, p: Position) -> None:
    """At the start of each phase 2 on the smallest plant (N1)."""
    offered = rules.on_offer(p)
    if rules.phase(p).id == "auctions" and offered:
        state(rules, p).plant = offered[0]
        if p.events is not None:
            p.events.append(MarkerLaid(rules.card_refs[offered[0]], rules.lowest_bid(p, offered[0])))


def take_off(rules: Rules, p: Position) -> None:
    mine = state(rules, p)
    if p.events is not None:
        p.events.append(MarkerRemoved(rules.card_refs[mine.plant]))
    mine.plant = NOWHERE


def entered(rules: Rules, p: Position, card: int) -> None:
    """A smaller plant on offer takes it away until the next phase 2 (N2)."""
    mine = state(rules, p)
    if mine.plant != NOWHERE and card < mine.plant:
        take_off(rules, p)


def bought(rules: Rules, p: Position, seat: int, card: int) -> None:
    if state(rules, p).plant == card:
        take_off(rules, p)


class MarkerUnsold(Frame):
    """The marked plant goes to the box and is replaced (N3)."""

    __slots__ = ()
    name: ClassVar[str] = "marker-unsold"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        mine = state(rules, p)
        if mine.plant != NOWHERE:
            card = mine.plant
            take_off(rules, p)
            p.market.remove(card)
            box(rules, p, card, "N3")
            p.agenda.append(SETTLE)


def change(edition: Edition, minimum_bid: int) -> None:
    def lowest(rules: Rules, p: Position, card: int, bid: int) -> int:
        return minimum_bid if state(rules, p).plant == card else bid

    edition.module_states[NAME] = Marker
    frame = MarkerUnsold()
    edition.round.add_frame(frame)
    auctions = edition.round.phase_frames["auctions"]
    auctions[auctions.index(UNSOLD)] = frame
    edition.hooks.minimum_bids.append(lowest)
    edition.hooks.on_phase_began.append(lay)
    edition.hooks.on_entered.append(entered)
    edition.hooks.on_bought.append(bought)


READS = "discount_marker"


def add_to(edition: Edition, table: Mapping[str, Any]) -> None:
    """The module as editions name it."""
    change(edition, table[READS]["minimum_bid"])
