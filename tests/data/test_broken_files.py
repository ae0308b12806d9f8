"""Broken data files: the error names the file, the key and what is expected; everything else keeps working."""

from __future__ import annotations

import json
import pickle
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz.cli import main
from stromnetz.editions.files import folders, loader
from stromnetz.editions.files.schema import BadData
from stromnetz.play import catalogue
from stromnetz.server.core.config import ServerConfig
from tests.data.folders import copy_to, forget, loaded_from
from tests.server.local_server import LocalServer

MAP, OLD, NEW = "maps/usa.toml", "classic_2004/edition.toml", "classic_2009/edition.toml"
CARDS, FOUND, PROMO = "classic_2004/cards.toml", "outpost/reconstruction.toml", "promo/cards/warehouse.toml"


@cache
def parsed(text: str) -> bytes:
    return pickle.dumps(tomllib.loads(text))


class QuickToml:
    """A cached TOML parser, because each test changes one file of many."""

    TOMLDecodeError = tomllib.TOMLDecodeError

    @staticmethod
    def loads(text: str) -> Any:
        return pickle.loads(parsed(text))


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = copy_to(tmp_path_factory.mktemp("editions"))
    with loaded_from(folder), pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "tomllib", QuickToml)
        yield folder


@pytest.fixture
def folder(copied: Path) -> Iterator[Path]:
    """A copy of the data, restored after each test."""
    forget()
    kept = {file: file.read_bytes() for file in copied.rglob("*.toml")}
    yield copied
    for file in copied.rglob("*.toml"):
        if file not in kept:
            file.unlink()
    for file, content in kept.items():
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


