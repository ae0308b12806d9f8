"""Helpers for tests of bad input."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from stromnetz import Game, StromnetzError, new_game


class TooLong(BaseException):
    """A BaseException, so that no `except Exception` catches it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limit the time of the block, so that a position on which the engine loops fails instead of hanging."""
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
    """Check that the block raises exactly this class, that the error has JSON, and that the game is unchanged."""
    before = None if game is None else (game.position.copy(), game.version)
    with pytest.raises(StromnetzError, match=match) as caught, within(10):
        yield
    assert type(caught.value) is error, repr(caught.value)
    assert len(caught.value.message) > 10
    assert json.loads(json.dumps(caught.value.to_json()))["message"] == caught.value.message
    if game is not None:
        assert (game.position, game.version) == before
