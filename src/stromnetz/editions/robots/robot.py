"""A robot made of five tiles; tiles by id and slot; reading the robots of a game's options (R1 to R3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from stromnetz.engine.errors import BadInput, short_repr

from . import abilities, auction, construction, resources, start_choice
from .tiles import ABILITY, AUCTION, BUILDING, FIRST_CITY, RESOURCES, SLOTS, Tile

RANDOM = "random"
RobotSpec = str | tuple[str, ...]
"""``random``, or five tiles in the order of the slots."""

BY_SLOT: dict[str, tuple[Tile, ...]] = {
    FIRST_CITY: start_choice.TILES,
    AUCTION: auction.TILES,
    RESOURCES: resources.TILES,
    BUILDING: construction.TILES,
    ABILITY: abilities.TILES,
}
TILES: dict[str, Tile] = {tile.id: tile for tiles in BY_SLOT.values() for tile in tiles}
SLOT_OF: dict[str, str] = {tile.id: slot for slot, tiles in BY_SLOT.items() for tile in tiles}


class Robot:
    """A robot: five tiles and a seat. Immutable."""

    __slots__ = ("ability", "auction", "building", "first_city", "resources", "seat", "tiles")

    def __init__(self, seat: int, tiles: tuple[str, ...]) -> None:
        self.seat = seat
        self.tiles = tiles
        """Ids of the tiles in the order of the slots."""
        held = {slot: TILES[id] for slot, id in zip(SLOTS, tiles, strict=True)}
        self.first_city = cast("start_choice.FirstCityTile", held[FIRST_CITY])
        self.auction = cast("auction.AuctionTile", held[AUCTION])
        self.resources = cast("resources.ResourceTile", held[RESOURCES])
        self.building = cast("construction.BuildingTile", held[BUILDING])
        self.ability = cast("abilities.Ability", held[ABILITY])

    def __reduce__(self) -> tuple[Any, ...]:
        return (Robot, (self.seat, self.tiles))


def read_robot(value: Any) -> tuple[str, ...]:
    """Read five tiles, one for each slot, given in any order."""
    if not isinstance(value, list | tuple):
        raise BadInput(facts={"robot": short_repr(value)}, case="robot-shape")
    chosen: dict[str, str] = {}
    for id in value:
        if not isinstance(id, str) or id not in TILES:
            raise BadInput(facts={"unknown": short_repr(id), "known": list(TILES)}, case="robot-tile")
        slot = SLOT_OF[id]
        if slot in chosen:
            raise BadInput(facts={"slot": slot, "tile": chosen[slot], "other_tile": id}, case="robot-slot-twice")
        chosen[slot] = id
    for slot in SLOTS:
        if slot not in chosen:
            there = [tile.id for tile in BY_SLOT[slot]]
            raise BadInput(facts={"slot": slot, "known": there}, case="robot-slot-empty")
    return tuple([chosen[slot] for slot in SLOTS])


def read_robots(players: int, value: Any) -> tuple[RobotSpec, ...]:
    """Read all robots of a game."""
    if not isinstance(value, list | tuple):
        raise BadInput(facts={"robots": short_repr(value)}, case="robots-shape")
    specs: list[RobotSpec] = [RANDOM if one == RANDOM else read_robot(one) for one in value]
    if type(players) is int and len(specs) >= players:
        raise BadInput(facts={"robots": len(specs), "players": players}, case="robots-only")
    check_tiles(specs)
    return tuple(specs)


def check_tiles(specs: Sequence[RobotSpec]) -> None:
    """Refuse tiles that are used twice, or excluded when several robots play (R3)."""
    seen: set[str] = set()
    for id in [id for spec in specs if spec != RANDOM for id in spec]:
        if id in seen:
            raise BadInput(facts={"tile": id}, case="robot-tile-twice")
        if TILES[id].alone and len(specs) > 1:
            raise BadInput(facts={"tile": id}, case="robot-tile-barred")
        seen.add(id)
