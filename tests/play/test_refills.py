"""The next refill: certain and likely amounts of the view, compared with the actual refill."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Buy, Connect, Done, Run, new_game
from stromnetz.bots.plain_bot import PlainBot
from stromnetz.engine.events import FuelRefilled
from stromnetz.play.game import Game
from tests.helpers import position

COAL = [
    {"plants": [4], "money": 60},
    {"plants": [8], "money": 60},
    {"plants": [10], "money": 60},
    {"plants": [13], "money": 60},
]
"""Four players in round 1: one run of their plants burns 2 + 3 + 2 coal, and all 24 lie in the market."""


def coming(game: Game, fuel: str = "coal") -> tuple[int | None, int | None]:
    seen = game.view(None).fuels[fuel]
    return seen.refill, seen.expected_refill


def first_round(**fields: Any) -> Game:
    cards = {"market": [3, 5, 6, 7, 9, 11, 12, 14], "deck": [20, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, "step-3"]}
    return position("fuel", COAL, order=[3, 2, 1, 0], round=1, **cards, **fields)


def test_what_is_burnt_this_round_comes_back() -> None:
    """None is in the supply before the end of the first round; then the column of step 1 is full: five."""
    game = first_round()
    assert coming(game) == (0, 5)
    assert coming(game, "oil") == (3, 3)
    for count in (2, 3, 2):
        game.apply(Buy("coal", count))
        game.apply(Done())
    assert coming(game) == (0, 5), "Ann, Ben and Cleo have their fuel; who has an eco plant is not asked"
    for city in ("essen", "dortmund", "muenster"):
        game.apply(Connect(city))
        game.apply(Done())
    game.apply(Done())
    # 2 + 3 + 2, for one city each: everybody runs what there is
    assert coming(game) == (0, 5)
    game.apply(Run([13]))
    game.apply(Run([10]))
    assert coming(game) == (2, 5)
    game.apply(Run([]))
    assert coming(game) == (2, 4), "who did not run keeps the fuel: 2 lie there, and 2 of plant 4 are to come"
    events = game.apply(Run([4]))
    assert next(e.fuel["coal"] for e in events if isinstance(e, FuelRefilled)) == 4


def test_missing_cities_burn_no_fuel() -> None:
    """After the building phase, a second plant for a single city does not run."""
    seats: list[dict[str, Any]] = [
        {"plants": [4, 10], "fuel": {"coal": 4}, "cities": ["essen"]},
        {"plants": [8], "fuel": {"coal": 3}, "cities": []},
        {"plants": [13]},
    ]
    cards: dict[str, Any] = {"market": [11, 12, 14, 15, 16, 17, 18, 19], "deck": [20, "step-3"]}
    game = position("bureaucracy", seats, order=[0, 1, 2], **cards)
    supply = game.view(None).fuels["coal"].supply
    assert game.view(None).fuels["coal"].expected_refill == min(4, supply + 2)
    building = position("building", seats, order=[0, 1, 2], **cards)
    assert building.view(None).fuels["coal"].expected_refill == min(4, supply + 7), (
        "while they may still grow, all of it"
    )


def test_the_certain_refill_considers_possible_steps() -> None:
    """Three players: 5 coal in step 2, 3 in step 3. Far from "Step 3" five are certain, near it three."""
    fields = {"step": 2, "fuel_market": {"coal": 10, "oil": 10, "garbage": 10, "uranium": 2}}
    market = [11, 12, 14, 15, 16, 17, 18, 19]
    far = position("fuel", 3, market=market, deck=[*range(20, 36), "step-3"], **fields)
    near = position("fuel", 3, market=market, deck=[20, 21, "step-3"], **fields)
    assert (coming(far), coming(near)) == ((5, 5), (3, 5))


@pytest.mark.parametrize(
    ("edition", "players", "seed"),
    [("classic-2004", 4, 1), ("classic-2009", 6, 2), ("deluxe-europe", 2, 3), ("deluxe-north-america", 3, 4)],
)
def test_at_least_the_certain_refill_comes(edition: str, players: int, seed: int) -> None:
    """Every view of a whole game, compared with the next refill."""
    game = new_game(edition, players=players, seed=seed)
    bots = [PlainBot() for _ in range(players)]
    promised: list[dict[str, tuple[int, int]]] = []
    refills = likely = 0
    while (asked := game.decision) is not None:
        seen = game.view(None)
        rows = {id: (f.refill or 0, f.expected_refill or 0) for id, f in seen.fuels.items()}
        assert all(sure <= most for sure, most in rows.values())
        promised.append(rows)
        for event in game.apply(bots[asked.seat].choose(game.view(asked.seat))):
            if isinstance(event, FuelRefilled):
                for before in promised:
                    assert all(sure <= event.fuel.get(id, 0) for id, (sure, _) in before.items())
                last = promised[-1]
                likely += all(most == event.fuel.get(id, 0) for id, (_, most) in last.items())
                refills += 1
                promised = []
    assert refills > 5
    assert likely == refills, "before the last run of a round, by who always runs the most for the least, it is exact"


def test_fuels_without_refill_have_no_prediction() -> None:
    seen = new_game("outpost", players=3, seed=1).view(0)
    assert [(f.refill, f.expected_refill) for f in seen.fuels.values()] == [(None, None)]
