"""The measured pages: their tables and charts match the stored results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stromnetz import new_game
from stromnetz.bots import make_bot
from stromnetz.bots.master import all_weights
from stromnetz.lab.checkpoints import CHECKPOINTS, network_of_checkpoint
from stromnetz.lab.measured import reliability, robots, strategy, strength
from stromnetz.lab.measured.page import read_results


@pytest.mark.parametrize("page", [reliability, strategy, strength], ids=["reliability", "strategy", "strength"])
def test_page_matches_its_results(page: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert page.main(["--check"]) == 0, capsys.readouterr().err  # type: ignore[attr-defined]


def test_stale_page_is_reported_and_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, duels = tmp_path / "page.md", tmp_path / "duels.jsonl"
    page.write_text(strength.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    lines = [{**line, "share": 0.5, "low": 0.25, "high": 0.75} for line in read_results(strength.DUELS)]
    duels.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "DUELS", duels)
    assert strength.main(["--check"]) == 1
    assert "does not match its results" in capsys.readouterr().err
    assert strength.main([]) == 0
    assert "50 (25 to 75)" in page.read_text(encoding="utf-8")
    assert strength.main(["--check"]) == 0


def test_every_net_has_enough_games() -> None:
    nets = {name for name, _ in all_weights()}
    games = [line["net"] for line in read_results(reliability.GAMES)]
    assert set(games) == nets
    assert min(games.count(net) for net in nets) >= 90


def test_every_duel_was_played() -> None:
    duels, masters = read_results(strength.DUELS), read_results(strength.MASTER_DUELS)
    assert [one for one in (*strength.HEADLINES, *strength.GRID.values()) if one.lacks(one.result(duels))] == []
    assert [one for one in strength.MASTER.values() if one.lacks(one.result(masters))] == []


def test_hard_and_master_win_twice_their_fair_share() -> None:
    for duels, file in ((strength.GRID, strength.DUELS), (strength.MASTER, strength.MASTER_DUELS)):
        results = read_results(file)
        for (players, column), duel in duels.items():
            line = duel.result(results)
            assert line is not None
            assert line["low"] > line["fair"]
            assert line["share"] >= (0.8 if players == 2 else 2 * line["fair"]), duel
            if (duels, column.edition, column.promo, players) == (strength.MASTER, "classic-2004", False, 4):
                assert line["share"] >= 0.75


def test_only_missing_duels_are_played(tmp_path: Path) -> None:
    file = tmp_path / "duels.jsonl"
    one = strength.GRID[2, strength.COLUMNS[0]]._replace(games=2)
    strength.play_missing(file, [one, one], 1)
    (line,) = read_results(file)
    assert (line["games"], line["seed"]) == (2, one.seed)
    assert one.result([line]) is line
    assert one._replace(players=3).result([line]) is None
    strength.play_missing(file, [one, one._replace(games=3)], 1)
    assert len(read_results(file)) == 1, "three games are not whole deals"
    strength.play_missing(file, [one._replace(games=4)], 1)
    assert [line["games"] for line in read_results(file)] == [2, 4]


def test_missing_games_are_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game removed from the stored results is played again with the same setup."""
    for page in (reliability, strategy):
        stored = read_results(page.GAMES)
        last = min(stored, key=lambda one: one["rounds"]) if page is strategy else stored[-1]
        file = tmp_path / page.GAMES.name
        file.write_text("".join(json.dumps(one) + "\n" for one in stored if one is not last), encoding="utf-8")
        monkeypatch.setattr(page, "GAMES", file)
        page.play(1)
        results = read_results(file)
        assert len(results) == len(stored)
        assert {key: results[-1][key] for key in ("edition", "map", "players", "seed")} == {
            key: last[key] for key in ("edition", "map", "players", "seed")
        }


def test_robot_tournament_ranks_tiles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert robots.main(["--games", "4", "--json", str(tmp_path / "robots.json")]) == 0
    result = json.loads((tmp_path / "robots.json").read_text(encoding="utf-8"))
    several, alone = result["tables"]["several"], result["tables"]["alone"]
    assert (several["games"], alone["games"], result["cut"]) == (2, 2, 0)
    assert sum(row["robots"] for row in several["tiles"]) == 2 * 4 * 5
    assert sum(row["robots"] for row in alone["tiles"]) == 2 * 1 * 5
    assert all(1 <= row["mean"] <= several["players"] for row in several["tiles"])
    assert capsys.readouterr().out.count("| slot | tile | robots | mean rank |") == 2


def test_checkpoints_play_with_their_own_nets() -> None:
    """Their files fit this encoder, and they choose differently."""
    game = new_game("classic-2004", "germany", 4, 9_600_000)
    view = game.view(game.position.seat)
    judged = [network_of_checkpoint(one.name).judge(*view.known_position()) for one in CHECKPOINTS.values()]
    assert len({tuple(one.shares) for one in judged}) == len(CHECKPOINTS) == 3
    assert [make_bot(bot).choose(view) for bot in CHECKPOINTS] == [one.moves[one.best] for one in judged]
