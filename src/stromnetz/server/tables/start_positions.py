"""Tables that start with a game in progress, for lessons and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

from stromnetz.play.game import Game
from stromnetz.server.accounts import guest_store
from stromnetz.server.core.identity import new_id
from stromnetz.server.table_play import game_store
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import OPEN, RUNNING, Seat, Table, new_code

from .invitations import Invitations
from .service import TableService

Others = Mapping[int, tuple[str, str | None]]
"""Bot and name by seat."""


def table_from_game(game: Game, settings: TableSettings, you: int, others: Others, guest: str, name: str) -> Table:
    """Create a table from a game: one seat is the guest's, bots play the others."""
    seats = [Seat(number, OPEN) for number in range(settings.players)]
    for number, called in settings.automatic().items():
        seats[number].give_to_rules(called)
    for seat in seats:
        if seat.seat == you:
            seat.give(guest, name)
        elif seat.kind == OPEN:
            seat.give_to_bot(*others[seat.seat])
    table = Table(new_id(), new_code(), settings, seats, host=guest, state=RUNNING)
    table.update_from_game(game)
    return table


async def create_from_game(
    table_service: TableService,
    invitations: Invitations,
    table: Table,
    game: Game,
    you: int,
    and_then: Callable[[Connection], None] | None = None,
) -> None:
    """Save the table with its game and the link of the guest's seat."""

    def more(c: Connection) -> None:
        game_store.add_game(c, table.id, game)
        guest_store.set_recovery(c, table.id, invitations.digests(table, [you]))
        if and_then is not None:
            and_then(c)

    await table_service.add(table, more)
