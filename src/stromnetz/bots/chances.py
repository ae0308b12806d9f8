"""How likely each seat wins, as the nets of ``master`` see it (docs/learning.md)."""

from __future__ import annotations

from stromnetz.engine.errors import BadInput
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .master import known


def chances(rules: Rules, p: Position, hidden_money: bool) -> list[float]:
    """Each seat is asked by what it knows itself; what they hope for is brought to 1 together."""
    edition, board, players = rules.edition.id, rules.board.id, rules.players
    for one in known():
        if one.plays(edition, board, players):
            hopes = [one.judge.chances(rules, p, seat, hidden_money)[0] for seat in range(players)]
            total = sum(hopes)
            return [hope / total for hope in hopes] if total else [1 / players] * players
    raise BadInput(
        f"nobody has learned {edition} on {board} with {players} players, so nobody can tell the chances",
        {"edition": edition, "map": board, "players": players},
    )
