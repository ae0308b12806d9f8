"""Unreadable files: broken texts, foreign files, edited records."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from stromnetz import BadInput, Game, Open, Pass, parse_game, parse_position
from tests.helpers import play_on
from tests.play.bad_input import bad, start

Json = dict[str, Any]
Change = Callable[[Json], object]
LOADERS: list[Callable[[Any], Game]] = [parse_position, parse_game]


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "nul", "[1, 2", "{'a': 1}", '{"a": 1}}', "\x00", b"\xff\xfe", b"", "[" * 100_000, '{"a":' * 100_000],
    ids=lambda text: repr(text[:6]),
)
def test_broken_texts(load: Callable[[Any], Game], text: str | bytes) -> None:
    with bad(BadInput, "JSON"):
        load(text)


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize(
    "data", ["null", "3", "[]", '"x"', "NaN", "true", None, 5, [], [{}], 1.5, {1: 2}, ()], ids=repr
)
def test_texts_that_hold_no_object(load: Callable[[Any], Game], data: Any) -> None:
    with bad(BadInput, "must be an object"):
        load(data)


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize(
    "data",
    [{}, {"name": "left-pad", "version": "1.3.0"}, {"format": "chess", "rows": []}, {"format": None}, {"format": []}],
    ids=repr,
)
def test_foreign_files(load: Callable[[Any], Game], data: Json) -> None:
    with bad(BadInput):
        load(data)


def test_a_record_is_no_position_and_the_other_way_round() -> None:
    with bad(BadInput, "not a position"):
        parse_position(start().to_json())
    with bad(BadInput):
        parse_game(start().position_json())


# --- records --------------------------------------------------------------------------------------------------------


def record() -> Json:
    """A record with an auction, an undo and many moves."""
    game = start()
    game.apply(Open(4, 4), seat=1)
    game.apply(Pass(), seat=2)
    game.undo(2)
    play_on(game, seed=5, until=lambda rules: rules.version >= 60)
    data: Json = json.loads(json.dumps(game.to_json()))
    return data


def change_move(data: Json) -> None:
    data["rows"][1]["move"]["bid"] = 5


def change_kind(data: Json) -> None:
    data["rows"][1]["move"] = {"kind": "pass"}


def no_move(data: Json) -> None:
    del data["rows"][1]["move"]


def change_event(data: Json) -> None:
    data["rows"][1]["events"][0]["bid"] = 5


def lose_event(data: Json) -> None:
    data["rows"][4]["events"].pop()


def change_set_up_event(data: Json) -> None:
    data["rows"][0]["events"][0]["order"] = [2, 1, 0]


def change_seat(data: Json) -> None:
    data["rows"][1]["seat"] = 2


def seat_of_nobody(data: Json) -> None:
    data["rows"][1]["seat"] = 9


def no_seat(data: Json) -> None:
    del data["rows"][1]["seat"]


def change_undo(data: Json) -> None:
    data["rows"][3]["undo"] = 0


def undo_of_another(data: Json) -> None:
    data["rows"][3]["seat"] = 0


def lose_row(data: Json) -> None:
    del data["rows"][10]


def double_row(data: Json) -> None:
    data["rows"].insert(10, copy.deepcopy(data["rows"][10]))


def swap_rows(data: Json) -> None:
    rows = data["rows"]
    rows[11], rows[12] = rows[12], rows[11]


def foreign_row(data: Json) -> None:
    data["rows"][10] = "pass"


def more_in_a_row(data: Json) -> None:
    data["rows"][10]["comment"] = "well played"


EDITED: list[Change] = [
    change_move,
    change_kind,
    no_move,
    change_event,
    lose_event,
    change_set_up_event,
    change_seat,
    seat_of_nobody,
    no_seat,
    change_undo,
    undo_of_another,
    lose_row,
    double_row,
    swap_rows,
    foreign_row,
    more_in_a_row,
]


@pytest.mark.parametrize("change", EDITED)
def test_a_record_that_was_edited(change: Change) -> None:
    data = record()
    assert parse_game(data).to_json() == data
    change(data)
    with bad(BadInput, "[Rr]ow [0-9]+"):
        parse_game(data)


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "stromnetz-position"},
        {"version": 2},
        {"version": "1"},
        {"revision": 99},
        {"revision": 0},
        {"revision": "1"},
        {"revision": None},
        {"edition": "classic-1999"},
        {"edition": "classic-2009"},
        {"map": "usa"},
        {"players": 4},
        {"players": None},
        {"options": {"short": True}},
        {"options": {"fog": 1}},
        {"rows": None},
        {"rows": {}},
        {"setup": {"seed": "0x2", "regions": "random"}},
        {"setup": {"seed": "0x1"}},
        {"setup": {"seed": "0x1", "regions": "random", "luck": 1}},
        {"setup": None},
        {"commitmnet": "well played"},
    ],
    ids=repr,
)
def test_a_record_with_a_wrong_header(fields: Json) -> None:
    with bad(BadInput):
        parse_game({**record(), **fields})


@pytest.mark.parametrize("key", ["format", "version", "edition", "revision", "rows", "setup"])
def test_a_record_without_a_field(key: str) -> None:
    data = record()
    del data[key]
    with bad(BadInput):
        parse_game(data)


@pytest.mark.parametrize("part", [0.01, 0.3, 0.9, 0.9999])
def test_a_truncated_record(part: float) -> None:
    text = json.dumps(record())
    with bad(BadInput, "JSON"):
        parse_game(text[: int(len(text) * part)])


def test_a_record_without_its_hidden_part() -> None:
    with bad(BadInput, "hidden part"):
        parse_game(start().to_json(hidden=False))
