"""Random games with promo cards: legal moves, conservation, events and undo."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from stromnetz import BadInput, DiscardFuel, Game, Move, Open, Scrap, parse_position
from stromnetz.arena.invariants import InvariantChecker
from stromnetz.engine.position import Position
from stromnetz.play.variants import promo_of
from tests.helpers import position, refused
from tests.properties.games import KINDS, ROUNDS, choose, decisions, every_move, promo_game
from tests.properties.promo_games import OWN, PARK, WAREHOUSE, name, thrifty
from tests.tier import NIGHTLY

GAMES = 40 if NIGHTLY else 20  # 20 in a row have every kind of game
EACH = 9


@cache
def played(i: int) -> Game:
    """Play game i to its end, check everything after every move, and undo some moves."""
    game = promo_game(i)
    rng = random.Random(i)
    watch = InvariantChecker()
    watch(game)
    while game.decision is not None and game.position.round <= ROUNDS:
        before = game.position
        saved = before.copy()
        seat = before.seat
        move = choose(game, rng, thrifty(i))
        events = game.apply(move)
        assert before == saved, "the position before a move stays as it was"
        watch(game)
        check_counts(before, game)
        if rng.random() < 0.1 and game.decision is not None:
            if any(event.reveals for event in events):
                with refused("G1", game):
                    game.undo(seat)
                continue
            with refused("G1", game):
                game.undo((seat + 1) % game.rules.players)
            game.undo(seat)
            assert game.position == saved
            InvariantChecker()(game)
            game.apply(move)
            InvariantChecker()(game)
    return game


def check_counts(before: Position, game: Game) -> None:
    """Check that the last move's events about cards, cities and fuel match the changes."""
    p, events = game.position, game.rows[-1].events
    count = Counter(event.kind for event in events)
    assert len(p.deck) == len(before.deck) - count["card-drawn"] + count["card-put-under"]
    assert p.out_of_game[: len(before.out_of_game)] == before.out_of_game
    assert len(p.out_of_game) == len(before.out_of_game) + count["card-boxed"]
    assert p.removed == before.removed
    won = sum(event.to_json()["card"] == PARK for event in events if event.kind == "card-won")
    assert sum(p.cities) == sum(before.cities) + count["city-connected"] + won
    stock = dict(zip(game.rules.fuel_ids, before.stock, strict=True))
    for event in events:
        data = event.to_json()
        if event.kind == "fuel-bought":
            stock[data["fuel"]] -= data["count"]
        elif event.kind == "fuel-moved":
            stock[data["fuel"]] += data["count"] if data["to"] == "market" else -data["count"]
        elif event.kind == "fuel-refilled":
            for fuel, more in data["fuel"].items():
                stock[fuel] += more
    assert list(stock.values()) == p.stock


# --- legal, accepted, allowed by the book ---------------------------------------------------------------------------


@cache
def sample(i: int) -> list[Game]:
    """Return decisions of game i, rare kinds as often as common ones, preferably affected by a promo card."""
    rng = random.Random(i)
    by_kind: dict[str, list[Game]] = {}
    for game in decisions(promo_game(i), i):
        by_kind.setdefault(game.position.kind, []).append(game.copy())
    for games in by_kind.values():
        rng.shuffle(games)
        games.sort(key=touched)
    out: list[Game] = []
    while len(out) < EACH and by_kind:
        for kind in list(by_kind):
            out.append(by_kind[kind].pop())
            if not by_kind[kind]:
                del by_kind[kind]
    return out[:EACH]


def touched(game: Game) -> bool:
    """Whether a promo card makes a difference to the decision."""
    seat = game.position.seat
    view = game.view(None)
    extra = view.auction is not None and view.auction.extra
    return extra or bool(view.players[seat].cards) or "flux-generator" in [*view.current, *view.players[seat].plants]


def check_decision(game: Game) -> None:
    before = game.position.copy()
    listed = list(game.legal_moves)
    allowed = OWN[game.position.kind]
    found: set[Move] = set()
    for move in every_move(game):
        legal = game.is_legal(move)
        assert legal == allowed(game, move), (game.position.kind, move, legal)
        if legal:
            found.add(move)
    assert found
    assert set(listed) == found
    assert len(listed) == len(found)
    for move in listed[:3]:
        game.copy().apply(move)
    assert game.position == before


@pytest.mark.parametrize("i", range(GAMES), ids=name)
def test_what_is_listed_is_what_is_accepted_and_what_the_book_allows(i: int) -> None:
    for game in sample(i):
        check_decision(game)


