"""The names of the columns of positions and options, and the scales of their numbers.

Each number is an integer divided by a fixed scale, as a 32-bit float: 13 coins are 13 / `COIN_SCALE`.
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
MARKER_SCALE: Final = 24
BID_SCALE: Final = 50
COIN_SCALE: Final = 100
INCOME_SCALE: Final = 150
NUMBER_SCALE: Final = 50
"""Scale of the numbers of cards."""
BURN_SCALE: Final = 3
SUPPLY_SCALE: Final = 7
"""Scales of the markers that a plant burns, and of the cities that it supplies."""

NEXT_CITIES: Final = 3
"""Number of next cities whose costs are encoded."""
LOOKAHEAD_CITIES: Final = 5
"""Number of next cities that the outlook considers."""

# --- positions --------------------------------------------------------------------------------------------------------


class Section(NamedTuple):
    """A section of an encoded position: rows with the same columns, from an offset on.

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
"""Where a card can be. None of these: in the deck, or removed unseen."""
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
    "cost": COIN_SCALE,
    "money left": COIN_SCALE,
    "most": COIN_SCALE,
    "number": NUMBER_SCALE,
    "burns": BURN_SCALE,
    "cities": SUPPLY_SCALE,
    "powers": TWENTIETHS,
    "powers more": TWENTIETHS,
    "income more": INCOME_SCALE,
    "place cost": TWENTIETHS,
    "connection cost": COIN_SCALE,
    "cities then": TWENTIETHS,
    "supplied": TWENTIETHS,
    "income": INCOME_SCALE,
    "burnt": TENTHS,
    "amount": TENTHS,
}
"""The columns of an option with their scales. The first four are indices (of kinds of moves, cards, cities, fuels),
with 0 for none."""
OPTION = tuple(OPTION_SCALES)
OPTION_SIZE: Final = len(OPTION)
INDEX_COLUMNS: Final = 4
"""Number of columns of an option that are indices."""

OPTION_OUTLOOK_SCALES: Final = {
    "fuel": COIN_SCALE,
    "money after fuel": COIN_SCALE,
    "affords": FIFTHS,
    "affords after fuel": FIFTHS,
    "capacity": TWENTIETHS,
    "capacity over cities": TENTHS,
    "supplies": TWENTIETHS,
    "income": INCOME_SCALE,
    "supplies then": TWENTIETHS,
    "income then": INCOME_SCALE,
    "lead in supply": TENTHS,
    "lead in supply then": TENTHS,
    "next 1": COIN_SCALE,
    "next 2": COIN_SCALE,
    "next 3": COIN_SCALE,
    "reaches the end": 1,
    "to the end": TWENTIETHS,
    "reaches step 2": 1,
    "lead in cities": TENTHS,
    "rivals behind": FIFTHS,
    "larger cards": FIFTHS,
    "fuel of the card": COIN_SCALE,
    "capacity more": TENTHS,
    "rivals who can pay": FIFTHS,
    "plants with its fuel": FIFTHS,
    "replaced": TENTHS,
    "above the minimum": BID_SCALE,
    "missing fuel": TENTHS,
    "in market then": MARKER_SCALE,
    "supplies again": TWENTIETHS,
}
"""The columns of the outlook of an option, with their scales."""
OPTION_OUTLOOK = tuple(OPTION_OUTLOOK_SCALES)
OPTION_OUTLOOK_SIZE: Final = len(OPTION_OUTLOOK)


def option_piece(**values: float) -> bytes:
    """Pack adjacent columns of an option, given by their names with underscores.

    >>> option_piece(cost=30, money_left=20) == pack_floats(0.3, 0.2)
    True
    >>> option_piece(cost=30, most=20)
    Traceback (most recent call last):
    ...
    ValueError: these are not adjacent columns of an option: cost, most
    """
    names = [name.replace("_", " ") for name in values]
    first = OPTION.index(names[0])
    if OPTION[first : first + len(names)] != tuple(names):
        raise ValueError(f"these are not adjacent columns of an option: {', '.join(names)}")
    return pack_floats(*[value / OPTION_SCALES[name] for name, value in zip(names, values.values(), strict=True)])


def option_zeros(first: str, last: str) -> bytes:
    """Zeros for the columns of an option from ``first`` to ``last``.

    >>> len(option_zeros("most", "cities")) == 4 * 4
    True
    """
    return bytes(4 * (OPTION.index(last) - OPTION.index(first) + 1))


# --- numbers as bytes -------------------------------------------------------------------------------------------------


def pack_float(value: float) -> bytes:
    return pack("f", value)


def pack_floats(*values: float) -> bytes:
    return pack(f"{len(values)}f", *values)


def packed_range(most: int, scale: int) -> list[bytes]:
    """The integers from 0 to ``most`` over a scale, each packed."""
    return [pack("f", n / scale) for n in range(most + 1)]


def one_hot(size: int, index: int) -> bytes:
    return pack_floats(*[1.0 if i == index else 0.0 for i in range(size)])


ZERO, ONE = pack_float(0), pack_float(1)
IN_TENTHS: Final = packed_range(60, TENTHS)
IN_TWENTIETHS: Final = packed_range(60, TWENTIETHS)
IN_HUNDREDTHS: Final = packed_range(1000, COIN_SCALE)
PLAYED, NEUTRAL = pack_floats(1, 0), pack_floats(1, 1)
"""Columns of a company: it exists, and whether it has no player."""
KNOWN_MONEY: Final = [PLAYED + pack_floats(1, n / COIN_SCALE) for n in range(1001)]
"""Columns of a company with a player and with known money, by money."""
UNKNOWN: Final = pack_floats(0, 0)
FLAGS: Final = [pack_floats(float(i & 1), float(i >> 1)) for i in range(4)]
