"""Checks of robots by a ledger that only uses events, none of the module's code.

The tiles are implemented again from the rules (R20 to R60), slowly and simply, with the printed data of the edition.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from tests.properties.reference_rules import distances, storable
from tests.properties.robots_ledger import FAR, Json, Table

MORE = {
    "second-smallest-number": 0,
    "all-power-plants": 1,
    "using-cheapest-resources": 5,
    "first-choice-for-minimum-bid": 0,
    "supplying-most-cities": 10,
}


class Ledger(Table):
    """Checks that each robot did what its tiles say."""

    def event(self, e: Json) -> None:
        kind = e["kind"]
        if self.stocking is not None and not (kind == "fuel-bought" and e["seat"] == self.stocking[0]):
            seat, expected, found = self.stocking
            assert +found == +expected, (self.tiles[seat], found, expected)
            self.counted["stocked"] += 1
            self.stocking = None
        others = kind in ("city-connected", "robot-builds", "robot-builds-most", "robot-waits")
        ends = kind in ("phase-began", "game-ended") or (others and e["seat"] != self.builder)
        if self.builder is not None and ends:
            self.check_done(self.builder)
        super().event(e)

    # --- auctions ---

    def current(self) -> list[int]:
        return self.market if self.step == 3 else self.market[:4]

    def run_cost(self, plant: int) -> int:
        """The cheapest way to buy the fuel of one run, trying every mixture."""
        card = self.plants_data[plant]
        costs = []
        for counts in product(range(card["burns"] + 1), repeat=len(card["fuels"])):
            amounts = dict(zip(card["fuels"], counts, strict=True))
            if sum(counts) == card["burns"] and all(self.stock[f] >= n for f, n in amounts.items()):
                costs.append(sum(sum(self.on_sale(f)[:n]) for f, n in amounts.items()))
        return min(costs, default=FAR)

    def on_sale(self, fuel: str) -> list[int]:
        return self.prices[fuel][len(self.prices[fuel]) - self.stock[fuel] :]

    def wants(self, seat: int) -> list[int]:
        """The plants that it would bid on now, the one it would open first in front."""
        tile, offer, own = self.tiles[seat][1], self.current(), self.plants[seat]
        if not offer:
            return []
        supplied = {plant: self.plants_data[plant]["cities"] for plant in [*offer, *own]}
        named = {
            "highest-number": [max(offer)],
            "second-smallest-number": sorted(offer)[1:2],
            "all-power-plants": sorted(offer, reverse=True),
            "first-choice-for-minimum-bid": sorted(offer, reverse=True),
            "using-cheapest-resources": [min(offer, key=lambda p: (self.run_cost(p), -p))],
            "supplying-most-cities": [max(offer, key=lambda p: (supplied[p], p))],
        }[tile]
        good = [plant for plant in named if not own or plant > min(own)]
        if len(own) >= self.plant_limit:
            good = [plant for plant in good if any(supplied[plant] >= supplied[mine] for mine in own)]
        return [plant for plant in good if plant <= self.money[seat]]

    def limit(self, seat: int, plant: int) -> int:
        tile = self.tiles[seat][1]
        more = self.cities(seat) if tile == "highest-number" else MORE[tile]
        return min(self.money[seat], plant + more)

    def on_auction_opened(self, e: Json) -> None:
        seat, plant = e["seat"], e["plant"]
        self.auction = (plant, e["bid"])
        if self.robot(seat):
            wanted = self.wants(seat)
            if not wanted:
                assert self.round == 1, "nothing forces it to buy later"
                wanted = [min(self.current())]
            assert (plant, e["bid"]) == (wanted[0], plant)
            self.counted["opened"] += 1

    def on_sat_out(self, e: Json) -> None:
        if self.robot(e["seat"]):
            assert not self.wants(e["seat"])
            self.counted["left"] += 1
        self.out.add(e["seat"])

    def on_bid_made(self, e: Json) -> None:
        if not self.robot(e["seat"]):
            if self.auction is not None and self.phase == "auctions":
                self.auction = (self.auction[0], e["amount"])
            return
        assert self.auction is not None
        plant, bid = self.auction
        assert plant in self.wants(e["seat"])
        assert e["amount"] == bid + 1 <= self.limit(e["seat"], plant)
        self.auction = (plant, e["amount"])
        self.counted["bid"] += 1

    def on_passed(self, e: Json) -> None:
        if self.robot(e["seat"]):
            assert self.auction is not None
            plant, bid = self.auction
            assert plant not in self.wants(e["seat"]) or bid >= self.limit(e["seat"], plant)
            self.counted["passed"] += 1

    def on_plant_bought(self, e: Json) -> None:
        seat, plant = e["seat"], e["plant"]
        assert self.auction is not None
        taker = [s for s, tiles in self.tiles.items() if tiles[1] == "first-choice-for-minimum-bid"]
        for robot in taker:
            if robot not in self.out and plant in self.wants(robot):
                assert seat == robot, "nobody bids against it"
                self.auction = (plant, plant)
                self.counted["taken"] += 1
        bid = self.auction[1]
        if self.robot(seat) and self.tiles[seat][4] == "half-bid":
            bid = (bid + 1) // 2
        assert (self.auction[0], e["price"]) == (plant, bid)
        self.money[seat] -= e["price"]
        self.plants[seat].append(plant)
        self.market.remove(plant)
        self.out.add(seat)
        self.auction = None

    # --- fuel and income ---

    def fits(self, seat: int, fuel: Counter[str]) -> bool:
        cards = [self.plants_data[plant] for plant in self.plants[seat]]
        room = tuple((sum(1 << self.fuels.index(f) for f in card["fuels"]), 2 * card["burns"]) for card in cards)
        return storable(tuple(fuel[f] for f in self.fuels), room)

    def shopping(self, seat: int) -> Counter[str]:
        """The fuel that it must buy now."""
        tile = self.tiles[seat][2]
        everything = (
            tile == "all-resources"
            or (tile == "odd-normal-even-all" and self.round % 2 == 0)
            or (tile == "last-all-resources" and self.order[-1] == seat)
        )
        bag: Counter[str] = Counter()
        free = Counter(self.fuel[seat])
        for plant in sorted(self.plants[seat], reverse=True):
            card = self.plants_data[plant]
            missing, rest = card["burns"], Counter(free)
            for fuel in sorted(card["fuels"], key=lambda f: (-free[f], self.fuels.index(f))):
                used = min(missing, rest[fuel])
                rest[fuel] -= used
                missing -= used
            more = Counter(bag)
            while missing and self.put_cheapest(seat, more, card["fuels"]):
                missing -= 1
            if not missing:
                bag, free = more, rest
        if everything:
            while self.put_cheapest(seat, bag, self.fuels):
                pass
        elif tile == "less-than-5-elektro":
            while self.put_cheapest(seat, bag, self.fuels, below=5):
                pass
        elif tile == "least-available-resource":
            there = [
                f
                for f in self.fuels
                if self.stock[f] > bag[f] and self.fits(seat, self.fuel[seat] + bag + Counter([f]))
            ]
            if there:
                rare = min(there, key=lambda f: (self.stock[f] - bag[f], self.fuels.index(f)))
                while self.put_cheapest(seat, bag, [rare]):
                    pass
        return bag

    def put_cheapest(self, seat: int, bag: Counter[str], fuels: list[str], below: int = FAR) -> bool:
        left = self.money[seat] - sum(sum(self.on_sale(f)[:n]) for f, n in bag.items())
        offers = []
        for fuel in fuels:
            if self.stock[fuel] > bag[fuel] and self.fits(seat, self.fuel[seat] + bag + Counter([fuel])):
                price = self.on_sale(fuel)[bag[fuel]]
                if price <= left and price < below:
                    offers.append((price, self.fuels.index(fuel)))
        if not offers:
            return False
        bag[self.fuels[min(offers)[1]]] += 1
        return True

    def on_robot_stocks(self, e: Json) -> None:
        self.stocking = (e["seat"], self.shopping(e["seat"]), Counter())

    def on_fuel_bought(self, e: Json) -> None:
        if self.stocking is not None:
            self.stocking[2][e["fuel"]] += e["count"]
        else:
            assert not self.robot(e["seat"])
        assert e["cost"] == sum(self.on_sale(e["fuel"])[: e["count"]])
        self.money[e["seat"]] -= e["cost"]
        self.stock[e["fuel"]] -= e["count"]
        self.fuel[e["seat"]][e["fuel"]] += e["count"]

    def most_supplied(self, seat: int) -> int:
        """The most cities it can supply, trying every choice of plants and fuel."""
        best, todo = 0, [(0, Counter(self.fuel[seat]), sorted(self.plants[seat]))]
        while todo:
            supplied, left, plants = todo.pop()
            best = max(best, supplied)
            for i, plant in enumerate(plants):
                card = self.plants_data[plant]
                for counts in product(range(card["burns"] + 1), repeat=len(card["fuels"])):
                    need = Counter(dict(zip(card["fuels"], counts, strict=True)))
                    if sum(counts) == card["burns"] and all(left[f] >= n for f, n in need.items()):
                        todo.append((supplied + card["cities"], left - need, plants[i + 1 :]))
        return best

    def on_plants_ran(self, e: Json) -> None:
        seat = e["seat"]
        if self.robot(seat):
            assert e["supplied"] == min(self.cities(seat), self.most_supplied(seat))
            more = self.tiles[seat][4] == "income-for-one-more"
            assert e["income"] == self.payments[min(e["supplied"] + more, len(self.payments) - 1)]
            self.counted["ran"] += 1
        self.fuel[seat].subtract(e["burn"])
        self.money[seat] += e["income"]

    # --- building ---

    def possible(self, seat: int, city: str) -> bool:
        there = self.houses.get(city, [])
        return len(there) < self.step and seat not in there

    def ways(self, seat: int) -> list[int]:
        """Connection costs by city, past all possible cities if the tile says so."""
        ids, table = self.board.city_ids, distances(self.board, self.regions)
        own = [c for c, id in enumerate(ids) if seat in self.houses.get(id, [])]
        if not own:
            return [0] * len(ids)
        if self.tiles[seat][3] != "last-player-chooses":
            return [min(table[a][c] for a in own) for c in range(len(ids))]
        best = [0 if c in own else FAR for c in range(len(ids))]
        ends = {c for c, id in enumerate(ids) if c not in own and self.possible(seat, id)}
        inside = {c for c, region in enumerate(self.board.region_of) if region in self.regions}
        changed = True
        while changed:
            before = best[:]
            for a, b, cost in self.board.connections:
                for here, there in ((a, b), (b, a)):
                    if here not in ends and {here, there} <= inside:
                        best[there] = min(best[there], best[here] + cost)
            changed = best != before
        return best

    def offers(self, seat: int) -> list[tuple[int, int, str, int, int]]:
        """(full price, connection, city, place paid, connection paid) of all affordable cities, cheapest first."""
        if self.cities(seat) >= self.houses_each:
            return []
        tiles, first = self.tiles[seat], self.people()[0]
        free = tiles[4] == "first-city-free" and not self.built[seat]
        ways = self.ways(seat)
        out = []
        for c, city in enumerate(self.board.city_ids):
            if self.board.region_of[c] not in self.regions or not self.possible(seat, city):
                continue
            there = self.houses.get(city, [])
            if tiles[3] == "step-1-less-than-7" and self.step > 1 and first in there:
                continue
            place = 10 if tiles[4] == "cities-cost-10" else (10, 15, 20)[len(there)]
            way = ways[c]
            if way < FAR and (free or place + way <= self.money[seat]):
                out.append((place + way, 0 if free else way, city, 0 if free else place, 0 if free else way))
        return sorted(out)

    def may_build(self, seat: int) -> bool:
        tile, own = self.tiles[seat][3], self.cities(seat)
        if tile == "step-1-less-than-7":
            return self.step > 1 or own < 6
        if tile == "one-two-three-cities":
            return self.built[seat] < self.step
        if tile == "never-more-than-first-player":
            return own < self.cities(self.people()[0])
        return tile != "only-supplied-cities" or own < self.most_supplied(seat)

    def on_city_connected(self, e: Json) -> None:
        seat, paid = e["seat"], (e["place_cost"], e["connection_cost"])
        if self.robot(seat):
            offers = self.offers(seat)
            mine = next(offer for offer in offers if offer[2] == e["city"])
            assert mine[3:] == paid, (self.tiles[seat], mine, paid)
            if self.cities(seat):
                assert self.may_build(seat), self.tiles[seat]
                if self.tiles[seat][3] != "last-player-chooses":
                    assert mine == offers[0], (mine, offers[0])
            self.builder = seat
            self.built[seat] += 1
            self.counted["built"] += 1
        self.money[seat] -= sum(paid)
        self.houses.setdefault(e["city"], []).append(seat)

    def on_robot_builds(self, e: Json) -> None:
        self.builder = e["seat"]

    on_robot_builds_most = on_robot_builds

    def check_done(self, seat: int) -> None:
        """Check that it stopped building because of its tile or because it could not pay for more."""
        early = self.tiles[seat][0] == "early-choice-for-all" and self.cities(seat) == 1
        assert early or not self.may_build(seat) or not self.offers(seat), (self.tiles[seat], self.offers(seat)[:2])
        self.builder = None
        self.counted["finished"] += 1
