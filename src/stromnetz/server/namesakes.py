"""Nobody at a table is called so that they could be taken for somebody else there.

Nobody is turned away for a name either: who comes second gets a number, and an account keeps its name before a guest.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from .naming import apart, looks
from .tables import PERSON, Seat


def keep_apart(seats: Sequence[Seat], new: Seat, named: Container[str | None] = ()) -> None:
    """Somebody has sat down; ``named`` are the guests with an account."""
    if new.guest in named:
        for one in seats:
            if one is not new and one.kind == PERSON and one.guest not in named and looks(one.name) == looks(new.name):
                one.name = apart(one.name, _names(seats, one))
    new.name = apart(new.name, _names(seats, new))


def keep_all_apart(seats: Sequence[Seat]) -> None:
    """A table is opened with several people at once."""
    for seat in seats:
        if seat.kind == PERSON:
            seat.name = apart(seat.name, _names(seats[: seat.seat], seat))


def _names(seats: Iterable[Seat], but: Seat) -> list[str]:
    return [one.name for one in seats if one is not but and one.name]
