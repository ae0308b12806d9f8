"""Where robots build, and at which price (R40 to R46, R53, R54)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Connect, Game
from stromnetz.editions.files.loader import board
from stromnetz.engine.options import ConnectOption
from tests.helpers import decision, position, refused, to_act
from tests.rules.robot_tables import ROBOT, asked, building, built, made_of, money, told, with_robot

NORTH = ["flensburg", "kiel", "hamburg", "luebeck"]


@pytest.mark.rule("R40", "R43")
def test_it_connects_the_cheapest_city_as_long_as_it_can_pay() -> None:
    game, events = building(["all-cities"], {"cities": ["essen"], "money": 35})
    assert built(events) == ["duisburg", "duesseldorf"], "10 + 0, then 10 + 2; the rest is not enough"
    assert money(game) == 35 - 10 - 12


@pytest.mark.rule("R40")
def test_of_equal_prices_the_first_in_the_alphabet() -> None:
    """Flensburg and Lübeck are 4 from Kiel, Lübeck and Rostock 6 from Schwerin."""
    assert built(building(["one-two-three-cities"], {"cities": ["kiel"]})[1]) == ["flensburg"]
    assert built(building(["one-two-three-cities"], {"cities": ["schwerin"]})[1]) == ["luebeck"]


@pytest.mark.rule("R40")
def test_of_equal_prices_rather_the_cheaper_connection() -> None:
    """In step 2, with a house in Flensburg: 15 + 4 there, 10 + 8 for Hamburg; with Lübeck taken too, Hamburg."""
    others: dict[str, Any] = {"step": 2, "first": {"cities": ["flensburg", "luebeck"]}}
    assert built(building(["one-two-three-cities"], {"cities": ["kiel"], "money": 19}, **others)[1]) == ["hamburg"]


@pytest.mark.rule("R40")
def test_without_money_or_a_free_city_it_builds_nothing() -> None:
    game, events = building(["all-cities"], {"cities": ["essen"], "money": 9})
    assert built(events) == []
    assert money(game) == 9
    crowded = {"first": {"cities": ["duisburg", "duesseldorf", "muenster", "dortmund"]}}
    game, events = building(["all-cities"], {"cities": ["essen"], "money": 12}, regions=["west"], **crowded)
    assert built(events) == []


@pytest.mark.rule("R41")
def test_in_step_1_it_has_fewer_than_seven_cities() -> None:
    _, events = building(["step-1-less-than-7"], {"cities": ["essen"], "money": 500})
    assert len(built(events)) == 5
    assert told(events, "robot-builds-most")[0]["most"] == 5


@pytest.mark.rule("R41")
@pytest.mark.parametrize("step", [2, 3])
def test_later_it_never_builds_where_the_first_player_is(step: int) -> None:
    mine = ["duisburg", "duesseldorf"]
    fields: dict[str, Any] = {"step": step, "first": {"cities": mine}, "last": {"cities": ["muenster"]}}
    if step == 3:
        fields["market"] = [15, 16, 19, 20, 21, 22]
    _, events = building(["step-1-less-than-7"], {"cities": ["essen"], "money": 60}, **fields)
    assert built(events)
    assert not set(built(events)) & set(mine)
    _, events = building(["all-cities"], {"cities": ["essen"], "money": 60}, **fields)
    assert "duisburg" in built(events), "which others would not mind"


@pytest.mark.rule("R42")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_as_many_cities_a_round_as_the_step_says(step: int) -> None:
    fields: dict[str, Any] = {"market": [15, 16, 19, 20, 21, 22]} if step == 3 else {}
    _, events = building(["one-two-three-cities"], {"cities": ["essen"], "money": 500}, step=step, **fields)
    assert len(built(events)) == step
    _, events = building(["one-two-three-cities"], {"cities": ["essen"], "money": 11}, step=step, **fields)
    assert len(built(events)) == 1, "as far as the money goes"


def choosing(**fields: Any) -> Game:
    game, _ = building(["last-player-chooses"], {"cities": ["essen"], **fields.pop("robot", {})}, **fields)
    return game


def offered(game: Game) -> dict[str, tuple[int, list[str]]]:
    """The cities to choose from, each with its price and path."""
    assert game.decision is not None
    return {o.city: (o.cost, o.path) for o in game.decision.options or [] if isinstance(o, ConnectOption)}


@pytest.mark.rule("R44")
def test_the_last_player_chooses_and_the_robot_pays() -> None:
    game = choosing(robot={"money": 30})
    assert asked(game) == (1, "robot-build"), "seat 1 is the last person in the order"
    assert game.view(None).modules["robots"]["deciding"] == {"seat": ROBOT, "tile": "last-player-chooses", "cities": []}
    assert offered(game)["duesseldorf"] == (12, ["essen", "duesseldorf"])
    assert max(cost for cost, _ in offered(game).values()) <= 30
    game.apply(Connect("duesseldorf"), 1)
    assert money(game) == 18
    assert money(game, 1) == 0
    assert game.view(None).players[ROBOT].network == ["essen", "duesseldorf"]


@pytest.mark.rule("R44")
def test_no_way_leads_through_a_city_where_it_could_build() -> None:
    game = choosing(robot={"money": 100})
    neighbours = {"duisburg", "duesseldorf", "muenster", "dortmund"}
    assert offered(game).keys() == neighbours
    with refused("R44", game):
        game.apply(Connect("koeln"), 1)
    with refused("R44", game):
        game.apply(Connect("essen"), 1)
    game = choosing(robot={"money": 100}, first={"cities": ["duesseldorf"]})
    assert offered(game)["koeln"] == (16, ["essen", "duesseldorf", "koeln"]), "past a city that is full"


@pytest.mark.rule("R44")
def test_it_goes_on_as_long_as_it_can_pay_and_where_one_city_is_left_nobody_is_asked() -> None:
    game = choosing(robot={"money": 10})
    assert asked(game) == (0, "build"), "only Duisburg for 10 + 0: built without a question"
    assert game.view(None).players[ROBOT].network == ["essen", "duisburg"]


@pytest.mark.rule("R45")
def test_it_never_has_more_cities_than_the_first_player() -> None:
    _, events = building(["never-more-than-first-player"], {"cities": ["essen"]}, first={"cities": NORTH[:3]})
    assert len(built(events)) == 2
    _, events = building(["never-more-than-first-player"], {"cities": ["essen", "koeln"]}, first={"cities": ["kiel"]})
    assert built(events) == []


@pytest.mark.rule("R45", "R46")
@pytest.mark.parametrize("tile", ["never-more-than-first-player", "only-supplied-cities"])
def test_a_first_city_it_builds_all_the_same(tile: str) -> None:
    _, events = building([tile], {"plants": [4]})
    assert len(built(events)) == 1


@pytest.mark.rule("R46")
def test_it_builds_only_what_its_plants_can_supply_with_their_fuel() -> None:
    robot: dict[str, Any] = {"cities": ["essen"], "plants": [15, 18], "fuel": {"coal": 2}}
    assert len(built(building(["only-supplied-cities"], robot)[1])) == 4
    assert len(built(building(["only-supplied-cities"], {**robot, "fuel": {"coal": 1}})[1])) == 1
    assert built(building(["only-supplied-cities"], {**robot, "plants": [15], "fuel": {}})[1]) == []


@pytest.mark.rule("R53")
def test_every_place_costs_10_and_connections_as_usual() -> None:
    others: dict[str, Any] = {"step": 2, "first": {"cities": ["duisburg", "duesseldorf"]}}
    _, events = building(["cities-cost-10"], {"cities": ["essen"], "money": 22}, **others)
    rows = told(events, "city-connected")
    assert [(r["city"], r["place_cost"], r["connection_cost"]) for r in rows] == [
        ("duisburg", 10, 0),
        ("duesseldorf", 10, 2),
    ]
    assert len(told(events, "robot-uses")) == 2
    assert not told(building(["cities-cost-10"], {"cities": ["essen"], "money": 22})[1], "robot-uses"), "10 anyway"


@pytest.mark.rule("R54")
def test_the_first_city_of_a_round_is_free_and_is_the_cheapest_one() -> None:
    game, events = building(["first-city-free"], {"cities": ["essen"], "money": 11})
    rows = told(events, "city-connected")
    assert [(r["city"], r["place_cost"] + r["connection_cost"]) for r in rows] == [("duisburg", 0)]
    assert money(game) == 11, "Düsseldorf would cost 12"
    _, events = building(["first-city-free"], {"cities": ["essen"], "money": 0})
    assert built(events) == ["duisburg"]


@pytest.mark.rule("R54", "R40")
def test_of_equal_prices_the_free_city_is_the_one_with_the_cheaper_connection() -> None:
    """In step 2, with a house in Lübeck: 15 + 6 there, 10 + 11 for Bremen."""
    near = ["flensburg", "kiel", "schwerin", "hannover", "cuxhaven", "wilhelmshaven", "luebeck"]
    for ability in ("first-city-free", "half-bid"):
        tiles = ["one-two-three-cities", ability]
        robot = {"cities": ["hamburg"], "money": 21}
        events = building(tiles, robot, step=2, first={"cities": near[:3]}, last={"cities": near[3:]})[1]
        assert built(events)[0] == "luebeck", ability


@pytest.mark.rule("R40", "S2")
@pytest.mark.parametrize(("cities", "more"), [(18, 2), (19, 1), (20, 0)])
def test_it_stops_when_all_its_houses_are_used(cities: int, more: int) -> None:
    game, events = building(["all-cities"], {"cities": board("germany").city_ids[:cities], "money": 500})
    assert len(built(events)) == more
    assert game.view(None).players[ROBOT].cities == 20


@pytest.mark.rule("R40", "B4", "S2")
def test_it_never_builds_in_a_full_city_nor_beyond_its_houses() -> None:
    near = ["duisburg", "duesseldorf", "dortmund"]
    _, events = building(["all-cities"], {"cities": ["essen"], "money": 60}, first={"cities": near})
    assert built(events)
    assert not set(built(events)) & set(near)
    seats: list[dict[str, Any]] = [{"money": 0}, {"money": 0}, {"money": 500, "cities": NORTH}]
    game = with_robot("building", ["all-cities"], *seats, options={"short": True}, order=[0, ROBOT, 1])
    while decision(game) == "build" and to_act(game) == 1:
        game.apply({"kind": "done"})
    assert game.view(None).players[ROBOT].cities == 7, "the short game stops there (Y1)"


# --- when nobody can build any more (R62) ---

WEST = ["dortmund", "duesseldorf", "duisburg", "essen", "kassel", "muenster", "osnabrueck"]
OTHER = ["last-choice", "all-power-plants", "all-resources", "step-1-less-than-7", "half-bid"]


def over(*seats: dict[str, Any], robots: list[list[str]], **fields: Any) -> bool:
    """Whether the game ends with this building phase of step 3 in the West, where nobody has money."""
    given = {"regions": ["west"], "step": 3, "round": 9, "order": [*range(len(seats))], "deck": [30], **fields}
    given = {"market": [15, 16, 19, 20, 21, 22], "options": {"robots": robots}, **given}
    game = position("building", [{"money": 0, **seat} for seat in seats], **given)
    return game.result is not None and game.view(None).round == 9


def over_for_a_robot(tile: str, robot: dict[str, Any], **fields: Any) -> bool:
    """Both people have a house in every city."""
    return over({"cities": WEST}, {"cities": WEST}, robot, robots=[made_of(tile)], **fields)


@pytest.mark.rule("R62", "E5")
@pytest.mark.parametrize("tile", ["all-cities", "one-two-three-cities", "last-player-chooses"])
def test_the_game_goes_on_while_a_robot_can_build(tile: str) -> None:
    assert not over_for_a_robot(tile, {"cities": WEST[:4]})
    assert over_for_a_robot(tile, {"cities": WEST})


@pytest.mark.rule("R62", "R41")
def test_a_robot_that_shuns_the_first_player_cannot_build_where_that_player_is() -> None:
    tile, robot = "step-1-less-than-7", {"cities": WEST[:4]}
    assert over_for_a_robot(tile, robot)
    assert not over({"cities": WEST[:6]}, {"cities": WEST}, robot, robots=[made_of(tile)]), "one city is left for both"


@pytest.mark.rule("R62", "R45")
@pytest.mark.parametrize(("cities", "ends"), [(6, True), (5, False)])
def test_a_robot_with_as_many_cities_as_the_first_player_cannot_build(cities: int, ends: bool) -> None:
    """Of two robots, one may not build in Dortmund, where the first player is; the other has as many as that player."""
    people = [{"cities": [*WEST[:2], *WEST[3:]]}, {"cities": [WEST[0], *WEST[2:]]}]
    shy = {"cities": [WEST[1], WEST[2], *WEST[1 + cities :]]}
    robots = [made_of("never-more-than-first-player"), OTHER]
    assert over(*people, {"cities": WEST[1:][:cities]}, shy, robots=robots) == ends


@pytest.mark.rule("R62", "R46")
def test_a_robot_that_builds_for_its_plants_waits_for_better_ones() -> None:
    tile, robot = "only-supplied-cities", {"cities": WEST[:4], "plants": [13, 18]}
    assert not over_for_a_robot(tile, robot), "there are plants to come"
    assert over_for_a_robot(tile, robot, market=[], deck=[]), "its plants supply three cities, it has four"
    assert not over_for_a_robot(tile, {**robot, "plants": [13, 18, 22]}, market=[], deck=[]), "they supply five"
