"""Helpers for tests of companies: seat 0 in its turn of phase 3, its property and options."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from stromnetz import (
    Assign,
    Bid,
    Buy,
    ChooseRegion,
    Connect,
    DiscardFuel,
    Done,
    Event,
    Game,
    Move,
    Open,
    Pass,
    Place,
    Run,
    Scrap,
    SitOut,
    parse_position,
)
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from stromnetz.editions.outpost.options import ArrangeOption, BuildOption, HireOption
from tests.helpers import asked, decision, to_act
from tests.rules.outpost_tables import CITIES, Card, Seat, buy, company, table, told

SITES = ("house", "plant", "housing")
PLANT_CITIES = ["amber", "cinder", "ember", "geyser"]
"""Where the plant buildings of seat 0 stand, the first first; the company places there are for plants."""
HOUSING_CITIES = ["basalt", "dune", "flint", "halite"]
OUTPOSTS = ("32a", "32b")
LIBRARY, ECOPLANTS, ROBOTS, NODULE, LABORATORIES, MOON_BASE = 8, 10, 20, 30, 42, 50
PAYMENT = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145]

ONE_OF_EACH: list[Move] = [
    ChooseRegion("central"),
    Open(2, 2),
    SitOut(),
    Bid(5),
    Pass(),
    Scrap(3),
    Assign(3),
    Buy("workers", 1),
    Connect("amber"),
    Place("amber"),
    Build("house", "karst"),
    Arrange([3]),
    Hire(0),
    MakeRobot(),
    DiscardFuel({"workers": 1}),
    Run([3]),
]


def foreign(*kinds: str) -> list[Move]:
    """Return a move of every kind except those that the decision takes besides "done"."""
    return [move for move in ONE_OF_EACH if move.kind not in kinds]


def turn(
    cards: Sequence[Card] = (),
    placed: Sequence[Card] = (),
    slots: tuple[int, int] = (0, 0),
    *,
    houses: Sequence[str] = (),
    money: int = 100,
    workers: int = 0,
    seasonal: int = 0,
    robots: int = 0,
    labour: int | None = None,
    sites: Mapping[str, int] | None = None,
    on_cards: Mapping[str, Sequence[str]] | None = None,
    made: Sequence[int] = (),
    others: Sequence[Seat] = ({}, {}),
    houses_of_all: Mapping[str, Sequence[int]] | None = None,
    **fields: Any,
) -> Game:
    """Seat 0 is to act, the last of three players in phase 3; phase 4 follows.

    It owns `cards` beside its board and `placed` on it. `slots` plant and housing buildings stand in the cities above.
    With `labour`, this many workers are on the market, the others with seat 1.
    """
    seats: list[Seat] = [{"money": money, "plants": [*cards, *placed]}, *[dict(seat) for seat in others]]
    seats[0]["fuel"] = {"workers": workers}
    if houses_of_all is None:
        seats[0]["cities"] = list(houses)
    else:
        fields["houses"] = houses_of_all
    if labour is not None:
        fields["fuel_market"] = {"workers": labour}
        per_space = {2: 3, 3: 3, 4: 4}.get(len(seats), 5)
        seats[1]["fuel"] = {"workers": 10 * per_space - labour - workers}
    built = dict.fromkeys([*PLANT_CITIES[: slots[0]], *HOUSING_CITIES[: slots[1]]], 0)
    state = {
        "sites": {**built, **(sites or {})},
        "on_cards": [{"card": card, "seat": 0, "sites": list(on)} for card, on in (on_cards or {}).items()],
        "seats": [{"placed": list(placed), "seasonal": seasonal, "robots": robots}],
        "made": list(made),
    }
    given: dict[str, Any] = {"order": list(range(len(seats))), "to_act": 0, "round": 6, "step": 1, **fields}
    return table("building", seats, modules={"company": state}, **given)


def at(kind: str, *args: Any, **fields: Any) -> Game:
    """Like `turn`, at a later decision of that turn; the earlier ones are passed."""
    return on_to(turn(*args, **fields), kind)


def just_bought(
    card: Card,
    placed: Sequence[Card] = (),
    slots: tuple[int, int] = (0, 0),
    *,
    cards: Sequence[Card] = (),
    workers: int = 0,
    cities: int = 4,
) -> Game:
    """Seat 0 bought a card in phase 2 of this round, all others left; now its turn of phase 3 begins."""
    seat = {"money": 200, "plants": [*cards, *placed], "fuel": {"workers": workers}, "cities": CITIES[:cities]}
    built = dict.fromkeys([*PLANT_CITIES[: slots[0]], *HOUSING_CITIES[: slots[1]]], 0)
    game = table(
        "auctions",
        [seat, {}, {}],
        order=[0, 1, 2],
        round=6,
        sat_out=[1, 2],
        step=3,
        market=[card, 44, 45, 46, 47, 48],
        deck=["05d", "16d"],
        modules={"company": {"sites": built, "seats": [{"placed": [*placed]}]}},
    )
    buy(game, card)
    while asked(game) != (0, "network"):
        game.apply(Done())
    return game


def on_to(game: Game, kind: str) -> Game:
    while decision(game) != kind:
        assert decision(game) in ("network", "company", "workers")
        game.apply(Done())
    assert to_act(game) == 0
    return game


def stages(game: Game, *moves: Move) -> list[str]:
    """Return the remaining decisions of seat 0's turn, if it makes these moves and is otherwise done."""
    todo = {type(move).kind: move for move in moves}
    out = []
    while to_act(game) == 0 and decision(game) in ("network", "company", "workers", "robot"):
        out.append(decision(game))
        takes = {"network": "build", "company": "arrange", "workers": "hire", "robot": "make-robot"}[out[-1]]
        game.apply(todo.pop(takes, Done()))
    assert not todo
    return out


def finish(game: Game, *moves: Move) -> Sequence[Event]:
    """Make these moves and finish the round; return the events until the first decision of the next one."""
    events = [event for move in moves for event in game.apply(move)]
    round = game.view(None).round
    while game.view(None).round == round and decision(game) in ("network", "company", "workers", "robot"):
        events += game.apply(Done())
    return events


def ran(events: Sequence[Event], seat: int = 0) -> dict[str, Any]:
    """Return what a seat ran and earned in phase 4."""
    (row,) = [row for row in told(events, "plants-ran") if row["seat"] == seat]
    return row


def staff(game: Game, seat: int = 0) -> tuple[int, int, int]:
    """Permanent workers, seasonal workers, robots."""
    row = company(game, seat)
    return row["permanent"], row["seasonal"], row["robots"]


def offers(game: Game) -> dict[tuple[str, str], BuildOption]:
    assert game.decision is not None
    assert asked(game)[1] == "network"
    return {(o.site, o.city): o for o in game.decision.options or [] if isinstance(o, BuildOption)}


def prices(game: Game) -> dict[tuple[str, str], int]:
    return {place: option.cost for place, option in offers(game).items()}


def hiring(game: Game) -> HireOption:
    assert game.decision is not None
    (option,) = [o for o in game.decision.options or [] if isinstance(o, HireOption)]
    return option


def arranging(game: Game) -> ArrangeOption:
    assert game.decision is not None
    (option,) = [o for o in game.decision.options or [] if isinstance(o, ArrangeOption)]
    return option


def saved(game: Game) -> Game:
    """Return the position after saving it as text and loading it, and check that it is equal."""
    out = parse_position(json.loads(json.dumps(game.position_json())))
    assert out.position == game.position
    assert list(out.legal_moves) == list(game.legal_moves)
    return out
