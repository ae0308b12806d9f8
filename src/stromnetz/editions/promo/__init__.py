"""The promo cards: one data file each, based on a few effects (Q0 to Q13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stromnetz.editions.files.loader import promo_cards, promo_effects
from stromnetz.editions.files.schema import Data
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, short_repr


def check_promo(edition_id: str, there: Iterable[str], takes: Iterable[str], chosen: Any) -> tuple[str, ...]:
    """Return the chosen cards sorted by id; refuses unknown cards and those that the edition includes."""
    known = promo_cards()
    if isinstance(chosen, str) or not isinstance(chosen, list | tuple | set | frozenset):
        raise BadInput(f"option 'promo' is a list of cards, not {short_repr(chosen)}", {"option": "promo"})
    names = list(chosen)
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise BadInput(
                f"there is no promo card {short_repr(name)}; there are {', '.join(known)}", {"card": short_repr(name)}
            )
        if name in there:
            raise BadInput(f"{edition_id} has {name!r} in its box already: it cannot be added again", {"card": name})
        if name not in takes:
            raise BadInput(f"{edition_id} has not the fuels of {name!r}: it cannot be added", {"card": name})
    if len(set(names)) != len(names):
        raise BadInput("a promo card is named twice", {"promo": names})
    return tuple(sorted(names))


def add_promo(edition: Edition, chosen: Iterable[str]) -> None:
    """Shuffle the chosen cards into an edition. Effects on the order come before effects on the last player."""
    order = {effect: i for i, effect in enumerate(promo_effects())}
    cards = [(id, *_effect(id)) for id in chosen]
    cards.sort(key=lambda card: order[card[1]])
    for place, (id, key, values) in enumerate(cards):
        promo_effects()[key].shuffle_in(edition, id, values, place)


def join_box(edition: Edition, id: str) -> None:
    """Make a promo card work that is included in an edition."""
    key, values = _effect(id)
    promo_effects()[key].join_box(edition, id, values)


def _effect(id: str) -> tuple[str, Data]:
    data = promo_cards()[id]
    return next((key, data[key]) for key in promo_effects() if key in data)
