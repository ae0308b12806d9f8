"""Helpers for the properties: games of every kind, random players, and samples of their decisions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, product
from typing import Any

import stromnetz
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
from stromnetz.engine.options import OpenOption
from stromnetz.play.variants import promo_of
from tests.helpers import position
from tests.properties import outpost_reference_rules
from tests.properties.move_grids import Grid
from tests.tier import NIGHTLY

EDITIONS = ("classic-2004", "classic-2009")
MAPS = ("germany", "usa")
DELUXE = ("deluxe-europe", "deluxe-north-america")
FIRST_DELUXE = 1000
"""From this number on, games are of the deluxe editions."""
FIRST_OUTPOST = 2000
"""From this number on, games are of Outpost."""
FIRST_ROBOTS = 3000
"""From this number on, games have robots."""
FIRST_PROMO = 4000
"""From this number on, games have promo cards."""
ROUNDS = 300
"""Random games are cut after this number of rounds."""

KINDS = ("region", "auction", "bid", "scrap", "discard-fuel", "assign", "fuel", "build", "run", "place")


def game_number(i: int) -> Game:
    """Game i of a fixed list: 20 in a row cover both editions, both maps, 2 to 6 players, and various options."""
    if i >= FIRST_PROMO:
        return promo_game(i - FIRST_PROMO)
    if i >= FIRST_ROBOTS:
        return _robots_number(i - FIRST_ROBOTS)
    if i >= FIRST_OUTPOST:
        return _outpost_number(i - FIRST_OUTPOST)
    if i >= FIRST_DELUXE:
        return _deluxe_number(i - FIRST_DELUXE)
    options: dict[str, Any] = {"short": i % 7 == 3, "money": "hidden" if i % 3 == 1 else "open"}
    return stromnetz.new_game(
        EDITIONS[i % 2],
        map=MAPS[i // 2 % 2],
        players=2 + i // 4 % 5,
        seed=7919 * i + 1,
        regions="draft" if i % 3 == 2 else "random",
        options=options,
    )


def _deluxe_number(j: int) -> Game:
    """16 in a row cover both boards and 2 to 6 players; every second pair is two against the Trust."""
    return stromnetz.new_game(
        DELUXE[j % 2],
        players=3 + j // 4 % 4 if j // 2 % 2 else 2,
        seed=7919 * j + 5,
        regions="draft" if j % 3 == 2 else "random",
        options={"money": "hidden" if j % 5 in (1, 2) else "open"},
    )


def _outpost_number(j: int) -> Game:
    """Eight in a row cover 2 to 6 players; every second one is two against the Trust."""
    return stromnetz.new_game(
        "outpost",
        players=3 + j // 2 % 4 if j % 2 else 2,
        seed=7919 * j + 9,
        regions="draft" if j % 3 == 2 else "random",
        options={"money": "hidden" if j // 3 % 2 else "open"},
    )


def _robots_number(j: int) -> Game:
    """Four in a row cover all fuel editions; 2 to 6 players, at least one of them a person."""
    edition, players = (*EDITIONS, *DELUXE)[j % 4], 2 + j % 5
    options: dict[str, Any] = {"robots": ["random"] * (1 + j % (players - 1)), "money": "open" if j % 3 else "hidden"}
    regions = "draft" if j % 3 == 2 else "random"
    return stromnetz.new_game(edition, players=players, seed=7919 * j + 3, regions=regions, options=options)


def promo_game(j: int) -> Game:
    """20 in a row cover both classic editions, both maps, 2 to 6 players, various options and promo cards."""
    rng = random.Random(j)
    edition = EDITIONS[j % 2]
    known = promo_of(edition)
    cards = rng.sample(known, len(known) if j % 3 == 0 else rng.randint(1, len(known)))
    return stromnetz.new_game(
        edition,
        map=MAPS[j // 2 % 2],
        players=2 + j // 4 % 5,
        seed=104_729 * j + 5,
        regions="draft" if j % 5 == 2 else "random",
        options={"promo": cards, "short": j % 7 == 3, "money": "hidden" if j % 3 == 1 else "open"},
    )


def classic(count: int) -> list[int]:
    """The numbers of classic games below this one: three of seven of the first 60, or all in the nightly run.

    The selection covers every edition, map and number of players, short games and hidden money.
    """
    return [i for i in range(count) if NIGHTLY or (i < 60 and i % 7 in (0, 3, 5))]


def robots(count: int) -> range:
    """The numbers of this many games with robots."""
    return range(FIRST_ROBOTS, FIRST_ROBOTS + count)


def promo(count: int) -> range:
    """The numbers of this many games with promo cards, or twice as many in the nightly run."""
    return range(FIRST_PROMO, FIRST_PROMO + (2 * count if NIGHTLY else count))


def deluxe(count: int) -> range:
    """The numbers of deluxe games: at most 16, which cover all kinds, or all in the nightly run."""
    return range(FIRST_DELUXE, FIRST_DELUXE + (count if NIGHTLY else min(count, 16)))


def outpost(count: int) -> range:
    """The numbers of this many games of Outpost."""
    return range(FIRST_OUTPOST, FIRST_OUTPOST + count)


@cache
def name(i: int) -> str:
    """The name of game i in test ids."""
    game = game_number(i)
    extra = [key for key, value in game.options.items() if value in (True, "hidden")]
    return "-".join([str(i), game.rules.edition.id, game.rules.board.id, str(game.rules.players), *extra])


def choose(game: Game, rng: random.Random, thrifty: bool) -> Move:
    """Choose a random move: any, or one of a player who bids low and runs all plants, so that games progress."""
    moves = game.legal_moves
    kind = game.position.kind
    if thrifty and kind == "bid":
        return moves[min(int(rng.expovariate(0.7)), len(moves) - 1)]
    if thrifty and kind == "auction":
        options = [o for o in (game.decision and game.decision.options) or [] if isinstance(o, OpenOption)]
        if options and rng.random() < 0.8:
            option = rng.choice(options)
            return Open(option.plant, option.minimum)
    if thrifty and kind == "run":
        return moves[-1]
    return moves[rng.randrange(len(moves))]


def decisions(game: Game, seed: int) -> Iterator[Game]:
    """Yield the game at every decision until its end or the bound; it is the same object, so copy it to keep it."""
    rng = random.Random(seed)
    thrifty = bool(rng.randrange(2))
    while game.decision is not None and game.position.round <= ROUNDS:
        yield game
        game.apply(choose(game, rng, thrifty))


@cache
def decisions_by_kind(i: int) -> dict[str, list[Game]]:
    """Return copies of the decisions of game i by kind, only those whose moves can all be tried."""
    out: dict[str, list[Game]] = {}
    for game in filter(outpost_reference_rules.countable, decisions(game_number(i), i)):
        out.setdefault(game.position.kind, []).append(game.copy())
    return out


def sample(i: int, count: int) -> list[Game]:
    """Return this many decisions of game i, with rare kinds as often as common ones."""
    rng = random.Random(i)
    left = {kind: rng.sample(games, len(games)) for kind, games in decisions_by_kind(i).items()}
    out: list[Game] = []
    while len(out) < count and left:
        for kind in list(left):
            out.append(left[kind].pop())
            if not left[kind]:
                del left[kind]
    return out[:count]


# --- every move there could be --------------------------------------------------------------------------------------


def vectors(held: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Yield all fuel amounts up to one more than the seat holds, with a maximum total."""
    return (v for v in product(*(range(n + 2) for n in held)) if sum(v) <= most)


