"""Rules of the classic editions: the common rules, with a market that always starts with the same plants."""

from __future__ import annotations

from stromnetz.editions.deck import fixed_opening
from stromnetz.editions.rounds import play_five_phases
from stromnetz.engine.edition import Edition


def change(edition: Edition) -> None:
    play_five_phases(edition)
    edition.market.prepare = fixed_opening
