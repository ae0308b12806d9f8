"""Games as files, and the names that a user of the library needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Game, load_game, new_game, parse_game, parse_position
from stromnetz.play.files.stored_games import resume
from tests.helpers import play_on

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def finished() -> Game:
    return play_on(new_game("classic-2004", players=2, seed=3, options={"short": True}))


def test_a_saved_game_is_loaded_again(finished: Game, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    finished.save(file)
    assert load_game(file) == load_game(str(file)) == finished
    assert json.loads(file.read_text(encoding="utf-8")) == finished.to_json()


def test_a_game_is_parsed_from_text_bytes_and_data(finished: Game) -> None:
    assert parse_game(finished.to_text()) == finished
    assert parse_game(finished.to_text().encode()) == finished
    assert parse_game(finished.to_json()) == finished


def test_load_game_reads_no_texts_and_parse_game_no_files(finished: Game, tmp_path: Path) -> None:
    wrong: list[Any] = [finished.to_text(), finished.to_json(), finished.to_text().encode(), "a\nb", "", None, 3]
    for given in wrong:
        with pytest.raises(BadInput, match=r"load_game needs the path of a file.*parse_game reads texts"):
            load_game(given)
    file = tmp_path / "game.json"
    finished.save(file)
    with pytest.raises(BadInput, match="JSON"):
        parse_game(str(file))
    with pytest.raises(BadInput, match="must be an object"):
        parse_game(file)


def test_files_that_are_missing_or_hold_something_else(finished: Game, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_game(tmp_path / "missing.json")
    file = tmp_path / "file"
    file.write_bytes(b"\xff\x00\xfe")
    with pytest.raises(BadInput, match="neither JSON nor notation"):
        load_game(file)
    file.write_text(json.dumps(finished.position_json()), encoding="utf-8")
    with pytest.raises(BadInput, match="parse_position reads it"):
        load_game(file)
    assert parse_position(file.read_text(encoding="utf-8")).position == finished.position


def test_rows_know_their_round_and_phase() -> None:
    game = new_game("classic-2004", players=2, seed=3, options={"short": True})
    expected = [(1, "auctions")]
    while game.decision is not None and game.round < 4:
        expected.append((game.round, game.phase))
        if game.undo_seat is not None and game.version % 3 == 1:
            game.undo(game.undo_seat)
        else:
            game.apply(game.legal_moves[0])
    assert any(row.undoes is not None for row in game.rows)
    assert [(row.round, row.phase) for row in game.rows] == expected
    record = game.to_json()
    stored = [(one["seq"], one["position"]) for one in record["snapshots"]]
    for again in (parse_game(record), resume(record, record["rows"], stored)):
        assert [(row.round, row.phase) for row in again.rows] == expected
    assert "round" not in json.dumps([row for row in game.to_json()["rows"] if row["seq"] == 1])


def test_importing_stromnetz_loads_no_bots_and_no_arena() -> None:
    code = (
        "import sys, stromnetz; print([m for m in sys.modules if m.startswith(('stromnetz.bots', 'stromnetz.arena'))])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert out.stdout.strip() == "[]"


def test_the_reference_has_all_public_names_and_no_others() -> None:
    text = (ROOT / "docs/reference/library.md").read_text(encoding="utf-8")
    named = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
    assert all(name.startswith("stromnetz.") for name in named)
    public = {name.removeprefix("stromnetz.").split(".")[0] for name in named}
    assert public == set(stromnetz.__all__) - {"BUILD"}


def test_filters_of_the_reference_name_what_exists() -> None:
    text = (ROOT / "docs/reference/library.md").read_text(encoding="utf-8")
    found = re.findall(
        r'^::: stromnetz\.(\w+)\n    options:\n      filters: \["!\^_", "!\^\(?([\w|]+)', text, re.MULTILINE
    )
    assert {name for name, _ in found} == {"Game", "Row", "View", "Move", "Event"}
    for name, left_out in found:
        known = {*dir(getattr(stromnetz, name)), *(dir(new_game("classic-2004", seed=1)) if name == "Game" else ())}
        assert set(left_out.split("|")) <= known | {"back"}, name
