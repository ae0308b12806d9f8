"""Tables at which a game is already under way when they are opened: of lessons, and of exercises."""

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
"""By seat the bot that plays there, and what it is called."""


def table_from_game(game: Game, settings: TableSettings, you: int, others: Others, guest: str, name: str) -> Table:
    """A table with a game under way: one seat is the guest's, the others are played by bots."""
    seats = [Seat(number, OPEN) for number in range(settings.players)]
    for number, called in settings.automatic().items():
        seats[number].give_to_rules(called)
    for seat in seats:
        if seat.seat == you:
            seat.give(guest, name)
        elif seat.kind == OPEN:
            seat.give_to_bot(*others[seat.seat])
    table = Table(new_id(), new_code(), settings, seats, host=guest, state=RUNNING)
    table.follow(game)
    return table


async def create_from_game(
    table_service: TableService,
    invitations: Invitations,
    table: Table,
    game: Game,
    you: int,
    and_then: Callable[[Connection], None] | None = None,
) -> None:
    """Keep the table with its game, and the link of the guest's seat."""

    def more(c: Connection) -> None:
        game_store.add_game(c, table.id, game)
        guest_store.set_recovery(c, table.id, invitations.digests(table, [you]))
        if and_then is not None:
            and_then(c)

    await table_service.add(table, more)
