"""Views received as JSON: the same options, legal moves and decisions of bots, and no hidden information inside."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import random
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

import stromnetz
from stromnetz import Bid, DiscardFuel, Game, Move, Pass, Run, SitOut, View
from stromnetz.bots import BOTS, make_bot
from stromnetz.engine.modules import SLOTS
from stromnetz.engine.options import PlainOption
from stromnetz.engine.position import Position
from tests.helpers import position
from tests.properties.games import discard_fuel_games
from tests.properties.test_hidden import twin
from tests.tier import every

SEED = 9_876_543_210_123
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("classic-2004", {"money": "hidden", "promo": ["industrial-espionage", "transformer-station"]}),
    ("classic-2009", {}),
    ("deluxe-europe", {"money": "hidden"}),
    ("deluxe-north-america", {}),
    ("outpost", {"money": "hidden"}),
]


def sent(view: View) -> View:
    return View.from_json(json.loads(json.dumps(view.to_json())))


def moments(edition: str, options: dict[str, Any], players: int, count: int = 150) -> Iterator[Game]:
    """Yield the decisions of a game that a plain and a random bot play in turns, so that all kinds occur."""
    game = stromnetz.new_game(edition, players=players, seed=SEED + players, regions="draft", options=options)
    rng = random.Random(players)
    while (decision := game.decision) is not None and game.version < count:
        yield game.copy()
        bot = make_bot(rng.choice(("plain", "plain", "random")), rng.getrandbits(32))
        game.apply(bot.choose(game.view(decision.seat)))


def same_moves(here: View, there: View, rng: random.Random) -> None:
    assert here.decision is not None
    assert there.decision is not None
    assert there.decision.options == here.decision.options
    mine, theirs = here.decision.legal_moves, there.decision.legal_moves
    assert len(theirs) == len(mine)
    looked = range(len(mine)) if len(mine) < 40 else rng.sample(range(len(mine)), 40)
    for i in looked:
        assert theirs[i] == mine[i]
        assert mine[i] in theirs


@pytest.mark.parametrize("players", every(2, [4, 2]))
@pytest.mark.parametrize(("edition", "options"), KINDS, ids=[edition for edition, _ in KINDS])
def test_options_legal_moves_and_bots_are_the_same(edition: str, options: dict[str, Any], players: int) -> None:
    rng = random.Random(edition)
    for game in moments(edition, options, players):
        here = game.view(game.position.seat)
        there = sent(here)
        assert there == here
        same_moves(here, there, rng)
        seed = rng.getrandbits(32)
        for name in BOTS:
            # a net reads positions: what was sent it leaves to the strongest level that does not
            like = "hard" if make_bot(name).packed else name
            assert make_bot(name, seed).choose(there) == make_bot(like, seed).choose(here)


def test_fuel_to_discard() -> None:
    for game in discard_fuel_games()[::3]:
        view = game.view(game.position.seat)
        there = sent(view)
        same_moves(view, there, random.Random(1))
        assert there.decision is not None
        for move in other_forms(there.decision.legal_moves[0], random.Random(1)):
            assert (move in there.decision.legal_moves) == game.is_legal(move), move


def other_forms(move: Move, rng: random.Random) -> Iterator[Move]:
    """Return the same move in other forms, and similar moves."""
    data = move.to_json()
    for key, value in data.items():
        if type(value) is int:
            yield stromnetz.move_from_json({**data, key: value + 1})
            yield stromnetz.move_from_json({**data, key: value * 3})
        if isinstance(value, list):
            yield stromnetz.move_from_json({**data, key: rng.sample(value, len(value))})
            yield stromnetz.move_from_json({**data, key: value[1:]})
            yield stromnetz.move_from_json({**data, key: value * 2})
    if isinstance(move, Run):
        yield Run(move.plants)
        yield from (Run(move.plants, [*(move.burn or ()), (fuel, 0)]) for fuel in ("coal", "uranium", "peat"))
    if isinstance(move, DiscardFuel):
        yield from (DiscardFuel([*move.fuel, (fuel, 0)]) for fuel in ("coal", "peat"))
    yield from (Pass(), SitOut(), Bid(7))


@pytest.mark.parametrize(("edition", "options"), KINDS[1::3], ids=[edition for edition, _ in KINDS[1::3]])
def test_what_is_legal_there_is_legal_here(edition: str, options: dict[str, Any]) -> None:
    """``in`` accepts all forms of a move, like the rules."""
    rng, refused = random.Random(3), 0
    for game in moments(edition, options, 3, 400):
        view = game.view(game.position.seat)
        decision = sent(view).decision
        assert decision is not None
        for move in other_forms(rng.choice(decision.legal_moves[:50]), rng):
            assert (move in decision.legal_moves) == game.is_legal(move), move
            refused += move not in decision.legal_moves
        assert None not in decision.legal_moves
        assert "pass" not in decision.legal_moves
    assert refused > 100


def test_others_are_sent_neither_options_nor_moves() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    for seat in (None, 0, 2):
        decision = sent(game.view(seat)).decision
        assert decision is not None
        assert decision.options is None
        assert list(decision.legal_moves) == []


def test_a_plain_option_is_of_the_same_kind_everywhere() -> None:
    for kind in ("pass", "sit-out", "done", "make-robot"):
        option = PlainOption(kind)
        assert option.kind == kind
        assert option.to_json() == {"kind": kind}
    for edition, options in KINDS:
        for game in moments(edition, options, 3, 60):
            assert game.decision is not None
            for one in game.decision.options or []:
                assert one.kind == one.to_json()["kind"]


BAD_OPTIONS: list[Any] = [
    None,
    [],
    {},
    {"kind": "open"},
    {"kind": "plain"},
    {"kind": ["pass"]},
    {"kind": "pass", "more": 1},
    {"kind": "bid", "minimum": 5},
    {"kind": "bid", "minimum": 5, "maximum": "50"},
    {"kind": "bid", "minimum": 5, "maximum": 10**4000},
    {"kind": "bid", "minimum": 5, "maximum": True},
    {"kind": "bid", "minimum": 5, "maximum": 50, "why": 1},
    {"kind": "buy", "fuel": 3, "costs": [1], "room": 1},
    {"kind": "buy", "fuel": "coal", "costs": "11", "room": 1},
    {"kind": "discard-fuel", "fuel": [["coal", 1]]},
    {"kind": "scrap", "plant": None, "lost": []},
]


@pytest.mark.parametrize("option", BAD_OPTIONS, ids=repr)
def test_options_that_are_none_are_refused(option: Any) -> None:
    data = stromnetz.new_game("classic-2004", players=3, seed=1).view(1).to_json()
    data["decision"]["options"] = [option]
    with pytest.raises(stromnetz.BadInput) as refusal:
        View.from_json(data)
    assert len(str(refusal.value)) < 300


# --- nothing behind a view ------------------------------------------------------------------------------------------

PROGRAM = (type, ModuleType)
"""The program itself, to which all objects of a game lead."""


def referents(one: object) -> list[object]:
    """Return the objects that an object refers to; of functions, cells and defaults but not the module."""
    if isinstance(one, PROGRAM):
        return []
    if isinstance(one, FunctionType):
        return [one.__closure__, one.__defaults__, one.__kwdefaults__]
    if not gc.is_tracked(one) and type(one).__module__.startswith("stromnetz."):
        # compiled, and marked as part of no circle: the collector does not know what it holds
        names = [name for cls in type(one).__mro__ for name, slot in vars(cls).items() if isinstance(slot, SLOTS)]
        return [getattr(one, name) for name in names if name[:2] != "__" and hasattr(one, name)]
    return gc.get_referents(one)


def reachable(root: object) -> Iterator[object]:
    """Return all objects reachable from an object by attributes, items or cells, including rules and modules."""
    seen, waiting = {id(root)}, [root]
    kept = []  # nothing else may get the place of what was seen
    while waiting:
        one = waiting.pop()
        kept.append(one)
        yield one
        for other in referents(one):
            if id(other) not in seen:
                seen.add(id(other))
                waiting.append(other)


@pytest.mark.parametrize("far", every(2, [False, True]), ids=["local", "sent"])
@pytest.mark.parametrize(("edition", "options"), KINDS, ids=[edition for edition, _ in KINDS])
def test_no_way_leads_from_a_view_to_what_is_hidden(edition: str, options: dict[str, Any], far: bool) -> None:
    money = 7_654_321
    for game in list(moments(edition, options, 3, 90))[::30]:
        p = game.position
        seat, seed = p.seat, p.seed
        for other in range(3):
            p.money[other] += money * (other + 1)
        view = sent(game.view(seat)) if far else game.view(seat)
        view.to_json()
        assert view.decision is not None
        found = list(reachable([view, view.decision.options, view.decision.legal_moves]))
        assert all(one is not p for one in found)
        assert not any(isinstance(one, Game) for one in found)
        assert seed not in [one for one in found if type(one) is int]
        lists = [one for one in found if type(one) is list and len(one) > 2]
        assert p.deck not in lists
        assert p.removed not in lists
        if options.get("money") == "hidden":
            assert not {p.money[other] for other in range(3) if other != seat} & {o for o in found if type(o) is int}
        positions = [one for one in found if isinstance(one, Position)]
        assert not positions if far else all(set(one.deck) <= {-1, p.deck[-1]} for one in positions)


def test_the_search_finds_what_is_there() -> None:
    game = position("auctions", [{"money": 50}, {}], order=[0, 1])
    found = list(reachable([game.view(0), [game]]))
    assert any(one is game.position for one in found)
    assert game.position.deck in [one for one in found if type(one) is list]


def test_changing_what_is_behind_a_view_changes_no_game() -> None:
    game = stromnetz.new_game("outpost", players=3, seed=1)
    before = json.dumps(game.to_json())
    for one in reachable(game.view(game.position.seat)):
        if isinstance(one, Position):
            for name in Position.NAMES:
                value = getattr(one, name)
                if type(value) is list:
                    value.clear()
    assert json.dumps(game.to_json()) == before


# --- two states that differ in hidden things only ---

ATOMS = (int, str, float, bytes, type(None))


def differences(here: object, there: object) -> list[tuple[object, object]]:
    """Compare two object graphs, and return the differences except in identity."""
    out, seen, waiting, kept = [], set[tuple[int, int]](), [(here, there)], []
    while waiting:
        a, b = waiting.pop()
        kept.append((a, b))
        if a is b or (id(a), id(b)) in seen:
            continue
        seen.add((id(a), id(b)))
        mine, theirs = referents(a), referents(b)
        if type(a) is not type(b) or len(mine) != len(theirs) or (isinstance(a, ATOMS) and a != b):
            out.append((a, b))
        waiting += zip(mine, theirs, strict=False)
    return out


def looked_at(game: Game, seat: int) -> View:
    """A view with all its fields computed."""
    view = game.view(seat)
    for name in dir(View):
        if not name.startswith("__"):
            getattr(view, name)
    view.sample(random.Random(1))
    return view


@pytest.mark.parametrize(("edition", "options"), KINDS, ids=[edition for edition, _ in KINDS])
def test_behind_two_views_there_is_the_same_where_only_hidden_things_differ(
    edition: str, options: dict[str, Any]
) -> None:
    rng, pairs = random.Random(edition), 0
    for game in list(moments(edition, options, 3, 120))[::24]:
        other, seat = twin(game, rng, game.position.seat), game.position.seat
        here, there = looked_at(game, seat), looked_at(other, seat)
        if here == there:  # not where it may look at the top card, and that is another one
            pairs += 1
            assert other.position != game.position
            assert differences(here, there) == []
    assert pairs > 2


def test_the_walk_finds_a_difference() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    other = twin(game, random.Random(1), 0)
    assert differences(game, other)
    assert differences([game.view(0), lambda: game], [other.view(0), lambda: other])


@pytest.mark.parametrize("again", every(3, [lambda view: pickle.loads(pickle.dumps(view)), copy.copy, copy.deepcopy]))
@pytest.mark.parametrize(("edition", "options"), KINDS[::2], ids=[edition for edition, _ in KINDS[::2]])
def test_a_view_can_be_copied_and_packed(edition: str, options: dict[str, Any], again: Callable[[View], View]) -> None:
    for game in list(moments(edition, options, 3, 60))[::20]:
        view = game.view(game.position.seat)
        other = again(view)
        assert other == view
        same_moves(view, other, random.Random(1))
        assert other.sample(random.Random(1)).position == view.sample(random.Random(1)).position
        assert again(other) == view
        assert all(one is not game.position for one in reachable(other))
