"""What the other seats of a lesson answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stromnetz.engine.errors import BadInput
from stromnetz.engine.move_json import move_from_json
from stromnetz.engine.moves import Move
from stromnetz.play.game import Game

from .files import Lesson

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
    """What is wrong with an answer as it is written; None where nothing is."""
    top = answer.get(UP_TO)
    if UP_TO in answer and (type(top) is not int or answer.keys() != {"kind", UP_TO}):
        return f"{UP_TO!r} is a whole number beside a kind, and nothing else"
    try:
        list(_moves(answer))
    except BadInput as error:
        return error.message
    return None
