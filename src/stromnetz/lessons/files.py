"""Lesson files, and the scripted moves of the other seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from stromnetz.bots import bot_names
from stromnetz.editions.files import folders
from stromnetz.editions.files.checks import unknown
from stromnetz.editions.files.loader import all_editions, all_maps
from stromnetz.editions.files.schema import BadData, Data, Problem
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.engine.moves import Move, move_from_json
from stromnetz.play import catalogue
from stromnetz.play.game import Game
from stromnetz.play.new import new_game, parse_position

from .goals import Goal, Pattern, Way
from .schemas import LESSON_SCHEMA

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LessonText:
    """A text of a lesson, and the part of the board that it points at.

    >>> LessonText.of({"en": "Look here.", "at": "market"})
    LessonText(text={'en': 'Look here.'}, at='market')
    """

    text: Names
    at: str | None = None

    @classmethod
    def of(cls, data: Data) -> LessonText:
        return cls({key: value for key, value in data.items() if key != "at"}, data.get("at"))


@dataclass(frozen=True, slots=True)
class DeviationText:
    """A text about moves that deviate from the step."""

    moves: Sequence[Pattern]
    text: Names


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson: a task, and the accepted ways to do it.

    >>> lesson_of("auction").steps[0].decision
    'auction'
    """

    decision: str
    texts: Sequence[LessonText]
    ways: Sequence[Way]
    goal: Goal | None
    good: Names | None
    otherwise: Sequence[DeviationText]
    optional: bool

    @classmethod
    def of(cls, data: Data) -> Step:
        others = [
            DeviationText(one["moves"], {key: value for key, value in one.items() if key != "moves"})
            for one in data.get("otherwise", [])
        ]
        texts = [LessonText.of(text) for text in data["texts"]]
        goal, good = data.get("goal"), data.get("good")
        return cls(data["decision"], texts, data["ways"], goal, good, others, data.get("optional", False))


@dataclass(frozen=True, slots=True)
class Hint:
    decision: str
    texts: Sequence[LessonText]


