"""Stromnetz: play, host and study the Funkenschlag / Power Grid family of board games.

>>> import stromnetz
>>> game = stromnetz.new_game("classic-2004", map="germany", players=2, seed=7, regions=["west", "southwest", "south"])
>>> game.decision
Decision(seat=1, kind='auction')
>>> [event.kind for event in game.apply(stromnetz.Open(4, 4))]
['auction-opened']
>>> game.apply({"kind": "bid", "amount": 3})
Traceback (most recent call last):
...
stromnetz.engine.errors.IllegalMove: the high bid is 4: bid 5 or more (A4)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .build import BUILD, VERSION  # isort: skip  (it decides which build all later imports use)

from stromnetz.editions.files.plugins import load_rules
from stromnetz.engine.moves import move_from_json
from stromnetz.play.files.game_files import load_game, parse_game
from stromnetz.play.files.record_types import Row
from stromnetz.play.views import Preview

from .editions.modules.placement import Place
from .engine.errors import (
    BadInput,
    GameOver,
    IllegalMove,
    NotYourTurn,
    ScriptMismatch,
    StromnetzError,
    set_message_formatter,
)
from .engine.events import Event, event_from_json
from .engine.moves import (
    MOVES,
    Assign,
    Bid,
    Buy,
    ChooseRegion,
    Connect,
    DiscardFuel,
    Done,
    Move,
    Open,
    Pass,
    Run,
    Scrap,
    SitOut,
)
from .engine.position import Position
from .engine.rules import Rules
from .play.decision import Decision
from .play.game import Game
from .play.new import new_game, parse_position
from .play.results import Result, Standing, set_chance_estimator
from .play.rollouts import Playout, rollout, rollouts
from .play.views import View

if TYPE_CHECKING:
    from .arena.duel import DuelPlan, duel
    from .arena.matches import GameKind
    from .arena.simulate import simulate
    from .bots import Bot, bot_names, make_bot
    from .bots.review import Review
    from .play import catalogue
    from .play.frame import frame
    from .play.pictures.board import svg
    from .play.variants import variants_of
    from .play.words.rulebook import rule
    from .play.words.text import position_lines, row_lines, words_for

load_rules()


def _message(error: StromnetzError) -> str:
    from stromnetz.play.words.vocabulary import error_message  # noqa: PLC0415  (words are loaded for the first error)

    return error_message(error)


set_message_formatter(_message)


def _chances(rules: Rules, position: Position, hidden_money: bool) -> list[float]:
    from .bots.chances import chances  # noqa: PLC0415  (nets are loaded on demand)

    return chances(rules, position, hidden_money)


set_chance_estimator(_chances)


def review(game: Game, seat: int) -> Review:
    """Review a game for a seat: the course of win chances, turning points, and the cost of its decisions.

    It uses the nets of ``master``, and is refused if none has learned the game. It takes some seconds.

    >>> import stromnetz
    >>> from stromnetz.bots import make_bot
    >>> game, bot = stromnetz.new_game("classic-2004", map="germany", players=2, seed=3), make_bot("plain")
    >>> for _ in range(12):
    ...     _ = game.apply(bot.choose(game.view(game.decision.seat)))
    >>> found = stromnetz.review(game, seat=0)
    >>> [round(sum(one.chances), 2) for one in found.curve[:2]], all(one.cost >= 0 for one in found.choices)
    ([1.0, 1.0], True)
    """
    from .bots.review import review  # noqa: PLC0415  (nets are loaded on demand)

    return review(game, seat)


__version__ = VERSION

LAZY = {
    "Bot": "bots",
    "DuelPlan": "arena.duel",
    "GameKind": "arena.matches",
    "bot_names": "bots",
    "catalogue": "play.catalogue",
    "duel": "arena.duel",
    "frame": "play.frame",
    "make_bot": "bots",
    "position_lines": "play.words.text",
    "row_lines": "play.words.text",
    "rule": "play.words.rulebook",
    "simulate": "arena.simulate",
    "svg": "play.pictures.board",
    "variants_of": "play.variants",
    "words_for": "play.words.text",
}
"""Public names by their module, which is imported when the name is first used."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Return a lazy name, or a move of an edition. For type checking, import such a move from the edition."""
        if name in LAZY:
            module = import_module(f"{__name__}.{LAZY[name]}")
            thing = globals()[name] = getattr(module, name, module)
            return thing
        for move in MOVES.values():
            if move.__name__ == name:
                return move
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "BUILD",
    "Assign",
    "BadInput",
    "Bid",
    "Bot",
    "Buy",
    "ChooseRegion",
    "Connect",
    "Decision",
    "DiscardFuel",
    "Done",
    "DuelPlan",
    "Event",
    "Game",
    "GameKind",
    "GameOver",
    "IllegalMove",
    "Move",
    "NotYourTurn",
    "Open",
    "Pass",
    "Place",
    "Playout",
    "Preview",
    "Result",
    "Row",
    "Run",
    "Scrap",
    "ScriptMismatch",
    "SitOut",
    "Standing",
    "StromnetzError",
    "View",
    "bot_names",
    "catalogue",
    "duel",
    "event_from_json",
    "frame",
    "load_game",
    "make_bot",
    "move_from_json",
    "new_game",
    "parse_game",
    "parse_position",
    "position_lines",
    "review",
    "rollout",
    "rollouts",
    "row_lines",
    "rule",
    "simulate",
    "svg",
    "variants_of",
    "words_for",
]
