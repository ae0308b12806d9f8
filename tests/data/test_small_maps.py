"""How many can play on a map: it takes enough regions that touch, and in them enough cities that can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import stromnetz
from stromnetz import BadInput
from stromnetz.editions.areas import obstacle
from stromnetz.editions.files.loading import add_folder, players_on
from stromnetz.engine.board import Board
from tests.data.folders import own_folders
from tests.helpers import said_in_every_language

COLORS = ("green", "brown", "red", "yellow", "blue", "purple")


def board(sizes: list[int], connections: list[tuple[int, int]] | None = None) -> Board:
    """Regions a, b, ... of so many cities, numbered one after another; in a row unless told otherwise."""
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
    assert obstacle(on, ROW, always, end) == why


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
    """A map of four regions in a row: enough for up to four players, not for five, who take five regions."""
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
    assert str(refusal.value) == "strip has no room for 5 players; it takes 2, 3, 4"
    said_in_every_language(refusal.value, None)
