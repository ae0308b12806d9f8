"""Every format has a version, refuses newer ones clearly, and ignores optional fields that it does not know.

docs/reference/formats.md lists them.
"""

from __future__ import annotations

import json
import re
import tomllib
import zlib
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, new_game, parse_game, parse_position
from stromnetz.arena import result_file
from stromnetz.editions.files import file_schemas, loader
from stromnetz.editions.files.schema import Table
from stromnetz.learn import net_file
from stromnetz.lessons.schemas import LESSON_SCHEMA
from stromnetz.play.files import game_notation, position_json, position_line, records
from stromnetz.puzzles import collection
from stromnetz.puzzles.collection import Puzzle, StoredGame, head_of, read_lines
from stromnetz.server.core.config import read_config
from stromnetz.server.core.database.engine import newest
from stromnetz.server.core.http import API_VERSION
from stromnetz.server.live.hub import PROTOCOL
from tests.data import folders
from tests.helpers import write_files

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| (\d[\d.]*) \| [^|]+ \|$", re.MULTILINE)
NETS = sorted((ROOT / "src/stromnetz/bots/masters").glob("*.net"))


def game() -> stromnetz.Game:
    out = new_game("classic-2004", players=2, seed=1)
    out.apply("open 03@3")
    return out


def test_the_page_has_the_version_of_every_format() -> None:
    versions = [version for _, version in ROW.findall(PAGE)]
    assert versions == [
        str(records.RECORD_VERSION),
        str(game_notation.VERSION),
        str(position_json.POSITION_VERSION),
        str(position_line.VERSION),
        str(net_file.NET_VERSION),
        str(result_file.FORMAT_VERSION),
        str(collection.PUZZLE_VERSION),
        str(LESSON_SCHEMA.version),
        str(file_schemas.MAP_SCHEMA.version),
        newest(),
        str(API_VERSION),
        str(PROTOCOL),
        stromnetz.__version__,
    ]
    assert "**experimental**" in next(line for line in PAGE.splitlines() if line.startswith("| [map]"))


# --- records and positions ------------------------------------------------------------------------------------------


def test_a_record_of_a_newer_version_is_refused() -> None:
    with pytest.raises(BadInput, match="this record is in version 2 of its format, and this Stromnetz"):
        parse_game({**game().to_json(), "version": 2})


def test_a_record_with_an_unknown_field_is_read() -> None:
    played = game()
    again = parse_game({**played.to_json(), "comment": "well played", "weather": {"rain": True}})
    assert again == played
    assert "comment" not in again.to_json()


def test_a_misspelt_field_of_a_record_is_refused() -> None:
    with pytest.raises(BadInput, match="'record' has no field 'snapshot'; it knows"):
        parse_game({**game().to_json(), "snapshot": []})


def test_a_game_in_notation_of_a_newer_version_is_refused() -> None:
    with pytest.raises(BadInput, match="stromnetz-game 2"):
        parse_game(game().to_notation().replace("stromnetz-game 1", "stromnetz-game 2"))


def test_a_game_in_notation_with_an_unknown_field_is_read() -> None:
    first, rest = game().to_notation().split("\n", 1)
    assert parse_game(f"{first}\nweather: fine\n{rest}") == game()


def test_a_saved_position_has_a_version_and_a_newer_one_is_refused() -> None:
    saved = game().position_json()
    assert saved["version"] == 1
    with pytest.raises(BadInput, match="this position is in version 2 of its format"):
        parse_position({**saved, "version": 2})
    assert parse_position(saved).position == game().position
    older = {key: value for key, value in saved.items() if key != "version"}
    assert parse_position(older).position == game().position


def test_a_position_with_an_unknown_field_is_read() -> None:
    saved = game().position_json()
    players = [{**player, "nickname": "Ann"} for player in saved["players"]]
    assert parse_position({**saved, "weather": "fine", "players": players}).position == game().position


BY_HAND = {
    "edition": "classic-2004",
    "map": "germany",
    "phase": "building",
    "players": [{"money": 50, "plants": [4]}, {"plants": [5]}],
}


def test_a_position_by_hand_with_an_unknown_field_is_read() -> None:
    assert parse_position({**BY_HAND, "source": "club evening"}).position == parse_position(BY_HAND).position


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"players": [{"mony": 50}, {}]}, "has no field 'mony'"),
        ({"suply": {}}, "has no field 'suply'"),
        ({"format": "stromnetz-position", "version": 7}, "version 7 of its format"),
        ({"modules": {"weather": 1}}, "has no field 'weather'"),
    ],
)
def test_a_position_by_hand_with_a_mistake_is_refused(change: dict[str, Any], error: str) -> None:
    with pytest.raises(BadInput, match=error):
        parse_position({**BY_HAND, **change})


# --- files of the package -------------------------------------------------------------------------------------------


