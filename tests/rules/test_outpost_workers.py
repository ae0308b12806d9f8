"""Outpost, phase 3 c): seasonal workers for the plants, free ones for the housings."""

import random
from typing import Any

import pytest

from stromnetz import BadInput, Done, Move
from stromnetz.editions.outpost.moves import Hire
from tests.helpers import asked, purses, refused
from tests.rules.outpost_companies import (
    ECOPLANTS,
    NODULE,
    at,
    finish,
    foreign,
    hiring,
    ran,
    saved,
    staff,
    stages,
    turn,
)
from tests.rules.outpost_tables import Card, company, told, workers

WAGES = [price for price in (1, 2, 3, 4, 5, 6, 7, 8, 10, 10) for _ in range(3)]
"""The labour market of three players, cheapest first."""
NEEDS = {2: 2, 3: 3, 4: 4, 11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 22: 1, 25: 4, 48: 5}
HOLDS = {"05a": 1, "05b": 1, "16a": 2, "16b": 2, "26a": 3, "26b": 3, "38a": 4, "38b": 4}


@pytest.mark.rule("EX20", "L16")
def test_example_of_two_seasonal_and_three_free_workers() -> None:
    """Five places of which two are filled; the plants need seven; the cheapest two workers cost 4 and 5."""
    game = at("workers", placed=[3, 25, "16a", "26a"], slots=(2, 2), workers=2, labour=19)
    row = company(game, 0)
    assert (row["places"], row["permanent"], row["need"]) == (5, 2, 7)
    (hired,) = [event for event in game.apply(Hire(2)) if event.kind == "workers-hired"]
    assert hired.to_json() == {"kind": "workers-hired", "seat": 0, "seasonal": 2, "permanent": 3, "cost": 9}


@pytest.mark.rule("EX20", "L16")
def test_what_comes_of_the_example() -> None:
    game = at("workers", placed=[3, 25, "16a", "26a"], slots=(2, 2), workers=2, labour=19, order=[1, 0, 2])
    game.apply(Hire(2))
    assert staff(game) == (5, 2, 0)
    assert (purses(game)[0], workers(game)) == (91, 14)


# --- how many ---


@pytest.mark.rule("L16")
@pytest.mark.parametrize(
    ("placed", "held", "most"),
    [
        ([12], 0, 2),
        ([3, 25], 0, 7),
        ([12, "05a"], 0, 1),
        ([12, "05a"], 1, 1),  # a place counts whether it is filled or not
        ([3, 25, "16a", "26a"], 0, 2),
        ([3, 25, "16a", "26a"], 5, 2),
        ([12, "16a"], 0, 0),
        ([11, "38a"], 0, 0),
        (["38a"], 0, 0),
    ],
)
def test_seasonal_workers_are_what_the_plants_need_beyond_the_places(placed: list[Card], held: int, most: int) -> None:
    plants = sum(isinstance(card, int) for card in placed)
    game = at("workers", placed=placed, slots=(plants, len(placed) - plants), workers=held)
    assert len(hiring(game).costs) == most + 1
    with refused("L16", game) as no:
        game.apply(Hire(most + 1))
    assert (no.error.facts["most"], no.error.facts["count"]) == (most, most + 1)
    for count in range(most + 1):  # fewer or none, too
        other = game.copy()
        assert told(other.apply(Hire(count)), "workers-hired")[0]["seasonal"] == count
    assert list(game.legal_moves) == [Done(), *[Hire(count) for count in range(most + 1)]]


@pytest.mark.rule("L16a")
def test_the_limit_counts_all_placed_plants_and_no_others() -> None:
    game = at("workers", [14, 15, "16a"], placed=[12, 13], slots=(2, 0))
    assert company(game, 0)["need"] == 5
    assert len(hiring(game).costs) - 1 == 5


@pytest.mark.rule("L16")
@pytest.mark.parametrize("placed", [["38a"], [11, "38a"], [25, "38a"]])
def test_all_empty_places_are_filled_free_of_charge_needed_or_not(placed: list[Card]) -> None:
    game = at("workers", placed=placed, slots=(len(placed) - 1, 1), workers=1, labour=20, money=0, order=[1, 0, 2])
    assert (hiring(game).costs, hiring(game).permanent) == ([0], [3])
    game.apply(Hire(0))
    assert staff(game) == (4, 0, 0)
    assert (purses(game)[0], workers(game)) == (0, 17)


