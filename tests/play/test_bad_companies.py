"""Bad input in games with companies, piles and tiles: invalid moves, set-ups and positions."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from stromnetz import (
    BadInput,
    Done,
    Game,
    IllegalMove,
    Move,
    ScriptMismatch,
    move_from_json,
    new_game,
    parse_game,
    parse_position,
)
from stromnetz.editions.files.loader import edition_data
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from tests.helpers import position
from tests.play.bad_input import bad

Json = dict[str, Any]
Change = Callable[[Json], object]
HUGE = 10**5000
TILES: list[int] = edition_data("outpost")["tiles"]


def turn(**more: Any) -> Game:
    """Phase 3 of three players: seat 0 has to decide what to build."""
    players = [
        {"money": 60, "plants": [3, 4, "05a", 20, "32a", 50], "cities": ["amber", "cinder"]},
        {"money": 30, "plants": [12, "16a"], "fuel": {"workers": 2}},
        {},
    ]
    company = {
        "sites": {"amber": 0, "basalt": 0, "karst": 1, "jasper": 1},
        "on_cards": [{"card": "32a", "seat": 0, "sites": ["plant"]}],
        "seats": [{"placed": [3]}, {"placed": [12, "16a"]}, {}],
    }
    piles = {"under": [["05c", "05b"]], "discounts": [["05c", 3], [2, 1]]}
    fields: Json = {
        "order": [0, 1, 2],
        "to_act": 0,
        "round": 4,
        "market": [2, "05c", 8, 10, 11, 13, 14, 15],
        "modules": {"company": company, "piles": piles},
        **more,
    }
    return position("building", players, edition="outpost", map="planet", **fields)


def arranging() -> Game:
    game = turn()
    game.apply(Done())
    assert game.position.kind == "company"
    return game


def hiring() -> Game:
    game = arranging()
    game.apply(Arrange([3, 4, "05a"]))
    assert game.position.kind == "workers"
    return game


# --- moves ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "build"},
        {"kind": "build", "site": "house"},
        {"kind": "build", "city": "amber"},
        {"kind": "build", "site": None, "city": "amber"},
        {"kind": "build", "site": ["house"], "city": "amber"},
        {"kind": "build", "site": "house", "city": 32},
        {"kind": "build", "site": "house", "city": "amber", "cost": 5},
        {"kind": "arrange"},
        {"kind": "arrange", "cards": None},
        {"kind": "arrange", "cards": 3},
        {"kind": "arrange", "cards": "03"},
        {"kind": "arrange", "cards": {"3": 1}},
        {"kind": "arrange", "cards": [3, None]},
        {"kind": "arrange", "cards": [[3]]},
        {"kind": "arrange", "cards": [True]},
        {"kind": "arrange", "cards": [3.0]},
        {"kind": "arrange", "plants": [3]},
        {"kind": "hire"},
        {"kind": "hire", "count": None},
        {"kind": "hire", "count": -1},
        {"kind": "hire", "count": 1.0},
        {"kind": "hire", "count": "1"},
        {"kind": "hire", "count": True},
        {"kind": "make-robot", "count": 1},
    ],
    ids=repr,
)
def test_moves_of_companies_are_read_strictly(data: Any) -> None:
    with bad(BadInput, data["kind"]):
        move_from_json(data)
    game = turn()
    with bad(BadInput, game=game):
        game.apply(data)
    with bad(BadInput, game=game):
        game.preview([data])


@pytest.mark.parametrize("amount", [True, 1.0, "1", None, [1], float("nan")], ids=repr)
def test_amounts_that_were_not_read_from_json(amount: Any) -> None:
    game = hiring()
    with bad(BadInput, "count", game):
        game.apply(Hire(amount))
    assert not game.is_legal(Hire(amount))


@pytest.mark.parametrize(
    ("at", "make", "match"),
    [
        (turn, lambda: Build("castle", "amber"), "castle.*house, plant, housing"),
        (turn, lambda: Build("house", "atlantis"), "atlantis"),
        (turn, lambda: Build("house", "03"), "03"),
        (turn, lambda: Build(None, "amber"), "None"),
        (turn, lambda: Build("house", None), "None"),
        (turn, lambda: Build("house", ["amber"]), "amber"),
        (turn, lambda: Build({}, {}), r"\{\}"),
        (arranging, lambda: Arrange(3), "list"),  # type: ignore[arg-type]
        (arranging, lambda: Arrange(None), "list"),  # type: ignore[arg-type]
        (arranging, lambda: Arrange("03"), "list"),
        (arranging, lambda: Arrange([3, 99]), "card 99"),
        (arranging, lambda: Arrange(["robots"]), "robots"),
        (arranging, lambda: Arrange([None]), "None"),  # type: ignore[list-item]
        (arranging, lambda: Arrange([[3]]), "3"),  # type: ignore[list-item]
    ],
)
def test_nonsense_made_in_python(at: Callable[[], Game], make: Callable[[], Move], match: str) -> None:
    game = at()
    with bad(BadInput, match, game):
        game.apply(make())


@pytest.mark.parametrize(
    ("at", "move", "match"),
    [
        (turn, Build("house", "amber"), "already in amber"),
        (turn, Build("plant", "32a"), "there is already a plant"),
        (turn, Build("house", "32b"), "isn't yours"),
        (turn, Build("plant", "karst"), "taken"),
        (turn, Build("plant", "dune"), "different building: housing"),
        (turn, Arrange([3]), "options: network"),
        (turn, Hire(0), "options: network"),
        (turn, MakeRobot(), "options: network"),
        (arranging, Build("house", "dune"), "options: company"),
        (arranging, Arrange([]), "only exchange it"),
        (arranging, Arrange([3, 3]), "listed twice"),
        (arranging, Arrange([3, 20]), "neither a plant nor a housing"),
        (arranging, Arrange([3, 12]), "isn't yours"),
        (arranging, Arrange([3, 4, "05a", 50]), "don't fit"),
        (hiring, Hire(7), "0 to 6"),
        (hiring, Hire(-1), "0 to 6"),
        (hiring, MakeRobot(), "options: workers"),
    ],
    ids=lambda value: getattr(value, "__name__", None) or repr(value),
)
def test_moves_against_the_rules(at: Callable[[], Game], move: Move, match: str) -> None:
    game = at()
    with bad(IllegalMove, match, game):
        game.apply(move)
    assert not game.is_legal(move)
    assert move not in list(game.legal_moves)


@pytest.mark.parametrize(
    ("at", "move"),
    [
        (turn, Build("house", "a" * 10_000)),
        (arranging, Arrange([HUGE])),
        (arranging, Arrange([3] * 10_000)),
        (hiring, Hire(HUGE)),
        (hiring, Hire(-HUGE)),
    ],
    ids=["a long name", "a large card", "many cards", "many workers", "few workers"],
)
def test_what_is_too_long_to_write(at: Callable[[], Game], move: Move) -> None:
    game = at()
    with pytest.raises((BadInput, IllegalMove)) as caught:
        game.apply(move)
    assert len(json.dumps(caught.value.to_json())) < 1000


# --- games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tiles",
    [
        "5",
        5,
        {"5": 1},
        [],
        TILES[1:],
        [*TILES, 5],
        [99, *TILES[1:]],
        [-TILES[0], *TILES[1:]],
        [str(TILES[0]), *TILES[1:]],
        [float(TILES[0]), *TILES[1:]],
        [True, *TILES[1:]],
        [None, *TILES[1:]],
        [[TILES[0]], *TILES[1:]],
    ],
    ids=lambda tiles: repr(tiles)[:20],
)
def test_tiles_that_cannot_be_laid(tiles: Any) -> None:
    with bad(ScriptMismatch if isinstance(tiles, list) else BadInput, "tiles"):
        new_game("outpost", players=3, seed=1, tiles=tiles)
    with bad(BadInput, "tiles"):
        turn(tiles=tiles)
    with bad(BadInput, "tiles"):
        parse_position({**turn().position_json(), "tiles": tiles})


def test_boards_with_printed_costs_take_no_tiles() -> None:
    with bad(ScriptMismatch, "tiles"):
        new_game("classic-2004", players=3, seed=1, tiles=TILES)
    with bad(BadInput, "tiles"):
        parse_position({**new_game("classic-2004", players=3, seed=1).position_json(), "tiles": TILES})


def test_tiles_in_a_given_order_are_kept() -> None:
    for tiles in (TILES[::-1], tuple(TILES[::-1])):
        game = new_game("outpost", players=3, seed=1, tiles=tiles)
        assert game.view(None).tiles == TILES[::-1]
        assert parse_game(json.dumps(game.to_json())) == game


@pytest.mark.parametrize(
    ("changes", "error", "match"),
    [
        ({"map": "germany"}, BadInput, "planet"),
        ({"players": 7}, BadInput, "2 to 6"),
        ({"options": {"short": True}}, BadInput, "short"),
        ({"options": {"promo": []}}, BadInput, "promo"),
        ({"regions": ["west"]}, BadInput, "central"),
        ({"regions": ["central", "west"]}, BadInput, "1 regions"),
        ({"players": 4, "regions": ["central"]}, BadInput, "2 regions"),
        ({"players": 4, "regions": ["west", "east"]}, BadInput, "connected regions"),
        ({"players": 4, "regions": ["central", "mars"]}, BadInput, "mars"),
        ({"market": [2, 3, 4, "05a", 8, 10, 11, 12]}, ScriptMismatch, "script the deck"),
        ({"deck": [2, 3]}, ScriptMismatch, "."),
        ({"deck": [15, 22]}, ScriptMismatch, "plug backs"),
        ({"deck": ["05e"]}, ScriptMismatch, "05e"),
        ({"deck": [5]}, ScriptMismatch, "card 5"),
    ],
)
def test_games_that_cannot_be_begun(changes: Json, error: type[BadInput], match: str) -> None:
    with bad(error, match):
        new_game("outpost", **{"players": 3, "seed": 1, **changes})


# --- positions ------------------------------------------------------------------------------------------------------


def company(data: Json) -> Json:
    part: Json = data["modules"]["company"]
    return part


def piles(data: Json) -> Json:
    part: Json = data["modules"]["piles"]
    return part


PARTS: list[tuple[str, Change, str]] = [
    ("a company that is a list", lambda d: d["modules"].update(company=[1]), "company"),
    ("an unknown field", lambda d: company(d).update(roads={}), "company"),
    ("sites that are a list", lambda d: company(d).update(sites=["amber"]), "sites"),
    ("a site in the sea", lambda d: company(d)["sites"].update(atlantis=0), "atlantis"),
    ("a site of nobody", lambda d: company(d)["sites"].update(amber=3), "company"),
    ("a site of a text", lambda d: company(d)["sites"].update(amber="0"), "company"),
    (
        "a site outside the playing area",
        lambda d: (d.update(regions=["central"]), company(d)["sites"].update(vent=2)),
        "vent lies outside",
    ),
    ("five plants", lambda d: company(d)["sites"].update(cinder=0, ember=0, geyser=0, mesa=0), "4 buildings"),
    ("a card that takes no buildings", lambda d: company(d)["on_cards"][0].update(card=3), "company"),
    ("a card of somebody else", lambda d: company(d)["on_cards"][0].update(seat=1), "somebody else|do not hold"),
    ("a card in the deck", lambda d: company(d)["on_cards"][0].update(card="32b"), "somebody else|do not hold"),
    ("an unknown building", lambda d: company(d)["on_cards"][0].update(sites=["tower"]), "company"),
    ("a building by number", lambda d: company(d)["on_cards"][0].update(sites=[1]), "company"),
    ("buildings that are a number", lambda d: company(d)["on_cards"][0].update(sites=1), "company"),
    ("no sites on a card", lambda d: company(d)["on_cards"][0].pop("sites"), "company"),
    ("a house that is not counted", lambda d: company(d)["on_cards"][0].update(sites=["house", "plant"]), "cities"),
    ("a seat too many", lambda d: company(d)["seats"].append({}), "company"),
    ("seats that are an object", lambda d: company(d).update(seats={"0": {}}), "company"),
    ("a seat that is a list", lambda d: company(d)["seats"].__setitem__(0, [3]), "company"),
    ("an unknown field of a seat", lambda d: company(d)["seats"][0].update(gold=1), "company"),
    ("a card that is not owned", lambda d: company(d)["seats"][0].update(placed=[12]), "does not own"),
    ("a technology on the board", lambda d: company(d)["seats"][0].update(placed=[20]), "cannot lay"),
    ("an unknown card", lambda d: company(d)["seats"][0].update(placed=[99]), "card 99"),
    ("a card by a list", lambda d: company(d)["seats"][0].update(placed=[[3]]), "card"),
    ("cards that are a number", lambda d: company(d)["seats"][0].update(placed=3), "company"),
    ("more cards than slots", lambda d: company(d)["seats"][0].update(placed=[3, 4, "05a", 50]), "do not hold"),
    ("a card without a slot", lambda d: company(d)["sites"].pop("karst"), "do not hold"),
    ("more seasonal workers than workers", lambda d: company(d)["seats"][1].update(seasonal=3), "2 workers"),
    ("half a seasonal worker", lambda d: company(d)["seats"][1].update(seasonal=0.5), "company"),
    ("a true robot", lambda d: company(d)["seats"][1].update(robots=True), "company"),
    ("a robot too few", lambda d: company(d)["seats"][1].update(robots=-1), "company"),
    (
        "ten robots",
        lambda d: (company(d)["seats"][1].update(robots=5), company(d)["seats"][0].update(robots=5)),
        "9 robots",
    ),
    ("robots beyond counting", lambda d: company(d)["seats"][1].update(robots=10**30), "robots"),
    ("robots of nobody", lambda d: company(d).update(made=[3]), "company"),
    ("robots of a number", lambda d: company(d).update(made=1), "company"),
    ("piles that are a list", lambda d: d["modules"].update(piles=[]), "piles"),
    ("an unknown part of piles", lambda d: piles(d).update(over=[]), "piles"),
    ("a pile that is a card", lambda d: piles(d).update(under=["05c"]), "under"),
    ("a pile of one", lambda d: piles(d)["under"].append([11]), "two cards"),
    ("a pile of two numbers", lambda d: piles(d).update(under=[["05c", 4]]), "one number"),
    ("an empty pile", lambda d: piles(d)["under"].append([]), "under"),
    ("a pile of unknown cards", lambda d: piles(d)["under"].append([5, 5]), "card 5"),
    ("a pile that lies elsewhere", lambda d: piles(d)["under"].append(["16b", "16c"]), "two places|top card"),
    ("a card of a pile in the deck", lambda d: d["deck"].append("05b"), "two places"),
    ("a card of a pile that is lost", lambda d: piles(d).update(under=[]), "nowhere"),
    ("a discount without a card", lambda d: piles(d)["discounts"].append([1]), "discounts"),
    ("a discount of nothing", lambda d: piles(d)["discounts"].append([8, 0]), "discounts"),
    ("a true discount", lambda d: piles(d)["discounts"].append([8, True]), "discounts"),
    ("discounts by card", lambda d: piles(d).update(discounts={"8": 1}), "discounts"),
    ("a discount on a card that is not on offer", lambda d: piles(d)["discounts"].append([3, 1]), "not a top card"),
    ("a discount on a card inside a pile", lambda d: piles(d)["discounts"].append(["05b", 1]), "not a top card"),
    (
        "equal cards side by side",
        lambda d: (
            piles(d).update(under=[]),
            d["market"].insert(1, "05b"),
            d["market"].pop(),
            d["out_of_game"].append(15),
        ),
        "are a pile",
    ),
    ("workers too many", lambda d: d["fuel_market"].update(workers=50), "30 markers"),
    ("no modules", lambda d: d.update(modules={}), "nowhere"),
]


@pytest.mark.parametrize(("change", "match"), [pytest.param(c, m, id=name) for name, c, m in PARTS])
def test_positions_of_companies_that_do_not_add_up(change: Change, match: str) -> None:
    data = json.loads(json.dumps(turn().position_json()))
    assert parse_position(data).position_json() == data
    change(data)
    with bad(BadInput, match):
        parse_position(data)


SECTIONS = ["company", "piles"]


@pytest.mark.parametrize("value", [5, "x", [], [1], True, 1.5, {"x": 1}], ids=repr)
@pytest.mark.parametrize("name", SECTIONS)
def test_parts_that_are_something_else(name: str, value: Any) -> None:
    data = copy.deepcopy(turn().position_json())
    data["modules"][name] = value
    with bad(BadInput, name):
        parse_position(data)
