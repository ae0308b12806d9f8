"""Games that bots play."""

from __future__ import annotations

from collections.abc import Iterator

from stromnetz import Game
from stromnetz.bots import Bot, make_bot
from stromnetz.play.views import View


def watched(game: Game, *bots: Bot | str) -> Iterator[View]:
    """Let bots play, one for each seat or one (a plain one) for all; yield the deciding seat's view before each move.

    A name makes a bot whose seed is its seat.
    """
    players = [make_bot(bot, seat) if isinstance(bot, str) else bot for seat, bot in enumerate(bots or ("plain",))]
    while (decision := game.decision) is not None:
        view = game.view(decision.seat)
        yield view
        game.apply(players[decision.seat if len(players) > 1 else 0].choose(view), decision.seat)


def played(game: Game, *bots: Bot | str, moves: int = 100_000, rounds: int = 300) -> Game:
    """Let bots play until the end, or until the game has so many moves or rounds; return the game."""
    for _ in watched(game, *bots):
        if game.version >= moves or game.position.round > rounds:
            break
    return game
