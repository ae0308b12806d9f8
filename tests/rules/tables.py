"""Helpers for tests of rules: positions with three players and a scripted deck, and the fate of cards."""

from collections.abc import Sequence
from typing import Any

from stromnetz import Done, Event, Game, Open, Pass, Run, SitOut
from stromnetz.editions.files.loader import board
from tests.helpers import decision, position

CITIES = board("germany").city_ids
Cards = Sequence[int | str]

NO_FUEL = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
MARKET = [10, 11, 12, 14, 15, 16, 19, 20]
DECK = ["step-3", 24, 25, 26]
RESHUFFLE = [25, 26, 24]

# The refill of three players: what lies in an empty market after it (C5).
COLUMN = {
    1: {"coal": 4, "oil": 2, "garbage": 1, "uranium": 1},
    2: {"coal": 5, "oil": 3, "garbage": 2, "uranium": 1},
    3: {"coal": 3, "oil": 4, "garbage": 3, "uranium": 1},
}


def market(game: Game) -> list[int | str]:
    view = game.view(None)
    return view.current + view.future


def deck(game: Game) -> list[int | str]:
    cards: list[int | str] = game.position_json()["deck"]
    return cards


def stock(game: Game) -> dict[str, int]:
    return {fuel: row.in_market for fuel, row in game.view(None).fuels.items()}


def boxed(events: Sequence[Event]) -> list[tuple[int | str, str]]:
    """Every boxed card, with the rule that boxed it."""
    rows = [e.to_json() for e in events if e.kind == "card-boxed"]
    return [(row["card"], row["rule"]) for row in rows]


def frame(events: Sequence[Event]) -> list[str | int]:
    """The steps and phases that began, in order."""
    return [v for e in events if e.kind in ("step-began", "phase-began") for k, v in e.to_json().items() if k != "kind"]


def _cards(fields: dict[str, Any]) -> dict[str, Any]:
    """By default, a deck with "Step 3" on top and cards to shuffle below, and an empty fuel market."""
    cards = {} if "deck" in fields else {"deck": DECK, "reshuffle": RESHUFFLE}
    return {"round": 5, "fuel_market": NO_FUEL, **cards, **fields}


def auctions(step: int, market: Cards = MARKET, **fields: Any) -> Game:
    """Seat 0 is first of three, seat 2 has left; nobody has a plant, and there is no fuel to buy."""
    players = [{"money": 100} for _ in range(3)]
    given = {"sat_out": [2], "order": [0, 1, 2], **_cards(fields)}
    return position("auctions", players, step=step, market=market, **given)


def building(step: int, cities: int, market: list[int] = MARKET, **fields: Any) -> Game:
    """Seat 0 builds last of three; with plant 13 it has to decide in phase 5 too."""
    houses = {city: [0] for city in CITIES[:cities]} | {"passau": [1, 2][:step]}
    players = [{"money": 200, "plants": [13]}, {}, {}]
    given = {"order": [0, 1, 2], "to_act": 0, "houses": houses, **_cards(fields)}
    return position("building", players, step=step, market=market, **given)


def bureaucracy(step: int, market: list[int] = MARKET, **fields: Any) -> Game:
    """Seat 0 runs last: its move brings refill and market update."""
    given = {"order": [1, 2, 0], "to_act": 0, **_cards({"deck": DECK, **fields})}
    return position("bureaucracy", [{"plants": [13]}, {}, {}], step=step, market=market, **given)


def finish_round(game: Game) -> Sequence[Event]:
    """Finish the round without building or running anything."""
    events: list[Event] = []
    while decision(game) in ("build", "run"):
        events += game.apply(Done() if decision(game) == "build" else Run())
    return events


def buy(game: Game, plant: int, price: int | None = None) -> Sequence[Event]:
    """Let the deciding seat buy the plant at its number or another price."""
    events = [*game.apply(Open(plant, plant if price is None else price))]
    while decision(game) == "bid":
        events += game.apply(Pass())
    return events


def leave_all(game: Game) -> Sequence[Event]:
    """Let everyone leave, so that the smallest plant goes and a card is drawn."""
    events: list[Event] = []
    while decision(game) == "auction":
        events += game.apply(SitOut())
    return events
