"""Outpost, phase 3 a): houses, plants and housings: where they may be built, and their costs."""

from typing import Any

import pytest

from stromnetz import Done, Game, Move
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from tests.helpers import asked, counted, purses, refused
from tests.rules.outpost_companies import finish, foreign, offers, prices, saved, stages, turn
from tests.rules.outpost_tables import CENTRAL, CITIES, company, table, tiles

ROW = tiles(
    {
        ("amber", "basalt"): 7,
        ("basalt", "cinder"): 4,
        ("cinder", "dune"): 9,
        ("amber", "halite"): 10,
        ("amber", "vent"): 3,
        ("onyx", "aerie"): 2,
    }
)
"""From Amber along the upper edge of the central area, and into the western one."""

# --- whose turn, and the three actions ---


@pytest.mark.rule("L12", "L15", "L16")
def test_reverse_order_and_everybody_three_actions_in_a_row() -> None:
    cards: list[list[int | str]] = [[12, "16a"], [13, "16b"], [11, "16c"]]
    built = dict(zip(["amber", "basalt", "cinder", "dune", "ember", "flint"], [0, 0, 1, 1, 2, 2], strict=True))
    game = table(
        "building",
        [{"plants": plants} for plants in cards],
        order=[1, 2, 0],
        round=3,
        modules={"company": {"sites": built}},
    )
    seen: list[tuple[int, str]] = []
    while game.view(None).round == 3:
        seen.append(asked(game))
        seat, kind = asked(game)
        game.apply(Arrange(cards[seat]) if kind == "company" else Done())
    assert seen == [(seat, kind) for seat in (0, 2, 1) for kind in ("network", "company", "workers")]


@pytest.mark.rule("L12", "L15", "L27a")
def test_the_actions_come_in_their_order_and_each_can_be_passed() -> None:
    def begun() -> Game:
        return turn([12, "16a", 20], slots=(1, 1), workers=1)

    every = ["network", "company", "workers", "robot"]
    assert stages(begun(), Arrange([12, "16a"]), Hire(0), MakeRobot()) == every
    assert stages(begun(), Arrange([12, "16a"])) == every
    game = begun()
    assert stages(game) == ["network", "company", "robot"], "without plants and housings there is nobody to hire"
    assert purses(game)[0] == 100 + 10, "passing costs nothing"


@pytest.mark.rule("L12")
def test_building_is_over_when_it_is_passed() -> None:
    game = turn([12], slots=(1, 0))
    game.apply(Done())
    assert asked(game) == (0, "company")
    with refused("L15", game):
        game.apply(Build("house", "amber"))


@pytest.mark.rule("L12")
@pytest.mark.parametrize("move", foreign("build"), ids=repr)
def test_only_building_and_being_done(move: Move) -> None:
    game = turn([3, 20], slots=(1, 0), workers=1)
    with refused("L12", game) as no:
        game.apply(move)
    assert no.error.facts["accepts"] == ["build", "done"]


# --- the first building ---


@pytest.mark.rule("L12", "L13")
def test_the_first_building_goes_anywhere_and_pays_its_place_only() -> None:
    game = turn()
    assert {city for site, city in offers(game) if site == "house"} == set(CITIES)
    assert {city for site, city in offers(game) if site != "house"} == set(CITIES), "one company place in each city"
    for (site, city), option in offers(game).items():
        assert (option.place_cost, option.connection_cost) == (10 if site == "house" else 5, 0)
        assert option.path == [city]


@pytest.mark.rule("L13")
@pytest.mark.parametrize(
    ("site", "city", "cost"), [("house", "karst", 10), ("plant", "karst", 5), ("housing", "dune", 5)]
)
def test_the_first_building_may_be_of_any_kind(site: str, city: str, cost: int) -> None:
    game = turn()
    (built,) = game.apply(Build(site, city))
    facts = {"seat": 0, "city": city, "place_cost": cost, "connection_cost": 0, "path": [city]}
    if site == "house":
        assert built.to_json() == {"kind": "city-connected", **facts}
    else:
        assert built.to_json() == {"kind": "building-built", "site": site, **facts}
    assert purses(game)[0] == 100 - cost
    assert asked(game) == (0, "network")


