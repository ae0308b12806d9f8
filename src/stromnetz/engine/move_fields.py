"""The types of the fields of moves, which check JSON values while reading them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from .errors import MAX_INT_BITS, BadInput, short_repr

Fuel = tuple[tuple[str, int], ...]
"""Amounts by fuel in canonical form: sorted by name, without zeros."""


MAX_UNCHECKED_INT: Final = 1 << 60
"""Up to this number, bits need no counting."""


class Form:
    """A text; base class of all field types. ``what`` describes the type in messages."""

    description = "a text"

    def read(self, kind: str, name: str, value: Any) -> Any:
        """Return the field's value from JSON data."""
        if not isinstance(value, str):
            raise self.refused(kind, name, value)
        return value

    def refused(self, kind: str, name: str, value: Any) -> BadInput:
        return BadInput(
            f"'{name}' of a '{kind}' move must be {self.description}, not {short_repr(value)}",
            {"field": name, "value": short_repr(value)},
        )


class City(Form):
    """The id of a city, or of whatever takes a city's place; in the notation, people may type its name."""


class Whole(Form):
    description = "a whole number of 0 or more"

    def read(self, kind: str, name: str, value: Any) -> Any:
        # bool is a subclass of int, but `true` is no amount of money
        if type(value) is not int:
            raise self.refused(kind, name, value)
        amount: int = value
        if amount < 0:
            raise self.refused(kind, name, value)
        if amount > MAX_UNCHECKED_INT and amount.bit_length() > MAX_INT_BITS:
            raise BadInput(
                f"'{name}' of a '{kind}' move must be a number of at most {MAX_INT_BITS:,} bits, "
                f"not {short_repr(value)}",
                {"field": name, "value": short_repr(value)},
            )
        return value


class Card(Form):
    description = "a card's number or id"

    def read(self, kind: str, name: str, value: Any) -> int | str:
        if type(value) is not int and not isinstance(value, str):
            raise self.refused(kind, name, value)
        return value


class Cards(Form):
    description = "a list"

    def read(self, kind: str, name: str, value: Any) -> list[int | str]:
        if not isinstance(value, list | tuple):
            raise self.refused(kind, name, value)
        return [CARD.read(kind, name, one) for one in value]


class Amounts(Form):
    description = "an object of fuel and amount"

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def read(self, kind: str, name: str, value: Any) -> dict[str, int] | None:
        if value is None and self.optional:
            return None
        if type(value) is not dict and not isinstance(value, Mapping):
            raise self.refused(kind, name, value)
        return {TEXT.read(kind, name, fuel): WHOLE.read(kind, name, count) for fuel, count in value.items()}


TEXT, CITY, WHOLE, CARD, CARDS = Form(), City(), Whole(), Card(), Cards()
AMOUNTS, OPTIONAL_AMOUNTS = Amounts(), Amounts(optional=True)


def read_cards(value: Any, description: str, name: str) -> tuple[Any, ...]:
    """Return cards from a list or another collection; refuses texts, bytes and objects, which are iterable too."""
    if type(value) is list or type(value) is tuple:
        return tuple(value)
    if isinstance(value, str | bytes | bytearray | memoryview | Mapping) or not isinstance(value, Iterable):
        raise BadInput(f"{description} are a list, not {short_repr(value)}", {name: short_repr(value)})
    return tuple(value)


def amounts(fuel: Mapping[str, int] | Iterable[tuple[str, int]], name: str = "fuel") -> tuple[Fuel, tuple[str, ...]]:
    """Return fuel amounts in canonical form (sorted, added up, without zeros), and the fuels only named with 0.

    >>> amounts([("oil", 1), ("coal", 1), ("oil", 1), ("uranium", 0)])
    ((('coal', 1), ('oil', 2)), ('uranium',))
    """
    total: dict[str, int] = {}
    given: Any = fuel
    try:
        if isinstance(given, str | bytes | bytearray):
            raise TypeError
        for kind, count in given.items() if type(given) is dict or isinstance(given, Mapping) else given:
            if type(kind) is not str or type(count) is not int:
                raise TypeError
            if count < 0 or count.bit_length() > MAX_INT_BITS:
                raise BadInput(
                    f"an amount of fuel must be a whole number of 0 or more and at most {MAX_INT_BITS:,} bits, "
                    f"not {short_repr(count)}",
                    {name: short_repr(fuel)},
                )
            total[kind] = total[kind] + count if kind in total else count
    except (TypeError, ValueError):
        raise BadInput(f"'{name}' is whole amounts by fuel, not {short_repr(fuel)}", {name: short_repr(fuel)}) from None
    if 0 in total.values():
        return tuple(sorted([pair for pair in total.items() if pair[1]])), tuple([k for k, n in total.items() if not n])
    return tuple(sorted(total.items())), ()
