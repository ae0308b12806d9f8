"""Games just before each kind of decision of seat 0, for browser and component tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stromnetz
from stromnetz import Bid, Game, Open, Pass, Scrap, SitOut
from tests.rules.outpost_companies import turn
from tests.rules.outpost_tables import CENTRAL, table

Seat = dict[str, Any]

REGIONS = ["northwest", "northeast", "west"]
ANN = ["hamburg", "bremen", "hannover"]
BEN = ["essen", "dortmund", "kassel"]
CLEO = ["schwerin", "berlin"]
MARKET = [10, 11, 12, 14, 15, 16, 19, 20]
NO_12 = [10, 11, 13, 14, 15, 16, 19, 20]
DECK = [24, 25, 26, 27, 28, 29, "step-3", 30, 31]
STATION = "transformer-station"
PARK = "theme-park"


def at(phase: str, ann: Seat | None = None, **fields: Any) -> Game:
    """Three players in the north of Germany, with two or three cities and two plants each, without fuel."""
    seats: list[Seat] = [
        {"money": 100, "plants": [4, 8], "cities": ANN, **(ann or {})},
        {"money": 80, "plants": [3, 7], "cities": BEN},
        {"money": 60, "plants": [5, 6], "cities": CLEO},
    ]
    given = {"edition": "classic-2004", "map": "germany", "regions": REGIONS, "round": 5, "step": 1} | fields
    given = {"order": [0, 1, 2], "market": MARKET, "deck": DECK, "players": seats} | given
    return stromnetz.parse_position({"phase": phase, **given})


def deluxe(phase: str, ann: Seat | None = None, **fields: Any) -> Game:
    """Three players in Europe: Ann's 05 burns gas, her hybrid 08 gas or oil."""
    seats: list[Seat] = [
        {"money": 100, "plants": [5, 8], "cities": ["paris", "bordeaux", "lyon"], **(ann or {})},
        {"money": 80, "plants": [3], "cities": ["madrid"]},
        {"money": 60, "plants": [4], "cities": ["berlin"]},
    ]
    given: dict[str, Any] = {"edition": "deluxe-europe", "map": "europe", "regions": ["west", "southwest", "central"]}
    given |= {"round": 5, "step": 1, "order": [1, 2, 0], "deck": [20, 25, 30, 31, 32, "step-3"], "players": seats}
    return stromnetz.parse_position({"phase": phase, "market": [11, 12, 13, 14, 15, 16, 17, 18, 19], **given, **fields})


def region() -> Game:
    return stromnetz.new_game("classic-2004", players=3, seed=1, regions="draft")


def region_deluxe() -> Game:
    return stromnetz.new_game("deluxe-europe", players=3, seed=1, regions="draft")


def auction() -> Game:
    """Ann has three plants, the limit, so another one replaces one of them."""
    return at("auctions", {"plants": [4, 8, 13]})


def auction_without_money() -> Game:
    """Ann cannot afford any plant on offer."""
    return at("auctions", {"money": 6})


def auction_in_round_1() -> Game:
    """Round 1: everybody must buy a plant."""
    return stromnetz.new_game("classic-2009", map="germany", players=3, seed=1, order=[0, 1, 2])


def auction_with_discount() -> Game:
    """The discount marker is on the smallest plant, so its minimum bid is 1."""
    seats: list[Seat] = [{"money": 60, "plants": [n]} for n in (6, 5, 4)]
    plants = [10, 11, 12, 13, 14, 15, 16, 17]
    given = {"round": 5, "order": [0, 1, 2], "market": plants, "deck": [20, 25, 30, 31, "step-3"], "players": seats}
    edition = {"edition": "deluxe-north-america", "map": "north-america"}
    return stromnetz.parse_position({**edition, "phase": "order", **given})


def auction_for_last_buyer() -> Game:
    """Ben has bought, Cleo has sat out, and Ann decides."""
    return at("auctions", order=[1, 2, 0], bought=[1], sat_out=[2], to_act=0)


def auction_with_rebate() -> Game:
    """Nobody can bid against Ann, who pays 5 less with Data Library."""
    seats = [{"money": 60, "plants": [8]}, {}, {}]
    given: dict[str, Any] = {"order": [1, 2, 0], "round": 7, "bought": [1], "sat_out": [2], "to_act": 0}
    return table("auctions", seats, market=[2, 3, 4, "05a", 11, 12, 13, 14], deck=[22, 23, 24, 25], **given)


def bid() -> Game:
    """Ben has opened, Cleo has raised to 23, and Ann decides."""
    game = at("auctions", order=[1, 2, 0])
    game.apply(Open(14, 20))
    game.apply(Bid(23))
    return game