def with_card(data: bytes, **changed: Any) -> bytes:
    """A net file with other values in its card."""
    content = net_file._decompress(data, "net")
    start = net_file.LENGTH.size
    (length,) = net_file.LENGTH.unpack_from(content)
    card = json.loads(content[start : start + length]) | changed
    text = json.dumps(card, ensure_ascii=False).encode()
    packed = net_file.LENGTH.pack(len(text)) + text + content[start + length :]
    return net_file.MAGIC + zlib.compress(packed)


def test_a_net_of_a_newer_version_is_refused() -> None:
    data = NETS[0].read_bytes()
    with pytest.raises(BadInput, match="it has version 2 of the format, and this Stromnetz reads version 1"):
        net_file.read_net(with_card(data, format=2), "some.net")


def test_a_net_with_an_unknown_field_is_read_and_written_with_its_version() -> None:
    data = NETS[0].read_bytes()
    read = net_file.read_net(with_card(data, weather="fine"), "some.net")
    plain = net_file.read_net(data, "some.net")
    assert read.numbers == plain.numbers
    assert read.card["weather"] == "fine"
    written = net_file.write_net(plain.card, plain.shape, plain.sizes, packed_weights(data))
    again = net_file.read_net(written, "again.net")
    assert again.card["format"] == net_file.NET_VERSION
    assert again.numbers == plain.numbers


def packed_weights(data: bytes) -> bytes:
    content = net_file._decompress(data, "net")
    (length,) = net_file.LENGTH.unpack_from(content)
    return content[net_file.LENGTH.size + length :]


def test_results_of_a_newer_version_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    head = {**result_file.head_of("duel", {}), "weather": "fine"}
    path.write_text(json.dumps(head) + "\n", encoding="utf-8")
    assert result_file.read_lines(path, "duel")[0]["weather"] == "fine"
    path.write_text(json.dumps({**head, "format": 2}) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="has the format 2, and this program reads 1"):
        result_file.read_lines(path, "duel")


@pytest.mark.parametrize(("name", "kind"), [("collection.jsonl", Puzzle), ("games.jsonl", StoredGame)])
def test_puzzles_have_a_version_and_ignore_unknown_fields(name: str, kind: type[Any]) -> None:
    text = (Path(collection.__file__).parent / name).read_text(encoding="utf-8")
    first, second = text.splitlines()[:2]
    assert first == head_of(name)
    row = json.loads(second)
    more = json.dumps({**row, "weather": "fine"})
    assert [one.to_json() for one in read_lines(name, f"{first}\n{more}\n", kind)] == [row]
    newer = first.replace(f'"format":{collection.PUZZLE_VERSION}', '"format":2')
    with pytest.raises(BadInput, match=f"{name} has the format 2, and this Stromnetz reads 1"):
        read_lines(name, f"{newer}\n{second}\n", kind)


# --- files by hand --------------------------------------------------------------------------------------------------

MAP = tomllib.loads((ROOT / "src/stromnetz/editions/maps/germany.toml").read_text(encoding="utf-8"))
LESSON_FILE = next((ROOT / "src/stromnetz/editions").glob("**/lessons/*.toml"))
LESSON = tomllib.loads(LESSON_FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("schema", "data"), [(file_schemas.MAP_SCHEMA, MAP), (LESSON_SCHEMA, LESSON)], ids=["map", "lesson"]
)
def test_maps_and_lessons(schema: Table, data: dict[str, Any]) -> None:
    assert list(schema.problems(data, "")) == []
    assert list(schema.problems({**data, "format": 1, "source": "club"}, "")) == []
    newer = list(schema.problems({**data, "format": 2, "connections": "of another kind"}, ""))
    assert newer == [("format", "is 2, and this Stromnetz reads versions up to 1")]
    misspelt = {f"{key}s" if key == "name" or key == "title" else key: value for key, value in data.items()}
    assert any("unknown key; did you mean" in text for _, text in schema.problems(misspelt, ""))
    assert [key for key, _ in schema.problems({**data, "format": "one"}, "")] == ["format"]


def test_a_map_with_an_unknown_field_can_be_played(tmp_path: Path) -> None:
    text = (ROOT / "src/stromnetz/editions/maps/germany.toml").read_text(encoding="utf-8")
    own = text.replace('id = "germany"', 'id = "copy"\nformat = 1\nsource = "club"\neditions = ["classic-2004"]')
    write_files(tmp_path, {"maps/copy.toml": own})
    with folders.own_folders():
        loader.add_folder(tmp_path)
        assert new_game("classic-2004", map="copy", players=2, seed=1).view(0).map == "copy"


# --- servers --------------------------------------------------------------------------------------------------------


def test_settings_ignore_unknown_variables() -> None:
    plain = read_config({}, {})
    assert read_config({}, {"STROMNETZ_WEATHER": "fine"}) == plain
