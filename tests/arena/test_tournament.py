"""Tournaments: plans, result files that survive kills, refused input, standings and the report."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from stromnetz.arena import results as ratings_module
from stromnetz.arena.matches import GameKind, MatchResult
from stromnetz.arena.report import page
from stromnetz.arena.result_file import ResultFile
from stromnetz.arena.results import ratings, results
from stromnetz.arena.tournament import TournamentPlan, kinds_of, plan_in, tournament
from stromnetz.build import VERSION
from stromnetz.cli import main
from stromnetz.engine.errors import BadInput

SHORT = GameKind("classic-2009", "germany", 2, (("short", True),))
PLAN = TournamentPlan(("plain", "random"), (SHORT,), deals=3, seed=70)


def facts(games: list[MatchResult]) -> list[Any]:
    return [(g.number, g.deal, g.seats, g.won, g.ranks, g.supplied, g.bought, g.rounds, g.decisions) for g in games]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[MatchResult]]:
    """The result file and games of an uninterrupted tournament."""
    path = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    games = tournament(path, PLAN)
    return path.read_bytes(), games


# --- plans ---


def test_a_plan_plays_each_deal_of_each_kind_in_all_seatings() -> None:
    plan = TournamentPlan(("a", "b", "c"), (SHORT, GameKind("classic-2009", "usa", 3)), deals=2, seed=9)
    matches = list(plan.matches())
    assert [match.number for match in matches] == list(range(len(matches)))
    assert Counter((match.deal, match.kind.map) for match in matches) == {
        (9, "germany"): 6,
        (9, "usa"): 6,
        (10, "germany"): 6,
        (10, "usa"): 6,
    }
    assert TournamentPlan.from_json(json.loads(json.dumps(PLAN.to_json()))) == PLAN


def test_kinds_are_all_valid_combinations() -> None:
    def kinds(editions: list[str], maps: list[str], players: list[str]) -> list[tuple[str, str, int]]:
        return [(k.edition, k.map, k.players) for k in kinds_of(editions, maps, players, lambda edition: {})]

    assert kinds(["outpost"], [], ["2", "4"]) == [("outpost", "planet", 2), ("outpost", "planet", 4)]
    assert kinds(["classic-2004", "outpost"], ["usa", "planet"], ["3"]) == [
        ("classic-2004", "usa", 3),
        ("outpost", "planet", 3),
    ]
    assert len(kinds(["all"], ["all"], ["all"])) == 35


# --- files ---


@pytest.mark.parametrize("lost", [1, 7, 400])
def test_torn_file_is_resumed(whole: tuple[bytes, list[MatchResult]], tmp_path: Path, lost: int) -> None:
    """Cut in its last line or earlier; the games are those of an uninterrupted tournament, each once."""
    data, games = whole
    path = tmp_path / "torn.jsonl"
    path.write_bytes(data[:-lost] if lost < 400 else data[: data.index(b"\n", len(data) // 2) + 20])
    assert facts(tournament(path, PLAN)) == facts(games)
    rows = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert sorted(row["number"] for row in rows) == list(range(len(games)))


def test_torn_first_line_is_rewritten(whole: tuple[bytes, list[MatchResult]], tmp_path: Path) -> None:
    path = tmp_path / "first.jsonl"
    path.write_bytes(whole[0][:30])
    with ResultFile(path, "tournament", PLAN.to_json()) as file:
        assert file.rows == []
    assert path.read_bytes() == whole[0].splitlines(keepends=True)[0]


def test_killed_tournament_is_resumed_without_loss(whole: tuple[bytes, list[MatchResult]], tmp_path: Path) -> None:
    path = tmp_path / "killed.jsonl"
    options = ["--short", "--players", "2", "--deals", "3", "--seed", "70", "--bots", "plain,random"]
    command = [sys.executable, "-m", "stromnetz.cli", "tournament", str(path), *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") >= 3):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = path.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    assert main(["tournament", str(path), "--json"]) == 0
    assert path.read_bytes().startswith(kept), "what was there is still there"
    assert facts(tournament(path, PLAN)) == facts(whole[1])
    assert path.read_bytes().count(b"\n") == 1 + len(whole[1])


def test_tournament_is_the_same_in_two_processes(whole: tuple[bytes, list[MatchResult]], tmp_path: Path) -> None:
    assert facts(tournament(tmp_path / "two.jsonl", PLAN, jobs=2)) == facts(whole[1])


def test_result_file_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "busy.jsonl"
    with ResultFile(path, "tournament", PLAN.to_json()), pytest.raises(BadInput, match="another program is writing"):
        ResultFile(path, "tournament", PLAN.to_json())


def spoil(data: bytes, how: str) -> bytes:
    lines = data.splitlines(keepends=True)
    head = json.loads(lines[0])
    match how:
        case "version":
            head["version"] = "0.0.9"
        case "code":
            head["code"] = "0" * 16
        case "format":
            head["format"] = 99
        case "plan":
            head["plan"]["deals"] = 4
        case "foreign":
            return b'{"some": "thing"}\n'
        case "middle":
            lines[2] = lines[2][:50] + b"\n"
        case "game":
            lines[1] = lines[1].replace(b'"deal":70', b'"deal":71')
        case "row":
            lines[1] = b'{"number": 1}\n'
    return b"".join([json.dumps(head).encode() + b"\n", *lines[1:]])


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("version", "was begun by version 0.0.9 .*: go on with that one, or name another file"),
        ("code", rf"was begun by version {re.escape(VERSION)} \(0000"),
        ("format", "has the format 99, and this program reads 1"),
        ("plan", "has another plan: its deals is 4, not 3"),
        ("foreign", "is not a file of a tournament"),
        ("middle", "line 3 of .* is damaged"),
        ("game", "game 0 in .* is not the one of its plan"),
        ("row", "holds a row that is no game of its plan"),
    ],
)
def test_file_of_another_run_is_refused_and_unchanged(
    whole: tuple[bytes, list[MatchResult]], tmp_path: Path, how: str, words: str
) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(spoil(whole[0], how))
    before = path.read_bytes()
    with pytest.raises(BadInput, match=words):
        tournament(path, PLAN)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--bots", "plain,clever"], "there is no bot 'clever'"),
        (["--bots", "plain"], "needs two bots or more"),
        (["--bots", "plain,random,plain"], "'plain' is named twice"),
        ([], "does not exist: a new tournament needs --bots"),
        (["--bots", "plain,random", "--edition", "monopoly"], "there is no edition 'monopoly'"),
        (["--bots", "plain,random", "--map", "planet"], "has no map 'planet'; its maps are germany"),
        (["--bots", "plain,random", "--map", "usa,mars"], "has no map 'mars'"),
        (["--bots", "plain,random", "--players", "4,many"], "takes numbers or 'all', not 'many'"),
        (["--bots", "plain,random", "--players", "4,7"], "is for 2 to 6 players, not 7"),
        (["--bots", "plain,random", "--with", "robots=3"], "needs two seats for bots"),
        (["--bots", "plain,random", "--deals", "0"], "--deals must be 1 or more"),
        (["--bots", "plain,random", "--report", "/"], "cannot write /: Is a directory"),
    ],
)
def test_bad_input_is_refused_before_playing(
    argv: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.jsonl"
    assert main(["tournament", str(path), *argv]) == 2
    out = capsys.readouterr()
    assert words in out.err
    assert out.err.startswith("stromnetz: ")
    assert not path.exists()


def test_unwritable_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path, tmp_path / "no" / "folder.jsonl"):
        assert main(["tournament", str(path), "--bots", "plain,random", "--players", "2"]) == 2
        assert f"cannot write {path}: " in capsys.readouterr().err


# --- what is counted ---


def game(number: int, deal: int, seats: str, ranks: list[float], **more: Any) -> MatchResult:
    won = [1.0 if rank == 1 else 0.5 if rank == 1.5 else 0.0 for rank in ranks]
    values = {"bought": [], "times": {}, "supplied": [10] * len(ranks), **more}
    return MatchResult(number, deal, tuple(seats), True, 8 + number % 2, 50, won, ranks, **values)


def test_results_sum_up_the_games() -> None:
    plan = TournamentPlan(("a", "b"), (GameKind("classic-2009", "germany", 2),), deals=2, seed=5)
    games = [
        game(0, 5, "ab", [1, 2], bought=[(0, 1, 4, 9), (1, 2, 8, 8)], supplied=[14, 7]),
        game(1, 5, "ba", [2, 1], bought=[(1, 1, 4, 7)]),
        game(2, 6, "ab", [1.5, 1.5], times={"a": {"bid": Counter({160: 3})}}),
        game(3, 6, "ba", [1, 2]),
    ]
    found = results(plan, games)
    best, other = found.standings
    assert (best.bot, best.seats, best.won.share, best.fair, best.mean_rank) == ("a", 4, 0.625, 0.5, 1.375)
    assert (other.bot, other.won.share, best.supplied) == ("b", 0.375, 11.0)
    assert found.before["a", "b"].share == 0.625
    assert found.rounds == {8: 2, 9: 2}
    assert found.bought["classic-2009"]["a"] == {(4, 1): 2}
    assert found.times["a"]["bid"].decisions == 3
    assert found.ratings["a"].mu > 25 > found.ratings["b"].mu
    data = found.to_json()
    assert data["bots"][0]["share"] == 0.625
    assert data["kinds"][0]["players"] == 2
    assert {"edition": "classic-2009", "bot": "b", "card": 8, "round": 2, "count": 1} in data["bought"]


def test_ratings_follow_strength_and_need_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [game(i, i, "abc", [1, 2, 3]) for i in range(30)]
    found = ratings(games)
    assert found["a"].mu > found["b"].mu + 3 > found["c"].mu + 6
    assert found["a"].sigma < 8
    several = ratings([game(0, 0, "abb", [1, 2.5, 2.5])])
    assert several["a"].mu > several["b"].mu
    monkeypatch.setattr(ratings_module, "openskill", None)
    assert ratings(games) == {}


class Tags(HTMLParser):
    """Checks that all tags are closed, and collects the text."""

    VOID = frozenset({"meta", "rect", "path", "circle"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_report_is_self_contained(whole: tuple[bytes, list[MatchResult]], tmp_path: Path) -> None:
    path, report = tmp_path / "file.jsonl", tmp_path / "report.html"
    path.write_bytes(whole[0])
    assert main(["tournament", str(path), "--report", str(report)]) == 0
    text = report.read_text()
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not re.search(r"<script|https?:|src=|@import|url\(", text)
    for part in ("plain", "random", "Standings", "Rounds", "Decision times", "Plants by round", "By kind of decision"):
        assert any(part in words for words in tags.words)
    assert text.count("<svg") == 5  # shares, rounds, times, and the plants of each bot
    assert "prefers-color-scheme: dark" in text


def test_report_escapes_names() -> None:
    plan = TournamentPlan(("<b>&", "plain"), (SHORT, GameKind("outpost", "planet", 2)), deals=1)
    games = [
        MatchResult.from_json({**game(n, 0, "xy", [1, 2]).to_json(), "seats": ["<b>&", "plain"]}) for n in range(4)
    ]
    text = page(results(plan, games))
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text


def test_plan_is_read_from_a_file(whole: tuple[bytes, list[MatchResult]], tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(whole[0])
    assert plan_in(path) == PLAN
    path.write_bytes(b'{"stromnetz": "tournament", "format": 1, "plan": {"bots": 7}}\n')
    with pytest.raises(BadInput, match=r"the plan in .* cannot be read"):
        plan_in(path)