PLANTS_OF_SIX: list[list[int | str]] = [[4, 8], [3, 7], [5, 6], [9, 13], [16, 21], [22, 24]]
REGIONS_OF_SIX = [*REGIONS, "southwest", "south"]
MARKET_OF_SIX = [10, 11, 12, 14, 15, 17, 18, 19]


def rich(plants: list[list[int | str]], cities: list[str]) -> list[Seat]:
    return [{"money": 100, "plants": p, "cities": [c]} for p, c in zip(plants, cities, strict=True)]


def raised(game: Game) -> Game:
    """Ben opens with 14 for 14, all others raise, and Ann decides."""
    game.apply(Open(14, 14))
    for bid in range(15, 19):
        game.apply(Bid(bid))
    return game


def six(**fields: Any) -> Game:
    seats = rich(PLANTS_OF_SIX, ["bremen", "essen", "kassel", "berlin", "koeln", "aachen"])
    cards: dict[str, Any] = {"market": MARKET_OF_SIX, "deck": [20, 25, 26, 27, "step-3", 30]}
    return at("auctions", players=seats, regions=REGIONS_OF_SIX, order=[1, 2, 3, 4, 5, 0], **cards, **fields)


def bid_of_six() -> Game:
    """Six players; Ben has opened, all others have raised, and Ann decides."""
    return raised(six())


def bid_of_six_deluxe() -> Game:
    plants: list[list[int | str]] = [[5, 8], [3, 4], [6, 7], [9, 10], [24, 26], [21, 22]]
    seats = rich(plants, ["paris", "madrid", "berlin", "wien", "milano", "praha"])
    regions = ["west", "southwest", "central", "south", "north"]
    return raised(deluxe("auctions", players=seats, regions=regions, order=[1, 2, 3, 4, 5, 0]))


def bid_of_six_outpost() -> Game:
    plants: list[list[int | str]] = [[2], [3], [4], ["05a"], ["05b"], ["05c"]]
    cards: dict[str, Any] = {"market": [13, 14, 15, 22, 23, 24, 25, 33], "deck": [44, 45, 46, 47]}
    return raised(table("auctions", rich(plants, [*CENTRAL[:6]]), order=[1, 2, 3, 4, 5, 0], round=5, **cards))


def bid_of_six_robots() -> Game:
    """Ben has opened, four robots have bid or passed, and Ann decides."""
    robots = [
        ["players-choice", "highest-number", "normal-production", "all-cities", "half-bid"],
        ["random-choice", "all-power-plants", "less-than-5-elektro", "only-supplied-cities", "cities-cost-10"],
        ["last-choice", "supplying-most-cities", "last-all-resources", "last-player-chooses", "first-city-free"],
        ["bidding-choice", "second-smallest-number", "all-resources", "step-1-less-than-7", "income-for-one-more"],
    ]
    game = six(options={"robots": robots})
    game.apply(Open(14, 14))
    return game


def bid_with_three_plants() -> Game:
    """Ann has three plants, of which 13 is the weakest; only Ben is still in."""
    game = at("auctions", {"plants": [12, 13, 15]}, order=[1, 2, 0], market=[10, 11, 14, 16, 19, 20, 21, 22])
    game.apply(Open(16, 20))
    game.apply(Pass())
    return game


def bid_without_money() -> Game:
    """The bid exceeds Ann's money."""
    game = at("auctions", {"money": 22}, order=[1, 2, 0])
    game.apply(Open(14, 20))
    game.apply(Bid(23))
    return game


def scrap(edition: str = "classic-2004") -> Game:
    """Three coal and three oil are on the hybrids 12 and 29; with 11, there is one plant too many."""
    ann = {"plants": [12, 13, 29], "fuel": {"coal": 3, "oil": 3}}
    cards: dict[str, Any] = {"market": [10, 11, 14, 15, 16, 19, 20, 21], "deck": [24, 25, 26, 27, "step-3", 30]}
    game = at("auctions", ann, edition=edition, **cards)
    game.apply(Open(11, 11))
    game.apply(Pass())
    game.apply(Pass())
    return game


def scrap_new_plant() -> Game:
    """By these rules, the new plant may be scrapped, too."""
    return scrap("classic-2009")


def discard_fuel() -> Game:
    """Without 12, there is room for two of six markers."""
    game = scrap()
    game.apply(Scrap(12))
    return game


def buy_fuel() -> Game:
    """A coal plant and a hybrid of coal and oil, for three cities."""
    return at("fuel", {"plants": [4, 12], "money": 50}, order=[1, 2, 0], market=NO_12)


def buy_fuel_in_round_1() -> Game:
    """Round 1 before building: 08 burns three coal for two cities; all three plants together supply seven."""
    seats: list[Seat] = [{"plants": [8]}, {"plants": [4]}, {"plants": [10]}]
    return at("fuel", players=seats, round=1, order=[1, 2, 0], market=[3, 5, 6, 7, 9, 11, 12, 14])


