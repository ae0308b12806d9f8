"""Golden games: all exist, are reproduced exactly, and satisfy their claims."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from stromnetz import Game, parse_game
from stromnetz.engine.events import GameEnded, PlantsRan
from stromnetz.play.words import vocabulary
from stromnetz.play.words.vocabulary import LANGUAGES, all_words, common_words
from tests.golden.catalogue import CATALOGUE
from tools import golden

each = pytest.mark.parametrize("name", golden.game_names())


@cache
def game(name: str) -> Game:
    """A game shared by all tests, which must not change it."""
    return golden.replay(golden.read_text(name))[0]


def test_every_game_of_the_catalogue_has_a_file_and_no_file_is_stray() -> None:
    assert golden.game_names() == sorted(CATALOGUE), "make golden-new plays what is missing"
    strays = [path.name for path in golden.GAMES.iterdir() if path.suffix != ".txt"]
    assert strays == []


def test_no_game_is_there_twice() -> None:
    bodies = {golden.read_text(name).partition("\n")[2] for name in golden.game_names()}
    assert len(bodies) == len(golden.game_names())


@each
def test_it_comes_out_again_byte_for_byte(name: str) -> None:
    text = golden.read_text(name)
    assert golden.render(game(name), CATALOGUE[name].why) == text, "if the rules changed on purpose: make golden"


@each
def test_it_is_of_the_kind_the_catalogue_says(name: str) -> None:
    entry, header = CATALOGUE[name], json.loads(golden.read_text(name).splitlines()[0][2:])
    assert [header[key] for key in ("edition", "map", "players")] == [entry.edition, entry.map, entry.players]
    assert header["options"].items() >= entry.options.items()
    if entry.position is None:
        assert header["setup"]["regions"] == entry.regions
    else:
        assert header["position"].items() >= entry.position.items()


@each
def test_it_shows_what_it_claims(name: str) -> None:
    assert CATALOGUE[name].claim(game(name)), CATALOGUE[name].why


@each
def test_it_ends_when_somebody_has_the_cities_and_not_before(name: str) -> None:
    """E1: after the building phase of the first round in which a player has enough cities, or no one can (E5)."""
    rules, p = game(name).rules, game(name).position
    assert game(name).decision is None
    assert (rules.phase(p).id, max(p.cities) >= rules.end_at) == ("building", name != "every-city-taken")
    assert isinstance(game(name).rows[-1].events[-1], GameEnded)
    for _, start in game(name).snapshots:
        assert max(start.cities) < rules.end_at
    result = game(name).result
    assert result is not None
    assert sorted(row.seat for row in result.ranking) == list(range(rules.players))


@each
def test_its_record_can_be_loaded(name: str) -> None:
    record = json.dumps(game(name).to_json())
    loaded = parse_game(record)
    assert loaded == game(name)
    assert loaded.snapshots == game(name).snapshots
    assert json.dumps(loaded.to_json()) == record


# --- the tool -------------------------------------------------------------------------------------------------------

NAME = "tie-shared-2009"


@pytest.fixture
def one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a copy of one golden game."""
    shutil.copy(golden.game_file(NAME), tmp_path)
    monkeypatch.setattr(golden, "GAMES", tmp_path)
    return tmp_path / f"{NAME}.txt"


def test_render_writes_what_the_moves_bring(one_game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = one_game.read_bytes()
    one_game.write_bytes(
        text.replace(b'"fulda" place_cost=10 connection_cost=8', b'"fulda" place_cost=10 connection_cost=9')
    )
    assert golden.main(["check"]) == 1
    said = '-        city-connected seat=1 city="fulda" place_cost=10 connection_cost=9 path=['
    assert said in capsys.readouterr().out
    assert one_game.read_bytes() != text
    assert golden.main(["render"]) == 0
    assert one_game.read_bytes() == text
    assert golden.main(["check"]) == 0


def test_another_move_is_another_game(one_game: Path) -> None:
    """The moves are read from the text itself."""
    text = golden.read_text(NAME).replace("connect dortmund", "connect kassel")
    one_game.write_bytes(text.encode())
    assert golden.main(["render"]) == 0
    assert '"winners":[1]' in one_game.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("connect dortmund", "connect berlin", "line 20, '4  0  connect berlin': you're already in berlin"),
        ("   3  1  done", "   3  0  done", "it is seat 1's turn"),
        ("   3  1  done", "   4  1  done", "row 3 comes next"),
        ("   3  1  done", "   3  1  undo 1", "the move of row 2 was taken back"),
        ("   3  1  done", "   3  1  fly", "'fly' isn't a move"),
    ],
)
def test_a_move_that_is_no_longer_legal_is_named(one_game: Path, old: str, new: str, why: str) -> None:
    text = golden.read_text(NAME).replace(old, new)
    one_game.write_bytes(text.encode())
    with pytest.raises(SystemExit) as stopped:
        golden.main(["render"])
    assert why in str(stopped.value)
    assert golden.read_text(NAME) == text, "and nothing is written"


def test_add_plays_only_what_is_missing(one_game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one_game.write_bytes(b"untouched")
    assert golden.main(["add", NAME, "tie-shared-2004"]) == 0
    assert one_game.read_bytes() == b"untouched"
    assert golden.game_names() == ["tie-shared-2004", NAME]
    assert golden.main(["check", "tie-shared-2004"]) == 0


def test_only_players_have_lines_with_moves() -> None:
    """The neutral company appears in events only; no move belongs to its seat."""
    assert golden.MOVE_LINE.fullmatch("  12  0  open 04@4")
    rows = [golden.MOVE_LINE.fullmatch(line) for line in golden.read_text("deluxe-europe-2").splitlines()]
    seats = [found[2] for found in rows if found]
    assert len(seats) == len(game("deluxe-europe-2").rows) - 1
    assert set(seats) == {"0", "1"}


# --- facts and words ------------------------------------------------------------------------------------------------


@each
def test_every_event_stands_there_with_all_its_facts(name: str) -> None:
    lines = [line for line in golden.read_text(name).splitlines() if line.startswith(" " * 8)]
    assert [golden.event_of(line) for line in lines] == [e for row in game(name).rows for e in row.events]


def test_another_wording_changes_no_golden_game(monkeypatch: pytest.MonkeyPatch) -> None:
    text = golden.read_text(NAME)
    # what was put together from other words is kept apart
    monkeypatch.setattr(vocabulary, "_SECTIONS", {})
    monkeypatch.setattr(vocabulary, "_ALL", {})
    for language in LANGUAGES:
        monkeypatch.setitem(common_words(language)["events"], "passed", "{seat} hesitates.")
        monkeypatch.setitem(common_words(language)["terms"], "cities", "towns")
    assert golden.render(game(NAME), CATALOGUE[NAME].why) == text
    assert golden.render_words() != golden.WORDS.read_bytes().decode()


def test_every_sentence_is_said_in_every_language_as_it_is_written() -> None:
    assert golden.render_words() == golden.WORDS.read_bytes().decode(), "if the words changed on purpose: make golden"


def test_every_kind_of_event_is_said() -> None:
    said = {event.kind for _, event in golden.event_samples()}
    assert common_words("en")["events"].keys() <= said <= all_words("en")["events"].keys()


def test_what_has_a_singular_is_said_with_one_and_with_several() -> None:
    ran = {event.supplied == 1 for _, event in golden.event_samples() if isinstance(event, PlantsRan)}
    assert ran == {True, False}
