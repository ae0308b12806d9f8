"""How robots bid (R20 to R29), and half bids (R52)."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import Bid, Open, Pass, SitOut
from tests.rules.robot_tables import MARKET, ROBOT, auctions, made_of, money, told, with_robot

CITIES = ["essen", "duesseldorf", "koeln"]


def bids(tile: str, robot: dict[str, Any] | None = None, **fields: Any) -> dict[Any, int]:
    """The robot's highest bid for each plant on offer; 0 if it does not bid."""
    out = {}
    for plant in auctions([tile], robot, **fields).view(None).current:
        game = auctions([tile], robot, **fields)
        game.apply(Open(plant, game.rules.minimum_bid[game.rules.card(plant)]))
        events = game.apply(Pass())
        high = [row["amount"] for row in told(events, "bid-made")]
        limits = [row["limit"] for row in told(events, "robot-bids", "robot-bids-by-cities")]
        out[plant] = 0
        if high:
            out[plant] = limits[0]
            if high[0] < limits[0] - 1:
                events = game.apply(Bid(limits[0] - 1))
                assert told(events, "bid-made")[0]["amount"] == limits[0]
            if high[0] < limits[0]:
                assert told(game.apply(Bid(limits[0] + 1)), "passed")
    return out


@pytest.mark.parametrize(
    ("tile", "wanted", "more"),
    [
        pytest.param("highest-number", [14], 3, marks=pytest.mark.rule("R21")),
        pytest.param("second-smallest-number", [11], 0, marks=pytest.mark.rule("R22")),
        pytest.param("all-power-plants", [10, 11, 12, 14], 1, marks=pytest.mark.rule("R23")),
        pytest.param("using-cheapest-resources", [11], 5, marks=pytest.mark.rule("R24")),
        pytest.param("supplying-most-cities", [14], 10, marks=pytest.mark.rule("R26")),
    ],
)
def test_a_tile_says_which_plants_it_wants_and_how_much_more_than_the_minimum(
    tile: str, wanted: list[int], more: int
) -> None:
    """Seat 0 opens for the minimum; a robot that bids the minimum alone is too late then."""
    fuel = {"coal": 24, "oil": 24, "garbage": 6, "uranium": 2}
    found = bids(tile, {"cities": CITIES}, fuel_market={**fuel, "uranium": 12})
    assert found == {plant: plant + more if plant in wanted and more else 0 for plant in MARKET[:4]}


@pytest.mark.rule("R22", "R27")
def test_it_puts_up_what_it_wants_for_the_minimum_bid() -> None:
    game = auctions(["second-smallest-number"])
    game.apply(SitOut())
    events = game.apply(SitOut())
    assert told(events, "auction-opened") == [{"kind": "auction-opened", "seat": ROBOT, "plant": 11, "bid": 11}]
    assert told(events, "plant-bought")[0]["price"] == 11
    assert told(events, "robot-bids")[0]["limit"] == 11


@pytest.mark.rule("R27")
def test_it_raises_by_one_and_says_once_how_far() -> None:
    game = auctions(["highest-number"], {"cities": CITIES})
    game.apply(Open(14, 14))
    events = game.apply(Pass())
    assert told(events, "robot-bids-by-cities") == [
        {
            "kind": "robot-bids-by-cities",
            "seat": ROBOT,
            "tile": "highest-number",
            "plant": 14,
            "minimum": 14,
            "more": 3,
            "limit": 17,
        }
    ]
    assert told(events, "bid-made")[0]["amount"] == 15
    events = game.apply(Bid(16))
    assert not told(events, "robot-bids-by-cities")
    assert told(events, "bid-made")[0]["amount"] == 17
    assert told(game.apply(Bid(18)), "passed")


@pytest.mark.rule("R27", "A5")
def test_it_never_bids_more_than_it_has() -> None:
    assert bids("supplying-most-cities", {"money": 15})[14] == 15
    assert bids("supplying-most-cities", {"money": 13})[14] == 0


@pytest.mark.rule("R20")
def test_it_puts_up_nothing_when_it_cannot_pay_for_what_it_wants() -> None:
    game = auctions(["highest-number"], {"money": 13})
    game.apply(SitOut())
    events = game.apply(SitOut())
    assert told(events, "robot-leaves", "sat-out", "plant-bought") == [
        {"kind": "robot-leaves", "seat": ROBOT, "tile": "highest-number"},
        {"kind": "sat-out", "seat": ROBOT},
    ]


