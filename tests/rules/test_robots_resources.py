"""What robots buy (R30 to R36), how they run their plants (R60) and what they earn (R55)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Run
from tests.rules.robot_tables import ROBOT, bought, money, stocking, told, with_robot

FULL = {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}


def buys(tile: str, robot: dict[str, Any], **fields: Any) -> dict[str, int]:
    """The market has the given markers, minus those that the robot holds."""
    held: dict[str, int] = robot.get("fuel", {})
    there = fields.pop("fuel_market", FULL)
    stock = {fuel: min(n, 24 - held.get(fuel, 0)) for fuel, n in there.items()}
    return bought(stocking([tile], robot, fuel_market=stock, **fields)[1])


@pytest.mark.rule("R30", "R31")
def test_normal_production_is_what_is_missing_for_one_run_of_each_plant() -> None:
    assert buys("normal-production", {"plants": [4, 7, 13], "fuel": {"oil": 1}}) == {"coal": 2, "oil": 2}


@pytest.mark.rule("R30")
def test_a_hybrid_takes_first_what_it_holds_more_of_then_the_cheaper_marker() -> None:
    """12 burns two of coal and oil; coal costs 1, oil 3."""
    assert buys("normal-production", {"plants": [12]}) == {"coal": 2}
    assert buys("normal-production", {"plants": [12], "fuel": {"oil": 1}}) == {"coal": 1}
    assert buys("normal-production", {"plants": [12]}, fuel_market={**FULL, "coal": 1, "oil": 18}) == {"oil": 2}
    assert buys("normal-production", {"plants": [12]}, fuel_market={**FULL, "coal": 15, "oil": 18}) == {"oil": 2}


@pytest.mark.rule("R30")
def test_what_a_larger_plant_claims_a_smaller_one_does_not_count() -> None:
    assert buys("normal-production", {"plants": [4, 12], "fuel": {"coal": 2}}) == {"coal": 2}


@pytest.mark.rule("R30")
@pytest.mark.parametrize(
    ("money", "expected"), [(0, {}), (1, {}), (2, {"coal": 2}), (5, {"coal": 2}), (11, {"coal": 5})]
)
def test_with_little_money_the_largest_plant_comes_first_and_none_is_half_fuelled(
    money: int, expected: dict[str, int]
) -> None:
    """15 takes two coal for 2, then 07 three oil for 9 (or 08, three coal for 4)."""
    plants = [8, 15] if money > 5 else [7, 15]
    assert buys("normal-production", {"plants": plants, "money": money}) == expected


@pytest.mark.rule("R30")
def test_from_an_empty_market_it_buys_nothing() -> None:
    """A seat whose market is empty is not even asked."""
    empty = dict.fromkeys(FULL, 0)
    for tile in ("normal-production", "all-resources", "less-than-5-elektro", "least-available-resource"):
        assert buys(tile, {"plants": [4, 7, 12]}, fuel_market=empty) == {}


@pytest.mark.rule("R30")
def test_a_plant_that_the_market_cannot_fuel_is_passed_over() -> None:
    few = {**FULL, "oil": 2}
    assert buys("normal-production", {"plants": [7, 10]}, fuel_market=few) == {"coal": 2}, "07 wants three oil"


@pytest.mark.rule("R32")
def test_least_available_fills_up_with_the_scarcest_fuel() -> None:
    robot = {"plants": [4, 6, 7]}
    assert buys("least-available-resource", robot) == {"coal": 2, "garbage": 2, "oil": 3}, "one garbage more"
    scarce = {**FULL, "oil": 5}
    assert buys("least-available-resource", robot, fuel_market=scarce) == {"coal": 2, "garbage": 1, "oil": 5}
    full = {**robot, "fuel": {"garbage": 2}}
    assert buys("least-available-resource", full) == {"coal": 2, "oil": 6}, "no room for garbage"


@pytest.mark.rule("R32")
def test_a_fuel_of_which_nothing_is_left_is_not_the_scarcest() -> None:
    market = {**FULL, "garbage": 1}
    assert buys("least-available-resource", {"plants": [4, 6]}, fuel_market=market) == {"coal": 4, "garbage": 1}


@pytest.mark.rule("R33")
@pytest.mark.parametrize(("round", "coal"), [(3, 2), (4, 4), (5, 2)])
def test_odd_rounds_are_normal_in_even_ones_it_buys_all(round: int, coal: int) -> None:
    _, events = stocking(["odd-normal-even-all"], {"plants": [4]}, fuel_market=FULL, round=round)
    assert bought(events) == {"coal": coal}
    assert told(events, "robot-stocks")[0]["way"] == ("normal" if coal == 2 else "all")


@pytest.mark.rule("R34")
def test_less_than_5_buys_all_cheap_markers() -> None:
    """Of coal two are left at 2, three at 3, three at 4; 20 and 08 could store twelve."""
    market = {**FULL, "coal": 20, "garbage": 6}
    assert buys("less-than-5-elektro", {"plants": [6, 8, 20]}, fuel_market=market) == {"coal": 8, "garbage": 1}
    assert buys("less-than-5-elektro", {"plants": [8], "money": 8}, fuel_market=market) == {"coal": 3}


@pytest.mark.rule("R35")
def test_all_resources_fill_the_storage_the_cheapest_first() -> None:
    assert buys("all-resources", {"plants": [4, 6, 7]}) == {"coal": 4, "garbage": 2, "oil": 6}
    poor = {"plants": [4, 6], "money": 12}
    assert buys("all-resources", poor) == {"garbage": 1, "coal": 4}, "7 for the garbage, 1 + 1 + 1 + 2 for the coal"


@pytest.mark.rule("R36")
@pytest.mark.parametrize(("order", "coal"), [([ROBOT, 0, 1], 2), ([0, 1, ROBOT], 4), ([0, ROBOT, 1], 2)])
def test_the_last_in_order_buys_all(order: list[int], coal: int) -> None:
    _, events = stocking(["last-all-resources"], {"plants": [4]}, fuel_market=FULL, order=order)
    if order[-1] != ROBOT:
        assert bought(events) == {"coal": coal}
        return
    # the last buys first: before anybody is asked, so it shows in what it holds
    held = stocking(["last-all-resources"], {"plants": [4]}, fuel_market=FULL, order=order)[0]
    assert held.view(None).players[ROBOT].fuel == {"coal": coal}


# --- phase 5 ----------------------------------------------------------------------------------------------------------


def running(tiles: list[str], robot: dict[str, Any], **fields: Any) -> tuple[int, dict[str, Any]]:
    """Seat 0 runs first; return what the robot then earns."""
    players = [{"plants": [22], "cities": ["kiel"]}, {}, robot]
    game = with_robot("bureaucracy", tiles, *players, **fields)
    before = money(game)
    row = told(game.apply(Run([22])), "plants-ran")[0]
    assert row["income"] == money(game) - before
    return row["income"], row


@pytest.mark.rule("R60")
def test_it_supplies_what_it_can_with_as_little_as_that_takes() -> None:
    robot = {"plants": [7, 13, 18], "fuel": {"oil": 6}, "cities": ["essen", "koeln", "aachen"]}
    _, row = running(["half-bid"], robot)
    assert (row["plants"], row["supplied"]) == ([13, 18], 3)
    robot = {**robot, "cities": [*robot["cities"], "duesseldorf"]}
    assert running(["half-bid"], robot)[1]["plants"] == [7, 18], "07 supplies two, 13 only one"


@pytest.mark.rule("R60")
def test_of_two_fuels_it_burns_the_cheaper() -> None:
    robot = {"plants": [12], "fuel": {"coal": 2, "oil": 2}, "cities": ["essen"]}
    assert running(["half-bid"], robot, fuel_market={"coal": 20, "oil": 10})[1]["burn"] == {"coal": 2}
    assert running(["half-bid"], robot, fuel_market={"coal": 3, "oil": 20})[1]["burn"] == {"oil": 2}


@pytest.mark.rule("R55")
@pytest.mark.parametrize(("cities", "paid"), [([], 22), (["essen"], 33), (["essen", "koeln"], 44)])
def test_it_earns_for_one_city_more_than_it_supplies(cities: list[str], paid: int) -> None:
    assert running(["income-for-one-more"], {"plants": [18], "cities": cities})[0] == paid
    assert running(["half-bid"], {"plants": [18], "cities": cities})[0] < paid


@pytest.mark.rule("R55")
def test_it_earns_for_one_more_city_when_nothing_can_run() -> None:
    income, row = running(["income-for-one-more"], {"plants": [4], "cities": ["essen"]})
    assert (income, row["supplied"]) == (22, 0)
