"""The schema language: values at the limits of each shape, and the errors for others."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz.editions.files.schema import (
    BadData,
    Either,
    Field,
    FixedList,
    Flag,
    Keyed,
    ListOf,
    Number,
    OneOf,
    Shape,
    Table,
    Text,
    Whole,
    nearest,
)

SMALL = Whole(1, 3)
ID = Text("[a-z]+", "small letters")
PAIR = FixedList(("city", "cost"), (ID, SMALL))
ANIMAL = Table({"legs": Field(SMALL, "to walk on"), "tail": Field(Flag(), "to wag", optional=True)})
LOOSE = Table({"name": Field(ID, "its name"), "x_*": Field(SMALL, "anything else", optional=True)})
ONE = Table({key: Field(SMALL, "one of them", optional=True) for key in "ab"}, exactly_one_of=("a", "b"))

GOOD: list[tuple[Shape, list[Any]]] = [
    (Text(), ["x", "two\nlines"]),
    (ID, ["abc"]),
    (SMALL, [1, 2, 3]),
    (Whole(), [0, 1000]),
    (Number(-1, 1.5), [-1, 0, 1.5]),
    (Flag(), [True, False]),
    (OneOf(("a", "b")), ["a", "b"]),
    (ListOf(SMALL), [[], [1, 3], [1] * 1000]),
    (ListOf(SMALL, 2, 3), [[1, 1], [1, 1, 1]]),
    (PAIR, [["essen", 3]]),
    (Keyed(ID, SMALL), [{}, {"a": 1}]),
    (Keyed(ID, SMALL, 1), [{"a": 1}, {"a": 1, "b": 2}]),
    (Either(SMALL, ID), [1, "a"]),
    (ANIMAL, [{"legs": 2}, {"legs": 2, "tail": True}]),
]


@pytest.mark.parametrize(("shape", "values"), GOOD, ids=[f"{i} {type(s).__name__}" for i, (s, _) in enumerate(GOOD)])
def test_what_a_shape_takes(shape: Shape, values: list[Any]) -> None:
    for value in values:
        assert list(shape.problems(value, "key")) == []


BAD: list[tuple[Shape, Any, list[tuple[str, str]]]] = [
    (Text(), "", [("key", "must be a text, not ''")]),
    (Text(), 3, [("key", "must be a text, not 3")]),
    (ID, "aB", [("key", "must be small letters, not 'aB'")]),
    (SMALL, 0, [("key", "must be a whole number from 1 to 3, not 0")]),
    (SMALL, 4, [("key", "must be a whole number from 1 to 3, not 4")]),
    (SMALL, True, [("key", "must be a whole number from 1 to 3, not True")]),
    (SMALL, 2.0, [("key", "must be a whole number from 1 to 3, not 2.0")]),
    (Whole(), -1, [("key", "must be a whole number from 0 to 1000, not -1")]),
    (Whole(), 1001, [("key", "must be a whole number from 0 to 1000, not 1001")]),
    (Number(-1, 1.5), -1.1, [("key", "must be a number from -1 to 1.5, not -1.1")]),
    (Number(-1, 1.5), 1.6, [("key", "must be a number from -1 to 1.5, not 1.6")]),
    (Number(-1, 1.5), True, [("key", "must be a number from -1 to 1.5, not True")]),
    (Flag(), 1, [("key", "must be true or false, not 1")]),
    (OneOf(("a", "b")), "c", [("key", "must be 'a' or 'b', not 'c'")]),
    (OneOf(("a", "b", "c")), "d", [("key", "must be one of a, b, c, not 'd'")]),
    (ListOf(SMALL), {}, [("key", "must be a list of any number of entries, each a whole number from 1 to 3, not {}")]),
    (ListOf(SMALL, 1), [], [("key", "must be a list of 1 or more entries, each a whole number from 1 to 3, not []")]),
    (ListOf(SMALL, 1, 1), [], [("key", "must be a list of 1 entry, a whole number from 1 to 3, not []")]),
    (ListOf(ID, 2, 2), ["a"], [("key", "must be a list of 2 entries, each small letters, not ['a']")]),
    (
        ListOf(ID, 0, 2),
        ["a"] * 3,
        [("key", "must be a list of any number of entries, each small letters, not " + repr(["a"] * 3))],
    ),
    (ListOf(ID), ["a", 1, 2], [("key #2", "must be small letters, not 1"), ("key #3", "must be small letters, not 2")]),
    (PAIR, ["essen"], [("key", "must be [city, cost], not ['essen']")]),
    (PAIR, ("essen", 1), [("key", "must be [city, cost], not ('essen', 1)")]),
    (PAIR, ["essen", 9], [("key, cost", "must be a whole number from 1 to 3, not 9")]),
    (Keyed(ID, SMALL, 1), {}, [("key", "must be a table; each key is small letters, not {}")]),
    (Keyed(ID, SMALL), [], [("key", "must be a table; each key is small letters, not []")]),
    (
        Keyed(ID, SMALL),
        {"A": 0},
        [
            ("the key 'A' of key", "must be small letters, not 'A'"),
            ("key.A", "must be a whole number from 1 to 3, not 0"),
        ],
    ),
    (Either(SMALL, ID), 4, [("key", "must be a whole number from 1 to 3, or small letters, not 4")]),
    (ANIMAL, [], [("key", "must be a table, not []")]),
    (ANIMAL, {"tail": False}, [("key.legs", "is missing: to walk on; a whole number from 1 to 3")]),
    (ANIMAL, {"legs": 2, "tial": True}, [("key.tial", "unknown key; did you mean 'tail'?")]),
    (LOOSE, {"name": "a", "x_y": 4}, [("key.x_y", "must be a whole number from 1 to 3, not 4")]),
    (LOOSE, {"name": "a", "x_": 1, "x_y": 3, "a": 1}, [("key.a", "unknown key; there are name, x_*")]),
]


@pytest.mark.parametrize(
    ("shape", "value", "told"), BAD, ids=[f"{i} {type(row[0]).__name__}" for i, row in enumerate(BAD)]
)
def test_what_a_shape_says_of_the_rest(shape: Shape, value: Any, told: list[tuple[str, str]]) -> None:
    assert list(shape.problems(value, "key")) == told


@pytest.mark.parametrize(("value", "told"), [({}, "none"), ({"a": 1, "b": 2}, "a, b")])
def test_exactly_one_of_some_keys(value: dict[str, Any], told: str) -> None:
    assert list(ONE.problems({"b": 1}, "key")) == []
    assert list(ONE.problems(value, "key")) == [("key", f"needs exactly one of a, b; it has {told}")]


def test_keys_at_the_top_stand_for_themselves() -> None:
    assert list(ANIMAL.problems({"legs": 9}, "")) == [("legs", "must be a whole number from 1 to 3, not 9")]


@pytest.mark.parametrize(
    ("known", "told"),
    [
        (["coal", "oil"], "did you mean 'coal'?"),
        (["uranium"], "there is uranium"),
        (["gas", "uranium"], "there are gas, uranium"),
        ([], "there are none"),
        ([f"n{i}" for i in range(20)], f"there are {', '.join(f'n{i}' for i in range(20))}"),
        ([f"n{i}" for i in range(21)], f"there are {', '.join(f'n{i}' for i in range(20))}, …"),
    ],
)
def test_what_was_probably_meant_or_all_there_are(known: list[str], told: str) -> None:
    assert nearest("coall", known) == told


@pytest.mark.parametrize(("count", "end"), [(1, "key 0: wrong"), (5, "key 4: wrong"), (6, "; and 1 more")])
def test_five_problems_of_a_file_are_listed(count: int, end: str) -> None:
    error = BadData("a.toml", [(f"key {i}", "wrong") for i in range(count)])
    assert error.message.startswith("a.toml: key 0: wrong")
    assert error.message.endswith(end)
    assert error.message.count("key") == min(count, 5)
    assert error.facts == {"file": "a.toml", "problems": [f"key {i}: wrong" for i in range(count)]}
    assert BadData("a.toml", [("", "cannot be read")]).message == "a.toml: cannot be read"