@pytest.mark.rule("R20")
def test_it_never_bids_on_a_plant_smaller_than_its_smallest() -> None:
    game = auctions(["all-power-plants"], {"plants": [13]}, market=[10, 11, 12, 14, 15, 16, 19, 20])
    game.apply(Open(12, 12))
    events = game.apply(Pass())
    assert told(events, "robot-declines")[0]["reason"] == "too-small"
    assert bids("all-power-plants", {"plants": [13]})[14] == 15


@pytest.mark.rule("R20")
def test_it_never_bids_on_one_too_many_that_supplies_less_than_all_its_own() -> None:
    market = [21, 22, 23, 24, 25, 26, 28, 30]
    found = bids("all-power-plants", {"plants": [15, 16, 20]}, market=market)
    assert found == {21: 22, 22: 0, 23: 24, 24: 25}, "22 supplies two cities only, its own three or more"
    found = bids("all-power-plants", {"plants": [3, 16, 20]}, market=market)
    assert found == {21: 22, 22: 23, 23: 24, 24: 25}, "03 supplies one"
    found = bids("all-power-plants", {"plants": [16, 20]}, market=market)
    assert found == {21: 22, 22: 23, 23: 24, 24: 25}, "a third plant is not too many"


@pytest.mark.rule("R23")
def test_who_wants_all_puts_up_the_highest_that_it_can_pay_for() -> None:
    game = auctions(["all-power-plants"], {"money": 12})
    game.apply(SitOut())
    assert told(game.apply(SitOut()), "plant-bought")[0]["plant"] == 12


