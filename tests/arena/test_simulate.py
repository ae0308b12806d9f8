"""Simulations, compared with the same games played one by one."""

from __future__ import annotations

from collections import defaultdict
from statistics import mean

import pytest

import stromnetz
from stromnetz import Game
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.arena.simulate import simulate
from stromnetz.play.catalogue import plants

GAMES, SEED = 4, 31
TABLES: list[tuple[str, str, int, tuple[str, ...]]] = [
    ("outpost", "planet", 2, ("plain", "random")),
    ("outpost", "planet", 3, ("plain",)),
    ("classic-2009", "germany", 3, ("plain", "random", "plain")),
]
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[2]}")


def by_hand(table: tuple[str, str, int, tuple[str, ...]]) -> list[Game]:
    edition, map, players, bots = table
    names = bots * players if len(bots) == 1 else bots
    return [play(MatchSetup(edition, map, players, names, SEED + i)) for i in range(GAMES)]


def sales(game: Game) -> list[tuple[int | str, int]]:
    """Cards with their prices, found by comparing cards and money before and after every move."""
    out = []
    replayed = stromnetz.parse_game({**game.to_json(), "rows": game.to_json()["rows"][:1], "snapshots": []})
    for row in game.rows[1:]:
        assert row.move is not None
        before = replayed.position.copy()
        replayed.apply(row.move, row.seat)
        for seat in range(game.rules.players):
            new = set(replayed.position.plants[seat]) - set(before.plants[seat])
            out += [(game.rules.card_refs[card], before.money[seat] - replayed.position.money[seat]) for card in new]
    return out


@each_table
def test_summary_matches_the_games(table: tuple[str, str, int, tuple[str, ...]]) -> None:
    edition, map, players, bots = table
    summary = simulate(edition, map, players, list(bots), GAMES, seed=SEED)
    games = by_hand(table)
    results = [game.result for game in games if game.result is not None]
    assert (summary.games, summary.finished) == (GAMES, len(results)) == (GAMES, GAMES)
    assert summary.decisions == sum(game.version for game in games)
    assert summary.mean_rounds == round(mean(game.position.round for game in games), 2)
    for rank in range(players):
        assert summary.supplied_by_rank[rank] == round(mean(result.ranking[rank].supplied for result in results), 2)
    assert summary.supplied_by_rank == sorted(summary.supplied_by_rank, reverse=True)
    wins = [sum(seat in r.winners and 1 / len(r.winners) for r in results) for seat in range(players)]
    assert summary.wins_by_seat == pytest.approx(wins, abs=0.001)


@each_table
def test_card_uses_match_the_purchases(table: tuple[str, str, int, tuple[str, ...]]) -> None:
    edition, map, players, bots = table
    summary = simulate(edition, map, players, list(bots), GAMES, seed=SEED)
    paid: dict[int | str, list[int]] = defaultdict(list)
    games = by_hand(table)
    for game in games:
        for card, price in sales(game):
            paid[card].append(price)
    uses = {use.card: use for use in summary.cards}
    assert len(uses) == len(summary.cards)
    rules = games[0].rules
    on_sale = [ref for ref, sold in zip(rules.card_refs, rules.for_sale, strict=True) if sold]
    assert list(uses) == on_sale, "every card of the market, in the order of numbers"
    assert {card: use.bought for card, use in uses.items() if use.bought} == {card: len(p) for card, p in paid.items()}
    for card, prices in paid.items():
        assert uses[card].mean_price == round(mean(prices), 1), card
    assert all(use.mean_price == 0 for use in summary.cards if not use.bought)
    numbers = [plants(edition)[card].minimum_bid for card in uses]
    assert numbers == sorted(numbers)


def test_simulation_is_the_same_in_two_processes() -> None:
    alone, together = (simulate("outpost", "planet", 3, ["random"], 4, seed=5, jobs=jobs) for jobs in (1, 2))
    assert alone.cards == together.cards
    assert (alone.decisions, alone.mean_rounds, alone.wins_by_seat, alone.supplied_by_rank) == (
        together.decisions,
        together.mean_rounds,
        together.wins_by_seat,
        together.supplied_by_rank,
    )


def test_summary_to_json() -> None:
    data = simulate("outpost", "planet", 2, ["random"], 1, seed=5).to_json()
    assert len(data["supplied_by_rank"]) == 2
    assert all(use.keys() == {"card", "bought", "mean_price"} for use in data["cards"])
