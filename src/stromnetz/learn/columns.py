"""The columns of positions and options, by name, and the scales in which their numbers are written.

Every number is a whole number over a fixed scale, as a float of 32 bits: 13 coins are 13 / `COINS`.
"""

from __future__ import annotations

from struct import pack
from typing import Final, NamedTuple

VERSION = 1
"""Version of the columns of the encoder; increase it when one is added, moved or removed."""
OUTLOOK_VERSION = 2
"""Version of the columns of the outlook; increase it when one is added, moved or removed."""

FIFTHS: Final = 5
TENTHS: Final = 10
TWENTIETHS: Final = 20
MARKERS: Final = 24
BIDS: Final = 50
COINS: Final = 100
INCOMES: Final = 150
NUMBERS: Final = 50
"""Numbers of cards."""
BURNT: Final = 3
SUPPLIED: Final = 7
"""What a plant burns, and the cities that it supplies."""

NEXT_CITIES: Final = 3
"""Next cities of which the encoder gives the price."""
LOOKAHEAD_CITIES: Final = 5
"""Next cities that the outlook looks for."""

# --- positions --------------------------------------------------------------------------------------------------------


class Section(NamedTuple):
    """A part of an encoded position: from an offset on, some rows with the same columns.

    >>> part = Section("fuels", 40, 4, ("in the market", "price"))
    >>> part.offset + part.rows * len(part.columns)
    48
    """

    name: str
    offset: int
    rows: int
    columns: tuple[str, ...]


TABLE = (
    "step 1",
    "step 2",
    "step 3",
    "step 3 to come",
    "step 3 on offer",
    "step 3 changed",
    "to decide",
    "round",
    "deck",
    "under",
    "places",
    "most cities",
    "to step 2",
    "to the end",
)
AUCTION = ("running", "bid", "own bid", "still in", "rivals in")
FUEL = ("in market", "price of 1", "price of 3", "price of 6", "supply", "refill")
COMPANY = ("money known", "money", "cities", "order", "bought", "left", "supplies", "income")
STATUS = ("current", "future", "own", "others", "under", "out")
"""Where a card can be; nowhere of these: in the deck, or taken out unseen."""
CITY = ("own house", "houses", "open", "price", "connection")
AHEAD = tuple([f"next {i + 1}" for i in range(NEXT_CITIES)])

OUTLOOK_RACE = ("lead in cities", "lead in supply", "lead in supply then", "lead in capacity")
OUTLOOK_COMPANY = (
    *[f"next {i + 1}" for i in range(LOOKAHEAD_CITIES)],
    "fuel",
    "affords",
    "affords after fuel",
    "cities then",
    "supplies then",
)

# --- options ----------------------------------------------------------------------------------------------------------

OPTION_SCALES: Final = {
    "kind": 1,
    "card": 1,
    "city": 1,
    "fuel": 1,
    "cost": COINS,
    "money left": COINS,
    "most": COINS,
    "number": NUMBERS,
    "burns": BURNT,
    "cities": SUPPLIED,
    "powers": TWENTIETHS,
    "powers more": TWENTIETHS,
    "income more": INCOMES,
    "place cost": TWENTIETHS,
    "connection cost": COINS,
    "cities then": TWENTIETHS,
    "supplied": TWENTIETHS,
    "income": INCOMES,
    "burnt": TENTHS,
    "amount": TENTHS,
}
"""The columns of an option with their scales. The first four look something up, 0 for nothing."""
OPTION = tuple(OPTION_SCALES)
OPTION_SIZE: Final = len(OPTION)
LOOKED_UP: Final = 4
"""Columns of an option that look something up."""

LOOK_SCALES: Final = {
    "fuel": COINS,
    "money after fuel": COINS,
    "affords": FIFTHS,
    "affords after fuel": FIFTHS,
    "capacity": TWENTIETHS,
    "capacity over cities": TENTHS,
    "supplies": TWENTIETHS,
    "income": INCOMES,
    "supplies then": TWENTIETHS,
    "income then": INCOMES,
    "lead in supply": TENTHS,
    "lead in supply then": TENTHS,
    "next 1": COINS,
    "next 2": COINS,
    "next 3": COINS,
    "reaches the end": 1,
    "to the end": TWENTIETHS,
    "reaches step 2": 1,
    "lead in cities": TENTHS,
    "rivals behind": FIFTHS,
    "larger cards": FIFTHS,
    "fuel of the card": COINS,
    "capacity more": TENTHS,
    "rivals who can pay": FIFTHS,
    "plants with its fuel": FIFTHS,
    "replaced": TENTHS,
    "above the minimum": BIDS,
    "missing fuel": TENTHS,
    "in market then": MARKERS,
    "supplies again": TWENTIETHS,
}
"""The columns of the outlook of an option with their scales."""
LOOK = tuple(LOOK_SCALES)
LOOK_SIZE: Final = len(LOOK)


def option_piece(**values: float) -> bytes:
    """The bytes of columns of an option that follow each other, by their names with underscores.

    >>> option_piece(cost=30, money_left=20) == row(0.3, 0.2)
    True
    >>> option_piece(cost=30, most=20)
    Traceback (most recent call last):
    ...
    ValueError: these are not columns of an option one after another: cost, most
    """
    names = [name.replace("_", " ") for name in values]
    first = OPTION.index(names[0])
    if OPTION[first : first + len(names)] != tuple(names):
        raise ValueError(f"these are not columns of an option one after another: {', '.join(names)}")
    return row(*[value / OPTION_SCALES[name] for name, value in zip(names, values.values(), strict=True)])


def option_zeros(first: str, last: str) -> bytes:
    """Zeros for the columns of an option from one to another.

    >>> len(option_zeros("most", "cities")) == 4 * 4
    True
    """
    return bytes(4 * (OPTION.index(last) - OPTION.index(first) + 1))


# --- numbers as bytes -------------------------------------------------------------------------------------------------


def number(value: float) -> bytes:
    return pack("f", value)


def row(*values: float) -> bytes:
    return pack(f"{len(values)}f", *values)


def numbers_up_to(most: int, scale: int) -> list[bytes]:
    """The whole numbers from 0 on over a scale, each as bytes."""
    return [pack("f", n / scale) for n in range(most + 1)]


def one_hot(size: int, index: int) -> bytes:
    return row(*[1.0 if i == index else 0.0 for i in range(size)])


ZERO, ONE = number(0), number(1)
IN_TENTHS: Final = numbers_up_to(60, TENTHS)
IN_TWENTIETHS: Final = numbers_up_to(60, TWENTIETHS)
IN_HUNDREDTHS: Final = numbers_up_to(1000, COINS)
PLAYED, NEUTRAL = row(1, 0), row(1, 1)
"""Whether a company is there, and whether nobody plays it."""
KNOWN_MONEY: Final = [PLAYED + row(1, n / COINS) for n in range(1001)]
"""A company that somebody plays with money that is known, and how much."""
UNKNOWN: Final = row(0, 0)
FLAGS: Final = [row(float(i & 1), float(i >> 1)) for i in range(4)]
