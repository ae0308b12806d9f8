"""Tables of lessons and puzzles, which start with a game in progress, and what their players read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from stromnetz.engine.errors import BadInput
from stromnetz.lessons import Lesson, LessonProgress, all_lessons, deviation_texts, lesson_of
from stromnetz.play.game import Game
from stromnetz.play.words.sentences import isolated
from stromnetz.play.words.vocabulary import Words
from stromnetz.puzzles import Puzzle, all_puzzles, explanation, of_the_day, puzzle_of, puzzle_text

from .errors import NotFound
from .ids import new_code, new_id
from .seats import make_names_distinct
from .settings import TableSettings
from .table import OPEN, RUNNING, Seat, Table

VIEW_CACHE_SIZE = 32

Data = dict[str, Any]
Others = Mapping[int, tuple[str, str | None]]
"""Bot and name by seat."""


def table_from_game(game: Game, settings: TableSettings, you: int, others: Others, guest: str, name: str) -> Table:
    """Create a table from a game: one seat is the guest's, bots play the others."""
    seats = [Seat(number, OPEN) for number in range(settings.players)]
    for number, called in settings.automatic().items():
        seats[number].give_to_rules(called)
    for seat in seats:
        if seat.seat == you:
            seat.give(guest, name)
        elif seat.kind == OPEN:
            seat.give_to_bot(*others[seat.seat])
    table = Table(new_id(), new_code(), settings, seats, host=guest, state=RUNNING)
    table.update_from_game(game)
    return table


# --- lessons -------------------------------------------------------------------------------------------------------


def find_lesson(id: str) -> Lesson:
    try:
        return lesson_of(id)
    except BadInput as error:
        raise NotFound(facts=error.facts, case="no-lesson") from None


def lessons_json(language: str, states: Mapping[str, str]) -> Data:
    """Return the lessons in the recommended order; ``states`` has those that are begun or done."""
    out = [
        {
            "id": lesson.id,
            "edition": lesson.edition,
            "chapter": lesson.chapter[language],
            "title": lesson.title[language],
            "about": lesson.about[language],
            "minutes": lesson.minutes,
            "state": states.get(lesson.id, "new"),
        }
        for lesson in all_lessons()
    ]
    return {"lessons": out}


def open_lesson(lesson: Lesson, guest: str, name: str) -> tuple[Table, Game]:
    """Return a new table for a lesson."""
    game = lesson.begin()
    settings = TableSettings(
        lesson.edition, game.map, game.players, "random", dict(game.view(None).options), lesson=lesson.id
    )
    others = {seat: (other.bot, other.name) for seat in range(game.players) for other in [lesson.other(seat)]}
    return table_from_game(game, settings, lesson.you, others, guest, name), game


def lesson_json(table: Table, lesson: Lesson, game: Game, at: LessonProgress, language: str) -> Data:
    """Return the state of a table's lesson: the current text, and the consequences of the last move."""
    names = [isolated(seat.name) for seat in table.seats]
    words = Words(lesson.edition, table.settings.map, names, language)
    ids = [one.id for one in all_lessons()]
    return {
        "id": lesson.id,
        "title": lesson.title[language],
        "version": game.version,
        "step": at.step,
        "steps": len(lesson.steps),
        "left": len(at.missed),
        "texts": [{"text": one.text[language], "at": one.at} for one in at.texts],
        "asked": at.asked,
        "good": None if at.good is None else at.good[language],
        "other": None if at.deviation is None else " ".join(deviation_texts(at.deviation, words)),
        "advice": lesson.advice,
        "over": at.over,
        "end": lesson.end[language],
        "next": next(iter(ids[ids.index(lesson.id) + 1 :]), None),
    }


# --- puzzles -------------------------------------------------------------------------------------------------------


def find_puzzle(id: str) -> Puzzle:
    try:
        return puzzle_of(id)
    except BadInput as error:
        raise NotFound(facts=error.facts, case="no-puzzle") from None


def puzzles_json(today: date) -> Data:
    return {"daily": of_the_day(today).id, "ids": list(all_puzzles())}


def puzzle_json(puzzle: Puzzle, language: str) -> Data:
    """Return a puzzle with its position and choices."""
    said = puzzle_text(puzzle, language)
    facts = {"id": puzzle.id, "kind": puzzle.kind, "edition": puzzle.edition, "map": puzzle.map}
    cities = [one["cities"] for one in puzzle.choices] if "cities" in puzzle.choices[0] else None
    return {**facts, **said._asdict(), "view": _puzzle_view(puzzle.id), "cities": cities}


@lru_cache(VIEW_CACHE_SIZE)
def _puzzle_view(id: str) -> Data:
    game = puzzle_of(id).begin()
    assert game.decision is not None
    return game.view(game.decision.seat).to_json()


def puzzle_answer_json(puzzle: Puzzle, choice: int, language: str) -> Data:
    """Return whether an answer is the best one, and the explanation."""
    if choice >= len(puzzle.choices):
        most = len(puzzle.choices) - 1
        raise BadInput(f"'choice' must be a number from 0 to {most}, not {choice}", {"most": most})
    costs = list(puzzle.worth) if "told" not in puzzle.facts else None
    text = explanation(puzzle, language)
    return {"right": choice == puzzle.answer, "best": puzzle.answer, "text": text, "costs": costs}


def open_puzzle(puzzle: Puzzle, bot: str, guest: str, name: str) -> tuple[Table, Game, int]:
    """Return a new table at the position of a puzzle, its game, and the seat of the guest."""
    game = puzzle.begin()
    assert game.decision is not None
    you = game.decision.seat
    settings = TableSettings(
        puzzle.edition, puzzle.map, game.players, "random", dict(game.view(None).options), puzzle=puzzle.id
    )
    table = table_from_game(game, settings, you, dict.fromkeys(range(game.players), (bot, None)), guest, name)
    make_names_distinct(table.seats)
    return table, game, you
