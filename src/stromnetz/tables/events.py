"""Table events: what happens at a table besides moves.

Events are numbered, saved with the change that caused them, and shown in the log after the move at which they happened.
They name seats, never people, so that deleted accounts are not named either.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

RESIGNED, TIME_OUT, STAND_IN, RETURNED = "resigned", "time-out", "stand-in", "returned"
HANDED_OVER, CLOSED, ABANDONED = "handed-over", "closed", "abandoned"
TIME, VOTE, ADMIN = "time", "vote", "admin"
"""Why a bot stands in: several expired turns, a vote of the other players, or a ban by an admin."""
HOST, PLAYER = "host", "player"
"""Who closed the table, if not an admin: its host, or the only person who still played."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """An event at a table."""

    kind: str
    version: int
    """The version of the game at that time."""
    at: int
    """Milliseconds since 1970."""
    seat: int | None = None
    """The seat concerned."""
    bot: str | None = None
    """The bot that plays for the seat from now on."""
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
