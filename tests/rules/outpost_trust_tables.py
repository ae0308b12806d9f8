"""Helpers for tests of the Trust in Outpost: two players against it on the central area, with known tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import stromnetz
from stromnetz import Done, Event, Game
from tests.helpers import decision, to_act
from tests.rules.outpost_tables import Card, Seat, table, tiles

TRUST = 2
"""The Trust's seat, after the players'."""
SET_UP = ["amber", "basalt", "cinder", "dune", "ember", "flint"]
"""Six cities in a row, with company places for plant, housing, plant, housing, plant and housing."""
SECONDS = ["halite", "ice-well", "jasper", "karst", "lava-rim", "mesa", "nickel", "onyx", "pumice", "quartz"]
"""Ten more cities where a player was first, for the Trust's stock."""
CARDS: list[Card] = [20, 24, 30, 35, 36, 37, 42, 44, 45, 46, 47, 48]
"""The first eight that nobody has are on offer, the others and "Step 3" lie in the deck."""


def against(phase: str, *players: Seat, trust: Seat | None = None, **fields: Any) -> Game:
    """Two players, seat 0 first, with 100 Elektro each and nothing else by default."""
    seats = [{"money": 100, **seat} for seat in (*players, {}, {})[:2]]
    neutral = trust or {}
    owned = [card for seat in (*seats, neutral) for card in seat.get("plants", [])]
    free = [card for card in CARDS if card not in owned]
    given = {"round": 6, "step": 1, "order": [0, 1], "market": free[:8], "deck": [*free[8:], "step-3"], **fields}
    return table(phase, seats, **{"regions": ["central"], "neutral": [neutral], **given})


def begun(**fields: Any) -> Game:
    """A new game of two, seat 0 first."""
    return stromnetz.new_game("outpost", **{"players": 2, "seed": 1, "order": [0, 1], "tiles": tiles(), **fields})


def houses(*seconds: str) -> dict[str, list[int]]:
    """The Trust's six cities, and those where seat 0 was first and the Trust second."""
    return {**{city: [TRUST] for city in SET_UP}, **{city: [0, TRUST] for city in seconds}}


def companies(
    placed: list[Card] | None = None, sites: Mapping[str, int] | None = None, **fields: Any
) -> dict[str, dict[str, Any]]:
    """The state of the companies: cards on the Trust's board, and occupied company places."""
    board = {"placed": placed or [], "seasonal": fields.pop("seasonal", 0)}
    return {"company": {"sites": dict(sites or {}), "seats": [{}, {}, board], **fields}}


def its_turn(*cards: Card, sites: Mapping[str, int] | None = None, **fields: Any) -> Game:
    """Phase 3, seat 1 is to act; then the Trust, which has these cards and stands in its six cities.

    ``placed`` are cards on its board, in addition.
    """
    placed: list[Card] = fields.pop("placed", [])
    trust = {"plants": [*cards, *placed], "fuel": {"workers": fields.pop("workers", 0)}}
    modules = companies(placed, sites, **{k: fields.pop(k) for k in ("on_cards", "seasonal") if k in fields})
    given: dict[str, Any] = {"houses": houses(), "modules": modules, "to_act": 1, **fields}
    return against("building", trust=trust, **given)


def done(game: Game) -> Sequence[Event]:
    """Pass seat 1's actions: the Trust takes its turn, until seat 0 has to act or a place has to be chosen."""
    events: list[Event] = []
    while to_act(game) == 1 and decision(game) in ("network", "company", "workers", "robot"):
        events += game.apply(Done())
    return events


def taken(**seats: int) -> dict[str, int]:
    """Occupied company places, with underscores for hyphens."""
    return {city.replace("_", "-"): seat for city, seat in seats.items()}


def company_sites(game: Game) -> dict[str, int]:
    """The owner of the building on each occupied company place."""
    sites: dict[str, int] = game.view(None).modules["company"]["sites"]
    return sites


def on_cards(game: Game) -> list[dict[str, Any]]:
    """The buildings on Outpost cards."""
    cards: list[dict[str, Any]] = game.view(None).modules["company"]["on_cards"]
    return cards
