"""Outpost, phase 4: which plants workers run, the income, and which workers return to the market."""

import random
from itertools import combinations

import pytest

from stromnetz import Done
from stromnetz.editions.outpost.moves import Arrange, Hire
from tests.helpers import asked, decision, purses
from tests.rules.outpost_companies import (
    LABORATORIES,
    MOON_BASE,
    PAYMENT,
    ROBOTS,
    at,
    finish,
    on_to,
    ran,
    staff,
    stages,
    turn,
)
from tests.rules.outpost_tables import CITIES, Card, Seat, company, table, told, workers

POWER = {2: (2, 1), 3: (3, 2), 4: (4, 3), 11: (1, 1), 12: (2, 2), 22: (1, 2), 25: (4, 5), 44: (1, 4), MOON_BASE: (3, 4)}
"""Workers and cities of some plants."""


# --- running plants ---


@pytest.mark.rule("EX21", "EX18", "L17")
def test_example_of_an_income() -> None:
    """Plants 03 and 25 supply seven cities with seven workers; there are six."""
    game = turn(placed=[3, 25, "16a", "26a"], slots=(2, 2), workers=7, seasonal=2, houses=CITIES[:6], money=0)
    events = finish(game)
    assert ran(events) == {"seat": 0, "plants": [3, 25], "burn": {"workers": 7}, "supplied": 6, "income": 73}
    assert purses(game)[0] == 73


@pytest.mark.rule("EX18", "L17")
@pytest.mark.parametrize(("held", "supplied"), [(0, 0), (1, 0), (2, 2), (3, 2), (4, 2)])
def test_a_plant_runs_once_with_exactly_its_workers(held: int, supplied: int) -> None:
    """Plant 12 needs two workers for two cities."""
    game = turn(placed=[12], slots=(1, 0), workers=held, houses=CITIES[:5])
    row = ran(finish(game))
    assert row["supplied"] == supplied
    assert row["burn"] == ({"workers": 2} if supplied else {})


@pytest.mark.rule("L17")
@pytest.mark.parametrize(
    ("held", "cities", "supplied"),
    [
        (9, 10, 9),
        (8, 10, 7),  # not all three plants
        (6, 10, 7),
        (5, 10, 5),  # plant 25, not 03 and 12, which supply four
        (4, 10, 5),
        (3, 10, 2),
        (1, 10, 0),
        (9, 6, 6),
        (9, 0, 0),
    ],
)
def test_workers_run_what_supplies_most(held: int, cities: int, supplied: int) -> None:
    """Plants for 2, 2 and 5 cities, which need 3, 2 and 4 workers."""
    game = turn(placed=[3, 12, 25], slots=(3, 0), workers=held, houses=CITIES[:cities], step=2)
    assert game.view(None).players[0].supplies == supplied
    row = ran(finish(game))
    assert row["supplied"] == supplied
    assert row["burn"].get("workers", 0) == sum(POWER[plant][0] for plant in row["plants"]) <= held


@pytest.mark.rule("L17", "U1")
@pytest.mark.parametrize("cities", range(17))
def test_payment_for_every_number_of_cities(cities: int) -> None:
    game = turn(placed=[46, 47, 48], slots=(3, 0), workers=12, houses=CITIES[:cities], money=0, step=2)
    row = ran(finish(game))
    assert (row["supplied"], row["income"]) == (cities, PAYMENT[cities])
    assert purses(game)[0] == PAYMENT[cities]


@pytest.mark.rule("L17", "U1")
def test_too_little_output_pays_for_what_is_supplied_only() -> None:
    game = turn(placed=[25], slots=(1, 0), workers=4, houses=CITIES[:9], step=2)
    assert (ran(finish(game))["supplied"], purses(game)[0]) == (5, 164)


@pytest.mark.rule("L17")
def test_income_goes_in_order() -> None:
    game = table("building", 4, order=[2, 0, 3, 1], round=4)
    rows = told(finish(game), "plants-ran")
    assert [(row["seat"], row["income"]) for row in rows] == [(2, 10), (0, 10), (3, 10), (1, 10)]
    assert purses(game) == [70] * 4


