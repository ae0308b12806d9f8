"""Effect: everyone pays taxes, once per game."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.extension_points import Effect
from stromnetz.editions.files.schema import Field, Table, Whole
from stromnetz.editions.modules.taxes import Taxes
from stromnetz.engine.edition import Edition


class TaxesEffect(Effect):
    order = 40
    about = "everyone pays, once per game"
    shape = Table(
        {
            "part": Field(Whole(1, 100), "players pay one Elektro in this many"),
            "from_step": Field(Whole(1, 3), "if drawn before this step, it goes under the deck"),
        }
    )

    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        edition.add_module(Taxes(id, values["part"], values["from_step"]))


EFFECT = TaxesEffect()
