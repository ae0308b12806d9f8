"""Inconsistent positions: cards, markers, houses, and agendas that lead nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stromnetz import BadInput, Open, parse_position
from tests.helpers import position
from tests.play.bad_input import bad, start
from tests.properties.games import discard_fuel_games

Json = dict[str, Any]
Change = Callable[[Json], object]


def building() -> Json:
    """A full dump in the middle of a building phase in step 1."""
    players: list[Json] = [
        {"money": 80, "plants": [4, 13], "fuel": {"coal": 3}, "cities": ["essen"]},
        {"plants": [8], "cities": ["koeln"]},
        {},
    ]
    data: Json = position("building", players, order=[0, 1, 2], to_act=1).position_json()
    assert parse_position(data).position_json() == data
    return data


def bidding() -> Json:
    game = start(order=[0, 1, 2])
    game.apply(Open(4, 10))
    return game.position_json()


POSITIONS: list[tuple[str, Change, str]] = [
    ("a card twice", lambda d: d["out_of_game"].append(d["deck"][0]), "two places"),
    ("a card on offer twice", lambda d: d["market"].append(4), "two places"),
    ("a card lost", lambda d: d["deck"].pop(), "nowhere"),
    ("an unknown card", lambda d: d["deck"].append(2), "no card 2"),
    ("a marker too many", lambda d: d["supply"].update(coal=d["supply"]["coal"] + 1), "24 markers"),
    ("a marker too few", lambda d: d["fuel_market"].update(oil=0), "24 markers"),
    ("an unknown fuel", lambda d: d["supply"].update(peat=1), "peat"),
    (
        "fuel that the plants cannot hold",
        lambda d: (d["players"][0]["fuel"].update(coal=5), d["fuel_market"].update(coal=d["fuel_market"]["coal"] - 2)),
        "cannot store",
    ),
    ("two houses of a seat in a city", lambda d: d["houses"].update(essen=[0, 0]), "different seats"),
    ("too many houses", lambda d: (d["houses"].update(essen=[0, 2]), d["cities"].__setitem__(2, 1)), "step 1"),
    ("a house of nobody", lambda d: d["houses"].update(essen=[3]), "0 to 2"),
    ("a house in the sea", lambda d: d["houses"].update(atlantis=[0]), "atlantis"),
    ("a city that is not counted", lambda d: d["cities"].__setitem__(0, 0), "cities"),
    ("a city that nobody built", lambda d: d["cities"].__setitem__(2, 5), "cities"),
    ("a count of cities too few", lambda d: d["cities"].pop(), "cities"),
    ("a debt", lambda d: d["players"][0].update(money=-1), "money"),
    ("half an Elektro", lambda d: d["players"][0].update(money=1.5), "money"),
    ("true money", lambda d: d["players"][0].update(money=True), "money"),
    (
        "a plant too many",
        lambda d: (d["players"][2].update(plants=d["market"][:4]), d.update(market=d["market"][4:])),
        "limit",
    ),
    ("a card that is no plant", lambda d: (d["players"][2].update(plants=["step-3"]), d["deck"].pop()), "not a plant"),
    ("nothing on the agenda", lambda d: d.update(agenda=[]), "agenda"),
    ("an unknown frame", lambda d: d["agenda"].append(["dance"]), "agenda"),
    ("a frame that is no list", lambda d: d["agenda"].append("settle"), "agenda"),
    ("a frame without a name", lambda d: d["agenda"].append([]), "agenda"),
    ("a frame named by a list", lambda d: d["agenda"].append([[]]), "agenda"),
    ("a frame named by an object", lambda d: d["agenda"].append([{}]), "agenda"),
    ("a frame with too little", lambda d: d["agenda"].append(["turn", "build"]), "agenda"),
    ("a turn of nobody", lambda d: d["agenda"][-1].__setitem__(2, -1), "agenda"),
    ("a stage that there is not", lambda d: d["agenda"][-1].__setitem__(3, 7), "agenda"),
    ("a phase that there is not", lambda d: d["agenda"][0].__setitem__(1, 9), "agenda"),
    ("seats that there are not", lambda d: d["agenda"][-2].__setitem__(2, 1 << 70), "agenda"),
    ("one seat more than there are", lambda d: d["agenda"][-2].__setitem__(2, 1 << 3), "belong"),
    ("a market that settles four times", lambda d: d["agenda"].extend([["settle"]] * 4), "two frames 'settle'"),
    ("another seat to act", lambda d: d.update(to_act=0), "agenda"),
    ("another decision", lambda d: d.update(decision="fuel"), "agenda"),
    ("an unknown decision", lambda d: d.update(decision="nap"), "decision"),
    ("nobody to act", lambda d: d.update(to_act=None), "somebody to act"),
    ("the end", lambda d: d.update(ended=True), "somebody to act"),
    ("an unknown phase", lambda d: d.update(phase="siesta"), "phase"),
    ("a phase that is not on the agenda", lambda d: d.update(phase="auctions"), "."),
    ("step 4", lambda d: d.update(step=4), "step"),
    ('"Step 3" on offer that lies in the deck', lambda d: d.update(step_3="on-offer"), "."),
    ('"Step 3" changed that lies in the deck', lambda d: d.update(step_3="changed"), "."),
    ("round 0", lambda d: d.update(round=0), "round"),
    ("a known card that is not under the deck", lambda d: d.update(under_deck=[d["deck"][0]]), "under"),
    ("places that there are not", lambda d: d.update(places=1), "places"),
    ("more shuffles than can be", lambda d: d.update(shuffles=1 << 40), "shuffles"),
    ("money beyond counting", lambda d: d["players"][0].update(money=10**30), "money"),
    ("a scripted shuffle of unknown cards", lambda d: d.update(reshuffle=[1, 2]), "no card 1"),
    ("an order with a seat missing", lambda d: d.update(order=[0, 1]), "order"),
    ("no regions", lambda d: d.update(regions=[]), "."),
    ("an unknown region", lambda d: d.update(regions=["mars"]), "mars"),
    ("an unknown module", lambda d: d.update(modules={"magic": 1}), "magic"),
    ("a player too many", lambda d: d["players"].append({}), "."),
    ("a field too many", lambda d: d.update(fuel_markt=1), "fuel_markt"),
    ("a field too few", lambda d: d.pop("deck"), "deck"),
]


@pytest.mark.parametrize(("change", "match"), [pytest.param(c, m, id=name) for name, c, m in POSITIONS])
def test_positions_that_do_not_add_up(change: Change, match: str) -> None:
    data = building()
    change(data)
    with bad(BadInput, match):
        parse_position(data)


AUCTIONS: list[tuple[str, Change]] = [
    ("a plant that is not on offer", lambda d: d["agenda"][-1].__setitem__(1, 13)),
    ("a plant of the future market", lambda d: d["agenda"][-1].__setitem__(1, 8)),
    ("more than the bidder has", lambda d: d["agenda"][-1].__setitem__(3, 99)),
    ("the highest bidder is asked", lambda d: (d["agenda"][-1].__setitem__(5, 0), d.update(to_act=0))),
    ("the asked one is out", lambda d: d["agenda"][-1].__setitem__(2, 0b101)),
    ("the highest bidder is out", lambda d: d["agenda"][-1].__setitem__(2, 0b110)),
    ("the highest bidder is nobody", lambda d: d["agenda"][-1].__setitem__(4, -1)),
    ("a seat that there is not", lambda d: d["agenda"][-1].__setitem__(2, 0b1111)),
    ("an auction in an auction", lambda d: d["agenda"].append(d["agenda"][-1])),
    ("nobody is asked", lambda d: d["agenda"][-1].__setitem__(5, -1)),
    ("no bid for a plant", lambda d: d["agenda"][-1].__setitem__(slice(3, 5), [0, -1])),
]


@pytest.mark.parametrize("change", [pytest.param(c, id=name) for name, c in AUCTIONS])
def test_auctions_that_cannot_be(change: Change) -> None:
    data = bidding()
    assert parse_position(data).position_json() == data
    change(data)
    with bad(BadInput):
        parse_position(data)


def test_a_draft_with_nothing_left_to_name() -> None:
    data = start(regions="draft").position_json()
    data["regions"] = start().rules.board.region_ids
    with bad(BadInput):
        parse_position(data)


def test_giving_up_fuel_that_cannot_be_given_up() -> None:
    data = discard_fuel_games()[0].position_json()
    assert data["agenda"][-1][0] == "discard-fuel"
    data["agenda"][-1][2] = 6  # a plant that took garbage, of which there is none
    with bad(BadInput):
        parse_position(data)


NO_GAMES: list[Json] = [
    {"regions": []},
    {"regions": [], "places": 0},
    {"phase": "lunch"},
    {"to_act": 2},
    {"to_act": 9},
    {"phase": "fuel", "auction": {"plant": 3, "bid": 3, "high": 0, "in": [0, 1]}, "to_act": 1},
    {"auction": {"plant": 3, "bid": 3, "high": 0, "in": [0, 1]}},
    {"auction": {"plant": 3, "bid": 2, "high": 0, "in": [0, 1]}, "to_act": 1},
    {"auction": {"plant": 3, "bid": 51, "high": 0, "in": [0, 1]}, "to_act": 1},
    {"auction": {"plant": 3, "bid": 3, "high": 0, "in": [1]}, "to_act": 1},
    {"auction": {"plant": 3, "bid": 3, "high": 0, "in": [0, 1]}, "to_act": 0},
    {"auction": {"plant": 8, "bid": 8, "high": 0, "in": [0, 1]}, "to_act": 1},
    {"players": [{"cities": ["essen"]}, {}], "houses": {"koeln": [0]}},
    {"players": [{"cities": ["essen", "essen"]}, {}]},
    {"players": [{"plants": [4], "fuel": {"coal": 5}}, {}]},
    {"players": [{"plants": [4]}, {"plants": [4]}]},
    {"players": [{}]},
    {"players": 2},
    {"fuel_market": {"coal": 25}},
    {"supply": {"uranium": 13}},
    {"step": 1, "houses": {"essen": [0, 1]}},
    {"step": 0},
    {"step": 4},
    {"under_deck": [13], "deck": [14, 15]},
    {"phase": "fuel", "market": [4, 5, 6, 7, 8, 9, 10, "step-3"]},
    {"phase": "building", "market": [4, 5, 6, 7, 8, 9, 10, "step-3"], "to_act": 0},
    {"phase": "bureaucracy", "market": [4, 5, 6, 7, 8, 9, 10, "step-3"], "step": 2},
]


@pytest.mark.parametrize("fields", NO_GAMES, ids=repr)
def test_hand_written_positions_that_cannot_be(fields: Json) -> None:
    """They are refused; none makes the engine loop."""
    with bad(BadInput):
        parse_position(
            {"edition": "classic-2004", "map": "germany", "phase": "auctions", "players": [{}, {}], **fields}
        )


def test_a_purchase_of_a_plant_that_the_buyer_does_not_have() -> None:
    """The player's fourth plant: one is scrapped before other effects of the purchase."""
    seats: list[Json] = [{"money": 100, "plants": [14, 18, 22]}, {}, {}]
    table = {
        "market": [20, 21, 23, 24, 25, 26, 27, 28],
        "sat_out": [1, 2],
        "options": {"promo": ["industrial-espionage"]},
    }
    game = position("auctions", seats, round=5, order=[0, 1, 2], **table)
    game.apply(Open(20, 20))
    data = game.position_json()
    assert (["bought", 0, 20] in data["agenda"], parse_position(data).position) == (True, game.position)
    data["agenda"][data["agenda"].index(["bought", 0, 20])] = ["bought", 0, 21]
    with bad(BadInput, "does not own plant 21"):
        parse_position(data)
