"""Pictures of the board: valid SVG for every map, with everything that a seat may see and nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from stromnetz import Game, View, new_game, svg
from stromnetz.play.catalogue import editions
from stromnetz.play.pictures import drawings
from stromnetz.play.pictures.board import symbols
from stromnetz.play.words.vocabulary import LANGUAGES, Words
from tests.helpers import play_on, position

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [(edition.id, map) for edition in editions() for map in edition.maps]


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def game_of(edition: str, map: str, rounds: int = 3, **more: object) -> Game:
    return play_on(new_game(edition, map=map, players=3, seed=5, **more), seed=2, rounds=rounds)  # type: ignore[arg-type]


@pytest.mark.parametrize(("edition", "map"), BOARDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_of_every_map_names_all_cities_and_costs(edition: str, map: str, language: str) -> None:
    view = game_of(edition, map).view(0)
    shown = texts(svg(view, language=language))
    words = Words(edition, map, [], language)
    assert {words.city(city) for city in view.cities()} <= set(shown)
    costs = Counter(str(cost) for _, _, cost in view.connections())
    found = Counter(shown)
    metropolises = sum(len(line.cities) - 1 for line in drawings.drawing(map).lines)
    assert sum(costs.values()) - sum((costs & found).values()) <= metropolises
    for player in view.players:
        assert f"{player.money} Elektro" in shown or player.neutral
        assert {f"{ref:02d}" if isinstance(ref, int) else ref for ref in player.plants} <= set(shown)


@pytest.mark.parametrize(("edition", "map"), BOARDS)
def test_all_cities_in_play_are_inside_the_picture(edition: str, map: str) -> None:
    for seed in range(4):
        view = new_game(edition, map=map, players=3, seed=seed).view(None)
        pane = next(element for element in parsed(svg(view)).iter(f"{SVG}svg") if element.get("width") == "1000")
        left, top, wide, high = [float(number) for number in (pane.get("viewBox") or "").split()]
        art = drawings.drawing(map)
        for city in view.cities():
            plate = art.plates[city]
            assert left < plate.x - plate.width / 2
            assert plate.x + plate.width / 2 < left + wide
            assert top < plate.y - drawings.PLATE_HEIGHT / 2
            assert plate.y + drawings.PLATE_HEIGHT / 2 < top + high


@pytest.mark.parametrize(("edition", "map"), BOARDS)
def test_every_edition_and_map_has_a_drawing_with_its_connections(edition: str, map: str) -> None:
    view = new_game(edition, map=map, players=6, seed=1, regions="random").view(None)
    drawn = {frozenset(pair) for line in drawings.drawing(map).lines for pair in line.cities}
    assert {frozenset((a, b)) for a, b, _ in view.connections()} <= drawn
    assert drawings.drawing(map).land


def test_houses_have_the_colours_of_their_owners() -> None:
    game = position("building", [{"cities": ["essen", "koeln"]}, {"cities": ["essen", "aachen", "trier"]}, {}], step=2)
    picture = svg(game)
    house = {colour: symbols()["symbols"][f"house-{colour}"][1] for colour in ("blue", "vermilion", "green")}
    # one more of each player beside the map, and one for the seat that decides
    decides = game.position.seat
    expected = [n + 1 + (seat == decides) for seat, n in enumerate((2, 3, 0))]
    assert [picture.count(art) for art in house.values()] == expected


def test_a_view_shows_only_the_money_that_its_seat_may_see() -> None:
    game = position("fuel", [{"money": 71}, {"money": 72}, {"money": 73}], options={"money": "hidden"})
    amounts = [f"{money} Elektro" for money in (71, 72, 73)]
    assert [amount in texts(svg(game)) for amount in amounts] == [False, False, False]
    assert [amount in texts(svg(game, seat=1)) for amount in amounts] == [False, True, False]
    assert [amount in texts(svg(game.view(2))) for amount in amounts] == [False, False, True]
    assert texts(svg(game)).count("hidden") == 3


def test_a_picture_depends_on_nothing_hidden() -> None:
    game = game_of("classic-2004", "germany")
    view = game.view(None)
    drawn = View.from_json(view.to_json())
    assert svg(game) == svg(view) == svg(drawn) == game._repr_svg_() == view._repr_svg_()
    other = view.sample(Random(1))
    assert other.position.deck != game.position.deck
    assert svg(other) == svg(game)


def test_names_of_players_are_those_of_the_game_and_are_escaped() -> None:
    game = game_of("classic-2004", "germany")
    game.names = ["Ann & <Ben>", "C\x00\ud800d", "Dora"]
    assert "Ann & <Ben>" in texts(svg(game))
    assert "C\ufffd\ufffdd" in texts(svg(game))
    assert "Eva" in texts(svg(game, names=["Eva", "Finn", "Gil"]))
    assert "Player 0" in texts(svg(game.view(0)))
    assert "Speler 0" in texts(svg(game.view(0), language="nl"))
    svg(game, names=["A" * 100] * 3).encode()


def test_auctions_results_and_cards_are_shown() -> None:
    game = new_game("classic-2004", map="germany", players=2, seed=7, options={"short": True})
    game.names = ["Ann", "Ben"]
    game.apply("open 04@7")
    assert any(line.endswith(": 7 · Ben") for line in texts(svg(game)))
    over = play_on(game, seed=3)
    assert over.result is not None
    shown = texts(svg(over))
    assert any(line.startswith("The game is over. Winner") for line in shown)
    assert any(line.startswith("1. Powered") for line in shown)


def test_pictures_on_one_page_do_not_share_ids() -> None:
    one, two = svg(game_of("classic-2004", "germany")), svg(game_of("classic-2004", "germany", rounds=4))
    ids = [set(re.findall(r' id="([^"]+)"', picture)) for picture in (one, two)]
    assert all(ids)
    assert not ids[0] & ids[1]
    for picture, own in zip((one, two), ids, strict=True):
        assert {*re.findall(r"url\(#([^)]+)\)", picture)} == own
    assert "<style" not in one, "styles would change the page around the picture"


def test_a_map_without_a_drawing_is_sketched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drawings, "CHECKOUT", tmp_path / "nothing")
    monkeypatch.setattr(drawings, "BUNDLED", tmp_path)
    drawings.drawing.cache_clear()
    try:
        for edition, map in BOARDS:
            view = game_of(edition, map).view(None)
            assert not drawings.drawing(map).land
            assert {Words(edition, map, [], "en").city(city) for city in view.cities()} <= set(texts(svg(view)))
    finally:
        drawings.drawing.cache_clear()


def test_drawings_come_from_the_web_app_where_there_is_no_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = (drawings.CHECKOUT / "germany.json").read_text(encoding="utf-8")
    (tmp_path / "map-germany-0123456789.json").write_text(text, encoding="utf-8")
    # of an older version of the map
    older = json.loads(text)
    older["cities"] = older["cities"][1:]
    (tmp_path / "map-usa-0123456789.json").write_text(json.dumps(older), encoding="utf-8")
    expected = drawings.drawing("germany")
    monkeypatch.setattr(drawings, "CHECKOUT", tmp_path / "nothing")
    monkeypatch.setattr(drawings, "BUNDLED", tmp_path)
    drawings.drawing.cache_clear()
    try:
        assert drawings.drawing("germany") == expected
        assert drawings.drawing("usa").land == ""
    finally:
        drawings.drawing.cache_clear()
