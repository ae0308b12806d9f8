"""The promo cards: one data file each, played by a small vocabulary of effects (Q0 to Q13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stromnetz.editions.files.loading import promo_cards
from stromnetz.editions.modules import auctioned, espionage, fuel_change, taxes
from stromnetz.engine.edition import NEVER, PLANT, Card, Edition
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.market import box_smallest, draw_plant
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

Table = dict[str, Any]
EFFECTS = ("plant", "auction", "espionage", "taxes", "fuel_change")
RANKS = 10
"""Ranks between two numbers."""


def check_promo(edition_id: str, there: Iterable[str], takes: Iterable[str], chosen: Any) -> tuple[str, ...]:
    """The chosen cards in the order of their ids; refused are unknown ones, and those the edition has anyway."""
    known = promo_cards()
    if isinstance(chosen, str) or not isinstance(chosen, list | tuple | set | frozenset):
        raise BadInput(f"option 'promo' is a list of cards, not {shown(chosen)}", {"option": "promo"})
    names = list(chosen)
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise BadInput(f"there is no promo card {shown(name)}; there are {', '.join(known)}", {"card": shown(name)})
        if name in there:
            raise BadInput(f"{edition_id} has {name!r} in its box already: it cannot be added again", {"card": name})
        if name not in takes:
            raise BadInput(f"{edition_id} has not the fuels of {name!r}: it cannot be added", {"card": name})
    if len(set(names)) != len(names):
        raise BadInput("a promo card is named twice", {"promo": names})
    return tuple(sorted(names))


def add_promo(edition: Edition, chosen: Iterable[str]) -> None:
    """Shuffle the chosen cards into an edition. What moves a player back comes before what is given to the last."""
    order = {effect: i for i, effect in enumerate(EFFECTS)}
    tables = [promo_cards()[name] for name in chosen]
    tables.sort(key=lambda t: order[next(key for key in t if key in order)])
    for i, table in enumerate(tables):
        id = table["id"]
        if "plant" in table:
            add_plant(edition, id, table["plant"])
            continue
        bid = table.get("auction", {}).get("minimum_bid", 0)
        edition.cards.append(Card(id, id, 2 * NEVER + i, minimum_bid=bid))
        if "auction" in table:
            auctioned.add(edition, id, table["auction"])
        elif "espionage" in table:
            espionage.add(edition, id, table["espionage"]["round"])
        elif "taxes" in table:
            taxes.add(edition, id, table["taxes"]["part"], table["taxes"]["from_step"])
        else:
            fuel_change.add(edition, id, table["fuel_change"])
        if "espionage" not in table:
            edition.late_cards.append(id)


def add_plant(edition: Edition, id: str, plant: Table) -> None:
    bit = {f.id: 1 << i for i, f in enumerate(edition.fuels)}
    fuels = list(bit) if plant["fuels"] == "any" else plant["fuels"]
    mask = sum(bit[f] for f in fuels)
    rank = plant["after"] * RANKS + 1
    edition.cards.append(
        Card(id, PLANT, rank, plant["number"], mask, plant["burns"], plant["cities"], minimum_bid=plant["number"])
    )
    edition.late_cards.append(id)
    if plant.get("drives_out_smallest"):
        edition.draws[id] = drive_out


def drive_out(rules: Rules, p: Position, card: int) -> None:
    """Sorted in first; then the smallest of all on offer goes, be it itself (Q2a)."""
    draw_plant(rules, p, card)
    if card in p.market:
        box_smallest(rules, p, "Q2")
