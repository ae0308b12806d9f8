"""Random games of Outpost: invariants after every move, events, and what a company can supply."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from stromnetz import Done, Game, SitOut
from stromnetz.arena.invariants import InvariantChecker
from stromnetz.editions.outpost.company import CompanyState
from stromnetz.editions.outpost.moves import Arrange, Build
from stromnetz.editions.outpost.piles import Piles
from stromnetz.engine.position import Position, with_item
from tests.helpers import position, refused
from tests.properties import outpost_reference_rules
from tests.properties.games import ROUNDS, choose, every_move, game_number, name, outpost
from tests.properties.outpost_events import follow
from tests.properties.outpost_games import (
    BOARD,
    FACTS,
    KINDS,
    LABORATORIES,
    MOON_BASE,
    NODULE,
    OUTPOSTS,
    ROBOTS,
    SITE,
    Card,
    State,
    check,
)

GAMES = outpost(12)


@cache
def played(i: int) -> tuple[Game, Counter[str]]:
    """Play game i to its end, check everything after every move, and undo some moves."""
    game = game_number(i)
    rng = random.Random(i)
    watch = InvariantChecker()
    watch(game)
    check(game)
    seen: Counter[str] = Counter()
    while game.decision is not None and game.position.round <= ROUNDS:
        before, saved, state = game.position, game.position.copy(), State(game)
        seen[before.kind] += 1
        seen["Moon Base at work"] += any(MOON_BASE in seat.placed for seat in state.seats)
        move = choose(game, rng, thrifty=bool(i // 2 % 2))
        events = game.apply(move)
        assert before == saved, "the position before a move stays as it was"
        watch(game)
        check(game)
        follow(state, game, events)
        check_counts(before, game)
        if rng.random() < 0.05 and game.decision is not None:
            if any(event.reveals for event in events):
                with refused("G1", game):
                    game.undo(before.seat)
                continue
            game.undo(before.seat)
            assert game.position == saved
            game.apply(move)
    return game, seen


def check_counts(before: Position, game: Game) -> None:
    """Check that the last move's events about cards match the changes."""
    rules, p = game.rules, game.position
    count = Counter(event.kind for event in game.rows[-1].events)
    assert len(p.deck) == len(before.deck) - count["card-drawn"] + count["card-put-under"]
    assert p.out_of_game[: len(before.out_of_game)] == before.out_of_game
    assert len(p.out_of_game) == len(before.out_of_game) + count["card-boxed"]
    assert (p.removed, p.tiles) == (before.removed, before.tiles)
    assert all(set(old) <= set(new) for old, new in zip(before.plants, p.plants, strict=True)), (
        "nothing is scrapped (L8)"
    )
    assert p.step >= before.step
    if rules.seats > rules.players:
        assert count["plant-taken"] <= 1


@pytest.mark.parametrize("i", GAMES, ids=name)
def test_nothing_is_lost_in_a_random_game(i: int) -> None:
    game, _ = played(i)
    assert game.result is not None, "random games end"
    assert game.result.winners
    ended = game.rows[-1].events[-1]
    assert ended.to_json() == {"kind": "game-ended", "supplied": [seat.supply() for seat in end_of(game)]}


def end_of(game: Game) -> list[Any]:
    return [seat for seat in State(game).seats if seat.plays]


@pytest.mark.slow
def test_everything_that_outpost_has_comes_up() -> None:
    events = Counter[str](event.kind for i in GAMES for row in played(i)[0].rows for event in row.events)
    seen = sum((played(i)[1] for i in GAMES), Counter[str]())
    assert min(seen[kind] for kind in (*KINDS, "place", "region", "Moon Base at work")) > 0, seen
    built = ("building-built", "built-on-card", "house-placed")
    staff = ("company-arranged", "workers-hired", "workers-dismissed", "robot-made")
    cards = ("card-piled", "marker-laid", "plant-taken")
    assert min(events[kind] for kind in (*built, *staff, *cards)) > 5, events


# --- a company with any cards, workers and robots -------------------------------------------------------------------


def any_company(seed: int, beside: int = 0) -> Game:
    """Seat 0 of three is to act, with random cards on its board, `beside` others, and random workers and robots."""
    rng = random.Random(seed)
    by_kind = {kind: [card for card in FACTS if FACTS[card]["kind"] == kind] for kind in ("plant", "housing")}
    sites: dict[str, int] = {}
    placed: list[Card] = []
    for kind, cards in by_kind.items():
        slots = rng.randint(0, 3 if len(sites) == 4 else 4)  # so that there is something left to decide
        sites |= dict.fromkeys(rng.sample([c for c in BOARD.city_ids if SITE[c] == kind], slots), 0)
        placed += rng.sample(cards, rng.randint(0, slots))
    if len(placed) < len(sites) and rng.random() < 0.8:
        placed.append(MOON_BASE)
    more = rng.sample([card for cards in by_kind.values() for card in cards if card not in placed], beside)
    if beside and MOON_BASE not in placed and rng.random() < 0.5:
        more.append(MOON_BASE)
    technologies = [card for card in (ROBOTS, NODULE, LABORATORIES, *OUTPOSTS) if rng.random() < 0.5]
    robots = rng.randint(0, 5) if ROBOTS in technologies else 0
    workers = rng.randint(0, 12)
    made = robots > 0 and workers + robots > 1 and rng.random() < 0.6
    board = {"placed": placed, "seasonal": rng.randint(0, workers), "robots": robots}
    houses = rng.sample(BOARD.city_ids, rng.choice((0, 1, 5, 9, 14, 17, 18)))
    return position(
        "building",
        [{"plants": [*placed, *more, *technologies], "fuel": {"workers": workers}, "cities": houses}, {}, {}],
        edition="outpost",
        map="planet",
        order=[0, 1, 2],
        to_act=0,
        modules={"company": {"sites": sites, "seats": [board, {}, {}], "made": [0] if made else []}},
        fuel_market={"workers": 30 - workers},
    )


