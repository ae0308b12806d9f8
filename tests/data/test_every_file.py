"""Checks of all data files, which are found by searching the folders."""

from __future__ import annotations

import pytest

import stromnetz
from stromnetz.editions.files import file_schemas, loader, plugins
from stromnetz.editions.files.schema import OneOf, Table
from stromnetz.editions.outpost import data
from stromnetz.lessons.files import all_lessons
from stromnetz.play import catalogue
from tests.data.checks import EDITIONS, check_coordinates, check_names, check_playing_areas, graph, load
from tools.generate import data_formats

MAPS = sorted(file.stem for file in EDITIONS.glob("maps/*.toml"))
PLAYED_ON = [(edition.id, map) for edition in catalogue.editions() for map in edition.maps]


def test_everything_that_is_there_is_loaded() -> None:
    assert loader.broken() == []
    assert set(MAPS) <= set(loader.all_maps())
    assert {file.parent.name.replace("_", "-") for file in EDITIONS.glob("*/edition.toml")} == set(
        loader.all_editions()
    )
    assert {file.stem for file in EDITIONS.glob("promo/cards/*.toml")} == set(loader.promo_cards())
    known = {path.name for path in EDITIONS.rglob("*.toml") if path.parent.name != "lessons"}
    assert {path.stem for path in EDITIONS.glob("*/lessons/*.toml")} == {lesson.id for lesson in all_lessons()}
    assert known - {f"{id}.toml" for id in (*MAPS, *loader.promo_cards())} == {
        "edition.toml",
        "cards.toml",
        "reconstruction.toml",
        "vocabulary.toml",  # of a variant, for make arrows
        "weights.toml",  # of an edition's bots
        *(f"{language}.toml" for language in file_schemas.LANGUAGES),
    }, "a file that nobody reads"


@pytest.mark.parametrize("map", MAPS)
def test_every_map(map: str) -> None:
    board = load(f"maps/{map}.toml")
    check_names(board)
    check_coordinates(board)
    assert all(links for links in graph(board).values())


@pytest.mark.parametrize(("edition", "map"), PLAYED_ON)
def test_every_map_of_every_edition_can_be_played_on(edition: str, map: str) -> None:
    """It can be played by some number of players, in every choice of adjacent regions."""
    data, board = loader.edition_data(edition), loader.all_maps()[map]
    counts = [count for count, reason in loader.players_on(edition, map).items() if reason is None]
    assert counts
    always = set(data.get("always_regions", []))
    for row in data["players"]:
        if row["count"] in counts:
            check_playing_areas(board, row["regions"], always, row["end"])
    for count in (counts[0], counts[-1]):
        game = stromnetz.new_game(edition, map, count, seed=1)
        assert len(game.view(None).regions) == loader.edition_data(edition)["players"][count - 2]["regions"]


def test_a_module_is_found_in_the_folder_of_the_edition_or_among_those_that_all_share() -> None:
    assert plugins.game_modules("classic-2004") == ["discount-marker", "trust"]
    assert plugins.game_modules("outpost") == ["company-trust", "discount-marker", "trust"]


def test_the_page_about_the_files_is_made_from_their_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page lists the effects that exist."""
    page = data_formats.PAGE.read_text(encoding="utf-8")
    told = {key: effect for key, effect in loader.promo_effects().items() if f"\n| `{key}` (optional)" in page}
    assert {"plant", "auction", "espionage", "taxes", "fuel_change"} <= told.keys()
    monkeypatch.setattr(loader, "promo_effects", lambda: told)
    assert page == data_formats.page()


def test_every_key_of_every_format_says_what_it_is_for() -> None:
    def walk(table: Table) -> None:
        for key, field in table.fields.items():
            assert field.about, key
            assert field.shape.what, key
            assert not isinstance(field.shape, OneOf) or field.shape.values
        for _, inner in table.inside():
            assert all(field.about for field in inner.fields.values())

    for shape in (
        file_schemas.MAP_SCHEMA,
        file_schemas.CARDS_SCHEMA,
        data.RECONSTRUCTION_SCHEMA,
        *(effect.shape for effect in loader.promo_effects().values()),
    ):
        walk(shape)
