"""The plant market, which settles when all places are filled and no plant is obsolete (M1 to M5); the steps."""

from __future__ import annotations

from bisect import insort
from typing import ClassVar, Final

from . import events as ev
from .chance import shuffled
from .errors import ScriptMismatch
from .frames import Frame
from .position import STEP_3_CHANGED, STEP_3_ON_OFFER, STEP_3_TO_COME, Position
from .rules import Rules


class DrawReached(Exception):
    """Raised in a preview when a card would be drawn."""


def box(rules: Rules, p: Position, card: int, rule: str) -> None:
    p.out_of_game = [*p.out_of_game, card]
    if p.events is not None:
        p.events.append(ev.CardBoxed(rules.card_refs[card], rules.own_rule(rule)))


def take(rules: Rules, p: Position, card: int) -> None:
    """Remove a card from the market."""
    market = p.market[:]
    market.remove(card)
    p.market = market
    for hook in rules.hooks.on_taken:
        hook(rules, p, card)


def box_smallest(rules: Rules, p: Position, rule: str) -> None:
    """Box the smallest plant on offer; "Step 3" is never boxed in its place."""
    if p.market and rules.for_sale[p.market[0]]:
        card = p.market[0]
        take(rules, p, card)
        box(rules, p, card, rule)


class Settle(Frame):
    """Fills the market until it is complete; draw effects may put frames on top of this one."""

    __slots__ = ()
    name: ClassVar[str] = "settle"
    transient: ClassVar[bool] = True
    most: ClassVar[int] = 3
    """A market can settle inside a step 3 change, which is inside another market that settles."""
    unsettled: ClassVar[bool] = True

    def step(self, rules: Rules, p: Position) -> None:
        for hook in rules.hooks.unsettled:
            if hook(rules, p):
                return
        market = p.market
        if market and rules.obsolete(p, market[0]):
            box_smallest(rules, p, "M3")
        elif len(market) < p.places and p.deck and may_draw(rules, p):
            draw(rules, p)
        else:
            p.agenda.pop()


SETTLE: Final = Settle()


def may_draw(rules: Rules, p: Position) -> bool:
    """Whether the top card of the deck may be drawn."""
    for hook in rules.hooks.may_draw:
        if not hook(rules, p):
            return False
    return True


def put_under(p: Position, card: int) -> None:
    """Put an open card under the deck."""
    p.deck = [card, *p.deck]
    p.under_deck = [*p.under_deck, card]


def draw(rules: Rules, p: Position) -> None:
    if p.stop_at_draw:
        raise DrawReached
    card = p.deck[-1]
    p.deck = p.deck[:-1]
    if len(p.under_deck) > len(p.deck):
        p.under_deck = p.under_deck[1:]
    if p.events is not None:
        p.events.append(ev.CardDrawn(rules.card_refs[card]))
    rules.draws[card](rules, p, card)


def draw_plant(rules: Rules, p: Position, card: int) -> None:
    if rules.obsolete(p, card):
        box(rules, p, card, "M3")  # it never entered the market
    else:
        market = p.market[:]
        insort(market, card)
        p.market = market
        for hook in rules.hooks.on_entered:
            hook(rules, p, card)


def draw_step_3(rules: Rules, p: Position, card: int) -> None:
    """Draw "Step 3" (T3): in an auction phase the card stays on offer until the phase ends; otherwise change now."""
    reshuffle(rules, p)
    if rules.phase(p).defers_step_3:
        p.step_3 = STEP_3_ON_OFFER
        p.market = [*p.market, card]  # the largest card
    else:
        box(rules, p, card, "T3")
        p.agenda.append(STEP_3_CHANGE)
        before_step_3(rules, p)


def reshuffle(rules: Rules, p: Position) -> None:
    p.mixed, p.under_deck = tuple(p.under_deck), []
    if p.reshuffle is not None:
        if sorted(p.reshuffle) != sorted(p.deck):
            given, there = set(p.reshuffle), set(p.deck)
            facts = {"missing": rules.refs(sorted(there - given)), "not_in_deck": rules.refs(sorted(given - there))}
            raise ScriptMismatch(
                f"the scripted reshuffle is not the deck that is shuffled now: missing {facts['missing']}, "
                f"not in the deck {facts['not_in_deck']}",
                facts,
            )
        p.deck = list(reversed(p.reshuffle))
        p.reshuffle = None
    else:
        # sorted first: the result depends on the seed, not on the order in which cards were put under the deck
        p.deck = shuffled(sorted(p.deck), p.seed, p.shuffles)
    p.shuffles += 1
    if p.events is not None:
        p.events.append(ev.DeckShuffled(len(p.deck), rules.refs(p.deck[::-1])))


def before_step_3(rules: Rules, p: Position) -> None:
    """Make the change of step 2 first if it has not begun: exactly one card is replaced (T5)."""
    if p.step == 1:
        held = len(p.market)
        box_smallest(rules, p, "T5")
        p.places = held if rules.edition.market.step_2_replaces else len(p.market)
        p.agenda.append(SETTLE)


class Step3Due(Frame):
    """Makes the step 3 change at the end of an auction phase in which "Step 3" was drawn."""

    __slots__ = ()
    name: ClassVar[str] = "step-3-due"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        if p.step_3 == STEP_3_ON_OFFER:
            p.agenda.append(STEP_3_CHANGE)
            before_step_3(rules, p)


class Step3Change(Frame):
    """Removes "Step 3" and the smallest plant without replacement; the market has six places from now on (T3, T4)."""

    __slots__ = ()
    name: ClassVar[str] = "step-3-change"
    transient: ClassVar[bool] = True

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        if p.step_3 == STEP_3_ON_OFFER:
            p.market = [c for c in p.market if c != rules.step_3_card]
            box(rules, p, rules.step_3_card, "T3")
        held = len(p.market)
        while p.market and len(p.market) == held and rules.for_sale[p.market[0]]:
            box_smallest(rules, p, "T3")  # a place may hold several cards: all of them leave
        p.step_3 = STEP_3_CHANGED
        p.places = rules.edition.market.places_step_3


STEP_3_CHANGE: Final = Step3Change()


class Step2(Frame):
    """Begins step 2 at the start of bureaucracy, once a company has enough cities (T2)."""

    __slots__ = ()
    name: ClassVar[str] = "step-2"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        if p.step == 1 and p.step_3 == STEP_3_TO_COME and max(p.cities) >= rules.step_2_at:
            p.step = 2
            if p.events is not None:
                p.events.append(ev.StepBegan(2))
            box_smallest(rules, p, "T2")
            if not rules.edition.market.step_2_replaces:
                p.places -= 1
            p.agenda.append(SETTLE)


def outgoing(rules: Rules, p: Position) -> int | None:
    """Return the card that the market update removes (U3)."""
    if p.step == 3:
        return p.market[0] if rules.edition.market.step_3_boxes and p.market and rules.for_sale[p.market[0]] else None
    return p.market[-1] if len(p.market) > rules.current else None


class Update(Frame):
    """Updates the market: steps 1 and 2 put the largest plant under the deck, step 3 boxes the smallest (U3)."""

    __slots__ = ()
    name: ClassVar[str] = "update"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        card = outgoing(rules, p)
        if card is None:
            pass
        elif p.step == 3:
            box_smallest(rules, p, "U3")
        else:
            take(rules, p, card)
            put_under(p, card)
            if p.events is not None:
                p.events.append(ev.CardPutUnder(rules.card_refs[card]))
        p.agenda.append(SETTLE)
