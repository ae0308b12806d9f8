"""Random games with random promo cards, and legal moves in them by a second implementation."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from stromnetz import Buy, Connect, DiscardFuel, Done, Game, Move, Open, SitOut
from stromnetz.editions.modules.auctioned_card import AuctionedCardState
from stromnetz.engine.position import NOBODY
from tests.properties.games import promo_game
from tests.properties.reference_rules import (
    MOVE_CHECKS,
    Stores,
    most_kept,
    pool_of,
    reach,
    run_allowed,
    storable,
    stores,
)

WAREHOUSE = "warehouse"
PARK = "theme-park"


def name(i: int) -> str:
    game = promo_game(i)
    extra = [key for key, value in game.options.items() if value in (True, "hidden")]
    cards = len(game.options["promo"])
    return "-".join([str(i), game.rules.edition.id, game.rules.board.id, str(game.rules.players), str(cards), *extra])


def thrifty(i: int) -> bool:
    """Players that bid low get further: step 2, step 3, and cards that cost money."""
    return i % 4 != 1


def through_json(data: Any) -> Any:
    """Convert data through JSON text."""
    return json.loads(json.dumps(data))


# --- legal, accepted, allowed by the book ---------------------------------------------------------------------------


def holder(game: Game, card: str) -> int | None:
    """The holder of a card; None if there is none."""
    slot = game.rules.module_slot.get(card)
    if slot is None:
        return None
    module = game.position.modules[slot]
    assert isinstance(module, AuctionedCardState)
    return None if module.seat == NOBODY else module.seat


def with_warehouse(game: Game, seat: int) -> Stores:
    """The stores of a seat's plants, and three places for the owner of the warehouse (Q8a)."""
    return (*stores(game, seat), *warehouse(game, seat))


def warehouse(game: Game, seat: int) -> Stores:
    return ((0b1111, 3),) if holder(game, WAREHOUSE) == seat else ()


def _auction(game: Game, move: Move) -> bool:
    """As without promo cards, but the Flux Generator has a minimum bid of 33 (Q2), and poor players may leave (Q13)."""
    p = game.position
    cards = [game.rules.cards[c] for c in (p.market if p.step == 3 else p.market[:4])]
    bids = {card.ref: 33 if card.ref == "flux-generator" else int(card.ref) for card in cards if card.kind == "plant"}
    money = p.money[p.seat]
    if isinstance(move, Open):
        return move.plant in bids and bids[move.plant] <= move.bid <= money
    return isinstance(move, SitOut) and not (p.round == 1 and min(bids.values()) <= money)


def _discard_fuel(game: Game, move: Move) -> bool:
    if not isinstance(move, DiscardFuel):
        return False
    p = game.position
    held, room = p.fuel[p.seat], with_warehouse(game, p.seat)
    scrapped = [e.to_json()["plant"] for e in game.rows[-1].events if e.kind == "plant-scrapped"]
    mask = game.rules.cards[game.rules.card(scrapped[-1])].mask
    given = pool_of(game, move.fuel)
    rest = tuple(a - b for a, b in zip(held, given, strict=True))
    if min(rest) < 0 or any(n and not mask >> f & 1 for f, n in enumerate(given)):
        return False
    return storable(rest, room) and sum(rest) == most_kept(held, room)


def _fuel(game: Game, move: Move) -> bool:
    if not isinstance(move, Buy):
        return isinstance(move, Done)
    p = game.position
    f = game.rules.fuel_ids.index(move.fuel)
    market = game.rules.edition.printed.fuels[f].prices
    on_sale = market[len(market) - p.stock[f] :]
    if not 1 <= move.count <= len(on_sale) or sum(on_sale[: move.count]) > p.money[p.seat]:
        return False
    more = tuple(n + move.count * (i == f) for i, n in enumerate(p.fuel[p.seat]))
    return storable(more, with_warehouse(game, p.seat))


def _run(game: Game, move: Move) -> bool:
    """Fuel in the warehouse can move to a plant and burn; the rest may stay there (Q8, P4a)."""
    return run_allowed(game, move, warehouse(game, game.position.seat))


def _build(game: Game, move: Move) -> bool:
    """The theme park is one of the houses and counts in the short game, but no path begins there (Q4a, Q4b)."""
    if not isinstance(move, Connect):
        return isinstance(move, Done)
    rules, p = game.rules, game.position
    c = rules.city_ids.index(move.city)
    there = p.occupants[c]
    if rules.board.region_of[c] not in p.regions or p.seat in there or len(there) >= p.step:
        return False
    if game.options["short"]:
        limit = 7
    else:
        limit = 20 if rules.players > 2 else 43
    own = sum(p.seat in seats for seats in p.occupants) + (holder(game, PARK) == p.seat)
    return own < limit and (10, 15, 20)[len(there)] + reach(game, p.seat)[c] <= p.money[p.seat]


OWN: dict[str, Callable[[Game, Move], bool]] = {
    **MOVE_CHECKS,
    "auction": _auction,
    "discard-fuel": _discard_fuel,
    "fuel": _fuel,
    "build": _build,
    "run": _run,
}
