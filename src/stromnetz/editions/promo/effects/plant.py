"""Effect: the card is a plant (Q2)."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.extension_points import Effect
from stromnetz.editions.files.file_schemas import ID, SENTENCE, optional_field
from stromnetz.editions.files.schema import Either, Field, Flag, ListOf, OneOf, Table, Whole
from stromnetz.engine.edition import PLANT, Card, Edition
from stromnetz.engine.market import box_smallest, draw_plant
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

RANKS = 10
"""Free ranks between two plant numbers."""


def drive_out(rules: Rules, p: Position, card: int) -> None:
    """Add the plant to the market, then remove the smallest plant on offer, possibly itself (Q2a)."""
    draw_plant(rules, p, card)
    if card in p.market:
        box_smallest(rules, p, "Q2")


class PlantEffect(Effect):
    order = 10
    about = "the card is a plant"
    shape = Table(
        {
            "number": Field(Whole(1, 999), "its minimum bid"),
            "printed": optional_field(SENTENCE, "the number as printed, if different"),
            "after": Field(Whole(0, 999), "the number it is sorted behind"),
            "fuels": Field(Either(OneOf(("any",)), ListOf(ID)), "what it can burn"),
            "burns": Field(Whole(0, 9), "markers that one run burns"),
            "cities": Field(Whole(1, 20), "cities that one run powers"),
            "drives_out_smallest": optional_field(
                Flag(), "whether it removes the smallest plant from the market when drawn"
            ),
        }
    )

    def fuels(self, values: dict[str, Any]) -> list[str]:
        named = values["fuels"]
        return named if isinstance(named, list) else []

    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        if values.get("drives_out_smallest"):
            edition.market.draws[id] = drive_out

    def shuffle_in(self, edition: Edition, id: str, values: dict[str, Any], place: int) -> None:
        bit = {f.id: 1 << i for i, f in enumerate(edition.printed.fuels)}
        mask = sum(bit[f] for f in (bit if values["fuels"] == "any" else values["fuels"]))
        rank, number = values["after"] * RANKS + 1, values["number"]
        card = Card(id, PLANT, rank, number, mask, values["burns"], values["cities"], minimum_bid=number)
        edition.printed.cards.append(card)
        self.join_box(edition, id, values)
        edition.market.late_cards.append(id)


EFFECT = PlantEffect()
