"""Settings of a table: the game, and the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from stromnetz.play.game import Game
from stromnetz.play.new import new_game
from stromnetz.play.rulesets import rules_for

NONE, LIVE, CORRESPONDENCE = "none", "live", "correspondence"
HANDED_OVER = "handed-over"
"""Why a table is no longer rated: an admin gave a seat to someone else."""
DEFAULT_BOT = "normal"
"""The default bot for players who resign or do not move in time."""
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
AWAY_LIVE, AWAY_ELSE = 10 * MINUTE, 3 * DAY


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """Time limits, in seconds."""

    kind: str = NONE
    bank: int = 0
    """The initial time of a live clock."""
    increment: int = 0
    """Time that a live clock gains per turn."""
    turn: int = 0
    """Time per turn by correspondence."""
    away: int = AWAY_ELSE
    """Absence after which a player counts as away."""
    bot: str = DEFAULT_BOT
    """The bot that moves when time is out, and stands in."""


@dataclass(slots=True)
class TableSettings:
    """The game of a table."""

    edition: str
    map: str
    players: int
    regions: str | list[str]
    options: dict[str, Any]
    clock: ClockSettings = field(default_factory=ClockSettings)
    lesson: str | None = None
    """The lesson played at the table; None for other games."""
    rated: bool = False
    puzzle: str | None = None
    """The puzzle from which the game started; None for other games."""
    unrated: str | None = None
    """Why a table that was opened as rated is no longer rated."""

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__} | {"clock": asdict(self.clock)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableSettings:
        clock = ClockSettings(**data.get("clock", {}))
        game = (data["edition"], data["map"], data["players"], data["regions"], data["options"])
        more = (data.get("lesson"), data.get("rated", False), data.get("puzzle"), data.get("unrated"))
        return cls(*game, clock, *more)

    @classmethod
    def check(
        cls, edition: str, map: str | None, players: int, regions: Any, options: Mapping[str, Any]
    ) -> TableSettings:
        """Return settings with defaults filled in; refuse games that cannot be played."""
        rules, settings = rules_for(edition, map, players, options)
        new_game(edition, rules.board.id, players, seed=0, regions=regions, options=options)
        return cls(edition, rules.board.id, players, regions, settings)

    def automatic(self) -> Mapping[int, str]:
        """Return the seats that the rules themselves play, with names."""
        return rules_for(self.edition, self.map, self.players, self.options)[0].automatic

    def begin(self, seed: int) -> Game:
        return new_game(self.edition, self.map, self.players, seed, self.regions, self.options)
