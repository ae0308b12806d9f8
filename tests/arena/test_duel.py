"""Duels: seatings, confidence intervals, the sequential test, and bots that fail."""

from __future__ import annotations

import json
import signal
import time
from collections import Counter
from random import Random

import pytest

from stromnetz.arena import timed_bots
from stromnetz.arena.duel import DuelPlan, duel, matches
from stromnetz.arena.matches import GameKind, MatchResult, count_seatings, line_ups, seatings
from stromnetz.arena.statistics import ALPHA, Interval, clustered
from stromnetz.arena.timed_bots import bucket_of, milliseconds, quantile
from stromnetz.bots import BOTS, Bot, make_bot
from stromnetz.engine.moves import Move
from stromnetz.play.views import View

SMALL = GameKind("classic-2009", "germany", 3, (("short", True),))


# --- seats ---


@pytest.mark.parametrize("names", ["ab", "abb", "abc", "aabb", "abcd", "aabcd", "abbbbb", "aaabbb", "abcdef"])
def test_every_bot_has_every_seat_equally_often(names: str) -> None:
    for deal in range(5):
        played = seatings(names, deal)
        assert len(set(played)) == len(played)
        if count_seatings(names) <= 6:
            assert len(played) == count_seatings(names)
        assert all(Counter(seats) == Counter(names) for seats in played)
        for column in zip(*played, strict=True):
            share = {name: count / len(played) for name, count in Counter(column).items()}
            assert share == {name: count / len(names) for name, count in Counter(names).items()}


@pytest.mark.parametrize(("bots", "places"), [(2, 4), (3, 4), (5, 4), (4, 6), (1, 3), (4, 4)])
def test_line_ups_give_every_bot_equally_many_seats(bots: int, places: int) -> None:
    names = [f"bot {i}" for i in range(bots)]
    found = line_ups(names, places)
    assert all(len(one) == places for one in found)
    assert len(set(found)) == len(found)
    assert len(set(Counter(name for one in found for name in one).values())) == 1


# --- intervals ---


def test_clustered_interval_covers_95_percent() -> None:
    """The seatings of a deal are correlated: deals are independent, games are not."""
    rng = Random(11)
    missed = 0
    for _ in range(1000):
        clusters = []
        for _ in range(50):
            chance = rng.choice((0.1, 0.9))
            clusters.append((float(sum(rng.random() < chance for _ in range(4))), 4.0))
        found = clustered(clusters)
        missed += not found.low <= 0.5 <= found.high
    assert 25 <= missed <= 75


def test_clustered_interval_has_a_width_if_all_is_won() -> None:
    found = clustered([(4.0, 4.0)] * 100)
    assert (found.share, found.high) == (1.0, 1.0)
    assert 0.95 < found.low < 0.97
    assert clustered([(0.0, 4.0)] * 100).high == pytest.approx(1 - found.low)
    assert (clustered([(1.0, 1.0)]).low, clustered([]).high) == (0.0, 1.0)


# --- the sequential test, on coins ---


def flip(rng: Random, chance: float, seats: int, correlated: bool) -> float:
    """The share of one deal, from independent or fully correlated seatings."""
    if correlated:
        return float(rng.random() < chance)
    return sum(rng.random() < chance for _ in range(seats)) / seats


@pytest.mark.parametrize(("fair", "seats", "correlated"), [(0.25, 4, False), (0.5, 2, True), (1 / 6, 6, False)])
def test_sequential_test_errs_in_at_most_5_percent_of_duels(fair: float, seats: int, correlated: bool) -> None:
    """Checked after each of 300 deals."""
    rng = Random(3)
    duels, wrong = 400, 0
    for _ in range(duels):
        interval = Interval(fair, grid=False)
        for _ in range(300):
            interval.add(flip(rng, fair, seats, correlated))
        wrong += interval.answer(0) != "open"
    assert wrong <= ALPHA * duels


def test_sequential_test_finds_clear_differences_soon() -> None:
    rng = Random(4)
    for chance, answer, most in ((0.9, "above", 10), (0.45, "above", 120), (0.02, "below", 60)):
        needed = []
        for _ in range(60):
            interval = Interval(0.25, grid=False)
            while interval.answer(0) == "open":
                interval.add(flip(rng, chance, 4, False))
            assert interval.answer(0) == answer
            needed.append(interval.deals)
        assert sorted(needed)[30] <= most / 2
        assert max(needed) <= most