def test_every_kind_of_decision_is_tried_with_a_promo_card_in_play() -> None:
    """Except set-up and giving up fuel, which hardly occurs in random games: see below."""
    count = Counter(game.position.kind for i in range(0, GAMES, 3) for game in sample(i) if touched(game))
    assert set(count) >= set(KINDS) - {"region", "place", "discard-fuel"}, count
    assert sum(count.values()) > 60, count


@pytest.mark.rule("Q8", "A9")
@pytest.mark.parametrize(
    "fuel",
    [
        {"coal": 5, "oil": 3, "garbage": 3},
        {"coal": 4, "oil": 6},
        {"coal": 4, "oil": 4, "garbage": 1, "uranium": 1},
        {"coal": 6, "oil": 5},
    ],
    ids=str,
)
def test_giving_up_fuel_with_a_warehouse(fuel: dict[str, int]) -> None:
    """Two hybrids that take four markers each, and the warehouse; one hybrid is scrapped for a plant without fuel."""
    game = position(
        "auctions",
        [{"money": 100, "plants": [5, 12, 13], "fuel": fuel}, {}, {}],
        options={"promo": [WAREHOUSE]},
        modules={WAREHOUSE: {"seat": 0}},
        market=[22, 27, 33, 37, 38, 42, 44, 50],
        order=[0, 1, 2],
        sat_out=[1, 2],
    )
    game.apply(Open(22, 22))
    game.apply(Scrap(5))
    assert game.position.kind == "discard-fuel"
    check_decision(game)
    for move in game.legal_moves:
        assert isinstance(move, DiscardFuel)
        assert sum(dict(move.fuel).values()) == sum(fuel.values()) - 7
        assert not dict(move.fuel).keys() & {"garbage", "uranium"}
        after = game.copy()
        after.apply(move)
        InvariantChecker()(after)


# --- conservation, undo, coverage -----------------------------------------------------------------------------------


@pytest.mark.parametrize("i", range(GAMES), ids=name)
def test_nothing_is_lost_in_a_random_game(i: int) -> None:
    game = played(i)
    if game.decision is None:
        assert game.result is not None
        assert game.result.winners
        assert game.rows[-1].events[-1].kind in ("game-ended", "top-card-seen")
        ended = [event for event in game.rows[-1].events if event.kind == "game-ended"]
        assert len(ended) == 1


@pytest.mark.slow
def test_every_card_comes_up_and_does_something() -> None:
    seen: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for i in range(GAMES):
        for row in played(i).rows:
            for event in row.events:
                data = event.to_json()
                kinds[event.kind] += 1
                if event.kind in ("card-drawn", "card-won", "card-passed-on", "plant-bought"):
                    seen[f"{event.kind} {data.get('card', data.get('plant'))}"] += 1
    for card in promo_of("classic-2004"):
        if card == "industrial-espionage":
            assert seen[f"card-passed-on {card}"], card
        else:
            assert seen[f"card-drawn {card}"], card
    for card in ("transformer-station", PARK, "supply-contract", WAREHOUSE):
        assert seen[f"card-won {card}"], card
    assert seen["plant-bought flux-generator"]
    assert min(kinds[kind] for kind in ("tax-paid", "fuel-moved", "top-card-seen", "card-assigned")) > 0, kinds


# --- saving ---------------------------------------------------------------------------------------------------------


def extra_auction() -> dict[str, Any]:
    """A dump in the middle of the extra auction for the warehouse; the shortage is in the deck."""
    game = position(
        "auctions",
        [{"plants": [3, 13]}, {"plants": [4]}, {"plants": [5]}],
        options={"promo": [WAREHOUSE, "shortage"]},
        market=[11, 12, 14, 15, 16, 19, 20, 21],
        deck=[WAREHOUSE, 24, "shortage", 25],
        order=[0, 1, 2],
        sat_out=[0, 1],
        round=5,
    )
    game.apply(Open(11, 11))
    data = game.position_json()
    assert data["agenda"][-1][:2] == ["auction", WAREHOUSE]
    return data


def test_a_dump_that_auctions_what_is_never_auctioned_is_refused() -> None:
    """No rule would say who owns it when it is won."""
    data = extra_auction()
    data["agenda"][-1][1] = "shortage"
    data["deck"] = [WAREHOUSE if card == "shortage" else card for card in data["deck"]]
    with pytest.raises(BadInput):
        parse_position(data)


def test_a_dump_that_puts_on_a_plant_what_never_lies_there_is_refused() -> None:
    """The card would be lost."""
    data = extra_auction()
    data["agenda"][-1] = ["assign", 0, WAREHOUSE]
    data["to_act"], data["decision"] = 0, "assign"
    with pytest.raises(BadInput):
        parse_position(data)
