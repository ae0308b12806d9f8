"""Computer players. A bot sees only what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping

from stromnetz.engine.errors import BadInput, shown

from .base import Bot
from .levels import EasyBot, HardBot, LevelBot, NormalBot
from .plain_bot import PlainBot
from .random_bot import RandomBot

BOTS: dict[str, type[Bot]] = {cls.name: cls for cls in (RandomBot, PlainBot, EasyBot, NormalBot, HardBot)}


def make_bot(name: str, seed: int = 0, weights: Mapping[str, float] | None = None) -> Bot:
    """A bot by name; one that weighs things may be given other ``weights`` than its own (``bots.weights.load()``).

    >>> make_bot("plain").name
    'plain'
    """
    if name not in BOTS:
        raise BadInput(f"there is no bot {shown(name)}; the bots are {', '.join(BOTS)}", {"bot": shown(name)})
    cls = BOTS[name]
    if weights is None:
        return cls(seed)
    if not issubclass(cls, LevelBot):
        raise BadInput(f"the bot {name} weighs nothing: it has no weights", {"bot": name})
    return cls(seed, weights)


__all__ = ["BOTS", "Bot", "make_bot"]
