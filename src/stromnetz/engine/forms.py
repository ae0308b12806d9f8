"""The forms of a move's fields: what each of them is in JSON, checked where it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import MOST_BITS, BadInput, shown


class Form:
    """One form: ``what`` a value must be, for those who send another."""

    what = "a text"

    def read(self, kind: str, name: str, value: Any) -> Any:
        """The value of a field as JSON data has it."""
        if not isinstance(value, str):
            raise self.refused(kind, name, value)
        return value

    def refused(self, kind: str, name: str, value: Any) -> BadInput:
        return BadInput(
            f"'{name}' of a '{kind}' move must be {self.what}, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )


class City(Form):
    """The id of a city, or what takes the place of one; people may type its name."""


class Whole(Form):
    what = "a whole number of 0 or more"

    def read(self, kind: str, name: str, value: Any) -> int:
        # bool is an int to Python, but `true` is no amount of money
        if type(value) is not int or value < 0:
            raise self.refused(kind, name, value)
        if value.bit_length() > MOST_BITS:
            raise BadInput(
                f"'{name}' of a '{kind}' move must be a number of at most {MOST_BITS:,} bits, not {shown(value)}",
                {"field": name, "value": shown(value)},
            )
        return value


class Card(Form):
    what = "a card's number or id"

    def read(self, kind: str, name: str, value: Any) -> int | str:
        if type(value) is not int and not isinstance(value, str):
            raise self.refused(kind, name, value)
        return value


class Cards(Form):
    what = "a list"

    def read(self, kind: str, name: str, value: Any) -> list[int | str]:
        if not isinstance(value, list | tuple):
            raise self.refused(kind, name, value)
        return [CARD.read(kind, name, one) for one in value]


class Amounts(Form):
    what = "an object of fuel and amount"

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def read(self, kind: str, name: str, value: Any) -> dict[str, int] | None:
        if value is None and self.optional:
            return None
        if type(value) is not dict and not isinstance(value, Mapping):
            raise self.refused(kind, name, value)
        return {TEXT.read(kind, name, fuel): WHOLE.read(kind, name, count) for fuel, count in value.items()}


TEXT, CITY, WHOLE, CARD, CARDS = Form(), City(), Whole(), Card(), Cards()
AMOUNTS, MAYBE_AMOUNTS = Amounts(), Amounts(optional=True)
