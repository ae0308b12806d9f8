"""Helpers for tests of robots: two people and a robot on the last seat, and what it has done."""

from collections.abc import Sequence
from typing import Any

from stromnetz import Done, Event, Game
from tests.helpers import decision, position, to_act

ROBOT = 2
USUAL = ("random-choice", "highest-number", "normal-production", "all-cities", "income-for-one-more")
SLOT = {
    "last-choice": 0,
    "random-choice": 0,
    "early-choice-for-all": 0,
    "players-choice": 0,
    "bidding-choice": 0,
    "deciding-choice": 0,
    "highest-number": 1,
    "second-smallest-number": 1,
    "all-power-plants": 1,
    "using-cheapest-resources": 1,
    "first-choice-for-minimum-bid": 1,
    "supplying-most-cities": 1,
    "normal-production": 2,
    "least-available-resource": 2,
    "odd-normal-even-all": 2,
    "less-than-5-elektro": 2,
    "all-resources": 2,
    "last-all-resources": 2,
    "step-1-less-than-7": 3,
    "one-two-three-cities": 3,
    "all-cities": 3,
    "last-player-chooses": 3,
    "never-more-than-first-player": 3,
    "only-supplied-cities": 3,
    "starts-with-100-elektro": 4,
    "always-last": 4,
    "half-bid": 4,
    "cities-cost-10": 4,
    "first-city-free": 4,
    "income-for-one-more": 4,
}
"""Every tile with the place of its slot, as the box has them."""
MARKET = [10, 11, 12, 14, 15, 16, 19, 20]
Seat = dict[str, Any]


def made_of(*tiles: str) -> list[str]:
    """Return five tiles: these, and default ones for the other slots."""
    out = list(USUAL)
    for tile in tiles:
        out[SLOT[tile]] = tile
    return out


def with_robot(phase: str, tiles: Sequence[str], *players: Seat, **fields: Any) -> Game:
    """Two people and a robot with these tiles; people have no plants by default."""
    seats = list(players) or [{"money": 100}, {"money": 100}, {"money": 100}]
    offer = {"market": MARKET} if phase == "auctions" else {}
    given = {**offer, "round": 3, "order": [*range(len(seats))], "step": 1, **fields}
    options = {"robots": [made_of(*tiles)], **given.pop("options", {})}
    return position(phase, seats, options=options, **given)


def told(events: Sequence[Event], *kinds: str) -> list[dict[str, Any]]:
    """These events as data; of events with a seat, only the robot's."""
    rows = [event.to_json() for event in events if event.kind in kinds]
    return [row for row in rows if row.get("seat", ROBOT) == ROBOT]


def built(events: Sequence[Event]) -> list[str]:
    return [row["city"] for row in told(events, "city-connected")]


def bought(events: Sequence[Event]) -> dict[str, int]:
    return {row["fuel"]: row["count"] for row in told(events, "fuel-bought")}


def money(game: Game, seat: int = ROBOT) -> int:
    held = game.view(None).players[seat].money
    assert held is not None
    return held


def asked(game: Game) -> tuple[int, str]:
    assert game.decision is not None
    return game.decision.seat, game.decision.kind


# --- the phases -------------------------------------------------------------------------------------------------------


def auctions(tiles: Sequence[str], robot: Seat | None = None, **fields: Any) -> Game:
    """Seat 0 is first, seat 1 next, the robot last."""
    people: list[Seat] = [{"money": 100}, {"money": 100}]
    return with_robot("auctions", tiles, *people, {"money": 100, **(robot or {})}, **fields)


def stocking(tiles: Sequence[str], robot: Seat, **fields: Any) -> tuple[Game, Sequence[Event]]:
    """Seat 1 buys before the robot, which is first in the order; seat 0 would be next."""
    given = {"order": [ROBOT, 0, 1], **fields}
    people: list[Seat] = [{"plants": [3]}, {"plants": [5]}]
    game = with_robot("fuel", tiles, *people, {"money": 100, **robot}, **given)
    events: list[Event] = []
    while decision(game) == "fuel":
        events += game.apply(Done())
    return game, events


def building(tiles: Sequence[str], robot: Seat, **fields: Any) -> tuple[Game, Sequence[Event]]:
    """Seat 1 builds before the robot, seat 0 after it; neither builds anything."""
    given = {"order": [0, ROBOT, 1], **fields}
    first, last = given.pop("first", {}), given.pop("last", {})
    game = with_robot("building", tiles, {"money": 0, **first}, {"money": 0, **last}, {"money": 100, **robot}, **given)
    events: list[Event] = []
    while to_act(game) == 1 and decision(game) == "build":
        events += game.apply(Done())
    return game, events
