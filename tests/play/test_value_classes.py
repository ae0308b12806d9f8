"""Value classes behave like dataclasses."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import pytest

from stromnetz.engine.events import BidMade, CardsRemoved, CityConnected, PlantsRan
from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import field_names, fixed, slotted, to_plain_json


@slotted
class Part:
    card: CardRef
    left: int | None


@slotted
class Whole(Part):
    kind: ClassVar[str] = "whole"
    names: list[str]
    counts: dict[str, int]
    parts: list[Part]


@fixed
class Told:
    cards: Sequence[CardRef]
    fuel: Mapping[str, int]
    maybe: Sequence[int] | None


@dataclass(slots=True)
class DataPart:
    card: CardRef
    left: int | None


@dataclass(slots=True)
class DataWhole(DataPart):
    kind: ClassVar[str] = "whole"
    names: list[str]
    counts: dict[str, int]
    parts: list[DataPart]


def whole() -> Whole:
    return Whole(4, None, ["a"], {"coal": 2}, [Part("x", 3)])


def test_events_write_their_json_and_know_it_again() -> None:
    events = [
        CityConnected(0, "köln", 10, 3, ["essen", "köln"]),
        PlantsRan(1, [4, "x"], {"coal": 2}, 1, 22),
        CardsRemoved(3, None),
        BidMade(True, 1.5),  # type: ignore[arg-type]  # of a file that says so: nobody judges older records
    ]
    for event in events:
        data = event.to_json()
        assert event.to_text() == json.dumps(data)
        assert event.equals_json(data)
        assert event.equals_json(json.loads(event.to_text()))
        assert not event.equals_json(None)
        assert not event.equals_json({**data, "more": 1})
        assert not any(event.equals_json({**data, key: "else"}) for key in data)
        assert not any(event.equals_json({k: v for k, v in data.items() if k != key} | {"more": 1}) for key in data)


def test_it_is_as_a_dataclass() -> None:
    ours, theirs = whole(), DataWhole(4, None, ["a"], {"coal": 2}, [DataPart("x", 3)])
    assert field_names(Whole) == field_names(DataWhole) == Whole.__match_args__ == DataWhole.__match_args__
    assert repr(ours) == repr(theirs).replace("Data", "")
    assert to_plain_json(ours) == to_plain_json(theirs) == asdict(theirs) == ours.add_json({})  # type: ignore[attr-defined]
    assert list(to_plain_json(ours)) == list(asdict(theirs))
    assert ours == whole() == copy.deepcopy(ours) == pickle.loads(pickle.dumps(ours))
    assert ours != Whole(5, None, ["a"], {"coal": 2}, [])
    assert ours != Part(4, None)
    assert Part(4, None) != ours
    with pytest.raises(TypeError):
        hash(ours)
    with pytest.raises(TypeError):
        Part(4)  # type: ignore[call-arg]
    match ours:
        case Whole(card=4, names=[name]):
            assert name == "a"
        case _:
            raise AssertionError
    ours.left = 7
    assert ours.left == 7
    assert ours != whole()
    with pytest.raises(AttributeError):
        ours.other = 1  # type: ignore[attr-defined]


def test_its_json_is_its_own() -> None:
    made = whole()
    sent: dict[str, Any] = made.add_json({})  # type: ignore[attr-defined]
    for value in sent.values():
        if isinstance(value, list | dict):
            value.clear()
    assert made == whole()


def test_what_is_fixed_stays() -> None:
    cards: list[CardRef] = [3, "x"]
    fuel = {"coal": 2}
    told = Told(cards, fuel, None)
    cards.clear()
    fuel.clear()
    assert told == Told((3, "x"), {"coal": 2}, None)
    assert hash(told) == hash(Told([3, "x"], {"coal": 2}, None))
    assert told == copy.deepcopy(told) == pickle.loads(pickle.dumps(told))
    for name in ("cards", "fuel", "maybe", "other"):
        with pytest.raises(AttributeError):
            setattr(told, name, 1)
    sent: dict[str, Any] = told.add_json({})  # type: ignore[attr-defined]
    assert sent == {"cards": [3, "x"], "fuel": {"coal": 2}, "maybe": None}
    sent["cards"].clear()
    sent["fuel"].clear()
    assert told.cards == (3, "x")
    assert told.fuel == {"coal": 2}
