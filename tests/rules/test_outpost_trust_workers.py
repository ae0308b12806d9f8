"""The workers of the Trust in Outpost: free in phase 3 (L34, L34a), back to the market in phase 4 (L35)."""

from __future__ import annotations

import pytest

from stromnetz import BadInput, Done
from stromnetz.editions.outpost.events import WorkersHired
from stromnetz.editions.outpost.moves import Hire
from tests.helpers import decision
from tests.rules.outpost_tables import Card, company, finish_round, told, workers
from tests.rules.outpost_trust_tables import TRUST, against, companies, done, houses, its_turn

# --- phase 3 ---


@pytest.mark.rule("L34", "L34a")
@pytest.mark.parametrize(
    ("cards", "seasonal", "permanent"),
    [
        ([14], 4, 0),
        ([14, "26a"], 1, 3),
        ([12, "26a"], 0, 3),
        (["26a"], 0, 3),
        ([14, 15, "05a", "16a"], 6, 3),
        ([], 0, 0),
    ],
)
def test_it_takes_the_workers_it_needs_free_of_charge(cards: list[Card], seasonal: int, permanent: int) -> None:
    sites = dict.fromkeys(["amber", "cinder", "basalt", "dune"], TRUST)
    game = its_turn(placed=cards, sites=sites)
    events = [e for e in done(game) if isinstance(e, WorkersHired) and e.seasonal + e.permanent]
    assert events == ([WorkersHired(TRUST, seasonal, permanent, 0)] if seasonal + permanent else [])
    row = company(game, TRUST)
    assert (row["seasonal"], row["permanent"], workers(game)) == (seasonal, permanent, 30 - seasonal - permanent)
    assert game.position.money == [100, 100, 0]
    price = game.view(None).fuels["workers"].price
    assert price == 1 + (seasonal + permanent) // 3, "the cheapest, three for each price"


@pytest.mark.rule("L34a")
@pytest.mark.parametrize(("there", "seasonal", "more"), [(0, 1, 3), (2, 1, 1), (3, 1, 0)])
def test_it_takes_only_missing_workers(there: int, seasonal: int, more: int) -> None:
    game = its_turn(placed=[14, "26a"], sites={"amber": TRUST, "basalt": TRUST}, workers=there)
    assert WorkersHired(TRUST, seasonal, more, 0) in done(game)


@pytest.mark.rule("L34a")
@pytest.mark.parametrize(("there", "seasonal", "permanent"), [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 2, 1), (9, 2, 3)])
def test_it_takes_no_more_than_the_market_has(there: int, seasonal: int, permanent: int) -> None:
    """It needs five and has three places: the other two are taken first."""
    sites = {"amber": TRUST, "basalt": TRUST}
    game = its_turn(placed=[15, "26a"], sites=sites, fuel_market={"workers": there})
    done(game)
    row = company(game, TRUST)
    assert (row["seasonal"], row["permanent"]) == (seasonal, permanent)
    assert workers(game) == there - seasonal - permanent


@pytest.mark.rule("L34", "L16")
def test_it_takes_workers_in_its_turn_of_the_reverse_order() -> None:
    """Seat 1 hires before it, seat 0 after it; both have a plant for two workers."""
    sites = {"amber": TRUST, "karst": 0, "mesa": 1}
    boards = [{"placed": [12]}, {"placed": [34]}, {"placed": [14]}]
    game = against(
        "building",
        *({"plants": [12]}, {"plants": [34]}),
        trust={"plants": [14]},
        modules={"company": {"sites": sites, "seats": boards}},
        houses=houses(),
        to_act=1,
    )
    costs = []
    for _ in range(2):
        game.apply(Done())
        assert decision(game) == "workers"
        costs.append(told(game.apply(Hire(2)), "workers-hired")[0]["cost"])
    assert costs == [1 + 1, 3 + 3], "the Trust took one for 1 and three for 2"


# --- phase 4 ---


@pytest.mark.rule("L35")
def test_its_permanent_workers_stay_and_the_others_go_back() -> None:
    game = its_turn(placed=[14, "26a"], sites={"amber": TRUST, "basalt": TRUST})
    events = finish_round(game)
    assert told(events, "workers-dismissed") == [{"seat": TRUST, "count": 1}]
    row = company(game, TRUST)
    assert (row["seasonal"], row["permanent"], workers(game)) == (0, 3, 27)


@pytest.mark.rule("L35", "L18")
@pytest.mark.parametrize(("there", "price"), [(5, 10), (6, 10), (7, 8), (9, 8), (10, 7)])
def test_the_dearest_space_holds_six_the_others_three(there: int, price: int) -> None:
    game = its_turn(placed=[15], sites={"amber": TRUST}, fuel_market={"workers": there})
    done(game)
    assert workers(game) == there - 5
    finish_round(game)
    assert (workers(game), game.view(None).fuels["workers"].price) == (there, price)


@pytest.mark.rule("L35", "L18a")
def test_places_that_a_short_market_left_empty_keep_seasonal_workers() -> None:
    """Two are seasonal and one lives there: all three stay."""
    sites = {"amber": TRUST, "basalt": TRUST}
    game = its_turn(placed=[15, "26a"], sites=sites, fuel_market={"workers": 3})
    events = finish_round(game)
    assert told(events, "workers-kept") == [{"seat": TRUST, "count": 2}]
    assert told(events, "workers-dismissed") == []
    row = company(game, TRUST)
    assert (row["seasonal"], row["permanent"], workers(game)) == (0, 3, 0)


@pytest.mark.rule("L35", "K0")
def test_it_has_no_income() -> None:
    game = its_turn(placed=[12], sites={"amber": TRUST})
    events = finish_round(game)
    assert [row["seat"] for row in told(events, "plants-ran")] == [0, 1]
    assert game.position.money == [110, 110, 0]


@pytest.mark.rule("L35")
def test_a_position_in_which_it_has_more_than_it_could_have_is_refused() -> None:
    trust = {"plants": [12], "fuel": {"workers": 2}}
    against("building", trust=trust, modules=companies([12], {"amber": TRUST}, seasonal=2), houses=houses())
    for wrong in (companies([12]), companies([12], {"amber": TRUST}, seasonal=3), companies([13], {"amber": TRUST})):
        with pytest.raises(BadInput):
            against("building", trust=trust, modules=wrong, houses=houses())
