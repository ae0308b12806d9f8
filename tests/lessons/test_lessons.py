"""Every lesson can be finished in every accepted way, and other moves are explained."""

from __future__ import annotations

from itertools import product

import pytest

from stromnetz.bots import make_bot
from stromnetz.engine.moves import Move
from stromnetz.lessons import Lesson, all_lessons, answer_of, broken, deviation_texts, progress_of, take_back
from stromnetz.play.game import Game
from stromnetz.play.words.vocabulary import LANGUAGES, Words

LESSONS = {lesson.id: lesson for lesson in all_lessons()}
STEPS = [(lesson.id, number) for lesson in LESSONS.values() for number in range(len(lesson.steps))]
MAX_MOVES_OF_OTHERS = 100
"""Maximum number of moves by others between two of the player's."""


def wait(lesson: Lesson, game: Game) -> None:
    """Let the others move until the player has to decide, or the game is over."""
    for _ in range(MAX_MOVES_OF_OTHERS):
        if game.decision is None or game.decision.seat == lesson.you:
            return
        seat = game.decision.seat
        view = game.view(seat)
        game.apply(answer_of(lesson, game, seat) or make_bot(lesson.other(seat).bot).choose(view))
    pytest.fail(f"{lesson.id}: nobody asks the player")


def do_steps(lesson: Lesson, game: Game, ways: tuple[int, ...]) -> None:
    """Do the first steps in these ways. Optional steps may be skipped by the game."""
    for number, way in enumerate(ways):
        wait(lesson, game)
        at = progress_of(lesson, game)
        if at.step > number and lesson.steps[number].optional:
            continue
        assert (at.step, at.asked) == (number, True), f"{lesson.id}: step {number + 1} is not asked"
        for move in lesson.steps[number].ways[way]:
            wait(lesson, game)
            if progress_of(lesson, game).step > number and not game.is_legal(move):
                break  # the goal was met before the end of the way
            game.apply(move, lesson.you)
            assert progress_of(lesson, game).deviation is None, (
                f"{lesson.id}, step {number + 1}: {move} leads elsewhere"
            )
    wait(lesson, game) if progress_of(lesson, game).step < len(ways) else None


def test_no_lesson_file_is_broken() -> None:
    assert broken() == {}
    assert len(LESSONS) >= 15


@pytest.mark.parametrize("id", [id for id, lesson in LESSONS.items() if lesson.steps])
def test_lesson_can_be_done_in_every_accepted_way(id: str) -> None:
    lesson = LESSONS[id]
    for ways in product(*(range(len(step.ways)) for step in lesson.steps)):
        game = lesson.begin()
        do_steps(lesson, game, ways)
        at = progress_of(lesson, game)
        assert at.done, f"{id} by {ways} stands at step {at.step}, left {at.missed}"


@pytest.mark.parametrize(("id", "number"), STEPS)
def test_deviations_are_explained_and_can_be_undone(id: str, number: int) -> None:
    lesson = LESSONS[id]
    start = lesson.begin()
    do_steps(lesson, start, (0,) * number)
    wait(lesson, start)
    seen = 0
    for move in sample(start):
        game = start.copy()
        before = progress_of(lesson, game)
        game.apply(move, lesson.you)
        at = progress_of(lesson, game)
        if at.deviation is None:
            assert at.step > number or not at.missed
            continue
        seen += 1
        for language in LANGUAGES:
            words = Words(lesson.edition, game.rules.board.id, ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn"], language)
            said = " ".join(deviation_texts(at.deviation, words))
            assert len(said) > 20
            assert "{" not in said
        take_back(lesson, game, at.since)
        wait(lesson, game)
        after_undo = progress_of(lesson, game)
        assert (game.position, after_undo.step, after_undo.deviation) == (start.position, before.step, None)
    assert seen or len(start.legal_moves) == 1, f"{id}, step {number + 1}: whatever is done meets the goal"


def sample(game: Game) -> list[Move]:
    """The first legal moves of each kind."""
    out: dict[str, list[Move]] = {}
    for move in game.legal_moves:
        if len(kind := out.setdefault(move.kind, [])) < 3:
            kind.append(move)
    return [move for kind in out.values() for move in kind]


@pytest.mark.parametrize("id", [id for id, lesson in LESSONS.items() if lesson.hints])
def test_guided_game_explains_each_kind_of_decision_once(id: str) -> None:
    lesson = LESSONS[id]
    game, kinds = lesson.begin(), []
    wait(lesson, game)
    while (decision := game.decision) is not None:
        at = progress_of(lesson, game)
        if decision.kind not in kinds:
            assert at.texts, f"{id}: nothing is said about the first {decision.kind!r}"
            kinds.append(decision.kind)
        else:
            assert not at.texts
        game.apply(make_bot("plain").choose(game.view(lesson.you)))
        wait(lesson, game)
    assert set(kinds) >= {"auction", "fuel", "build"}
    assert progress_of(lesson, game).done
