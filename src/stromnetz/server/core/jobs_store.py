"""SQL of background jobs: added, claimed with a lease, saved, finished.

Workers skip jobs that others have claimed. The lease of a worker that dies expires, and another one continues from the
last saved progress. Only the worker that has claimed a job may write to it. SQLite has a single worker and uses the
same statements.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from stromnetz.server.core.database.db_schema import errands, to_compact_json
from stromnetz.tables.time import now_ms

LEASE_MS = 6_000
"""How long a claim is valid unless it is renewed."""
NOW: ColumnElement[int] = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
OPEN, DONE, FAILED = "open", "done", "failed"
MAX_ATTEMPTS = 3
"""A job that was started this often without finishing fails."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class JobRow:
    id: str
    kind: str
    subject: str
    question: Json
    answer: Json | None = None
    """The result so far."""
    done: int = 0
    total: int = 0
    state: str = OPEN
    tries: int = 0
    asked_at: int = 0
    table_id: str | None = None
    """The table with which the job is deleted."""
    asker: str = ""
    """Askers take turns; default: the subject."""


def _now(c: Connection) -> ColumnElement[int]:
    """Return the current time: that of the database where several machines may share it, since their clocks differ."""
    return NOW if c.dialect.name == "postgresql" else literal(now_ms(), BigInteger)


def _job(row: RowMapping) -> JobRow:
    answer = row["answer_json"]
    return JobRow(
        row["id"],
        row["kind"],
        row["subject"],
        json.loads(row["question_json"]),
        None if answer is None else json.loads(answer),
        row["done"],
        row["total"],
        row["state"],
        row["tries"],
        row["asked_at"],
        row["table_id"],
        row["asker"],
    )


def add_jobs(c: Connection, some: Iterable[JobRow]) -> None:
    """Add jobs; those that exist stay as they are.

    Each gets the turn after the last one of its asker; new askers begin with the current turn.
    """
    wanted = {one.id: one for one in some}
    there = set(c.execute(select(errands.c.id).where(errands.c.id.in_(wanted))).scalars())
    waiting = select(errands.c.asker, func.max(errands.c.turn), func.min(errands.c.turn))
    turns = c.execute(waiting.where(errands.c.state == OPEN).group_by(errands.c.asker)).all()
    now = min((first for _, _, first in turns), default=0)
    next_turns: defaultdict[str, count[int]] = defaultdict(lambda: count(now))
    next_turns.update((asker, count(last + 1)) for asker, last, _ in turns)
    rows = [
        {
            "asker": one.asker or one.subject,
            "turn": next(next_turns[one.asker or one.subject]),
            "id": one.id,
            "kind": one.kind,
            "subject": one.subject,
            "table_id": one.table_id,
            "question_json": to_compact_json(one.question),
            "done": 0,
            "total": one.total,
            "state": OPEN,
            "tries": 0,
            "asked_at": now_ms(),
        }
        for one in wanted.values()
        if one.id not in there
    ]
    if rows:
        c.execute(insert(errands), rows)


def claim(c: Connection, me: str) -> JobRow | None:
    """Claim a job that no worker holds: the lowest turn first, then the oldest."""
    now = _now(c)
    free = or_(errands.c.lease_until.is_(None), errands.c.lease_until < now)
    first = (
        select(errands.c.id)
        .where(errands.c.state == OPEN, free)
        .order_by(errands.c.turn, errands.c.asked_at, errands.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    taken = (
        update(errands)
        .where(errands.c.id == first.scalar_subquery())
        .values(lease_until=now + LEASE_MS, worker=me, tries=errands.c.tries + 1)
        .returning(*errands.c)
    )
    row = c.execute(taken).mappings().one_or_none()
    return None if row is None else _job(row)


def _mine(me: str, id: str) -> ColumnElement[bool]:
    return and_(errands.c.id == id, errands.c.worker == me, errands.c.state == OPEN)


def renew(c: Connection, me: str, id: str) -> bool:
    """Renew a claim; return whether it was still valid."""
    return c.execute(update(errands).where(_mine(me, id)).values(lease_until=_now(c) + LEASE_MS)).rowcount == 1


def save(c: Connection, me: str, job: JobRow) -> bool:
    """Save progress and result if the job is still claimed; return whether it was."""
    values: Json = {"done": job.done, "total": job.total, "state": job.state}
    values["answer_json"] = None if job.answer is None else to_compact_json(job.answer)
    return c.execute(update(errands).where(_mine(me, job.id)).values(values)).rowcount == 1


def release(c: Connection, me: str, id: str) -> None:
    """Give up a claim without counting the attempt."""
    values = {"lease_until": None, "worker": None, "tries": errands.c.tries - 1}
    c.execute(update(errands).where(_mine(me, id)).values(values))


def release_all(c: Connection) -> None:
    """Release the claims of a previous run of the only server."""
    c.execute(update(errands).where(errands.c.worker.is_not(None)).values(lease_until=None, worker=None))


def read(c: Connection, id: str) -> JobRow | None:
    row = c.execute(select(errands).where(errands.c.id == id)).mappings().one_or_none()
    return None if row is None else _job(row)


def of_subject(c: Connection, kind: str, subject: str) -> list[JobRow]:
    query = select(errands).where(errands.c.subject == subject, errands.c.kind == kind).order_by(errands.c.id)
    return [_job(row) for row in c.execute(query).mappings()]


def summaries(c: Connection, kind: str) -> list[RowMapping]:
    """Return the progress of each subject, latest first, without the results, which may be long."""
    query = (
        select(
            errands.c.subject,
            func.min(errands.c.asked_at).label("asked_at"),
            func.min(errands.c.question_json).label("question_json"),
            func.sum(errands.c.done).label("done"),
            func.sum(errands.c.total).label("total"),
            func.sum(case((errands.c.state == OPEN, 1), else_=0)).label("open"),
            func.sum(case((errands.c.state == FAILED, 1), else_=0)).label("failed"),
        )
        .where(errands.c.kind == kind)
        .group_by(errands.c.subject)
        .order_by(func.min(errands.c.asked_at).desc())
    )
    return list(c.execute(query).mappings())


def waiting(c: Connection, kind: str | None = None, asker: str | None = None) -> int:
    """Count unfinished jobs, optionally of one kind and of one asker."""
    query = select(func.count()).select_from(errands).where(errands.c.state == OPEN)
    if kind is not None:
        query = query.where(errands.c.kind == kind)
    if asker is not None:
        query = query.where(errands.c.asker == asker)
    return c.execute(query).scalar_one()


def drop(c: Connection, kind: str, subject: str) -> int:
    return c.execute(delete(errands).where(errands.c.subject == subject, errands.c.kind == kind)).rowcount


def remove(c: Connection, id: str) -> None:
    c.execute(delete(errands).where(errands.c.id == id))


def delete_old(c: Connection, kind: str, before: int) -> None:
    """Delete finished jobs that were added before a time."""
    c.execute(delete(errands).where(errands.c.kind == kind, errands.c.state != OPEN, errands.c.asked_at < before))
