"""The strongest level, trained by playing against itself (docs/training.md).

The file of a net names the games that it plays. In other games, and for views received as JSON, it plays like the
strongest heuristic level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from stromnetz.engine.moves import Move
from stromnetz.learn.net_file import NetFile, read_net
from stromnetz.learn.network import PolicyNetwork
from stromnetz.play.views import View

from .base import Bot
from .explanation import Candidate, Explanation, Reason
from .levels import HardBot
from .move_comparison import MARGIN, RatedCandidate, compare_moves

FOLDER, SUFFIX = "masters", ".net"


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
        """Compare moves to the end of the round. This can recommend another move than `choose`, and is stronger."""
        judge = self._judge(view)
        if judge is None:
            return self._explain_unlearned(view)
        return _explain_comparison(compare_moves(judge, view).candidates)

    def explain_choice(self, view: View) -> Explanation:
        """Compare the move that it chooses with the best other one, and admit it if that is better."""
        judge = self._judge(view)
        if judge is None:
            return self._explain_unlearned(view)
        found = compare_moves(judge, view, self.choose(view))
        return _explain_comparison([found.played, *(one for one in found.candidates if one.move != found.played.move)])

    def _explain_unlearned(self, view: View) -> Explanation:
        thought = self._instead.explain(view)
        return Explanation(thought.candidates, [Reason("not-learned"), *thought.reasons])

    def _judge(self, view: View) -> PolicyNetwork | None:
        if view.is_detached:  # nets read positions, not JSON
            return None
        rules, _, _ = view.known_position()
        return judge_for(view.edition, view.map, rules.players, self.nets())

    def nets(self) -> Sequence[LoadedNet]:
        """The nets that it uses."""
        return loaded_nets()


def _explain_comparison(compared: list[RatedCandidate]) -> Explanation:
    told = [Candidate(one.move, 100 * one.chance) for one in compared]
    return Explanation(told, [_reason(*compared[:2])] if len(compared) > 1 else [], in_chances=True)


def _reason(first: RatedCandidate, other: RatedCandidate) -> Reason:
    """Return the sentence that compares a move with the best other one."""
    lead = first.chance - other.chance
    facts = {"first": _percent(first.chance), "second": _percent(other.chance), "other": other.move}
    if lead > MARGIN:
        return Reason("chances", facts)
    return Reason("chances-close", facts) if lead >= -MARGIN else Reason("chances-worse", facts)


def _percent(share: float) -> int:
    return round(100 * share)
