"""Effect: the holder of the card may look at the top card of the deck."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.extension_points import Effect
from stromnetz.editions.files.schema import Field, Table, Whole
from stromnetz.editions.modules.espionage import Espionage
from stromnetz.engine.edition import Edition


class EspionageEffect(Effect):
    order = 30
    about = "its holder may look at the top card of the deck"
    shape = Table({"round": Field(Whole(1, 99), "the round in which the last player gets it")})

    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        edition.add_module(Espionage(id, values["round"]))

    def shuffle_in(self, edition: Edition, id: str, values: dict[str, Any], place: int) -> None:
        """Add the card to an edition; it is never in the deck."""
        super().shuffle_in(edition, id, values, place)
        edition.market.late_cards.remove(id)


EFFECT = EspionageEffect()
