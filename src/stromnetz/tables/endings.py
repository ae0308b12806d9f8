"""Endings of tables before the end of the game: by resigning, by agreement, or closed; and the final result."""

from __future__ import annotations

from typing import Any

from stromnetz.play.game import Game
from stromnetz.play.results import Result, standings

from . import abandonment, events
from .table import FINISHED, PERSON, RUNNING, Seat, Table

RESIGNED, CLOSED, ABANDONED = "resigned", "closed", "abandoned"
"""All players but one have resigned; an admin or the last player closed the table; the players agreed to abandon it."""
WITHOUT_WINNER = frozenset({CLOSED, ABANDONED})
"""Endings without a winner, after which the game is not rated."""


def end(table: Table, ending: str) -> None:
    """End the game at once, without further turns or clocks."""
    table.ending, table.state = ending, FINISHED
    table.to_act = table.turn = table.offer = None


def resign(table: Table, number: int, guest: str | None, now: int) -> Seat:
    """Resign a seat for good."""
    table.require_state(RUNNING)
    seat = table.own_seat(number, guest)
    _resign(table, seat, now)
    return seat


def resign_all(table: Table, guest: str, now: int) -> list[int]:
    """Resign all seats of a person whose data is deleted, and remove their name; return the seats."""
    table.require_state(RUNNING)
    mine = [seat for seat in table.seats if seat.guest == guest]
    for seat in mine:
        if table.state == RUNNING:
            _resign(table, seat, now)
    for seat in table.former_seats(guest):
        seat.name = ""
    if table.host == guest:
        table.host = None
    return [seat.seat for seat in mine]


def _resign(table: Table, seat: Seat, now: int) -> None:
    """Let a bot take over, or end the game if only one player is left, who wins."""
    left = [one for one in table.seats if one is not seat and not one.resigned]
    if len(left) > 1:
        person = seat.guest if seat.kind == PERSON else None
        name, bot = seat.name, table.settings.clock.bot
        seat.give_to_bot(bot)
        seat.name, seat.resigned_by = name, person
        table.add_event(events.RESIGNED, now, seat.seat, bot)
    else:
        table.add_event(events.RESIGNED, now, seat.seat)
        end(table, RESIGNED)
    seat.resigned = True


def close(table: Table, now: int) -> None:
    """Close the table: the game ends without a winner, unrated."""
    table.require_state(RUNNING)
    table.add_event(events.CLOSED, now, reason=events.ADMIN)
    end(table, CLOSED)


def abandon(table: Table, guest: str | None, agree: bool, now: int) -> bool:
    """Vote on abandoning the game; return whether it ended.

    If nobody else has to agree, the table is closed at once.
    """
    sole = abandonment.sole_player(table)
    asked = abandonment.voters(table)
    if not abandonment.vote(table, guest, agree):
        return False
    if not sole:
        table.add_event(events.ABANDONED, now)
    elif guest == table.host:
        table.add_event(events.CLOSED, now, reason=events.HOST)
    else:
        table.add_event(events.CLOSED, now, asked[0], reason=events.PLAYER)
    end(table, CLOSED if sole else ABANDONED)
    return True


def resigned_seats(table: Table) -> set[int]:
    return {seat.seat for seat in table.seats if seat.resigned}


def final_result(table: Table, game: Game) -> Result:
    """Return the ranking, in which players who resigned share the last rank; empty for endings without a winner."""
    found = game.result or standings(game.rules, game.position)
    if table.ending in WITHOUT_WINNER:
        return Result([], found.neutral)
    gone = resigned_seats(table)
    stayed = [row for row in found.ranking if row.seat not in gone]
    ranks = {row.seat: 1 + sum(other.rank < row.rank for other in stayed) for row in stayed}
    last = [row for row in found.ranking if row.seat in gone]
    for row in found.ranking:
        row.rank = ranks.get(row.seat, len(stayed) + 1)
    return Result([*stayed, *last], found.neutral)


def final_fields(table: Table, game: Game) -> dict[str, Any]:
    """Return the fields of a view that describe the end of the game."""
    result = final_result(table, game)
    gone = resigned_seats(table)
    winners = [seat for seat in result.winners if seat not in gone]
    return {"decision": None, "result": {**result.to_json(), "winners": winners}}