@pytest.mark.rule("EX23", "L12", "L13")
def test_example_a_network_begins_where_another_has_a_house() -> None:
    game = turn(others=[{"cities": ["karst"]}, {}])
    with refused("B4", game):
        game.apply(Build("house", "karst"))
    assert prices(game)["plant", "karst"] == 5
    game.apply(Build("plant", "karst"))
    assert purses(game)[0] == 95


@pytest.mark.rule("L12", "L13")
def test_a_network_begins_where_another_has_a_plant() -> None:
    game = turn(sites={"karst": 1})
    assert ("plant", "karst") not in prices(game)
    assert prices(game)["house", "karst"] == 10


@pytest.mark.rule("L13", "B4")
def test_the_first_house_takes_the_cheapest_free_place() -> None:
    others = [{"cities": ["karst", "mesa"]}, {"cities": ["mesa"]}]
    game = turn(others=others, step=3)
    assert [prices(game)["house", city] for city in ("amber", "karst", "mesa")] == [10, 15, 20]


@pytest.mark.rule("L13", "B5")
def test_nobody_must_build_and_a_network_may_begin_late() -> None:
    game = turn(round=1, market=[2, 3, 4, "05a", 8, 10, 11, 12])
    finish(game)
    assert counted(game) == [0, 0, 0]
    late = turn(round=9, others=[{"cities": ["amber"]}, {"cities": ["basalt"]}])
    assert prices(late)["house", "umbra"] == 10


# --- further buildings ---


@pytest.mark.rule("L13")
@pytest.mark.parametrize("first", ["house", "plant"])
def test_every_further_building_pays_its_place_and_the_path(first: str) -> None:
    own: dict[str, Any] = {"houses": ["amber"]} if first == "house" else {"slots": (1, 0)}
    game = turn(tiles=ROW, **own)
    assert prices(game)["housing", "basalt"] == 5 + 7
    assert prices(game)["house", "basalt"] == 10 + 7
    assert prices(game)["plant", "cinder"] == 5 + 7 + 4
    assert offers(game)["house", "dune"].path == ["amber", "basalt", "cinder", "dune"]
    (built,) = game.apply(Build("plant", "cinder"))
    assert built.to_json() == {
        "kind": "building-built",
        "seat": 0,
        "site": "plant",
        "city": "cinder",
        "place_cost": 5,
        "connection_cost": 11,
        "path": ["amber", "basalt", "cinder"],
    }
    assert purses(game)[0] == 100 - 16


@pytest.mark.rule("L13")
def test_a_second_building_in_the_same_city_has_no_path() -> None:
    game = turn(houses=["amber"], sites={"basalt": 0}, tiles=ROW)
    assert prices(game)["plant", "amber"] == 5
    assert prices(game)["house", "basalt"] == 10
    (plant,) = game.apply(Build("plant", "amber"))
    (house,) = game.apply(Build("house", "basalt"))
    assert [plant.to_json()["path"], house.to_json()["path"]] == [["amber"], ["basalt"]]
    assert purses(game)[0] == 100 - 5 - 10


@pytest.mark.rule("L13")
def test_a_path_begins_at_the_nearest_own_building_of_any_kind() -> None:
    far = turn(houses=["amber"], tiles=ROW)
    assert prices(far)["house", "dune"] == 10 + 7 + 4 + 9
    near = turn(houses=["amber"], sites={"cinder": 0}, tiles=ROW)
    assert prices(near)["house", "dune"] == 10 + 9
    assert offers(near)["house", "dune"].path == ["cinder", "dune"]
    assert prices(near)["housing", "basalt"] == 5 + 4, "from Cinder, not from Amber"


@pytest.mark.rule("L13", "B3")
def test_buildings_of_this_turn_begin_paths_and_connections_are_paid_each_time() -> None:
    game = turn(houses=["amber"], tiles=ROW)
    game.apply(Build("house", "cinder"))
    assert purses(game)[0] == 100 - 10 - 11
    assert prices(game)["house", "basalt"] == 10 + 4, "passed through on the way, but paid again"
    assert prices(game)["house", "dune"] == 10 + 9


