"""Win chances, estimated by the nets of ``master`` (docs/learning.md)."""

from __future__ import annotations

from random import Random

from stromnetz.engine.errors import BadInput
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.learn.network import PolicyNetwork
from stromnetz.play.results import chances_of
from stromnetz.play.views import View

from .master import judge_for
from .net_chances import net_chances

SAMPLED_DEALS = 8
"""Number of samples of hidden money for a view that does not show it."""


def net_for(rules: Rules) -> PolicyNetwork:
    """Return the net for these rules; raises an error if there is none."""
    edition, board, players = rules.edition.id, rules.board.id, rules.players
    judge = judge_for(edition, board, players)
    if judge is not None:
        return judge
    raise BadInput(
        f"nobody has learned {edition} on {board} with {players} players, so nobody can tell the chances",
        {"edition": edition, "map": board, "players": players},
    )


def chances(rules: Rules, p: Position, hidden_money: bool) -> list[float]:
    """Return the win chance of each seat in a running game, by the shipped net."""
    return net_chances(net_for(rules), rules, p, hidden_money)


def view_chances(view: View) -> list[float]:
    """Return the win chances as far as the view's seat, or a spectator, can know them.

    Hidden cards do not matter, because nobody knows them. Hidden money does, so it is sampled several times.
    """
    rules, p, hidden = view.known_position()
    if not hidden or view.result is not None:
        return chances_of(rules, p, hidden)
    rng = Random(view.version)
    dealt = [chances(rules, view.sample(rng).position, hidden) for _ in range(SAMPLED_DEALS)]
    return [sum(of_seat) / SAMPLED_DEALS for of_seat in zip(*dealt, strict=True)]