def possible(game: Game) -> list[Sequence[Move]]:
    """Yield all combinations of kind, id and amount: far more than are legal, but including all that could be."""
    rules, p = game.rules, game.position
    if rules.edition.id == "outpost":
        return outpost_reference_rules.possible(game)
    amounts = range(p.money[p.seat] + 3)
    held = p.fuel[p.seat]
    own = p.plants[p.seat]
    foreign = next(c for c in range(len(rules.cards)) if rules.for_sale[c] and c not in own)
    plants = [*own, foreign]
    burns = sum(rules.cards[c].burns for c in plants)
    sets = [[rules.card_refs[c] for k, c in enumerate(plants) if bits >> k & 1] for bits in range(1 << len(plants))]
    return [
        (SitOut(), Pass(), Done()),
        Grid(ChooseRegion, rules.board.region_ids),
        Grid(Bid, amounts),
        Grid(Open, rules.card_refs, amounts),
        Grid(Scrap, rules.card_refs),
        Grid(Assign, rules.card_refs),
        Grid(Buy, rules.fuel_ids, range(31)),
        Grid(Connect, rules.city_ids),
        Grid(Place, rules.city_ids),
        Grid(lambda v: DiscardFuel(zip(rules.fuel_ids, v, strict=True)), list(vectors(held, sum(held) + 1))),
        Grid(Run, sets, [dict(zip(rules.fuel_ids, v, strict=True)) for v in vectors(held, burns + 1)]),
    ]


