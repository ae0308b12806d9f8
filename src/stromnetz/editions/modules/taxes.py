"""A card that makes everyone pay a share of their money, once per game (Q7)."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

from mypy_extensions import mypyc_attr

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import Round
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import Step2, box, put_under
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .events import TaxPaid

BESIDE: Final = 1
"""The card is open beside the market."""
DUE: Final = 2
"""The card was there when the phase began, so taxes are paid in this phase."""
STATES = ("in the deck or gone", "beside the market", "due")


@mypyc_attr(allow_interpreted_subclasses=True)
class TaxesState(ModuleState):
    __slots__ = ("card", "id", "state")
    view_type: ClassVar[Any] = Literal["in the deck or gone", "beside the market", "due"]

    def __init__(self, id: str) -> None:
        self.id = id
        self.card = -1
        self.state = 0

    def set_up(self, rules: Rules) -> None:
        self.card = rules.card(self.id)

    def copy(self) -> ModuleState:
        out = TaxesState(self.id)
        out.card, out.state = self.card, self.state
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TaxesState) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # mutable

    def cards(self) -> list[int]:
        return [self.card] if self.state else []

    def to_json(self, rules: Rules) -> Any:
        return STATES[self.state]

    def read_json(self, rules: Rules, data: Any) -> None:
        if data is not None:
            if data not in STATES:
                raise BadInput(f"{self.id!r} is one of {', '.join(STATES)}, not {short_repr(data)}", {})
            self.state = STATES.index(data)

    def check(self, rules: Rules, p: Position) -> None:
        if self.state == DUE and p.agenda and not any(isinstance(f, TaxesDue) or f == Round(p.phase) for f in p.agenda):
            raise BadInput(f"{STATES[DUE]!r} is said of {self.id!r} only until it is paid, as the phase begins", {})


class Taxes(Module[TaxesState]):
    """Taxes of one ``part``-th of everyone's money; before ``from_step`` the card goes back under the deck."""

    def __init__(self, id: str, part: int, from_step: int) -> None:
        super().__init__(id)
        self.part = part
        self.from_step = from_step

    def __reduce__(self) -> tuple[Any, ...]:
        return (Taxes, (self.id, self.part, self.from_step))

    def new_state(self) -> TaxesState:
        return TaxesState(self.id)

    def join(self, edition: Edition) -> None:
        edition.market.draws[self.id] = self.draw
        edition.hooks.may_draw.append(self.may_draw)
        edition.hooks.on_phase_began.append(self.become_due)
        frame = TaxesDue(self)
        edition.round.add_frame(frame)
        bureaucracy = edition.round.phase_frames["bureaucracy"]
        bureaucracy.insert(bureaucracy.index(Step2()) + 1, frame)

    def draw(self, rules: Rules, p: Position, card: int) -> None:
        """Put the drawn card under the deck in step 1, later open beside the market, and continue drawing."""
        if p.step < self.from_step:
            put_under(p, card)
            if p.events is not None:
                p.events.append(ev.CardPutUnder(rules.card_refs[card]))
        else:
            self.state(rules, p).state = BESIDE

    def may_draw(self, rules: Rules, p: Position) -> bool:
        """Whether a card may be drawn: not if only this one is left and would go back under the deck (Q7b)."""
        return p.step >= self.from_step or p.deck != [self.state(rules, p).card]

    def become_due(self, rules: Rules, p: Position) -> None:
        """Make taxes due, but only if the card was there before the phase began (Q7a)."""
        mine = self.state(rules, p)
        if mine.state == BESIDE and rules.phase(p).id == "bureaucracy":
            mine.state = DUE

    def collect(self, rules: Rules, p: Position) -> None:
        mine = self.state(rules, p)
        if mine.state == DUE:
            for seat in p.order:
                tax = p.money[seat] // self.part
                p.money[seat] -= tax
                if p.events is not None:
                    p.events.append(TaxPaid(seat, tax))
            mine.state = 0
            box(rules, p, mine.card, "Q7")


class TaxesDue(Frame):
    """Collects the taxes before the income."""

    __slots__ = ("module",)
    name: ClassVar[str] = "taxes"

    def __init__(self, module: Taxes) -> None:
        self.module = module

    def __reduce__(self) -> tuple[Any, ...]:
        return (TaxesDue, (self.module,))

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        self.module.collect(rules, p)
