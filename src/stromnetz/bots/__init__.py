"""Computer players. A bot sees only what its seat may see."""

from __future__ import annotations

from stromnetz.engine.errors import BadInput, shown

from .base import Bot
from .plain_bot import PlainBot
from .random_bot import RandomBot

BOTS: dict[str, type[Bot]] = {cls.name: cls for cls in (RandomBot, PlainBot)}


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by name.

    >>> make_bot("plain").name
    'plain'
    """
    if name not in BOTS:
        raise BadInput(f"there is no bot {shown(name)}; the bots are {', '.join(BOTS)}", {"bot": shown(name)})
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "make_bot"]
