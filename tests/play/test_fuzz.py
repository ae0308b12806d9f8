"""Fuzzing: valid files with one random change either load or are refused, without other errors."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from stromnetz import Game, View, event_from_json, move_from_json, parse_game, parse_position
from tests.helpers import play_on, position
from tests.play.fuzzer import NASTY, cut_records, fuzz, play_a_little
from tests.properties.games import decisions_by_kind, deluxe, discard_fuel_games, game_number

BLOCKS = range(8)
DELUXE_BLOCKS = range(4)

DELUXE_NASTY: list[Any] = [
    *NASTY,
    *(
        ["placing", 3],
        ["placing", 9],
        ["marker-unsold"],
        ["turn", "fuel", 2, 0],
        ["turn", "run", 2, 1],
        {"chose": True},
    ),
    *("deluxe-europe", "europe", "paris", "gas", "place", "auction", [2], [0, 2, 1], [2, 0, 1], [{"plants": [5]}], 22),
]


@cache
def dumps() -> list[Any]:
    """Positions of every kind of decision in both editions, and one at the end."""
    games = [rows[len(rows) // 2] for i in (0, 5, 8, 11, 13, 17) for rows in decisions_by_kind(i).values()]
    games += discard_fuel_games()[:2]
    games.append(play_on(game_number(3)))
    return [game.position_json() for game in games]


@cache
def deluxe_dumps() -> list[Any]:
    """Positions of the deluxe editions, mostly with two players, at every stage of placing the Trust's houses."""
    numbers = [*deluxe(4), *deluxe(6)[4:]]
    games = [rows[len(rows) // 2] for i in numbers for rows in decisions_by_kind(i).values()]
    games += [game for i in deluxe(2) for game in decisions_by_kind(i)["place"]]
    games += [play_on(game_number(i)) for i in deluxe(2)]
    return [game.position_json() for game in games]


def records() -> list[Any]:
    begun = play_on(parse_position(dumps()[4]), seed=1, until=lambda rules: rules.version >= 10)
    return [*cut_records((0, 2, 5, 11)), json.loads(json.dumps(begun.to_json()))]


@cache
def hand_written() -> list[Any]:
    table = {"edition": "classic-2009", "map": "germany", "options": {"short": False, "money": "hidden"}}
    players = [
        {"money": 70, "plants": [4, 12], "fuel": {"coal": 3, "oil": 2}, "cities": ["essen", "muenster"]},
        {"money": 30, "plants": [8, 13], "fuel": {"coal": 6}, "cities": ["essen"]},
        {"money": 5, "plants": [11], "fuel": {"uranium": 1}},
    ]
    more = {"regions": ["west", "southwest", "south"], "order": [0, 1, 2], "round": 4, "step": 2, "seed": 5}
    auction = {"plant": 3, "bid": 6, "high": 0, "in": [0, 1]}
    station = {"transformer-station": {"seat": 1, "plant": 13}}
    market = {"fuel_market": {"coal": 9, "oil": 4}, "supply": {"garbage": 20}}
    out: list[Any] = [
        {**table, **more, "phase": "auctions", "players": players, "auction": auction, "to_act": 1, "sat_out": [2]},
        {**table, **more, **market, "phase": "building", "players": players, "to_act": 1, "modules": station},
        {**table, **more, **market, "phase": "fuel", "players": players, "acted": [2], "out_of_game": [3], "places": 7},
        {**table, "phase": "bureaucracy", "players": players, "houses": {}, "step": 3, "step_3": "changed"},
    ]
    out[3]["players"] = [{**p, "cities": []} for p in players]
    for data in out:
        parse_position(data)
    return out


@cache
def against_the_trust() -> list[Any]:
    """Handwritten positions with two players on both deluxe boards, including the Trust."""
    table = {"edition": "deluxe-europe", "map": "europe", "options": {"money": "hidden"}}
    players = [
        {"money": 70, "plants": [4, 8], "fuel": {"coal": 3, "gas": 2, "oil": 1}, "cities": ["paris", "lyon"]},
        {"money": 30, "plants": [13], "fuel": {"uranium": 1}, "cities": ["wien"]},
    ]
    trust = {"plants": [7, 22], "fuel": {"coal": 1, "gas": 2}, "cities": ["berlin", "praha", "paris", "lyon", "wien"]}
    more = {"order": [1, 0], "round": 4, "step": 1, "seed": 5, "neutral": [trust], "players": players}
    idle = {**more, "neutral": [{"plants": [7, 22], "cities": trust["cities"]}]}
    west = {"edition": "deluxe-north-america", "map": "north-america", "phase": "auctions", "round": 3, "step": 2}
    houses = {"seattle": [2], "portland": [2, 1], "vancouver": [0, 2]}
    marker = {"discount-marker": 5, "trust": {"chose": True}}
    out: list[Any] = [
        {**table, **idle, "phase": "auctions", "modules": {"trust": {"chose": False}}},
        {**table, **idle, "phase": "fuel", "to_act": 0, "fuel_market": {"coal": 9, "gas": 1, "oil": 2}},
        {**table, **more, "phase": "building", "to_act": 1, "market": [9, 10, 11, 12], "deck": [20, 21]},
        {**west, "players": [{"plants": [4]}, {"plants": [3]}], "houses": houses, "market": [5, 6], "modules": marker},
    ]
    for data in out:
        parse_position(data)
    return out


@pytest.mark.parametrize("block", BLOCKS)
def test_positions_load_or_are_refused(block: int) -> None:
    fuzz(dumps(), parse_position, block)


@pytest.mark.parametrize("block", BLOCKS)
def test_hand_written_positions_load_or_are_refused(block: int) -> None:
    fuzz(hand_written(), parse_position, 100 + block)


@pytest.mark.parametrize("block", BLOCKS)
def test_records_load_or_are_refused(block: int) -> None:
    fuzz(records(), parse_game, 200 + block)


@pytest.mark.parametrize("block", BLOCKS)
def test_positions_that_load_can_be_played(block: int) -> None:
    fuzz(dumps() + hand_written(), play_a_little, 300 + block)


@pytest.mark.parametrize("block", BLOCKS[:2])
def test_moves_and_events_are_read_or_refused(block: int) -> None:
    rows = [row for record in records() for row in record["rows"]]
    moves = [row["move"] for row in rows if "move" in row]
    game = position()
    fuzz(moves, move_from_json, 400 + block)
    fuzz(moves, game.apply, 500 + block)
    fuzz([event for row in rows for event in row.get("events", [])], event_from_json, 600 + block)


@pytest.mark.parametrize("block", BLOCKS[:2])
def test_views_are_read_or_refused(block: int) -> None:
    games: list[Game] = [parse_position(data) for data in dumps()]
    fuzz(
        [game.view(game.decision.seat if game.decision else None).to_json() for game in games],
        View.from_json,
        700 + block,
    )


# --- the deluxe editions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", DELUXE_BLOCKS)
def test_deluxe_positions_load_or_are_refused(block: int) -> None:
    fuzz(deluxe_dumps(), parse_position, 1000 + block, DELUXE_NASTY)


@pytest.mark.parametrize("block", DELUXE_BLOCKS)
def test_hand_written_deluxe_positions_load_or_are_refused(block: int) -> None:
    fuzz(against_the_trust(), parse_position, 1100 + block, DELUXE_NASTY)


@pytest.mark.parametrize("block", DELUXE_BLOCKS)
def test_deluxe_records_load_or_are_refused(block: int) -> None:
    fuzz(cut_records(tuple(deluxe(4))), parse_game, 1200 + block, DELUXE_NASTY)


@pytest.mark.parametrize("block", DELUXE_BLOCKS)
def test_deluxe_positions_that_load_can_be_played(block: int) -> None:
    fuzz(deluxe_dumps() + against_the_trust(), play_a_little, 1300 + block, DELUXE_NASTY)


def test_deluxe_views_are_read_or_refused() -> None:
    games = [play_on(game_number(i), until=lambda rules: rules.version >= 60) for i in deluxe(4)]
    fuzz([game.view(seat).to_json() for game in games for seat in (None, 0, 1)], View.from_json, 1400)
