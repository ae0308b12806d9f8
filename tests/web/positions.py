"""Games that stand just before each kind of decision, for the tests in a real browser. Seat 0 decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stromnetz
from stromnetz import Bid, Game, Leave, Open, Pass, Scrap
from tests.rules.outpost_companies import turn
from tests.rules.outpost_tables import CENTRAL

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
    """Three players in the north of one board, with two or three cities and two plants each, no fuel."""
    seats: list[Seat] = [
        {"money": 100, "plants": [4, 8], "cities": ANN, **(ann or {})},
        {"money": 80, "plants": [3, 7], "cities": BEN},
        {"money": 60, "plants": [5, 6], "cities": CLEO},
    ]
    given = {"edition": "classic-2004", "map": "germany", "regions": REGIONS, "round": 5, "step": 1} | fields
    given = {"order": [0, 1, 2], "market": MARKET, "deck": DECK, "players": seats} | given
    return stromnetz.load_position({"phase": phase, **given})


def deluxe(phase: str, ann: Seat | None = None, **fields: Any) -> Game:
    """The same on another board with other fuels: Ann's 05 burns gas, her hybrid 08 gas or oil."""
    seats: list[Seat] = [
        {"money": 100, "plants": [5, 8], "cities": ["paris", "bordeaux", "lyon"], **(ann or {})},
        {"money": 80, "plants": [3], "cities": ["madrid"]},
        {"money": 60, "plants": [4], "cities": ["berlin"]},
    ]
    given: dict[str, Any] = {"edition": "deluxe-europe", "map": "europe", "regions": ["west", "southwest", "central"]}
    given |= {"round": 5, "step": 1, "order": [1, 2, 0], "deck": [20, 25, 30, 31, 32, "step-3"], "players": seats}
    return stromnetz.load_position({"phase": phase, "market": [11, 12, 13, 14, 15, 16, 17, 18, 19], **given, **fields})


def region() -> Game:
    return stromnetz.new_game("classic-2004", players=3, seed=1, regions="draft")


def region_deluxe() -> Game:
    return stromnetz.new_game("deluxe-europe", players=3, seed=1, regions="draft")


def opening() -> Game:
    """Ann owns three plants, the limit: another one costs her one of them."""
    return at("auctions", {"plants": [4, 8, 13]})


def opening_poor() -> Game:
    """Ann can pay for no plant on offer."""
    return at("auctions", {"money": 6})


def must_open() -> Game:
    """Round 1: nobody may leave without a plant."""
    return stromnetz.new_game("classic-2009", map="germany", players=3, seed=1, order=[0, 1, 2])


def opening_discount() -> Game:
    """The marker lies on the smallest plant, which therefore opens with 1."""
    seats: list[Seat] = [{"money": 60, "plants": [n]} for n in (6, 5, 4)]
    plants = [10, 11, 12, 13, 14, 15, 16, 17]
    given = {"round": 5, "order": [0, 1, 2], "market": plants, "deck": [20, 25, 30, 31, "step-3"], "players": seats}
    edition = {"edition": "deluxe-north-america", "map": "north-america"}
    return stromnetz.load_position({**edition, "phase": "order", **given})


def bidding() -> Game:
    """Ben has opened, Cleo has raised: Ann must answer 23."""
    game = at("auctions", order=[1, 2, 0])
    game.apply(Open(14, 20))
    game.apply(Bid(23))
    return game


def bidding_full() -> Game:
    """Ann owns three plants and 13 is the weakest of them; Ben is the only other one still in."""
    game = at("auctions", {"plants": [12, 13, 15]}, order=[1, 2, 0], market=[10, 11, 14, 16, 19, 20, 21, 22])
    game.apply(Open(16, 20))
    game.apply(Pass())
    return game


def bidding_poor() -> Game:
    """The bid is more than Ann has."""
    game = at("auctions", {"money": 22}, order=[1, 2, 0])
    game.apply(Open(14, 20))
    game.apply(Bid(23))
    return game


def scrapping(edition: str = "classic-2004") -> Game:
    """Three coal and three oil lie on the hybrids 12 and 29; with 11 they are one plant too many."""
    ann = {"plants": [12, 13, 29], "fuel": {"coal": 3, "oil": 3}}
    cards: dict[str, Any] = {"market": [10, 11, 14, 15, 16, 19, 20, 21], "deck": [24, 25, 26, 27, "step-3", 30]}
    game = at("auctions", ann, edition=edition, **cards)
    game.apply(Open(11, 11))
    game.apply(Pass())
    game.apply(Pass())
    return game


