"""Which game a table plays, and with which clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from stromnetz.play.game import Game
from stromnetz.play.new import new_game
from stromnetz.play.rulesets import rules_for

NONE, LIVE, CORRESPONDENCE = "none", "live", "correspondence"
HANDED_OVER = "handed-over"
"""Why a table is not rated any more: an admin gave a seat to someone else."""
DEFAULT_BOT = "normal"
"""The bot that takes over when somebody resigns, or does not answer, where the table names no other."""
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
AWAY_LIVE, AWAY_ELSE = 10 * MINUTE, 3 * DAY


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """How long people may take. Times are seconds."""

    kind: str = NONE
    bank: int = 0
    """What a live clock begins with."""
    increment: int = 0
    """What it gets for every turn."""
    turn: int = 0
    """What there is for every turn by correspondence."""
    away: int = AWAY_ELSE
    """After how long somebody who does not look in counts as away."""
    bot: str = DEFAULT_BOT
    """Who answers when time is out, and who stands in."""

    @property
    def runs(self) -> bool:
        return self.kind != NONE


@dataclass(slots=True)
class TableSettings:
    """Which game a table plays."""

    edition: str
    map: str
    players: int
    regions: str | list[str]
    options: dict[str, Any]
    clock: ClockSettings = field(default_factory=ClockSettings)
    lesson: str | None = None
    """The lesson that is played there; None for a game like any other."""
    rated: bool = False
    exercise: str | None = None
    """The exercise at whose position the game began; None for a game like any other."""
    unrated: str | None = None
    """Why a table that was opened as rated is not rated any more."""

    def to_json(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "map": self.map,
            "players": self.players,
            "regions": self.regions,
            "options": self.options,
            "clock": asdict(self.clock),
            "lesson": self.lesson,
            "rated": self.rated,
            "exercise": self.exercise,
            "unrated": self.unrated,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableSettings:
        clock = ClockSettings(**data.get("clock", {}))
        game = (data["edition"], data["map"], data["players"], data["regions"], data["options"])
        more = (data.get("lesson"), data.get("rated", False), data.get("exercise"), data.get("unrated"))
        return cls(*game, clock, *more)

    @classmethod
    def check(
        cls, edition: str, map: str | None, players: int, regions: Any, options: Mapping[str, Any]
    ) -> TableSettings:
        """The settings with the defaults filled in; what cannot be played is refused now, not when it starts."""
        rules, settings = rules_for(edition, map, players, options)
        new_game(edition, rules.board.id, players, seed=0, regions=regions, options=options)
        return cls(edition, rules.board.id, players, regions, settings)

    def automatic(self) -> Mapping[int, str]:
        """The seats that the rules themselves play, by name."""
        return rules_for(self.edition, self.map, self.players, self.options)[0].automatic

    def begin(self, seed: int) -> Game:
        return new_game(self.edition, self.map, self.players, seed, self.regions, self.options)
