"""Positions of Outpost as plain data, with what follows from the rules worked out a second, slow way."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from stromnetz import Game
from stromnetz.editions.files.loader import all_maps, board, edition_data

Card = int | str
Data = dict[str, Any]

PRINTED = edition_data("outpost")
BOARD = board("planet")
CONNECTIONS = [(BOARD.city_ids[a], BOARD.city_ids[b]) for a, b, _ in BOARD.connections]
REGION = {city: BOARD.region_ids[r] for city, r in zip(BOARD.city_ids, BOARD.region_of, strict=True)}
SITE: dict[str, str] = {city: row["site"] for city, row in all_maps()["planet"]["cities"].items()}
FACTS: dict[Card, Data] = {
    card.get("id", card["number"]): {"kind": card["type"], "workers": 0, "places": 0, **card}
    for card in PRINTED["cards"]["plants"]
}
"""What is printed on a card."""
TECHNOLOGY: dict[str, Card] = {card["name"]: ref for ref, card in FACTS.items() if "name" in card}
DATA_LIBRARY, ECOPLANTS, ROBOTS = (TECHNOLOGY[name] for name in ("Data Library", "Ecoplants", "Robots"))
NODULE, LABORATORIES, MOON_BASE = (TECHNOLOGY[name] for name in ("Nodule", "Laboratories", "Moon Base"))
OUTPOSTS = [ref for ref, card in FACTS.items() if card.get("name") == "Outpost"]
KINDS = ("network", "company", "workers", "robot", "trust-site")
"""The kinds of decisions that no other edition has."""
HOUSES = 18
PIECES = 4
FAR = 10**6


def number(card: Card) -> int:
    """The printed number; "Step 3" is the largest."""
    out: int = FACTS[card]["number"] if card in FACTS else 99
    return out


# --- the state of a game as plain data ------------------------------------------------------------------------------


class Seat:
    """A company."""

    def __init__(self, game: Game, data: Data, seat: int) -> None:
        company = data["modules"]["company"]
        row = company["seats"][seat]
        own = [*data["players"], *data["neutral"]][seat]
        self.seat = seat
        self.plays = seat < game.rules.players
        self.money: int = game.position.money[seat]
        self.cards: list[Card] = own["plants"]
        self.workers: int = own["fuel"].get("workers", 0)
        self.placed: list[Card] = row["placed"]
        self.seasonal: int = row["seasonal"]
        self.robots: int = row["robots"]
        self.made = seat in company["made"]
        self.houses: list[str] = [city for city, seats in data["houses"].items() if seat in seats]
        self.sites: list[str] = [city for city, owner in company["sites"].items() if owner == seat]
        built = [row for row in company["on_cards"] if row["seat"] == seat]
        self.on_cards: list[tuple[Card, str]] = [(row["card"], site) for row in built for site in row["sites"]]

    def has(self, technology: Card) -> bool:
        """Technologies work for players only (L33)."""
        return self.plays and technology in self.cards

    @property
    def cities(self) -> int:
        return len(self.houses) + sum(site == "house" for _, site in self.on_cards)

    def slots(self, kind: str) -> int:
        return sum(SITE[city] == kind for city in self.sites) + sum(site == kind for _, site in self.on_cards)

    @property
    def places(self) -> int:
        housings: list[int] = [FACTS[card]["places"] for card in self.placed if FACTS[card]["places"]]
        return sum(housings) + self.has(NODULE) * len(housings)

    @property
    def need(self) -> int:
        workers: int = sum(FACTS[card]["workers"] for card in self.placed)
        return max(0, workers - self.robots)

    def supply(self) -> int:
        """The most own cities, trying every set of placed plants and every possible maker of the robot (L17, L27a)."""
        seasonal, fixed = self.seasonal, self.workers - self.seasonal
        crews = [(seasonal, fixed + self.robots)]
        if self.made:  # one of those who were there before is busy; the new robot is not
            fixed += self.robots - 1
            crews = [(seasonal - 1, fixed + 1)] * (seasonal > 0) + [(seasonal, fixed)] * (fixed > 0)
        plants = [card for card in self.placed if FACTS[card]["workers"]]
        best = 0
        for size in range(len(plants) + 1):
            for chosen in combinations(plants, size):
                needed = sum(FACTS[card]["workers"] for card in chosen)
                base = FACTS[MOON_BASE]["workers"] if MOON_BASE in chosen else 0
                if any(needed <= a + b and base <= b for a, b in crews):
                    best = max(best, sum(FACTS[card]["cities"] + self.has(LABORATORIES) for card in chosen))
        return min(best, self.cities)


class State:
    """A position, read from its dump."""

    def __init__(self, game: Game) -> None:
        data = game.position_json()
        self.data = data
        self.seats = [Seat(game, data, s) for s in range(game.rules.seats)]
        self.stock: int = data["fuel_market"]["workers"]
        self.market: list[Card] = data["market"]
        self.piles: dict[Card, list[Card]] = {pile[0]: pile[1:] for pile in data["modules"]["piles"]["under"]}
        self.off: dict[Card, int] = dict(data["modules"]["piles"]["discounts"])

    @property
    def current(self) -> list[Card]:
        """The current market: four places, in step 3 all; never "Step 3" itself."""
        tops = self.market if self.data["step"] == 3 else self.market[:4]
        return [card for card in tops if card in FACTS]

    def reach(self, seat: int) -> dict[str, int]:
        """Connection costs of every city for a seat: the cheapest path from any city with an own building (L13)."""
        area = tuple(city for city in BOARD.city_ids if REGION[city] in self.data["regions"])
        own = {*self.seats[seat].houses, *self.seats[seat].sites}
        if not own:
            return {city: 0 if city in area else FAR for city in BOARD.city_ids}
        rows = [distances(area, tuple(self.data["tiles"]))[city] for city in own]
        return {city: min(row.get(city, FAR) for row in rows) for city in BOARD.city_ids}


@cache
def distances(area: tuple[str, ...], tiles: tuple[int, ...]) -> dict[str, dict[str, int]]:
    """The cheapest path between any two cities of the playing area."""
    links = [(a, b, cost) for (a, b), cost in zip(CONNECTIONS, tiles, strict=True) if a in area and b in area]
    out = {}
    for start in area:
        row = {start: 0}
        again = True
        while again:
            again = False
            for x, y, cost in (*links, *((b, a, cost) for a, b, cost in links)):
                if x in row and row[x] + cost < row.get(y, FAR):
                    row[y] = row[x] + cost
                    again = True
        out[start] = row
    return out


TRUST = 2
