"""The harbour in the terminal."""

from __future__ import annotations

from stromnetz.engine.options import Option
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words
from stromnetz.terminal.edition_terminal import EditionTerminal, Offer

from .rules import Ship, ShipOption


class HarbourTerminal(EditionTerminal):
    def offer(self, option: Option, view: View, words: Words, money: int) -> Offer | None:
        if not isinstance(option, ShipOption):
            return None
        return Offer(Ship(1), words.terminal("ship", price=option.price), (1, option.most))


TERMINAL = HarbourTerminal()