@pytest.mark.rule("L17")
def test_workers_are_not_used_up() -> None:
    game = turn(placed=[12, "16a"], slots=(1, 1), workers=2, houses=["amber"])
    for _ in range(3):
        assert ran(finish(game))["supplied"] == 1
        assert staff(game) == (2, 0, 0)
        while decision(game) == "auction":
            game.apply({"kind": "sit-out"})
        while asked(game) != (0, "network"):
            game.apply(Done())


@pytest.mark.rule("L17", "L31a", "L27a")
@pytest.mark.parametrize("seed", range(40))
def test_the_most_that_workers_can_supply_worked_out_another_way(seed: int) -> None:
    """Every set of plants, checked by assigning permanent and seasonal workers one by one."""
    rng = random.Random(seed)
    plants = [MOON_BASE, *rng.sample(sorted(set(POWER) - {MOON_BASE}), 3)][: rng.randint(1, 4)]
    held, robots, cities = rng.randint(1, 8), rng.randint(0, 3), rng.randint(1, 14)
    seasonal = rng.randint(0, held)
    labs, made = rng.random() < 0.5, rng.random() < 0.5

    def runs(chosen: tuple[int, ...], fixed: int, others: int) -> bool:
        for plant in sorted(chosen, reverse=True):  # Moon Base first: nobody else can run it
            if plant == MOON_BASE:
                fixed -= 3
            else:
                took = min(others, POWER[plant][0])
                others, fixed = others - took, fixed - (POWER[plant][0] - took)
            if fixed < 0:
                return False
        return True

    crews = [(held - seasonal + robots, seasonal)]
    if made:
        crews = [(a, b) for a, b in ((crews[0][0] - 1, seasonal), (crews[0][0], seasonal - 1)) if min(a, b) >= 0]
    best = max(
        min(cities, sum(POWER[plant][1] + labs for plant in chosen))
        for n in range(len(plants) + 1)
        for chosen in combinations(plants, n)
        for crew in crews
        if runs(chosen, *crew)
    )
    game = turn(
        [LABORATORIES] * labs + [ROBOTS] * made,
        plants,
        (4, 0),
        workers=held,
        seasonal=seasonal,
        robots=robots,
        houses=CITIES[:cities],
        made=[0] * made,
        order=[1, 0, 2],
        step=2,
    )
    assert game.view(None).players[0].supplies == best
    assert ran(finish(game))["supplied"] == best


# --- workers back ---


@pytest.mark.rule("L18")
def test_seasonal_workers_go_back_and_permanent_ones_stay() -> None:
    game = at("workers", placed=[3, 25, "16a", "26a"], slots=(2, 2), workers=2)
    before = workers(game)
    events = finish(game, Hire(2))
    assert told(events, "workers-dismissed") == [{"seat": 0, "count": 2}]
    assert staff(game) == (5, 0, 0)
    assert workers(game) == before - 3


@pytest.mark.rule("L18")
@pytest.mark.parametrize(("placed", "staying"), [([], 0), (["05a"], 1), (["05a", "26a"], 4), (["26a", "38a"], 6)])
def test_housings_keep_what_they_hold(placed: list[Card], staying: int) -> None:
    game = turn(["38b"], placed, slots=(0, len(placed)), workers=6)
    before = workers(game)
    finish(game)
    assert staff(game) == (staying, 0, 0)
    assert workers(game) == before + 6 - staying


