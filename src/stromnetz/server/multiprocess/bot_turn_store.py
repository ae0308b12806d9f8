"""SQL of bots' turns that servers and workers share: who claims one, and until when.

A claim is valid for a few seconds and renewed during the work; the claims of a process that dies expire. Duplicate
moves are impossible even so: a move is valid at one version only.

PostgreSQL only; a server on SQLite works alone. Times are the database's, since the clocks of machines differ. The
order follows :mod:`stromnetz.server.table_play.bot_queue`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Connection, and_, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from stromnetz.server.core.database.db_schema import bot_turns, sockets, turns
from stromnetz.server.core.jobs_store import LEASE_MS, NOW
from stromnetz.server.table_play.bot_queue import owner_of, queue_of
from stromnetz.server.tables.store import tables_with_bots_due
from stromnetz.tables.table import Table

_same_queue = bot_turns.alias()
_CURRENT_TURN = select(func.min(_same_queue.c.turn)).where(_same_queue.c.priority == bindparam("queue"))
"""The current turn, at which new owners join."""
_NEXT_TURN = _CURRENT_TURN.with_only_columns(func.max(_same_queue.c.turn) + 1).where(
    _same_queue.c.owner == bindparam("of_owner")
)
_PUT = insert(bot_turns).values(
    table_id=bindparam("of_table"),
    priority=bindparam("queue"),
    owner=bindparam("of_owner"),
    turn=func.greatest(
        func.coalesce(_CURRENT_TURN.scalar_subquery(), 0), func.coalesce(_NEXT_TURN.scalar_subquery(), 0)
    ),
    due_at=NOW + bindparam("delay", type_=BigInteger),
)
_PUT = _PUT.on_conflict_do_update(
    index_elements=[bot_turns.c.table_id],
    set_={
        "priority": _PUT.excluded.priority,
        "owner": _PUT.excluded.owner,
        "turn": _PUT.excluded.turn,
        "due_at": _PUT.excluded.due_at,
        "lease_until": None,
        "worker": None,
    },
)
_DROP = delete(bot_turns).where(bot_turns.c.table_id == bindparam("of_table"))
_FREE = or_(bot_turns.c.lease_until.is_(None), bot_turns.c.lease_until < NOW)
_IN_QUEUES = bot_turns.c.priority.in_(bindparam("queues", expanding=True))
_WATCHED = exists().where(sockets.c.table_id == bot_turns.c.table_id)
_NEXT = (
    select(bot_turns.c.table_id)
    .where(bot_turns.c.due_at <= NOW, _FREE, _IN_QUEUES)
    .order_by(bot_turns.c.priority, _WATCHED.desc(), bot_turns.c.turn, bot_turns.c.due_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    update(bot_turns)
    .where(bot_turns.c.table_id == _NEXT.scalar_subquery())
    .values(lease_until=NOW + LEASE_MS, worker=bindparam("me"))
    .returning(bot_turns.c.table_id)
)


@dataclass(frozen=True, slots=True)
class BotDelays:
    """Milliseconds before a bot's move."""

    pace: int = 0
    """At tables with people."""
    program: int = 5_000
    """The time of a program, before a default move is made for it."""


def update_bot_turn(c: Connection, before: Table, table: Table, delays: BotDelays) -> bool:
    """In the commit of a table: save whether a bot has to move there, and return it."""
    if table.bot_due():
        delay = delays.program if table.program_due() else delays.pace if table.has_people() else 0
        job = {"of_table": table.id, "of_owner": owner_of(table), "queue": queue_of(table), "delay": delay}
        c.execute(_PUT, job)
        return True
    if before.bot_due():
        c.execute(_DROP, {"of_table": table.id})
    return False


def claim(c: Connection, me: str, queues: Sequence[int]) -> str | None:
    """Claim the next due turn of these queues; return its table."""
    id: str | None = c.execute(_CLAIM, {"me": me, "queues": list(queues)}).scalar_one_or_none()
    return id


def renew(c: Connection, me: str, ids: Collection[str]) -> None:
    """Renew claims."""
    mine = and_(bot_turns.c.worker == me, bot_turns.c.table_id.in_(ids))
    c.execute(update(bot_turns).where(mine).values(lease_until=NOW + LEASE_MS))


def release(c: Connection, me: str, id: str, delay: int) -> None:
    """Release a claim, to be retried after so many milliseconds."""
    mine = and_(bot_turns.c.worker == me, bot_turns.c.table_id == id)
    c.execute(update(bot_turns).where(mine).values(lease_until=None, worker=None, due_at=NOW + delay))


def drop(c: Connection, me: str, id: str) -> None:
    """Delete a turn for which nothing has to be done."""
    c.execute(delete(bot_turns).where(bot_turns.c.worker == me, bot_turns.c.table_id == id))


def next_due(c: Connection, queues: Sequence[int]) -> int | None:
    """Return in how many milliseconds an unclaimed turn of these queues is due."""
    query = select(func.min(bot_turns.c.due_at) - NOW).where(_FREE, _IN_QUEUES)
    found: int | None = c.execute(query, {"queues": list(queues)}).scalar_one()
    return found


def waiting(c: Connection) -> int:
    """Count due turns that nobody has claimed."""
    query = select(func.count()).select_from(bot_turns).where(bot_turns.c.due_at <= NOW, _FREE)
    return c.execute(query).scalar_one()


def add_missing(c: Connection) -> None:
    """Add bots' turns that are missing, for example after a restore."""
    known = set(c.execute(select(bot_turns.c.table_id)).scalars())
    for id, owner, queue in tables_with_bots_due(c):
        if id in known:
            continue
        values = {"table_id": id, "priority": queue, "owner": owner, "due_at": NOW}
        c.execute(insert(bot_turns).values(**values).on_conflict_do_nothing())


# --- overdue turns: the turn itself is claimed ---

_OVERDUE = (
    select(turns.c.table_id)
    .where(turns.c.deadline <= bindparam("at", type_=BigInteger))
    .where(or_(turns.c.lease_until.is_(None), turns.c.lease_until < NOW))
    .order_by(turns.c.deadline)
    .limit(20)
    .with_for_update(skip_locked=True)
)
_CLAIM_TURNS = (
    update(turns).where(turns.c.table_id.in_(_OVERDUE)).values(lease_until=NOW + LEASE_MS).returning(turns.c.table_id)
)


def claim_overdue(c: Connection, at: int) -> list[str]:
    """Claim tables whose turn is overdue."""
    return list(c.execute(_CLAIM_TURNS, {"at": at}).scalars())