def test_sequential_interval_is_always_valid() -> None:
    rng = Random(5)
    missed = 0
    for _ in range(20):
        interval = Interval(0.25)
        held = True
        for _ in range(150):
            interval.add(flip(rng, 0.3, 4, False))
            held &= interval.low <= 0.3 <= interval.high
        missed += not held
        assert interval.high - interval.low < 0.2
    assert missed <= 2
    level = Interval(0.5)
    while level.answer(0.1) == "open":
        level.add(flip(rng, 0.5, 4, False))
    assert level.answer(0.1) == "level"
    assert (level.low >= 0.4, level.high <= 0.6) == (True, True)


# --- times ---


def test_time_buckets_are_narrow() -> None:
    for spent in (1_500, 80_000, 2_000_000, 25_000_000, 3_000_000_000):
        assert milliseconds(bucket_of(spent)) == pytest.approx(spent / 1e6, rel=0.03)
    counts = Counter(bucket_of(n * 1_000_000) for n in range(1, 101))
    assert quantile(counts, 0.5) == pytest.approx(50, rel=0.03)
    assert quantile(counts, 0.99) == pytest.approx(99, rel=0.03)
    assert (quantile({}, 0.5), bucket_of(0)) == (0.0, 0)


# --- duels ---


def test_duel_plays_every_deal_on_every_seat() -> None:
    played = list(matches(DuelPlan(SMALL, ("plain", "random"), games=7, seed=40)))
    assert [match.deal for match in played] == [40, 40, 40, 41, 41, 41, 42, 42, 42]
    assert {match.seats.index("plain") for match in played[:3]} == {0, 1, 2}
    halves = DuelPlan(GameKind("classic-2009", "germany", 4), ("plain", "random"), games=6, halves=True)
    assert {match.seats.count("plain") for match in matches(halves)} == {2}
    assert (halves.fair(), halves.deals()) == (0.5, 1)


def test_duel_stops_when_clear_and_is_the_same_in_two_processes() -> None:
    plan = DuelPlan(SMALL, ("plain", "random"), games=60, seed=5)
    alone, together = (duel(plan, jobs) for jobs in (1, 2))
    assert (alone.answer, alone.share().share) == ("above", 1.0)
    assert alone.games_to_answer == len(alone.games) < 60

    def facts(result: object) -> list[object]:
        return [(g.deal, g.seats, g.won, g.ranks, g.bought, g.rounds) for g in result.games]  # type: ignore[attr-defined]

    assert facts(alone) == facts(together)
    assert (alone.low, alone.high) == (together.low, together.high)
    assert all(sum(game.won) == pytest.approx(1) for game in alone.games)
    assert all(sum(game.ranks) == 6 for game in alone.games)


def test_full_duel_plays_all_games() -> None:
    result = duel(DuelPlan(SMALL, ("plain", "random"), games=24, full=True))
    assert len(result.games) == 24
    assert 0 < result.games_to_answer < 24
    data = result.to_json()
    assert (data["answer"], data["deals"], data["fair"]) == ("above", 8, 0.3333)
    assert data["each"]["plain"]["mean_rank"] < data["each"]["random"]["mean_rank"]


def test_robots_take_the_last_seats_of_a_duel() -> None:
    kind = GameKind.of("classic-2009", "germany", 3, {"robots": ["random"]})
    assert kind.places == 2
    result = duel(DuelPlan(kind, ("plain", "random"), games=2, full=True))
    assert {len(game.won) for game in result.games} == {2}
    assert {seat for game in result.games for seat, *_ in game.bought} <= {0, 1}


# --- bots that fail ---


class FailingBot(Bot):
    """Raises an error in its first decision, stalls in its second, and then plays normally."""

    name = "lazy"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.asked = 0

    def choose(self, view: View) -> Move:
        self.asked += 1
        if self.asked == 1:
            raise ValueError("no idea")
        if self.asked == 2:
            time.sleep(30)
        return make_bot("plain").choose(view)


@pytest.mark.slow
def test_failing_and_stalling_bots_are_replaced_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "lazy", FailingBot)
    monkeypatch.setattr(timed_bots, "MAX_DECISION_SECONDS", 1.5)
    result = duel(DuelPlan(SMALL, ("lazy", "plain"), games=3, full=True))
    (fault,) = result.to_json()["faults"]
    assert (fault["bot"], fault["decisions"]) == ("lazy", 6)
    assert fault["first"].startswith("raised ValueError: 'no idea'")
    again = MatchResult.from_json(json.loads(json.dumps(result.games[0].to_json())))
    assert again == result.games[0]
    assert all(game.ended for game in result.games)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
