"""Effect: the card is auctioned as soon as it is drawn."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.extension_points import Effect
from stromnetz.editions.files.file_schemas import COUNT, optional_field
from stromnetz.editions.files.schema import Field, Flag, Table, Whole
from stromnetz.editions.modules.auctioned_card import AuctionedCard
from stromnetz.engine.edition import Edition


class AuctionEffect(Effect):
    order = 20
    about = "the card is auctioned when it is drawn"
    shape = Table(
        {
            "minimum_bid": Field(Whole(0, 999), "of its auction"),
            "on_plant": optional_field(Flag(), "whether it is put on a plant of its owner"),
            "gains": Field(
                Table(
                    {
                        "output": optional_field(COUNT, "extra cities that the plant under it powers"),
                        "cities": optional_field(COUNT, "connected cities that are not on the map"),
                        "places_back": optional_field(COUNT, "positions that its owner moves back in turn order"),
                        "stores": optional_field(COUNT, "markers of any fuel that it holds"),
                    }
                ),
                "what its owner gains",
            ),
        }
    )

    def minimum_bid(self, values: dict[str, Any]) -> int:
        bid: int = values["minimum_bid"]
        return bid

    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        edition.add_module(AuctionedCard(id, values))


EFFECT = AuctionEffect()
