"""Positions as far as one seat knows them, as JSON. Reading one draws at random what it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .face_down import FaceDown
from .files import json_values as rd
from .files import position_json
from .redaction import UNKNOWN
from .rollouts import money_range
from .variants import variants_json

if TYPE_CHECKING:
    from .views import View

HIDDEN = ("seed", "shuffles", "reshuffle")
"""What no seat knows of a position."""


def seen_position(view: View) -> dict[str, Any]:
    """Return the position that a view shows. Of the deck and of the cards removed unseen, it has only the numbers."""
    rules, p = view._rules, view._p
    known = p.copy()
    known.deck, known.removed = [], []
    data = position_json.dump(rules, known)
    for key in HIDDEN:
        del data[key]
    data["deck"], data["removed"] = len(p.deck), len(p.removed)
    if p.deck and p.deck[-1] != UNKNOWN:
        data["deck_top"] = rules.card_refs[p.deck[-1]]
    if view.deck_back is not None:
        data["deck_back"] = view.deck_back
    for player in view.players:
        if player.money is None and not player.neutral:
            del data["players"][player.seat]["money"]
    shared = {"edition": view.edition, "map": view.map, "options": variants_json(view.options)}
    return {"format": "stromnetz-position", "version": position_json.POSITION_VERSION, **shared, **data}


def is_seen_position(data: Mapping[str, Any]) -> bool:
    """Whether the order of the deck is left open."""
    return "agenda" in data and type(data.get("deck")) is int


def restore_seen(rules: Rules, data: Mapping[str, Any], seed: int) -> Position:
    """Return a position that agrees with this one; all that do are equally likely."""
    rng = Random(seed)
    top = rules.card(data["deck_top"]) if "deck_top" in data else None
    back = data.get("deck_back")
    deck = rd.integer(data["deck"], "deck", 0 if top is None else 1, len(rules.cards))
    removed = rd.integer(data.get("removed"), "removed", 0, len(rules.cards))
    fields = {key: value for key, value in data.items() if key not in ("deck_top", "deck_back")}
    fields |= {"deck": [], "removed": [], "seed": rng.getrandbits(SEED_BITS), "shuffles": 0, "reshuffle": None}

    def deal(p: Position) -> None:
        p.deck, p.removed = [UNKNOWN] * deck, [UNKNOWN] * removed
        seen = position_json.cards_in(rules, p)
        unseen = set(range(len(rules.cards))) - set(seen)
        if len(unseen) != deck + removed or (top is not None and top not in unseen):
            raise BadInput(
                f"{len(unseen)} cards are hidden: they cannot be {deck} in the deck and {removed} removed",
                {"deck": deck, "removed": removed},
            )
        if top is not None:
            p.deck[-1] = top
        try:
            FaceDown(rules, p, back).deal(p, rng)
            for seat, player in enumerate(data["players"]):
                if "money" not in player:
                    least, most = money_range(rules, p, seat)
                    p.money[seat] = rng.randint(least, most)
            for hook in rules.hooks.on_pause:
                hook(rules, p)
        except (IndexError, OverflowError, ValueError):
            raise BadInput("no hidden cards and money agree with this position", {}) from None

    if back is not None and back not in {card.back for card in rules.cards}:
        raise BadInput(f"no card has the back {short_repr(back)}", {"deck_back": short_repr(back)})
    return position_json.restore(rules, fields, deal)