@pytest.mark.rule("L16")
def test_seasonal_workers_come_first_and_are_the_cheapest() -> None:
    """Of two workers at 3 and others at 4 the paid ones are those at 3."""
    game = at("workers", placed=[25, "16a"], slots=(1, 1), labour=23, order=[1, 0, 2])
    assert WAGES[30 - 23 :][:4] == [3, 3, 4, 4]
    assert hiring(game).costs == [0, 3, 6]
    assert hiring(game).permanent == [2, 2, 2]
    game.apply(Hire(2))
    assert (purses(game)[0], staff(game), workers(game)) == (94, (2, 2, 0), 19)


@pytest.mark.rule("L16")
@pytest.mark.parametrize(("labour", "costs"), [(30, [1, 2, 3, 5, 7]), (28, [1, 3, 5, 7, 10]), (7, [8, 18, 28, 38, 48])])
def test_each_seasonal_worker_costs_what_its_space_says(labour: int, costs: list[int]) -> None:
    game = at("workers", placed=[15], slots=(1, 0), labour=labour)
    assert hiring(game).costs == [0, *costs]


@pytest.mark.rule("L3", "L16")
@pytest.mark.parametrize(("players", "costs"), [(3, [1, 2, 3, 5, 7]), (4, [1, 2, 3, 4, 6]), (5, [1, 2, 3, 4, 5])])
def test_a_space_holds_more_workers_with_more_players(players: int, costs: list[int]) -> None:
    game = at("workers", placed=[15], slots=(1, 0), others=[{}] * (players - 1))
    assert hiring(game).costs == [0, *costs]


# --- what the market gives ---


@pytest.mark.rule("L16", "L16a")
def test_hiring_fewer_may_leave_more_free_workers() -> None:
    def done(count: int) -> tuple[int, int, int]:
        game = at("workers", placed=[13, "16a"], slots=(1, 1), labour=2, order=[1, 0, 2])
        assert hiring(game).permanent == [2, 1]
        game.apply(Hire(count))
        assert workers(game) == 0
        return staff(game)

    assert (done(0), done(1)) == ((2, 0, 0), (1, 1, 0))


@pytest.mark.rule("L16a")
def test_a_short_market_does_not_raise_the_limit() -> None:
    """Two places for a need of two, and one worker left: it cannot be hired as a seasonal one."""
    game = at("workers", placed=[12, "16a"], slots=(1, 1), labour=1)
    with refused("L16", game) as no:
        game.apply(Hire(1))
    assert no.error.facts == {"count": 1, "most": 0, "need": 2, "places": 2, "in_market": 1}
    assert told(game.apply(Hire(0)), "workers-hired") == [{"seat": 0, "seasonal": 0, "permanent": 1, "cost": 0}]


@pytest.mark.rule("L16")
def test_the_market_gives_what_it_has() -> None:
    game = at("workers", placed=[15, "05a"], slots=(1, 1), labour=3)
    assert hiring(game).costs == [0, 10, 20, 30]
    assert hiring(game).permanent == [1, 1, 1, 0]
    with refused("L16", game):
        game.apply(Hire(4))


@pytest.mark.rule("L16")
def test_an_empty_market_gives_nothing() -> None:
    game = turn(placed=[15, "38a"], slots=(1, 1), labour=0)
    assert stages(game) == ["network"], "nobody can come"


# --- what can be paid ---


@pytest.mark.rule("L16")
def test_seasonal_workers_must_be_paid() -> None:
    game = at("workers", placed=[15, "05a"], slots=(1, 1), labour=12, money=14)
    assert WAGES[30 - 12 :][:4] == [7, 7, 7, 8]
    assert hiring(game).costs == [0, 7, 14]
    assert Hire(3) not in list(game.legal_moves)
    with refused("L16", game) as no:
        game.apply(Hire(3))
    assert (no.error.facts["cost"], no.error.facts["money"]) == (21, 14)
    game.apply(Hire(2))
    assert purses(game)[0] == 10, "nothing left, then the income of nobody supplied"


@pytest.mark.rule("L16")
def test_money_does_not_tell_whether_somebody_is_asked() -> None:
    game = at("workers", placed=[15], slots=(1, 0), labour=12, money=0)
    assert list(game.legal_moves) == [Done(), Hire(0)]


# --- passing and refusing ---


@pytest.mark.rule("L16a")
def test_only_the_whole_action_can_be_passed() -> None:
    passed = at("workers", placed=[12, "26a"], slots=(1, 1), workers=1, order=[1, 0, 2])
    before = workers(passed)
    passed.apply(Done())
    assert (staff(passed), workers(passed)) == ((1, 0, 0), before)
    taken = at("workers", placed=[12, "26a"], slots=(1, 1), workers=1, order=[1, 0, 2])
    taken.apply(Hire(0))
    assert (staff(taken), workers(taken)) == ((3, 0, 0), before - 2)


