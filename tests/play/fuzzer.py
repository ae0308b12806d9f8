"""Helpers for fuzzing: spoil one value of a valid file, and check what happens."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from stromnetz import StromnetzError, parse_position
from tests.helpers import play_on
from tests.play.bad_input import within
from tests.properties.games import game_number
from tests.tier import cases

EACH = 250
"""Mutations per test; eight tests of positions make 2,000, and so do eight of records."""

NASTY: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 3, 4, 5, 7, 13, 99, 1 << 40, 10**30, 0.0, 1.5, float("nan"), float("inf")),
    *("", "x", "coal", "step-3", "transformer-station", "essen", "west", "0x10", "-1", "fuel", "run", "auctions"),
    *([], {}, [[]], [{}], [None], [0], [0, 0], [1, 2, 3], ["x"], {"a": 1}, {"coal": -1}, {"coal": "x"}),
    *(["draft"], ["settle"], ["round", 9], ["turn", "run", 0, 0], ["scrap", 0, 4], ["auction", 4, 3, 4, 0, 1]),
]

Path = tuple[str | int, ...]


def parts(data: Any) -> list[tuple[str | int, Any]]:
    """Yield the direct children, each with its key or index."""
    return list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []


def paths(data: Any, here: Path = ()) -> Iterator[Path]:
    """Yield the path of a value and of all values inside it."""
    yield here
    for key, value in parts(data):
        yield from paths(value, (*here, key))


def spoil(data: Any, rng: random.Random, nasty: list[Any]) -> tuple[Any, str]:
    """Replace, remove or duplicate one value, and describe the change. Everything off the path is shared."""
    # small parts such as the agenda are spoilt as often as the long lists of cards
    first = rng.choice(sorted({str(key) for key, _ in parts(data)}))
    way = rng.choice([way for key, value in parts(data) if str(key) == first for way in paths(value, (key,))])
    inside = out = copy.copy(data)
    for key in way[:-1]:
        inside[key] = inside = copy.copy(inside[key])
    how = rng.random()
    where = "/".join(map(str, way))
    if how < 0.1:
        del inside[way[-1]]
        return out, f"{where} deleted"
    if how < 0.2 and isinstance(inside, list):
        inside.append(inside[int(way[-1])])
        return out, f"{where} doubled"
    value = rng.choice(nasty)
    inside[way[-1]] = copy.deepcopy(value)
    return out, f"{where} = {value!r}"


def attempt(read: Callable[[], object]) -> str | None:
    """Return the result of loading, or None if it was refused; other errors are not caught."""
    try:
        with within(3):
            read()
    except StromnetzError as error:
        json.dumps(error.to_json())
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def fuzz(
    bases: list[Any], read: Callable[[Any], object], seed: int, nasty: list[Any] = NASTY, each: int = EACH
) -> None:
    rng = random.Random(seed)
    found: list[str] = []
    before = json.dumps(bases)
    for _ in range(cases(each)):
        data, what = spoil(rng.choice(bases), rng, nasty)
        wrong = attempt(lambda data=data: read(data))  # type: ignore[misc]
        if wrong is not None:
            found.append(f"{what}: {wrong}")
    assert not found, "\n".join(found)
    assert json.dumps(bases) == before, "reading changes what it is given"


@cache
def cut_records(numbers: tuple[int, ...]) -> list[Any]:
    out = []
    for i in numbers:
        game = game_number(i)
        play_on(game, seed=i, until=lambda rules: rules.version >= 30)
        for _ in range(2):
            seat = game.rows[-1].seat
            if seat is not None and not any(e.reveals for e in game.rows[-1].events):
                game.undo(seat)
                game.apply(game.legal_moves[0])
        out.append(json.loads(json.dumps(game.to_json())))
    return out


def play_a_little(data: Any) -> None:
    """Check that the loaded position can be played: the deciding seat has a move, and views can be sent."""
    game = parse_position(data)
    rng = random.Random(1)
    for _ in range(40):
        if game.decision is None:
            return
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
        for seat in (None, 0):
            json.dumps(game.view(seat).to_json())
