"""The statements about answers in advance. No other statement reads their table."""

from __future__ import annotations

import json

from sqlalchemy import Connection, and_, delete, insert, select

from stromnetz.server.advance import Answers
from stromnetz.server.errors import Stale

from .schema import answers, tables
from .text import compact


def read_answers(c: Connection, table_id: str, seat: int) -> Answers | None:
    where = (answers.c.table_id == table_id, answers.c.seat == seat)
    found = c.execute(select(answers.c.answers_json).where(*where)).scalar_one_or_none()
    return None if found is None else Answers.from_json(json.loads(found))


def save_answers(c: Connection, table_id: str, seat: int, said: Answers | None) -> None:
    c.execute(delete(answers).where(answers.c.table_id == table_id, answers.c.seat == seat))
    if said is not None and not said.empty:
        c.execute(insert(answers).values(table_id=table_id, seat=seat, answers_json=compact(said.to_json())))


def use_answers(c: Connection, table_id: str, seat: int, before: Answers, after: Answers) -> None:
    """Write what is left; nothing where they were changed or revoked meanwhile."""
    if read_answers(c, table_id, seat) != before:
        raise Stale("the answers were changed meanwhile", {}, "changed-meanwhile")
    save_answers(c, table_id, seat, after)


def tables_with_answers_due(c: Connection, since: int | None = None, until: int | None = None) -> list[str]:
    """The running games at which the seat that is to act has said something; those changed in a time, or all."""
    due = and_(answers.c.table_id == tables.c.id, answers.c.seat == tables.c.to_act)
    query = select(tables.c.id).join(answers, due).where(tables.c.state == "running")
    if since is not None and until is not None:
        query = query.where(tables.c.changed_at.between(since, until))
    return list(c.execute(query).scalars())
