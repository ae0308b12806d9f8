"""Random companies of Outpost: what they can supply, and which moves the rules allow them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from stromnetz import Done, Game, SitOut
from stromnetz.editions.outpost.moves import Arrange, Build
from tests.helpers import position
from tests.properties import outpost_reference_rules
from tests.properties.games import every_move
from tests.properties.outpost_state import (
    BOARD,
    FACTS,
    LABORATORIES,
    MOON_BASE,
    NODULE,
    OUTPOSTS,
    ROBOTS,
    SITE,
    Card,
    State,
)


def any_company(seed: int, beside: int = 0) -> Game:
    """Seat 0 of three is to act, with random cards on its board, `beside` others, and random workers and robots."""
    rng = random.Random(seed)
    by_kind = {kind: [card for card in FACTS if FACTS[card]["kind"] == kind] for kind in ("plant", "housing")}
    sites: dict[str, int] = {}
    placed: list[Card] = []
    for kind, cards in by_kind.items():
        slots = rng.randint(0, 3 if len(sites) == 4 else 4)  # so that there is something left to decide
        sites |= dict.fromkeys(rng.sample([c for c in BOARD.city_ids if SITE[c] == kind], slots), 0)
        placed += rng.sample(cards, rng.randint(0, slots))
    if len(placed) < len(sites) and rng.random() < 0.8:
        placed.append(MOON_BASE)
    more = rng.sample([card for cards in by_kind.values() for card in cards if card not in placed], beside)
    if beside and MOON_BASE not in placed and rng.random() < 0.5:
        more.append(MOON_BASE)
    technologies = [card for card in (ROBOTS, NODULE, LABORATORIES, *OUTPOSTS) if rng.random() < 0.5]
    robots = rng.randint(0, 5) if ROBOTS in technologies else 0
    workers = rng.randint(0, 12)
    made = robots > 0 and workers + robots > 1 and rng.random() < 0.6
    board = {"placed": placed, "seasonal": rng.randint(0, workers), "robots": robots}
    houses = rng.sample(BOARD.city_ids, rng.choice((0, 1, 5, 9, 14, 17, 18)))
    return position(
        "building",
        [{"plants": [*placed, *more, *technologies], "fuel": {"workers": workers}, "cities": houses}, {}, {}],
        edition="outpost",
        map="planet",
        order=[0, 1, 2],
        to_act=0,
        modules={"company": {"sites": sites, "seats": [board, {}, {}], "made": [0] if made else []}},
        fuel_market={"workers": 30 - workers},
    )


@pytest.mark.rule("L17", "L27a", "L31a")
def test_the_best_run_matches_an_exhaustive_search() -> None:
    """Every set of plants and every possible maker of the robot is tried; Moon Base takes permanent workers."""
    bases = 0
    for seed in range(400):
        game = any_company(seed)
        seat = State(game).seats[0]
        assert game.view(None).players[0].supplies == seat.supply(), seed
        bases += MOON_BASE in seat.placed and seat.made
    assert bases > 20


@pytest.mark.rule("L12", "L13", "L29")
def test_buildings_are_accepted_exactly_when_the_book_allows_them() -> None:
    """Including seats with all 18 houses, or all four buildings of a kind."""
    for seed in range(60):
        game = any_company(seed)
        assert game.position.kind == "network"
        found = [move for move in every_move(game) if isinstance(move, Build | Done | SitOut)]
        found = [move for move in found if outpost_reference_rules.OWN["network"](game, move)]
        assert sorted(map(str, game.legal_moves)) == sorted(map(str, found)), seed


@pytest.mark.rule("L15", "L31")
def test_sets_of_cards_are_accepted_exactly_when_they_can_be_laid_one_by_one() -> None:
    """On boards with too many cards beside them to try all sets."""
    tried: Counter[bool] = Counter()
    for seed in range(80):
        game = any_company(seed, beside=3)
        game.apply(Done())
        if game.position.kind != "company":
            continue
        rng = random.Random(seed)
        own, now = outpost_reference_rules.layable(game), State(game).seats[0].placed
        for _ in range(30):
            wanted = {*rng.sample(own, rng.randint(0, min(4, len(own)))), *rng.sample(now, rng.randint(0, len(now)))}
            move = Arrange(rng.sample(sorted(wanted, key=str), len(wanted)))
            legal = game.is_legal(move)
            assert legal == outpost_reference_rules.OWN["company"](game, move), (seed, now, move)
            tried[legal] += 1
    assert min(tried.values()) > 200, tried
