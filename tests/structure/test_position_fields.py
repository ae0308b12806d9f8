"""The generated code of positions is up to date, hidden by default, and complete from one row of the table."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.generate.__main__ import update
from tools.generate.position_fields import FIELDS, FILES, HIDDEN, SHARED, SOURCE, Field, number, texts


def copied(tmp_path: Path) -> Path:
    out = tmp_path / "stromnetz"
    shutil.copytree(SOURCE, out, ignore=shutil.ignore_patterns("__pycache__", "_compiled", "server", "nets"))
    return out


def test_the_checked_in_code_is_up_to_date() -> None:
    assert update(texts(), check=True) == []


def test_a_change_by_hand_is_found_and_undone(tmp_path: Path) -> None:
    source = copied(tmp_path)
    path = source / "play" / "redaction.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("q.seed = 0", "q.seed = p.seed"), encoding="utf-8")
    assert update(texts(source), check=True) == [path]
    assert update(texts(source)) == [path]
    assert path.read_text(encoding="utf-8") == text


def test_a_file_without_a_place_for_the_code_is_refused(tmp_path: Path) -> None:
    source = copied(tmp_path)
    (source / "play" / "redaction.py").write_text('"""Nothing is generated here."""\n', encoding="utf-8")
    with pytest.raises(ValueError, match="'redaction'"):
        texts(source)


def test_a_field_says_who_knows_it() -> None:
    with pytest.raises(TypeError, match="known"):
        Field("wind", "int")  # type: ignore[call-arg]


TRY = """
import json
import stromnetz
from stromnetz.play.files import position_json
from stromnetz.play.json_schemas import all_schemas
from stromnetz.play.redaction import redact_for_seat
from stromnetz.play.view_positions import position_from_view

game = stromnetz.new_game("classic-2004", players=3, seed=1)
rules, p = game.rules, game.position
assert (p.wind, p.secret) == (0, 0)
p.wind, p.secret = 7, 8
assert p.copy() == p
assert (p.copy().wind, p.copy().secret) == (7, 8)
assert "wind" in all_schemas()["KeptPosition"]["required"]

saved = json.loads(json.dumps(position_json.dump(rules, p)))
assert (saved["wind"], saved["secret"]) == (7, 8)
restored = position_json.restore(rules, saved)
assert restored == p and restored.secret == 8
for wrong in ({**saved, "wind": -1}, {key: value for key, value in saved.items() if key != "wind"}):
    try:
        position_json.restore(rules, wrong)
    except stromnetz.BadInput as error:
        assert "wind" in str(error)
    else:
        raise AssertionError(wrong)

known = redact_for_seat(rules, p, 0, False)
assert (known.wind, known.secret) == (7, 0)
for seat in (0, None):
    view = game.view(seat)
    data = view.to_json()
    assert view.wind == data["wind"] == 7
    assert "secret" not in json.dumps(data)
    sent = stromnetz.View.from_json(data)
    assert sent.wind == 7
    assert position_from_view(rules, sent).wind == 7
assert "wind" in all_schemas()["View"]["required"]
"""


def test_a_row_of_the_table_is_all_that_a_visible_field_needs(tmp_path: Path) -> None:
    source = copied(tmp_path)
    visible = Field("wind", "int", SHARED, number(0), number(0))
    hidden = Field("secret", "int", HIDDEN, number(0))
    changed = update(texts(source, (*FIELDS, visible, hidden)))
    assert len(changed) == len(FILES)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "STROMNETZ_PURE": "1"}
    done = subprocess.run([sys.executable, "-c", TRY], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
