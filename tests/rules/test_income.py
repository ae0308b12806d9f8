"""Phase 5: running plants for income, and the market update."""

from typing import Any

import pytest

from stromnetz import Buy, Game, Pass, Run
from stromnetz.engine.options import RunOption
from tests.helpers import decision, position, purses, refused, to_act
from tests.rules.tables import CITIES, market

PAYMENTS = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150]


def runner(plants: list[int], fuel: dict[str, int] | None = None, cities: int = 6, **fields: Any) -> Game:
    """Seat 0 of two runs its plants last."""
    players = [{"plants": plants, "fuel": fuel or {}, "cities": CITIES[:cities], "money": 0}, {}]
    return position("bureaucracy", players, to_act=0, **{"order": [1, 0], **fields})


def ran(game: Game, run: Run) -> dict[str, Any]:
    """The result of a run: the fields of its event."""
    return next(e.to_json() for e in game.apply(run) if e.kind == "plants-ran")


def runs(game: Game) -> list[tuple[list[int | str], dict[str, int], int]]:
    """The runs offered to the deciding seat: plants, fuel burnt, output."""
    assert game.decision is not None
    return [(o.plants, o.burn, o.output) for o in game.decision.options or [] if isinstance(o, RunOption)]


def burn_for(game: Game, *plants: int) -> list[dict[str, int]]:
    return [burn for ran, burn, _ in runs(game) if ran == list(plants)]


# --- income ---


@pytest.mark.rule("U1")
def test_income_goes_in_order() -> None:
    players = [{"plants": [13]}, {"plants": [18]}, {"plants": [22]}]
    game = position("bureaucracy", players, order=[2, 0, 1])
    asked = []
    while decision(game) == "run":
        asked.append(to_act(game))
        game.apply(Run())
    assert asked == [2, 0, 1]


@pytest.mark.rule("U1")
@pytest.mark.parametrize("supplied", range(21))
def test_payment_table(supplied: int) -> None:
    """Plants 36, 38, 46 and 50 make 27."""
    game = runner([36, 38, 46, 50], {"coal": 6, "garbage": 3}, cities=supplied)
    out = ran(game, Run([36, 38, 46, 50]))
    assert (out["supplied"], out["income"]) == (supplied, PAYMENTS[supplied])
    assert game.view(0).players[0].money == PAYMENTS[supplied]


@pytest.mark.rule("C8")
@pytest.mark.parametrize("cities", [21, 22, 26])
def test_more_than_twenty_cities_pay_as_twenty_do(cities: int) -> None:
    game = runner([36, 38, 46, 50], {"coal": 6, "garbage": 3}, cities=cities)
    out = ran(game, Run([36, 38, 46, 50]))
    assert (out["supplied"], out["income"]) == (cities, 150)


@pytest.mark.rule("U1")
def test_who_can_run_nothing_is_paid_10_without_being_asked() -> None:
    players = [{"plants": [13], "money": 0}, {"plants": [4], "fuel": {"coal": 1}, "money": 0, "cities": ["essen"]}]
    game = position("bureaucracy", players, order=[0, 1])
    events = game.apply(Run())
    assert [e.to_json()["income"] for e in events if e.kind == "plants-ran"] == [10, 10]
    assert purses(game) == [10, 10]
    assert game.view(None).players[1].fuel == {"coal": 1}


@pytest.mark.rule("U1")
def test_fewer_cities_than_possible_may_be_supplied() -> None:
    game = runner([10, 15], {"coal": 4})
    out = ran(game, Run([10]))
    assert (out["supplied"], out["income"], out["burn"]) == (2, 33, {"coal": 2})
    assert game.view(None).players[0].fuel == {"coal": 2}


@pytest.mark.rule("U1")
def test_running_nothing_keeps_the_fuel() -> None:
    game = runner([10, 15], {"coal": 4})
    assert ran(game, Run())["income"] == 10
    assert game.view(None).players[0].fuel == {"coal": 4}


@pytest.mark.rule("U1")
def test_surplus_output_is_lost() -> None:
    game = runner([10, 15], {"coal": 4}, cities=1)
    out = ran(game, Run([10, 15]))
    assert (out["supplied"], out["income"], out["burn"]) == (1, 22, {"coal": 4})
    assert game.view(None).players[0].fuel == {}


