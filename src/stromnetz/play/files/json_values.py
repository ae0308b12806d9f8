"""Reading values from JSON; errors name the value and its expected form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, cast

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import BadInput, bad_value, misspelt, short_repr
from stromnetz.engine.frames import MAX_NUMBER
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool

MAX_VALUE = MAX_NUMBER
"""Upper limit of all numbers of a game: money, rounds, shuffles."""
PLAIN: Final = frozenset({str, int, float, bool, type(None)})
bad = bad_value


def copy_json(data: Any) -> Any:
    """Return a copy of JSON data, four times as fast as ``deepcopy``, which is used for other types."""
    if type(data) is dict:
        return {key: value if type(value) in PLAIN else copy_json(value) for key, value in data.items()}
    if type(data) is list:
        return [value if type(value) in PLAIN else copy_json(value) for value in data]
    return deepcopy(data)


def mapping(value: Any, name: str) -> Mapping[str, Any]:
    if type(value) is not dict and not isinstance(value, Mapping):  # isinstance with an abstract class is slow
        raise bad(name, "an object", value)
    for key in value:
        if not isinstance(key, str):
            raise bad(name, "an object", value)
    return cast(Mapping[str, Any], value)


def listed(value: Any, name: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise bad(name, "a list", value)
    return value


def keys(
    value: Any, name: str, known: Iterable[str], needed: Iterable[str] = (), strict: bool = False
) -> Mapping[str, Any]:
    """Check that an object has all needed keys.

    Unknown keys are ignored, as later versions may add optional ones, unless they look like misspelt ones. ``strict``
    refuses all of them.
    """
    data = mapping(value, name)
    known = list(known)
    for key in data:
        if key not in known and (strict or misspelt(key, known)):
            raise BadInput(
                f"'{name}' has no field {short_repr(key)}; it knows {', '.join(known)}", {"field": short_repr(key)}
            )
    for key in needed:
        if key not in data:
            raise BadInput(f"'{name}' needs the field {key!r}", {"field": key})
    return data


def format_version(data: Mapping[str, Any], name: str, ours: int) -> None:
    """Refuse data in a newer version of its format; without a version it is in the first."""
    version = integer(data.get("version", 1), f"{name} version", 1)
    if version > ours:
        raise BadInput(
            f"this {name} is in version {version} of its format, and this Stromnetz reads versions up to {ours}",
            {"version": version, "known": ours},
        )


def integer(value: Any, name: str, least: int, most: int | None = None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        limits = f"of {least} or more" if most is None else f"from {least} to {most}"
        raise bad(name, f"a whole number {limits}", value)
    return value


def flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise bad(name, "true or false", value)
    return value


def one_of(value: Any, name: str, words: Sequence[str]) -> int:
    """Return the index of a word."""
    if not isinstance(value, str) or value not in words:
        raise bad(name, "one of " + ", ".join(words), value)
    return words.index(value)


def seat(value: Any, name: str, players: int) -> int:
    return integer(value, name, 0, players - 1)


def seats(value: Any, name: str, players: int) -> list[int]:
    out = [seat(v, name, players) for v in listed(value, name)]
    if len(set(out)) != len(out):
        raise bad(name, "a list of different seats", value)
    return out


def permutation(value: Any, name: str, players: int) -> list[int]:
    out = seats(value, name, players)
    if len(out) != players:
        raise bad(name, f"a list of all seats 0 to {players - 1}", value)
    return out


def cards(rules: Rules, value: Any, name: str) -> list[int]:
    out = [rules.card(ref) for ref in listed(value, name)]
    if len(set(out)) != len(out):
        raise bad(name, "a list of different cards", value)
    return out


def regions(rules: Rules, value: Any) -> list[int]:
    """Read different regions that are connected (S1)."""
    out = [rules.region(r) for r in listed(value, "regions")]
    if len(set(out)) != len(out):
        raise bad("regions", "different regions", value)
    if out and not rules.board.connected(out):
        raise bad("regions", "connected regions", value)
    if out and not set(rules.always_regions) <= set(out):
        always = ", ".join(rules.board.region_ids[r] for r in rules.always_regions)
        raise bad("regions", f"regions among which is {always}", value)
    return out


def tiles(rules: Rules, value: Any) -> tuple[int, ...]:
    """Read the costs of all connections, which must be the edition's tiles, if it lays tiles."""
    out = [integer(cost, "tiles", 0, MAX_VALUE) for cost in listed(value, "tiles")]
    if sorted(out) != sorted(rules.edition.printed.tiles):
        what = (
            f"the {len(rules.edition.printed.tiles)} tiles of this game in some order"
            if rules.edition.printed.tiles
            else "an empty list"
        )
        raise bad("tiles", what, value)
    return tuple(out)


def pool(rules: Rules, value: Any, name: str) -> Pool:
    out = [0] * len(rules.fuel_ids)
    for id, count in mapping(value, name).items():
        fuel = rules.fuel(id)
        out[fuel] = integer(count, f"{name} {id}", 0, MAX_VALUE)
    return tuple(out)


def seed(value: Any) -> int:
    """Read a seed of up to 256 bits; in JSON it may be hexadecimal text, because JavaScript would round the number."""
    number = value
    if isinstance(value, str):
        try:
            number = int(value, 16)
        except ValueError:
            number = None
    if type(number) is not int or not 0 <= number < 1 << SEED_BITS:
        raise bad("seed", f"a whole number from 0 to 2**{SEED_BITS} - 1 (or that in hexadecimal)", value)
    return number