@pytest.mark.rule("R24")
@pytest.mark.parametrize(
    ("fuel", "wanted"),
    [
        ({"coal": 24, "oil": 0, "garbage": 0, "uranium": 0}, 10),
        ({"coal": 0, "oil": 24, "garbage": 0, "uranium": 0}, 12),
        ({"coal": 0, "oil": 0, "garbage": 24, "uranium": 0}, 14),
        ({"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}, 14),
    ],
)
def test_the_cheapest_run_counts_what_the_market_holds(fuel: dict[str, int], wanted: int) -> None:
    """10 burns coal, 11 uranium, 12 either of coal and oil, 14 garbage; of equals the higher number."""
    game = auctions(["using-cheapest-resources"], fuel_market=fuel)
    if fuel["coal"]:
        wanted = 12  # two coal for a hybrid cost as much as two for 10
    game.apply(SitOut())
    assert told(game.apply(SitOut()), "plant-bought")[0]["plant"] == wanted


@pytest.mark.rule("R24")
def test_a_plant_without_fuel_costs_nothing_to_run() -> None:
    game = auctions(["using-cheapest-resources"], market=[12, 13, 14, 15, 16, 19, 20, 21])
    game.apply(SitOut())
    assert told(game.apply(SitOut()), "plant-bought")[0]["plant"] == 13


@pytest.mark.rule("R25")
def test_the_first_plant_put_up_goes_to_who_takes_it_for_the_minimum() -> None:
    game = auctions(["first-choice-for-minimum-bid"])
    events = game.apply(Open(12, 40))
    assert [e.kind for e in events][:3] == ["auction-opened", "robot-takes", "plant-bought"]
    assert told(events, "plant-bought")[0]["price"] == 12
    assert money(game, 0) == 100, "the bid of the opener is void"
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "auction"), "who opens again"
    events = game.apply(Open(10, 10))
    assert not told(events, "robot-takes"), "one plant a round, as for everybody"


@pytest.mark.rule("R25")
@pytest.mark.parametrize(("robot", "taken"), [({"money": 11}, None), ({"plants": [13]}, None), ({"money": 12}, 12)])
def test_it_leaves_what_it_may_not_have_to_the_others(robot: dict[str, Any], taken: int | None) -> None:
    events = auctions(["first-choice-for-minimum-bid"], robot).apply(Open(12, 12))
    assert [row["plant"] for row in told(events, "plant-bought")] == [taken] * (taken is not None)


@pytest.mark.rule("R25")
def test_who_is_first_itself_takes_the_highest() -> None:
    game = auctions(["first-choice-for-minimum-bid"], {"money": 13}, order=[1, ROBOT, 0])
    assert told(game.apply(SitOut()), "plant-bought")[0] == {
        "kind": "plant-bought",
        "seat": ROBOT,
        "plant": 12,
        "price": 12,
    }


@pytest.mark.rule("R26")
def test_of_equally_strong_plants_it_wants_the_higher_number() -> None:
    game = auctions(["supplying-most-cities"], market=[20, 21, 22, 24, 25, 26, 28, 30])
    game.apply(SitOut())
    assert told(game.apply(SitOut()), "plant-bought")[0]["plant"] == 20, "five cities, the others fewer"


@pytest.mark.rule("R28", "A3")
def test_in_round_1_it_must_buy_something() -> None:
    """There is no second smallest of one plant."""
    game = with_robot("auctions", ["second-smallest-number"], {"money": 50}, {"money": 50}, {"money": 10}, round=1)
    game.apply(Open(14, 14))
    game.apply(Pass())
    events = game.apply(Open(11, 11))
    assert told(events, "plant-bought") == [{"kind": "plant-bought", "seat": ROBOT, "plant": 10, "price": 10}]


@pytest.mark.rule("R29")
def test_it_scraps_its_smallest_plant() -> None:
    game = auctions(["highest-number"], {"plants": [3, 7, 8]})
    game.apply(SitOut())
    events = game.apply(SitOut())
    assert told(events, "plant-scrapped") == [{"kind": "plant-scrapped", "seat": ROBOT, "plant": 3}]


@pytest.mark.rule("R29")
def test_it_gives_up_the_fuel_that_is_cheapest_in_the_market() -> None:
    """05 burns coal or oil; without it two of them do not fit, the oil at 3 and the coal at 1."""
    robot = {"plants": [5, 13, 18], "fuel": {"coal": 2, "oil": 2}}
    game = auctions(["highest-number"], robot, fuel_market={"coal": 22, "oil": 18})
    game.apply(SitOut())
    assert told(game.apply(SitOut()), "fuel-discarded") == [
        {"kind": "fuel-discarded", "seat": ROBOT, "fuel": {"coal": 2, "oil": 2}}
    ], "no plant is left that takes either"
    robot = {"plants": [5, 13, 21], "fuel": {"coal": 4, "oil": 4}}
    game = auctions(["highest-number"], robot, fuel_market={"coal": 20, "oil": 14})
    game.apply(SitOut())
    assert told(game.apply(SitOut()), "fuel-discarded")[0]["fuel"] == {"coal": 4}, "coal at 2, oil at 4"
    game = auctions(["highest-number"], robot, fuel_market={"coal": 2, "oil": 20})
    game.apply(SitOut())
    assert told(game.apply(SitOut()), "fuel-discarded")[0]["fuel"] == {"oil": 4}, "coal at 8, oil at 2"


@pytest.mark.rule("R52")
def test_half_a_bid_is_paid_rounded_up() -> None:
    game = auctions(["second-smallest-number", "half-bid"])
    game.apply(SitOut())
    events = game.apply(SitOut())
    assert told(events, "plant-bought")[0]["price"] == 6
    assert told(events, "robot-uses")[0]["tile"] == "half-bid"


@pytest.mark.rule("R52")
def test_its_money_must_cover_the_whole_bid() -> None:
    game = auctions(["second-smallest-number", "half-bid"], {"money": 10})
    game.apply(SitOut())
    assert not told(game.apply(SitOut()), "plant-bought")


@pytest.mark.rule("R27", "N1")
def test_in_the_deluxe_game_the_discount_is_its_minimum_bid() -> None:
    options = {"robots": [made_of("second-smallest-number")]}
    for seed in range(8):
        game = stromnetz.new_game("deluxe-north-america", players=3, seed=seed, options=options)
        smallest = game.view(None).current[0]
        limits = [row for row in told(game.rows[0].events, "robot-bids") if row["plant"] == smallest]
        assert not limits, "it wants the second smallest"
    options = {"robots": [made_of("first-choice-for-minimum-bid")]}
    game = stromnetz.new_game("deluxe-north-america", players=3, seed=1, order=[0, 1, 2], options=options)
    assert game.view(None).minimum_bids[0] == 1, "the marker lies on the smallest"
    events = game.apply(Open(game.view(None).current[0], 1))
    assert told(events, "plant-bought")[0]["price"] == 1
