"""Pages whose tables and pictures come from games that were played hold what the files of these games say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stromnetz.bots.master import all_weights
from tools import reliability, strategy


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