def buy_fuel_for_one_city() -> Game:
    """One city with fuel for it; the second plant has none."""
    ann = {"plants": [4, 12], "cities": ["hamburg"], "fuel": {"coal": 2}, "money": 50}
    return at("fuel", ann, order=[1, 2, 0], market=NO_12)


def buy_fuel_deluxe() -> Game:
    return deluxe("fuel")


def build_in_round_1() -> Game:
    """Ann has resources for a plant, money and no city yet."""
    seats: list[Seat] = [{"plants": [4], "fuel": {"coal": 2}}, {"plants": [8]}, {"plants": [10]}]
    return at("building", players=seats, round=1, order=[1, 2, 0], market=[3, 5, 6, 7, 9, 11, 12, 14])


def build_deluxe() -> Game:
    return deluxe("building")


def run_deluxe() -> Game:
    return deluxe("bureaucracy", {"fuel": {"gas": 4, "oil": 3}}, order=[0, 1, 2])


def build() -> Game:
    """Step 1: Kassel is full with Ben's house."""
    return at("building", order=[1, 2, 0], to_act=0)


def build_past_a_card() -> Game:
    """With Ann's fourth city, 04 leaves the market and another plant is drawn."""
    return at("building", {"plants": [8, 13]}, order=[1, 2, 0], to_act=0, market=[4, *MARKET[:-1]])


def build_in_outpost() -> Game:
    """Ann has more cities than the numbers of some cards in the market, which other editions would remove."""
    return turn([12, "16a"], houses=CENTRAL[:6], money=150, market=[3, 4, 8, 10, 11, 13, 14, 15], deck=[2, 22, 23, 24])


def build_without_money() -> Game:
    """Ann can afford one city."""
    return at("building", {"money": 20}, order=[1, 2, 0], to_act=0)


def run() -> Game:
    """Three cities; 04 burns coal, the hybrid 12 coal or oil."""
    ann = {"plants": [4, 12], "fuel": {"coal": 4, "oil": 1}}
    return at("bureaucracy", ann, order=[0, 1, 2], market=NO_12)


def run_without_fuel() -> Game:
    """There is fuel for one of the two plants."""
    return at("bureaucracy", {"plants": [4, 12], "fuel": {"coal": 2}}, order=[0, 1, 2], market=NO_12)


def extra_auction() -> Game:
    """Nobody buys, so the smallest plant leaves and the card is drawn."""
    game = at("auctions", edition="classic-2009", deck=[STATION, *DECK])
    for _ in range(3):
        game.apply(SitOut())
    return game


def extra_auction_promo() -> Game:
    game = at("auctions", options={"promo": [PARK]}, deck=[PARK, *DECK])
    for _ in range(3):
        game.apply(SitOut())
    return game


def assign() -> Game:
    """Ann wins the card and has two plants."""
    game = extra_auction()
    game.apply(Bid(10))
    game.apply(Pass())
    game.apply(Pass())
    return game


def place_houses() -> Game:
    """Two players place the neutral company."""
    return stromnetz.new_game(
        "deluxe-europe", players=2, seed=1, regions=["west", "southwest", "central"], order=[0, 1]
    )


def hidden_money() -> Game:
    return at("auctions", options={"money": "hidden"})


def short_of_capacity() -> Game:
    """One small plant for three cities."""
    return at("auctions", {"plants": [4]})


DECISIONS: dict[str, Callable[[], Game]] = {
    "region": region,
    "region-deluxe": region_deluxe,
    "open": auction,
    "open-poor": auction_without_money,
    "open-must": auction_in_round_1,
    "open-discount": auction_with_discount,
    "open-last": auction_for_last_buyer,
    "open-rebate": auction_with_rebate,
    "bid": bid,
    "bid-six": bid_of_six,
    "bid-six-deluxe": bid_of_six_deluxe,
    "bid-six-outpost": bid_of_six_outpost,
    "bid-six-robots": bid_of_six_robots,
    "bid-full": bid_with_three_plants,
    "bid-poor": bid_without_money,
    "scrap": scrap,
    "scrap-new": scrap_new_plant,
    "discard-fuel": discard_fuel,
    "fuel": buy_fuel,
    "fuel-first": buy_fuel_in_round_1,
    "fuel-more": buy_fuel_for_one_city,
    "fuel-deluxe": buy_fuel_deluxe,
    "build": build,
    "build-card": build_past_a_card,
    "build-first": build_in_round_1,
    "build-poor": build_without_money,
    "network": build_in_outpost,
    "build-deluxe": build_deluxe,
    "run": run,
    "run-short": run_without_fuel,
    "run-deluxe": run_deluxe,
    "extra": extra_auction,
    "extra-promo": extra_auction_promo,
    "assign": assign,
    "place": place_houses,
    "hidden": hidden_money,
    "capacity": short_of_capacity,
    "slip": short_of_capacity,
}
