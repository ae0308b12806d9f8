"""Who may get hints, and who may know why a bot moved.

Hints would be unfair to other people, so all people at a table have to allow them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from stromnetz.engine.moves import Move
from stromnetz.play.game import Game
from stromnetz.play.views import View
from stromnetz.play.words.sentences import isolated

from .errors import Conflict, Forbidden
from .settings import DEFAULT_BOT
from .table import BOT, FINISHED, PERSON, PROGRAM, Table


def require_unrated(table: Table) -> None:
    if table.settings.rated:
        raise Conflict(case="rated-advice")


def require_hints(table: Table, guest: str | None) -> None:
    """Refuse hints to non-players, and unless all people allow them.

    At a table without people, everyone may get hints.
    """
    require_unrated(table)
    people = [seat for seat in table.seats if seat.kind == PERSON]
    mine = table.seats_of(guest)
    if people and not any(seat.seat in mine for seat in people):
        raise Forbidden(case="advice-players")
    if not table.advised():
        missing = [seat for seat in people if not seat.advice]
        facts = {"seats": [seat.seat for seat in missing], "names": ", ".join(isolated(seat.name) for seat in missing)}
        raise Forbidden(facts=facts, case="advice-agreed")


def set_hint_consent(table: Table, number: int, guest: str | None, wanted: bool) -> None:
    """Allow hints for everyone at the table, or revoke that."""
    seat = table.own_seat(number, guest)
    require_unrated(table)
    if table.state == FINISHED:
        raise Conflict(facts={"state": table.state}, case="wrong-state")
    seat.advice = wanted


# --- reasons of bots -----------------------------------------------------------------------------------------------


class BotMove(NamedTuple):
    """A move of one of our bots."""

    version: int
    seat: int
    move: Move


def reasoned_move(table: Table, game: Game, guest: str | None, version: int) -> tuple[BotMove, str]:
    """Return the move of a row and the bot that made it; refuse other rows, and guests who may not get hints."""
    require_hints(table, guest)
    row = game.rows[version] if version < len(game.rows) else None
    if row is None or row.seat is None or row.move is None:
        raise _no_reason(version)
    seat = table.seats[row.seat]
    if seat.kind != BOT or seat.bot == PROGRAM:
        raise _no_reason(version)
    return BotMove(version, row.seat, row.move), seat.bot or DEFAULT_BOT


def reasoned_view(table: Table, before: Game, row: BotMove, eyes: int | None) -> View:
    """Return what the bot saw; refuse it while it knew something that these eyes may not see."""
    view = before.view(row.seat)
    if table.state != FINISHED and not _same_information(view, before.view(eyes)):
        raise Forbidden(case="reason-hidden")
    return view


def reason_json(row: BotMove, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a bot considered; refuse it if the bot would now choose another move."""
    if found["candidates"][0]["move"] != row.move.to_json():
        raise _no_reason(row.version)
    return {"version": row.version, **found}


def _no_reason(version: int) -> Conflict:
    return Conflict(facts={"version": version}, case="no-reason")


def _same_information(theirs: View, mine: View) -> bool:
    """Return whether two views differ only in seat and decision."""
    own = ("seat", "decision")
    known, seen = ({k: v for k, v in view.to_json().items() if k not in own} for view in (theirs, mine))
    return known == seen
