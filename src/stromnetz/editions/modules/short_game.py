"""The short first game: only step 1, over when somebody has seven cities (Y1, Y2), or all are taken (E5, Y3)."""

from __future__ import annotations

from stromnetz.engine.edition import NEVER, Edition


def change(edition: Edition, end: int) -> None:
    for row in edition.printed.players.values():
        row.end = end
        row.stop = end
        row.step_2 = NEVER
    edition.market.step_3_in_deck = False