@pytest.mark.rule("U1", "P5")
def test_burnt_fuel_goes_to_the_supply_not_to_the_market() -> None:
    """The other player still has to run, so no refill yet."""
    players: list[dict[str, Any]] = [{"plants": [4], "fuel": {"coal": 4}}, {"plants": [13]}]
    game = position("bureaucracy", players, order=[0, 1], supply={"coal": 5})
    game.apply(Run([4]))
    coal = game.view(None).fuels["coal"]
    assert (coal.in_market, coal.supply) == (15, 7)


@pytest.mark.rule("U1")
def test_only_own_plants_run() -> None:
    players: list[dict[str, Any]] = [{"plants": [4], "fuel": {"coal": 2}}, {"plants": [13]}]
    game = position("bureaucracy", players, order=[0, 1])
    with refused("U1", game):
        game.apply(Run([13]))


@pytest.mark.rule("U1")
def test_only_a_run_answers_the_question() -> None:
    game = runner([13])
    with refused("U1", game):
        game.apply(Pass())


# --- what a run burns ---


@pytest.mark.rule("P2")
def test_a_plant_runs_once_in_a_round() -> None:
    game = runner([10], {"coal": 4})
    with refused("P2", game):
        game.apply(Run([10, 10]))
    assert ran(game, Run([10]))["supplied"] == 2


@pytest.mark.rule("P2")
def test_a_plant_short_of_fuel_does_not_run() -> None:
    game = runner([7, 13], {"oil": 2})
    with refused("P2", game):
        game.apply(Run([7]))
    with refused("P2", game):
        game.apply(Run([7], {"oil": 3}))
    assert ([7], {"oil": 3}, 2) not in runs(game)


@pytest.mark.rule("P2", "P3")
def test_fuel_of_another_kind_does_not_do() -> None:
    game = runner([4, 14], {"coal": 4, "garbage": 2})
    with refused("P3", game):
        game.apply(Run([14], {"coal": 2}))
    assert ran(game, Run([14], {"garbage": 2}))["supplied"] == 2


@pytest.mark.rule("P2", "P3")
def test_a_hybrid_does_not_leave_the_others_without_their_fuel() -> None:
    """05 takes both fuels, 04 coal only: of four markers at least two are coal."""
    game = runner([4, 5], {"coal": 3, "oil": 3})
    with refused("P3", game):
        game.apply(Run([4, 5], {"coal": 1, "oil": 3}))
    assert burn_for(game, 4, 5) == [{"coal": 2, "oil": 2}, {"coal": 3, "oil": 1}]
    assert ran(game, Run([4, 5], {"coal": 3, "oil": 1}))["supplied"] == 2


@pytest.mark.rule("P3", "P2")
def test_eco_plants_run_without_fuel() -> None:
    game = runner([13, 18])
    assert runs(game) == [([], {}, 0), ([13], {}, 1), ([18], {}, 2), ([13, 18], {}, 3)]
    out = ran(game, Run([13, 18]))
    assert (out["burn"], out["supplied"], out["income"]) == ({}, 3, 44)


@pytest.mark.rule("U1")
def test_burn_may_be_left_out_when_there_is_one_way() -> None:
    game = runner([5], {"coal": 2})
    assert ran(game, Run([5]))["burn"] == {"coal": 2}
    both = runner([4, 5], {"coal": 2, "oil": 2})
    assert ran(both, Run([4, 5]))["burn"] == {"coal": 2, "oil": 2}


@pytest.mark.rule("U1")
def test_burn_must_be_named_when_there_are_several_ways() -> None:
    game = runner([5], {"coal": 2, "oil": 1})
    with refused("U1", game) as no:
        game.apply(Run([5]))
    assert no.error.facts["ways"] == [{"coal": 1, "oil": 1}, {"coal": 2}]
    assert ran(game, Run([5], {"coal": 1, "oil": 1}))["burn"] == {"coal": 1, "oil": 1}
    assert game.view(None).players[0].fuel == {"coal": 1}


# --- worked examples ---


@pytest.mark.rule("EX2", "P2")
def test_example_plant_14_burns_exactly_two() -> None:
    game = runner([14], {"garbage": 4})
    for burn in (1, 4):
        with refused("P2", game):
            game.apply(Run([14], {"garbage": burn}))
    assert runs(game) == [([], {}, 0), ([14], {"garbage": 2}, 2)]
    assert ran(game, Run([14]))["supplied"] == 2
    assert game.view(None).players[0].fuel == {"garbage": 2}


