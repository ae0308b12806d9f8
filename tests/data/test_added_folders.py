"""Errors in files of added folders are reported, and everything else keeps working."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stromnetz import BadInput, new_game
from stromnetz.editions.files import loader, plugins
from stromnetz.editions.files.folders import FOLDERS, lineage
from tests.data.checks import EDITIONS
from tests.data.folders import own_folders
from tests.data.test_small_maps import written

CLASSIC = EDITIONS / "classic_2004"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with own_folders():
        yield tmp_path


def broken(folder: Path) -> list[str]:
    loader.add_folder(folder)
    return [error.message for error in loader.broken()]


def write(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def edition(folder: Path, old: str = "", new: str = "", name: str = "made_up") -> None:
    """The classic edition under another name, with one change."""
    text = (CLASSIC / "edition.toml").read_text(encoding="utf-8").replace("classic-2004", name.replace("_", "-"))
    assert old in text
    write(folder, f"{name}/edition.toml", text.replace(old, new, 1))
    for file in ("cards.toml", "rules.py"):
        write(folder, f"{name}/{file}", (CLASSIC / file).read_text(encoding="utf-8"))


def test_a_whole_edition_is_found(folder: Path) -> None:
    edition(folder)
    assert broken(folder) == []
    assert "made-up" in loader.all_editions()


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    (folder / "maps" / "odd.toml").mkdir(parents=True)
    assert broken(folder) == ["maps/odd.toml: cannot be read: Is a directory"]


def test_a_variant_that_is_none(folder: Path) -> None:
    write(folder, "oddities/variant.py", "VARIANT = 3\n")
    (told,) = broken(folder)
    assert told == "oddities/variant.py: must hold VARIANT, a Variant (editions/files/extension_points.py)"


def test_an_effect_that_is_none(folder: Path) -> None:
    write(folder, "promo/effects/odd.py", "EFFECTS = []\n")
    (told,) = broken(folder)
    assert told == "promo/effects/odd.py: must hold EFFECT, an Effect (editions/files/extension_points.py)"
    assert "odd" not in loader.promo_effects()


def test_code_that_fails_is_the_error_of_its_file(folder: Path) -> None:
    write(folder, "oddities/variant.py", "1 / 0\n")
    (told,) = broken(folder)
    assert told == "oddities/variant.py: cannot be loaded: ZeroDivisionError: division by zero"


def test_an_edition_has_rules_or_extends_another(folder: Path) -> None:
    edition(folder, 'rules = "rules.py"', "")
    (told,) = broken(folder)
    assert told == "made_up/edition.toml: extends: is missing: an edition without a rules.py of its own extends another"


def test_an_edition_needs_a_map_that_can_be_used(folder: Path) -> None:
    edition(folder, 'maps = ["germany", "usa"]', 'maps = ["islet"]')
    write(folder, "maps/islet.toml", 'id = "islet"\n')
    told = broken(folder)
    assert "made_up/edition.toml: maps: none of its maps can be used" in told


def test_a_map_without_a_region_that_is_always_played_is_left_out(folder: Path) -> None:
    edition(folder, 'maps = ["germany", "usa"]', 'maps = ["germany", "usa"]\nalways_regions = ["west"]')
    (told,) = broken(folder)
    assert told == "maps/usa.toml: regions: made-up is always played in west, which it has not"
    assert loader.edition_data("made-up")["maps"] == ["germany"]
    assert loader.edition_data("classic-2004")["maps"] == ["germany", "usa"]


STRIP = written([7, 7, 7, 7])


def test_a_map_that_names_an_unknown_edition_is_refused(folder: Path) -> None:
    write(folder, "maps/strip.toml", STRIP.replace("classic-2004", "clasic-2004"))
    told = broken(folder)
    assert told == ["maps/strip.toml: editions: there is no edition 'clasic-2004'; did you mean 'classic-2004'?"]
    assert "strip" not in loader.all_maps()


def test_a_map_is_played_in_every_edition_that_it_names(folder: Path) -> None:
    """This includes editions without maps of their own, which extend another edition."""
    write(folder, "maps/strip.toml", STRIP.replace("classic-2004", "classic-2009"))
    assert broken(folder) == []
    assert loader.edition_data("classic-2009")["maps"] == ["germany", "usa", "strip"]
    assert loader.edition_data("classic-2004")["maps"] == ["germany", "usa"]


def test_two_regions_of_one_color_are_refused(folder: Path) -> None:
    write(folder, "maps/strip.toml", STRIP.replace('"brown"', '"green"'))
    (told,) = broken(folder)
    assert told == (
        "maps/strip.toml: regions: 'green' is the color of r0, r1; each region needs one of its own "
        "(brown, blue, purple, orange, cyan are free)"
    )


def test_what_has_the_id_of_something_in_an_earlier_folder_is_told(folder: Path) -> None:
    first, second = folder / "first", folder / "second"
    for root in (first, second):
        write(root, "maps/strip.toml", STRIP)
        write(root, "promo/cards/peat-bog.toml", PEAT.replace("peat", "coal").replace("coal-bog", "peat-bog"))
        edition(root)
    assert broken(first) == []
    told = broken(second)
    assert told == [
        f"{second / file}: id: {id!r} is the id of a {what} already ({first / file}), which is used; "
        "this one needs another id and name"
        for what, id, file in [
            ("map", "strip", "maps/strip.toml"),
            ("card", "peat-bog", "promo/cards/peat-bog.toml"),
            ("edition", "made-up", "made_up"),
        ]
    ]
    write(second, "maps/germany.toml", "")
    assert any(f"{second}/maps/germany.toml: id: 'germany' is the id of a map already" in one for one in broken(second))
    loader.add_folder(first)
    assert len(loader.broken()) == 4, "a folder that is named twice is one folder"


PEAT = """
id = "peat-bog"
name = { en = "Peat bog", de = "Torfmoor", nl = "Veen" }
about = { en = "A plant that burns peat.", de = "Ein Kraftwerk für Torf.", nl = "Een centrale op turf." }
plant = { number = 19, after = 19, fuels = ["peat"], burns = 2, cities = 3 }
"""


@pytest.mark.rule("Q0")
def test_a_promo_card_whose_fuel_an_edition_has_not_cannot_be_added_to_it(folder: Path) -> None:
    edition(folder, 'id = "coal"', 'id = "peat"')
    cards = (folder / "made_up/cards.toml").read_text(encoding="utf-8")
    (folder / "made_up/cards.toml").write_text(cards.replace('"coal"', '"peat"'), encoding="utf-8")
    write(folder, "promo/cards/peat-bog.toml", PEAT)
    assert broken(folder) == []
    assert "peat-bog" in new_game("made-up", seed=1, options={"promo": ["peat-bog"]}).rules.card_refs
    with pytest.raises(BadInput) as refusal:
        new_game("classic-2004", seed=1, options={"promo": ["taxes", "peat-bog"]})
    assert str(refusal.value) == "classic-2004 has not the fuels of 'peat-bog': it cannot be added"
    assert refusal.value.facts == {"card": "peat-bog"}


def test_what_fails_in_the_package_itself_is_no_error_of_a_data_file() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"stromnetz\.editions\.modules\.made_up"):
        plugins.load(FOLDERS[0], "modules", "made_up.py")


def test_editions_that_extend_each_other_have_no_end(folder: Path) -> None:
    for name, other in (("one", "two"), ("two", "one")):
        write(folder, f"{name}/edition.toml", f'id = "{name}"\nextends = "{other}"\n')
    loader.add_folder(folder)
    assert lineage("one") == ["two", "one"]