@dataclass(frozen=True, slots=True)
class ScriptedSeat:
    """A seat that is played by a script or a bot."""

    seat: int
    name: str | None = None
    bot: str = "plain"
    answers: Sequence[Pattern] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A prepared game with tasks.

    >>> lesson = lesson_of("auction")
    >>> lesson.edition, lesson.begin().decision.seat == lesson.you
    ('classic-2004', True)
    """

    id: str
    edition: str
    folder: str
    title: Names
    about: Names
    chapter: Names
    order: int
    minutes: int
    you: int
    steps: Sequence[Step]
    hints: Sequence[Hint]
    advice: bool
    end: Names
    others: Mapping[int, ScriptedSeat]
    start: Data

    def begin(self) -> Game:
        """The game at the start of the lesson, always the same."""
        if "position" in self.start:
            return parse_position({"edition": self.edition, **self.start["position"]})
        given = dict(self.start["game"])
        moves = given.pop("moves", [])
        game = new_game(self.edition, **given)
        for move in moves:
            game.apply(move)
        return game

    def other(self, seat: int) -> ScriptedSeat:
        return self.others.get(seat) or ScriptedSeat(seat)


@cache
def _read() -> dict[str, Lesson | BadData]:
    """Every lesson, or the error in its file, by id."""
    out: dict[str, Lesson | BadData] = {}
    for folder, file in _files():
        id, name = file.name.removesuffix(".toml"), f"{folder.name}/lessons/{file.name}"
        try:
            if id in out:
                raise BadData(
                    name, [("id", f"there is a lesson {id!r} in another folder; each needs a name of its own")]
                )
            out[id] = _lesson(folder, file, id, name)
        except BadData as error:
            out[name if id in out else id] = error
    return out


def _files() -> Iterator[tuple[Traversable, Traversable]]:
    for root in folders.FOLDERS:
        for folder in sorted(root.iterdir(), key=lambda f: f.name) if root.is_dir() else ():
            lessons = folder.joinpath("lessons")
            for file in sorted(lessons.iterdir(), key=lambda f: f.name) if lessons.is_dir() else ():
                if file.name.endswith(".toml"):
                    yield folder, file


def _lesson(folder: Traversable, file: Traversable, id: str, name: str) -> Lesson:
    data = folders.read_toml(file, name, LESSON_SCHEMA)
    folders.report(name, folders.id_problems(data, id))
    edition = data.get("edition", folder.name.replace("_", "-"))
    if edition not in all_editions():
        raise BadData(name, [unknown("edition", "edition", edition, all_editions())])
    for one, other in (("position", "game"), ("steps", "hints")):
        if (one in data) == (other in data):
            raise BadData(name, [("", f"needs exactly one of {one} and {other}")])
    steps = [Step.of(step) for step in data.get("steps", [])]
    hints = [Hint(hint["decision"], [LessonText.of(text) for text in hint["texts"]]) for hint in data.get("hints", [])]
    others = {one["seat"]: ScriptedSeat(**one) for one in data.get("others", [])}
    lesson = Lesson(
        id,
        edition,
        folder.name,
        data["title"],
        data["about"],
        data.get("chapter") or all_editions()[edition]["name"],
        data["order"],
        data["minutes"],
        data.get("you", 0),
        steps,
        hints,
        "advice" in data,
        data["end"],
        others,
        {key: data[key] for key in ("position", "game") if key in data},
    )
    folders.report(name, list(_problems(lesson)))
    return lesson


def _problems(lesson: Lesson) -> Iterator[Problem]:
    """Problems that only the game shows: whether it can start, and whether everything named exists."""
    try:
        game = lesson.begin()
    except StromnetzError as error:
        yield next(iter(lesson.start)), error.message
        return
    yield from _seat_problems(lesson, range(game.rules.players))
    kinds = list(game.rules.deciders)
    for at, decision, texts in _all_texts(lesson):
        if decision not in kinds:
            yield unknown(f"{at}.decision", "decision", decision, kinds)
        for told in texts:
            yield from _place_problems(f"{at}.texts", told.at, game)
    for number, step in enumerate(lesson.steps, 1):
        for way in step.ways:
            yield from _move_problems(f"steps #{number}.ways", way)


def _seat_problems(lesson: Lesson, seats: range) -> Iterator[Problem]:
    if lesson.you not in seats:
        yield "you", f"must be a seat from 0 to {len(seats) - 1}, not {lesson.you}"
    for seat, other in lesson.others.items():
        if other.bot not in bot_names():
            yield unknown(f"others, seat {seat}.bot", "bot", other.bot, bot_names())
        if seat not in seats or seat == lesson.you:
            yield "others", f"seat {seat} is not played by anybody else"
        for answer in other.answers:
            if (wrong := check_answer(answer)) is not None:
                yield f"others, seat {seat}", wrong


def _all_texts(lesson: Lesson) -> Iterator[tuple[str, str, Sequence[LessonText]]]:
    for number, step in enumerate(lesson.steps, 1):
        yield f"steps #{number}", step.decision, step.texts
    for number, hint in enumerate(lesson.hints, 1):
        yield f"hints #{number}", hint.decision, hint.texts


def _move_problems(at: str, moves: Sequence[Pattern]) -> Iterator[Problem]:
    for move in moves:
        try:
            move_from_json(move)
        except BadInput as error:
            yield at, error.message


def _place_problems(at: str, place: str | None, game: Game) -> Iterator[Problem]:
    what, _, name = (place or "").partition(":")
    if not name:
        return
    known: list[str] = {
        "plant": [str(plant) for plant in catalogue.plants(game.rules.edition.id)] + list(game.rules.module_slot),
        "fuel": list(game.rules.fuel_ids),
        "city": list(all_maps()[game.rules.board.id]["cities"]),
        "player": [str(seat) for seat in range(game.rules.seats)],
    }[what]
    if name not in known:
        yield unknown(at, what, name, known)


def clear_cache() -> None:
    """Clear the cache of lessons, after a folder has been added."""
    _read.cache_clear()


def all_lessons() -> list[Lesson]:
    """All lessons, in teaching order.

    >>> all_lessons()[0].id
    'first-game'
    """
    editions = [edition.id for edition in catalogue.editions()]
    editions.sort(key=lambda id: id != catalogue.default_edition())
    found = [lesson for lesson in _read().values() if isinstance(lesson, Lesson)]

    def place(lesson: Lesson) -> tuple[int, bool, str, int, str]:
        own = lesson.folder.replace("_", "-") == lesson.edition
        return editions.index(lesson.edition), not own, lesson.folder, lesson.order, lesson.id

    return sorted(found, key=place)


def broken() -> dict[str, str]:
    """Errors in lesson files, by id.

    >>> broken()
    {}
    """
    return {id: found.message for id, found in _read().items() if isinstance(found, BadData)}


def lesson_of(id: str) -> Lesson:
    """The lesson with this id.

    >>> lesson_of("auction").title["de"]
    'Die Auktion'
    """
    found = _read().get(id)
    if isinstance(found, Lesson):
        return found
    if isinstance(found, BadData):
        raise found
    ids: list[Any] = [lesson.id for lesson in all_lessons()]
    raise BadInput(f"there is no lesson {id!r}; there are {', '.join(ids)}", {"known": ids})


UP_TO = "up_to"


def answer_of(lesson: Lesson, game: Game, seat: int) -> Move | None:
    """The first of a seat's answers that is legal now; None where none is, and its bot decides.

    >>> from stromnetz.lessons import lesson_of
    >>> lesson = lesson_of("auction")
    >>> answer_of(lesson, lesson.begin(), lesson.you) is None
    True
    """
    for answer in lesson.other(seat).answers:
        for move in _moves(answer):
            if game.is_legal(move):
                return move
    return None


def _moves(answer: Mapping[str, Any]) -> Iterator[Move]:
    if UP_TO not in answer:
        yield move_from_json(answer)
        return
    for amount in range(1, answer[UP_TO] + 1):
        yield move_from_json({"kind": answer["kind"], "amount": amount})


def check_answer(answer: Mapping[str, Any]) -> str | None:
    """The error in a scripted answer; None if there is none."""
    top = answer.get(UP_TO)
    if UP_TO in answer and (type(top) is not int or answer.keys() != {"kind", UP_TO}):
        return f"{UP_TO!r} is a whole number beside a kind, and nothing else"
    try:
        list(_moves(answer))
    except BadInput as error:
        return error.message
    return None
