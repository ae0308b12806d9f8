"""Refusals repeat input shortened, in words; objects that are not moves are never legal."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Buy, DiscardFuel, Game, Open, Run, StromnetzError, View
from stromnetz.bots import make_bot
from stromnetz.editions.outpost.moves import Arrange, Hire
from stromnetz.engine.errors import short_repr
from stromnetz.engine.moves import Move
from stromnetz.play.words.rulebook import rule
from stromnetz.play.words.text import words_for
from stromnetz.play.words.vocabulary import common_words
from tests.helpers import position
from tests.properties.games import discard_fuel_games

HUGE = 10**5000
LONG = "x" * 1_000_000
INPUTS: list[Any] = [
    *(HUGE, -HUGE, 10**300, -(10**300), 10**30, 10**4300, LONG, LONG.encode(), 1e308, object()),
    *([HUGE] * 3, {HUGE: 1}, {"coal": HUGE}, {"coal": -HUGE}, {"coal": 10**300, "oil": 10**300}, [(LONG, HUGE)]),
    *([("coal", 10**4300), ("oil", 10**4300)], {LONG: 1}, [[[[[HUGE]]]]], {"a": {"b": {"c": {"d": HUGE}}}}),
]


class Broken:
    def __repr__(self) -> str:
        raise ZeroDivisionError


@pytest.mark.parametrize("value", [*INPUTS, Broken(), None], ids=lambda value: type(value).__name__)
def test_values_are_shortened(value: object) -> None:
    assert 0 < len(short_repr(value)) <= 80


def test_small_values_are_shown_as_they_are() -> None:
    for value in (4, -4, "coal", [4, "x"], (1,), (), {"coal": 1}, {1}, set(), frozenset({1}), 1.5, None, True, b"x"):
        assert short_repr(value) == repr(value)


def test_huge_numbers_are_called_what_they_are() -> None:
    assert short_repr(HUGE) == "a whole number of 16,610 bits"
    assert short_repr(-HUGE) == "a negative number of 16,610 bits"
    assert short_repr(10**300) == "100000000000... (301 digits)"
    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    with pytest.raises(BadInput, match="bid must be a number of at most 1,000 bits, not a whole number of 16,610 bits"):
        game.apply(Open(3, HUGE))
    with pytest.raises(BadInput, match="'amount' of a 'bid' move must be a number of at most 1,000 bits"):
        game.apply({"kind": "bid", "amount": HUGE})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x" * 78, repr("x" * 78)),
        ("x" * 79, "'" + "x" * 76 + "..."),
        (b"x" * 100, "b'" + "x" * 75 + "..."),
        (2**64 - 1, "18446744073709551615"),
        (2**64, "184467440737... (20 digits)"),
        (-(2**64), "-184467440737... (20 digits)"),
        (2**1000 - 1, "107150860718... (302 digits)"),
        (2**1000, "a whole number of 1,001 bits"),
        (list(range(12)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"),
        (list(range(13)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...]"),
        (tuple(range(13)), "(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...)"),
        (
            dict.fromkeys(range(13), 0),
            "{0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0, 11: 0, ...}",
        ),
        ([[[[]]]], "[[[[]]]]"),
        ([[[[7]]]], "[[[[...]]]]"),
        ({"a": {"b": {"c": {"d": 7}}}}, "{'a': {'b': {'c': {...}}}}"),
        ((((7,),),), "(((7,),),)"),
        (frozenset(), "frozenset()"),
        ([frozenset({7}), {7}], "[frozenset({7}), {7}]"),
        (Broken(), "a Broken"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_where_a_value_is_cut(value: object, text: str) -> None:
    assert short_repr(value) == text


def test_facts_are_numbers_and_texts_of_a_size_that_games_have() -> None:
    facts = {"n": 2**64 - 1, "m": 2**64, "t": "x" * 800, "u": "x" * 801, "all": (2**64, {2**64: "y"}), "yes": True}
    number = "184467440737... (20 digits)"
    told = BadInput("no", facts).facts
    assert told == {**facts, "m": number, "u": short_repr("x" * 801), "all": [number, {number: "y"}]}


def run_table() -> Game:
    seats: list[dict[str, Any]] = [{"plants": [4], "fuel": {"coal": 2}, "cities": ["essen"]}, {}]
    return position("bureaucracy", seats, order=[0, 1], to_act=0)


def discard_fuel_table() -> Game:
    return discard_fuel_games()[0]


def fuel_table() -> Game:
    return position("fuel", [{"plants": [4], "money": 50}, {}], order=[1, 0], to_act=0)


def auction_table() -> Game:
    return stromnetz.new_game("classic-2004", players=3, seed=1)


def bid_table() -> Game:
    game = auction_table()
    game.apply(Open(3, 3))
    return game


def workers_table() -> Game:
    game = stromnetz.new_game("outpost", players=3, seed=1)
    while game.position.kind != "workers":
        assert game.decision is not None
        game.apply(make_bot("plain").choose(game.view(game.decision.seat)))
    return game


Say = Callable[[Game, Any], Any]
SAYINGS: list[tuple[Callable[[], Game], Say]] = [
    (run_table, lambda game, value: game.apply(Run(value))),
    (run_table, lambda game, value: game.apply(Run([value]))),
    (run_table, lambda game, value: game.apply(Run([4], value))),
    (run_table, lambda game, value: game.apply(Run([4], {"coal": value}))),
    (run_table, lambda game, value: game.apply(Run([4], [("coal", value)]))),
    (run_table, lambda game, value: game.apply({"kind": "run", "plants": [4], "burn": value})),
    (run_table, lambda game, value: game.apply({"kind": "run", "plants": value})),
    (discard_fuel_table, lambda game, value: game.apply(DiscardFuel(value))),
    (fuel_table, lambda game, value: game.apply(Buy("coal", value))),
    (fuel_table, lambda game, value: game.apply(Buy(value, 1))),
    (auction_table, lambda game, value: game.apply(Open(3, value))),
    (auction_table, lambda game, value: game.apply(Open(value, 3))),
    (auction_table, lambda game, value: game.apply(value)),
    (auction_table, lambda game, value: game.apply({"kind": value})),
    (auction_table, lambda game, value: game.apply({"kind": "bid", "amount": value})),
    (
        auction_table,
        lambda game, value: game.apply({"kind": "pass", str(value)[:10_000] if value == LONG else "x": value}),
    ),
    (auction_table, lambda game, value: game.apply(Bid(3), value)),
    (auction_table, lambda game, value: game.view(value)),
    (auction_table, lambda game, value: game.undo(value)),
    (bid_table, lambda game, value: game.apply(Bid(value))),
    (workers_table, lambda game, value: game.apply(Hire(value))),
    (workers_table, lambda game, value: game.apply(Arrange(value))),
]


@pytest.mark.parametrize(("table", "say"), SAYINGS, ids=range(len(SAYINGS)))
def test_refusals_show_input_short(table: Callable[[], Game], say: Say) -> None:
    for value in INPUTS:
        game = table()
        before = json.dumps(game.to_json())
        with pytest.raises(StromnetzError) as refusal:
            say(game, value)
        check(refusal.value, game)
        assert json.dumps(game.to_json()) == before


def check(error: StromnetzError, game: Game) -> None:
    said = [str(error), json.dumps(error.to_json())]
    names = ["Ann", "Ben", "Cem"][: game.rules.players]
    said += [words_for(game, language, names).refusal(error) for language in ("en", "de", "nl")]
    assert max(map(len, said)) < 2000, said


FILES: list[Callable[[Any], Any]] = [
    stromnetz.new_game,
    lambda value: stromnetz.new_game("classic-2004", value),
    lambda value: stromnetz.new_game("classic-2004", players=value),
    lambda value: stromnetz.new_game("classic-2004", seed=value if value != 10**30 else -1),
    lambda value: stromnetz.new_game("classic-2004", regions=value),
    lambda value: stromnetz.new_game("classic-2004", options=value),
    lambda value: stromnetz.new_game("classic-2004", options={"money": value}),
    lambda value: stromnetz.new_game("classic-2004", options={"promo": value}),
    lambda value: stromnetz.new_game("classic-2004", deck=value),
    lambda value: stromnetz.new_game("classic-2004", order=value),
    stromnetz.parse_position,
    lambda value: stromnetz.parse_position({"edition": "classic-2004", "players": value}),
    lambda value: stromnetz.parse_position({"edition": "classic-2004", "players": [{"money": value}, {}]}),
    lambda value: stromnetz.parse_position({"edition": "classic-2004", "players": [{"fuel": value}, {}]}),
    stromnetz.parse_game,
    lambda value: stromnetz.parse_game({**stromnetz.new_game("classic-2004", seed=1).to_json(), "revision": value}),
    lambda value: stromnetz.parse_game({**stromnetz.new_game("classic-2004", seed=1).to_json(), "rows": value}),
    stromnetz.event_from_json,
    lambda value: stromnetz.event_from_json({"kind": value}),
    View.from_json,
    lambda value: make_bot(value if isinstance(value, str) else "x" * 10_000),
    lambda value: Move.parse(value if isinstance(value, str) else "x" * 10_000),
    lambda value: Move.parse(f"bid {value}" if isinstance(value, str) else "bid 1" + "0" * 5000),
    lambda value: rule(value if isinstance(value, str) else "x" * 10_000, "en"),
    lambda value: common_words(value if isinstance(value, str) else "x" * 10_000),
]


@pytest.mark.parametrize("read", FILES, ids=range(len(FILES)))
def test_errors_show_input_short(read: Callable[[Any], Any]) -> None:
    for value in INPUTS:
        with pytest.raises(StromnetzError) as error:
            read(value)
        assert len(str(error.value)) < 1000
        assert len(json.dumps(error.value.to_json())) < 4000


@pytest.mark.parametrize("plants", [b"\x04", bytearray(b"\x04"), {4: 1}, "4", memoryview(b"\x04"), 4, None])
def test_what_is_no_list_of_cards(plants: Any) -> None:
    with pytest.raises(BadInput, match="are a list, not"):
        Run(plants)
    with pytest.raises(BadInput, match="are a list, not"):
        Arrange(plants)


@pytest.mark.parametrize("burn", [{"coal": 2, "peat": 0}, [("coal", 2), ("peat", 0)]])
def test_an_unknown_fuel_is_refused_also_with_nothing_of_it(burn: Any) -> None:
    game = run_table()
    for move in (Run([4], burn), {"kind": "run", "plants": [4], "burn": dict(burn)}):
        assert not game.is_legal(move)
        with pytest.raises(BadInput, match="there is no resource 'peat'"):
            game.apply(move)
    assert game.is_legal(Run([4], {"coal": 2, "oil": 0}))
    given = discard_fuel_games()[0]
    way = given.legal_moves[0]
    assert isinstance(way, DiscardFuel)
    with pytest.raises(BadInput, match="there is no resource 'peat'"):
        given.apply(DiscardFuel({**dict(way.fuel), "peat": 0}))


@pytest.mark.parametrize(
    "thing",
    [None, 4, "pass", [], {}, {"kind": "bid"}, {"kind": "no"}, object(), *INPUTS],
    ids=lambda one: type(one).__name__,
)
def test_what_is_no_move_is_not_legal(thing: object) -> None:
    game = auction_table()
    assert game.is_legal(thing) is False
    assert thing not in game.legal_moves
