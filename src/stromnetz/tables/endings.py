"""How a table ends before its game does: by resigning, by agreement, or closed. No database, no network."""

from __future__ import annotations

from . import abandonment, events
from .table import FINISHED, PERSON, RUNNING, Seat, Table

RESIGNED, CLOSED, ABANDONED = "resigned", "closed", "abandoned"
"""All players but one have resigned; an admin or the last player has closed the table; the players have agreed to
abandon the game."""
WITHOUT_WINNER = frozenset({CLOSED, ABANDONED})
"""The endings after which nobody has won, and the game is not rated."""


def end(table: Table, ending: str) -> None:
    """End the game at once: nobody is to act any more, and no clock runs."""
    table.ending, table.state = ending, FINISHED
    table.to_act = table.turn = table.offer = None


def resign(table: Table, number: int, guest: str | None, now: int) -> Seat:
    """Give up a seat for good."""
    table.need(RUNNING)
    seat = table.own_seat(number, guest)
    _give_up(table, seat, now)
    return seat


def give_up(table: Table, guest: str, now: int) -> list[int]:
    """Give up all seats of somebody who deletes everything, and forget the name; which seats these were."""
    table.need(RUNNING)
    mine = [seat for seat in table.seats if seat.guest == guest]
    for seat in mine:
        if table.state == RUNNING:
            _give_up(table, seat, now)
    for seat in table.sat(guest):
        seat.name = ""
    if table.host == guest:
        table.host = None
    return [seat.seat for seat in mine]


def _give_up(table: Table, seat: Seat, now: int) -> None:
    """A bot plays on, unless only one player is left: then the game ends, and that player has won."""
    left = [one for one in table.seats if one is not seat and not one.resigned]
    if len(left) > 1:
        person = seat.guest if seat.kind == PERSON else None
        name, bot = seat.name, table.settings.clock.bot
        seat.give_to_bot(bot)
        seat.name, seat.resigned_by = name, person
        table.note(events.RESIGNED, now, seat.seat, bot)
    else:
        table.note(events.RESIGNED, now, seat.seat)
        end(table, RESIGNED)
    seat.resigned = True


def close(table: Table, now: int) -> None:
    """End the game without a winner. It is not rated."""
    table.need(RUNNING)
    table.note(events.CLOSED, now, reason=events.ADMIN)
    end(table, CLOSED)


def abandon(table: Table, guest: str | None, agree: bool, now: int) -> bool:
    """Vote on abandoning the game; whether that ended it. Without anybody else to ask, the table is closed at once."""
    sole = abandonment.sole_player(table)
    asked = abandonment.voters(table)
    if not abandonment.vote(table, guest, agree):
        return False
    if not sole:
        table.note(events.ABANDONED, now)
    elif guest == table.host:
        table.note(events.CLOSED, now, reason=events.HOST)
    else:
        table.note(events.CLOSED, now, asked[0], reason=events.PLAYER)
    end(table, CLOSED if sole else ABANDONED)
    return True
