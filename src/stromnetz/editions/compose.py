"""Composing a game: an edition's tables, the shared machinery, the edition's own rules, its modules, the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stromnetz.engine.core import install
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.rules import Rules

from . import tables
from .classic_2004 import rules as classic
from .modules import short_game, transformer_station

RULES: dict[str, Callable[[Edition], None]] = {"classic-2004": classic.change, "classic-2009": classic.change}
MODULES: dict[str, Callable[[Edition], None]] = {transformer_station.NAME: transformer_station.change}

OPTIONS: dict[str, tuple[Any, ...]] = {"short": (False, True), "money": ("open", "hidden")}
"""Every option with its values, the first one the default."""


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values, the defaults filled in."""
    if not isinstance(options, Mapping):
        raise BadInput(f"options are given by name, not as {shown(options)}", {"value": shown(options)})
    for name, value in options.items():
        if name not in OPTIONS:
            raise BadInput(f"there is no option {name!r}; the options are {', '.join(OPTIONS)}", {"option": name})
        # compared with their types: 1 is not true
        if not any(value == known and type(value) is type(known) for known in OPTIONS[name]):
            values = " or ".join(repr(v) for v in OPTIONS[name])
            raise BadInput(f"option {name!r} is {values}, not {shown(value)}", {"option": name, "value": shown(value)})
    return {name: options.get(name, values[0]) for name, values in OPTIONS.items()}


def compose(edition_id: str, map_id: str | None, players: int, options: Mapping[str, Any]) -> Rules:
    """The rules of one game. The board is the edition's first unless another is named."""
    table = tables.edition_table(edition_id)
    if map_id is None:
        map_id = table["maps"][0]
    if map_id not in table["maps"]:
        maps = ", ".join(table["maps"])
        raise BadInput(f"{edition_id} has no map {map_id!r}; its maps are {maps}", {"map": map_id})
    counts = [row["count"] for row in table["players"]]
    if type(players) is not int or players not in counts:
        raise BadInput(
            f"{edition_id} is for {counts[0]} to {counts[-1]} players, not {shown(players)}",
            {"players": shown(players)},
        )
    settings = check_options(options)
    edition = Edition(edition_id, table["revision"])
    tables.fill(edition, table)
    install(edition)
    RULES[edition_id](edition)
    for module in table.get("modules", []):
        MODULES[module](edition)
    if settings["short"]:
        short_game.change(edition, table["short"]["end"])
    return Rules(edition, tables.board(map_id), players)
