"""The card market with piles: cards of one number share a place, discounts are on the top card (L6, L10, L11, L19).

The position's market has the top cards. This state has the cards below, and the discounts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from stromnetz.editions.modules.events import MarkerLaid
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import SETTLE, box, take
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.position import Position, with_item
from stromnetz.engine.rules import Rules

from .events import CardPiled
from .view_types import PilesView

NAME: Final = "piles"


@mypyc_attr(allow_interpreted_subclasses=True)
class Piles(ModuleState):
    __slots__ = ("gaps", "off", "under")
    view_type: ClassVar[Any] = PilesView

    def __init__(self) -> None:
        self.under: dict[int, tuple[int, ...]] = {}
        """Per top card of a pile: the cards below it, the lowest first."""
        self.off: dict[int, int] = {}
        """Per top card: the sum of its discounts."""
        self.gaps = 0
        """Places of the current row that are empty and not refilled yet; 0 when the market is complete."""

    def copy(self) -> ModuleState:
        out = Piles()
        out.under = self.under.copy()
        out.off = self.off.copy()
        out.gaps = self.gaps
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piles) and (self.under, self.off) == (other.under, other.off)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def cards(self) -> list[int]:
        return [card for pile in self.under.values() for card in pile]

    def to_json(self, rules: Rules) -> Any:
        return {
            "under": [[rules.card_refs[top], *rules.refs(pile[::-1])] for top, pile in sorted(self.under.items())],
            "discounts": [[rules.card_refs[top], off] for top, off in sorted(self.off.items())],
        }

    def read_json(self, rules: Rules, data: Any) -> None:
        """Read piles, top card first, and the discounts of top cards."""
        if data is None:
            return
        if not isinstance(data, dict) or not data.keys() <= {"under", "discounts"}:
            raise BadInput(f"{NAME!r} is an object of 'under' and 'discounts', not {short_repr(data)}", {})
        for pile in _rows(data.get("under", []), "under", "a pile: a list of cards, the top one first"):
            top, *below = [rules.card(ref) for ref in pile]
            if not below or any(rules.rank[c] != rules.rank[top] for c in below):
                raise BadInput(
                    f"a pile is two cards of one number or more, not {short_repr(pile)}", {"pile": short_repr(pile)}
                )
            self.under[top] = tuple(below[::-1])
        for row in _rows(data.get("discounts", []), "discounts", "a card and its discount"):
            if len(row) != 2 or type(row[1]) is not int or row[1] < 1:
                raise BadInput(f"'discounts' are pairs of a card and its discount, not {short_repr(row)}", {})
            self.off[rules.card(row[0])] = row[1]

    def check(self, rules: Rules, p: Position) -> None:
        for card in (*self.under, *self.off):
            if card not in p.market:
                raise BadInput(
                    f"{rules.card_refs[card]} is not a top card of the market",
                    {"card": rules.card_refs[card], "part": NAME},
                )
        if SETTLE not in p.agenda and first_duplicate(rules, p) is not None:
            raise BadInput("in the current market cards of one number are a pile", {"market": rules.refs(p.market)})


def _rows(value: Any, name: str, what: str) -> list[list[Any]]:
    if not isinstance(value, list) or not all(isinstance(row, list) and row for row in value):
        raise BadInput(f"{name!r} is a list of lists, each {what}; not {short_repr(value)}", {name: short_repr(value)})
    return value


class PilesOfCards(Module[Piles]):
    def new_state(self) -> Piles:
        return Piles()

    def join(self, edition: Edition) -> None:
        for kind in edition.market.for_sale:
            edition.market.draws[kind] = add_drawn_card
        edition.hooks.unsettled.append(merge_duplicates)
        edition.hooks.on_taken.append(remove_top_card)
        edition.hooks.minimum_bids.append(lowest_bid)
        edition.hooks.on_phase_began.append(all_current)
        edition.hooks.on_laid_out.append(form_piles)


PILES: Final = PilesOfCards(NAME)
state = PILES.state


def current_places(rules: Rules, p: Position) -> int:
    """Return the number of places in the current market: four, in step 3 all."""
    return len(p.market) if p.step == 3 else rules.current


def current_row(rules: Rules, p: Position) -> int:
    """Return the number of cards in the current row; cards only slide up after the replacement was drawn."""
    return len(p.market) if p.step == 3 else rules.current - min(state(rules, p).gaps, p.places - len(p.market))


def first_duplicate(rules: Rules, p: Position) -> int | None:
    """Return the first place of the current market whose right neighbour has the same number."""
    market = p.market
    for i in range(min(len(market), current_places(rules, p)) - 1):
        if rules.rank[market[i]] == rules.rank[market[i + 1]]:
            return i
    return None


def pile_up(rules: Rules, p: Position, low: int, high: int) -> None:
    """Put a card with its pile onto another one, which takes its place; discounts move to the top (L10)."""
    mine = state(rules, p)
    mine.under[high] = (*mine.under.pop(low, ()), low, *mine.under.get(high, ()))
    off = mine.off.pop(low, 0) + mine.off.pop(high, 0)
    if off:
        mine.off[high] = off
    p.market = with_item(p.market, p.market.index(low), high)
    if p.events is not None:
        p.events.append(CardPiled(rules.card_refs[high], rules.card_refs[low]))


def _without(market: list[int], place: int) -> list[int]:
    return market[:place] + market[place + 1 :]


def merge_duplicates(rules: Rules, p: Position) -> bool:
    """Merge equal cards of the current market into one pile; True if there were any (L10b, L22a)."""
    if len(p.market) < p.places and p.deck:
        return False  # the replacement is drawn first; only then do cards slide up
    state(rules, p).gaps = 0
    i = first_duplicate(rules, p)
    if i is None:
        return False
    low, high = p.market[i : i + 2]
    p.market = _without(p.market, i + 1)
    pile_up(rules, p, low, high)
    state(rules, p).gaps = 1
    return True


def form_piles(rules: Rules, p: Position) -> None:
    """Form piles in the first market: all cards equal to one of the current market share its place (L6).

    Unlike later, this includes cards that would be sorted behind it into the future market.
    """
    i = 0
    while i < min(rules.current, len(p.market) - 1):
        low, high = p.market[i : i + 2]
        if rules.rank[low] == rules.rank[high]:
            p.market = _without(p.market, i + 1)
            pile_up(rules, p, low, high)
        else:
            i += 1


def add_drawn_card(rules: Rules, p: Position, card: int) -> None:
    """Add a drawn card: on its equal in the current market, else on a pile of its number, else alone (L10, L10b)."""
    ranks = [rules.rank[c] for c in p.market]
    first, last = bisect_left(ranks, rules.rank[card]), bisect_right(ranks, rules.rank[card])
    mine = state(rules, p)
    for i in range(first, last):
        if i < current_row(rules, p) or p.market[i] in mine.under:
            pile_up(rules, p, p.market[i], card)
            return
    mine.gaps = max(0, min(mine.gaps, p.places - len(p.market)) - 1)  # it fills a gap, or another card slides up
    p.market = [*p.market[:last], card, *p.market[last:]]  # newer cards to the right


def remove_top_card(rules: Rules, p: Position, card: int) -> None:
    """Remove a top card's discounts when it leaves; the next card of its pile keeps the place (L10, L11)."""
    mine = state(rules, p)
    mine.off.pop(card, None)
    pile = mine.under.pop(card, ())
    # a pile lies left of single cards of its number, which came when they could not be joined
    place = bisect_left([rules.rank[c] for c in p.market], rules.rank[card])
    if pile:
        top = pile[-1]
        if pile[:-1]:
            mine.under[top] = pile[:-1]
        p.market = [*p.market[:place], top, *p.market[place:]]
    elif place < rules.current:
        mine.gaps += 1


