"""Outpost: the two cards of that name, on which a house, a plant and a housing can be built."""

import pytest

from stromnetz import BadInput, Done, Game
from stromnetz.editions.outpost.moves import Arrange, Build, Hire
from tests.helpers import asked, counted, decision, purses, refused
from tests.rules.outpost_companies import (
    OUTPOSTS,
    PLANT_CITIES,
    SITES,
    finish,
    just_bought,
    offers,
    prices,
    ran,
    saved,
    stages,
    turn,
)
from tests.rules.outpost_tables import CENTRAL, CITIES, Seat, company, table, tiles, told

ALL = {"32a": SITES, "32b": SITES}


def on_cards(game: Game) -> dict[str, list[str]]:
    return {row["card"]: row["sites"] for row in game.view(None).modules["company"]["on_cards"]}


# --- three buildings on each card ---


@pytest.mark.rule("L29")
@pytest.mark.parametrize("site", SITES)
def test_a_building_on_the_card_costs_nothing(site: str) -> None:
    game = turn(["32a"], money=0)
    option = offers(game)[site, "32a"]
    assert (option.place_cost, option.connection_cost, option.cost, option.path) == (0, 0, 0, [])
    (built,) = game.apply(Build(site, "32a"))
    assert built.to_json() == {"kind": "built-on-card", "seat": 0, "site": site, "card": "32a"}
    row = company(game, 0)
    counts = (game.view(None).players[0].cities, row["plant_slots"], row["housing_slots"])
    assert counts == tuple(int(site == kind) for kind in SITES)
    assert (on_cards(game), purses(game)[0]) == ({"32a": [site]}, 0)


@pytest.mark.rule("L29")
def test_one_of_each_kind_and_no_second() -> None:
    game = turn(["32a"])
    for site in SITES:
        game.apply(Build(site, "32a"))
        with refused("L29", game) as no:
            game.apply(Build(site, "32a"))
        assert no.error.facts == {"site": site, "card": "32a"}
    assert [place for place in offers(game) if place[1] in OUTPOSTS] == []


@pytest.mark.rule("L29")
def test_they_can_be_built_in_different_rounds() -> None:
    game = turn(["32a"])
    for site in SITES:
        finish(game, Build(site, "32a"))
        while asked(game) != (0, "network"):
            game.apply({"kind": "sit-out"} if decision(game) == "auction" else Done())
    assert on_cards(game) == {"32a": list(SITES)}


@pytest.mark.rule("L29", "L29a")
def test_each_of_two_cards_takes_its_own_three() -> None:
    game = turn(["32a", "32b"], money=0)
    builds = [Build(site, card) for card in OUTPOSTS for site in SITES]
    assert sorted(map(repr, game.legal_moves)) == sorted(map(repr, [Done(), *builds]))
    for build in builds:
        game.apply(build)
    row = company(game, 0)
    assert (game.view(0).players[0].cities, row["plant_slots"], row["housing_slots"]) == (2, 2, 2)
    assert on_cards(game) == {card: list(sites) for card, sites in ALL.items()}
    assert list(game.legal_moves) == [Done()]


@pytest.mark.rule("L29")
@pytest.mark.parametrize("site", SITES)
def test_only_on_own_cards(site: str) -> None:
    game = turn(["32a"], others=[{"plants": ["32b"]}, {}])
    with refused("L29", game):
        game.apply(Build(site, "32b"))
    nobody = turn(money=500)
    with refused("L29", nobody) as no:
        nobody.apply(Build(site, "32a"))
    assert no.error.facts == {"site": site, "card": "32a"}
    assert not {card for _, card in offers(nobody)} & set(OUTPOSTS)


@pytest.mark.rule("L29")
@pytest.mark.parametrize(
    ("site", "city"), [("tower", "32a"), ("", "32a"), ("house", "32"), ("house", "32c"), ("house", "8")]
)
def test_nothing_else_is_built_and_not_on_other_cards(site: str, city: str) -> None:
    game = turn(["32a", 8])
    with pytest.raises(BadInput):
        game.apply(Build(site, city))


@pytest.mark.rule("L29")
def test_it_works_in_the_round_in_which_it_is_bought() -> None:
    game = just_bought("32a", cards=[12], cities=0)
    for site in SITES:
        game.apply(Build(site, "32a"))
    game.apply(Done())
    game.apply(Arrange([12]))
    events = finish(game, Hire(2))
    assert ran(events)["supplied"] == 1