@pytest.mark.rule("L17", "L27a", "L31a")
def test_the_best_run_matches_an_exhaustive_search() -> None:
    """Every set of plants and every possible maker of the robot is tried; Moon Base takes permanent workers."""
    bases = 0
    for seed in range(400):
        game = any_company(seed)
        seat = State(game).seats[0]
        assert game.view(None).players[0].supplies == seat.supply(), seed
        bases += MOON_BASE in seat.placed and seat.made
        while game.position.kind in ("network", "company", "workers", "robot"):
            state = State(game)
            follow(state, game, game.apply(Done()))
    assert bases > 20


@pytest.mark.rule("L12", "L13", "L29")
def test_buildings_are_accepted_exactly_when_the_book_allows_them() -> None:
    """Including seats with all 18 houses, or all four buildings of a kind."""
    for seed in range(60):
        game = any_company(seed)
        assert game.position.kind == "network"
        found = [move for move in every_move(game) if isinstance(move, Build | Done | SitOut)]
        found = [move for move in found if outpost_reference_rules.OWN["network"](game, move)]
        assert sorted(map(str, game.legal_moves)) == sorted(map(str, found)), seed


@pytest.mark.rule("L15", "L31")
def test_sets_of_cards_are_accepted_exactly_when_they_can_be_laid_one_by_one() -> None:
    """On boards with too many cards beside them to try all sets."""
    tried: Counter[bool] = Counter()
    for seed in range(80):
        game = any_company(seed, beside=3)
        game.apply(Done())
        if game.position.kind != "company":
            continue
        rng = random.Random(seed)
        own, now = outpost_reference_rules.layable(game), State(game).seats[0].placed
        for _ in range(30):
            wanted = {*rng.sample(own, rng.randint(0, min(4, len(own)))), *rng.sample(now, rng.randint(0, len(now)))}
            move = Arrange(rng.sample(sorted(wanted, key=str), len(wanted)))
            legal = game.is_legal(move)
            assert legal == outpost_reference_rules.OWN["company"](game, move), (seed, now, move)
            tried[legal] += 1
    assert min(tried.values()) > 200, tried


# --- the checks themselves ------------------------------------------------------------------------------------------


def company(game: Game) -> CompanyState:
    module = game.position.modules[game.rules.module_slot["company"]]
    assert isinstance(module, CompanyState)
    return module


def piles(game: Game) -> Piles:
    module = game.position.modules[game.rules.module_slot["piles"]]
    assert isinstance(module, Piles)
    return module


def _lose_worker(game: Game) -> None:
    game.position.stock[0] -= 1


def _more_seasonal(game: Game) -> None:
    company(game).seasonal[0] = 1


def _ten_robots(game: Game) -> None:
    company(game).robots[0] = 10


def _other_tile(game: Game) -> None:
    game.position.tiles = (game.position.tiles[0] + 1, *game.position.tiles[1:])


def _swap_tiles(game: Game) -> None:
    """The tiles are still a permutation, but connection costs differ."""
    game.position.tiles = tuple(sorted(game.position.tiles))


def _foreign_card(game: Game) -> None:
    company(game).placed[0] = (*company(game).placed[0], game.position.market[0])


def _no_buildings(game: Game) -> None:
    company(game).sites = [-1] * len(BOARD.city_ids)


def _two_of_a_number(game: Game) -> None:
    p = game.position
    p.market = [*[c for c in range(len(game.rules.cards)) if game.rules.number[c] == 5], *p.market[4:]]


def _discount_in_the_deck(game: Game) -> None:
    piles(game).off[game.position.deck[-1]] = 1


def _discount_of_all(game: Game) -> None:
    top = game.position.market[0]
    piles(game).off[top] = game.rules.number[top]


def _unequal_pile(game: Game) -> None:
    p = game.position
    *p.deck, top = p.deck
    piles(game).under[p.market[0]] = (top,)


def _house(game: Game) -> None:
    p = game.position
    p.cities = with_item(p.cities, 0, p.cities[0] + 1)


def _debt(game: Game) -> None:
    game.position.money[1] = -1


def _trust_first(game: Game) -> None:
    p = game.position
    p.order = [p.order[1], p.order[0], *p.order[2:]]


def _trust_rich(game: Game) -> None:
    game.position.money[2] = 1


def _trust_follows_late(game: Game) -> None:
    p = game.position
    city = next(c for c, seats in enumerate(p.occupants) if seats[1:2] == (2,))
    p.occupants = with_item(p.occupants, city, p.occupants[city][:1])


SPOIL: list[Callable[[Game], None]] = [
    _lose_worker,
    _more_seasonal,
    _ten_robots,
    _other_tile,
    _swap_tiles,
    _foreign_card,
    _no_buildings,
    _two_of_a_number,
    _discount_in_the_deck,
    _discount_of_all,
    _unequal_pile,
    _house,
    _debt,
    _trust_first,
    _trust_rich,
    _trust_follows_late,
]


@pytest.mark.parametrize("spoil", SPOIL)
def test_the_checks_notice_what_does_not_add_up(spoil: Callable[[Game], None]) -> None:
    game = game_number(outpost(1)[0])
    rng = random.Random(3)
    while game.position.round < 5 or game.position.kind != "auction":
        game.apply(choose(game, rng, thrifty=True))
    check(game)
    game.position = game.position.copy()
    spoil(game)
    with pytest.raises(AssertionError):
        check(game)
