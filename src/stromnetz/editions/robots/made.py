"""All tiles by id, and a robot made of five of them."""

from __future__ import annotations

from typing import Any, cast

from . import abilities, auction, building, first_city, resources
from .tiles import ABILITY, AUCTION, BUILDING, FIRST_CITY, RESOURCES, SLOTS, Tile

BY_SLOT: dict[str, tuple[Tile, ...]] = {
    FIRST_CITY: first_city.TILES,
    AUCTION: auction.TILES,
    RESOURCES: resources.TILES,
    BUILDING: building.TILES,
    ABILITY: abilities.TILES,
}
TILES: dict[str, Tile] = {tile.id: tile for tiles in BY_SLOT.values() for tile in tiles}
SLOT_OF: dict[str, str] = {tile.id: slot for slot, tiles in BY_SLOT.items() for tile in tiles}


class Robot:
    """Five tiles, on a seat. It never changes."""

    __slots__ = ("ability", "auction", "building", "first_city", "resources", "seat", "tiles")

    def __init__(self, seat: int, tiles: tuple[str, ...]) -> None:
        self.seat = seat
        self.tiles = tiles
        """Their ids in the order of the slots."""
        held = {slot: TILES[id] for slot, id in zip(SLOTS, tiles, strict=True)}
        self.first_city = cast("first_city.FirstCityTile", held[FIRST_CITY])
        self.auction = cast("auction.AuctionTile", held[AUCTION])
        self.resources = cast("resources.ResourceTile", held[RESOURCES])
        self.building = cast("building.BuildingTile", held[BUILDING])
        self.ability = cast("abilities.Ability", held[ABILITY])

    def __reduce__(self) -> tuple[Any, ...]:
        return (Robot, (self.seat, self.tiles))
