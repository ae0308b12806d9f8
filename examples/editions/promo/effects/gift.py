"""Everybody gets money the moment the card is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from stromnetz.editions.files.extension_points import Effect
from stromnetz.editions.files.schema import Field, Table, Whole
from stromnetz.engine.edition import Edition
from stromnetz.engine.events import Event
from stromnetz.engine.market import box
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules


@dataclass(slots=True, frozen=True)
class GiftMade(Event):
    seat: int
    income: int


def draw(elektro: int, rules: Rules, p: Position, card: int) -> None:
    for seat in range(rules.players):
        p.money[seat] += elektro
        if p.events is not None:
            p.events.append(GiftMade(seat, elektro))
    box(rules, p, card, "Q0")


class GiftEffect(Effect):
    about = "everyone gets money"
    shape = Table({"elektro": Field(Whole(1, 100), "what each player gets")})

    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        edition.market.draws[id] = partial(draw, values["elektro"])


EFFECT = GiftEffect()
