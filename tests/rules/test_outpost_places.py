"""Outpost, phase 3 a): the places of a city, the stock of buildings, and what buildings count for."""

import random
from typing import Any

import pytest

from stromnetz import BadInput, Done, Game, Move
from stromnetz.editions.outpost.moves import Build
from tests.helpers import asked, purses, refused
from tests.rules.outpost_companies import HOUSING_CITIES, OUTPOSTS, PLANT_CITIES, SITES, finish, offers, prices, turn
from tests.rules.outpost_tables import BOARD, CENTRAL, CITIES, COSTS, EAST, company, table, told

KIND = {**dict.fromkeys(PLANT_CITIES, "plant"), **dict.fromkeys(HOUSING_CITIES, "housing")}


def plant_cities() -> list[str]:
    """Every city with a company place for a plant, as offered on an empty board."""
    return [city for site, city in prices(turn()) if site == "plant"]


# --- places ---


@pytest.mark.rule("L12", "B4")
@pytest.mark.parametrize(("step", "open_places"), [(1, {10}), (2, {10, 15}), (3, {10, 15, 20})])
def test_houses_find_as_many_places_as_the_step_says(step: int, open_places: set[int]) -> None:
    others: list[dict[str, Any]] = [{"cities": ["karst", "mesa", "umbra"][:step]}]
    others += [{"cities": ["mesa", "umbra"][: step - 1]}, {"cities": ["umbra"][: step - 2] if step > 2 else []}]
    game = turn(others=others, step=step)
    assert {o.place_cost for (site, _), o in offers(game).items() if site == "house"} == open_places
    full = ["karst", "mesa", "umbra"][step - 1]
    assert ("house", full) not in prices(game)
    with refused("B4", game) as no:
        game.apply(Build("house", full))
    assert no.error.facts["step"] == step
    assert len(no.error.facts["occupants"]) == step


@pytest.mark.rule("L12", "B4")
def test_three_houses_and_a_company_building_in_one_city() -> None:
    game = table("building", 4, step=3, round=6, order=[3, 2, 1, 0])
    paid = []
    for site in ("house", "house", "house", "plant"):
        (built,) = game.apply(Build(site, "karst"))
        paid.append(built.to_json()["place_cost"])
        game.apply(Done())
    assert paid == [10, 15, 20, 5]
    assert game.view(None).houses == {"karst": [0, 1, 2]}
    assert game.view(None).modules["company"]["sites"] == {"karst": 3}


@pytest.mark.rule("L12")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_company_places_cost_5_and_are_open_in_every_step(step: int) -> None:
    houses = {"karst": [1, 2, 3][:step], "lava-rim": [1, 2, 3][:step]}
    game = turn(others=[{}, {}, {}], houses_of_all=houses, step=step)
    assert (prices(game)["plant", "karst"], prices(game)["housing", "lava-rim"]) == (5, 5)
    game.apply(Build("housing", "lava-rim"))
    assert purses(game)[0] == 95


@pytest.mark.rule("L12")
def test_a_company_place_is_of_one_kind() -> None:
    game = turn()
    for city in CITIES:
        kinds = [site for site in ("plant", "housing") if (site, city) in prices(game)]
        assert len(kinds) == 1
        assert kinds[0] == KIND.get(city, kinds[0])
    with refused("L12", game) as no:
        game.apply(Build("housing", "karst"))
    assert no.error.facts == {"site": "housing", "city": "karst", "place": "plant"}
    with refused("L12", game):
        game.apply(Build("plant", "lava-rim"))


@pytest.mark.rule("L12")
@pytest.mark.parametrize("step", [1, 3])
@pytest.mark.parametrize("owner", [0, 1])
def test_a_company_place_takes_one_building(owner: int, step: int) -> None:
    game = turn(sites={"karst": owner, "lava-rim": owner}, step=step)
    for site, city in (("plant", "karst"), ("housing", "lava-rim")):
        assert (site, city) not in prices(game)
        with refused("L12", game) as no:
            game.apply(Build(site, city))
        assert no.error.facts["seat"] == owner


@pytest.mark.rule("L12")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_one_house_of_a_player_in_a_city(step: int) -> None:
    game = turn(houses=["karst"], step=step)
    assert ("house", "karst") not in prices(game)
    with refused("L12", game):
        game.apply(Build("house", "karst"))
    game.apply(Build("plant", "karst"))
    assert [place for place in prices(game) if place[1] == "karst"] == []


