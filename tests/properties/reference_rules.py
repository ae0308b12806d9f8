"""A second, slow implementation of the rules: distances, storage, burning, and legal moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product

from stromnetz import (
    Assign,
    Bid,
    Buy,
    ChooseRegion,
    Connect,
    DiscardFuel,
    Done,
    Game,
    Move,
    Open,
    Pass,
    Place,
    Run,
    Scrap,
    SitOut,
)
from stromnetz.engine.board import UNREACHABLE, Board
from stromnetz.engine.position import Position
from tests.properties import outpost_reference_rules

Stores = tuple[tuple[int, int], ...]
"""(fuels as a bit mask, markers) of each store."""


@cache
def distances(board: Board, regions: frozenset[int]) -> list[list[int]]:
    """Compute the cheapest connection between any two cities of the playing area (Floyd-Warshall)."""
    cities = [c for c, region in enumerate(board.region_of) if region in regions]
    out = [[UNREACHABLE] * len(board.city_ids) for _ in board.city_ids]
    for c in cities:
        out[c][c] = 0
    for a, b, cost in board.connections:
        if a in cities and b in cities:
            out[a][b] = out[b][a] = min(cost, out[a][b])
    for via in cities:
        for a in cities:
            for b in cities:
                out[a][b] = min(out[a][b], out[a][via] + out[via][b])
    return out


def reach(game: Game, seat: int) -> list[int]:
    """Return the connection cost of each city for a seat."""
    p = game.position
    own = tuple(c for c, seats in enumerate(p.occupants) if seat in seats)
    return _nearest(game.rules.board, frozenset(p.regions), own)


@lru_cache(maxsize=1000)
def _nearest(board: Board, regions: frozenset[int], own: tuple[int, ...]) -> list[int]:
    """Cached, because a network stays the same for many moves."""
    table = distances(board, regions)
    if not own:
        return [table[c][c] for c in range(len(table))]
    return [min(table[a][c] for a in own) for c in range(len(table))]


@cache
def storable(pool: tuple[int, ...], stores: Stores) -> bool:
    """Whether the markers can be put into storage, tried one by one."""
    f = next((f for f, n in enumerate(pool) if n), None)
    if f is None:
        return True
    rest = (*pool[:f], pool[f] - 1, *pool[f + 1 :])
    for i, (mask, space) in enumerate(stores):
        if space and mask >> f & 1 and storable(rest, (*stores[:i], (mask, space - 1), *stores[i + 1 :])):
            return True
    return False


@cache
def runs_in_some_order(
    pool: tuple[int, ...], burn: tuple[int, ...], running: Stores, others: Stores, more: Stores = ()
) -> bool:
    """Whether the plants can burn this one after another, moving fuel in between (P4a).

    Plants to run are (fuels as a bit mask, markers they burn) and hold twice as much; ``more`` are those that have run.
    """
    if not running:
        return not any(burn)
    for i, (mask, need) in enumerate(running):
        waiting = running[:i] + running[i + 1 :]
        beside = (*((m, 2 * n) for m, n in (*waiting, *more)), *others, (mask, need))
        for used in product(*(range(n + 1 if mask >> f & 1 else 1) for f, n in enumerate(burn))):
            rest = _minus(pool, used)
            if (
                sum(used) == need
                and storable(rest, beside)
                and runs_in_some_order(rest, _minus(burn, used), waiting, others, (*more, (mask, need)))
            ):
                return True
    return False


def stores(game: Game, seat: int) -> Stores:
    """Return the stores of a seat: twice what each plant burns (P3)."""
    cards = [game.rules.cards[c] for c in game.position.plants[seat]]
    return tuple((c.mask, 2 * c.burns) for c in cards if c.burns)


def pool_of(game: Game, fuel: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    amounts = dict(fuel)
    return tuple(amounts.get(f, 0) for f in game.rules.fuel_ids)


def _minus(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(x - y for x, y in zip(a, b, strict=True))


# --- what the book says about a move, one decision at a time --------------------------------------------------------


def _current(game: Game) -> list[int | str]:
    """Return the plants on offer (M1, M4, T3)."""
    view = [game.rules.cards[c] for c in game.position.market]
    view = view if game.position.step == 3 else view[:4]
    return [card.ref for card in view if card.kind == "plant"]


def discounted(game: Game) -> int | str | None:
    """The plant with a minimum bid of 1: the smallest when phase 2 began, until a smaller one enters (N1, N2)."""
    if game.rules.edition.id != "deluxe-north-america":
        return None
    # the market as it was: what was drawn since is taken out of it, what was sold is put back
    drawn: set[int | str] = set()
    gone: set[int | str] = set()
    boxed: set[int | str] = set()
    for event in (event for row in reversed(game.rows) for event in reversed(row.events)):
        data = event.to_json()
        if data == {"kind": "phase-began", "phase": "auctions"}:
            break
        if event.kind == "card-drawn":
            drawn.add(data["card"])
        elif event.kind == "card-boxed":
            boxed.add(data["card"])
        elif event.kind in ("plant-bought", "plant-taken"):
            gone.add(data["plant"])
    market = {game.rules.card_refs[c] for c in game.position.market}
    first = min(int(plant) for plant in (market | gone) - drawn if plant != "step-3")
    entered = [plant for plant in drawn - boxed if plant != "step-3"]
    return first if first in market and all(int(plant) > first for plant in entered) else None


_marked: list[tuple[Position, int | str | None]] = []


def _cheap(game: Game) -> int | str | None:
    """Cached, because many moves are tried in one position."""
    if not _marked or _marked[0][0] is not game.position:
        _marked[:] = [(game.position, discounted(game))]
    return _marked[0][1]


def _auction(game: Game, move: Move) -> bool:
    if not isinstance(move, Open | SitOut):
        return False
    p = game.position
    money = p.money[p.seat]
    cheap = _cheap(game)
    lowest = {plant: 1 if plant == cheap else int(plant) for plant in _current(game)}
    if isinstance(move, Open):
        return move.plant in lowest and lowest[move.plant] <= move.bid <= money
    can_buy = any(bid <= money for bid in lowest.values())
    return not (p.round == 1 and can_buy)


def _bid(game: Game, move: Move) -> bool:
    if not isinstance(move, Bid):
        return isinstance(move, Pass)
    p = game.position
    auction = game.view(p.seat).auction
    assert auction is not None
    lowest = auction.bid + 1 if auction.bid else 10
    return move.amount in range(lowest, p.money[p.seat] + 1)


def _scrap(game: Game, move: Move) -> bool:
    if not isinstance(move, Scrap):
        return False
    p = game.position
    new = game.rows[-1].events if game.rows else []
    bought = [e for e in new if e.kind == "plant-bought"]
    own = [game.rules.card_refs[c] for c in p.plants[p.seat]]
    if game.rules.edition.id != "classic-2009":
        own.remove(bought[-1].to_json()["plant"])
    return move.plant in own


def _assign(game: Game, move: Move) -> bool:
    p = game.position
    return isinstance(move, Assign) and move.plant in [game.rules.card_refs[c] for c in p.plants[p.seat]]


def _discard_fuel(game: Game, move: Move) -> bool:
    if not isinstance(move, DiscardFuel):
        return False
    p = game.position
    held, room = p.fuel[p.seat], stores(game, p.seat)
    mask = game.rules.cards[p.out_of_game[-1]].mask
    given = pool_of(game, move.fuel)
    rest = _minus(held, given)
    if min(rest) < 0 or any(n and not mask >> f & 1 for f, n in enumerate(given)) or not storable(rest, room):
        return False
    # no more than must be: with any marker less given up nothing fits, however the others are chosen
    return sum(rest) == most_kept(held, room)


def most_kept(held: tuple[int, ...], room: Stores) -> int:
    """Return the most markers that the stores can keep."""
    todo, seen = [held], {held}
    while todo:
        pool = todo.pop(0)
        if storable(pool, room):
            return sum(pool)
        for f, n in enumerate(pool):
            less = (*pool[:f], n - 1, *pool[f + 1 :])
            if n and less not in seen:
                seen.add(less)
                todo.append(less)
    return 0


def _fuel(game: Game, move: Move) -> bool:
    if not isinstance(move, Buy):
        return isinstance(move, Done)
    p = game.position
    f = game.rules.fuel_ids.index(move.fuel)
    market = game.rules.edition.printed.fuels[f].prices
    on_sale = market[len(market) - p.stock[f] :]
    more = tuple(n + move.count * (i == f) for i, n in enumerate(p.fuel[p.seat]))
    return (
        1 <= move.count <= len(on_sale)
        and sum(on_sale[: move.count]) <= p.money[p.seat]
        and storable(more, stores(game, p.seat))
    )


def _build(game: Game, move: Move) -> bool:
    if not isinstance(move, Connect):
        return isinstance(move, Done)
    rules, p = game.rules, game.position
    c = rules.city_ids.index(move.city)
    there = p.occupants[c]
    if rules.board.region_of[c] not in p.regions or p.seat in there or len(there) >= p.step:
        return False
    if game.options.get("short"):
        limit = 7
    else:
        limit = 42 if rules.players == 2 and rules.edition.id.startswith("classic") else 20
    own = sum(p.seat in seats for seats in p.occupants)
    return own < limit and (10, 15, 20)[len(there)] + reach(game, p.seat)[c] <= p.money[p.seat]


def _run(game: Game, move: Move) -> bool:
    return run_allowed(game, move, ())


def run_allowed(game: Game, move: Move, more: Stores) -> bool:
    """Whether a run is allowed, including stores that do not belong to a plant."""
    if not isinstance(move, Run) or move.burn is None:
        return False
    p = game.position
    own = {game.rules.card_refs[c]: game.rules.cards[c] for c in p.plants[p.seat]}
    if not all(plant in own for plant in move.plants):
        return False
    burn, held = pool_of(game, move.burn), p.fuel[p.seat]
    if min(_minus(held, burn)) < 0:
        return False
    running = tuple((own[plant].mask, own[plant].burns) for plant in move.plants)
    others = tuple((card.mask, 2 * card.burns) for ref, card in own.items() if ref not in move.plants)
    return runs_in_some_order(held, burn, running, (*others, *more))


def _region(game: Game, move: Move) -> bool:
    board, named = game.rules.board, game.position.regions
    if not isinstance(move, ChooseRegion):
        return False
    region = board.region_ids.index(move.region)
    pairs = {(board.region_of[a], board.region_of[b]) for a, b, _ in board.connections}
    touches = any((region, other) in pairs or (other, region) in pairs for other in named)
    return region not in named and (touches or not named)


def _place(game: Game, move: Move) -> bool:
    """K2: anywhere at first, then next to one of the houses, inside the playing area."""
    rules, p = game.rules, game.position
    if not isinstance(move, Place):
        return False
    c = rules.city_ids.index(move.city)
    stands = [city for city, seats in enumerate(p.occupants) if seats]
    next_to = {end for a, b, _ in rules.board.connections for end, other in ((a, b), (b, a)) if other in stands}
    return rules.board.region_of[c] in p.regions and c not in stands and (c in next_to or not stands)


MOVE_CHECKS: dict[str, Callable[[Game, Move], bool]] = {
    "region": _region,
    "auction": _auction,
    "bid": _bid,
    "scrap": _scrap,
    "assign": _assign,
    "discard-fuel": _discard_fuel,
    "fuel": _fuel,
    "build": _build,
    "run": _run,
    "place": _place,
}


ALL_MOVE_CHECKS = MOVE_CHECKS | outpost_reference_rules.OWN


def is_allowed(game: Game, move: Move) -> bool:
    """Whether the rules allow the deciding seat this move (fuel named, plants sorted)."""
    book = ALL_MOVE_CHECKS if game.rules.edition.id == "outpost" else MOVE_CHECKS
    return book[game.position.kind](game, move)
