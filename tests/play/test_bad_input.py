"""Bad moves: every error is one of ours, says what is wrong, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from stromnetz import (
    BadInput,
    Bid,
    Buy,
    ChooseRegion,
    Connect,
    Game,
    GameOver,
    IllegalMove,
    Move,
    NotYourTurn,
    Open,
    Pass,
    Run,
    SitOut,
    StromnetzError,
    move_from_json,
    new_game,
    parse_position,
)
from tests.helpers import play_on, position
from tests.play.bad_input import bad, start

HUGE = 10**5000
"""Python writes no int of more than 4300 digits as a text."""

NO_MOVES: list[Any] = [
    None,
    "fly",
    5,
    [],
    ["pass"],
    {},
    {"kind": None},
    {"kind": "fly"},
    {"kind": ["pass"]},
    {"kind": "pass", "why": 1},
    {"kind": "open"},
    {"kind": "open", "plant": 4},
    {"kind": "open", "plant": 4, "bid": None},
    {"kind": "open", "plant": 4, "bid": "4"},
    {"kind": "open", "plant": 4, "bid": 4.0},
    {"kind": "open", "plant": 4, "bid": True},
    {"kind": "open", "plant": 4, "bid": -4},
    {"kind": "open", "plant": 4.0, "bid": 4},
    {"kind": "open", "plant": True, "bid": 4},
    {"kind": "open", "plant": [4], "bid": 4},
    {"kind": "open", "plant": 2, "bid": 4},
    {"kind": "open", "plant": "4", "bid": 4},
    {"kind": "open", "plant": -4, "bid": 4},
]


@pytest.mark.parametrize("data", NO_MOVES, ids=repr)
def test_what_is_no_move(data: Any) -> None:
    game = start()
    with bad(BadInput, game=game):
        game.apply(data)
    with bad(BadInput, game=game):
        game.preview([data])


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "bid", "amount": 7.5},
        {"kind": "buy", "fuel": 3, "count": 1},
        {"kind": "buy", "fuel": "coal", "count": -1},
        {"kind": "connect", "city": None},
        {"kind": "connect", "city": ["essen"]},
        {"kind": "choose-region", "region": 0},
        {"kind": "discard-fuel", "fuel": None},
        {"kind": "discard-fuel", "fuel": {"coal": 0.5}},
        {"kind": "discard-fuel", "fuel": ["coal"]},
        {"kind": "run", "plants": 4},
        {"kind": "run", "plants": [None]},
        {"kind": "run", "plants": [4], "burn": [1]},
        {"kind": "run", "plants": [4], "burn": {"coal": True}},
    ],
    ids=repr,
)
def test_moves_of_every_kind_are_read_strictly(data: Any) -> None:
    with bad(BadInput, data["kind"]):
        move_from_json(data)


@pytest.mark.parametrize(
    "data",
    [{"kind": "leave"}, {"kind": "give-up", "fuel": {"coal": 1}}, {"kind": "region", "region": "west"}],
    ids=lambda data: str(data["kind"]),
)
def test_an_old_name_of_a_move_lists_the_moves(data: dict[str, Any]) -> None:
    with bad(BadInput, f"unknown kind of move {data['kind']!r}; known are choose-region, open, sit-out, "):
        move_from_json(data)


@pytest.mark.parametrize(("fuel", "count", "field"), [(3, 1, "fuel"), ("coal", -1, "count"), ("coal", "1", "count")])
def test_the_field_that_is_wrong_is_named(fuel: Any, count: Any, field: str) -> None:
    with bad(BadInput, f"'{field}' of a 'buy' move"):
        move_from_json({"kind": "buy", "fuel": fuel, "count": count})


AMOUNTS = [True, 4.0, "4", None, [4], float("nan")]


@pytest.mark.parametrize("amount", AMOUNTS, ids=repr)
def test_moves_that_were_not_read_from_json(amount: Any) -> None:
    game = start()
    with bad(BadInput, "bid", game):
        game.apply(Open(4, amount))
    assert not game.is_legal(Open(4, amount))
    game.apply(Open(4, 4))
    with bad(BadInput, "amount", game):
        game.apply(Bid(amount))
    fuel = position("fuel", [{"plants": [4]}, {}, {}], order=[1, 2, 0], to_act=0)
    with bad(BadInput, "count", fuel):
        fuel.apply(Buy("coal", amount))
    run = position("bureaucracy", [{"plants": [4], "fuel": {"coal": 2}}, {}, {}], order=[0, 1, 2], to_act=0)
    if amount is not None:  # which is as good as no coal
        with bad(BadInput, "coal", run):
            run.apply(Run([4], [("coal", amount)]))


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: Open(1, 4), "card 1"),
        (lambda: Open("steam", 4), "steam"),
        (lambda: Run(4), "plants"),  # type: ignore[arg-type]
        (lambda: Run(None), "plants"),  # type: ignore[arg-type]
        (lambda: Run([4], 3), "burn"),  # type: ignore[arg-type]
        (lambda: Run([4], {1: 2, "coal": 1}), "burn"),  # type: ignore[arg-type]
        (lambda: Run([4], ["coal"]), "burn"),  # type: ignore[list-item]
    ],
)
def test_nonsense_made_in_python(make: Callable[[], Move], match: str) -> None:
    game = start()
    with bad(BadInput, match, game):
        game.apply(make())


def test_unknown_ids() -> None:
    build = position("building", 3, order=[2, 1, 0], to_act=0)
    with bad(BadInput, "atlantis", build):
        build.apply(Connect("atlantis"))
    fuel = position("fuel", [{"plants": [4]}, {}, {}], order=[1, 2, 0], to_act=0)
    with bad(BadInput, "peat.*coal, oil, garbage, uranium", fuel):
        fuel.apply(Buy("peat", 1))
    draft = start(regions="draft")
    with bad(BadInput, "mars.*west", draft):
        draft.apply(ChooseRegion("mars"))


@pytest.mark.parametrize("amount", [51, 10**30])
def test_huge_amounts(amount: int) -> None:
    game = start()
    for move in (Open(4, amount), {"kind": "open", "plant": 4, "bid": amount}):
        with bad(IllegalMove, "50 Elektro", game):
            game.apply(move)
    game.apply(Open(4, 4))
    with bad(IllegalMove, "50 Elektro", game):
        game.apply(Bid(amount))
    for wrong in (Bid(-amount), Bid(0)):
        with bad(IllegalMove, "5 or more", game):
            game.apply(wrong)
    fuel = position("fuel", [{"plants": [4]}, {}, {}], order=[1, 2, 0], to_act=0)
    for count in (amount, -amount, 0):
        with bad(IllegalMove, "[0-9]", fuel):
            fuel.apply(Buy("coal", count))


@pytest.mark.parametrize(
    "act",
    [
        lambda game: game.apply(Open(4, HUGE)),
        lambda game: game.apply(Open(HUGE, 4)),
        lambda game: game.apply({"kind": "open", "plant": 4, "bid": HUGE}),
        lambda game: game.apply({"kind": "open", "plant": HUGE, "bid": 4}),
        lambda game: game.apply({"kind": "bid", "amount": -HUGE}),
        lambda game: game.apply(Open(4, 4), seat=HUGE),
        lambda game: game.undo(HUGE),
        lambda game: game.view(HUGE),
        lambda game: new_game("classic-2004", seed=HUGE),
        lambda game: new_game("classic-2004", players=HUGE),
        lambda game: new_game("classic-2004", deck=[HUGE]),
        lambda game: new_game("classic-2004", options={"short": HUGE}),
        lambda game: parse_position({**game.position_json(), "places": -HUGE}),
        lambda game: parse_position({**game.position_json(), "supply": {"coal": HUGE}}),
    ],
)
def test_numbers_too_long_to_write(act: Callable[[Game], object]) -> None:
    game = start()
    before = game.position.copy()
    with pytest.raises(StromnetzError) as caught:
        act(game)
    assert len(json.dumps(caught.value.to_json())) < 1000
    assert game.position == before


def test_the_wrong_seat() -> None:
    game = start()
    seat = game.position.seat
    for other in range(3):
        if other != seat:
            with bad(NotYourTurn, f"it is seat {seat}'s turn", game):
                game.apply(Open(4, 4), seat=other)
    game.apply(Open(4, 4), seat=seat)
    with bad(NotYourTurn, f"it is seat {game.position.seat}'s turn", game):
        game.apply(Pass(), seat=seat)


@pytest.mark.parametrize("seat", [-1, 3, 10**30, True, 1.0, "1", [], {}], ids=lambda s: type(s).__name__)
def test_seats_that_do_not_exist(seat: Any) -> None:
    game = start()
    with bad(BadInput, "0 to 2", game):
        game.apply(Open(4, 4), seat=seat)
    with bad(BadInput, "0 to 2", game):
        game.undo(seat)
    with bad(BadInput, "0 to 2", game):
        game.view(seat)


def test_after_the_end() -> None:
    game = play_on(start(2, options={"short": True}))
    assert game.result is not None
    assert list(game.legal_moves) == []
    assert not game.is_legal(SitOut())
    for act in (
        lambda: game.apply(SitOut()),
        lambda: game.apply({"kind": "pass"}, seat=0),
        lambda: game.undo(0),
        lambda: game.undo(1),
        lambda: game.preview([SitOut()]),
        lambda: game.preview([]),
    ):
        with bad(GameOver, "over", game):
            act()
