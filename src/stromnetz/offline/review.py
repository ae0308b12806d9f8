"""The review of a finished game, computed a little at each request, so that other requests need not wait long."""

from __future__ import annotations

import time
from typing import Any

from stromnetz.bots.review import Reviewer
from stromnetz.play.game import Game

SLICE_SECONDS = 0.3
"""How long a request computes."""

Json = dict[str, Any]


class OfflineReview:
    def __init__(self, game: Game, seat: int) -> None:
        self._reviewer = Reviewer(game)
        self._points = len(self._reviewer.ends) + 1
        self._decisions = self._reviewer.decisions_of(seat)
        self._curve: list[Json] = []
        self._looked = 0
        self.choices: list[Json] = []

    @property
    def curve(self) -> list[Json]:
        """The chances in the course of the game; empty until it is complete."""
        return self._curve if len(self._curve) == self._points else []

    @property
    def done(self) -> int:
        return len(self._curve) + self._looked

    @property
    def total(self) -> int:
        return self._points + len(self._decisions)

    @property
    def ready(self) -> bool:
        return self.done == self.total

    def advance(self, seconds: float = SLICE_SECONDS) -> None:
        """Compute more of the review, at least one step."""
        end = time.monotonic() + seconds
        while not self.ready:
            if len(self._curve) < self._points:
                self._curve.append(self._reviewer.moment(len(self._curve))._asdict())
            else:
                found = self._reviewer.decision(self._decisions[self._looked])
                self._looked += 1
                if found is not None:
                    self.choices.append(found.to_json())
            if time.monotonic() >= end:
                return
