"""Many games: a soak over every kind of game with all invariants, and a soak that must find what is broken."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz.arena import soak as soaking
from stromnetz.arena.invariants import Broken, check_position
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.arena.simulate import simulate
from stromnetz.arena.soak import setups, soak
from stromnetz.engine.position import Position, with_item
from stromnetz.engine.rules import Rules

KINDS = 35
"""Four classic boards, two deluxe ones and a planet, two to six players."""


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[] if part == 2 else pytest.mark.nightly) for part in range(12)]
)
def test_games_of_every_kind_break_nothing(part: int) -> None:
    """Every kind once in each part; the bots that think, which take their time, in the first of them."""
    summary = soak(KINDS, seed=1000 + part, check=True, bots=() if part == 0 else ("plain", "random"))
    assert summary.failures == []
    assert summary.cut == 0
    assert summary.ended == KINDS
    assert len(summary.combinations) == KINDS


def test_a_soak_meets_every_edition_map_and_number_of_players() -> None:
    kinds = {(s.edition, s.map, s.players) for s in setups(KINDS, 0)}
    boards = {(e, m) for e in ("classic-2004", "classic-2009") for m in ("germany", "usa")}
    boards |= {("deluxe-europe", "europe"), ("deluxe-north-america", "north-america"), ("outpost", "planet")}
    assert kinds == {(edition, map, n) for edition, map in boards for n in (2, 3, 4, 5, 6)}
    assert len(kinds) == KINDS
    assert {s.regions for s in setups(100, 0)} == {"random", "draft"}
    assert {name for s in setups(100, 0) for name, value in s.options if value in (True, "hidden")} == {
        "short",
        "money",
    }


def test_the_same_seed_soaks_the_same_games() -> None:
    assert list(setups(30, 7)) == list(setups(30, 7))
    assert list(setups(30, 7)) != list(setups(30, 8))


def lose_a_marker(rules: Rules, p: Position) -> None:
    p.supply[0] -= 1


def double_a_card(rules: Rules, p: Position) -> None:
    p.boxed = [*p.boxed, p.market[0]]


def forget_a_plant(rules: Rules, p: Position) -> None:
    p.market = p.market[1:]


def print_money(rules: Rules, p: Position) -> None:
    p.money[0] = -1


def cheat_the_way(rules: Rules, p: Position) -> None:
    p.reach = with_item(p.reach, 0, [0] * len(rules.city_ids))


@pytest.mark.parametrize(
    "setup",
    [
        MatchSetup("classic-2004", "germany", 3, ("plain",) * 3, 5),
        MatchSetup("deluxe-north-america", "north-america", 2, ("plain",) * 2, 5),
    ],
)
@pytest.mark.parametrize("damage", [lose_a_marker, double_a_card, forget_a_plant, print_money, cheat_the_way])
def test_the_invariants_catch_a_broken_position(damage: Any, setup: MatchSetup) -> None:
    game = play(setup)
    p = game.snapshots[4][1].copy()
    check_position(game.rules, p)
    damage(game.rules, p)
    with pytest.raises(Broken):
        check_position(game.rules, p)


def test_a_soak_reports_what_breaks_with_its_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alarm:
        def __call__(self, game: Any) -> None:
            if game.version == 3:
                raise Broken("the third move")

    monkeypatch.setattr(soaking, "Watch", Alarm)
    summary = soak(4, seed=1, check=True)
    assert not summary.ok
    assert [f.error for f in summary.failures] == ["Broken: the third move"] * 4
    assert summary.failures[0].setup["edition"] == "classic-2004"


def test_a_simulation_counts_wins_and_rounds() -> None:
    summary = simulate("classic-2004", "usa", 2, ["plain", "random"], 5, seed=3)
    assert (summary.games, summary.finished, summary.cut) == (5, 5, 0)
    assert summary.wins_by_seat == [5.0, 0.0]
    assert summary.mean_rounds > 5
