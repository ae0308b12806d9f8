"""Games as a table: every move, and what companies pay and earn."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import stromnetz
from stromnetz import BadInput, Game, frame, make_bot, new_game
from stromnetz.play.frame import COLUMNS
from tests.helpers import needed


def finished(edition: str, seed: int = 1) -> Game:
    game, bot = new_game(edition, players=2, seed=seed), make_bot("plain")
    while game.decision is not None:
        game.apply(bot.choose(game.view(game.decision.seat)))
    game.names = ["Ann", "Ben"]
    return game


@pytest.mark.parametrize("edition", ["classic-2004", "deluxe-europe", "outpost"])
def test_table_accounts_for_all_money(edition: str) -> None:
    polars = needed("polars")
    game = finished(edition)
    table = frame(game)
    assert table.columns == list(COLUMNS)
    moves = table.filter(kind="move")
    assert moves["move"].to_list() == [str(row.move) for row in game.rows[1:]]
    start = new_game(edition, players=2, seed=1).view(None).players
    for seat, player in enumerate(game.view(None).players[:2]):
        own = table.filter(seat=seat).filter(polars.col("kind") != "move")
        before = start[seat].money
        assert before is not None
        assert before - int(own["paid"].sum()) + int(own["income"].sum()) == player.money
        assert set(own["player"]) == {"Ann", "Ben"} - {["Ben", "Ann"][seat]}
    assert game.result is not None
    ranks = {row.seat: row.rank for row in game.result.ranking}
    assert {(one["seat"], one["rank"]) for one in moves.to_dicts()} == set(ranks.items())


def test_purchases_and_builds_have_columns() -> None:
    needed("polars")
    game = new_game("classic-2004", players=2, seed=3)
    game.apply("open 04@7")
    game.apply("pass")
    (line,) = frame(game).filter(kind="plant-bought").to_dicts()
    expected = {"row": 2, "round": 1, "phase": "auctions", "seat": 0, "item": "04", "paid": 7, "rank": None}
    assert {name: line[name] for name in expected} == expected


def test_games_files_and_folders(tmp_path: Path) -> None:
    needed("polars")
    first, second = finished("classic-2004"), finished("outpost")
    first.save(tmp_path / "b.txt")
    second.save(tmp_path / "a.json")
    (tmp_path / "notes.md").touch()
    table = frame(tmp_path)
    assert table["game"].unique(maintain_order=True).to_list() == ["a", "b"]
    again = frame([second, str(tmp_path / "b.txt")])
    assert again["game"].unique(maintain_order=True).to_list() == ["0", "b"]
    assert table.drop("game").equals(again.drop("game"))
    assert frame([]).columns == list(COLUMNS)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(BadInput, match="has no games"):
        frame(empty)


def test_moves_taken_back_are_left_out() -> None:
    needed("polars")
    game = new_game("classic-2004", players=2, seed=3)
    game.apply("open 04@7")
    game.undo(0)
    game.apply("open 05@5")
    assert frame(game)["move"].drop_nulls().to_list() == ["open 05@5"]


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r'tables of games need polars: pip install "stromnetz\[frame\]"'):
        stromnetz.frame([])