def scrapping_new() -> Game:
    """By these rules the new plant may go as well."""
    return scrapping("classic-2009")


def giving_up() -> Game:
    """Without 12 there are two spaces for six markers."""
    game = scrapping()
    game.apply(Scrap(12))
    return game


def buying() -> Game:
    """A coal plant and a hybrid of coal and oil, for three cities."""
    return at("fuel", {"plants": [4, 12], "money": 50}, order=[1, 2, 0], market=NO_12)


def buying_first() -> Game:
    """Round 1, nothing is built yet: 08 burns three coal for two cities, all three plants together seven."""
    seats: list[Seat] = [{"plants": [8]}, {"plants": [4]}, {"plants": [10]}]
    return at("fuel", players=seats, round=1, order=[1, 2, 0], market=[3, 5, 6, 7, 9, 11, 12, 14])


def buying_more() -> Game:
    """One city, and fuel for it: the second plant stands still."""
    ann = {"plants": [4, 12], "cities": ["hamburg"], "fuel": {"coal": 2}, "money": 50}
    return at("fuel", ann, order=[1, 2, 0], market=NO_12)


def buying_deluxe() -> Game:
    return deluxe("fuel")


def building_deluxe() -> Game:
    return deluxe("building")


def running_deluxe() -> Game:
    return deluxe("bureaucracy", {"fuel": {"gas": 4, "oil": 3}}, order=[0, 1, 2])


def building() -> Game:
    """Step 1: Kassel is Ben's and full."""
    return at("building", order=[1, 2, 0], to_act=0)


def building_past_a_card() -> Game:
    """With Ann's fourth city 04 leaves the market, and another plant is drawn."""
    return at("building", {"plants": [8, 13]}, order=[1, 2, 0], to_act=0, market=[4, *MARKET[:-1]])


def networking() -> Game:
    """Ann has as many cities as cards in the market have numbers: elsewhere these would go, and others be drawn."""
    return turn([12, "16a"], houses=CENTRAL[:6], money=150, market=[3, 4, 8, 10, 11, 13, 14, 15], deck=[2, 22, 23, 24])


def building_poor() -> Game:
    """Money for one city."""
    return at("building", {"money": 20}, order=[1, 2, 0], to_act=0)


def running() -> Game:
    """04 burns coal, the hybrid 12 coal or oil; three cities."""
    ann = {"plants": [4, 12], "fuel": {"coal": 4, "oil": 1}}
    return at("bureaucracy", ann, order=[0, 1, 2], market=NO_12)


def running_short() -> Game:
    """The fuel is enough for one of the two plants."""
    return at("bureaucracy", {"plants": [4, 12], "fuel": {"coal": 2}}, order=[0, 1, 2], market=NO_12)


def extra_auction() -> Game:
    """Nobody buys, so the smallest plant goes and the card is drawn."""
    game = at("auctions", edition="classic-2009", deck=[STATION, *DECK])
    for _ in range(3):
        game.apply(Leave())
    return game


def extra_auction_promo() -> Game:
    game = at("auctions", options={"promo": [PARK]}, deck=[PARK, *DECK])
    for _ in range(3):
        game.apply(Leave())
    return game


def assigning() -> Game:
    """Ann wins the card and owns two plants."""
    game = extra_auction()
    game.apply(Bid(10))
    game.apply(Pass())
    game.apply(Pass())
    return game


def placing() -> Game:
    """Two players set up the neutral company."""
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
    "open": opening,
    "open-poor": opening_poor,
    "open-must": must_open,
    "open-discount": opening_discount,
    "bid": bidding,
    "bid-full": bidding_full,
    "bid-poor": bidding_poor,
    "scrap": scrapping,
    "scrap-new": scrapping_new,
    "give-up": giving_up,
    "fuel": buying,
    "fuel-first": buying_first,
    "fuel-more": buying_more,
    "fuel-deluxe": buying_deluxe,
    "build": building,
    "build-card": building_past_a_card,
    "build-poor": building_poor,
    "network": networking,
    "build-deluxe": building_deluxe,
    "run": running,
    "run-short": running_short,
    "run-deluxe": running_deluxe,
    "extra": extra_auction,
    "extra-promo": extra_auction_promo,
    "assign": assigning,
    "place": placing,
    "hidden": hidden_money,
    "capacity": short_of_capacity,
    "slip": short_of_capacity,
}
