"""A card that lets its holder look at the top card of the deck (Q6)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules

from .events import CardPassedOn, TopCardSeen
from .view_types import EspionageView

NOTHING: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class EspionageState(ModuleState):
    """The holder of the card, and the last card shown to a seat. The espionage card itself is never in the deck."""

    __slots__ = ("card", "id", "round", "seat", "shown", "shown_to")
    view_type: ClassVar[Any] = EspionageView

    def __init__(self, id: str, round: int) -> None:
        self.id = id
        self.round = round
        self.card = NOTHING
        self.seat = NOBODY
        self.shown_to = NOBODY
        self.shown = NOTHING

    def copy(self) -> ModuleState:
        out = EspionageState(self.id, self.round)
        out.card, out.seat, out.shown_to, out.shown = self.card, self.seat, self.shown_to, self.shown
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EspionageState) and (self.seat, self.shown_to, self.shown) == (
            other.seat,
            other.shown_to,
            other.shown,
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def set_up(self, rules: Rules) -> None:
        self.card = rules.card(self.id)

    def infer(self, rules: Rules, p: Position) -> None:
        """Infer the holder as if the card had just been given out, unless that happens later in this phase."""
        if p.round >= self.round and rules.phase(p).id != "order":
            self.seat = rules.human_seats(p)[-1]

    def cards(self) -> list[int]:
        return [self.card]

    def held_cards(self, seat: int) -> list[tuple[int, int | None]]:
        return [(self.card, None)] if seat == self.seat else []

    def to_json(self, rules: Rules) -> Any:
        return {
            "seat": None if self.seat == NOBODY else self.seat,
            "shown_to": None if self.shown_to == NOBODY else self.shown_to,
            "shown": None if self.shown == NOTHING else rules.card_refs[self.shown],
        }

    def read_json(self, rules: Rules, data: Any) -> None:
        if data is None:
            return
        if not isinstance(data, dict) or data.keys() - {"shown", "shown_to"} != {"seat"}:
            raise BadInput(f"{self.id!r} is an object of 'seat', 'shown_to' and 'shown', not {short_repr(data)}", {})
        for name in ("seat", "shown_to"):
            value = data.get(name)
            if value is not None and (type(value) is not int or not 0 <= value < rules.players):
                raise BadInput(f"{name!r} of {self.id!r} is null or a seat, not {short_repr(value)}", {})
            setattr(self, name, NOBODY if value is None else value)
        self.shown = NOTHING if data.get("shown") is None else rules.card(data["shown"])

    def view(self, rules: Rules, p: Position, seat: int | None) -> EspionageView:
        """Return the spy's seat; the top card is for the spy only."""
        out: EspionageView = {"seat": None if self.seat == NOBODY else self.seat}
        if self.reveals_top_card(p, seat):
            out["top"] = rules.card_refs[p.deck[-1]] if p.deck else None
        return out

    def read_view(self, rules: Rules, p: Position, data: Any, beside: Any) -> None:
        self.read_json(rules, {"seat": data["seat"]})
        if "top" in data:
            self.shown_to = self.seat
        if data.get("top") is not None:
            self.shown = rules.card(data["top"])
            p.deck = [*p.deck[:-1], self.shown]

    def reveals_top_card(self, p: Position, seat: int | None) -> bool:
        if seat is None or seat != self.seat:
            return False
        top = p.deck[-1] if p.deck else NOTHING
        # a forecast in which the card would arrive shows nothing yet
        return not p.stop_at_draw or (self.shown_to, self.shown) == (seat, top)

    def seen_by(self, seat: int | None) -> ModuleState:
        out = EspionageState(self.id, self.round)
        out.card, out.seat = self.card, self.seat
        if seat == self.shown_to:
            out.shown_to, out.shown = self.shown_to, self.shown
        return out


class Espionage(Module[EspionageState]):
    def __init__(self, id: str, round: int) -> None:
        super().__init__(id)
        self.round = round

    def new_state(self) -> EspionageState:
        return EspionageState(self.id, self.round)

    def join(self, edition: Edition) -> None:
        edition.market.cards_beside.append(self.id)
        edition.hooks.on_order_set.append(self.give)
        edition.hooks.on_bought.append(self.pass_on)
        edition.hooks.on_pause.append(self.look)

    def give(self, rules: Rules, p: Position) -> None:
        """Give the card to the last player when its round's order is set (Q6); later if the game began without it."""
        mine = self.state(rules, p)
        if mine.seat == NOBODY and p.round >= self.round:
            self.hand_over(rules, p, rules.human_seats(p)[-1])

    def hand_over(self, rules: Rules, p: Position, seat: int) -> None:
        mine = self.state(rules, p)
        mine.seat = seat
        if p.events is not None:
            p.events.append(CardPassedOn(seat, rules.card_refs[mine.card]))

    def pass_on(self, rules: Rules, p: Position, seat: int, card: int) -> None:
        """Pass the card on when its holder buys a plant: to the previous player, from the first to the last (Q6a)."""
        if self.state(rules, p).seat == seat:
            people = rules.human_seats(p)  # companies without a person are skipped (Q12d)
            self.hand_over(rules, p, people[people.index(seat) - 1])

    def look(self, rules: Rules, p: Position) -> None:
        """Show the top card to the holder whenever a decision is pending and one of them has changed."""
        if p.stop_at_draw:
            return  # forecasts show nothing
        mine = self.state(rules, p)
        top = p.deck[-1] if p.deck else NOTHING
        if mine.seat != NOBODY and (mine.shown_to, mine.shown) != (mine.seat, top):
            mine.shown_to, mine.shown = mine.seat, top
            if p.events is not None and top != NOTHING:
                p.events.append(TopCardSeen(mine.seat, rules.card_refs[top]))
