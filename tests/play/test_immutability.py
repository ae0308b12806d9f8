"""Objects handed out by a game cannot change it: moves, events and rows are immutable, others are copies."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any, cast

import pytest

import stromnetz
from stromnetz import Bid, DiscardFuel, Game, Open, Run, move_from_json, parse_game
from stromnetz.bots import make_bot
from stromnetz.editions.outpost.moves import Arrange
from stromnetz.engine.events import EVENTS, event_from_json
from stromnetz.engine.moves import MOVES
from stromnetz.engine.value_classes import FrozenDict, field_names

MADE: dict[str, Any] = {
    "region": "west",
    "plant": 4,
    "bid": 4,
    "amount": 5,
    "fuel": "coal",
    "count": 2,
    "city": "essen",
    "site": "house",
    "cards": [4],
    "plants": [4],
    "burn": {"coal": 2},
}


def played(edition: str = "classic-2004", moves: int = 120) -> Game:
    game = stromnetz.new_game(edition, players=3, seed=1, options={"money": "hidden"})
    while (decision := game.decision) is not None and game.version < moves:
        game.apply(make_bot("plain").choose(game.view(decision.seat)))
    return game


def every_move() -> list[stromnetz.Move]:
    special: dict[str, Any] = {"discard-fuel": {"fuel": {"coal": 1}}}
    return [
        move_from_json({"kind": kind, **special.get(kind, {name: MADE[name] for name in cls.fields})})
        for kind, cls in MOVES.items()
    ]


@pytest.mark.parametrize("move", every_move(), ids=lambda move: str(move.kind))
def test_no_field_of_a_move_can_be_set(move: stromnetz.Move) -> None:
    before = move.to_json()
    for name in (*move.fields, "kind", "more"):
        with pytest.raises(AttributeError):
            setattr(move, name, 7)
        with pytest.raises(AttributeError):
            delattr(move, name)
    assert move.to_json() == before
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move


def test_moves_are_not_what_they_were_made_from() -> None:
    plants, cards, burn, pairs = [4], [4], {"coal": 2}, [("coal", 2)]
    moves = [Run(plants, burn), Run(plants, pairs), Arrange(cards), DiscardFuel(burn), DiscardFuel(pairs)]
    before = [json.dumps(move.to_json()) for move in moves]
    plants.append(5)
    cards.append(5)
    burn["coal"] = 3
    pairs.append(("oil", 1))
    for move in moves:
        for value in move.to_json().values():
            if not isinstance(value, str):
                value.clear()
    assert [json.dumps(move.to_json()) for move in moves] == before


def every_event() -> list[stromnetz.Event]:
    games = [played(edition) for edition in ("classic-2004", "deluxe-europe", "outpost")]
    return [event for game in games for row in game.rows for event in row.events]


def test_no_field_of_an_event_can_be_set() -> None:
    seen: dict[str, stromnetz.Event] = {}
    for event in every_event():
        seen.setdefault(event.kind, event)
    assert len(seen) > 20
    for event in seen.values():
        names = field_names(type(event))
        for name in (*names, "kind", "more"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(event, name, 7)
        assert not any(type(getattr(event, name)) in (list, dict, set) for name in names)
        hash(event)
        assert event_from_json(event.to_json()) == event
        assert pickle.loads(pickle.dumps(event)) == copy.deepcopy(event) == event


def test_all_events_are_fixed() -> None:
    """Including events that do not occur in the games above; lists and objects become immutable."""
    for kind, cls in EVENTS.items():
        names = field_names(cls)
        given = {name: [1, {}] if i % 2 else {"coal": 1} for i, name in enumerate(names)}
        event = event_from_json({"kind": kind, **given})
        with pytest.raises((AttributeError, TypeError)):
            setattr(event, names[0] if names else "more", 7)


def change_everything(game: Game) -> None:
    """Change everything that can be changed in the objects that a game hands out."""
    for row in game.rows:
        cast(dict[str, Any], row.to_json()).clear()
        row.seen_by([0])["events"].clear()
        for event in row.events:
            for value in event.to_json().values():
                if isinstance(value, list | dict):
                    value.clear()
    game.rows[:].clear()
    game.position_json()["players"].clear()
    record = game.to_json()
    record["options"].clear()
    record["rows"][1]["move"].clear()
    record["setup"].clear()
    view = game.view(game.position.seat)
    for name in view.FIELDS:
        value = getattr(view, name)
        if isinstance(value, list | dict):
            value.clear()
    assert game.decision is not None
    for option in game.decision.options or []:
        for name in field_names(type(option)):
            value = getattr(option, name)
            if isinstance(value, list | dict):
                value.clear()


@pytest.mark.parametrize("edition", ["classic-2009", "deluxe-north-america", "outpost"])
def test_nothing_that_is_handed_out_changes_the_record(edition: str) -> None:
    game = played(edition)
    before = json.dumps(game.to_json())
    change_everything(game)
    assert json.dumps(game.to_json()) == before
    assert parse_game(before) == game


def test_rows_and_options_can_only_be_read() -> None:
    game: Any = played()
    events = game.apply(game.legal_moves[0])
    events.clear()
    assert game.rows[-1].events
    for change in (
        lambda: game.rows.append(game.rows[0]),
        lambda: setattr(game.rows[1], "move", Bid(3)),
        lambda: setattr(game, "rows", []),
        lambda: game.rows.__setitem__(1, game.rows[0]),
        lambda: game.rows[1].events.append(None),
        lambda: game.options.__setitem__("money", "open"),
        lambda: game.options.update(money="open"),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()


def test_a_game_does_not_follow_what_it_was_begun_with() -> None:
    options: dict[str, Any] = {"money": "hidden", "promo": ["flux-generator"]}
    regions, order = ["west", "southwest", "south"], [1, 0]
    game = stromnetz.new_game("classic-2004", "germany", 2, 1, regions, options, order=order)
    record = game.to_json()
    before = json.dumps(record)
    loaded = parse_game(record)
    regions.clear()
    order.clear()
    options["promo"].clear()
    record["setup"]["regions"].clear()
    record["rows"][0]["events"].clear()
    assert json.dumps(game.to_json()) == json.dumps(loaded.to_json()) == before


def test_a_move_of_a_class_of_ones_own_is_refused() -> None:
    """It could show one move to the rules and write another into the record."""

    class Liar(Open):
        def to_json(self) -> dict[str, Any]:
            return {"kind": "open", "plant": 99, "bid": 1}

    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    with pytest.raises(stromnetz.BadInput, match="a move is one of"):
        game.apply(Liar(3, 3))
    assert not game.is_legal(Liar(3, 3))
    assert Liar(3, 3) not in game.legal_moves


def test_a_fixed_dictionary() -> None:
    one: Any = FrozenDict({"coal": 2})
    for change in (
        lambda: one.__setitem__("oil", 1),
        lambda: one.__delitem__("coal"),
        lambda: one.__ior__({"oil": 1}),
        one.clear,
        lambda: one.pop("coal"),
        one.popitem,
        lambda: one.setdefault("oil", 1),
        lambda: one.update(oil=1),
    ):
        with pytest.raises(TypeError, match="never changes"):
            change()
    assert one == {"coal": 2}
    assert hash(one) == hash(FrozenDict({"coal": 2}))
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    assert json.dumps(one) == '{"coal": 2}'
