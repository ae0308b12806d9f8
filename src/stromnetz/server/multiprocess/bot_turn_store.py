"""The statements about what has to be done by some server or worker: who claims it, and until when.

A job is claimed for a few seconds and the claim is renewed while it is worked on. Whoever dies claims nothing any more,
and another does it. That nothing is done twice does not depend on claims: a move is made at one version only.

Only PostgreSQL has jobs; a server on SQLite has nobody to share its work with. Times are the database's, since the
clocks of several machines differ. Which job comes next follows the policy of
:mod:`stromnetz.server.table_play.bot_queue`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Connection, and_, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from stromnetz.server.core.database.db_schema import jobs, sockets, turns
from stromnetz.server.core.jobs_store import LEASE, NOW
from stromnetz.server.table_play.bot_queue import owner_of, queue_of
from stromnetz.server.tables.store import tables_with_bots_due
from stromnetz.tables.table import Table

_same_queue = jobs.alias()
_NOW_TURN = select(func.min(_same_queue.c.turn)).where(_same_queue.c.priority == bindparam("queue"))
"""The turn that comes next: who has waited for none takes part from there."""
_NEXT_TURN = _NOW_TURN.with_only_columns(func.max(_same_queue.c.turn) + 1).where(
    _same_queue.c.owner == bindparam("of_owner")
)
_PUT = insert(jobs).values(
    table_id=bindparam("of_table"),
    priority=bindparam("queue"),
    owner=bindparam("of_owner"),
    turn=func.greatest(func.coalesce(_NOW_TURN.scalar_subquery(), 0), func.coalesce(_NEXT_TURN.scalar_subquery(), 0)),
    due_at=NOW + bindparam("delay", type_=BigInteger),
)
_PUT = _PUT.on_conflict_do_update(
    index_elements=[jobs.c.table_id],
    set_={
        "priority": _PUT.excluded.priority,
        "owner": _PUT.excluded.owner,
        "turn": _PUT.excluded.turn,
        "due_at": _PUT.excluded.due_at,
        "lease_until": None,
        "worker": None,
    },
)
_DROP = delete(jobs).where(jobs.c.table_id == bindparam("of_table"))
_FREE = or_(jobs.c.lease_until.is_(None), jobs.c.lease_until < NOW)
_MINE = jobs.c.priority.in_(bindparam("queues", expanding=True))
_WATCHED = exists().where(sockets.c.table_id == jobs.c.table_id)
_NEXT = (
    select(jobs.c.table_id)
    .where(jobs.c.due_at <= NOW, _FREE, _MINE)
    .order_by(jobs.c.priority, _WATCHED.desc(), jobs.c.turn, jobs.c.due_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    update(jobs)
    .where(jobs.c.table_id == _NEXT.scalar_subquery())
    .values(lease_until=NOW + LEASE, worker=bindparam("me"))
    .returning(jobs.c.table_id)
)


@dataclass(frozen=True, slots=True)
class BotDelays:
    """How long a move is waited with, in milliseconds."""

    pace: int = 0
    """Where people look on."""
    program: int = 5_000
    """For a program from outside, before it is moved for."""


def update_bot_turn(c: Connection, before: Table, table: Table, waits: BotDelays) -> bool:
    """With the commit of a table: what has to be done there now; whether there is something."""
    if table.bot_due():
        delay = waits.program if table.program_due() else waits.pace if table.has_people() else 0
        job = {"of_table": table.id, "of_owner": owner_of(table), "queue": queue_of(table), "delay": delay}
        c.execute(_PUT, job)
        return True
    if before.bot_due():
        c.execute(_DROP, {"of_table": table.id})
    return False


def claim(c: Connection, me: str, queues: Sequence[int]) -> str | None:
    """The table of these queues at which a move is to be made next, and by us."""
    id: str | None = c.execute(_CLAIM, {"me": me, "queues": list(queues)}).scalar_one_or_none()
    return id


def renew(c: Connection, me: str, ids: Collection[str]) -> None:
    """We are still at it."""
    mine = and_(jobs.c.worker == me, jobs.c.table_id.in_(ids))
    c.execute(update(jobs).where(mine).values(lease_until=NOW + LEASE))


def give_back(c: Connection, me: str, id: str, delay: int) -> None:
    """Nothing came of it: somebody tries again in so many milliseconds."""
    mine = and_(jobs.c.worker == me, jobs.c.table_id == id)
    c.execute(update(jobs).where(mine).values(lease_until=None, worker=None, due_at=NOW + delay))


def drop(c: Connection, me: str, id: str) -> None:
    """There is nothing to be done."""
    c.execute(delete(jobs).where(jobs.c.worker == me, jobs.c.table_id == id))


def next_due(c: Connection, queues: Sequence[int]) -> int | None:
    """In how many milliseconds something of these queues is due that nobody works on."""
    query = select(func.min(jobs.c.due_at) - NOW).where(_FREE, _MINE)
    found: int | None = c.execute(query, {"queues": list(queues)}).scalar_one()
    return found


def waiting(c: Connection) -> int:
    """How many jobs are due and not claimed."""
    query = select(func.count()).select_from(jobs).where(jobs.c.due_at <= NOW, _FREE)
    return c.execute(query).scalar_one()


def add_missing(c: Connection) -> None:
    """Games at which a bot is due and nobody knows: from before there were jobs, or brought in from elsewhere."""
    known = set(c.execute(select(jobs.c.table_id)).scalars())
    for id, owner, queue in tables_with_bots_due(c):
        if id in known:
            continue
        values = {"table_id": id, "priority": queue, "owner": owner, "due_at": NOW}
        c.execute(insert(jobs).values(**values).on_conflict_do_nothing())


# --- turns whose time is out: the turn itself is the job ---

_OVERDUE = (
    select(turns.c.table_id)
    .where(turns.c.deadline <= bindparam("at", type_=BigInteger))
    .where(or_(turns.c.lease_until.is_(None), turns.c.lease_until < NOW))
    .order_by(turns.c.deadline)
    .limit(20)
    .with_for_update(skip_locked=True)
)
_CLAIM_TURNS = (
    update(turns).where(turns.c.table_id.in_(_OVERDUE)).values(lease_until=NOW + LEASE).returning(turns.c.table_id)
)


def claim_overdue(c: Connection, at: int) -> list[str]:
    """Tables whose turn is over its deadline, and which nobody else sees to."""
    return list(c.execute(_CLAIM_TURNS, {"at": at}).scalars())
