"""Colours of seats: chosen ones are kept, other seats share the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import Conflict

if TYPE_CHECKING:
    from .table import Seat, Table

COLOURS = 6


def colours_of(seats: Sequence[Seat]) -> list[int]:
    """Return the colour of each seat: the chosen one, else the one of its number, else the first free one."""
    out = [seat.colour for seat in seats]
    taken = {colour for colour in out if colour is not None}
    for number, colour in enumerate(out):
        if colour is None and number not in taken:
            out[number] = number
            taken.add(number)
    left = (colour for colour in range(COLOURS + len(seats)) if colour not in taken)
    return [next(left) if colour is None else colour for colour in out]


def require_distinct_colours(seats: Sequence[Seat]) -> None:
    """Refuse seats of which two have the same chosen colour."""
    chosen = [seat.colour for seat in seats if seat.colour is not None]
    for colour in chosen:
        if chosen.count(colour) > 1:
            raise _taken(colour)


def choose_colour(table: Table, number: int, colour: int | None) -> None:
    """Choose a colour for a seat unless another seat has chosen it."""
    if colour is not None and any(seat.colour == colour for seat in table.seats if seat.seat != number):
        raise _taken(colour)
    table.seat_at(number).colour = colour


def _taken(colour: int) -> Conflict:
    return Conflict(facts={"colour": colour}, case="colour-taken")