CASES = [
    # shapes
    (MAP, 'id = "usa"', 'id "usa"', "maps/usa.toml: this is not TOML: Expected '=' after a key in a key/value pair"),
    (MAP, 'id = "usa"', 'id = "us"', "maps/usa.toml: id: must be 'usa', like the file or folder, not 'us'"),
    (MAP, 'color = "', 'colour = "', "regions #1.colour: unknown key; did you mean 'color'?"),
    (MAP, 'color = "', 'color = "dark', "regions #1.color: must be one of green, brown, red, yellow"),
    (MAP, "lat = 4", 'lat = "4"\nlat', "this is not TOML"),
    (MAP, "lat = 47.61", 'lat = "47.61"', "cities.seattle.lat: must be a number from -90 to 90, not '47.61'"),
    (MAP, "lat = 47.61", "lat = 147.61", "cities.seattle.lat: must be a number from -90 to 90, not 147.61"),
    (MAP, "lat = 47.61, ", "", "cities.seattle.lat: is missing: latitude, for drawing only; a number from -90 to 90"),
    (MAP, '"portland", 3]', '"portland"]', "connections #1: must be [city, city, cost], not ['seattle', 'portland']"),
    (MAP, '"portland", 3]', '"portland", -3]', "connections #1, cost: must be a whole number from 0 to 99, not -3"),
    (MAP, '"portland", 3]', '"portland", true]', "connections #1, cost: must be a whole number from 0 to 99, not True"),
    (OLD, "money = 50", 'money = "50"', "classic_2004/edition.toml: money: must be a whole number from 0 to 1000"),
    (OLD, "promo = true", "promo = 1", "promo: must be true or false, not 1"),
    (OLD, "[10, 15, 20]", "[10, 15]", "place_costs: must be a list of 3 entries, each a whole number"),
    (OLD, "2 = [3, 4, 3]", "7 = [3, 4, 3]", "the key '7' of fuels #1.refill: must be a number of players, 2 to 6"),
    (OLD, "houses = 20", "", "houses: is missing: how many each player has; a whole number from 0 to 200"),
    (OLD, "current = 4", "curent = 4", "plant_market.curent: unknown key; did you mean 'current'?"),
    (CARDS, "cities = 1 }", 'cities = "1" }', "classic_2004/cards.toml: plants #1.cities: must be a whole number"),
    (FOUND, "workers = 2", "worker = 2", "outpost/reconstruction.toml: plants #1.worker: unknown key; did you mean"),
    (
        PROMO,
        "stores = 3",
        "store = 3",
        "promo/cards/warehouse.toml: auction.gains.store: unknown key; did you mean 'st",
    ),
    (PROMO, "[auction]", "[auktion]", "auktion: unknown key; did you mean 'auction'?"),
    # what belongs together
    (MAP, '"portland", 3]', '"portlnd", 3]', "connections #1: there is no city 'portlnd'; did you mean 'portland'?"),
    (MAP, '["seattle", "portland"', '["portland", "portland"', "connections #1: joins 'portland' to itself"),
    (MAP, '["seattle", "boise", 12]', '["portland", "seattle", 3]', "#2: joins 'portland' and 'seattle' like #1"),
    (MAP, 'name = "Seattle", region = "', 'name = "Seattle", region = "x', "seattle.region: there is no region 'xn"),
    (
        MAP,
        'name = "Seattle"',
        'name = "Portland"',
        "cities: the name 'Portland' is there 2 times; each may be there once",
    ),
    (OLD, 'id = "classic-2004"', 'id = "classic-2003"', "id: must be 'classic-2004', like the file or folder, not "),
    (OLD, 'maps = ["germany"', 'maps = ["germny"', "maps: there is no map 'germny'; did you mean 'germany'?"),
    (OLD, "markers = 24", "markers = 25", "fuels.coal.markers: must be 24, as many as the spaces hold, not 25"),
    (OLD, "start = 24", "start = 30", "fuels.coal.start: must be 24 at most, as many as the spaces hold, not 30"),
    (OLD, "2 = [3, 4, 3]\n", "", "fuels.coal.refill: has no row for 2 players"),
    (OLD, "[3, 4, 5, 6, 7, 8, 9, 10]", "[3, 4, 5, 6, 7, 8, 9, 41]", "opening and deck_top: there is no plant 41"),
    (OLD, "removed = 8", "removed = 80", "players, count 2.removed: must be 42 at most, not 80"),
    (NEW, '"classic-2004"', '"classic-2003"', "no edition 'classic-2003'; did you mean 'classic-2004'?"),
    (NEW, '"classic-2004"', '"classic-2009"', "extends: goes round in a circle"),
    (NEW, "[refill.garbage]", "[refill.gas]", "refill.gas: there is no fuel 'gas'"),
    (NEW, '["transformer-station"]', '["trust"]', "modules: 'trust' needs the table [neutral]"),
    (CARDS, "number = 4, ", "number = 3, ", "plants: the card 3 is there 2 times; each may be there once"),
    (CARDS, 'fuels = ["oil"]', 'fuels = ["oli"]', "number 3.fuels: there is no fuel 'oli'; did you mean 'oil'?"),
    (FOUND, "    2, 2, 3,", "    2, 3,", "tiles.costs: must be 46, one for each connection of the map, not 45"),
    (FOUND, '["amber", "basalt"]', '["amber", "salt"]', "map.connections #1: there is no city 'salt'"),
    (PROMO, 'id = "warehouse"', 'id = "store"', "id: must be 'warehouse', like the file or folder, not 'store'"),
    ("promo/cards/shortage.toml", "uranium = 1", "uranum = 1", "fuels: there is no fuel 'uranum' in an edition with"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), CASES, ids=[f"{c[0]}: {c[2]}" for c in CASES])
