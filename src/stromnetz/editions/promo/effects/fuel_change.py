"""Effect: drawing the card moves fuel."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.extension_points import Effect
from stromnetz.editions.files.file_schemas import COUNT, ID, optional_field
from stromnetz.editions.files.schema import Field, Keyed, OneOf, Table
from stromnetz.editions.modules import fuel_change
from stromnetz.engine.edition import Edition


class FuelChangeEffect(Effect):
    order = 50
    about = "fuel is moved when the card is drawn"
    shape = Table(
        {
            "which": Field(OneOf(("cheapest", "dearest")), "the fuel that is moved"),
            "to": Field(OneOf(("supply", "market")), "where it is moved to"),
            "markers": Field(COUNT, "how many of them"),
            "few": optional_field(Keyed(ID, COUNT), "how many of a scarcer fuel"),
        }
    )

    def fuels(self, values: dict[str, Any]) -> list[str]:
        return list(values.get("few", {}))

    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        fuel_change.add_fuel_change(edition, id, values)


EFFECT = FuelChangeEffect()
