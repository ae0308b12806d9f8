"""Fuzzing games with companies and piles: positions, records, views and moves either load or are refused."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from stromnetz import Done, Game, View, event_from_json, move_from_json, new_game, parse_game, parse_position
from tests.helpers import play_on, position
from tests.play.fuzzer import NASTY, cut_records, fuzz, play_a_little
from tests.properties.games import decisions_by_kind, game_number, outpost

BLOCKS = range(4)

COMPANY_NASTY: list[Any] = [
    *NASTY,
    *("outpost", "planet", "amber", "basalt", "32a", "32b", "05a", "05b", "workers", "house", "plant", "housing"),
    *("network", "company", "robot", "trust-site", "second-auctions", "central", 8, 10, 20, 30, 46, 50),
    *(["house"], ["house", "tower"], ["05a", "05b"], [["05a", "05b"]], [["05a", 3]], [["05a"]], [[3, 2]], [2], [50]),
    *({"amber": 0}, {"amber": 2}, {"amber": "0"}, {"workers": 3}, {"placed": [3]}, {"placed": [[3]]}, {"robots": 99}),
    *({"sites": {"amber": 0}}, {"seats": []}, {"under": [["05a", "05b"]]}, {"discounts": [[3, 1]]}, {"chose": True}),
    *({"card": "32a", "seat": 0, "sites": ["house"]}, {"card": 3, "seat": 0, "sites": []}, {"seasonal": 1}),
    *(["turn", "company", 0, 0], ["turn", "company", 1, 2], ["turns", "company", 0], ["trust-company", 0]),
    *(["trust-company", 99], ["discounts"], ["income"], ["dismissal"], ["set-order"], ["placing", 3]),
]


@cache
def dumps() -> list[Any]:
    """Positions of every kind of decision, with two to six players, and two at the end."""
    games = [rows[len(rows) // 2] for i in outpost(7) for rows in decisions_by_kind(i).values()]
    games += decisions_by_kind(outpost(1)[0])["trust-site"]
    games += [play_on(game_number(i)) for i in outpost(2)]
    games.append(new_game("outpost", players=4, seed=3, regions="draft"))
    return [game.position_json() for game in games]


@cache
def hand_written() -> list[Any]:
    table = {"edition": "outpost", "map": "planet", "options": {"money": "hidden"}, "seed": 5}
    players = [
        {"money": 70, "plants": [3, 25, "26a", "32a", 50], "fuel": {"workers": 4}, "cities": ["amber", "cinder"]},
        {"money": 30, "plants": [4, "16a", 20], "fuel": {"workers": 2}, "cities": ["amber"]},
        {"money": 5, "plants": [8]},
    ]
    company = {
        "sites": {"amber": 0, "basalt": 0, "karst": 1, "jasper": 1},
        "on_cards": [{"card": "32a", "seat": 0, "sites": ["house", "plant"]}],
        "seats": [{"placed": [3, 25, "26a"], "seasonal": 1}, {"placed": [4, "16a"], "robots": 2}, {}],
        "made": [1],
    }
    piles = {"under": [["05b", "05a"]], "discounts": [["05b", 3], [12, 1]]}
    more = {"order": [0, 1, 2], "round": 4, "step": 2, "modules": {"company": company, "piles": piles}}
    market = {"market": ["05b", 10, 11, 12, 13, 14, 15, 22]}
    two = {
        "phase": "building",
        "players": [{"plants": [3], "cities": ["onyx"]}, {"plants": [4]}],
        "neutral": [{"plants": [12, "05a"], "cities": ["amber", "basalt", "halite", "cinder", "jasper", "dune"]}],
        "modules": {"company": {"sites": {"amber": 2}, "seats": [{}, {}, {"placed": [12]}]}, "trust": {"chose": True}},
        "regions": ["central"],
        "order": [0, 1],
        "to_act": 0,
    }
    auction = {"plant": "05b", "bid": 4, "high": 0, "in": [0, 1]}
    out: list[Any] = [
        {**table, **more, **market, "phase": "auctions", "players": players, "auction": auction, "to_act": 1},
        {**table, **more, **market, "phase": "building", "players": players, "to_act": 1},
        {**table, **more, **market, "phase": "bureaucracy", "players": players},
        {**table, **two},
    ]
    for data in out:
        parse_position(data)
    return out


def test_the_positions_are_of_all_kinds() -> None:
    kinds = {data["decision"] for data in dumps()}
    own = {"network", "company", "workers", "robot"}
    assert kinds == {None, "region", "place", "auction", "bid", "trust-site"} | own
    parts = [data["modules"] for data in dumps() + hand_written()[:3]]
    company, piles = ([part[name] for part in parts] for name in ("company", "piles"))
    assert any(part["on_cards"] for part in company)
    assert any(part["made"] for part in company)
    assert any(row.get("robots") for part in company for row in part["seats"])
    assert any(row.get("seasonal") for part in company for row in part["seats"])
    assert any(part["under"] and part["discounts"] for part in piles)


@pytest.mark.parametrize("block", BLOCKS)
def test_positions_load_or_are_refused(block: int) -> None:
    fuzz(dumps(), parse_position, 2000 + block, COMPANY_NASTY)


@pytest.mark.parametrize("part", ["company", "piles"])
def test_the_parts_of_a_position_load_or_are_refused(part: str) -> None:
    """Only companies and piles are changed, which are small parts of a position."""
    for number, data in enumerate(dumps()[::2] + hand_written()[:3]):

        def play(spoilt: Any, data: Any = data) -> None:
            play_a_little({**data, "modules": {**data["modules"], part: spoilt}})

        fuzz([data["modules"][part]], play, 2100 + number, COMPANY_NASTY, each=25)


def test_tiles_load_or_are_refused() -> None:
    for number, data in enumerate(dumps()[::6]):

        def load(tiles: Any, data: Any = data) -> None:
            parse_position({**data, "tiles": tiles})

        fuzz([data["tiles"]], load, 2200 + number, each=40)


@pytest.mark.parametrize("block", BLOCKS)
def test_hand_written_positions_load_or_are_refused(block: int) -> None:
    fuzz(hand_written(), parse_position, 2300 + block, COMPANY_NASTY)


@pytest.mark.parametrize("block", BLOCKS)
def test_records_load_or_are_refused(block: int) -> None:
    fuzz(cut_records(tuple(outpost(4))), parse_game, 2400 + block, COMPANY_NASTY)


@pytest.mark.parametrize("block", BLOCKS)
def test_positions_that_load_can_be_played(block: int) -> None:
    fuzz(dumps() + hand_written(), play_a_little, 2500 + block, COMPANY_NASTY)


def asked() -> dict[str, Game]:
    """A position for each action of phase 3."""
    rows = decisions_by_kind(outpost(2)[1])
    return {kind: rows[kind][-1] for kind in ("network", "company", "workers", "robot")}


@pytest.mark.parametrize("kind", ["network", "company", "workers", "robot"])
def test_moves_are_read_or_refused(kind: str) -> None:
    moves = [move.to_json() for game in asked().values() for move in game.legal_moves]
    moves = [{**move, "cards": list(move["cards"])} if "cards" in move else move for move in moves]
    game = asked()[kind]
    fuzz(moves, move_from_json, 2600, COMPANY_NASTY)
    fuzz(moves, lambda move: game.copy().apply(move), 2700, COMPANY_NASTY)
    fuzz(moves, lambda move: game.preview([move]), 2800, COMPANY_NASTY, each=50)


def test_events_are_read_or_refused() -> None:
    games = [play_on(game_number(i)) for i in outpost(2)]
    events = [event.to_json() for game in games for row in game.rows for event in row.events]
    fuzz(events, event_from_json, 2900, COMPANY_NASTY)


def test_views_are_read_or_refused() -> None:
    games = [parse_position(data) for data in dumps()[::3]]
    fuzz([game.view(seat).to_json() for game in games for seat in (None, 0, 1)], View.from_json, 3000, COMPANY_NASTY)


def test_a_move_of_another_game_is_refused() -> None:
    """Moves of companies have no meaning in other editions, and vice versa."""
    game = position("building", 3, order=[2, 1, 0], to_act=0)
    for kind, own in asked().items():
        for move in own.legal_moves:
            assert move == Done() or not game.is_legal(move), kind
        assert not any(move != Done() and own.is_legal(move) for move in game.legal_moves), kind