def test_an_error_names_file_key_and_what_would_be_right(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    change(folder, file, old, new)
    (told,) = [error.message for error in loader.broken() if error.file == file]
    assert message in told


def test_a_broken_map_is_left_out_and_the_others_are_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(folder, MAP, 'name = "Seattle"', "name = 4")
    assert [(e.id, e.maps) for e in catalogue.editions()][:2] == [
        ("classic-2004", ("germany",)),
        ("classic-2009", ("germany",)),
    ]
    assert stromnetz.new_game("classic-2009", seed=1).rules.board.id == "germany"
    with pytest.raises(stromnetz.BadInput, match="classic-2004 has no map 'usa'; its maps are germany"):
        stromnetz.new_game("classic-2004", map="usa")
    assert main(["editions"]) == 1
    out, err = capsys.readouterr()
    assert "classic-2004  Power Grid (2004): 2 to 6 players; maps germany (Germany)\n" in out
    assert err == "stromnetz: left out: maps/usa.toml: cities.seattle.name: must be a text, not 4\n"
    assert main(["editions", "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)) == len(list(folder.glob("*/edition.toml"))), "all editions"


def test_a_broken_edition_takes_along_only_those_that_extend_it(folder: Path) -> None:
    others = [e.id for e in catalogue.editions() if "classic-2004" not in folders.lineage(e.id)]
    forget()
    change(folder, OLD, "money = 50", "money = -1")
    assert [e.id for e in catalogue.editions()] == others
    assert catalogue.default_edition() == others[0], "the default is broken"
    assert stromnetz.new_game("outpost", seed=1).decision is not None
    reason = "classic_2004/edition.toml: money: must be a whole number from 0 to 1000, not -1"
    with pytest.raises(BadData, match=reason):
        stromnetz.new_game("classic-2004")
    with pytest.raises(BadData, match=rf"classic_2009/edition.toml: extends: 'classic-2004' cannot be used \({reason}"):
        stromnetz.new_game("classic-2009")


def test_a_broken_card_is_not_offered_and_breaks_who_plays_it_anyway(folder: Path) -> None:
    change(folder, "promo/cards/transformer-station.toml", "output = 1", "output = []")
    assert "transformer-station" not in loader.promo_cards()
    assert "classic-2004" in loader.all_editions()
    with pytest.raises(BadData, match=r"classic_2009/edition.toml: modules: 'transformer-station' cannot be used"):
        loader.edition_data("classic-2009")


def test_without_any_edition_there_is_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in folder.glob("*/edition.toml"):
        file.write_text("nothing", encoding="utf-8")
    assert main(["simulate"]) == 2
    assert capsys.readouterr().err == "stromnetz: no edition can be played: 'stromnetz editions' says why\n"


def test_a_long_list_of_problems_is_cut(folder: Path) -> None:
    text = (folder / MAP).read_text(encoding="utf-8")
    (folder / MAP).write_text(text.replace("lat =", "late ="), encoding="utf-8")
    (error,) = loader.broken()
    assert len(error.problems) == 84
    assert error.message.count("cities.") == 5
    assert error.message.endswith("; and 79 more")


def test_files_that_are_no_text(folder: Path) -> None:
    (folder / MAP).write_bytes(b"\xff\xfe")
    (folder / PROMO).write_text("a = " + "[" * 5000, encoding="utf-8")
    assert sorted(error.message.partition(":")[0] for error in loader.broken()) == [MAP, PROMO]
    assert all("this is not TOML" in error.message for error in loader.broken())


TINY = """
id = "tiny"
name = { en = "Tiny", de = "Winzig", nl = "Piepklein" }
editions = ["classic-2004"]
connections = [["ahaus", "borken", 5], ["borken", "celle", 7]]
regions = [{ id = "north", name = { en = "North", de = "Norden", nl = "Noorden" }, color = "green" }]
[cities]
ahaus = { name = "Ahaus", region = "north", lat = 52.08, lon = 7.01 }
borken = { name = "Borken", region = "north", lat = 51.84, lon = 6.86 }
celle = { name = "Celle", region = "north", lat = 52.62, lon = 10.08 }
"""


def test_a_map_on_which_nobody_can_play_is_told(folder: Path) -> None:
    (folder / "maps/tiny.toml").write_text(TINY, encoding="utf-8")
    (error,) = loader.broken()
    expected = "maps/tiny.toml: regions: too small for classic-2004: 2 players take 3 regions, and it has 1"
    assert error.message == expected
    assert "tiny" not in loader.edition_data("classic-2004")["maps"]


def test_a_map_in_two_pieces_is_told(folder: Path) -> None:
    apart = TINY.replace('["borken", "celle", 7]', '["borken", "ahaus", 7]')
    (folder / "maps/tiny.toml").write_text(apart, encoding="utf-8")
    (error,) = loader.broken()
    assert [key for key, _ in error.problems] == ["connections #2", "connections"]
    assert error.problems[1][1] == "no connection leads to celle from the rest of the map"


def test_the_server_offers_what_is_whole_and_logs_the_rest(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change(folder, OLD, "money = 50", "money = -1")
    with (
        caplog.at_level("WARNING"),
        LocalServer(ServerConfig(database=str(tmp_path / "games.sqlite"), bot_processes=0)) as server,
    ):
        assert [e["id"] for e in server.ann.get("/api/editions") if e["default"]] == ["deluxe-europe"]
        server.ann.get("/api/editions/classic-2004", 404)
        refused = server.ann.post("/api/tables", {"edition": "classic-2004", "seats": [{"kind": "open"}] * 3}, 400)
        assert "classic_2004/edition.toml: money: must be" in refused["error"]["message"]
    told = [record.getMessage() for record in caplog.records if "left out" in record.getMessage()]
    files = [line.split(":")[1].strip() for line in told]
    # its lessons cannot be played without it
    assert [file for file in files if "/lessons/" not in file] == [OLD, NEW]
