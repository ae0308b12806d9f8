"""Invariants of all positions of Outpost, by a second, slow implementation of the rules."""

from __future__ import annotations

from collections import Counter
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


# --- what must hold in every position -------------------------------------------------------------------------------


def check(game: Game) -> None:
    state = State(game)
    data = state.data
    assert sorted(data["tiles"]) == sorted(PRINTED["tiles"]), "the tiles are always a permutation (L2)"
    workers = {row["count"]: row["workers"] for row in PRINTED["players"]}[game.rules.players]
    held = sum(seat.workers for seat in state.seats)
    assert (state.stock + held, data["supply"]["workers"]) == (10 * workers, 0), "no worker is lost (L3)"
    assert sum(seat.robots for seat in state.seats) <= 9, "robots (L27)"
    check_market(state)
    for seat in state.seats:
        check_seat(game, state, seat)
    places: list[str] = [city for seat in state.seats for city in seat.sites]
    assert len(set(places)) == len(places)
    assert game.rules.seats == (3 if game.rules.players == 2 else game.rules.players)
    if game.rules.players == 2:
        check_trust(game, state)


def check_market(state: State) -> None:
    data = state.data
    cards = [*state.market, *(card for pile in state.piles.values() for card in pile)]
    cards += [
        *data["deck"],
        *data["out_of_game"],
        *data["removed"],
        *(card for seat in state.seats for card in seat.cards),
    ]
    assert Counter(cards) == Counter([*FACTS, "step-3"]), "every card is in one place"
    numbers = [number(card) for card in state.market]
    assert numbers == sorted(numbers)
    assert len(numbers) == data["places"] or not data["deck"], "every place is filled (M5, L10a)"
    shown = [number(card) for card in state.current]
    assert len(set(shown)) == len(shown), "the current market never shows a number twice (L10b)"
    for top, pile in state.piles.items():
        assert top in state.market
        assert pile
        assert {number(card) for card in pile} == {number(top)}, "cards of a pile are equal in number (L10)"
    for card, off in state.off.items():
        assert card in state.market, "discounts lie on top cards of the market only (L11)"
        assert 0 < off < number(card), "a card whose discounts reach its number has gone (L19)"
        assert off <= sum(range(1, min(5, data["round"]) + 1))


def check_seat(game: Game, state: State, seat: Seat) -> None:
    assert seat.money >= 0
    kinds = Counter(FACTS[card]["kind"] for card in seat.placed)
    slots = {kind: seat.slots(kind) for kind in ("plant", "housing")}
    assert set(seat.placed) <= set(seat.cards), "only own cards lie on the board (L15)"
    assert max(slots.values()) <= PIECES
    assert all(kinds[kind] <= slots[kind] for kind in slots)
    assert len(seat.placed) <= sum(slots.values()), "cards fit the unlocked slots (L14)"
    assert set(kinds) <= {"plant", "housing"} or seat.placed.count(MOON_BASE) == kinds["technology"] == 1
    shown = game.view(None).modules["company"]["seats"][seat.seat]
    assert (shown["plant_slots"], shown["housing_slots"]) == (slots["plant"], slots["housing"]), "slots = buildings"
    assert (shown["places"], shown["need"]) == (seat.places, seat.need)
    assert shown["permanent"] + shown["seasonal"] == seat.workers
    assert 0 <= seat.seasonal <= seat.workers
    if state.data["phase"] != "building" and not state.data["ended"]:
        assert seat.seasonal == 0, "seasonal workers have gone (L18)"
        assert seat.workers <= seat.places
        assert not seat.made
    assert all(card in seat.cards for card, _ in seat.on_cards), "buildings on own Outpost cards only (L29)"
    assert {card for card, _ in seat.on_cards} <= set(OUTPOSTS)
    assert all(REGION[city] in state.data["regions"] for city in (*seat.houses, *seat.sites))
    if seat.plays:
        assert game.position.cities[seat.seat] == seat.cities <= HOUSES, "houses on the map and on cards (L4, L29)"
        assert game.view(None).players[seat.seat].supplies == seat.supply()
        if game.position.kind != "region":
            reach = state.reach(seat.seat)
            mine = [reach[city] for city in BOARD.city_ids]
            assert [min(cost, FAR) for cost in game.position.reach[seat.seat]] == mine
    else:
        assert (seat.money, game.position.cities[seat.seat], seat.robots) == (0, 0, 0)


TRUST = 2


def check_trust(game: Game, state: State) -> None:
    """Second in order, six houses on first places, the others on second ones while its stock lasts (L32)."""
    data, trust = state.data, state.seats[TRUST]
    assert data["order"][1] == TRUST
    assert data["to_act"] != TRUST
    assert TRUST not in data["sat_out"]
    first = [city for city, seats in data["houses"].items() if seats[0] == TRUST]
    second = [city for city, seats in data["houses"].items() if seats[1:2] == [TRUST]]
    led = [city for city, seats in data["houses"].items() if seats[0] != TRUST]
    assert sorted([*first, *second]) == sorted(trust.houses), "it is never third in a city"
    assert len(first) == 6 if data["decision"] != "place" else len(first) < 6
    assert trust.cities <= 16
    assert sorted(second) == sorted(led) or trust.cities == 16
    if data["phase"] == "building" and data["to_act"] == data["order"][0] and data["decision"] != "trust-site":
        check_trust_board(state, trust)


def value(card: Card) -> tuple[float, int]:
    """The preference of the Trust (L34, L34a); no two different plants or housings are equal."""
    facts = FACTS[card]
    return (facts["cities"] / facts["workers"], facts["cities"]) if facts["kind"] == "plant" else (facts["places"], 0)


def check_trust_board(state: State, trust: Seat) -> None:
    """Check that after the Trust's turn, nothing beside its board could be of use."""
    assert MOON_BASE not in trust.placed
    for kind in ("plant", "housing"):
        own = [card for card in trust.cards if FACTS[card]["kind"] == kind]
        laid = [card for card in own if card in trust.placed]
        assert len(laid) == min(len(own), trust.slots(kind))
        if len(own) > len(laid) and trust.slots(kind) < PIECES:
            free = {c for c in SITE if SITE[c] == kind and REGION[c] in state.data["regions"]}
            assert free <= {city for seat in state.seats for city in seat.sites}, "it builds where it can"
        elif laid:
            beside = [value(card) for card in own if card not in laid]
            assert max(beside, default=(0, 0)) <= min(map(value, laid))
