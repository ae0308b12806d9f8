"""Reference bots to measure against, not offered at tables: ``stromnetz.lab.opponents:WellStarted``.

`Master020` and `Hard020` play as ``master`` and ``hard`` of 0.2.0 did, with the nets and parameters in ``frozen/``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from stromnetz.bots import make_bot
from stromnetz.bots.base import Bot
from stromnetz.bots.expert.prices import PriceWeights, read_prices
from stromnetz.bots.levels import HardBot
from stromnetz.bots.master import FOLDER, LoadedNet, MasterBot, nets_in
from stromnetz.engine.moves import Move
from stromnetz.learn.network import PolicyNetwork
from stromnetz.play.views import View

FROZEN = files("stromnetz.lab").joinpath("frozen")
"""The nets and parameters of 0.2.0."""


class WellStarted(Bot):
    """``plain`` with the first city of ``hard``: shows how much of a lead is not due to the start."""

    name = "well-started"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._plain = make_bot("plain", seed)
        self._hard = make_bot("hard", seed)

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        first = view.decision.kind == "build" and not view.players[view.decision.seat].network
        return (self._hard if first else self._plain).choose(view)


@cache
def frozen_parameters() -> Mapping[str, float]:
    return {
        name: float(value) for name, value in tomllib.loads(FROZEN.joinpath("weights.toml").read_text("utf-8")).items()
    }


@cache
def frozen_prices() -> tuple[frozenset[str], PriceWeights]:
    return read_prices(FROZEN.joinpath("prices.toml").read_text("utf-8"))


@cache
def frozen_nets() -> tuple[LoadedNet, ...]:
    return tuple(LoadedNet(name, PolicyNetwork(net)) for name, net in nets_in(FROZEN.joinpath(FOLDER)))


class Hard020(HardBot):
    """``hard`` of 0.2.0."""

    name = "hard-0.2.0"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, frozen_parameters())

    def price_weights(self, edition: str) -> PriceWeights | None:
        editions, worths = frozen_prices()
        return worths if edition in editions else None


class Master020(MasterBot):
    """``master`` of 0.2.0."""

    name = "master-0.2.0"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._instead = Hard020(seed)

    def nets(self) -> Sequence[LoadedNet]:
        return frozen_nets()
