"""A simple sensible player: minimum bids on useful plants, fuel for one run, the cheapest cities it can supply."""

from __future__ import annotations

from stromnetz.engine.moves import Assign, Bid, Buy, CardRef, Connect, Done, GiveUp, Leave, Move, Open, Pass, Run, Scrap
from stromnetz.engine.options import (
    BidOption,
    BuyOption,
    ConnectOption,
    GiveUpOption,
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
"""What a city costs, roughly: a place and a short connection."""
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
            case "give-up":
                return GiveUp(next(o.fuel for o in options if isinstance(o, GiveUpOption)))
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
        """The cities that the company could supply more with this plant, the weakest one scrapped if need be."""
        gain = view.plant(plant).cities
        if len(me.plants) >= (view.plant_limit or NO_LIMIT):
            gain -= min(view.plant(p).cities for p in me.plants)
        return gain

    def _limit(self, view: View, me: PlayerView, plant: CardRef) -> int:
        """The most it would pay: the minimum bid and a little for every city gained, as long as it can pay fuel."""
        assert me.money is not None
        gain = self._gain(view, me, plant)
        facts = view.plant(plant)
        if gain < (1 if len(me.plants) < (view.plant_limit or NO_LIMIT) else 2) or me.output >= view.end_at:
            return 0
        # Early on a company that can supply more than it has cities for needs cities first.
        if len(me.plants) >= 2 and me.output > me.cities + 4:
            return 0
        return min(me.money - 2 * facts.burns, facts.minimum_bid + 2 * gain)

    def _open(self, view: View, me: PlayerView, options: list[Option]) -> Move:
        offers = [o for o in options if isinstance(o, OpenOption)]
        useful = [o for o in offers if self._limit(view, me, o.plant) >= o.minimum]
        if useful:
            best = max(useful, key=lambda o: (_worth(view, o.plant), -o.minimum))
            return Open(best.plant, best.minimum)
        if PlainOption("leave") in options:
            return Leave()
        cheapest = min(offers, key=lambda o: o.minimum)
        return Open(cheapest.plant, cheapest.minimum)

    def _bid(self, view: View, me: PlayerView, options: list[Option]) -> Move:
        assert view.auction is not None
        for option in options:
            if isinstance(option, BidOption):
                card = view.auction.card
                limit = 15 if view.auction.extra else self._limit(view, me, card)
                if option.minimum <= min(limit, option.maximum):
                    return Bid(option.minimum)
        return Pass()

    # --- fuel ---

    def _buy(self, view: View, me: PlayerView, options: list[Option]) -> Move:
        """One run for each plant, the most cities for the money first, until the cities it will have are supplied."""
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
        """The next markers of the fuel whose next one costs least; as many as are missing of a single fuel."""
        there = [offers[f] for f in fuels if f in offers and offers[f].costs]
        if not there:
            return None
        best = min(there, key=lambda o: o.costs[0])
        count = 1 if len(there) > 1 else min(missing, len(best.costs))
        return Buy(best.fuel, count)

    # --- cities and income ---

    def _build(self, view: View, me: PlayerView, options: list[Option]) -> Move:
        cities = [o for o in options if isinstance(o, ConnectOption)]
        if not cities:
            return Done()
        cheapest = min(cities, key=lambda o: o.cost)
        if me.cities < me.output:
            return Connect(cheapest.city)
        # Nobody has to supply every city: who is rich and stuck with old plants still moves the game on.
        assert me.money is not None
        return Connect(cheapest.city) if me.money - cheapest.cost > 10 * CITY_COST else Done()

    def _run(self, options: list[Option]) -> Move:
        runs = [o for o in options if isinstance(o, RunOption)]
        best = max(runs, key=lambda o: (o.income, -sum(o.burn.values()), -len(o.plants)))
        return Run(best.plants, best.burn)


def _worth(view: View, plant: CardRef) -> float:
    """How much it wants a plant: the cities it supplies, less what its fuel costs."""
    facts = view.plant(plant)
    prices = [view.fuels[f].price or 16 for f in facts.fuels]
    return facts.cities - 0.1 * facts.burns * min(prices, default=0)
