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

from stromnetz.server.core.database.db_schema import jobs, to_compact_json
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


_PLAIN_COLUMNS = ("id", "kind", "subject", "done", "total", "state", "tries", "asked_at", "table_id", "asker")


def _job(row: RowMapping) -> JobRow:
    answer = row["answer_json"]
    own = {name: row[name] for name in _PLAIN_COLUMNS}
    return JobRow(
        question=json.loads(row["question_json"]), answer=None if answer is None else json.loads(answer), **own
    )


def add_jobs(c: Connection, some: Iterable[JobRow]) -> None:
    """Add jobs; those that exist stay as they are.

    Each gets the turn after the last one of its asker; new askers begin with the current turn.
    """
    wanted = {one.id: one for one in some}
    there = set(c.execute(select(jobs.c.id).where(jobs.c.id.in_(wanted))).scalars())
    waiting = select(jobs.c.asker, func.max(jobs.c.turn), func.min(jobs.c.turn))
    turns = c.execute(waiting.where(jobs.c.state == OPEN).group_by(jobs.c.asker)).all()
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
        c.execute(insert(jobs), rows)


def claim(c: Connection, me: str) -> JobRow | None:
    """Claim a job that no worker holds: the lowest turn first, then the oldest."""
    now = _now(c)
    free = or_(jobs.c.lease_until.is_(None), jobs.c.lease_until < now)
    first = (
        select(jobs.c.id)
        .where(jobs.c.state == OPEN, free)
        .order_by(jobs.c.turn, jobs.c.asked_at, jobs.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    taken = (
        update(jobs)
        .where(jobs.c.id == first.scalar_subquery())
        .values(lease_until=now + LEASE_MS, worker=me, tries=jobs.c.tries + 1)
        .returning(*jobs.c)
    )
    row = c.execute(taken).mappings().one_or_none()
    return None if row is None else _job(row)


def _mine(me: str, id: str) -> ColumnElement[bool]:
    return and_(jobs.c.id == id, jobs.c.worker == me, jobs.c.state == OPEN)


def renew(c: Connection, me: str, id: str) -> bool:
    """Renew a claim; return whether it was still valid."""
    return c.execute(update(jobs).where(_mine(me, id)).values(lease_until=_now(c) + LEASE_MS)).rowcount == 1


def save(c: Connection, me: str, job: JobRow) -> bool:
    """Save progress and result if the job is still claimed; return whether it was."""
    values: Json = {"done": job.done, "total": job.total, "state": job.state}
    values["answer_json"] = None if job.answer is None else to_compact_json(job.answer)
    return c.execute(update(jobs).where(_mine(me, job.id)).values(values)).rowcount == 1


def release(c: Connection, me: str, id: str) -> None:
    """Give up a claim without counting the attempt."""
    values = {"lease_until": None, "worker": None, "tries": jobs.c.tries - 1}
    c.execute(update(jobs).where(_mine(me, id)).values(values))


def release_all(c: Connection) -> None:
    """Release the claims of a previous run of the only server."""
    c.execute(update(jobs).where(jobs.c.worker.is_not(None)).values(lease_until=None, worker=None))


def read(c: Connection, id: str) -> JobRow | None:
    row = c.execute(select(jobs).where(jobs.c.id == id)).mappings().one_or_none()
    return None if row is None else _job(row)


def of_subject(c: Connection, kind: str, subject: str) -> list[JobRow]:
    query = select(jobs).where(jobs.c.subject == subject, jobs.c.kind == kind).order_by(jobs.c.id)
    return [_job(row) for row in c.execute(query).mappings()]


def summaries(c: Connection, kind: str) -> list[RowMapping]:
    """Return the progress of each subject, latest first, without the results, which may be long."""
    query = (
        select(
            jobs.c.subject,
            func.min(jobs.c.asked_at).label("asked_at"),
            func.min(jobs.c.question_json).label("question_json"),
            func.sum(jobs.c.done).label("done"),
            func.sum(jobs.c.total).label("total"),
            func.sum(case((jobs.c.state == OPEN, 1), else_=0)).label("open"),
            func.sum(case((jobs.c.state == FAILED, 1), else_=0)).label("failed"),
        )
        .where(jobs.c.kind == kind)
        .group_by(jobs.c.subject)
        .order_by(func.min(jobs.c.asked_at).desc())
    )
    return list(c.execute(query).mappings())


def waiting(c: Connection, kind: str | None = None, asker: str | None = None) -> int:
    """Count unfinished jobs, optionally of one kind and of one asker."""
    query = select(func.count()).select_from(jobs).where(jobs.c.state == OPEN)
    if kind is not None:
        query = query.where(jobs.c.kind == kind)
    if asker is not None:
        query = query.where(jobs.c.asker == asker)
    return c.execute(query).scalar_one()


def drop(c: Connection, kind: str, subject: str) -> int:
    return c.execute(delete(jobs).where(jobs.c.subject == subject, jobs.c.kind == kind)).rowcount


def remove(c: Connection, id: str) -> None:
    c.execute(delete(jobs).where(jobs.c.id == id))


def delete_old(c: Connection, kind: str, before: int) -> None:
    """Delete finished jobs that were added before a time."""
    c.execute(delete(jobs).where(jobs.c.kind == kind, jobs.c.state != OPEN, jobs.c.asked_at < before))
