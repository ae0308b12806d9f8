"""The phases of a round, and how market and deck are prepared (C3)."""

from __future__ import annotations

from stromnetz.engine import events as ev
from stromnetz.engine.edition import STEP_3, Edition, Phase, Script, Turns
from stromnetz.engine.errors import ScriptMismatch
from stromnetz.engine.moves import CardRef
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.setup import shuffle

SET_ORDER = ("set-order",)
AUCTIONS = (("auctions",), ("unsold",), ("step-3-due",))
FUEL = Phase("fuel", (("turns", "fuel", 0),))
BUILDING = Phase("building", (("turns", "build", 0), ("end-check",)))
BUREAUCRACY = Phase("bureaucracy", (("step-2",), ("turns", "run", 0), ("refill",), ("update",)))

# The drawn order stands for the first auctions and is set anew after them (O2); everybody must buy (A3).
FIRST_ROUND = (
    Phase("order", ()),
    Phase("auctions", (*AUCTIONS, SET_ORDER), must_buy=True, defers_step_3=True),
    FUEL,
    BUILDING,
    BUREAUCRACY,
)
LATER_ROUNDS = (
    Phase("order", (SET_ORDER,)),
    Phase("auctions", AUCTIONS, defers_step_3=True),
    FUEL,
    BUILDING,
    BUREAUCRACY,
)


def rounds(number: int) -> tuple[Phase, ...]:
    return FIRST_ROUND if number == 1 else LATER_ROUNDS


def change(edition: Edition) -> None:
    edition.rounds = rounds
    edition.turns |= {
        "fuel": Turns(("fuel",), reverse=True),
        "build": Turns(("build",), reverse=True),
        "run": Turns(("run",), reverse=False),
    }
    edition.prepare = prepare


def prepare(g: Rules, p: Position, script: Script) -> None:
    """Market open; the deck shuffled, some cards out unseen, "Step 3" at the bottom and one plant on top (C3, C4)."""
    edition = g.edition
    opening = [g.card(ref) for ref in edition.opening]
    p.market = sorted(script.market if script.market is not None else opening)
    step_3 = [i for i, c in enumerate(g.cards) if c.kind == STEP_3]
    top = [] if edition.deck_top is None else [g.card(edition.deck_top)]
    top = [c for c in top if c not in p.market]
    rest = [i for i in range(len(g.cards)) if i not in p.market and i not in step_3 and i not in top]
    bottom = step_3 if edition.step_3_in_deck else []
    if not edition.step_3_in_deck:
        p.boxed = list(step_3)
    out = g.row.removed
    if script.deck is None:
        mixed = shuffle(p, rest)
        p.removed = sorted(mixed[:out])
        deck = [*top, *mixed[out:], *bottom]
    else:
        deck = script.deck
        _check(g, deck, rest, top, bottom)
        if script.market is None and top and deck[:1] != top:
            raise _mismatch(f"card {g.card_refs[top[0]]} lies on top", top=g.card_refs[top[0]])
        named = set(deck)
        p.removed = [c for c in rest if c not in named]
    p.deck = deck[::-1]
    if p.events is not None:
        p.events.append(ev.CardsRemoved(len(p.removed), g.refs(p.removed)))
        p.events.append(ev.DeckShuffled(len(deck), g.refs(deck)))


def _mismatch(message: str, **facts: CardRef | int | list[CardRef]) -> ScriptMismatch:
    return ScriptMismatch(f"the scripted deck cannot be followed: {message}", facts)


def _check(g: Rules, deck: list[int], rest: list[int], top: list[int], bottom: list[int]) -> None:
    """Whether a scripted deck can be one of this edition. With a market of one's own any card may lie on top."""
    foreign = [c for c in deck if c not in rest and c not in bottom and c not in top]
    if foreign:
        raise _mismatch(f"{g.refs(foreign)} not in the deck of this game", cards=g.refs(foreign))
    missing = [c for c in (*top, *bottom) if c not in deck]
    if missing:
        raise _mismatch(f"{g.refs(missing)} cannot be among the cards taken out", missing=g.refs(missing))
    size = len(rest) + len(top) + len(bottom) - g.row.removed
    if len(deck) != size:
        raise _mismatch(
            f"it has {len(deck)} cards, but with {g.players} players {size} are left in it ({g.row.removed} are out)",
            cards=len(deck),
            expected=size,
        )
    if bottom and deck[-1:] != bottom:
        raise _mismatch(f"card {g.card_refs[bottom[0]]!r} lies at the bottom", bottom=g.card_refs[bottom[0]])