@pytest.mark.rule("L29", "L14")
def test_its_slots_can_be_used_at_once() -> None:
    game = turn(["32a", 12, "16a"])
    game.apply(Build("plant", "32a"))
    game.apply(Build("housing", "32a"))
    assert stages(game, Arrange([12, "16a"]), Hire(0)) == ["network", "company", "workers"]


@pytest.mark.rule("L29a")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_it_is_open_in_every_step(step: int) -> None:
    game = turn(["32a"], step=step, others=[{"cities": ["karst"]}, {"cities": ["mesa"]}])
    assert [prices(game)[site, "32a"] for site in SITES] == [0, 0, 0]


@pytest.mark.rule("L29a")
def test_it_is_part_of_building_and_not_later() -> None:
    game = turn(["32a", 12], slots=(1, 0))
    game.apply(Done())
    assert asked(game) == (0, "company")
    with refused("L15", game):
        game.apply(Build("house", "32a"))


# --- no place on the board ---


@pytest.mark.rule("L29a", "L13")
def test_the_first_building_on_the_board_is_still_free_of_connection_cost() -> None:
    game = turn(["32a", "32b"], money=25)
    for site in SITES:
        game.apply(Build(site, "32a"))
    assert prices(game)["house", "umbra"] == 10
    assert {o.connection_cost for o in offers(game).values()} == {0}
    (built,) = game.apply(Build("house", "umbra"))
    assert built.to_json()["path"] == ["umbra"]
    assert purses(game)[0] == 15


@pytest.mark.rule("L29a", "L13")
def test_no_path_begins_there() -> None:
    costs = tiles({("amber", "basalt"): 7})
    game = turn(["32a"], houses=["amber"], tiles=costs)
    before = {place: cost for place, cost in prices(game).items() if place[1] != "32a"}
    for site in SITES:
        game.apply(Build(site, "32a"))
    assert prices(game) == before
    assert prices(game)["house", "basalt"] == 17


@pytest.mark.rule("L29a")
def test_buildings_there_stand_in_no_city() -> None:
    game = turn(["32a"], on_cards={"32a": SITES}, houses=["amber"])
    view = game.view(None)
    assert (view.houses, view.players[0].network, view.players[0].cities) == ({"amber": [0]}, ["amber"], 2)
    assert view.modules["company"]["sites"] == {}


# --- pieces of the own stock ---


@pytest.mark.rule("L29a", "L4")
def test_houses_on_cards_are_of_the_eighteen() -> None:
    game = turn(["32a", "32b"], houses=CITIES[:16], money=500, step=2)
    game.apply(Build("house", "32a"))
    game.apply(Build("house", "32b"))
    assert game.view(0).players[0].cities == 18
    with refused("L4", game):
        game.apply(Build("house", "umbra"))
    full = turn(["32a", "32b"], houses=CITIES[:17], money=500, step=2)
    full.apply(Build("house", "32a"))
    with refused("L4", full):
        full.apply(Build("house", "32b"))
    assert "house" not in {site for site, _ in prices(full)}


@pytest.mark.rule("L29a", "L4")
@pytest.mark.parametrize(("site", "on_board", "last"), [("plant", (3, 0), "karst"), ("housing", (0, 3), "lava-rim")])
def test_plants_and_housings_on_cards_are_of_the_four(site: str, on_board: tuple[int, int], last: str) -> None:
    game = turn(["32a", "32b"], slots=on_board, money=500)
    game.apply(Build(site, "32b"))
    with refused("L4", game):
        game.apply(Build(site, last))
    with refused("L4", game):
        game.apply(Build(site, "32a"))
    assert {kind for kind, _ in prices(game)} == set(SITES) - {site}
    board_first = turn(["32a"], slots=on_board, money=500)
    board_first.apply(Build(site, last))
    with refused("L4", board_first):
        board_first.apply(Build(site, "32a"))


@pytest.mark.rule("L29a", "L14", "L4")
def test_never_more_than_four_slots() -> None:
    game = turn(["32a", "32b"], slots=(2, 2), on_cards=ALL)
    row = company(game, 0)
    assert (row["plant_slots"], row["housing_slots"]) == (4, 4)
    assert {site for site, _ in prices(game)} == {"house"}
    with pytest.raises(BadInput):
        turn(["32a", "32b"], slots=(3, 2), on_cards=ALL)


@pytest.mark.rule("L29")
def test_a_card_of_another_bears_no_own_buildings() -> None:
    with pytest.raises(BadInput):
        turn(on_cards={"32a": ["house"]}, others=[{"plants": ["32a"]}, {}])


