"""The number of players that a map has room for: enough adjacent regions with enough reachable cities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.editions.files.loader import add_folder, players_on
from stromnetz.editions.map_capacity import why_too_small
from stromnetz.engine.board import Board
from stromnetz.play import catalogue
from stromnetz.play.json_schemas import SchemaBuilder, add_modules
from tests.data.checks import EDITIONS
from tests.data.folders import own_folders
from tests.helpers import said_in_every_language

COLORS = ("green", "brown", "red", "yellow", "blue", "purple")


def board(sizes: list[int], connections: list[tuple[int, int]] | None = None) -> Board:
    """A board with regions a, b, … of these sizes, in a row unless ``touching`` is given."""
    cities = [(f"c{n}", region) for n, region in enumerate(r for r, size in enumerate(sizes) for _ in range(size))]
    links = connections if connections is not None else [(i, i + 1) for i in range(len(cities) - 1)]
    return Board("made-up", [chr(97 + r) for r in range(len(sizes))], cities, [(a, b, 1) for a, b in links])


ROW = {"count": 4, "regions": 2}


@pytest.mark.parametrize(
    ("on", "always", "end", "why"),
    [
        (board([3, 3, 3]), [], 6, None),
        (board([3]), [], 3, "4 players take 2 regions, and it has 1"),
        (board([3, 3]), [], 6, None),
        # c is between a and d: the two that are always played do not touch
        (board([3, 3, 3]), ["a", "c"], 6, "4 players take 2 regions, and no 2 of its regions touch"),
        # the worst choice decides, not the first
        (board([3, 4, 2]), [], 7, "with 4 players the game ends at 7 cities, and b, c have 6"),
        (board([3, 4, 2]), [], 6, None),
        # a is in two pieces, which only b joins: a and c alone leave a city out
        (board([2, 1, 1], [(0, 2), (2, 1), (0, 3)]), [], 3, "in a, c alone c1 cannot be reached"),
        (board([2, 1], [(0, 2), (2, 1)]), [], 3, None),
    ],
    ids=["enough", "a region", "just enough", "apart", "too few cities", "enough cities", "in pieces", "joined"],
)
def test_why_so_many_cannot_play(on: Board, always: list[str], end: int, why: str | None) -> None:
    assert why_too_small(on, ROW, always, end) == why


def written(sizes: list[int]) -> str:
    cities = [(f"c{n}", r) for n, r in enumerate(r for r, size in enumerate(sizes) for _ in range(size))]
    rows = [
        f'{{ id = "r{r}", name = {{ en = "R{r}", de = "R{r}", nl = "R{r}" }}, color = "{COLORS[r]}" }}'
        for r in range(len(sizes))
    ]
    links = [f'["c{i}", "c{i + 1}", 5]' for i in range(len(cities) - 1)]
    head = ['id = "strip"', 'name = { en = "Strip", de = "Streifen", nl = "Strook" }', 'editions = ["classic-2004"]']
    body = [f"connections = [{', '.join(links)}]", f"regions = [{', '.join(rows)}]", "[cities]"]
    places = [
        f'{c} = {{ name = "{c.upper()}", region = "r{r}", lat = 50.{i:02}, lon = 7 }}'
        for i, (c, r) in enumerate(cities)
    ]
    return "\n".join([*head, *body, *places])


@pytest.fixture
def strip(tmp_path: Path) -> Iterator[None]:
    """A map of four regions in a row: enough for up to four players; five players need five regions."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "strip.toml").write_text(written([7, 7, 7, 7]), encoding="utf-8")
    with own_folders():
        add_folder(tmp_path)
        yield


@pytest.mark.usefixtures("strip")
def test_more_than_there_is_room_for_are_refused() -> None:
    assert [n for n, why in players_on("classic-2004", "strip").items() if why is None] == [2, 3, 4]
    for players in (2, 3, 4):
        assert stromnetz.new_game("classic-2004", map="strip", players=players).decision is not None
    with pytest.raises(BadInput) as refusal:
        stromnetz.new_game("classic-2004", map="strip", players=5)
    assert str(refusal.value) == "strip doesn't work with 5 players; it takes 2, 3, 4"
    said_in_every_language(refusal.value, None)


SQUARE = [5, 5, 5, 5, 5]
"""25 cities: four players have 20 of them with 60 places, and need 17 each."""


def write_edition_for_four(folder: Path) -> None:
    """Write an edition "made-up" whose only map has no room for two or three players."""
    classic = EDITIONS / "classic_2004"
    edition = (classic / "edition.toml").read_text(encoding="utf-8").replace("classic-2004", "made-up")
    files = {
        "maps/strip.toml": written(SQUARE).replace("classic-2004", "made-up"),
        "made_up/edition.toml": edition.replace('maps = ["germany", "usa"]', 'maps = ["strip"]'),
        **{f"made_up/{name}": (classic / name).read_text(encoding="utf-8") for name in ("cards.toml", "rules.py")},
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_an_edition_is_described_by_a_table_that_it_has_room_for(tmp_path: Path) -> None:
    write_edition_for_four(tmp_path)
    with own_folders():
        add_folder(tmp_path)
        assert catalogue.maps_by_players("made-up") == {4: "strip", 5: "strip", 6: "strip"}
        assert catalogue.phases("made-up") == catalogue.phases("classic-2004")
        add_modules(shapes := SchemaBuilder())
        assert "Modules" in shapes.found


ROBOTS = ("robots", ("random", "random"))
DEALS = [
    (4, ("plain",), (), range(3, 12, 2)),
    (4, ("random",), (), [5]),
    pytest.param(4, ("plain", "random"), (), range(24), marks=pytest.mark.slow),
    pytest.param(4, ("plain",), (ROBOTS,), range(24), marks=pytest.mark.slow),
    pytest.param(4, ("plain",), (("promo", ("theme-park",)),), range(24), marks=pytest.mark.slow),
    pytest.param(5, ("plain", "random"), (("short", True),), range(24), marks=pytest.mark.slow),
]


@pytest.mark.rule("E5")
@pytest.mark.parametrize(("players", "bots", "options", "seeds"), DEALS)
def test_every_game_on_a_small_map_ends(
    tmp_path: Path, players: int, bots: tuple[str, ...], options: tuple[tuple[str, Any], ...], seeds: Sequence[int]
) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "strip.toml").write_text(written(SQUARE), encoding="utf-8")
    with own_folders():
        add_folder(tmp_path)
        games = []
        for seed in seeds:
            seats = tuple(bots[(seed + seat) % len(bots)] for seat in range(players))
            games.append(play(MatchSetup("classic-2004", "strip", players, seats, seed, options)))
    assert all(game.position.ended for game in games)
    if bots == ("plain",):
        assert any(max(game.position.cities) < game.rules.end_at for game in games), "E5 was never needed"
