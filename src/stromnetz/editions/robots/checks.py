"""Which robots a table asks for: each its five tiles, or that they are drawn; what cannot be is refused (R1 to R3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stromnetz.engine.errors import BadInput, shown

from .made import BY_SLOT, SLOT_OF, TILES
from .tiles import SLOTS

RANDOM = "random"
Wish = str | tuple[str, ...]
"""``random``, or five tiles in the order of the slots."""


def read_robot(value: Any) -> tuple[str, ...]:
    """Five tiles, one for each slot, named in any order."""
    if not isinstance(value, list | tuple):
        raise BadInput(facts={"robot": shown(value)}, case="robot-shape")
    chosen: dict[str, str] = {}
    for id in value:
        if not isinstance(id, str) or id not in TILES:
            raise BadInput(facts={"unknown": shown(id), "known": list(TILES)}, case="robot-tile")
        slot = SLOT_OF[id]
        if slot in chosen:
            raise BadInput(facts={"slot": slot, "tile": chosen[slot], "other_tile": id}, case="robot-slot-twice")
        chosen[slot] = id
    for slot in SLOTS:
        if slot not in chosen:
            there = [tile.id for tile in BY_SLOT[slot]]
            raise BadInput(facts={"slot": slot, "known": there}, case="robot-slot-empty")
    return tuple([chosen[slot] for slot in SLOTS])


def read_robots(players: int, value: Any) -> tuple[Wish, ...]:
    """All robots of a table."""
    if not isinstance(value, list | tuple):
        raise BadInput(facts={"robots": shown(value)}, case="robots-shape")
    wishes: list[Wish] = [RANDOM if one == RANDOM else read_robot(one) for one in value]
    if type(players) is int and len(wishes) >= players:
        raise BadInput(facts={"robots": len(wishes), "players": players}, case="robots-only")
    check_tiles(wishes)
    return tuple(wishes)


def check_tiles(wishes: Sequence[Wish]) -> None:
    """Each tile exists once, and one of them is for a robot that plays alone."""
    seen: set[str] = set()
    for id in [id for wish in wishes if wish != RANDOM for id in wish]:
        if id in seen:
            raise BadInput(facts={"tile": id}, case="robot-tile-twice")
        if TILES[id].alone and len(wishes) > 1:
            raise BadInput(facts={"tile": id}, case="robot-tile-barred")
        seen.add(id)
