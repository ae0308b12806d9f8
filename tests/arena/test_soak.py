"""Soak runs over every kind of game, and the invariants that they check."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz.arena import soak as soak_module
from stromnetz.arena.invariants import InvariantError, check_position
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.arena.soak import setups, soak
from stromnetz.engine.position import Position, with_item
from stromnetz.engine.rules import Rules

KINDS = 35
"""Four classic boards, two deluxe ones and Outpost, each with two to six players."""


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[] if part == 2 else pytest.mark.nightly) for part in range(12)]
)
def test_games_of_every_kind_keep_all_invariants(part: int) -> None:
    """Each part plays every kind once; only the first has the slow bots that think."""
    summary = soak(KINDS, seed=1000 + part, check=True, bots=() if part == 0 else ("plain", "random"))
    assert summary.failures == []
    assert summary.cut == 0
    assert summary.ended == KINDS
    assert len(summary.combinations) == KINDS


def test_setups_cover_all_editions_maps_and_numbers_of_players() -> None:
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


def test_setups_are_reproducible() -> None:
    assert list(setups(30, 7)) == list(setups(30, 7))
    assert list(setups(30, 7)) != list(setups(30, 8))


def lose_a_marker(rules: Rules, p: Position) -> None:
    p.supply[0] -= 1


def double_a_card(rules: Rules, p: Position) -> None:
    p.out_of_game = [*p.out_of_game, p.market[0]]


def lose_a_plant(rules: Rules, p: Position) -> None:
    p.market = p.market[1:]


def print_money(rules: Rules, p: Position) -> None:
    p.money[0] = -1


def falsify_connection_costs(rules: Rules, p: Position) -> None:
    p.reach = with_item(p.reach, 0, [0] * len(rules.city_ids))


@pytest.mark.parametrize(
    "setup",
    [
        MatchSetup("classic-2004", "germany", 3, ("plain",) * 3, 5),
        MatchSetup("deluxe-north-america", "north-america", 2, ("plain",) * 2, 5),
    ],
)
@pytest.mark.parametrize("damage", [lose_a_marker, double_a_card, lose_a_plant, print_money, falsify_connection_costs])
def test_broken_positions_violate_an_invariant(damage: Any, setup: MatchSetup) -> None:
    game = play(setup)
    p = game.snapshots[4][1].copy()
    check_position(game.rules, p)
    damage(game.rules, p)
    with pytest.raises(InvariantError):
        check_position(game.rules, p)


def test_soak_reports_failures_with_their_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alarm:
        def __call__(self, game: Any) -> None:
            if game.version == 3:
                raise InvariantError("the third move")

    monkeypatch.setattr(soak_module, "InvariantChecker", Alarm)
    summary = soak(4, seed=1, check=True)
    assert not summary.ok
    assert [f.error for f in summary.failures] == ["InvariantError: the third move"] * 4
    assert summary.failures[0].setup["edition"] == "classic-2004"