@pytest.mark.rule("L13", "B3")
def test_buildings_of_others_are_no_own_network_but_can_be_passed_through() -> None:
    game = turn(houses=["amber"], others=[{"cities": ["basalt"]}, {}], sites={"basalt": 1, "cinder": 2}, tiles=ROW)
    assert prices(game)["house", "cinder"] == 10 + 11
    assert prices(game)["house", "dune"] == 10 + 20


@pytest.mark.rule("EX19", "L13")
def test_example_of_a_house_and_a_housing() -> None:
    costs = tiles({("amber", "basalt"): 8, ("amber", "halite"): 5})
    game = turn(sites={"basalt": 0}, others=[{"cities": ["halite"]}, {}], tiles=costs)
    game.apply(Build("house", "amber"))
    assert purses(game)[0] == 100 - 18
    game.apply(Build("housing", "halite"))
    assert purses(game)[0] == 100 - 28


@pytest.mark.rule("L13", "L1")
def test_paths_do_not_leave_the_playing_area() -> None:
    costs = {("amber", "vent"): 2, ("onyx", "aerie"): 2, ("amber", "halite"): 12, ("halite", "onyx"): 12}
    costs |= {("vent", "wadi"): 3, ("wadi", "bluff"): 3, ("bluff", "zircon"): 3, ("zircon", "aerie"): 3}
    whole = turn(houses=["amber"], tiles=tiles(costs))
    assert prices(whole)["house", "onyx"] == 10 + 16
    assert offers(whole)["house", "onyx"].path == ["amber", "vent", "wadi", "bluff", "zircon", "aerie", "onyx"]
    central = turn(houses=["amber"], tiles=tiles(costs), regions=["central"])
    assert prices(central)["house", "onyx"] > 10 + 16
    assert set(offers(central)["house", "onyx"].path) <= set(CENTRAL)


@pytest.mark.rule("L13")
def test_one_elektro_short_is_refused() -> None:
    game = turn(houses=["amber"], money=15, tiles=ROW)
    with refused("L13", game) as no:
        game.apply(Build("plant", "cinder"))
    facts = {"site": "plant", "city": "cinder", "place_cost": 5, "connection_cost": 11, "cost": 16, "money": 15}
    assert no.error.facts == facts
    assert ("plant", "cinder") not in prices(game)
    enough = turn(houses=["amber"], money=16, tiles=ROW)
    enough.apply(Build("plant", "cinder"))
    assert purses(enough)[0] == 0


@pytest.mark.rule("L13")
def test_the_first_building_must_be_paid_too() -> None:
    game = turn(money=9)
    assert {site for site, _ in prices(game)} == {"plant", "housing"}
    with refused("L13", game):
        game.apply(Build("house", "karst"))
    poor = turn(money=4)
    assert list(poor.legal_moves) == [Done()]
    with refused("L13", poor):
        poor.apply(Build("plant", "karst"))


# --- save and load ---


@pytest.mark.rule("L12", "L13")
def test_a_network_can_be_saved_between_two_buildings() -> None:
    game = turn([12], slots=(1, 1), others=[{"cities": ["karst"]}, {}], sites={"mesa": 2}, tiles=ROW)
    for move in (Build("house", "cinder"), Build("plant", "cinder"), Build("housing", "dune"), Done()):
        before = saved(game)
        game.apply(move)
        before.apply(move)
        assert before.position == game.position
    assert asked(game) == (0, "company")


@pytest.mark.rule("L14", "L12")
def test_what_stands_where_is_open() -> None:
    game = turn(slots=(1, 1), houses=["amber"], sites={"karst": 1, "mesa": 2})
    view = game.view(2)
    assert view.modules["company"]["sites"] == {"amber": 0, "basalt": 0, "karst": 1, "mesa": 2}
    assert view.houses == {"amber": [0]}
    assert [company(game, seat)["plant_slots"] for seat in (0, 1, 2)] == [1, 1, 1]
