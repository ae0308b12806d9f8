"""Positions as one line. docs/reference/notation.md has the specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.variants import chosen_variants

from . import handwritten, position_json
from .json_values import copy_json
from .plain_values import ValueReader, value_text

MAGIC: Final = "stromnetz-position"
VERSION: Final = 1
SEEN_KEYS: Final = ("deck_top", "deck_back")
"""What a seat knows of a deck that it does not see."""
KNOWN: Final = ("edition", "map", "options", *position_json.KEYS, *handwritten.KEYS, *SEEN_KEYS)
EMPTY: Final[dict[str, Any]] = {
    "ended": False,
    "bought": [],
    "sat_out": [],
    "tiles": [],
    "under_deck": [],
    "mixed": [],
    "out_of_game": [],
    "removed": [],
    "reshuffle": None,
    "neutral": [],
    "houses": {},
    "modules": {},
}
"""Values of a saved position that are not written."""


def is_position_line(text: str) -> bool:
    """Whether a text begins like a position on one line."""
    return text.lstrip("\ufeff \t\r\n").startswith(MAGIC)


def position_line(data: Mapping[str, Any]) -> str:
    """Return a position as one line; ``data`` is its JSON form.

    >>> position_line({"edition": "classic-2004", "phase": "fuel", "players": [{"money": 20}, {}]})
    'stromnetz-position 1 edition=classic-2004 phase=fuel players=[{money:20},{}]'
    """
    shown = {key: value for key, value in data.items() if key not in ("format", "version")}
    options = chosen_variants(shown["edition"], shown.pop("options", {}))
    if options:
        shown["options"] = options
    if "agenda" in shown:
        shown = {key: value for key, value in shown.items() if key not in EMPTY or value != EMPTY[key]}
        if shown.get("asked_in") == shown["round"]:
            del shown["asked_in"]
    return " ".join([MAGIC, str(VERSION), *[f"{key}={value_text(value)}" for key, value in shown.items()]])


def read_position_line(text: str) -> dict[str, Any]:
    """Return the JSON form of a position that is written as one line.

    >>> read_position_line("stromnetz-position 1 edition=classic-2004 phase=fuel players=[{money:20},{}]")
    {'edition': 'classic-2004', 'phase': 'fuel', 'players': [{'money': 20}, {}]}
    """
    start = f"{MAGIC} {VERSION} "
    line = text.strip("\ufeff \t\r\n")
    if not line.startswith(start):
        raise BadInput(f"a position begins with '{start.strip()}', not {short_repr(line[:24])}", {})
    reader = ValueReader(line)
    reader.at = len(start)
    out: dict[str, Any] = {}
    while reader.at < len(line):
        key = reader.word()
        if not reader.skip("="):
            raise reader.bad("'='")
        if key in out:
            raise BadInput(f"'{key}' is there twice", {"field": short_repr(key)})
        out[key] = reader.value()
        if reader.at < len(line) and not reader.skip(" "):
            raise reader.bad("a space or the end of the line")
        while reader.skip(" "):
            pass
    out = {key: value for key, value in out.items() if key in KNOWN}
    if "agenda" not in out:
        return out
    return {**{key: copy_json(value) for key, value in EMPTY.items()}, "asked_in": out.get("round"), **out}
