"""The tool that finds out why a bot loses: it reviews lost_game games and sums up costs."""

from __future__ import annotations

import json
from itertools import count

import pytest

from stromnetz.arena.matches import MatchSetup
from stromnetz.bots.review import SLIP
from stromnetz.lab import losses
from stromnetz.lab.losses import START, Cost


def cost(kind: str, round: int, cost: float) -> Cost:
    return Cost(7, 1, round, kind, "Pass()", "Bid(9)" if cost else "", cost)


def test_costs_are_summed_up_by_kind_and_stage() -> None:
    found = [cost("bid", 2, 0.01), cost("bid", 3, 0.05), cost("bid", 4, 0.0), cost("build", 9, 0.1)]
    assert list(losses.kinds(found, 2)) == [
        {"kind": "build", "stage": "late", "decisions": 0.5, "cost": 0.05, "slips": 0.5},
        {"kind": "bid", "stage": "early", "decisions": 1.0, "cost": 0.03, "slips": 0.5},
        {"kind": "bid", "stage": "middle", "decisions": 0.5, "cost": 0.0, "slips": 0.0},
    ]
    said = losses.report(5, 2, found)
    assert "2 of 5 games were lost" in said
    worst = [line for line in said.splitlines() if "deal 7" in line]
    assert [line.split()[0] for line in worst] == ["0.100", "0.050", "0.010"]  # decisions without a cost are left out


SHORT = (("short", True),)


def test_only_lost_games_are_reviewed() -> None:
    deal, game = next(
        (deal, game)
        for deal in count(1)
        if (game := losses.lost_game(MatchSetup("classic-2004", "germany", 2, ("easy", "hard"), deal, SHORT), 0))
        is not None
    )
    assert game.result is not None
    assert game.result.winners == [1]
    found = losses.costs(game, deal, 0)
    assert [one.kind for one in found].count(START) == 1
    assert all((one.cost > 0) == bool(one.better) for one in found)
    assert sum(one.cost for one in found) > SLIP  # easy lost because of something


def test_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert losses.main(["hard", "easy", "--players", "2", "--games", "1", "--seed", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 1


def test_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        losses.main(["harder", "easy", "--games", "1"])
    assert "harder" in capsys.readouterr().err
