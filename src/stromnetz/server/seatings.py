"""Who sits where when a table is opened, or when a game is played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stromnetz.engine.errors import BadInput

from .settings import SUBSTITUTE
from .tables import AUTOMATIC, BOT, OPEN, OUTSIDE, PERSON, Seat


def seats_from(wishes: Sequence[Mapping[str, Any]], guest: str, automatic: Mapping[int, str]) -> list[Seat]:
    """The seats of a new table. Those that the rules play can be wished for as such, or left open."""
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
            seat.give_to_bot(wish.get("bot") or SUBSTITUTE)
        elif wish["kind"] == PERSON:
            seat.give(guest, wish["name"])
        seat.colour = wish.get("colour")
        out.append(seat)
    return out


def rematch_seats(seats: Sequence[Seat], guest: str) -> list[Seat]:
    """The same people and bots again; who did not ask for the rematch is invited."""
    out = []
    for old in seats:
        seat = Seat(old.seat, OPEN, colour=old.colour)
        if old.kind == AUTOMATIC:
            seat.give_to_rules(old.name)
        elif old.kind == BOT and not old.resigned and old.bot != OUTSIDE:
            seat.give_to_bot(old.bot or SUBSTITUTE)
        elif old.kind == PERSON or old.resigned:
            person = old.resigned_by or old.guest
            if person is not None:
                seat.give(person, old.name)
                seat.invited = person != guest
        out.append(seat)
    return out
