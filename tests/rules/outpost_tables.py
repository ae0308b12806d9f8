"""Helpers for tests of Outpost: positions with known tiles, and readers of market, piles and discounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import stromnetz
from stromnetz import Done, Event, Game, Open, Pass
from stromnetz.editions.files.loader import board, edition_data
from tests.helpers import decision, position
from tests.rules.tables import leave_all

Card = int | str
Cards = list[Card]
Seat = dict[str, Any]

BOARD = board("planet")
CITIES = BOARD.city_ids
CONNECTIONS = [(CITIES[a], CITIES[b]) for a, b, _ in BOARD.connections]
"""The connections in the order in which tiles are laid."""
COSTS: list[int] = sorted(edition_data("outpost")["tiles"])


PLUG: Cards = [2, 3, 4, "05a", "05b", "05c", "05d", 8, 10, 11, 12, 13, 14]
SOCKET: Cards = [15, "16a", "16b", "16c", "16d", 20, 22, 23, 24, 25, "26a", "26b", "26c", "26d", 30, "32a", "32b"]
SOCKET += [33, 34, 35, 36, 37, "38a", "38b", "38c", 42, 44, 45, 46, 47, 48, 50]
NINE: Cards = [14, 2, 13, 3, 12, 4, 11, 10, 8]
"""Nine different plug cards."""


def in_region(region: str) -> list[str]:
    return [city for city, r in zip(CITIES, BOARD.region_of, strict=True) if BOARD.region_ids[r] == region]


CENTRAL, WEST, EAST = (in_region(region) for region in ("central", "west", "east"))


def tiles(costs: Mapping[tuple[str, str], int] | None = None) -> list[int]:
    """Tiles with these costs on these connections, the others ascending in the order of connections."""
    wanted = dict(costs or {})
    assert set(wanted) <= set(CONNECTIONS)
    rest = list(COSTS)
    for cost in wanted.values():
        rest.remove(cost)
    others = iter(rest)
    return [wanted[link] if link in wanted else next(others) for link in CONNECTIONS]


def cost_of(game: Game, one: str, other: str) -> int:
    """The cost of the connection between two cities."""
    return game.view(None).tiles[CONNECTIONS.index((one, other) if (one, other) in CONNECTIONS else (other, one))]


def new(players: int = 3, **settings: Any) -> Game:
    return stromnetz.new_game("outpost", players=players, **{"seed": 1, **settings})


def prepared(top: Sequence[Card], then: Sequence[Card] = (), players: int = 5, less: Sequence[Card] = ()) -> Game:
    """A new game with these nine cards on top of its deck, then these, then the others except the removed ones."""
    rest = [card for card in [*SOCKET, *PLUG] if card not in {*top, *then, *less}]
    return new(players, deck=[*top, *then, *rest, "step-3"])


def table(phase: str = "auctions", players: int | list[Seat] = 3, **fields: Any) -> Game:
    """A handwritten position of Outpost, on all three areas by default, with the tiles of `tiles()`."""
    return position(phase, players, **{"edition": "outpost", "map": "planet", "tiles": tiles(), **fields})


def piled(under: Sequence[Sequence[Card]] = (), discounts: Mapping[Card, int] | None = None) -> dict[str, Any]:
    """Piles, top card first, and discounts by top card, in the form of positions."""
    return {"piles": {"under": [[*pile] for pile in under], "discounts": [[*row] for row in (discounts or {}).items()]}}


MARKET: Cards = [13, 14, 15, 22, 23, 24, 25, 33]
DECK: Cards = [44, 45, 46, 47]
RICH = 500


def selling(market: Sequence[Card] = MARKET, deck: Sequence[Card] = DECK, **fields: Any) -> Game:
    """Phase 2 of round 6, too late for discounts: only seat 0 of three has not left."""
    seats = [{"money": RICH} for _ in range(3)]
    given = {"round": 6, "order": [0, 1, 2], "sat_out": [1, 2], **fields}
    return table("auctions", seats, market=[*market], deck=[*deck], **given)


def last_turn(market: Sequence[Card] = MARKET, deck: Sequence[Card] = DECK, **fields: Any) -> Game:
    """Phase 3 of round 6: seat 0 builds last of three; phase 4 follows without decisions."""
    given = {"round": 6, "order": [0, 1, 2], "to_act": 0, **fields}
    seats = given.pop("players", [{"money": RICH} for _ in range(3)])
    return table("building", seats, market=[*market], deck=[*deck], **given)


# --- reading ---


def market(game: Game) -> list[Card]:
    """The (top) card on each place, current market first."""
    view = game.view(None)
    return view.current + view.future


def piles(game: Game) -> list[list[Card]]:
    """All piles, top card first, by number."""
    under: list[list[Card]] = game.view(None).modules["piles"]["under"]
    return under


def discounts(game: Game) -> dict[Card, int]:
    return dict(game.view(None).modules["piles"]["discounts"])


def deck(game: Game) -> list[Card]:
    """The deck, top card first."""
    cards: list[Card] = game.position_json()["deck"]
    return cards


def cards_of(game: Game, seat: int) -> list[Card]:
    return game.view(None).players[seat].plants


def workers(game: Game) -> int:
    """The number of workers on the labour market."""
    return game.view(None).fuels["workers"].in_market


def company(game: Game, seat: int) -> dict[str, Any]:
    out: dict[str, Any] = game.view(None).modules["company"]["seats"][seat]
    return out


def told(events: Sequence[Event], *kinds: str) -> list[dict[str, Any]]:
    """The events of these kinds, without the kind if there is only one."""
    rows = [event.to_json() for event in events if event.kind in kinds]
    return [{k: v for k, v in row.items() if k != "kind"} for row in rows] if len(kinds) == 1 else rows


# --- playing ---


def buy(game: Game, card: Card, price: int | None = None) -> Sequence[Event]:
    """Let the deciding seat buy the card at its minimum bid or another price; all others pass."""
    view = game.view(None)
    lowest = view.minimum_bids[view.current.index(card)]
    events = [*game.apply(Open(card, lowest if price is None else price))]
    while decision(game) == "bid":
        events += game.apply(Pass())
    return events


def finish_round(game: Game) -> Sequence[Event]:
    """Finish the round without building, laying cards or hiring."""
    events: list[Event] = []
    while decision(game) in ("network", "company", "workers", "robot"):
        events += game.apply(Done())
    return events


def next_phase_4(game: Game) -> None:
    """Play on without buying or building until the next phase 4 is over."""
    leave_all(game)
    finish_round(game)