@pytest.mark.rule("L1")
@pytest.mark.parametrize(("site", "city"), [("house", "vent"), ("housing", "vent"), ("plant", "hollow")])
def test_nothing_is_built_outside_the_playing_area(site: str, city: str) -> None:
    game = turn(houses=["amber"], regions=["central", "west"] if city in EAST else ["central"])
    with refused("L1", game) as no:
        game.apply(Build(site, city))
    assert no.error.facts["city"] == city
    assert city not in {place for _, place in prices(game)}


@pytest.mark.rule("L12")
@pytest.mark.parametrize(
    "move",
    [
        Build("house", "essen"),
        Build("tower", "karst"),
        Build("", "karst"),
        Build("house", "33"),
        Build("house", "Karst"),
    ],
    ids=repr,
)
def test_what_does_not_exist_is_no_move(move: Build) -> None:
    game = turn(money=500)
    with pytest.raises(BadInput):
        game.apply(move)
    assert not game.is_legal(move)


# --- the stock ---


@pytest.mark.rule("L4")
def test_eighteen_houses_and_no_more() -> None:
    game = turn(houses=CITIES[:17], money=500)
    game.apply(Build("house", CITIES[17]))
    assert game.view(0).players[0].cities == 18
    assert {site for site, _ in prices(game)} == {"plant", "housing"}
    with refused("L4", game):
        game.apply(Build("house", CITIES[18]))
    assert asked(game) == (0, "network"), "plants and housings can still be built"


@pytest.mark.rule("L4")
@pytest.mark.parametrize(("site", "slots", "city"), [("plant", (4, 3), "karst"), ("housing", (3, 4), "lava-rim")])
def test_four_buildings_of_each_kind_and_no_more(site: str, slots: tuple[int, int], city: str) -> None:
    game = turn(slots=slots, money=500)
    with refused("L4", game):
        game.apply(Build(site, city))
    assert {kind for kind, _ in prices(game)} == set(SITES) - {site}


@pytest.mark.rule("L4")
@pytest.mark.parametrize("houses", [17, 18])
def test_who_has_nothing_left_to_build_is_not_asked(houses: int) -> None:
    game = turn([12], slots=(4, 4), houses=CITIES[:houses], money=500)
    assert asked(game) == (0, "network" if houses == 17 else "company")


