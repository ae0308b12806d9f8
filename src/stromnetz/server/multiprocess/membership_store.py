"""The statements about servers that run, who looks at which table by which of them, and what was spent.

A server that has not said for a while that it runs is gone, with whoever looked by it. On PostgreSQL alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, and_, bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from stromnetz.server.core.database.db_schema import servers, sockets, spendings
from stromnetz.server.core.jobs_store import NOW

DEAD_SECONDS = 10_000
"""Milliseconds after which a server that has said nothing is gone."""
KEPT = 60_000
"""Milliseconds for which it is kept what was spent."""

_ALIVE = select(servers.c.id).where(servers.c.alive_at > NOW - DEAD_SECONDS)
_LOCK = text("SELECT pg_advisory_xact_lock(7265111, hashtext(:address))")
_BEAT = insert(servers).values(id=bindparam("me"), alive_at=NOW)
_BEAT = _BEAT.on_conflict_do_update(index_elements=[servers.c.id], set_={"alive_at": NOW})


@dataclass(frozen=True, slots=True)
class Socket:
    """Somebody who looks at a table."""

    number: int
    table_id: str
    guest: str | None
    address: str
    came_at: int


def heartbeat(c: Connection, me: str) -> None:
    """This server runs."""
    c.execute(_BEAT, {"me": me})


def others_run(c: Connection, me: str) -> bool:
    return c.execute(_ALIVE.where(servers.c.id != me).limit(1)).first() is not None


def remove_dead_servers(c: Connection) -> list[str]:
    """Forget servers that are gone; the tables at which somebody looked by them."""
    gone = select(servers.c.id).where(servers.c.alive_at <= NOW - DEAD_SECONDS)
    lost = delete(sockets).where(sockets.c.server.in_(gone)).returning(sockets.c.table_id)
    tables = sorted(set(c.execute(lost).scalars()))
    c.execute(delete(servers).where(servers.c.id.in_(gone)))
    c.execute(delete(spendings).where(spendings.c.at < NOW - KEPT))
    return tables


def leave(c: Connection, me: str) -> list[str]:
    """This server ends in order."""
    lost = delete(sockets).where(sockets.c.server == me).returning(sockets.c.table_id)
    tables = sorted(set(c.execute(lost).scalars()))
    c.execute(delete(servers).where(servers.c.id == me))
    c.execute(delete(spendings).where(spendings.c.server == me))
    return tables


# --- sockets ---


def admit(c: Connection, me: str, socket: Socket, most: int, most_each: int) -> bool:
    """Let one more look on, unless there are so many already by other servers, in all or of one address.

    Its own a server counts itself: their rows are written and taken out a moment later.
    """
    c.execute(_LOCK, {"address": socket.address})
    others = and_(sockets.c.server != me, sockets.c.server.in_(_ALIVE))
    each = func.count().filter(sockets.c.address == socket.address)
    in_all, own = c.execute(select(func.count(), each).where(others)).one()
    if in_all >= most or own >= most_each:
        return False
    c.execute(insert(sockets).values(server=me, **asdict(socket)))
    return True


def let_go(c: Connection, me: str, numbers: Sequence[int]) -> None:
    c.execute(delete(sockets).where(sockets.c.server == me, sockets.c.number.in_(numbers)))


def reconcile_viewers(c: Connection, me: str, held: Mapping[int, Socket]) -> list[str]:
    """Make the rows of this server what it holds; the tables at which something was wrong.

    PostgreSQL empties tables without a log when it has crashed, and a row may not have been written.
    """
    query = select(sockets.c.number, sockets.c.table_id).where(sockets.c.server == me)
    known: dict[int, str] = {number: id for number, id in c.execute(query)}  # noqa: C416  (a result has keys, too)
    wrong = [number for number in known if number not in held]
    missing = [socket for number, socket in held.items() if number not in known]
    if wrong:
        let_go(c, me, wrong)
    if missing:
        c.execute(insert(sockets).on_conflict_do_nothing(), [{"server": me, **asdict(one)} for one in missing])
    return sorted({known[number] for number in wrong} | {one.table_id for one in missing})


Looks = tuple[str | None, int]
"""A guest who looks on, since when."""


def looking(c: Connection, me: str, ids: Iterable[str]) -> dict[str, list[Looks]]:
    """Who looks at tables by other servers."""
    out: dict[str, list[Looks]] = {id: [] for id in ids}
    query = select(sockets.c.table_id, sockets.c.guest, sockets.c.came_at)
    query = query.where(sockets.c.table_id.in_(list(out)), sockets.c.server != me, sockets.c.server.in_(_ALIVE))
    for id, guest, came_at in c.execute(query):
        out[id].append((guest, came_at))
    return out


# --- what was spent ---

_SPEND = insert(spendings).values(
    server=bindparam("me"), bucket=bindparam("of"), key=bindparam("who"), total=bindparam("sum"), at=NOW
)
_SPEND = _SPEND.on_conflict_do_update(
    index_elements=[spendings.c.server, spendings.c.bucket, spendings.c.key],
    set_={"total": _SPEND.excluded.total, "at": NOW},
)


def spend(c: Connection, me: str, totals: Mapping[tuple[str, str], float]) -> None:
    """What was spent here, since this server runs, by bucket and key."""
    c.execute(_SPEND, [{"me": me, "of": of, "who": who, "sum": total} for (of, who), total in totals.items()])


def spent(c: Connection, me: str, since: int) -> tuple[int, list[tuple[str, str, str, float]]]:
    """What others have spent since a time, (server, bucket, key, in all); and the time from which to ask next."""
    query = select(spendings.c.server, spendings.c.bucket, spendings.c.key, spendings.c.total)
    found = c.execute(query.where(spendings.c.server != me, spendings.c.at >= since))
    return c.execute(select(NOW)).scalar_one() - 1_000, [tuple(row) for row in found]
