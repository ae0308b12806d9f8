"""Pages whose tables and pictures come from games that were played hold what the files of these games say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stromnetz import new_game
from stromnetz.bots.master import all_weights
from tools import reliability, strategy, values


@pytest.mark.parametrize("tool", [reliability, strategy], ids=["reliability", "strategy"])
def test_the_page_says_what_the_file_has(tool: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--check"]) == 0, capsys.readouterr().err  # type: ignore[attr-defined]


def test_a_stale_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = reliability.read()
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines[1:]), encoding="utf-8")
    monkeypatch.setattr(reliability, "FILE", file)
    assert reliability.main(["--check"]) == 1


def test_every_net_has_its_games() -> None:
    nets = {name for name, _ in all_weights()}
    games = [line["net"] for line in reliability.read()]
    assert set(games) == nets
    assert min(games.count(net) for net in nets) >= 90


def test_what_became_of_those_who_bought_a_card() -> None:
    """Of two games: the second is ended by a seat that does not win it."""
    common = {"ended": 0, "end_at": 17, "first": [1, 0, 2]}
    one = {
        "winners": [0],
        "ends": [[17, 17, 101], [15, 16, 0], [9, 9, 8]],
        "buys": [[1, 2, "20", 25], [4, 0, "20", 31]],
    }
    other = {
        "winners": [1],
        "ends": [[14, 17, 3], [16, 16, 7], [9, 9, 120]],
        "buys": [[1, 0, "20", 22], [2, 1, "33", 33]],
    }
    told = list(values.report(3, [common | one, common | other]))
    assert [line.rpartition(": ")[2] for line in told[1:5]] == ["2 of 6", "2 of 6", "1", "1"]
    assert [line.split()[:4] for line in told[6:]] == [["20", "2", "26.0", "50"], ["33", "1", "33.0", "100"]]


def test_games_are_played_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert values.main(["--bot", "plain", "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert [f"{players} players, 1 games" in out for players in values.PLAYERS] == [True] * 3
    assert out.count("games that did not end: 0") == 3
    with pytest.raises(SystemExit):
        values.main(["--games", "0"])
    assert "--games and --jobs are 1 at least" in capsys.readouterr().err


def test_who_ended_a_game_has_the_cities_for_it() -> None:
    line = values.played(strategy.Kind("outpost", "planet", 3, "plain", 1), values.DEALS)
    assert line is not None
    assert line["ended"] is not None
    assert line["ends"][line["ended"]][1] >= new_game("outpost", "planet", 3, values.DEALS).rules.end_at
