"""Reference bots to measure against, not offered at tables: ``stromnetz.lab.opponents:WellStarted``.

`Master020` and `Hard020` play as ``master`` and ``hard`` of 0.2.0 did, with the nets and parameters in ``frozen/``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random

from stromnetz.bots import make_bot
from stromnetz.bots.base import Bot
from stromnetz.bots.expert.prices import PriceWeights, read_prices
from stromnetz.bots.levels import HardBot
from stromnetz.bots.master import FOLDER, LoadedNet, MasterBot, nets_in
from stromnetz.bots.plain_bot import PlainBot
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import Bid, CardRef, Connect, Done, Move, Open, Pass, SitOut
from stromnetz.engine.options import BidOption, ConnectOption, OpenOption, Option, PlainOption
from stromnetz.learn.network import PolicyNetwork
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

FROZEN = files("stromnetz.lab").joinpath("frozen")
"""The nets and parameters of 0.2.0, which only clones have."""


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


class Newcomer(PlainBot):
    """Plays random sensible moves, like someone in a first game: measures what ``beginner`` is for.

    It starts auctions only of plants that help it, at the minimum bid, and raises as often as not. It buys fuel and
    runs plants like ``plain``, and connects random cities of the cheaper ones until its plants supply no more.
    """

    name = "newcomer"
    SKIP_CHANCE = 0.5
    """The chance to skip a round's auctions or not to raise a bid."""
    STOP_CHANCE = 0.25
    """The chance to connect no more cities in this turn."""
    CHEAPEST = 16
    """From how many of the cheapest cities it chooses."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._random = Random(seed)

    def _helps(self, view: View, me: PlayerView, plant: CardRef) -> bool:
        if view.auction is not None and view.auction.extra:
            return True
        return self._gain(view, me, plant) > 0

    def _open(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move:
        offers = [o for o in options if isinstance(o, OpenOption)]
        useful = [o for o in offers if self._helps(view, me, o.plant)]
        if PlainOption("sit-out") in options and (not useful or self._random.random() < self.SKIP_CHANCE):
            return SitOut()
        chosen = self._random.choice(useful or offers)
        return Open(chosen.plant, chosen.minimum)

    def _bid(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move:
        assert view.auction is not None
        raised = next((o for o in options if isinstance(o, BidOption)), None)
        if raised is None or not self._helps(view, me, view.auction.card) or self._random.random() < self.SKIP_CHANCE:
            return Pass()
        return Bid(raised.minimum)

    def _build(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move:
        cities = sorted((o for o in options if isinstance(o, ConnectOption)), key=lambda o: o.cost)[: self.CHEAPEST]
        if not cities or me.cities > me.output or self._random.random() < self.STOP_CHANCE:
            return Done()
        return Connect(self._random.choice(cities).city)


def frozen_text(name: str) -> str:
    """Return a file of 0.2.0; raises `BadInput` in an installation from a package."""
    if not FROZEN.joinpath(name).is_file():
        raise BadInput("the bots of 0.2.0 play in a clone of the repository only: packages leave out their nets", {})
    return FROZEN.joinpath(name).read_text("utf-8")


@cache
def frozen_parameters() -> Mapping[str, float]:
    return {name: float(value) for name, value in tomllib.loads(frozen_text("weights.toml")).items()}


@cache
def frozen_prices() -> tuple[frozenset[str], PriceWeights]:
    return read_prices(frozen_text("prices.toml"))


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
