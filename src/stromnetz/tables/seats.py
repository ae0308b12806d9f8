"""Seats of new tables and rematches, and distinct names of players."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stromnetz.engine.errors import BadInput

from .names import confusable_key, distinct_name
from .settings import DEFAULT_BOT
from .table import AUTOMATIC, BOT, OPEN, PERSON, PROGRAM, Seat

if TYPE_CHECKING:
    from .table import Seat


def create_seats(wishes: Sequence[Mapping[str, Any]], guest: str, automatic: Mapping[int, str]) -> list[Seat]:
    """Create the seats of a new table. Seats that the rules play may be requested as such, or left open."""
    out = []
    for number, wish in enumerate(wishes):
        seat = Seat(number, OPEN)
        if number in automatic and wish["kind"] in (OPEN, AUTOMATIC):
            seat.give_to_rules(automatic[number])
        elif number in automatic:
            raise BadInput(facts={"seat": number}, case="seat-automatic")
        elif wish["kind"] == AUTOMATIC:
            raise BadInput(facts={"seat": number}, case="seat-not-automatic")
        elif wish["kind"] == BOT:
            seat.give_to_bot(wish.get("bot") or DEFAULT_BOT)
        elif wish["kind"] == PERSON:
            seat.give(guest, wish["name"])
        seat.colour = wish.get("colour")
        out.append(seat)
    return out


def rematch_seats(seats: Sequence[Seat], guest: str) -> list[Seat]:
    """Create the seats of a rematch: the same people and bots; everyone but ``guest`` is invited."""
    out = []
    for old in seats:
        seat = Seat(old.seat, OPEN, colour=old.colour)
        if old.kind == AUTOMATIC:
            seat.give_to_rules(old.name)
        elif old.kind == BOT and not old.resigned and old.bot != PROGRAM:
            seat.give_to_bot(old.bot or DEFAULT_BOT)
        elif old.kind == PERSON or old.resigned:
            person = old.resigned_by or old.guest
            if person is not None:
                seat.give(person, old.name)
                seat.invited = person != guest
        out.append(seat)
    return out


def make_name_distinct(seats: Sequence[Seat], new: Seat, named: Container[str | None] = ()) -> None:
    """Make the name of a new player distinct; guests with an account (``named``) keep theirs."""
    if new.guest in named:
        for one in seats:
            if (
                one is not new
                and one.kind == PERSON
                and one.guest not in named
                and confusable_key(one.name) == confusable_key(new.name)
            ):
                one.name = distinct_name(one.name, _names(seats, one))
    new.name = distinct_name(new.name, _names(seats, new))


def make_names_distinct(seats: Sequence[Seat]) -> None:
    """Make the names of all players distinct when a table is opened."""
    for seat in seats:
        if seat.kind == PERSON:
            seat.name = distinct_name(seat.name, _names(seats[: seat.seat], seat))


def _names(seats: Iterable[Seat], but: Seat) -> list[str]:
    return [one.name for one in seats if one is not but and one.name]
