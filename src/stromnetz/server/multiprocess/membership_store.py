"""SQL of running servers, their viewers, and what was spent of rate limits; PostgreSQL only.

A server without a recent heartbeat counts as stopped, and so do its viewers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, and_, bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from stromnetz.server.core.database.db_schema import rate_spending, servers, sockets
from stromnetz.server.core.jobs_store import NOW

DEAD_MS = 10_000
"""A server without a heartbeat for this long counts as stopped."""
SPENDING_TTL_MS = 60_000

_ALIVE = select(servers.c.id).where(servers.c.alive_at > NOW - DEAD_MS)
_LOCK = text("SELECT pg_advisory_xact_lock(7265111, hashtext(:address))")
_HEARTBEAT = insert(servers).values(id=bindparam("me"), alive_at=NOW)
_HEARTBEAT = _HEARTBEAT.on_conflict_do_update(index_elements=[servers.c.id], set_={"alive_at": NOW})


@dataclass(frozen=True, slots=True)
class Socket:
    """A viewer of a table."""

    number: int
    table_id: str
    guest: str | None
    address: str
    came_at: int


def heartbeat(c: Connection, me: str) -> None:
    """Record that this server runs."""
    c.execute(_HEARTBEAT, {"me": me})


def others_run(c: Connection, me: str) -> bool:
    return c.execute(select(_ALIVE.where(servers.c.id != me).exists())).scalar_one()


def remove_dead_servers(c: Connection) -> list[str]:
    """Delete servers that have stopped without notice; return the tables of their viewers."""
    gone = select(servers.c.id).where(servers.c.alive_at <= NOW - DEAD_MS)
    lost = delete(sockets).where(sockets.c.server.in_(gone)).returning(sockets.c.table_id)
    tables = sorted(set(c.execute(lost).scalars()))
    c.execute(delete(servers).where(servers.c.id.in_(gone)))
    c.execute(delete(rate_spending).where(rate_spending.c.at < NOW - SPENDING_TTL_MS))
    return tables


def leave(c: Connection, me: str) -> list[str]:
    """Delete this server when it stops; return the tables of its viewers."""
    lost = delete(sockets).where(sockets.c.server == me).returning(sockets.c.table_id)
    tables = sorted(set(c.execute(lost).scalars()))
    c.execute(delete(servers).where(servers.c.id == me))
    c.execute(delete(rate_spending).where(rate_spending.c.server == me))
    return tables


# --- sockets ---


def admit(c: Connection, me: str, socket: Socket, most: int, most_per_address: int) -> bool:
    """Add a viewer unless other servers have too many, in total or of one address.

    Each server counts its own viewers itself, since their rows are written a moment later.
    """
    c.execute(_LOCK, {"address": socket.address})
    others = and_(sockets.c.server != me, sockets.c.server.in_(_ALIVE))
    each = func.count().filter(sockets.c.address == socket.address)
    in_all, own = c.execute(select(func.count(), each).where(others)).one()
    if in_all >= most or own >= most_per_address:
        return False
    c.execute(insert(sockets).values(server=me, **asdict(socket)))
    return True


def remove_viewers(c: Connection, me: str, numbers: Sequence[int]) -> None:
    c.execute(delete(sockets).where(sockets.c.server == me, sockets.c.number.in_(numbers)))


def reconcile_viewers(c: Connection, me: str, held: Mapping[int, Socket]) -> list[str]:
    """Make the rows of this server match its viewers; return the tables with differences.

    After a crash, PostgreSQL empties unlogged tables, and rows may not have been written.
    """
    query = select(sockets.c.number, sockets.c.table_id).where(sockets.c.server == me)
    known: dict[int, str] = {number: id for number, id in c.execute(query)}  # noqa: C416  (a result has keys, too)
    wrong = [number for number in known if number not in held]
    missing = [socket for number, socket in held.items() if number not in known]
    if wrong:
        remove_viewers(c, me, wrong)
    if missing:
        c.execute(insert(sockets).on_conflict_do_nothing(), [{"server": me, **asdict(one)} for one in missing])
    return sorted({known[number] for number in wrong} | {one.table_id for one in missing})


RemoteViewer = tuple[str | None, int]
"""A guest, and since when they watch."""


def remote_viewers(c: Connection, me: str, ids: Iterable[str]) -> dict[str, list[RemoteViewer]]:
    """Return the viewers of tables on other servers."""
    out: dict[str, list[RemoteViewer]] = {id: [] for id in ids}
    query = select(sockets.c.table_id, sockets.c.guest, sockets.c.came_at)
    query = query.where(sockets.c.table_id.in_(list(out)), sockets.c.server != me, sockets.c.server.in_(_ALIVE))
    for id, guest, came_at in c.execute(query):
        out[id].append((guest, came_at))
    return out


# --- rate limits ---

_SPEND = insert(rate_spending).values(
    server=bindparam("me"), bucket=bindparam("of"), key=bindparam("who"), total=bindparam("sum"), at=NOW
)
_SPEND = _SPEND.on_conflict_do_update(
    index_elements=[rate_spending.c.server, rate_spending.c.bucket, rate_spending.c.key],
    set_={"total": _SPEND.excluded.total, "at": NOW},
)


def spend(c: Connection, me: str, totals: Mapping[tuple[str, str], float]) -> None:
    """Save what was spent on this server since it started, by bucket and key."""
    c.execute(_SPEND, [{"me": me, "of": of, "who": who, "sum": total} for (of, who), total in totals.items()])


def spent(c: Connection, me: str, since: int) -> tuple[int, list[tuple[str, str, str, float]]]:
    """Return what other servers have spent since a time, and the time for the next call.

    Rows are (server, bucket, key, total).
    """
    query = select(rate_spending.c.server, rate_spending.c.bucket, rate_spending.c.key, rate_spending.c.total)
    found = c.execute(query.where(rate_spending.c.server != me, rate_spending.c.at >= since))
    return c.execute(select(NOW)).scalar_one() - 1_000, [tuple(row) for row in found]
