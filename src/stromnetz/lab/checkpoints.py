"""Earlier states of the net of the classic games, as bots: ``stromnetz.lab.checkpoints:Taught`` and the others.

Their weights lie beside what they have shown (docs/strength/checkpoints), not in the package: nobody plays by them.
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
def judge_of(name: str) -> PolicyNetwork:
    return PolicyNetwork(read_net((FOLDER / f"{name}.net").read_bytes(), name))


class Checkpoint(MasterBot):
    """Plays by its file, whatever the game: what that is worth elsewhere nobody has measured."""

    def _judge(self, view: View) -> PolicyNetwork | None:
        return judge_of(self.name)


class Taught(Checkpoint):
    """What the large net had taught to the small one, before it played itself."""

    name = "taught"


class After93M(Checkpoint):
    """The same after 93 million decisions in all."""

    name = "after-93M"


class WithPrices(Checkpoint):
    """After 538 million, of the middle size: with promo cards and without, at tables with a ``hard`` that knows what
    plants go for."""

    name = "with-prices"


CHECKPOINTS = {f"{__name__}:{cls.__name__}": cls for cls in (Taught, After93M, WithPrices)}
