"""Bots that play with earlier checkpoints of the classic net: ``stromnetz.lab.checkpoints:Taught`` and others.

Their weights are in docs/strength/checkpoints, not in the package.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from stromnetz.bots.master import MasterBot
from stromnetz.learn.net_file import read_net
from stromnetz.learn.network import PolicyNetwork
from stromnetz.play.views import View

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "strength" / "checkpoints"


@cache
def network_of_checkpoint(name: str) -> PolicyNetwork:
    return PolicyNetwork(read_net((FOLDER / f"{name}.net").read_bytes(), name))


class Checkpoint(MasterBot):
    """Plays every game with the net of its checkpoint, even those it was not trained for."""

    def _judge(self, view: View) -> PolicyNetwork | None:
        return network_of_checkpoint(self.name)


class Taught(Checkpoint):
    """The small net after distillation from the large one, before any self-play."""

    name = "taught"


class After93M(Checkpoint):
    """The small net after 93 million decisions."""

    name = "after-93M"


class WithPrices(Checkpoint):
    """The middle-sized net after 538 million decisions, with and without promo cards, partly against a ``hard`` that
    knows the prices of plants."""

    name = "with-prices"


CHECKPOINTS = {f"{__name__}:{cls.__name__}": cls for cls in (Taught, After93M, WithPrices)}
