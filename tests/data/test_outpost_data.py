"""Outpost's two data files, checked against what the rulebook says and against the demands of the reconstruction.

Tests are named for the constraints of docs/outpost.md (C-COMP, C-CARDS, ...). Those with "design" in their name hold
our own demands and may fail once the printed values are put in. Those with "reading" rest on the plain reading of a
sentence; the printed values may show that it was another one. All others must hold: the rulebook says so.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter

import pytest

from tests.data.checks import LANGUAGES, Table, connected, graph, load, touching

EDITION, DATA = load("outpost/edition.toml"), load("outpost/reconstruction.toml")
PLAYERS: dict[int, Table] = {row["count"]: row for row in EDITION["players"]}

PLANTS: list[Table] = DATA["plants"]
HOUSINGS: list[Table] = DATA["housings"]
TECHNOLOGIES: list[Table] = DATA["technologies"]
CARDS = [*PLANTS, *HOUSINGS, *TECHNOLOGIES]
PLUG, SOCKET = ([int(card["number"]) for card in CARDS if card["back"] == back] for back in ("plug", "socket"))
NUMBERS = Counter(card["number"] for card in CARDS)
PLANT: dict[int, Table] = {card["number"]: card for card in PLANTS}

PAYMENT: list[int] = DATA["payment"]["elektro"]
PRICES: list[int] = DATA["labour"]["prices"]
TILES: list[int] = DATA["tiles"]["costs"]
# The tiles are dealt onto the connections; for the checks that all boards share, each costs 1.
BOARD: Table = {**DATA["map"], "connections": [[a, b, 1] for a, b in DATA["map"]["connections"]]}
CITIES: dict[str, Table] = BOARD["cities"]
REGIONS = [region["id"] for region in BOARD["regions"]]
ALWAYS: list[str] = EDITION["always_regions"]
SMALL = [region for region in REGIONS if region not in ALWAYS]
SIZE = Counter(city["region"] for city in CITIES.values())
AREAS = [[*ALWAYS, *more] for count in range(3) for more in itertools.combinations(SMALL, count)]
"""All playing areas: the central area alone, with either small one, with both."""
WIDTH, HEIGHT = 1200, 600  # of the drawing, in the units of x and y

GLOSSARY = ["Data Library", "Ecoplants", "Robots", "Nodule", "Outpost", "Laboratories", "Moon Base"]
FIELDS = {"plants": {"workers", "cities"}, "housings": {"places"}, "technologies": {"name", "effect"}}
EFFECT_FIELDS = {"value", "workers", "places", "cities"}
"""Further fields of technologies: the numbers of their effects."""
TOLD = {
    **dict.fromkeys([5, 16, 22], "number"),
    **dict.fromkeys([3, 25], "cities kind number"),
    4: "kind number",
    12: "cities kind number workers",
    26: "kind number places",
}
"""Facts in the rulebook about cards, by number."""


def supply(plants: int, workers: int) -> int:
    """Return the most cities that these plants and workers can supply."""
    best = {(0, 0): 0}
    for card in PLANTS:
        for (used, busy), cities in list(best.items()):
            key = (used + 1, busy + card["workers"])
            if key[0] <= plants and key[1] <= workers:
                best[key] = max(best.get(key, 0), cities + card["cities"])
    return max(best.values())


# Numbers of things


@pytest.mark.rule("L4")
def test_c_comp_c_tab_c_rob_c_cost_pieces() -> None:
    """Of 20 houses in a colour 18 can be built, the others are on tracks. Example: 28 for a house and a housing."""
    assert (EDITION["money"], EDITION["houses"], EDITION["buildings"], EDITION["robots"]) == (60, 20 - 2, 4, 9)
    assert (EDITION["place_costs"], EDITION["site_cost"]) == ([10, 15, 20], 5)
    assert 8 + EDITION["place_costs"][0] + 5 + EDITION["site_cost"] == 28


@pytest.mark.rule("L5")
def test_c_cards_c_plug_kinds_and_backs() -> None:
    """With "Step 3" there are 46 cards."""
    assert (len(PLANTS), len(HOUSINGS), len(TECHNOLOGIES)) == (22, 15, 8)
    assert (len(PLUG), len(SOCKET)) == (13, 32)
    assert (min(PLUG), max(PLUG)) == (2, 14)


@pytest.mark.rule("L3", "L5")
def test_c_setup_c_area_c_lab_numbers_by_players() -> None:
    columns = ("count", "regions", "workers", "removed_plug", "removed_socket", "step_2", "end")
    assert [tuple(row[column] for column in columns) for row in EDITION["players"]] == [
        (2, 1, 3, 2, 6, 7, 18),
        (3, 1, 3, 2, 6, 7, 17),
        (4, 2, 4, 1, 3, 7, 17),
        (5, 3, 5, 0, 0, 7, 15),
        (6, 3, 5, 0, 0, 6, 14),
    ]
    assert EDITION["plant_market"] == {"current": 4, "places": 8, "places_step_3": 6, "top_plug": 9}
    assert EDITION["tie_breaks"] == ["money"]


def test_c_pay() -> None:
    """No company can supply more cities than there are houses."""
    assert (PAYMENT[0], PAYMENT[6], len(PAYMENT)) == (10, 73, EDITION["houses"] + 1)


def test_c_pay_c_lab_design_payments_and_prices_are_the_classic_ones() -> None:
    assert load("classic_2004/edition.toml")["payments"][: len(PAYMENT)] == PAYMENT
    assert PRICES[:-1] == list(range(1, 9))


def test_c_disc() -> None:
    """A card that stays for five rounds has discounts of 15, so every plug card can leave that way."""
    assert EDITION["discounts"] == [1, 2, 3, 4, 5]
    assert max(PLUG) <= sum(EDITION["discounts"])


# Cards


def test_c_fives_c_dup_numbers_that_are_double() -> None:
    """At most three places are below the 5, so a pile in the future market needs another double number."""
    assert PLUG.count(5) >= 2
    assert [number for number, cards in NUMBERS.items() if cards > 1 and number != 5]


def test_c_plug_c_fives_reading_plug_numbers() -> None:
    """All are below those of the socket cards. Only the 5 is double, so each further 5 leaves one number unused."""
    assert min(SOCKET) > max(PLUG)
    assert len(range(2, 15)) - len(set(PLUG)) == PLUG.count(5) - 1
    assert {number for number in PLUG if PLUG.count(number) > 1} == {5}


def test_c_dup_design_cards_of_one_number_are_alike() -> None:
    """So it does not matter which of them is on top of a pile."""
    marks = {"id", "rulebook", "derived"}
    faces = {tuple(sorted((field, str(card[field])) for field in set(card) - marks)) for card in CARDS}
    assert len(faces) == len(NUMBERS)


def test_c_p12_c_p04_c_2216_c_h26_c_hed3_c_hed4_printed_cards() -> None:
    """In the example two places besides those of housing 26 are filled."""
    assert (PLANT[12]["workers"], PLANT[12]["cities"]) == (2, 2)
    assert (4 in PLANT, 16 in NUMBERS, 22 in NUMBERS) == (True, True, True)
    assert {card["places"] for card in HOUSINGS if card["number"] == 26} == {3}
    others = [card["places"] for card in HOUSINGS if card["number"] != 26]
    assert 2 in others or others.count(1) >= 2
    assert (PLANT[3]["cities"], PLANT[25]["cities"], PLANT[3]["workers"] + PLANT[25]["workers"]) == (2, 5, 7)


def test_c_hed4_reading_workers_of_each() -> None:
    """03 must be worse than 12, which supplies as many cities."""
    assert (PLANT[12]["workers"], PLANT[3]["workers"], PLANT[25]["workers"]) == (2, 3, 4)


def test_c_tech_names_and_effects() -> None:
    effects = {
        "Data Library": "auction-rebate",
        "Ecoplants": "wage-rebate",
        "Robots": "robot-factory",
        "Nodule": "more-places",
        "Outpost": "building-ground",
        "Laboratories": "more-output",
        "Moon Base": "plant-and-housing",
    }
    assert sorted(card["name"] for card in TECHNOLOGIES) == sorted([*effects, "Outpost"])
    assert all(card["effect"] == effects[card["name"]] for card in TECHNOLOGIES)
    values = {card["name"]: card["value"] for card in TECHNOLOGIES if "value" in card}
    assert values == {"Data Library": 5, "Ecoplants": 3, "Nodule": 1, "Laboratories": 1}
    (moon_base,) = (card for card in TECHNOLOGIES if card["name"] == "Moon Base")
    assert [moon_base[field] for field in ("workers", "places", "cities")] == [3, 3, 4]


def test_c_eff_c_tech_design_numbers() -> None:
    """Plants: the formula. Housings: the first number from 10 * places - 5 on that no plant has. Others: ascending."""
    assert len(PLANT) == len(PLANTS)
    for card in PLANTS:
        workers, cities = card["workers"], card["cities"]
        assert card["number"] == 10 * (cities - workers + 1) + max(cities, workers)
    for card in HOUSINGS:
        assert card["number"] == next(n for n in itertools.count(10 * card["places"] - 5) if n not in PLANT)
    assert Counter(card["places"] for card in HOUSINGS) == {1: 4, 2: 4, 3: 4, 4: 3}
    by_number = sorted(TECHNOLOGIES, key=lambda card: int(card["number"]))
    assert list(dict.fromkeys(card["name"] for card in by_number)) == GLOSSARY


def test_c_eff_design_a_larger_plant_is_never_worse() -> None:
    for small, large in itertools.combinations(sorted(PLANTS, key=lambda card: int(card["number"])), 2):
        assert small["cities"] < large["cities"] or small["workers"] > large["workers"], (small, large)
        assert small["cities"] - small["workers"] <= large["cities"] - large["workers"], (small, large)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_c_bal_design_supply_is_near_the_end_of_the_game(players: int) -> None:
    """All players together with all workers and four plants each; and one player with ten workers."""
    together = supply(4 * players, 10 * PLAYERS[players]["workers"])
    assert -1.5 <= together / players - PLAYERS[players]["end"] <= 2.5
    assert supply(4, 10) >= 17


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c_market_design_opening_market(players: int) -> None:
    """In 600 simulated games, eight places fill, only fives pile up, and a 5 is never in the future market."""
    row, top, piled = PLAYERS[players], EDITION["plant_market"]["top_plug"], 0
    rng = random.Random(players)
    for _ in range(600):
        plug, socket = rng.sample(PLUG, len(PLUG)), rng.sample(SOCKET, len(SOCKET))
        rest = plug[top + row["removed_plug"] :] + socket[row["removed_socket"] :]
        deck = [*plug[:top], *rng.sample(rest, len(rest))]
        drawn, deck = deck[:8], deck[8:]
        market = [number for number in drawn if number != 5] + [5] * (5 in drawn)
        piled += drawn.count(5) > 1
        assert len(set(market)) == len(market)
        while len(market) < 8:
            market += [number for number in [deck.pop(0)] if number != 5 or 5 not in market]
        assert 5 not in sorted(market)[4:]
    assert piled


# Labour market, board and tiles


@pytest.mark.rule("L3")
def test_c_lab_c_hed3_prices() -> None:
    """Nine ascending prices, the last one 10. Two workers from adjacent spaces cost 9 in the example."""
    assert sorted(set(PRICES)) == PRICES
    assert (len(PRICES), PRICES[-1]) == (9, 10)
    assert [pair for pair in itertools.pairwise(PRICES) if sum(pair) == 9] == [(4, 5)]


def test_c_cheap4_workers_housed_when_the_cheapest_cost_4() -> None:
    """With that many housed workers, one of four players can have five, and all have a place."""
    workers = PLAYERS[4]["workers"]
    dearer = workers * (sum(price > 4 for price in PRICES) + 1)  # the last space holds twice as many
    housed = [10 * workers - dearer - left for left in range(1, workers + 1)]
    assert min(housed) >= 5
    assert max(housed) <= sum(sorted(card["places"] for card in HOUSINGS)[-4 * 4 :])


def test_c_area() -> None:
    """The central area is the large one; two players with both Outpost cards can end the game there."""
    assert (ALWAYS, len(SMALL), set(SIZE)) == (["central"], 2, set(REGIONS))
    assert SIZE["central"] > max(SIZE[region] for region in SMALL)
    assert SIZE["central"] >= PLAYERS[2]["end"] - 2
    assert all(connected(graph(BOARD, area)) for area in AREAS)


def test_c_area_c_tiles_design_sizes_borders_and_costs() -> None:
    assert min(TILES) > 0
    assert 5 <= sum(TILES) / len(TILES) <= 9
    assert [SIZE[region] for region in [*ALWAYS, *SMALL]] == [21, 7, 7]
    assert touching(BOARD) == {frozenset(("central", region)) for region in SMALL}
    ways = Counter(frozenset((CITIES[a]["region"], CITIES[b]["region"])) for a, b, _ in BOARD["connections"])
    assert all(ways[frozenset(("central", region))] >= 2 for region in SMALL)


@pytest.mark.rule("L2")
def test_c_tiles() -> None:
    assert len(TILES) == len(BOARD["connections"]) == 46
    assert {5, 8} <= set(TILES)
    assert all(type(cost) is int and cost >= 0 for cost in TILES)


def test_c_site_reading_each_city_has_one_of_the_two_kinds() -> None:
    assert {city["site"] for city in CITIES.values()} == {"plant", "housing"}


@pytest.mark.parametrize("area", AREAS, ids="-".join)
def test_c_site_design_enough_of_each_kind(area: list[str]) -> None:
    """At least two and a half for each player."""
    sites = Counter(city["site"] for city in CITIES.values() if city["region"] in area)
    assert min(sites["plant"], sites["housing"]) >= 2.5 * {1: 3, 2: 4, 3: 6}[len(area)]
    assert abs(sites["plant"] - sites["housing"]) <= 5


def test_c_board_design_drawing() -> None:
    """Two to four connections per city without crossings; cities are apart and inside the picture."""
    place = {city: (row["x"], row["y"]) for city, row in CITIES.items()}
    assert {len(links) for links in graph(BOARD).values()} <= {2, 3, 4}
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in place.values())
    for (ax, ay), (bx, by) in itertools.combinations(place.values(), 2):
        assert (ax - bx) ** 2 + (ay - by) ** 2 >= 60**2

    def side(a: str, b: str, c: str) -> int:
        """1, -1 or 0: the third city lies left of the line through the others, right of it, or on it."""
        (ax, ay), (bx, by), (cx, cy) = place[a], place[b], place[c]
        turn: int = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return (turn > 0) - (turn < 0)

    for (a, b, _), (c, d, _) in itertools.combinations(BOARD["connections"], 2):
        if len({a, b, c, d}) == 4:
            assert side(a, b, c) == side(a, b, d) or side(c, d, a) == side(c, d, b), (a, b, c, d)


def test_c_trust() -> None:
    """The Trust's six cities can start anywhere in a connected area; ten remain for its other houses."""
    trust, links = EDITION["neutral"], graph(BOARD, ALWAYS)
    assert (trust["generators"], trust["placed"]) == (16, [1, 2, 2, 1])
    assert len(links) >= trust["generators"]
    assert connected(links)
    assert EDITION["modules_for_two"] == ["company-trust"]