@pytest.mark.rule("EX2", "P3")
def test_example_plant_14_stores_four() -> None:
    game = position("fuel", [{"plants": [14]}, {}], to_act=0)
    with refused("P3", game):
        game.apply(Buy("garbage", 5))
    game.apply(Buy("garbage", 4))
    assert game.view(None).players[0].fuel == {"garbage": 4}


@pytest.mark.rule("EX2")
def test_example_plant_14_starts_at_14() -> None:
    game = position("auctions", 3, round=2, market=[14, 15, 16, 17, 18, 19, 20, 21])
    with refused("A1", game):
        game.apply({"kind": "open", "plant": 14, "bid": 13})
    game.apply({"kind": "open", "plant": 14, "bid": 14})


@pytest.mark.rule("EX3", "P2")
def test_example_plant_05_burns_two_in_any_mix() -> None:
    game = runner([5], {"coal": 2, "oil": 2})
    assert burn_for(game, 5) == [{"oil": 2}, {"coal": 1, "oil": 1}, {"coal": 2}]


@pytest.mark.rule("EX3", "P3")
@pytest.mark.parametrize("coal", range(5))
def test_example_plant_05_stores_four_in_any_mix(coal: int) -> None:
    game = position("fuel", [{"plants": [5, 10], "fuel": {"coal": 4}}, {}], to_act=0)
    for fuel, count in (("coal", coal), ("oil", 4 - coal)):
        if count:
            game.apply(Buy(fuel, count))
    assert game.view(None).players[0].room == {}
    assert sum(game.view(None).players[0].fuel.values()) == 8


@pytest.mark.rule("EX3", "P3")
def test_example_plants_03_and_13() -> None:
    game = position("fuel", [{"plants": [3]}, {"plants": [13]}], order=[0, 1])
    assert to_act(game) == 0, "who stores nothing is not asked"
    room = [player.room for player in game.view(None).players]
    assert room == [{"oil": 4}, {}]


@pytest.mark.rule("EX7", "U1")
def test_example_of_income() -> None:
    full = {"oil": 6, "coal": 8}
    out = ran(runner([7, 10, 15], full), Run([7, 10, 15]))
    assert (out["burn"], out["supplied"], out["income"]) == ({"coal": 4, "oil": 3}, 6, 73)
    out = ran(runner([7, 10, 15], full), Run([7, 10]))
    assert (out["supplied"], out["income"]) == (4, 54)
    out = ran(runner([7, 10, 15], full), Run())
    assert (out["supplied"], out["income"]) == (0, 10)


# --- market update ---


@pytest.mark.rule("U3")
@pytest.mark.parametrize("step", [1, 2])
def test_update_puts_the_largest_plant_under_the_deck(step: int) -> None:
    game = runner([13], market=[8, 9, 10, 11, 12, 14, 15, 16], deck=[20, 21, "step-3"], step=step)
    events = [e.to_json() for e in game.apply(Run())]
    assert {"kind": "card-put-under", "card": 16} in events
    assert market(game) == [8, 9, 10, 11, 12, 14, 15, 20]
    assert game.view(None).under_deck == [16]
    assert game.position_json()["deck"] == [21, "step-3", 16]


@pytest.mark.rule("U3")
def test_update_in_step_3_boxes_the_smallest_plant() -> None:
    game = runner([13], market=[10, 11, 12, 14, 15, 16], deck=[20, 21], step=3)
    game.apply(Run())
    assert market(game) == [11, 12, 14, 15, 16, 20]
    assert game.view(None).out_of_game[-1] == 10
    assert game.position_json()["deck"] == [21]


@pytest.mark.rule("U3")
def test_update_in_step_3_boxes_also_with_an_empty_deck() -> None:
    game = runner([13], market=[10, 11, 12, 14], deck=[], step=3)
    game.apply(Run())
    assert market(game) == [11, 12, 14]


@pytest.mark.rule("U3", "U2")
def test_update_comes_after_all_income_and_the_refill() -> None:
    players = [{"plants": [13]}, {"plants": [18]}]
    game = position("bureaucracy", players, order=[0, 1])
    assert [e.kind for e in game.apply(Run())] == ["plants-ran"]
    after = [e.kind for e in game.apply(Run())]
    assert after[:4] == ["plants-ran", "fuel-refilled", "card-put-under", "card-drawn"]
    assert after[4:6] == ["round-began", "phase-began"]
