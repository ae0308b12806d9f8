"""Helpers for tests of promo cards: positions with some of the cards, and the end of extra auctions."""

from collections.abc import Sequence
from typing import Any

from stromnetz import Bid, Event, Game, Pass
from stromnetz.engine.events import CardDrawn
from tests.helpers import decision, position, to_act
from tests.rules.tables import MARKET, NO_FUEL

FLUX = "flux-generator"
SPY = "industrial-espionage"
SHORTAGE = "shortage"
CONTRACT = "supply-contract"
SURPLUS = "surplus"
TAXES = "taxes"
PARK = "theme-park"
STATION = "transformer-station"
WAREHOUSE = "warehouse"
ALL = [FLUX, SPY, SHORTAGE, CONTRACT, SURPLUS, TAXES, PARK, STATION, WAREHOUSE]
AUCTIONED = [STATION, PARK, CONTRACT, WAREHOUSE]

Seat = dict[str, Any]


def promo(phase: str, cards: Sequence[str], *players: Seat, **fields: Any) -> Game:
    """Three players with one plant and 100 Elektro each, and no fuel in the market by default."""
    seats = list(players) or [{"plants": [n], "money": 100} for n in (3, 4, 5)]
    given = {"market": MARKET, "round": 5, "step": 2, "order": [*range(len(seats))], "fuel_market": NO_FUEL, **fields}
    return position(phase, seats, options={"promo": list(cards), **given.pop("options", {})}, **given)


def win(game: Game, seat: int, price: int = 10) -> Sequence[Event]:
    """Let the seat win the extra auction at this price; all others pass."""
    card = game.view(None).auction
    assert card is not None
    events: list[Event] = []
    while decision(game) == "bid" and _running(game) == card.card:
        mine = to_act(game) == seat
        events += game.apply(Bid(price) if mine else Pass())
    assert {"kind": "card-won", "seat": seat, "card": card.card, "price": price} in [e.to_json() for e in events]
    return events


def all_pass(game: Game) -> Sequence[Event]:
    """Let everyone pass."""
    events: list[Event] = []
    card = _running(game)
    while decision(game) == "bid" and _running(game) == card:
        events += game.apply(Pass())
    return events


def _running(game: Game) -> int | str | None:
    auction = game.view(None).auction
    return None if auction is None else auction.card


def auctioned(game: Game) -> tuple[int | str | None, int]:
    """The card of the current extra auction, and the deciding seat."""
    auction = game.view(None).auction
    return (auction.card if auction is not None and auction.extra else None), to_act(game)


def drawn(events: Sequence[Event]) -> list[int | str]:
    return [e.card for e in events if isinstance(e, CardDrawn)]


def order(game: Game) -> list[int]:
    return game.view(None).order


def kept(game: Game, card: str) -> Any:
    """The public state of a card's module."""
    return game.view(None).modules[card]
