"""Rules of the deluxe editions: the common rules, with a market drawn from the dark cards (D4)."""

from __future__ import annotations

from stromnetz.editions.deck import drawn_opening
from stromnetz.editions.rounds import play_five_phases
from stromnetz.engine.edition import Edition


def change(edition: Edition) -> None:
    play_five_phases(edition)
    edition.market.prepare = drawn_opening
    edition.printed.own_rules["C6"] = "D7"
