"""Helpers for tests of the Trust: positions of two players against it, on both boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import stromnetz
from stromnetz import Event, Game, Open, Pass
from tests.helpers import decision, position
from tests.rules.tables import Cards

Seat = dict[str, Any]

TRUST = 2
"""The Trust's seat, after the players'."""
MARKET = [10, 11, 12, 13, 14, 15, 16, 17, 18]
DECK: Cards = [20, 25, 30, 31, 32, "step-3"]
NO_FUEL = {"coal": 0, "gas": 0, "oil": 0, "uranium": 0}
MAPS = {"deluxe-europe": "europe", "deluxe-north-america": "north-america"}
WEST = ["west", "southwest", "central"]
SET_UP = ["lyon", "paris", "vlaanderen", "rhein-ruhr", "stuttgart", "rhein-main"]
"""Six adjacent cities, where the Trust starts."""
SECONDS = ["glasgow", "dublin", "birmingham", "london", "randstad", "bremen", "berlin", "praha", "katowice", "muenchen"]
"""Ten more cities where a player was first, for the Trust's stock."""


def against(phase: str, *players: Seat, trust: Seat | None = None, **fields: Any) -> Game:
    """Two players in Europe, seat 0 first, with 100 Elektro each and nothing else by default."""
    seats = [{"money": 100, **seat} for seat in (*players, {}, {})[:2]]
    given: dict[str, Any] = {"round": 5, "step": 1, "order": [0, 1], "market": MARKET, "deck": DECK, **fields}
    given.setdefault("fuel_market", NO_FUEL)
    edition = given.pop("edition", "deluxe-europe")
    return position(phase, seats, edition=edition, map=MAPS[edition], neutral=[trust or {}], **given)


def america(phase: str, *players: Seat, market: Cards = MARKET[:8], **fields: Any) -> Game:
    """The same position on the board with the discount marker."""
    return against(phase, *players, market=market, edition="deluxe-north-america", **fields)


def begun(**fields: Any) -> Game:
    """A new game of two in Europe, seat 0 first."""
    given = {"players": 2, "seed": 1, "regions": WEST, "order": [0, 1], **fields}
    return stromnetz.new_game("deluxe-europe", **given)


def buy(game: Game, plant: int) -> Sequence[Event]:
    """Let the deciding seat buy a plant at its number."""
    events = game.apply(Open(plant, plant))
    while decision(game) == "bid":
        events += game.apply(Pass())
    return events


def plants(game: Game, seat: int = TRUST) -> list[int | str]:
    return game.view(None).players[seat].plants


def fuel(game: Game, seat: int = TRUST) -> dict[str, int]:
    return game.view(None).players[seat].fuel


def told(events: Sequence[Event], *kinds: str) -> Sequence[Event]:
    """Only the events of these kinds."""
    return [event for event in events if event.kind in kinds]
