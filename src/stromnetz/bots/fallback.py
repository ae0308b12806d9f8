"""Play a bot's turn; if the bot fails, make a default move and keep a report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stromnetz.engine.errors import BadInput, StromnetzError, short_repr
from stromnetz.engine.moves import Move
from stromnetz.play.game import Game

from .base import Bot
from .plain_bot import PlainBot


@dataclass(slots=True, frozen=True)
class Crash:
    """A game without a result, because its process died at every attempt."""

    game: str
    bots: tuple[str, ...]
    why: str

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "bots": list(self.bots), "crash": self.why}

    def __str__(self) -> str:
        return f"{self.game} ({', '.join(dict.fromkeys(self.bots))}) has no result: {self.why}"


@dataclass(slots=True)
class BotFaults:
    """Number of failures by bot with the first error of each, and the games that could not be finished."""

    counts: dict[str, int] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    crashes: list[Crash] = field(default_factory=list)

    def note(self, bot: str, why: str) -> None:
        self.counts[bot] = self.counts.get(bot, 0) + 1
        self.first.setdefault(bot, why)

    def add(self, other: BotFaults) -> None:
        for bot, count in other.counts.items():
            self.counts[bot] = self.counts.get(bot, 0) + count
            self.first.setdefault(bot, other.first[bot])
        self.crashes += other.crashes

    def to_json(self) -> list[dict[str, Any]]:
        bots = [{"bot": bot, "decisions": count, "first": self.first[bot]} for bot, count in self.counts.items()]
        return [*bots, *(crash.to_json() for crash in self.crashes)]

    def lines(self) -> list[str]:
        """Return the report as lines of text."""
        bots = [
            f"{bot} failed at {count} decision{'s' if count > 1 else ''}, which {PlainBot.name} made for it; "
            f"the first time it {self.first[bot]}"
            for bot, count in self.counts.items()
        ]
        return [*bots, *map(str, self.crashes)]


def play_turn(game: Game, bot: Bot, report: Callable[[str], None]) -> None:
    """Make the move of the deciding seat; if the bot has no legal one, make a default move."""
    assert game.decision is not None
    seat = game.decision.seat
    try:
        move = bot.choose(game.view(seat))
    except (Exception, SystemExit) as error:  # bots can fail in any way
        why = f"raised {type(error).__name__}: {short_repr(str(error))}"
    else:
        try:
            if not isinstance(move, Move):
                raise BadInput(f"that is a {type(move).__name__}, not a move")
            game.apply(move, seat)
        except StromnetzError as error:
            why = f"answered {_text(move)}: {error.message}"
        else:
            return
    report(f"{why} (decision {game.decision.kind}, version {game.version})")
    game.apply(fallback_move(game), seat)


def _text(move: object) -> str:
    try:
        return short_repr(move)
    except Exception:  # even that can fail
        return f"a {type(move).__name__}"


def fallback_move(game: Game) -> Move:
    """Return a legal move for a bot that failed, preferably a sensible one."""
    assert game.decision is not None
    try:
        move = PlainBot().choose(game.view(game.decision.seat))
    except Exception:  # any legal move will do in an edition that the plain bot cannot play
        return game.legal_moves[0]
    return move if game.is_legal(move) else game.legal_moves[0]
