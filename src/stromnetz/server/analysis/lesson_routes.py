"""Routes of lessons: list them, play one at its own table, and track progress."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal, NamedTuple

from fastapi import Depends, Path
from pydantic import Field

from stromnetz.lessons import Lesson, LessonProgress, progress_of
from stromnetz.play.game import Game
from stromnetz.server.accounts.guests import VisitorDep
from stromnetz.server.core.dependencies import DatabaseDep, Guest, Language
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.table_play.service import PlayRequest, PlayServiceDep
from stromnetz.server.tables.schema import Key, MoveResult, Version
from stromnetz.server.tables.service import (
    Invitations,
    InvitationsDep,
    TableDep,
    TableService,
    TableServiceDep,
    create_from_game,
)
from stromnetz.tables.errors import Conflict, NotFound, Stale
from stromnetz.tables.practice import find_lesson, lesson_json, lessons_json, open_lesson
from stromnetz.tables.table import RUNNING, Table

from . import lesson_store as sql

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["lessons"], default_response_class=SafeJson)
LessonId = Annotated[str, Path(min_length=1, max_length=60)]


class LessonShort(ResponseModel):
    """A lesson in the list."""

    id: str
    edition: str
    chapter: str
    title: str
    about: str
    minutes: int
    state: Literal["new", "begun", "done"]


class LessonList(ResponseModel):
    lessons: list[LessonShort] = Field(description="in the recommended order")


class Begin(RequestModel):
    again: bool = Field(False, description="start over if the lesson was begun before")


class Begun(ResponseModel):
    table: str = Field(description="the table at which the lesson is played")


class LessonUndo(RequestModel):
    version: Version
    key: Key


class LessonText(ResponseModel):
    text: str
    at: str | None = Field(description="the part of the board that the text explains")


class LessonOut(ResponseModel):
    """The state of a lesson."""

    id: str
    title: str
    version: int
    step: int = Field(description="the current step, counted from 0")
    steps: int
    left: int = Field(description="steps that were passed without reaching their goal")
    texts: list[LessonText]
    asked: bool = Field(description="whether this step waits for you")
    good: str | None = Field(description="comment on the step that you have just finished")
    other: str | None = Field(description="consequences of your last move if the step expects another one")
    advice: bool = Field(description="whether hints are shown automatically")
    over: bool
    end: str
    next: str | None = Field(description="the recommended next lesson")


class Finished(ResponseModel):
    done: bool


@router.get("/lessons", response_model=LessonList, responses=refusals())
async def lessons(database: DatabaseDep, guest: Guest, language: Language) -> SafeJson:
    """List the lessons and your progress."""
    mine = {} if guest is None else await database.read(lambda c: sql.progress_of(c, guest))
    states = {id: state for id, progress in mine.items() if (state := _state(progress)) is not None}
    return SafeJson(await asyncio.to_thread(lessons_json, language, states))


def _state(progress: sql.LessonProgress) -> str | None:
    return "done" if progress.done else "begun" if progress.table is not None else None


@router.post("/lessons/{id}", cost=Cost.HEAVY, status_code=201, response_model=Begun, responses=refusals(403, 404, 409))
async def begin(
    database: DatabaseDep,
    table_service: TableServiceDep,
    invitations: InvitationsDep,
    visitor: VisitorDep,
    id: LessonId,
    body: Begin,
) -> SafeJson:
    """Play a lesson: at the table where you have begun it, or at a new one. The table is private."""
    lesson = find_lesson(id)
    me, name = await visitor.get_or_create()
    found = (await database.read(lambda c: sql.progress_of(c, me))).get(id)
    table = None if found is None else found.table
    if table is not None and (body.again or (await table_service.get(table)).table.state != RUNNING):
        await _close(table_service, table)
        table = None
    if table is None:
        table = await _open(table_service, invitations, lesson, me, name)
    return visitor.answer({"table": table}, me, 201)


async def _close(table_service: TableService, id: str) -> None:
    try:
        async with table_service.cache.locked(id) as opened:
            await table_service.remove(opened)
    except (NotFound, Stale):
        pass  # closed meanwhile


async def _open(table_service: TableService, invitations: Invitations, lesson: Lesson, guest: str, name: str) -> str:
    table, game = await asyncio.to_thread(open_lesson, lesson, guest, name)
    await create_from_game(
        table_service, invitations, table, game, lesson.you, lambda c: sql.begin(c, guest, lesson.id, table.id)
    )
    return table.id


class OpenLesson(NamedTuple):
    """The lesson of a table, and its progress."""

    table: Table
    lesson: Lesson
    game: Game
    progress: LessonProgress


async def _open_lesson(opened: TableDep, guest: Guest) -> OpenLesson:
    if opened.table.settings.lesson is None:
        raise Conflict(case="not-a-lesson")
    lesson = find_lesson(opened.table.settings.lesson)
    opened.table.own_seat(lesson.you, guest)
    game = opened.running_game()
    return OpenLesson(opened.table, lesson, game, await asyncio.to_thread(progress_of, lesson, game))


OpenLessonDep = Annotated[OpenLesson, Depends(_open_lesson)]


@router.get("/tables/{id}/lesson", response_model=LessonOut, responses=refusals(403, 404, 409))
async def lesson_state(opened: OpenLessonDep, language: Language) -> SafeJson:
    """Return the state of a table's lesson: the current text, and the consequences of your last move."""
    return SafeJson(lesson_json(*opened, language))


@router.post("/tables/{id}/lesson/back", cost=Cost.LIGHT, response_model=MoveResult, responses=refusals(403, 404, 409))
async def undo_step(play_service: PlayServiceDep, opened: OpenLessonDep, guest: Guest, body: LessonUndo) -> SafeJson:
    """Undo what you did in this step, and the moves after it, even if cards were revealed."""
    request = PlayRequest(opened.table.id, guest, opened.lesson.you, body.version, body.key)
    return SafeJson(await play_service.rewind_lesson(request, opened.progress.since))


@router.post("/tables/{id}/lesson/done", cost=Cost.LIGHT, response_model=Finished, responses=refusals(403, 404, 409))
async def done(database: DatabaseDep, opened: OpenLessonDep, guest: Guest) -> SafeJson:
    """Save that you have finished this lesson, if its goals are met."""
    if opened.progress.done and guest is not None:
        await database.write(lambda c: sql.finish(c, guest, opened.lesson.id))
    return SafeJson({"done": opened.progress.done})
