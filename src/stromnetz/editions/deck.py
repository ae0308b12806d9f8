"""Set-up of market and deck: the open cards, the cards removed unseen, the top and bottom of the deck."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stromnetz.engine import events as ev
from stromnetz.engine.edition import Script
from stromnetz.engine.errors import ScriptMismatch
from stromnetz.engine.market import SETTLE
from stromnetz.engine.moves import CardRef
from stromnetz.engine.phases.setup import shuffle
from stromnetz.engine.position import STEP_3_TO_COME, Position
from stromnetz.engine.rules import Rules

STACKS_CACHE_SIZE: Final = 512
"""Maximum number of kinds of games whose stacks are cached."""


def fixed_opening(rules: Rules, p: Position, script: Script) -> None:
    """Set up a market that is always the same, with a known plant on top of the deck (C3, C4)."""
    if script.market is None:
        stacks = _default_stacks(rules)
    else:
        stacks = Stacks(rules, script.market, _printed_top(rules, script.market))
    top = stacks.top
    p.market = stacks.market[:]
    _lay_deck(rules, p, script, stacks)
    if script.deck is not None and script.market is None and script.deck[: len(top)] != top:
        raise _mismatch(f"card {rules.card_refs[top[0]]} lies on top", top=rules.card_refs[top[0]])


def drawn_opening(rules: Rules, p: Position, script: Script) -> None:
    """Draw the market from the cards of one back, and put some more of them unseen on top of the deck (D4, D5)."""
    plan = rules.edition.market
    kind = [i for i, c in enumerate(rules.cards) if c.back == plan.opening_back]
    if script.deck is None and script.market is None:
        drawn = shuffle(p, kind)
        p.market = sorted(drawn[: plan.places])
        _lay_deck(rules, p, script, Stacks(rules, p.market, drawn[plan.places : plan.places + plan.top_cards]))
        return
    if script.market is None:
        raise ScriptMismatch("with a scripted deck the market must be scripted as well: it is drawn too", {})
    if any(c not in kind for c in script.market):
        raise ScriptMismatch(
            f"the market is drawn from the cards with {plan.opening_back} backs", {"market": rules.refs(script.market)}
        )
    p.market = sorted(script.market)
    left = [c for c in kind if c not in p.market]
    if script.deck is None:
        _lay_deck(rules, p, script, Stacks(rules, p.market, shuffle(p, left)[: plan.top_cards]))
        return
    top = script.deck[: plan.top_cards]
    if any(c not in kind or c in p.market for c in top):
        raise _mismatch(f"a card with a {plan.opening_back} back lies on top", top=rules.refs(top))
    _lay_deck(rules, p, script, Stacks(rules, p.market, top))


def opening_from_deck(rules: Rules, p: Position, script: Script) -> None:
    """Put cards of one back on top of the deck, and lay out the market from it (L5, L6)."""
    plan = rules.edition.market
    kind = [i for i, c in enumerate(rules.cards) if c.back == plan.opening_back and rules.for_sale[i]]
    if script.market is not None:
        raise ScriptMismatch("the market is laid out from the deck: script the deck, its first cards are drawn", {})
    if script.deck is None:
        top = shuffle(p, kind)[: plan.top_cards]
    else:
        top = script.deck[: plan.top_cards]
        if any(c not in kind for c in top):
            raise _mismatch(f"{plan.top_cards} cards with {plan.opening_back} backs lie on top", top=rules.refs(top))
    _lay_deck(rules, p, script, Stacks(rules, p.market, top))
    drawn = p.deck[-plan.places :][::-1]
    p.deck = p.deck[: -plan.places]
    if p.events is not None:
        p.events += [ev.CardDrawn(rules.card_refs[c]) for c in drawn]
    p.market = sorted(drawn, key=lambda c: rules.rank[c])
    for hook in rules.hooks.on_laid_out:
        hook(rules, p)
    p.agenda.append(SETTLE)
    while p.agenda:  # "Step 3" is at the bottom, so only cards for the market can be drawn
        SETTLE.step(rules, p)


def known_top(rules: Rules, p: Position) -> tuple[int | None, int]:
    """Return what is known of the deck's top since set-up: the card, and how many cards have the opening's back."""
    plan = rules.edition.market
    if p.step_3 != STEP_3_TO_COME:
        return None, 0  # the whole deck was shuffled
    beside = len(plan.cards_beside) + (rules.step_3_card >= 0 and not plan.step_3_in_deck)
    drawn = len(rules.cards) - beside - len(p.removed) - (len(p.deck) - len(p.under_deck))
    if plan.prepare is not opening_from_deck:
        drawn -= plan.places
    top = rules.card(plan.deck_top) if plan.deck_top is not None and drawn == 0 else None
    return top, max(0, plan.top_cards - drawn)


class Stacks:
    """The cards of a deck in groups, given the first market. Games share its lists, so they must not be changed."""

    __slots__ = ("bottom", "boxed", "groups", "late", "market", "rest", "top")

    def __init__(self, rules: Rules, market: list[int], top: list[int]) -> None:
        plan = rules.edition.market
        step_3 = [] if rules.step_3_card < 0 else [rules.step_3_card]
        self.market = sorted(market)
        self.top = top
        self.late = [c for c in [rules.card(ref) for ref in plan.late_cards] if c not in market]
        """Cards shuffled in after others were removed."""
        apart = {*market, *step_3, *top, *self.late, *[rules.card(ref) for ref in plan.cards_beside]}
        self.rest = [i for i in range(len(rules.cards)) if i not in apart]
        self.bottom = step_3 if plan.step_3_in_deck else []
        self.boxed = [] if plan.step_3_in_deck else step_3
        groups: dict[str, list[int]] = {}
        for c in self.rest:
            groups.setdefault(rules.cards[c].back or "", []).append(c)
        self.groups = dict(sorted(groups.items()))
        """The other cards, by back."""


def _printed_top(rules: Rules, market: list[int]) -> list[int]:
    """Return the known plant on top of the deck, unless it is in the market."""
    ref = rules.edition.market.deck_top
    return [] if ref is None or rules.card(ref) in market else [rules.card(ref)]


@lru_cache(maxsize=STACKS_CACHE_SIZE)
def _default_stacks(rules: Rules) -> Stacks:
    """Return the stacks for a market that is always the same, computed once for all games of a kind."""
    market = [rules.card(ref) for ref in rules.edition.market.opening]
    return Stacks(rules, market, _printed_top(rules, market))


def _lay_deck(rules: Rules, p: Position, script: Script, stacks: Stacks) -> None:
    """Lay the deck: shuffle the rest, remove some of each back unseen, put "Step 3" at the bottom."""
    top, late, groups = stacks.top, stacks.late, stacks.groups
    if stacks.boxed:
        p.out_of_game = stacks.boxed
    if script.deck is None:
        kept: list[int] = []
        for back, cards in groups.items():
            mixed = shuffle(p, cards)
            out = rules.row.removed.get(back, 0)
            p.removed = sorted([*p.removed, *mixed[:out]])
            kept += mixed[out:]
        if len(groups) > 1 or late:
            kept = shuffle(p, [*kept, *late])
        deck = [*top, *kept, *stacks.bottom]
    else:
        deck = script.deck
        _check(rules, deck, groups, [*top, *late], stacks.bottom)
        p.removed = [c for c in stacks.rest if c not in deck]
    p.deck = deck[::-1]
    if p.events is not None:
        p.events.append(ev.CardsRemoved(len(p.removed), rules.refs(p.removed)))
        p.events.append(ev.DeckShuffled(len(deck), rules.refs(deck)))


def _mismatch(message: str, **facts: CardRef | int | list[CardRef]) -> ScriptMismatch:
    return ScriptMismatch(f"the scripted deck cannot be followed: {message}", facts)


def _check(rules: Rules, deck: list[int], groups: dict[str, list[int]], top: list[int], bottom: list[int]) -> None:
    """Refuse a scripted deck that this edition cannot have."""
    rest = [c for cards in groups.values() for c in cards]
    foreign = [c for c in deck if c not in rest and c not in bottom and c not in top]
    if foreign:
        raise _mismatch(f"{rules.refs(foreign)} not in the deck of this game", cards=rules.refs(foreign))
    missing = [c for c in (*top, *bottom) if c not in deck]
    if missing:
        raise _mismatch(f"{rules.refs(missing)} cannot be among the cards taken out", missing=rules.refs(missing))
    for back, cards in groups.items():
        out = rules.row.removed.get(back, 0)
        left = [c for c in cards if c in deck]
        if len(left) != len(cards) - out:
            kind = f" with {back} backs" if back else ""
            total = len(cards) - out + (len(top) + len(bottom) if len(groups) == 1 else 0)
            there = len(left) + (len(top) + len(bottom) if len(groups) == 1 else 0)
            raise _mismatch(
                f"it has {there} cards{kind}, but with {rules.players} players {total} are left in it ({out} are out)",
                cards=there,
                expected=total,
            )
    if bottom and deck[-1:] != bottom:
        raise _mismatch(f"card {rules.card_refs[bottom[0]]!r} lies at the bottom", bottom=rules.card_refs[bottom[0]])