@pytest.mark.rule("L16")
def test_workers_are_hired_once_in_a_turn() -> None:
    assert stages(turn(placed=[15], slots=(1, 0)), Hire(2)) == ["network", "workers"]


@pytest.mark.rule("L16")
@pytest.mark.parametrize(
    ("placed", "held", "robots", "choice"),
    [
        ([], 0, 0, False),
        ([12], 0, 2, False),
        ([12], 0, 1, True),
        (["16a"], 2, 0, False),
        (["16a"], 1, 0, True),
        ([12, "16a"], 2, 0, False),
        ([13, "16a"], 2, 0, True),
        ([13], 3, 0, False),  # workers without a place (L15a)
    ],
)
def test_who_can_take_nobody_is_not_asked(placed: list[Card], held: int, robots: int, choice: bool) -> None:
    plants = sum(isinstance(card, int) for card in placed)
    game = turn(placed=placed, slots=(plants, len(placed) - plants), workers=held, robots=robots)
    assert ("workers" in stages(game)) == choice


@pytest.mark.rule("L16")
@pytest.mark.parametrize("move", foreign("hire"), ids=repr)
def test_only_hiring_and_being_done(move: Move) -> None:
    game = at("workers", placed=[12, "26a"], slots=(1, 1))
    with refused("L16", game) as no:
        game.apply(move)
    assert no.error.facts["accepts"] == ["hire", "done"]


@pytest.mark.rule("L16")
def test_less_than_nobody_cannot_be_hired() -> None:
    game = at("workers", placed=[15, "05a"], slots=(1, 1), labour=20)
    with refused("L16", game):
        game.apply(Hire(-1))


@pytest.mark.rule("L16")
@pytest.mark.parametrize("count", [1.0, "1", None, True])
def test_workers_are_whole(count: Any) -> None:
    game = at("workers", placed=[15, "05a"], slots=(1, 1))
    with pytest.raises(BadInput):
        game.apply(Hire(count))


# --- all of it, worked out another way ---


@pytest.mark.rule("L16", "L26", "L28")
@pytest.mark.parametrize("seed", range(30))
def test_every_number_of_workers_and_its_price(seed: int) -> None:
    rng = random.Random(seed)
    plants: list[Card] = [*rng.sample(sorted(NEEDS), rng.randint(0, 3))]
    housings: list[Card] = [*rng.sample(sorted(HOLDS), rng.randint(0, 3))]
    cards: list[Card] = [*rng.sample([ECOPLANTS, NODULE], rng.randint(0, 2))]
    robots, purse, labour = rng.randint(0, 4), rng.choice([3, 15, 200]), rng.choice([0, 2, 5, 9, 16, 22])
    need = sum(NEEDS[c] for c in plants if isinstance(c, int)) - robots
    places = sum(HOLDS[c] + (NODULE in cards) for c in housings if isinstance(c, str))
    held = rng.randint(0, places)
    wanted: list[tuple[int, int]] = []
    for count in range(max(0, need - places) + 1):
        cost = sum(max(0, price - 3 * (ECOPLANTS in cards)) for price in WAGES[30 - labour :][:count])
        if cost <= purse and count <= labour:
            wanted.append((cost, min(labour - count, places - held)))
    game = turn(
        cards,
        [*plants, *housings],
        (len(plants), len(housings)),
        workers=held,
        robots=robots,
        labour=labour,
        money=purse,
        order=[1, 0, 2],
    )
    game.apply(Done())
    if labour and (need > places or held < places):
        assert asked(game) == (0, "workers")
        assert list(zip(hiring(game).costs, hiring(game).permanent, strict=True)) == wanted
        count = rng.randrange(len(wanted))
        game.apply(Hire(count))
        assert staff(game) == (held + wanted[count][1], count, robots)
        assert (purses(game)[0], workers(game)) == (purse - wanted[count][0], labour - count - wanted[count][1])
    else:
        assert asked(game)[0] != 0


# --- save and load ---


@pytest.mark.rule("L16", "L18")
def test_workers_can_be_saved_before_and_after_they_are_hired() -> None:
    game = at(
        "workers", placed=[3, 25, "16a", "26a"], slots=(2, 2), workers=2, labour=19, order=[1, 0, 2], houses=["amber"]
    )
    before = saved(game)
    game.apply(Hire(1))
    assert staff(game) == (5, 1, 0)
    after = saved(game)
    before.apply(Hire(1))
    assert before.position == after.position
    rows = [finish(one) for one in (game, after)]
    assert rows[0] == rows[1]
    assert ran(rows[0])["supplied"] == 1
    assert after.position == game.position
