"""Table events: what happened at a table besides the moves of its game.

They are numbered, written in the commit of the change that they tell of, and shown in the log after the move at which
they happened. An event names seats, never people: whoever deletes their account is not named in the log either.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

RESIGNED, TIME_OUT, STAND_IN, RETURNED = "resigned", "time-out", "stand-in", "returned"
HANDED_OVER, CLOSED, ABANDONED = "handed-over", "closed", "abandoned"
TIME, VOTE, ADMIN = "time", "vote", "admin"
"""Why a bot stands in: too many turns ran out of time, the other players voted for it, an admin banned the player."""
HOST, PLAYER = "host", "player"
"""Who closed the table, if it was not an admin: its host, or the only person who still played."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """One thing that happened at a table."""

    kind: str
    version: int
    """The version of the game at which it happened."""
    at: int
    """Milliseconds since 1970."""
    seat: int | None = None
    """The seat that it is about."""
    bot: str | None = None
    """The bot that plays for the seat from now on."""
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