# The files


def test_names_and_notice_in_three_languages() -> None:
    named = [EDITION, EDITION["neutral"], BOARD, *BOARD["regions"]]
    assert all(set(row["name"]) == LANGUAGES and all(row["name"].values()) for row in named)
    assert len({city["name"] for city in CITIES.values()}) == len(CITIES)
    words = {"en": "reconstructed", "de": "rekonstruiert", "nl": "gereconstrueerd"}
    assert set(DATA["notice"]) == LANGUAGES
    assert all(word in DATA["notice"][language].lower() for language, word in words.items())


def test_ids() -> None:
    """Ids are slugs; a card's id is its number, with a letter if the number is not unique."""
    for slug in [EDITION["id"], BOARD["id"], *REGIONS, *CITIES, *(card["effect"] for card in TECHNOLOGIES)]:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", slug), slug
    for card in CARDS:
        assert ("id" in card) == (NUMBERS[card["number"]] > 1), card
        assert "id" not in card or re.fullmatch(f"{card['number']:02}[a-z]", card["id"]), card
    assert len({card.get("id", card["number"]) for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize("kind", FIELDS)
def test_fields_and_marks_of_cards(kind: str) -> None:
    """`rulebook` and `derived` name fields of the card or its kind, each only once."""
    for card in DATA[kind]:
        fields, needed = set(card) - {"id", "back", "rulebook", "derived"}, {"number", *FIELDS[kind]}
        assert needed <= fields <= needed | (EFFECT_FIELDS if kind == "technologies" else set()), card
        assert all(type(card[field]) is int and card[field] >= 1 for field in fields - {"name", "effect"}), card
        assert card["back"] in ("plug", "socket"), card
        marks = [*card.get("rulebook", []), *card.get("derived", [])]
        assert len(set(marks)) == len(marks), card
        assert set(marks) <= fields | {"kind"}, card


def test_marked_fields_of_cards_are_those_the_rulebook_tells() -> None:
    """Exactly those; of the technologies names and effects, and no numbers."""
    told: dict[int, set[str]] = {number: set() for number in NUMBERS}
    for card in CARDS:
        told[card["number"]] |= set(card.get("rulebook", []))
    for card in TECHNOLOGIES:
        assert {"kind", "name", "effect"} <= set(card["rulebook"])
        told[card["number"]] -= {"kind", "name", "effect", *EFFECT_FIELDS}
    assert {number: " ".join(sorted(fields)) for number, fields in told.items() if fields} == TOLD
    assert {card["number"]: card["derived"] for card in CARDS if "derived" in card} == {2: ["number"], 14: ["number"]}


@pytest.mark.parametrize(
    ("table", "values", "told"),
    [("payment", range(len(PAYMENT)), [0, 6]), ("labour", PRICES, [4, 5, 10]), ("tiles", TILES, [5, 8])],
)
def test_marked_values_are_those_the_rulebook_tells(table: str, values: list[int], told: list[int]) -> None:
    assert DATA[table]["rulebook"] == told
    assert set(told) <= set(values)