def lay_discounts(values: list[int], rules: Rules, p: Position) -> None:
    """Discount the current market in the first rounds; cards whose discount reaches their number leave (L19)."""
    if p.round > len(values):
        return
    mine = state(rules, p)
    offered = [c for c in p.market[: rules.current] if rules.for_sale[c]]
    for card in offered:
        mine.off[card] = mine.off.get(card, 0) + values[p.round - 1]
        if p.events is not None:
            p.events.append(MarkerLaid(rules.card_refs[card], rules.lowest_bid(p, card)))
    for card in offered:
        if mine.off[card] >= rules.number[card]:
            take(rules, p, card)
            box(rules, p, card, "L19")
    p.agenda.append(SETTLE)


class Discounts(Frame):
    """Lays the discounts of the round."""

    __slots__ = ("values_by_round",)
    name: ClassVar[str] = "discounts"

    def __init__(self, values_by_round: list[int]) -> None:
        self.values_by_round = values_by_round

    def __reduce__(self) -> tuple[Any, ...]:
        return (Discounts, (self.values_by_round,))

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        lay_discounts(self.values_by_round, rules, p)


def lowest_bid(rules: Rules, p: Position, card: int, bid: int) -> int:
    return max(1, bid - state(rules, p).off.get(card, 0))


def all_current(rules: Rules, p: Position) -> None:
    """Merge equal cards when all places become current (L22a)."""
    if p.step == 3 and first_duplicate(rules, p) is not None:
        p.agenda.append(SETTLE)
