"""All accepted forms of moves are recorded as made, and load again."""

from __future__ import annotations

import json
from collections import OrderedDict
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stromnetz import DiscardFuel, Game, Move, Run, StromnetzError, move_from_json, parse_game, parse_position
from stromnetz.editions.outpost.moves import Arrange
from tests.properties.games import decisions, deluxe, discard_fuel_games, game_number, outpost
from tests.tier import cases

AMOUNTS: list[Any] = [0, 1, 2, 3, 99, -1, True, 1.0, "1", None, 10**30, 10**5000, -(10**5000)]
STRANGE: list[Any] = [None, 4, "04", b"\x04", {4: 1}, "", b"", {}, [], [[4]], [None], [10**5000], {10**5000: 1}]
KEYS: list[Any] = ["coal", "oil", "gas", "garbage", "uranium", "workers", "peat", "", 4, 10**5000, "x" * 10_000]


@cache
def tables() -> list[dict[str, Any]]:
    """Positions of several editions at decisions of every kind, with an emphasis on fuel."""
    out = [game.position_json() for game in discard_fuel_games()[::2]]
    for i in (1, 4, 6, 9, *deluxe(4), *outpost(4)):
        by_kind: dict[str, list[Game]] = {}
        for game in decisions(game_number(i), i):
            if game.version > 250:
                break
            by_kind.setdefault(game.position.kind, []).append(game.copy())
        for kind, games in by_kind.items():
            picked = games[:: max(1, len(games) // (4 if kind in ("run", "company") else 1))]
            out += [game.position_json() for game in picked[-4:]]
    return out


def pairs(draw: st.DrawFn, fuel: dict[str, int]) -> list[tuple[Any, Any]]:
    """Draw the amounts of a move as pairs: split, in any order, with zeros, sometimes with something invalid."""
    out: list[tuple[Any, Any]] = []
    for kind, count in fuel.items():
        left = count
        while left > 1 and draw(st.booleans()):
            part = draw(st.integers(1, left - 1))
            out.append((kind, part))
            left -= part
        out.append((kind, left))
    if draw(st.integers(0, 3)) == 0:
        out.append((draw(st.sampled_from(KEYS)), 0))
    if draw(st.integers(0, 5)) == 0:
        out.append((draw(st.sampled_from(KEYS)), draw(st.sampled_from(AMOUNTS))))
    return draw(st.permutations(out))


def amounts(draw: st.DrawFn, fuel: dict[str, int]) -> Any:
    listed = pairs(draw, fuel)
    forms: list[Any] = [listed, tuple(listed), [list(pair) for pair in listed], iter(listed)]
    if len(dict(listed)) == len(listed):
        forms += [dict(listed), OrderedDict(listed), MappingProxyType(dict(listed)), dict(listed).items()]
    return draw(st.sampled_from([*forms, draw(st.sampled_from(STRANGE))]))


def cards(draw: st.DrawFn, refs: tuple[Any, ...]) -> Any:
    listed = draw(st.permutations(refs))
    forms: list[Any] = [listed, tuple(listed), set(listed), iter(listed), dict.fromkeys(listed), [*listed, *listed[:1]]]
    return draw(st.sampled_from([*forms, draw(st.sampled_from(STRANGE))]))


@st.composite
def said(draw: st.DrawFn, move: Move) -> Any:
    """Draw a form of a move. It may be invalid, and is then refused."""
    data = move.to_json()
    as_json = draw(st.booleans())
    if isinstance(move, Run):
        burn = None if draw(st.integers(0, 5)) == 0 else amounts(draw, dict(move.burn or ()))
        plants = cards(draw, move.plants)
        return {"kind": "run", "plants": plants, "burn": burn} if as_json else lambda: Run(plants, burn)
    if isinstance(move, DiscardFuel):
        fuel = amounts(draw, dict(move.fuel))
        return {"kind": "discard-fuel", "fuel": fuel} if as_json else lambda: DiscardFuel(fuel)
    if isinstance(move, Arrange):
        laid = cards(draw, move.cards)
        return {"kind": "arrange", "cards": laid} if as_json else lambda: Arrange(laid)
    for name in move.fields:
        if draw(st.integers(0, 9)) == 0:
            data[name] = draw(st.sampled_from([*AMOUNTS, *STRANGE]))
    values = [data[name] for name in move.fields]
    make: Any = type(move)
    return data if as_json else lambda: make(*values)


@settings(max_examples=cases(250), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_is_accepted_loads_again_and_replays_the_same(data: st.DataObject) -> None:
    game = parse_position(data.draw(st.sampled_from(tables())))
    moves = game.legal_moves
    form = data.draw(said(moves[data.draw(st.integers(0, len(moves) - 1))]))
    before = json.dumps(game.to_json())
    refusal = None
    try:
        game.apply(form() if callable(form) else form)
    except StromnetzError as error:
        refusal = error
    if refusal is not None:
        assert len(str(refusal)) < 1000
        assert len(json.dumps(refusal.to_json())) < 4000
        assert json.dumps(game.to_json()) == before
        return
    text = json.dumps(game.to_json())
    loaded = parse_game(text)
    assert loaded == game
    assert json.dumps(loaded.to_json()) == text
    # and saying it as it was written down comes to the same
    start = json.loads(before)
    again = parse_position({**start["position"], **{key: start[key] for key in ("edition", "map", "options")}})
    move = game.rows[-1].move
    assert move is not None
    again.apply(move_from_json(json.loads(json.dumps(move.to_json()))))
    assert again.position == game.position
    assert again.rows == game.rows


def test_the_tables_have_all_that_matters() -> None:
    kinds = [(table["edition"], parse_position(table).position.kind) for table in tables()]
    assert {edition for edition, _ in kinds} >= {"classic-2004", "classic-2009", "deluxe-europe", "outpost"}
    wanted = {"run", "discard-fuel", "company", "auction", "bid", "fuel", "build", "network"}
    assert wanted <= {kind for _, kind in kinds}


@pytest.mark.parametrize("twice", [[("coal", 1), ("coal", 1)], [["coal", 2]], {"coal": 2}, [("coal", 2), ("oil", 0)]])
def test_amounts_named_twice_are_added_up(twice: Any) -> None:
    assert Run([4], twice) == Run([4], {"coal": 2})
    assert DiscardFuel(twice) == DiscardFuel({"coal": 2})
    assert hash(Run([4], twice)) == hash(Run([4], {"coal": 2}))
    assert Run([4], twice).to_json() == {"kind": "run", "plants": [4], "burn": {"coal": 2}}
