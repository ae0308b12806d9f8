"""A simple sensible player: minimum bids on useful plants, fuel for one run, the cheapest cities it can supply."""

from __future__ import annotations

from collections.abc import Sequence

from stromnetz.engine.moves import (
    Assign,
    Bid,
    Buy,
    CardRef,
    Connect,
    DiscardFuel,
    Done,
    Move,
    Open,
    Pass,
    Run,
    Scrap,
    SitOut,
)
from stromnetz.engine.options import (
    BidOption,
    BuyOption,
    ConnectOption,
    DiscardFuelOption,
    OpenOption,
    Option,
    PlainOption,
    RunOption,
    ScrapOption,
)
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .base import Bot
from .edition_bots import edition_strategies

CITY_COST = 17
"""Rough cost of a city: a place and a short connection."""
NO_LIMIT = 99


class PlainBot(Bot):
    name = "plain"

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        assert view.decision.options is not None
        me = view.players[view.decision.seat]
        options = view.decision.options
        for known in edition_strategies(view.edition):
            own = known.decide(view, me, options)
            if own is not None:
                return own
        match view.decision.kind:
            case "auction":
                return self._open(view, me, options)
            case "bid":
                return self._bid(view, me, options)
            case "scrap":
                scrappable = [o.plant for o in options if isinstance(o, ScrapOption)]
                return Scrap(min(scrappable, key=lambda p: _worth(view, p)))
            case "discard-fuel":
                return DiscardFuel(next(o.fuel for o in options if isinstance(o, DiscardFuelOption)))
            case "assign":
                return Assign(max(me.plants, key=lambda p: _worth(view, p)))
            case "fuel":
                return self._buy(view, me, options)
            case "build":
                return self._build(view, me, options)
            case "run":
                return self._run(options)
            case _:
                return view.decision.legal_moves[0]

    # --- plants ---

    def _gain(self, view: View, me: PlayerView, plant: CardRef) -> int:
        """Return how many more cities the company could supply with this plant, in place of the weakest if needed."""
        gain = view.plant(plant).cities
        if len(me.plants) >= (view.plant_limit or NO_LIMIT):
            gain -= min(view.plant(p).cities for p in me.plants)
        return gain

    def _limit(self, view: View, me: PlayerView, plant: CardRef) -> int:
        """Return the highest bid: the minimum plus a little per city gained, while money for fuel is left."""
        assert me.money is not None
        gain = self._gain(view, me, plant)
        facts = view.plant(plant)
        if gain < (1 if len(me.plants) < (view.plant_limit or NO_LIMIT) else 2) or me.output >= view.end_at:
            return 0
        # early on, a company that can supply more than its cities needs cities first
        if len(me.plants) >= 2 and me.output > me.cities + 4:
            return 0
        return min(me.money - 2 * facts.burns, facts.minimum_bid + 2 * gain)

    def _open(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move:
        offers = [o for o in options if isinstance(o, OpenOption)]
        useful = [o for o in offers if self._limit(view, me, o.plant) >= o.minimum]
        if useful:
            best = max(useful, key=lambda o: (_worth(view, o.plant), -o.minimum))
            return Open(best.plant, best.minimum)
        if PlainOption("sit-out") in options:
            return SitOut()
        cheapest = min(offers, key=lambda o: o.minimum)
        return Open(cheapest.plant, cheapest.minimum)

    def _bid(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move:
        assert view.auction is not None
        for option in options:
            if isinstance(option, BidOption):
                card = view.auction.card
                limit = 15 if view.auction.extra else self._limit(view, me, card)
                if option.minimum <= min(limit, option.maximum):
                    return Bid(option.minimum)
        return Pass()

    # --- fuel ---

    def _buy(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move:
        """Buy fuel for one run of each plant, those with most cities for the money first, up to the expected cities."""
        assert me.money is not None
        offers = {o.fuel: o for o in options if isinstance(o, BuyOption)}
        left = dict(me.fuel)
        target = me.cities + max(1, me.money // (2 * CITY_COST))
        output = 0
        for plant in sorted(me.plants, key=lambda p: _worth(view, p), reverse=True):
            facts = view.plant(plant)
            if output >= target:
                break
            output += facts.cities
            missing = facts.burns
            for fuel in facts.fuels:
                used = min(missing, left.get(fuel, 0))
                left[fuel] = left.get(fuel, 0) - used
                missing -= used
            if missing:
                move = self._cheapest(facts.fuels, missing, offers)
                if move is not None:
                    return move
        return Done()

    def _cheapest(self, fuels: tuple[str, ...], missing: int, offers: dict[str, BuyOption]) -> Move | None:
        """Buy the cheapest next fuel: all missing markers if the plant takes only one fuel."""
        there = [offers[f] for f in fuels if f in offers and offers[f].costs]
        if not there:
            return None
        best = min(there, key=lambda o: o.costs[0])
        count = 1 if len(there) > 1 else min(missing, len(best.costs))
        return Buy(best.fuel, count)

    # --- cities and income ---

    def _build(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move:
        cities = [o for o in options if isinstance(o, ConnectOption)]
        if not cities:
            return Done()
        cheapest = min(cities, key=lambda o: o.cost)
        if me.cities < me.output:
            return Connect(cheapest.city)
        # a rich company stuck with old plants may build more than it supplies, so that the game ends
        assert me.money is not None
        return Connect(cheapest.city) if me.money - cheapest.cost > 10 * CITY_COST else Done()

    def _run(self, options: Sequence[Option]) -> Move:
        runs = [o for o in options if isinstance(o, RunOption)]
        best = max(runs, key=lambda o: (o.income, -sum(o.burn.values()), -len(o.plants)))
        return Run(best.plants, best.burn)


def _worth(view: View, plant: CardRef) -> float:
    """Return the value of a plant: its cities, minus the price of its fuel."""
    facts = view.plant(plant)
    prices = [view.fuels[f].price or 16 for f in facts.fuels]
    return facts.cities - 0.1 * facts.burns * min(prices, default=0)
