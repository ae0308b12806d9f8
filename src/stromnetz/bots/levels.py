"""The levels of heuristic bots, which use more or less of the expert code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from stromnetz.bots.expert.board import BoardNumbers
from stromnetz.bots.expert.fuel import run_plants
from stromnetz.bots.expert.projection import rounds_left
from stromnetz.engine.moves import Done, Move, Pass
from stromnetz.engine.options import (
    BidOption,
    BuyOption,
    ConnectOption,
    OpenOption,
    Option,
    PlainOption,
    RunOption,
    ScrapOption,
)
from stromnetz.play.views import View

from .base import Bot
from .edition_bots import edition_strategies
from .expert.auction import bid, bid_extra, open_plant, scrap
from .expert.construction import build
from .expert.prices import PriceWeights, load_prices, used_in
from .expert.start import cheap_start, start
from .expert.supply import supply
from .explanation import Candidate, Explanation, Reason, explain_scores
from .parameters import BotParameters, Level, weights_from
from .plain_bot import PlainBot


class LevelBot(Bot):
    """A heuristic bot of some level."""

    level = Level()

    def __init__(self, seed: int = 0, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(seed)
        self.weights: BotParameters = weights_from(weights)
        self._plain = PlainBot(seed)

    def choose(self, view: View) -> Move:
        return self.explain(view).move

    def explain(self, view: View) -> Explanation:
        assert view.decision is not None
        options = view.decision.options
        assert options is not None
        seat = view.decision.seat
        for known in edition_strategies(view.edition):
            own = known.think(view, view.players[seat], options, self.level, self.weights)
            if own is not None:
                return self._with_noise(own, view)
        out = self._explain(view, BoardNumbers(view, seat), options)
        if out is None:
            return explain_scores([(self._plain.choose(view), 0.0)])
        return self._with_noise(out, view)

    def _explain(self, view: View, table: BoardNumbers, options: Sequence[Option]) -> Explanation | None:
        assert view.decision is not None
        level, w = self.level, self.weights
        price_weights = self.price_weights(view.edition)
        match view.decision.kind:
            case "auction":
                offers = [o for o in options if isinstance(o, OpenOption)]
                return open_plant(table, offers, PlainOption("sit-out") in options, w, level.rounds, price_weights)
            case "bid":
                bids = [o for o in options if isinstance(o, BidOption)]
                if not bids:
                    return explain_scores([(Pass(), 0.0)], Reason("cannot-raise", {"money": table.me.money}))
                if view.auction is not None and view.auction.extra:
                    return bid_extra(table, bids[0], w, level.rounds)
                return bid(table, bids[0], w, level.rounds, price_weights)
            case "scrap":
                return scrap(table, [o for o in options if isinstance(o, ScrapOption)], w, level.rounds)
            case "fuel":
                fuels = {o.fuel: o for o in options if isinstance(o, BuyOption)}
                return supply(table, fuels, w, rounds_left(table, w) if level.ending else 2)
            case "build":
                return self._build(table, [o for o in options if isinstance(o, ConnectOption)])
            case "run":
                return run_plants(table, [o for o in options if isinstance(o, RunOption)], w)
            case _:
                return None

    def price_weights(self, edition: str) -> PriceWeights | None:
        """Return the weights of typical plant prices; None if the level or edition does not use them."""
        return load_prices() if self.level.prices and used_in(edition) else None

    def _build(self, table: BoardNumbers, cities: list[ConnectOption]) -> Explanation:
        if not cities:
            return explain_scores([(Done(), 0.0)], Reason("no-city", {"money": table.me.money}))
        if not table.me.own:
            return start(table, cities, self.weights) if self.level.good_start else cheap_start(table, cities)
        return build(table, cities, self.weights, self.level.ending, self.level.rounds)

    def _with_noise(self, out: Explanation, view: View) -> Explanation:
        """Add the random errors of a weaker level to the scores."""
        if not self.level.noise or len(out.candidates) < 2:
            return out
        chance = Random(f"{self.seed} {view.version}")
        wrong = [Candidate(one.move, one.score + chance.gauss(0.0, self.level.noise)) for one in out.candidates]
        wrong.sort(key=lambda one: -one.score)
        return Explanation(wrong, out.reasons if wrong[0].move == out.move else [])  # they explain the first move


class BeginnerBot(LevelBot):
    """So weak that newcomers win their share against three of it."""

    name = "beginner"
    level = Level(good_start=False, ending=False, rounds=2, noise=28.0)


class EasyBot(LevelBot):
    name = "easy"
    level = Level(good_start=False, ending=False, rounds=3, noise=14.0)


class NormalBot(LevelBot):
    name = "normal"
    level = Level(noise=2.5)


class HardBot(LevelBot):
    name = "hard"
    level = Level(prices=True)
