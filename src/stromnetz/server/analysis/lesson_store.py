"""SQL of progress in lessons, the only writer of its table."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from stromnetz.server.core.database.db_schema import lessons, tables
from stromnetz.tables.table import RUNNING
from stromnetz.tables.time import now_ms

PUZZLE = '"puzzle":"'
"""Marks tables of puzzles in the stored settings."""


class LessonProgress(NamedTuple):
    """The table at which a lesson is played, if any, and whether it was finished."""

    table: str | None
    done: bool


def progress_of(c: Connection, guest: str) -> dict[str, LessonProgress]:
    """Return the progress of a guest by lesson."""
    found = select(lessons.c.lesson, lessons.c.table_id, lessons.c.done_at).where(lessons.c.guest == guest)
    return {id: LessonProgress(table, done is not None) for id, table, done in c.execute(found)}


def begin(c: Connection, guest: str, lesson: str, table: str) -> None:
    """Save that a guest plays a lesson at this table."""
    mine = (lessons.c.guest == guest, lessons.c.lesson == lesson)
    if c.execute(update(lessons).where(*mine).values(table_id=table)).rowcount == 0:
        c.execute(insert(lessons).values(guest=guest, lesson=lesson, table_id=table))


def finish(c: Connection, guest: str, lesson: str) -> None:
    """Save that a guest has finished a lesson; the first time counts."""
    mine = (lessons.c.guest == guest, lessons.c.lesson == lesson, lessons.c.done_at.is_(None))
    c.execute(update(lessons).where(*mine).values(done_at=now_ms()))


def practice_tables_before(c: Connection, at: int) -> list[tuple[str, str]]:
    """Return id and state of lessons, and of unfinished puzzle tables, that were last changed before a time."""
    lesson = select(tables.c.id, tables.c.state).join(lessons, lessons.c.table_id == tables.c.id)
    puzzle = select(tables.c.id, tables.c.state).where(
        tables.c.state == RUNNING, tables.c.settings_json.contains(PUZZLE, autoescape=True)
    )
    queries = (query.where(tables.c.changed_at < at) for query in (lesson, puzzle))
    return [(id, state) for query in queries for id, state in c.execute(query)]
