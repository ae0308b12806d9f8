"""Where a learner stands in a lesson, worked out from the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.engine.events import Event
from stromnetz.engine.moves import Move
from stromnetz.play.files.record_types import Row, effective_rows
from stromnetz.play.game import Game
from stromnetz.play.words.wording import Words

from .files import Lesson, LessonText, Names, Step
from .goals import fits, gone, leads, met

MAX_EVENTS = 3


@dataclass(slots=True)
class Deviation:
    """A move that leads elsewhere than the step wants."""

    events: list[Event]
    """What came of it for the player, by what others answered too."""
    own: Names | None
    """What the lesson says about it."""
    facts: dict[str, int] = field(default_factory=dict)
    """How the player stands now."""


@dataclass(slots=True)
class LessonProgress:
    """Where a lesson stands.

    >>> from stromnetz.lessons import lesson_of
    >>> lesson = lesson_of("auction")
    >>> now = progress_of(lesson, lesson.begin())
    >>> now.step, now.asked, now.over
    (0, True, False)
    """

    lesson: Lesson
    step: int = 0
    """The step that is open; as many as there are when it is over."""
    left: list[int] = field(default_factory=list)
    """Steps whose goal was not met: the game has gone on without it."""
    since: int = 0
    """The row after which the step began."""
    good: Names | None = None
    """What is said about the step before, where its goal has just been met."""
    other: Deviation | None = None
    """The last move, where it led elsewhere."""
    texts: Sequence[LessonText] = ()
    asked: bool = False
    """Whether it is up to the player now, at this step."""
    over: bool = False
    moves: list[Move] = field(default_factory=list)
    """What was done in this step."""
    stage: tuple[int, int] | None = None
    """The round and phase in which the step was first up to the player."""
    met_in: int | None = None
    """The plan in which a goal was met: what else was in it counts for nothing."""

    @property
    def done(self) -> bool:
        return self.over and not self.left


def progress_of(lesson: Lesson, game: Game) -> LessonProgress:
    """Where the lesson stands that is played in a game.

    >>> from stromnetz.lessons import lesson_of
    >>> lesson = lesson_of("fuel")
    >>> game = lesson.begin()
    >>> for move in lesson.steps[0].ways[0]:
    ...     events = game.apply(move)
    >>> progress_of(lesson, game).step > 0
    True
    """
    out = LessonProgress(lesson)
    replayed = lesson.begin()
    seen: set[str] = set()
    start = replayed.version
    try:
        for row in effective_rows(game.rows):
            if row.move is None or row.seq <= start:
                continue
            decision = replayed.decision
            assert decision is not None
            if decision.seat == lesson.you:
                seen.add(decision.kind)
                _come_to(out, decision.kind, row.seq - 1, replayed)
            replayed.replay(row.move, row.plan)
            _take(out, replayed, row, decision.kind)
    except (StromnetzError, AssertionError):
        raise BadInput(case="lesson-changed") from None
    _look(out, replayed, seen)
    return out


def _come_to(out: LessonProgress, kind: str, row: int, game: Game) -> None:
    """Leave the steps that wait for another decision, where a later one waits for this, or the phase is over."""
    steps, stage = out.lesson.steps, (game.position.round, game.position.phase)
    ahead = next((i for i in range(out.step, len(steps)) if steps[i].decision == kind), None)
    if ahead is None:
        if out.stage is None or out.stage == stage:
            return
        ahead = len(steps)
    if ahead != out.step:
        out.left += [i for i in range(out.step, ahead) if not steps[i].optional]
        _enter(out, ahead, row)
    if ahead < len(steps):
        out.stage = out.stage or stage


def _enter(out: LessonProgress, step: int, row: int) -> None:
    out.step, out.since, out.moves, out.stage = step, row, [], None


def _take(out: LessonProgress, game: Game, row: Row, kind: str) -> None:
    """A move was made: it meets the goal, leads there, or elsewhere."""
    steps = out.lesson.steps
    mine = row.seat == out.lesson.you
    plan = row.seq if row.plan is None else row.plan
    assert row.move is not None
    if mine:
        out.moves.append(row.move)
        if out.met_in != plan:
            out.good = out.other = None
    before = out.step
    waited = before < len(steps) and steps[before].decision == kind
    while out.step < len(steps) and _is_met(steps[out.step], out, game):
        out.good, out.other, out.met_in = steps[out.step].good, None, plan if mine else None
        _enter(out, out.step + 1, row.seq)
    if mine and waited and out.step == before and out.met_in != plan:
        step = steps[before]
        if not leads(out.moves, step.ways):
            own = next((one.text for one in step.otherwise if any(fits(row.move, p) for p in one.moves)), None)
            out.other = Deviation(list(row.events), own)
    elif not mine and out.other is not None:
        out.other.events += [event for event in row.events if event.to_json().get("seat") == out.lesson.you]


def _is_met(step: Step, out: LessonProgress, game: Game) -> bool:
    if step.goal is not None:
        return met(game, out.lesson.you, step.goal)
    return any(gone(out.moves, way) for way in step.ways)


def _look(out: LessonProgress, game: Game, seen: set[str]) -> None:
    """What is said now."""
    lesson, decision = out.lesson, game.decision
    if out.other is not None:
        me, ahead = game.view(lesson.you).players[lesson.you], game.forecast(lesson.you)
        facts = {"money": me.money or 0, "supplies": ahead.supplies, "cities": me.cities, "income": ahead.income}
        out.other.facts = facts
    mine = decision is not None and decision.seat == lesson.you
    if lesson.hints:
        out.over = decision is None
        if decision is not None and mine and decision.kind not in seen:
            out.texts = next((hint.texts for hint in lesson.hints if hint.decision == decision.kind), ())
        out.asked = mine
        return
    if decision is not None and mine:
        _come_to(out, decision.kind, out.since, game)
    if decision is None and out.step < len(lesson.steps):
        out.left += [i for i in range(out.step, len(lesson.steps)) if not lesson.steps[i].optional]
        _enter(out, len(lesson.steps), game.version)
    out.over = out.step >= len(lesson.steps)
    if not out.over:
        step = lesson.steps[out.step]
        out.texts = step.texts
        out.asked = decision is not None and mine and decision.kind == step.decision


def deviation_texts(other: Deviation, words: Words) -> list[str]:
    """What a move that leads elsewhere has brought, in sentences: nobody is told that it is wrong.

    >>> facts = {"money": 30, "supplies": 1, "cities": 2, "income": 22}
    >>> deviation_texts(Deviation([], {"en": "That is dear."}, facts), Words("classic-2004", "germany", [], "en"))[0]
    'That is dear.'
    """
    own = [] if other.own is None else [other.own[words.language]]
    return [*(words.event(event) for event in other.events[:MAX_EVENTS]), *own, words.lesson("leads", other.facts)]


def straight(lesson: Lesson, game: Game) -> Game:
    """The game without the moves that were undone, so that its record can be replayed anywhere.

    >>> from stromnetz.lessons import lesson_of
    >>> lesson = lesson_of("fuel")
    >>> game = lesson.begin()
    >>> for move in lesson.steps[0].ways[0]:
    ...     events = game.apply(move)
    >>> straight(lesson, game).position_json() == game.position_json()
    True
    """
    out = lesson.begin()
    begun = out.version
    for row in effective_rows(game.rows):
        if row.move is not None and row.seq > begun:
            out.apply(row.move, row.seat)
    return out


def take_back(lesson: Lesson, game: Game, since: int) -> None:
    """Take back all that was done after a row. In a lesson cards that were turned up do not stand in the way.

    >>> from stromnetz.lessons import lesson_of
    >>> lesson = lesson_of("fuel")
    >>> game = lesson.begin()
    >>> for move in lesson.steps[0].ways[0]:
    ...     events = game.apply(move)
    >>> take_back(lesson, game, 0)
    >>> progress_of(lesson, game).step
    0
    """
    begun = lesson.begin()
    game.snapshots = [(begun.version, begun.position)]
    made = [row for row in effective_rows(game.rows) if row.move is not None and row.plan is None]
    rows = [row for row in made if row.seq > max(since, begun.version)]
    game.allow_undo([row.seq for row in rows])
    if not rows:
        game.undo(lesson.you)  # refused: there is nothing to undo
    for row in reversed(rows):
        game.undo(row.seat)