@pytest.mark.rule("L29", "L12")
@pytest.mark.parametrize("built", [["house"], list(SITES)])
def test_who_can_only_build_on_a_card_is_asked(built: list[str]) -> None:
    """No place of the central area is free."""
    houses = {city: [1 + i // 7] for i, city in enumerate(CENTRAL)}
    open_board = [city for site, city in prices(turn(regions=["central"])) if site == "plant"]
    others = [city for city in CENTRAL if city not in open_board]
    sites = {city: 1 + i // 4 for cities in (open_board, others) for i, city in enumerate(cities)} | {
        PLANT_CITIES[0]: 0
    }
    game = turn(
        ["32a", 12],
        others=[{}, {}, {}],
        houses_of_all=houses,
        sites=sites,
        on_cards={"32a": built},
        regions=["central"],
    )
    left = [(site, "32a") for site in SITES if site not in built]
    assert asked(game) == (0, "network" if left else "company")
    if left:
        assert list(prices(game)) == left


# --- the house is a city ---


@pytest.mark.rule("L29", "L17")
@pytest.mark.parametrize(("house", "income"), [(True, 33), (False, 22)])
def test_the_house_can_be_supplied(house: bool, income: int) -> None:
    game = turn(["32a"], [12], (1, 0), houses=["amber"], workers=2)
    events = finish(game, *[Build("house", "32a")] * house)
    assert ran(events)["income"] == income


@pytest.mark.rule("L29", "L7")
@pytest.mark.parametrize(("house", "order"), [(True, [0, 2, 1]), (False, [2, 0, 1])])
def test_the_house_counts_for_the_order(house: bool, order: list[int]) -> None:
    others: list[Seat] = [{"cities": ["mesa"]}, {"cities": ["karst"], "plants": [48]}]
    game = turn(["32a"], houses=["amber"], others=others)
    finish(game, *[Build("house", "32a")] * house)
    assert game.view(None).order == order


@pytest.mark.rule("L29a", "L21")
@pytest.mark.parametrize(("site", "step"), [("house", 2), ("plant", 1)])
def test_the_house_counts_for_step_2(site: str, step: int) -> None:
    game = turn(["32a"], houses=CENTRAL[:6])
    finish(game, Build(site, "32a"))
    assert game.view(None).step == step


@pytest.mark.rule("L29a", "L24")
@pytest.mark.parametrize(("site", "ended"), [("house", True), ("housing", False)])
def test_the_house_counts_for_the_end(site: str, ended: bool) -> None:
    game = turn(["32a", "32b"], on_cards={"32b": ["house"]}, houses=CITIES[:15], step=2)
    events = finish(game, Build(site, "32a"))
    assert (game.result is not None) == ended
    assert bool(told(events, "game-ended")) == ended
    if ended:
        assert game.result is not None
        assert {row.seat: row.cities for row in game.result.ranking} == {0: 17, 1: 0, 2: 0}


@pytest.mark.rule("L29a", "L24")
def test_the_house_is_supplied_at_the_end() -> None:
    game = turn(["32a"], [46, 47, 48], (3, 0), houses=CITIES[:16], workers=12, step=2)
    events = finish(game, Build("house", "32a"))
    assert told(events, "game-ended") == [{"supplied": [17, 0, 0]}]


# --- save and load ---


@pytest.mark.rule("L29")
def test_cards_with_buildings_can_be_saved() -> None:
    game = turn(["32a", "32b"], houses=["amber"], others=[{"cities": ["karst"]}, {}])
    for move in (Build("house", "32b"), Build("plant", "32b"), Build("housing", "32a"), Build("house", "basalt")):
        other = saved(game)
        game.apply(move)
        other.apply(move)
        assert other.position == game.position
    assert on_cards(saved(game)) == {"32a": ["housing"], "32b": ["house", "plant"]}
    assert game.position_json()["cities"] == [3, 1, 0]


@pytest.mark.rule("L29")
def test_a_position_may_be_written_with_buildings_on_a_card_of_anybody() -> None:
    rows = [{"card": "32b", "seat": 1, "sites": ["house", "housing"]}]
    seats: list[Seat] = [{}, {"plants": ["32b"], "cities": ["amber"]}, {}]
    game = table("building", seats, order=[0, 1, 2], round=6, modules={"company": {"on_cards": rows}})
    assert counted(game) == [0, 2, 0]
    assert (company(game, 1)["housing_slots"], company(game, 0)["housing_slots"]) == (1, 0)
