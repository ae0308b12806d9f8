"""A small bird: plants at the minimum bid, fuel for one run, the cheapest cities."""

from random import Random

from stromnetz import Bot, Buy, Connect, Move, Open, Run, SitOut, View
from stromnetz.engine.options import BuyOption, ConnectOption, OpenOption, RunOption


class Sparrow(Bot):
    name = "sparrow"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.rng = Random(seed)

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        me = view.players[view.decision.seat]
        options = view.decision.options or []
        plants = [o for o in options if isinstance(o, OpenOption)]
        cities = [o for o in options if isinstance(o, ConnectOption)]
        runs = [o for o in options if isinstance(o, RunOption)]
        if plants:
            if len(me.plants) == view.plant_limit:
                return SitOut()
            most = max(view.plant(o.plant).cities for o in plants)
            best = self.rng.choice([o for o in plants if view.plant(o.plant).cities == most])
            return Open(best.plant, best.minimum)
        for fuel in [o for o in options if isinstance(o, BuyOption) and o.costs]:
            burns = sum(view.plant(p).burns for p in me.plants if fuel.fuel in view.plant(p).fuels)
            if me.fuel.get(fuel.fuel, 0) < burns:
                return Buy(fuel.fuel, 1)
        if cities:
            return Connect(min(cities, key=lambda o: (o.cost, o.city)).city)
        if runs:
            best_run = max(runs, key=lambda o: o.income)
            return Run(best_run.plants, best_run.burn)
        return view.decision.legal_moves[0]  # pass, done, or the first move of a rarer decision
