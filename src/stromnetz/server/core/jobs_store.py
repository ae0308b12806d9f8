"""The statements about errands: put, claimed with a lease, carried on, done.

Claimed as jobs are: of several who want one, each gets another; whoever dies claims nothing any more, and another goes
on from what was written down last. Only who has claimed an errand may write what comes out of it. On SQLite nobody else
is there to claim anything, so the same statements do.
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

LEASE = 6_000
"""Milliseconds that a claim holds if it is not renewed."""
NOW: ColumnElement[int] = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
OPEN, DONE, FAILED = "open", "done", "failed"
TRIES = 3
"""How often one is begun: what ends its worker every time is given up."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class JobRow:
    id: str
    kind: str
    subject: str
    question: Json
    answer: Json | None = None
    """What has come out so far."""
    done: int = 0
    total: int = 0
    state: str = OPEN
    tries: int = 0
    asked_at: int = 0
    table_id: str | None = None
    """With this table it goes, too."""
    asker: str = ""
    """Who takes turns with others for it; without one, what it belongs to."""


def _now(c: Connection) -> ColumnElement[int]:
    """The clocks of several machines differ: where there may be several, it is the database's."""
    return NOW if c.dialect.name == "postgresql" else literal(now_ms(), BigInteger)


def _errand(row: RowMapping) -> JobRow:
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
    """Ask for them; one that was asked for already is left as it is.

    Each takes the turn after the last one of its asker, who begins with the turn that comes next.
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
    """The one whose turn it is, of those that nobody works on; of the same turn the one that was asked for first."""
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
        .values(lease_until=now + LEASE, worker=me, tries=errands.c.tries + 1)
        .returning(*errands.c)
    )
    row = c.execute(taken).mappings().one_or_none()
    return None if row is None else _errand(row)


def _mine(me: str, id: str) -> ColumnElement[bool]:
    return and_(errands.c.id == id, errands.c.worker == me, errands.c.state == OPEN)


def renew(c: Connection, me: str, id: str) -> bool:
    """We are still at it; False where it is not ours any more."""
    return c.execute(update(errands).where(_mine(me, id)).values(lease_until=_now(c) + LEASE)).rowcount == 1


def save(c: Connection, me: str, errand: JobRow) -> bool:
    """How far it is and what has come out; False where it is not ours any more, and then nothing is written."""
    values: Json = {"done": errand.done, "total": errand.total, "state": errand.state}
    values["answer_json"] = None if errand.answer is None else to_compact_json(errand.answer)
    return c.execute(update(errands).where(_mine(me, errand.id)).values(values)).rowcount == 1


def give_back(c: Connection, me: str, id: str) -> None:
    """We stop in the middle of it, and that is not its fault."""
    values = {"lease_until": None, "worker": None, "tries": errands.c.tries - 1}
    c.execute(update(errands).where(_mine(me, id)).values(values))


def take_over(c: Connection) -> None:
    """Nobody else works on this database: whoever claimed something is no more."""
    c.execute(update(errands).where(errands.c.worker.is_not(None)).values(lease_until=None, worker=None))


def read(c: Connection, id: str) -> JobRow | None:
    row = c.execute(select(errands).where(errands.c.id == id)).mappings().one_or_none()
    return None if row is None else _errand(row)


def of_subject(c: Connection, kind: str, subject: str) -> list[JobRow]:
    query = select(errands).where(errands.c.subject == subject, errands.c.kind == kind).order_by(errands.c.id)
    return [_errand(row) for row in c.execute(query).mappings()]


def summaries(c: Connection, kind: str) -> list[RowMapping]:
    """Of each subject how far it is, the latest first; not what has come out, which may be long."""
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
    """How many are asked for and not done, of one kind or of all, by one asker or by all."""
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


def forget(c: Connection, kind: str, before: int) -> None:
    """What was asked for so long ago and is over."""
    c.execute(delete(errands).where(errands.c.kind == kind, errands.c.state != OPEN, errands.c.asked_at < before))
