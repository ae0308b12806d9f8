"""The plain bot in the harbour: it sells coal that none of its plants burns."""

from __future__ import annotations

from collections.abc import Sequence

from stromnetz.bots.edition_bots import EditionStrategy
from stromnetz.engine.moves import Done, Move
from stromnetz.engine.options import Option
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .rules import Ship, ShipOption


class HarbourKnowledge(EditionStrategy):
    def decide(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move | None:
        for option in options:
            if isinstance(option, ShipOption):
                kept = sum(view.plant(card).burns for card in me.plants if "coal" in view.plant(card).fuels)
                return Ship(option.most - kept) if option.most > kept else Done()
        return None


STRATEGY = HarbourKnowledge()
