"""The strongest level, trained by playing against itself (docs/training.md).

The file of a net names the games that it plays. In other games, and for views received as JSON, it plays like the
strongest heuristic level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random
from typing import NamedTuple

from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.learn.net_file import NetFile, read_net
from stromnetz.learn.network import Evaluation, PolicyNetwork
from stromnetz.play.game import Game
from stromnetz.play.views import View

from .base import Bot
from .explanation import Candidate, Explanation, Reason
from .levels import HardBot

FOLDER, SUFFIX = "masters", ".net"
EXPLAINED_MOVES = 3
"""Number of moves explained by their continuation."""
MAX_LOOKAHEAD_DECISIONS = 400
"""Maximum number of decisions played ahead for that; longer games do not occur."""


class LoadedNet(NamedTuple):
    """A net: its file and its network."""

    name: str
    judge: PolicyNetwork

    def plays(self, edition: str, map: str, players: int) -> bool:
        """Whether it is proven to be stronger than the other levels in these games."""
        return [edition, map, players] in self.judge.weights.card["plays"]


def nets_in(folder: Traversable) -> Iterator[tuple[str, NetFile]]:
    """Yield the nets of a folder with their file names."""
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(SUFFIX):
            yield file.name, read_net(file.read_bytes(), file.name)


def all_weights() -> Iterator[tuple[str, NetFile]]:
    """Yield the shipped nets with their file names."""
    return nets_in(files("stromnetz.bots").joinpath(FOLDER))


@cache
def loaded_nets(plain: bool = False) -> tuple[LoadedNet, ...]:
    return tuple(LoadedNet(name, PolicyNetwork(weights, plain)) for name, weights in all_weights())


def judge_for(edition: str, map: str, players: int, nets: Sequence[LoadedNet] | None = None) -> PolicyNetwork | None:
    """Return the shipped net for this game, or the one among ``nets``; None if there is none."""
    known = loaded_nets() if nets is None else nets
    return next((one.judge for one in known if one.plays(edition, map, players)), None)


class MasterBot(Bot):
    name = "master"
    packed = True

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._instead: Bot = HardBot(seed)

    def choose(self, view: View) -> Move:
        judge = self._judge(view)
        if judge is None:
            return self._instead.choose(view)
        judged = judge.judge(*view.known_position())
        return judged.moves[judged.best]

    def explain(self, view: View) -> Explanation:
        judge = self._judge(view)
        if judge is None:
            thought = self._instead.explain(view)
            return Explanation(thought.candidates, [Reason("not-learned"), *thought.reasons])
        judged = judge.judge(*view.known_position())
        order = sorted(range(len(judged.moves)), key=lambda i: (-judged.shares[i], i))
        if len(order) == 1:
            return Explanation([Candidate(judged.moves[0], 100 * judged.chances[0])], in_chances=True)
        compared = [(judged.moves[i], self._after(judge, view, judged.moves[i])) for i in order[:EXPLAINED_MOVES]]
        told = [Candidate(move, 100 * chance) for move, chance in compared]
        return Explanation(told, [_reason(judged, compared)], in_chances=True)

    def _judge(self, view: View) -> PolicyNetwork | None:
        if view.is_detached:  # nets read positions, not JSON
            return None
        rules, _, _ = view.known_position()
        return judge_for(view.edition, view.map, rules.players, self.nets())

    def nets(self) -> Sequence[LoadedNet]:
        """The nets that it uses."""
        return loaded_nets()

    def _after(self, judge: PolicyNetwork, view: View, move: Move) -> float:
        """Return its win chance after a move, playing on for all until its next decision in a sampled game."""
        game: Game = view.sample(Random(f"{self.seed} {view.version}"))
        rules, _, hidden = view.known_position()
        seat = game.position.seat
        game.apply(move, seat)
        for _ in range(MAX_LOOKAHEAD_DECISIONS):
            if game.result is not None:
                winners = game.result.winners
                return 1 / len(winners) if seat in winners else 0.0
            judged = _judged(judge, rules, game.position, hidden)
            if game.position.seat == seat and len(judged.moves) > 1:
                return judged.chances[0]
            game.apply(judged.moves[judged.best], game.position.seat)
        return 0.0


def _judged(judge: PolicyNetwork, rules: Rules, p: Position, hidden: bool) -> Evaluation:
    return judge.judge(rules, p, hidden)


def _reason(judged: Evaluation, compared: list[tuple[Move, float]]) -> Reason:
    (_, first), (other, second) = compared[0], compared[1]
    facts = {"now": _percent(judged.chances[0]), "first": _percent(first), "second": _percent(second)}
    return Reason("chances", {**facts, "other": other})


def _percent(share: float) -> int:
    return round(100 * share)