@pytest.mark.rule("L12")
@pytest.mark.parametrize("free", [None, "house", "plant", "housing"])
def test_on_a_full_board_nobody_is_asked(free: str | None) -> None:
    """All places of the central area are taken, except for one at most."""
    plants = [city for city in plant_cities() if city in CENTRAL]
    housings = [city for city in CENTRAL if city not in plants]
    sites = {city: 1 + i // 4 for cities in (plants, housings) for i, city in enumerate(cities)} | {plants[0]: 0}
    houses = {city: [1 + i // 7] for i, city in enumerate(CENTRAL)}
    last = {"plant": plants[-1], "housing": housings[-1], "house": CENTRAL[-1]}
    if free == "house":
        del houses[last["house"]]
    elif free is not None:
        del sites[last[free]]
    game = turn([12], others=[{}, {}, {}], houses_of_all=houses, sites=sites, regions=["central"])
    if free is None:
        assert asked(game) == (0, "company")
    else:
        assert asked(game) == (0, "network")
        assert list(prices(game)) == [(free, last[free])]


@pytest.mark.rule("L12")
def test_money_does_not_tell_whether_somebody_is_asked() -> None:
    game = turn(houses=["amber"], money=0)
    assert asked(game) == (0, "network")
    assert list(game.legal_moves) == [Done()]


# --- what buildings count for ---


@pytest.mark.rule("L14")
def test_a_house_raises_the_city_count_and_a_company_building_unlocks_a_slot() -> None:
    game = turn(money=500)
    seen = []
    for site, city in [("plant", "amber"), ("house", "amber"), ("housing", "basalt"), ("plant", "cinder")]:
        game.apply(Build(site, city))
        row = company(game, 0)
        seen.append((game.view(None).players[0].cities, row["plant_slots"], row["housing_slots"]))
    assert seen == [(0, 1, 0), (1, 1, 0), (1, 1, 1), (1, 2, 1)]
    assert [company(game, seat)["plant_slots"] for seat in (1, 2)] == [0, 0], "the own slots only"


@pytest.mark.rule("L4", "L14")
def test_all_slots_are_locked_at_first() -> None:
    game = turn([12, "16a"])
    assert (company(game, 0)["plant_slots"], company(game, 0)["housing_slots"]) == (0, 0)
    assert finish(game, Done())
    assert game.view(None).round == 7, "nothing can be laid on locked slots"


@pytest.mark.rule("L14", "L21")
@pytest.mark.parametrize(("built", "step"), [("housing", 1), ("house", 2)])
def test_plants_and_housings_are_no_cities_for_step_2(built: str, step: int) -> None:
    game = turn(houses=CENTRAL[:6], slots=(4, 3), money=500)
    finish(game, Build(built, "nickel"))
    assert game.view(None).step == step


@pytest.mark.rule("L14", "L24")
@pytest.mark.parametrize(("built", "ended"), [("housing", False), ("house", True)])
def test_plants_and_housings_are_no_cities_for_the_end(built: str, ended: bool) -> None:
    game = turn(houses=CITIES[:16], slots=(4, 3), money=500, step=2)
    finish(game, Build(built, "nickel" if built == "housing" else "umbra"))
    assert (game.result is not None) == ended


@pytest.mark.rule("L14", "L17")
def test_plants_and_housings_are_no_cities_for_the_income() -> None:
    game = turn(placed=[25], slots=(4, 4), houses=["amber", "basalt"], workers=4)
    (row,) = [row for row in told(finish(game), "plants-ran") if row["seat"] == 0]
    assert (row["supplied"], row["income"]) == (2, 33)


# --- every place and price, worked out another way ---


def cheapest(regions: list[str], costs: list[int], own: set[str]) -> dict[str, int]:
    """Bellman-Ford over the connections inside the playing area, from all own buildings at once."""
    inside = {city for city, r in zip(CITIES, BOARD.region_of, strict=True) if BOARD.region_ids[r] in regions}
    if not own:
        return dict.fromkeys(inside, 0)
    best = dict.fromkeys(own, 0)
    for _ in inside:
        for (a, b, _), cost in zip(BOARD.connections, costs, strict=True):
            for here, there in ((CITIES[a], CITIES[b]), (CITIES[b], CITIES[a])):
                if {here, there} <= inside and here in best and best[here] + cost < best.get(there, 10**6):
                    best[there] = best[here] + cost
    return best


def random_table(rng: random.Random) -> tuple[Game, dict[tuple[str, str], int]]:
    """A position of four with random buildings, and what seat 0 can build there, with prices."""
    regions = ["central", *rng.sample(["west", "east"], rng.randint(0, 2))]
    plants = plant_cities()
    cities = list(cheapest(regions, COSTS, set()))
    costs = rng.sample(COSTS, len(COSTS))
    step, purse = rng.choice([1, 2, 3]), rng.choice([12, 25, 60, 500])
    houses: dict[str, list[int]] = {}
    sites: dict[str, int] = {}
    busy = rng.choice([0.2, 0.6])
    left = {(seat, site): 4 for seat in range(4) for site in ("plant", "housing")}
    for city in sorted(cities):
        if rng.random() < busy:
            houses[city] = rng.sample(range(4), rng.randint(1, step))
        owner, site = rng.randrange(4), "plant" if city in plants else "housing"
        if rng.random() < busy and left[owner, site]:
            left[owner, site] -= 1
            sites[city] = owner
    own = {city for city in cities if 0 in houses.get(city, []) or sites.get(city) == 0}
    paths = cheapest(regions, costs, own)
    wanted: dict[tuple[str, str], int] = {}
    many = sum(0 in seats for seats in houses.values())
    for city in cities:
        there = houses.get(city, [])
        if 0 not in there and len(there) < step and many < 18:
            wanted["house", city] = (10, 15, 20)[len(there)] + paths[city]
        site = "plant" if city in plants else "housing"
        if city not in sites and left[0, site]:
            wanted[site, city] = 5 + paths[city]
    game = turn(
        others=[{}, {}, {}], houses_of_all=houses, sites=sites, regions=regions, tiles=costs, step=step, money=purse
    )
    return game, {place: cost for place, cost in wanted.items() if cost <= purse}


@pytest.mark.rule("L12", "L13", "L4")
@pytest.mark.parametrize("seed", range(24))
def test_everything_that_can_be_built_and_nothing_else(seed: int) -> None:
    game, wanted = random_table(random.Random(seed))
    assert prices(game) == wanted
    moves: list[Move] = [Done(), *[Build(site, city) for site, city in wanted]]
    assert sorted(map(repr, game.legal_moves)) == sorted(map(repr, moves))
    for site in SITES:
        for city in (*CITIES, *OUTPOSTS):
            assert game.is_legal(Build(site, city)) == ((site, city) in wanted)
    costs = game.view(None).tiles
    steps = {frozenset((CITIES[a], CITIES[b])): costs[i] for i, (a, b, _) in enumerate(BOARD.connections)}
    for (_, city), option in offers(game).items():
        assert option.path[-1] == city
        pairs = zip(option.path, option.path[1:], strict=False)
        assert sum(steps[frozenset(pair)] for pair in pairs) == option.connection_cost
