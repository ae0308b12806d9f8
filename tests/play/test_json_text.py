"""JSON text of moves and lists, reading moves from JSON, and what cannot be registered."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, ClassVar

import pytest

from stromnetz import BadInput, Bid, Buy, Connect, GameOver, Move, Open, Run, move_from_json, new_game
from stromnetz.editions.compose import compose
from stromnetz.engine import agenda
from stromnetz.engine.edition import Edition, Script
from stromnetz.engine.events import EVENTS, Event
from stromnetz.engine.json_text import json_text
from stromnetz.engine.market import draw
from stromnetz.engine.move_ranges import MoveList, SingleMove
from stromnetz.engine.moves import MOVES, WHOLE, Form, add_moves
from stromnetz.engine.options import OPTIONS, Option
from stromnetz.engine.phases.setup import bare_position
from tests.helpers import play_on
from tests.rules.outpost_companies import ONE_OF_EACH

VALUES: list[Any] = [
    *(0, -7, "essen", 'say "ö"', None, True, False, 1.5, [], {}, [1, [2, "a"]], (1, (2,)), {"a": [1, {"b": None}]}),
    *({1: 2}, {"a": {3: "x"}}, [True, None, 0.25]),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_text_equals_json_dumps(value: Any) -> None:
    assert json_text(value) == json.dumps(value)


@pytest.mark.parametrize("move", ONE_OF_EACH, ids=repr)
def test_a_move_as_text_is_its_json(move: Move) -> None:
    assert move.to_text() == json.dumps(move.to_json())
    assert move_from_json(json.loads(move.to_text())) == move


def test_a_list_of_moves_shows_its_first_four() -> None:
    moves = [Bid(n) for n in range(5, 10)]
    assert repr(MoveList([SingleMove(move) for move in moves])) == "MoveList(5: Bid(5), Bid(6), Bid(7), Bid(8), …)"
    assert repr(MoveList([SingleMove(move) for move in moves[:4]])) == "MoveList(4: Bid(5), Bid(6), Bid(7), Bid(8))"
    assert repr(MoveList([])) == "MoveList(0: )"


# --- moves from JSON ---


def test_any_mapping_is_read_as_a_move() -> None:
    assert move_from_json(MappingProxyType({"kind": "open", "plant": 4, "bid": 5})) == Open(4, 5)


@pytest.mark.parametrize(
    ("data", "move"),
    [
        ({"bid": 5, "kind": "open", "plant": 4}, Open(4, 5)),
        ({"city": "essen", "kind": "connect"}, Connect("essen")),
        ({"kind": "buy", "count": 2, "fuel": "oil"}, Buy("oil", 2)),
        ({"kind": "run", "plants": [4]}, Run([4])),
        ({"kind": "run", "burn": {"oil": 2}, "plants": [4]}, Run([4], {"oil": 2})),
    ],
)
def test_fields_in_any_order_and_those_that_may_be_missing(data: Any, move: Move) -> None:
    assert move_from_json(data) == move


@pytest.mark.parametrize(
    ("data", "message", "field"),
    [
        ({"kind": "pass", "why": 1}, "a 'pass' move has no field 'why' (it has no fields)", "'why'"),
        ({"kind": "bid", "amount": 4, "x": 1}, "a 'bid' move has no field 'x' (it has amount)", "'x'"),
        ({"kind": "bid", "x": 4}, "a 'bid' move has no field 'x' (it has amount)", "'x'"),
        ({"x": 1, "kind": "bid", "amount": 4}, "a 'bid' move has no field 'x' (it has amount)", "'x'"),
        ({"kind": "open", "plant": 4, "x": 1}, "a 'open' move has no field 'x' (it has plant, bid)", "'x'"),
        ({"kind": "open", "x": 1, "bid": 4}, "a 'open' move has no field 'x' (it has plant, bid)", "'x'"),
        ({"kind": "run", "plants": [], "x": 1}, "a 'run' move has no field 'x' (it has plants, burn)", "'x'"),
        ({"kind": "bid"}, "a 'bid' move needs the field 'amount'", "amount"),
        ({"kind": "open", "plant": 4}, "a 'open' move needs the field 'bid'", "bid"),
        ({"kind": "open", "bid": 4}, "a 'open' move needs the field 'plant'", "plant"),
        ({"kind": "run"}, "a 'run' move needs the field 'plants'", "plants"),
    ],
)
def test_fields_too_many_and_too_few_are_told(data: Any, message: str, field: str) -> None:
    with pytest.raises(BadInput) as refusal:
        move_from_json(data)
    assert (refusal.value.message, refusal.value.facts) == (message, {"field": field})
    assert (str(refusal.value), repr(refusal.value)) == (message, f"BadInput({message!r})")


# --- registering ---


def bids_again() -> None:
    class Bid(Move):
        kind: ClassVar[str] = "bid"

    add_moves(Bid)


def without_a_form() -> None:
    class Wave(Move):
        kind: ClassVar[str] = "wave"
        fields: ClassVar[tuple[str, ...]] = ("hand", "arm")
        forms: ClassVar[tuple[Form, ...]] = (WHOLE,)

    add_moves(Wave)


def opened_again() -> None:
    type("AuctionOpened", (Event,), {"__module__": __name__})


def offered_again() -> None:
    type("Other", (Option,), {"KIND": "open", "__module__": __name__})


@pytest.mark.parametrize(
    ("register", "message"),
    [
        (bids_again, "there is a move 'bid' already, of stromnetz.engine.moves"),
        (without_a_form, "a 'wave' move has the fields .* each needs a form"),
        (opened_again, "there is an event 'auction-opened' already, of stromnetz.engine.events"),
        (offered_again, "there is an option 'open' already, of stromnetz.engine.options"),
    ],
)
def test_names_can_only_be_registered_once(register: Callable[[], None], message: str) -> None:
    before = [dict(registry) for registry in (MOVES, EVENTS, OPTIONS)]
    with pytest.raises(TypeError, match=message):
        register()
    assert [dict(registry) for registry in (MOVES, EVENTS, OPTIONS)] == before


def test_an_edition_says_which_phases_there_are() -> None:
    with pytest.raises(TypeError, match="does not say which phases round 3 has"):
        Edition("made-up", 1).round.phases(3)


def test_an_edition_says_how_its_cards_are_prepared() -> None:
    rules = compose("classic-2004", None, 3, {})
    rules.edition.market.prepare = Edition("made-up", 1).market.prepare
    with pytest.raises(TypeError, match="edition 'classic-2004' does not say how its cards are prepared"):
        rules.edition.market.prepare(rules, bare_position(rules), Script())


def test_a_card_that_is_in_play_from_the_start_is_never_drawn() -> None:
    game = new_game("classic-2004", players=3, seed=1, options={"promo": ["industrial-espionage"]})
    p = game.position.copy()
    p.deck = [*p.deck, game.rules.card("industrial-espionage")]
    with pytest.raises(TypeError, match="'industrial-espionage' does not belong into a deck"):
        draw(game.rules, p)


# --- games and positions ---


def test_a_position_is_no_number() -> None:
    position = new_game("classic-2004", players=2, seed=1).position
    assert (position == 3) is False
    assert (position != 3) is True
    with_robots = new_game("classic-2004", players=3, seed=1, options={"robots": ["random"]}).position
    other: object = 3
    assert [module == other for module in with_robots.modules] == [False] * len(with_robots.modules)


def test_rules_are_the_same_for_every_copy() -> None:
    rules = new_game("classic-2004", players=2, seed=1).rules
    assert copy.copy(rules) is rules
    assert copy.deepcopy(rules) is rules


def test_nothing_is_decided_once_a_game_is_over() -> None:
    game = play_on(new_game("classic-2004", players=2, seed=1))
    assert game.decision is None
    with pytest.raises(GameOver):
        agenda.apply(game.rules, game.position, Bid(3))
