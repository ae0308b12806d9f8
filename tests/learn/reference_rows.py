"""A simple encoder of options, number by number, to compare with `OptionEncoder`."""

from __future__ import annotations

from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import current_auction
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Plant, strongest_run
from stromnetz.learn.columns import OPTION_SIZE


class ReferenceRows:
    """Encodes the options of one decision."""

    def __init__(self, rules: Rules, p: Position, kinds: list[str]) -> None:
        self.rules = rules
        self.p = p
        self.kinds = kinds
        self.seat = p.seat
        self.money = p.money[p.seat]
        self.has_companies = rules.hooks.supply is not None
        self.powers = 0 if self.has_companies else strongest_run(p.fuel[p.seat], rules.runnable(p, p.seat))[1]
        self.paid = rules.payment(min(self.powers, p.cities[p.seat]))

    def of(self, move: Move, highest: int) -> list[float]:
        out = [0.0] * OPTION_SIZE
        out[0] = float(self.kinds.index(move.kind))
        out[5] = self.money / 100
        if isinstance(move, Open):
            self._plant(out, self.rules.card_index[move.plant], move.bid, highest)
        elif isinstance(move, Bid):
            auction = current_auction(self.p)
            if auction is not None:
                self._plant(out, auction.card, move.amount, highest)
            else:  # a bid that is not for a card
                self._pay(out, move.amount)
                out[6] = highest / 100
        elif isinstance(move, Connect):
            self._connect(out, self.rules.city_index[move.city])
        elif isinstance(move, Buy):
            self._buy(out, self.rules.fuel_index[move.fuel], move.count, highest)
        elif isinstance(move, Run):
            self._run(out, move)
        elif isinstance(move, Scrap):
            self._scrap(out, self.rules.card_index[move.plant])
        else:
            self._other(out, move)
        return out

    def _then(self, out: list[float], plants: tuple[Plant, ...], fuel: tuple[int, ...], cities: int) -> None:
        """Write supply and income with these plants, fuel and cities."""
        if self.has_companies:
            return
        powers = strongest_run(fuel, plants)[1]
        out[10] = powers / 20
        out[11] = (powers - self.powers) / 20
        out[12] = (self.rules.payment(min(powers, cities)) - self.paid) / 150

    def _pay(self, out: list[float], cost: int) -> None:
        out[4] = cost / 100
        out[5] = (self.money - cost) / 100

    def _card(self, out: list[float], card: int) -> None:
        printed = self.rules.cards[card]
        out[1] = float(card + 1)
        out[7] = (printed.number or 0) / 50
        out[8] = printed.burns / 3
        out[9] = printed.cities / 7

    def _plant(self, out: list[float], card: int, bid: int, highest: int) -> None:
        rules, p, seat = self.rules, self.p, self.seat
        self._card(out, card)
        self._pay(out, bid - rules.rebate(p, seat) if rules.hooks.rebates else bid)
        out[6] = highest / 100
        plants = list(rules.runnable(p, seat))
        if len(plants) >= rules.plant_limit:
            remove_weakest(plants)
        printed = rules.cards[card]
        plants.append((rules.mask[card], printed.burns, printed.cities))
        self._then(out, tuple(plants), p.fuel[seat], p.cities[seat])

    def _connect(self, out: list[float], city: int) -> None:
        rules, p, seat = self.rules, self.p, self.seat
        place, connection = rules.place_costs[len(p.occupants[city])], p.reach[seat][city]
        out[2] = float(city + 1)
        self._pay(out, place + connection)
        out[13], out[14] = place / 20, connection / 100
        out[15] = (p.cities[seat] + 1) / 20
        out[10] = self.powers / 20
        out[12] = (rules.payment(min(self.powers, p.cities[seat] + 1)) - self.paid) / 150

    def _buy(self, out: list[float], fuel: int, count: int, highest: int) -> None:
        rules, p, seat = self.rules, self.p, self.seat
        out[3] = float(fuel + 1)
        self._pay(out, rules.fuel_cost(p, fuel, count))
        out[6] = highest / 100
        pool = list(p.fuel[seat])
        pool[fuel] += count
        self._then(out, rules.runnable(p, seat), tuple(pool), p.cities[seat])

    def _run(self, out: list[float], move: Run) -> None:
        rules, p, seat = self.rules, self.p, self.seat
        output = 0
        for ref in move.plants:
            output += rules.output(p, seat, rules.card_index[ref])
        supplied = min(output, p.cities[seat])
        out[10] = output / 20
        out[16] = supplied / 20
        out[17] = rules.income(p, seat, supplied) / 150
        out[18] = sum([count for _, count in move.burn or ()]) / 10

    def _scrap(self, out: list[float], card: int) -> None:
        rules, p, seat = self.rules, self.p, self.seat
        self._card(out, card)
        runnable = rules.runnable(p, seat)
        kept = [plant for c, plant in zip(p.plants[seat], runnable, strict=True) if c != card]
        self._then(out, tuple(kept), p.fuel[seat], p.cities[seat])

    def _other(self, out: list[float], move: Move) -> None:
        """Write any other move: the card, city, fuel, region or amount in its fields."""
        rules = self.rules
        for name in move.fields:
            value: object = getattr(move, name)
            if name == "plant":
                self._card(out, rules.card_index[value])  # type: ignore[index]
            elif name == "city":
                out[2] = float(rules.city_index.get(str(value), -1) + 1)
            elif name == "region":
                out[3] = float(rules.region_index.get(str(value), -1) + 1)
            elif isinstance(value, int):
                out[19] = value / 10
            elif isinstance(value, tuple):
                out[19] = len(value) / 10


def remove_weakest(plants: list[Plant]) -> None:
    """Remove the plant that another one replaces."""
    plants.remove(min(plants, key=_cities))


def _cities(plant: Plant) -> int:
    return plant[2]
