"""Computer players. A bot sees only what its seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stromnetz.engine.errors import BadInput, StromnetzError, short_repr

from .base import Bot
from .levels import BeginnerBot, EasyBot, HardBot, LevelBot, NormalBot
from .master import MasterBot
from .plain_bot import PlainBot
from .random_bot import RandomBot
from .registry import known_bots, refuse_ambiguous_name, resolve_bot

BOTS: dict[str, type[Bot]] = {
    cls.name: cls for cls in (RandomBot, PlainBot, BeginnerBot, EasyBot, NormalBot, HardBot, MasterBot)
}


def make_bot(name: str, seed: int = 0, weights: Mapping[str, float] | None = None) -> Bot:
    """Return a bot by name: one of ours, one of an installed package, or ``package.module:Class``.

    Heuristic bots accept other ``weights`` than their own (``bots.parameters.load()``).

    >>> make_bot("plain").name
    'plain'
    """
    cls = resolve_bot(name, BOTS)
    try:
        if weights is None:
            return cls(seed)
        if issubclass(cls, LevelBot):
            return cls(seed, weights)
    except StromnetzError:
        raise
    except (Exception, SystemExit) as error:
        why = short_repr(f"{type(error).__name__}: {error}")
        raise BadInput(f"the bot {short_repr(name)} cannot be made: {why}", {"bot": short_repr(name)}) from None
    raise BadInput(f"the bot {name} weighs nothing: it has no weights", {"bot": name})


def check_bots(names: Iterable[str]) -> None:
    """Refuse names of bots that do not exist or cannot play.

    >>> check_bots(["easy", "hard"])
    >>> check_bots(["clever"])
    Traceback (most recent call last):
    stromnetz.engine.errors.BadInput: there is no bot 'clever'...
    """
    for name in names:
        refuse_ambiguous_name(name, BOTS)
        make_bot(name)


def bot_names() -> list[str]:
    """Return the names of all bots that have one.

    >>> {"random", "plain", "beginner", "easy", "normal", "hard", "master"} <= set(bot_names())
    True
    """
    return known_bots(BOTS)


__all__ = ["BOTS", "Bot", "bot_names", "check_bots", "make_bot"]