def every_move(game: Game) -> Iterator[Move]:
    """Return all of them."""
    return chain.from_iterable(possible(game))


def some_moves(game: Game, rng: random.Random, count: int) -> list[Move]:
    """Return a random sample of them."""
    grids = possible(game)
    out = []
    for index in rng.sample(range(sum(map(len, grids))), count):
        left = index
        for grid in grids:
            if left < len(grid):
                out.append(grid[left])
                break
            left -= len(grid)
    return out


def accepted(game: Game) -> set[Move]:
    """Return all legal moves, found by trying."""
    return {move for move in every_move(game) if game.is_legal(move)}


Hybrids = tuple[list[int], int, dict[str, int]]
"""Two other plants, the hybrid to be scrapped, and the fuel of all three."""


def discard_fuel_games() -> list[Game]:
    """Decisions to discard fuel, which hardly occur in random games."""
    # The fuel of a hybrid (5, 12 and 29 take coal and oil) has to leave, and another hybrid can keep some of it.
    # 4 takes coal, 3 and 7 take oil, 6 takes garbage, 13 and 18 nothing.
    classic: list[Hybrids] = [
        ([12, 13], 5, {"coal": 4, "oil": 4}),
        ([12, 13], 5, {"coal": 5, "oil": 3}),
        ([5, 18], 12, {"coal": 1, "oil": 5}),
        ([5, 12], 29, {"coal": 6, "oil": 4}),
        ([5, 29], 12, {"coal": 4, "oil": 6}),
        ([4, 29], 12, {"coal": 7, "oil": 3}),
        ([3, 12], 5, {"coal": 3, "oil": 8}),
        ([6, 29], 5, {"coal": 2, "oil": 3, "garbage": 2}),
        ([7, 29], 12, {"coal": 4, "oil": 8}),
    ]
    # Deluxe hybrids (8, 22 and 35) take gas and oil; 5 takes gas, 6 takes oil, 24 nothing.
    new: list[Hybrids] = [
        ([22, 24], 8, {"gas": 5, "oil": 5}),
        ([8, 35], 22, {"gas": 9, "oil": 4}),
        ([5, 8], 35, {"gas": 7, "oil": 5}),
        ([6, 22], 8, {"gas": 3, "oil": 8}),
    ]
    out = [_discard_fuel(edition, "germany", 22, *hybrids) for hybrids in classic for edition in EDITIONS]
    boards = zip(DELUXE, ("europe", "north-america"), strict=True)
    return out + [_discard_fuel(edition, board, 25, *hybrids) for edition, board in boards for hybrids in new]


def _discard_fuel(edition: str, board: str, bought: int, others: list[int], hybrid: int, fuel: dict[str, int]) -> Game:
    """Seat 0 has bought a plant and scrapped the hybrid."""
    plants = sorted([*others, hybrid])
    game = position(
        "auctions",
        [{"money": 100, "plants": plants, "fuel": fuel}, {}, {}],
        edition=edition,
        map=board,
        market=[bought, 27, 33, 37, 38, 42, 44, 50],
        round=2,
        order=[0, 1, 2],
        sat_out=[1, 2],
    )
    game.apply(Open(bought, bought))
    game.apply(Scrap(hybrid))
    assert game.position.kind == "discard-fuel", (plants, game.position.kind)
    return game