@pytest.mark.rule("L18")
def test_everybody_sends_workers_back() -> None:
    placed: list[Seat] = [{"placed": ["05a"]}, {"placed": ["16a"], "seasonal": 1}, {"placed": ["26a"]}]
    cards = [{"plants": row["placed"], "fuel": {"workers": 4}} for row in placed]
    game = table(
        "building",
        cards,
        order=[0, 1, 2],
        round=6,
        modules={"company": {"sites": {"basalt": 0, "dune": 1, "flint": 2}, "seats": placed}},
    )
    events = finish(game)
    assert [(row["seat"], row["count"]) for row in told(events, "workers-dismissed")] == [(0, 3), (1, 2), (2, 1)]
    assert [staff(game, seat) for seat in range(3)] == [(1, 0, 0), (2, 0, 0), (3, 0, 0)]
    assert workers(game) == 30 - 6


@pytest.mark.rule("L18", "L3")
@pytest.mark.parametrize(("players", "space"), [(3, 3), (4, 4), (5, 5), (6, 5)])
def test_they_go_to_the_most_expensive_free_places(players: int, space: int) -> None:
    """The last space, at 10, holds twice as many as each of the others."""
    for count, price in [
        (1, 10),
        (2 * space, 10),
        (2 * space + 1, 8),
        (3 * space, 8),
        (3 * space + 1, 7),
        (7 * space, 4),
        (9 * space + 1, 1),
        (10 * space, 1),
    ]:
        game = turn(workers=count, fuel_market={"workers": 0}, others=[{}] * (players - 1))
        finish(game)
        view = game.view(None).fuels["workers"]
        assert (view.in_market, view.price) == (count, price)


@pytest.mark.rule("L18")
def test_robots_stay_with_their_owner() -> None:
    game = turn(placed=["05a"], slots=(0, 1), workers=3, robots=4)
    finish(game)
    assert staff(game) == (1, 0, 4)


@pytest.mark.rule("L18", "L17")
def test_everybody_is_paid_before_workers_go_back() -> None:
    game = turn(placed=[25], slots=(1, 0), workers=4, seasonal=4, houses=CITIES[:5])
    rows = [event.kind for event in finish(game) if event.kind in ("plants-ran", "workers-dismissed")]
    assert rows == ["plants-ran"] * 3 + ["workers-dismissed"]


@pytest.mark.rule("L18a", "L16a")
def test_places_that_a_short_market_left_empty_are_filled_from_the_own_seasonal_workers() -> None:
    game = at("workers", placed=[13, "16a"], slots=(1, 1), fuel_market={"workers": 2}, houses=CITIES[:3])
    game.apply(Hire(1))  # one permanent, one seasonal, and nobody for the second place
    assert staff(game) == (2, 0, 0), "both are permanent from then on"
    assert workers(game) == 0


@pytest.mark.rule("L18a")
@pytest.mark.parametrize(
    ("held", "seasonal", "staying", "back"), [(4, 3, 2, 1), (3, 3, 3, 0), (5, 2, 0, 2), (2, 0, 0, 0), (6, 5, 2, 3)]
)
def test_only_as_many_as_places_are_empty(held: int, seasonal: int, staying: int, back: int) -> None:
    game = turn([], ["26a"], (0, 1), workers=held, seasonal=seasonal, fuel_market={"workers": 0})
    events = finish(game)
    rows = [{"seat": 0, "count": back}] if back else []
    kept = [{"seat": 0, "count": staying}] if staying else []
    assert (told(events, "workers-dismissed"), told(events, "workers-kept")) == (rows, kept)
    assert staff(game) == (min(3, held), 0, 0)
    assert workers(game) == back


@pytest.mark.rule("L18", "L15a")
def test_who_stays_is_there_in_the_next_round() -> None:
    """Housings are exchanged, one worker too many goes back, and the others need not be hired again."""
    game = at("company", ["16b"], placed=[12, "26a"], slots=(1, 1), workers=3, houses=["amber"])
    finish(game, Arrange([12, "16b"]))
    assert staff(game) == (2, 0, 0)
    while asked(game) != (0, "network"):
        game.apply({"kind": "sit-out"} if decision(game) == "auction" else Done())
    assert company(game, 0)["placed"] == [12, "16b"]
    assert stages(on_to(game, "network"), Arrange([12, "26a"])) == ["network", "company", "workers"]
