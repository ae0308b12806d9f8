"""Saving: positions and records are equal after loading, and play on to the same end."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import pytest

import stromnetz
from stromnetz import Game, IllegalMove, Row, Run, View, parse_game, parse_position
from stromnetz.engine.moves import Move
from stromnetz.play.words.text import words_for
from stromnetz.play.words.vocabulary import LANGUAGES
from tests.helpers import play_on, position
from tests.properties.games import (
    FIRST_PROMO,
    ROUNDS,
    choose,
    classic,
    decisions,
    deluxe,
    game_number,
    name,
    outpost,
    promo,
    robots,
)

GAMES = 200


def through_json(data: Any) -> Any:
    """Convert data through JSON text."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("i", [*classic(GAMES), *deluxe(16), *outpost(8), *robots(5), *promo(20)], ids=name)
def test_a_position_is_restored_at_every_decision(i: int) -> None:
    """A chain of loaded copies, each replaced by the next, is played beside the original game with the same choices."""
    game = game_number(i)
    rng, other = random.Random(i), random.Random(i)
    thrifty = i >= FIRST_PROMO or bool(i // 20 % 2)
    chain = game.copy()
    while game.decision is not None and game.position.round <= ROUNDS:
        chain = parse_position(through_json(chain.position_json()))
        assert chain.position == game.position
        assert chain.options == game.options
        assert [e.to_json() for e in chain.apply(choose(chain, other, thrifty))] == [
            e.to_json() for e in game.apply(choose(game, rng, thrifty))
        ]
    assert chain.position == game.position
    assert chain.position_json() == game.position_json()
    assert chain.result == game.result
    if game.decision is None:
        assert game.result is not None
        assert parse_position(through_json(game.position_json())).position == game.position


def with_undos(i: int, moves: int = 10_000) -> Game:
    """Play a random game in which some moves are undone."""
    game = game_number(i)
    rng = random.Random(i)
    while game.decision is not None and game.version < moves and game.position.round <= ROUNDS:
        last = game.rows[-1]
        if rng.random() < 0.15 and last.seat is not None and last.undoes is None:
            with suppress(IllegalMove):
                game.undo(last.seat)
        game.apply(choose(game, rng, thrifty=bool(i % 2)))
    return game


@pytest.mark.parametrize("i", [*range(0, 60, 3), *deluxe(8), *outpost(4), *robots(3), *promo(20)], ids=name)
def test_a_whole_record_is_replayed(i: int) -> None:
    game = with_undos(i)
    assert any(row.undoes is not None for row in game.rows)
    text = json.dumps(game.to_json())
    loaded = parse_game(text)
    assert loaded == game
    assert loaded.rows == game.rows
    assert loaded.snapshots == game.snapshots
    assert loaded.result == game.result
    assert json.dumps(loaded.to_json()) == text
    assert parse_game(text.encode()) == parse_game(json.loads(text)) == game
    assert game.to_json(hidden=False) == through_json(game.to_json(hidden=False))


@pytest.mark.parametrize("i", [1, 2, 10, *deluxe(2), *outpost(6), *robots(2), *promo(20)], ids=name)
def test_moves_and_events_read_back_and_have_words(i: int) -> None:
    game = with_undos(i)
    for row in game.rows:
        if row.move is not None:
            back = Move.parse(str(row.move))
            assert str(back) == str(row.move)
            if isinstance(row.move, Run) and isinstance(back, Run):
                # plants with a name are written last, and a run that burns nothing without fuel: "the only way"
                assert set(back.plants) == set(row.move.plants)
                assert back.burn == row.move.burn or not row.move.burn
            else:
                assert back == row.move
            assert stromnetz.move_from_json(through_json(row.move.to_json())) == row.move
        for event in row.events:
            assert stromnetz.event_from_json(through_json(event.to_json())) == event
    for language in LANGUAGES:
        words = words_for(game, language)
        lines = [words.event(event) for row in game.rows for event in row.events]
        assert not [line for line in lines if not line or "{" in line or "None" in line]


@pytest.mark.parametrize("i", [*range(1, 60, 3), *deluxe(8), *outpost(8), *robots(5), *promo(7)], ids=name)
def test_a_loaded_record_plays_on_identically(i: int) -> None:
    game = with_undos(i, moves=60 + 7 * (i % 60))
    loaded = parse_game(through_json(game.to_json()))
    assert loaded == game
    for table in (game, loaded):
        row = table.rows[-1]
        if table.decision is not None and row.seat is not None and not any(e.reveals for e in row.events):
            with suppress(IllegalMove):
                table.undo(row.seat)
        play_on(table, seed=i)
    assert loaded == game
    assert loaded.to_json() == game.to_json()


def test_a_record_that_begins_at_a_position() -> None:
    players: list[dict[str, Any]] = [
        {"money": 120, "plants": [4, 13], "fuel": {"coal": 3}, "cities": ["essen"]},
        {"plants": [8]},
        {},
    ]
    for start in (position("building", players), parse_position(with_undos(5, moves=80).position_json())):
        game = play_on(start, seed=3, until=lambda rules: rules.version >= 50)
        loaded = parse_game(json.dumps(game.to_json()))
        assert loaded == game
        assert play_on(loaded, seed=4) == play_on(game, seed=4)


@pytest.mark.parametrize("i", [*range(2, 60, 6), *deluxe(2), *outpost(2)], ids=name)
def test_a_copy_is_independent(i: int) -> None:
    game = with_undos(i, moves=40 + 5 * (i % 60))
    before = game.to_json()
    text = json.dumps(before)
    copy = game.copy()
    assert copy == game
    play_on(copy, seed=1)
    assert copy != game
    assert json.dumps(game.to_json()) == text
    again = game.copy()
    play_on(game, seed=1)
    assert game == copy
    assert json.dumps(again.to_json()) == text


@pytest.mark.parametrize("i", [2, 26, *deluxe(1), *outpost(1)], ids=name)
def test_the_text_of_a_record_is_that_of_its_json(i: int) -> None:
    game = with_undos(i, moves=150)
    assert game.to_text() == json.dumps(game.to_json())
    assert parse_game(game.to_text()) == game


@pytest.mark.parametrize("what", ["position", "record", "view", "row"])
def test_changing_exported_data_changes_nothing(what: str) -> None:
    """Changing the data of a dump, a record or a view does not change the game."""
    game = with_undos(14, moves=150)
    text = json.dumps(game.to_json())
    if what == "position":
        wreck(game.position_json())
    elif what == "record":
        wreck(game.to_json())
    elif what == "row":
        wreck(game.rows[0].to_json())
    else:
        for seat in (None, *range(game.rules.players)):
            wreck(game.view(seat).to_json())
    assert json.dumps(game.to_json()) == text


def test_changing_loaded_data_changes_nothing() -> None:
    """Changing data after loading it does not change the game."""
    game = with_undos(14, moves=60)
    for load, saved in ((parse_position, game.position_json()), (parse_game, game.to_json())):
        data = through_json(saved)
        loaded = load(data)
        text = json.dumps(loaded.to_json())
        wreck(data)
        assert json.dumps(loaded.to_json()) == text


def wreck(data: Any) -> None:
    """Empty every container that can be reached."""
    if isinstance(data, dict | list):
        for value in list(data.values()) if isinstance(data, dict) else data[:]:
            wreck(value)
        data.clear()


@pytest.mark.parametrize("i", [*range(0, 100, 5), *deluxe(4), *outpost(4), *robots(2), *promo(7)], ids=name)
def test_views_survive_json(i: int) -> None:
    for game in decisions(game_number(i), i):
        if game.version % 23 == 0:
            check_views(game)
    check_views(game)


def check_views(game: Game) -> None:
    for seat in [None, *range(game.rules.players)]:
        view = game.view(seat)
        data = view.to_json()
        back = View.from_json(through_json(data))
        assert back == view
        assert back.to_json() == data == through_json(data)
        assert back.players == view.players
        assert back.fuels == view.fuels
        assert back.auction == view.auction
        assert back.result == view.result
        assert (back.decision is None) == (view.decision is None)


def test_rows_as_json() -> None:
    """All rows of a record are plain JSON, including undo rows."""
    rows = [row.to_json() for row in with_undos(9).rows]
    assert rows == through_json(rows)
    assert {"seq", "seat", "undo"} in [set(row) for row in rows]
    assert Row(1, 0, None, (), undoes=0).to_json() == {"seq": 1, "seat": 0, "undo": 0}
