"""The progress of a learner in a lesson, derived from the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.engine.events import Event
from stromnetz.engine.moves import Move
from stromnetz.play.files.record_types import Row, effective_rows
from stromnetz.play.game import Game
from stromnetz.play.words.vocabulary import Words

from .files import Lesson, LessonText, Names, Step
from .goals import completes, is_met, is_on_a_way, matches

MAX_SHOWN_EVENTS = 3


@dataclass(slots=True)
class Deviation:
    """A move that deviates from the current step."""

    events: list[Event]
    """Its events, and those of later answers that concern the player."""
    own: Names | None
    """The lesson's text about it."""
    facts: dict[str, int] = field(default_factory=dict)
    """The player's situation now."""


@dataclass(slots=True)
class LessonProgress:
    """The progress in a lesson.

    >>> from stromnetz.lessons import lesson_of
    >>> lesson = lesson_of("auction")
    >>> now = progress_of(lesson, lesson.begin())
    >>> now.step, now.asked, now.over
    (0, True, False)
    """

    lesson: Lesson
    step: int = 0
    """Index of the current step; the number of steps if the lesson is over."""
    missed: list[int] = field(default_factory=list)
    """Steps that the game has passed without meeting their goal."""
    since: int = 0
    """The row after which the current step began."""
    good: Names | None = None
    """The text about the last step, if its goal has just been met."""
    deviation: Deviation | None = None
    """The last move, if it deviated."""
    texts: Sequence[LessonText] = ()
    asked: bool = False
    """Whether the player has to decide about this step now."""
    over: bool = False
    moves: list[Move] = field(default_factory=list)
    """The player's moves in this step."""
    stage: tuple[int, int] | None = None
    """Round and phase in which the player first had to decide about this step."""
    met_in: int | None = None
    """The plan that met a goal; its other moves are ignored."""

    @property
    def done(self) -> bool:
        return self.over and not self.missed


def progress_of(lesson: Lesson, game: Game) -> LessonProgress:
    """The progress of a lesson in a game.

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
                _skip_steps(out, decision.kind, row.seq - 1, replayed)
            replayed.replay(row.move, row.plan)
            _add_move(out, replayed, row, decision.kind)
    except (StromnetzError, AssertionError):
        raise BadInput(case="lesson-changed") from None
    _finish(out, replayed, seen)
    return out


def _skip_steps(out: LessonProgress, kind: str, row: int, game: Game) -> None:
    """Skip steps that wait for another kind of decision, if a later step waits for this one or the phase is over."""
    steps, stage = out.lesson.steps, (game.position.round, game.position.phase)
    ahead = next((i for i in range(out.step, len(steps)) if steps[i].decision == kind), None)
    if ahead is None:
        if out.stage is None or out.stage == stage:
            return
        ahead = len(steps)
    if ahead != out.step:
        out.missed += [i for i in range(out.step, ahead) if not steps[i].optional]
        _enter(out, ahead, row)
    if ahead < len(steps):
        out.stage = out.stage or stage


def _enter(out: LessonProgress, step: int, row: int) -> None:
    out.step, out.since, out.moves, out.stage = step, row, [], None


def _add_move(out: LessonProgress, game: Game, row: Row, kind: str) -> None:
    """Update the progress after a move: it meets the goal, is on a way, or deviates."""
    steps = out.lesson.steps
    mine = row.seat == out.lesson.you
    plan = row.seq if row.plan is None else row.plan
    assert row.move is not None
    if mine:
        out.moves.append(row.move)
        if out.met_in != plan:
            out.good = out.deviation = None
    before = out.step
    waited = before < len(steps) and steps[before].decision == kind
    while out.step < len(steps) and _is_met(steps[out.step], out, game):
        out.good, out.deviation, out.met_in = steps[out.step].good, None, plan if mine else None
        _enter(out, out.step + 1, row.seq)
    if mine and waited and out.step == before and out.met_in != plan:
        step = steps[before]
        if not is_on_a_way(out.moves, step.ways):
            own = next((one.text for one in step.otherwise if any(matches(row.move, p) for p in one.moves)), None)
            out.deviation = Deviation(list(row.events), own)
    elif not mine and out.deviation is not None:
        out.deviation.events += [event for event in row.events if event.to_json().get("seat") == out.lesson.you]


def _is_met(step: Step, out: LessonProgress, game: Game) -> bool:
    if step.goal is not None:
        return is_met(game, out.lesson.you, step.goal)
    return any(completes(out.moves, way) for way in step.ways)


def _finish(out: LessonProgress, game: Game, seen: set[str]) -> None:
    """Set the current texts and flags."""
    lesson, decision = out.lesson, game.decision
    if out.deviation is not None:
        me, ahead = game.view(lesson.you).players[lesson.you], game.forecast(lesson.you)
        facts = {"money": me.money or 0, "supplies": ahead.supplies, "cities": me.cities, "income": ahead.income}
        out.deviation.facts = facts
    mine = decision is not None and decision.seat == lesson.you
    if lesson.hints:
        out.over = decision is None
        if decision is not None and mine and decision.kind not in seen:
            out.texts = next((hint.texts for hint in lesson.hints if hint.decision == decision.kind), ())
        out.asked = mine
        return
    if decision is not None and mine:
        _skip_steps(out, decision.kind, out.since, game)
    if decision is None and out.step < len(lesson.steps):
        out.missed += [i for i in range(out.step, len(lesson.steps)) if not lesson.steps[i].optional]
        _enter(out, len(lesson.steps), game.version)
    out.over = out.step >= len(lesson.steps)
    if not out.over:
        step = lesson.steps[out.step]
        out.texts = step.texts
        out.asked = decision is not None and mine and decision.kind == step.decision


def deviation_texts(deviation: Deviation, words: Words) -> list[str]:
    """Describe the results of a deviation in sentences, without calling it wrong.

    >>> facts = {"money": 30, "supplies": 1, "cities": 2, "income": 22}
    >>> deviation_texts(Deviation([], {"en": "That is dear."}, facts), Words("classic-2004", "germany", [], "en"))[0]
    'That is dear.'
    """
    own = [] if deviation.own is None else [deviation.own[words.language]]
    return [
        *(words.event(event) for event in deviation.events[:MAX_SHOWN_EVENTS]),
        *own,
        words.lesson("leads", deviation.facts),
    ]


def without_undone(lesson: Lesson, game: Game) -> Game:
    """The game without undone moves, so that its record can be replayed anywhere.

    >>> from stromnetz.lessons import lesson_of
    >>> lesson = lesson_of("fuel")
    >>> game = lesson.begin()
    >>> for move in lesson.steps[0].ways[0]:
    ...     events = game.apply(move)
    >>> without_undone(lesson, game).position_json() == game.position_json()
    True
    """
    out = lesson.begin()
    begun = out.version
    for row in effective_rows(game.rows):
        if row.move is not None and row.seq > begun:
            out.apply(row.move, row.seat)
    return out


def take_back(lesson: Lesson, game: Game, since: int) -> None:
    """Undo all moves after a row. Unlike in other games, revealed cards do not prevent that.

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
