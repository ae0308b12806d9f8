"""A card that makes everybody pay a part of their money, once a game (Q7)."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from stromnetz.editions.modules.events import TaxPaid
from stromnetz.engine import events as ev
from stromnetz.engine.agenda import Round
from stromnetz.engine.edition import Edition, ModuleState
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import Step2, box
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

BESIDE = 1
"""It lies open beside the market."""
DUE = 2
"""It lay there when the phase began: it is paid in this phase."""
STATES = ("in the deck or gone", "beside the market", "due")


class Taxes(ModuleState):
    __slots__ = ("card", "id", "state")

    def __init__(self, id: str) -> None:
        self.id = id
        self.card = -1
        self.state = 0

    def begin(self, rules: Rules) -> None:
        self.card = rules.card(self.id)

    def copy(self) -> ModuleState:
        out = Taxes(self.id)
        out.card, out.state = self.card, self.state
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Taxes) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # mutable

    def cards(self) -> list[int]:
        return [self.card] if self.state else []

    def to_json(self, rules: Rules) -> Any:
        return STATES[self.state]

    def read_json(self, rules: Rules, data: Any) -> None:
        if data is not None:
            if data not in STATES:
                raise BadInput(f"{self.id!r} is one of {', '.join(STATES)}, not {shown(data)}", {})
            self.state = STATES.index(data)

    def check(self, rules: Rules, p: Position) -> None:
        if self.state == DUE and p.agenda and not any(isinstance(f, TaxesDue) or f == Round(p.phase) for f in p.agenda):
            raise BadInput(f"{STATES[DUE]!r} is said of {self.id!r} only until it is paid, as the phase begins", {})


def state(id: str, rules: Rules, p: Position) -> Taxes:
    out = p.modules[rules.module_slot[id]]
    assert isinstance(out, Taxes)
    return out


def draw(id: str, from_step: int, rules: Rules, p: Position, card: int) -> None:
    """In step 1 face down under the deck; later open beside the market. Then the draw goes on."""
    if p.step < from_step:
        p.deck.insert(0, card)
        p.under.append(card)
        if p.events is not None:
            p.events.append(ev.CardPutUnder(rules.card_refs[card]))
    else:
        state(id, rules, p).state = BESIDE


def may_draw(id: str, from_step: int, rules: Rules, p: Position) -> bool:
    """Alone in the deck and to be put under it again, it would be drawn for ever: nothing is drawn (Q7b)."""
    return p.step >= from_step or p.deck != [state(id, rules, p).card]


def become_due(id: str, rules: Rules, p: Position) -> None:
    """Only what lay there before the phase began is paid in it (Q7a)."""
    mine = state(id, rules, p)
    if mine.state == BESIDE and rules.phase(p).id == "bureaucracy":
        mine.state = DUE


class TaxesDue(Frame):
    """Everybody pays, before the income."""

    __slots__ = ("id", "part")
    name: ClassVar[str] = "taxes"

    def __init__(self, id: str, part: int) -> None:
        self.id = id
        self.part = part

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        mine = state(self.id, rules, p)
        if mine.state == DUE:
            for seat in p.order:
                tax = p.money[seat] // self.part
                p.money[seat] -= tax
                if p.events is not None:
                    p.events.append(TaxPaid(seat, tax))
            mine.state = 0
            box(rules, p, mine.card, "Q7")


def add(edition: Edition, id: str, part: int, from_step: int) -> None:
    edition.module_states[id] = partial(Taxes, id)
    edition.market.draws[id] = partial(draw, id, from_step)
    edition.hooks.may_draw.append(partial(may_draw, id, from_step))
    edition.hooks.on_phase_began.append(partial(become_due, id))
    frame = TaxesDue(id, part)
    edition.round.add_frame(frame)
    bureaucracy = edition.round.phase_frames["bureaucracy"]
    bureaucracy.insert(bureaucracy.index(Step2()) + 1, frame)
