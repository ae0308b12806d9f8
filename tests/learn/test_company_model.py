"""The company model of Outpost: supply, missing workers, and settled decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stromnetz import Bid, Done, Game, Move, Open
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from stromnetz.learn.company_model import CompanyModel, CompanyOutlook, company_model
from tests.helpers import decision
from tests.rules.outpost_companies import ECOPLANTS, LABORATORIES, LIBRARY, MOON_BASE, NODULE, at, turn
from tests.rules.outpost_tables import CITIES, Card

NAMES = ("cities", "powers", "capacity", "missing", "fuel", "most")


def model(game: Game) -> CompanyModel:
    out = company_model(game.rules)
    assert out is not None
    return out


def numbers(outlook: CompanyOutlook) -> dict[str, int]:
    return {name: getattr(outlook, name) for name in NAMES}


def now(game: Game) -> dict[str, int]:
    return numbers(model(game).now(game.rules, game.position, 0))


def after(game: Game, move: Move, card: Card | None = None) -> CompanyOutlook:
    index = -1 if card is None else game.rules.card(card)
    return model(game).after(game.rules, game.position, 0, move, index)


# Plants as (workers, cities): 12 (2, 2), 13 (3, 3), 22 (1, 2), 24 (3, 4), 33 (1, 3). Places: 16a 2, 26a 3.
# Of 30 workers the first three cost 1 each, the next three 2 and so on; the last six cost 10 each.
STANDINGS: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    ("nothing at all", {}, {"powers": 0, "capacity": 0, "missing": 0, "fuel": 0, "most": 0}),
    ("no slot", {"cards": [24]}, {"powers": 0, "capacity": 0, "missing": 0, "most": 4}),
    (
        "the strongest on the slots",
        {"cards": [24, 22], "placed": [12, "16a"], "slots": (2, 1), "workers": 3, "labour": 20},
        {"powers": 2, "capacity": 6, "missing": 2, "fuel": 8, "most": 8},
    ),
    (
        "of equal ones that which needs fewer workers",
        {"cards": [12, 22], "slots": (1, 0)},
        {"capacity": 2, "missing": 1, "most": 4},
    ),
    (
        "the largest housings on the slots",
        {"cards": [24, "16a", "26a"], "slots": (1, 1)},
        {"capacity": 4, "missing": 0, "fuel": 0},
    ),
    ("all housings", {"cards": [15, 24, "16a", "26a"], "slots": (2, 2)}, {"missing": 3}),
    ("no slot for a housing", {"cards": [24, "26a"], "slots": (1, 0)}, {"missing": 3}),
    ("robots work as well", {"placed": [24], "slots": (1, 0), "robots": 2}, {"powers": 0, "missing": 1}),
    ("robots with a worker", {"placed": [24], "slots": (1, 0), "robots": 2, "workers": 1}, {"powers": 4, "missing": 1}),
    ("more robots than work", {"placed": [22], "slots": (1, 0), "robots": 2}, {"powers": 2, "missing": 0, "fuel": 0}),
    ("workers for one of two", {"placed": [12, 24], "slots": (2, 0), "workers": 3}, {"powers": 4, "capacity": 6}),
    ("one short of both", {"placed": [12, 24], "slots": (2, 0), "workers": 4}, {"powers": 4}),
    ("workers for both", {"placed": [12, 24], "slots": (2, 0), "workers": 5}, {"powers": 6}),
    (
        "two small ones before a large one",
        {"placed": [12, 13, 24], "slots": (3, 0), "workers": 5},
        {"powers": 6, "capacity": 9},
    ),
    (
        "laboratories and nodule",
        {"cards": [LABORATORIES, NODULE], "placed": [24, "16a"], "slots": (1, 1), "workers": 3},
        {"powers": 5, "capacity": 5, "missing": 0, "most": 5},
    ),
    ("moon base", {"placed": [MOON_BASE], "slots": (0, 1), "workers": 3}, {"powers": 4, "most": 4}),
    ("no more than the buildings of a company", {"cards": [11, 12, 13, 14, 15, 22]}, {"most": 14}),
    ("two at four Elektro", {"cards": [12], "slots": (1, 0), "labour": 20}, {"missing": 2, "fuel": 8}),
    ("workers that are not there", {"cards": [12], "slots": (1, 0), "labour": 1}, {"missing": 2, "fuel": 30}),
    ("no workers at all", {"cards": [12], "slots": (1, 0), "labour": 0}, {"missing": 2, "fuel": 40}),
    # 2 + 3 + 3 + 3 + 4, each 3 cheaper and none below nought
    ("ecoplants", {"cards": [15, ECOPLANTS], "slots": (1, 0), "labour": 25}, {"missing": 5, "fuel": 1}),
]


@pytest.mark.parametrize(("given", "expected"), [row[1:] for row in STANDINGS], ids=[row[0] for row in STANDINGS])
def test_situation_of_a_company(given: dict[str, Any], expected: dict[str, int]) -> None:
    game = turn(**given, houses=CITIES[20:23])
    found = now(game)
    assert model(game).now(game.rules, game.position, 0).cost == 0
    assert found["cities"] == 3
    assert found == {**found, **expected}


def test_situation_after_building_is_predicted() -> None:
    given: dict[str, Any] = {"placed": [12, "16a"], "slots": (1, 2), "workers": 2}
    given["cards"] = [24, 22, 13, "26a", "05a", "05b", "05c"]
    given |= {"houses": ["amber", "basalt"], "on_cards": {"32a": []}, "money": 200}
    number, met = 0, set()
    while True:
        game = turn(**{**given, "cards": [*given["cards"], "32a"]})
        assert decision(game) == "network"
        builds = [move for move in game.legal_moves if isinstance(move, Build)]
        if number == len(builds):
            break
        predicted = after(game, builds[number])
        money = game.position.money[0]
        game.apply(builds[number])
        assert numbers(predicted) == now(game)
        assert predicted.cost == money - game.position.money[0]
        met.add((builds[number].site, builds[number].city == "32a"))
        number += 1
    assert met == {(site, card) for site in ("house", "plant", "housing") for card in (False, True)}


@pytest.mark.parametrize("card", [24, 33, "26a", NODULE, LABORATORIES, "32a"])
@pytest.mark.parametrize("bids", [True, False])
def test_situation_after_a_bid_includes_the_card(card: Card, bids: bool) -> None:
    given: dict[str, Any] = {"placed": [12, "16a"], "slots": (1, 2), "workers": 1, "robots": 1}
    cards: list[Card] = [13, 22, "05a", "05b", "05c"]
    move: Move = Bid(41) if bids else Open(card, 41)
    predicted = after(turn(cards, **given), move, card)
    assert predicted.cost == 41
    # an Outpost card is ground for a plant and a housing building
    slots = (2, 3) if card == "32a" else (1, 2)
    assert numbers(predicted) == now(turn([*cards, card], **{**given, "slots": slots}))


@pytest.mark.parametrize(("bid", "cost"), [(24, 19), (5, 0), (3, 0)])
def test_library_reduces_the_cost_of_a_bid(bid: int, cost: int) -> None:
    assert after(turn([LIBRARY]), Bid(bid), 24).cost == cost


@pytest.mark.parametrize(
    ("hired", "cost", "powers"), [(0, 0, 2), (1, 4, 4), (2, 8, 4), (3, 12, 6), (4, 17, 6)], ids=str
)
def test_hired_workers_and_new_inhabitants_work(hired: int, cost: int, powers: int) -> None:
    """Two places are empty; new inhabitants are free."""
    game = at("workers", placed=[24, 12, "16a"], slots=(2, 1), labour=21, robots=0)
    predicted = after(game, Hire(hired))
    assert (predicted.cost, predicted.powers) == (cost, powers)


def test_making_a_robot_needs_a_worker() -> None:
    for workers, powers in ((2, 0), (3, 2)):
        game = turn([20], [12], (1, 0), workers=workers)
        assert now(game)["powers"] == 2
        assert after(game, MakeRobot()).powers == powers


# --- settled decisions ---


def settled_board(game: Game) -> set[Card]:
    """The cards on the company board after the settled move."""
    assert decision(game) == "company"
    settled = model(game).settled(game.rules, game.position)
    assert settled is not None
    assert game.is_legal(settled)
    game.apply(settled)
    return set(game.view(None).modules["company"]["seats"][0]["placed"]) if isinstance(settled, Arrange) else set()


BOARDS: list[tuple[str, Sequence[Card], tuple[int, int], dict[str, Any], set[Card]]] = [
    ("the larger plant", [12, 24], (1, 0), {"workers": 3}, {24}),
    ("the one that there are workers for", [12, 24], (1, 0), {"workers": 2, "money": 0}, {12}),
    ("the one with free workers", [22, 13], (1, 0), {"workers": 1, "labour": 0, "money": 50}, {22}),
    ("as many cities with fewer workers", [12, 22], (1, 0), {"workers": 2}, {22}),
    ("larger, though all cities have power", [22, 33], (1, 0), {"workers": 1, "cities": 2}, {33}),
    ("as many as there are slots", [12, 22, 33], (2, 0), {"workers": 4}, {22, 33}),
    ("one that the only robot can run", [22, 24], (1, 0), {"robots": 1, "money": 0}, {22}),
    ("one that runs before one that does not", [11, 24], (1, 0), {"workers": 1, "money": 0}, {11}),
    ("two that run before a large one that does not", [15, 22, 33], (2, 0), {"workers": 2, "money": 0}, {22, 33}),
    # the sixth city brings 9 more, the fifth 10: as much as the worker costs
    ("one more city for as much as it costs", [44, 45], (1, 0), {"workers": 1, "labour": 6}, {45}),
    # 11 with 14 and 12 with 13 run with the same workers for as many cities
    ("of two that are equal the first", [11, 12, 13, 14], (2, 0), {"workers": 5, "money": 0}, {11, 14}),
    ("the larger housing", [22, "16a", "26a"], (1, 1), {"workers": 0}, {22, "26a"}),
    ("moon base on a free slot", [22, MOON_BASE], (1, 1), {"workers": 4}, {22, MOON_BASE}),
    ("moon base on the slot of a housing", [22, "16a", MOON_BASE], (1, 1), {"workers": 4}, {22, MOON_BASE}),
    ("moon base on the slot of a plant", ["26a", MOON_BASE], (1, 1), {"workers": 3}, {"26a", MOON_BASE}),
    ("moon base on one of three", [22, 33, "26a", MOON_BASE], (3, 1), {"workers": 5}, {22, 33, "26a", MOON_BASE}),
    ("moon base on the only slot, for plants", [22, MOON_BASE], (1, 0), {"workers": 3}, {MOON_BASE}),
    ("moon base on the only slot, for housings", [22, "26a", MOON_BASE], (0, 1), {"workers": 3}, {MOON_BASE}),
]


@pytest.mark.parametrize(
    ("cards", "slots", "given", "expected"), [row[1:] for row in BOARDS], ids=[b[0] for b in BOARDS]
)
def test_settled_boards(
    cards: Sequence[Card], slots: tuple[int, int], given: dict[str, Any], expected: set[Card]
) -> None:
    houses = CITIES[10 : 10 + given.pop("cities", 6)]
    assert settled_board(at("company", cards, [], slots, houses=houses, **given)) == expected


def test_good_board_is_left_unchanged() -> None:
    game = at("company", [12], [24], (1, 0), workers=3, houses=CITIES[10:16])
    assert model(game).settled(game.rules, game.position) == Done()


def test_other_decisions_are_not_settled() -> None:
    game = turn([12], [], (1, 0))
    assert decision(game) == "network"
    assert model(game).settled(game.rules, game.position) is None
