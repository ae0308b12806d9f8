"""Who may get hints. Hints would be unfair to other people, so all people at a table have to allow them."""

from __future__ import annotations

from stromnetz.play.words.sentences import isolated

from .errors import Conflict, Forbidden
from .table import FINISHED, PERSON, Table


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
