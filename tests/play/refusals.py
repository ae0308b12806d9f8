"""What the tests of bad input share."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from stromnetz import Game, StromnetzError, new_game


class TooLong(BaseException):
    """No `except Exception` on the way may catch it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """The block must come to an end: a position that makes the engine go round for ever must fail, not hang."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except TooLong:
        raise AssertionError(f"still not done after {seconds} seconds") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def start(players: int = 3, **more: Any) -> Game:
    return new_game("classic-2004", map="germany", players=players, seed=1, **more)


@contextmanager
def bad(error: type[StromnetzError], match: str = ".", game: Game | None = None) -> Iterator[None]:
    """The block must be refused with exactly this class; the error can be sent as JSON and the game is as it was."""
    before = None if game is None else (game.position.copy(), game.version)
    with pytest.raises(StromnetzError, match=match) as caught, within(10):
        yield
    assert type(caught.value) is error, repr(caught.value)
    assert len(caught.value.message) > 10
    assert json.loads(json.dumps(caught.value.to_json()))["message"] == caught.value.message
    if game is not None:
        assert (game.position, game.version) == before
