"""What a run of training is asked for, as a file (TOML): too much for a command line.

    games = 16384
    rival = "hard"
    lessons = 400_000
    wide = "middle"
    [guests]
    hard = 0.1
    [[kinds]]                       # each stands for so many places as it has numbers of players, times ``times``
    edition = "classic-2004"
    map = "germany"
    players = [3, 4]
    times = 2

The names are those of ``Plan``; what is not said is as there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

from stromnetz.arena.matches import GameKind
from stromnetz.bots import check_bots
from stromnetz.engine.errors import BadInput, StromnetzError, short_repr

from .runs import WIDTHS, Plan

KIND = {"edition": str, "map": str, "players": list, "times": int, "options": dict, "regions": str}
"""What is said of a kind of game; the first three always."""


def recipe(path: Path, seed: int) -> Plan:
    """The plan of a file; refused where it says something that there is not."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", {"file": str(path)}) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is no TOML: {error}", {"file": str(path)}) from None
    try:
        return _plan(said, seed)
    except StromnetzError as error:
        raise BadInput(f"{path}: {error}", {"file": str(path), **error.facts}) from None


def _plan(said: dict[str, Any], seed: int) -> Plan:
    kinds, wide, guests = said.pop("kinds", None), said.pop("wide", "small"), said.pop("guests", {})
    if not isinstance(kinds, list) or not kinds:
        raise BadInput("a recipe has at least one [[kinds]]", {"field": "kinds"})
    if not isinstance(wide, str) or wide not in WIDTHS:
        raise BadInput(f"a net is {', '.join(WIDTHS)} wide, not {short_repr(wide)}", {"field": "wide"})
    usual = {one.name: one.default for one in fields(Plan) if one.name not in ("kinds", "seed", "wide", "guests")}
    for name, value in said.items():
        _check(name, value, usual)
    if said.get("teacher") and said.get("rival"):
        raise BadInput("a net copies a teacher, or meets the copy of a rival: say one of them", {"field": "rival"})
    if (said.get("teacher") or said.get("rival")) and not said.get("lessons"):
        raise BadInput("to copy a bot takes lessons: say how many", {"field": "lessons"})
    check_bots([said[name] for name in ("teacher", "rival") if said.get(name)] + list(_shares(guests)))
    if said.get("alone", 0.2) + said.get("half", 0.2) > 1:
        raise BadInput("alone and half make at most 1 together", {"field": "alone"})
    if "jumps" in said:
        said["jumps"] = tuple(said["jumps"])
    found = [kind for one in kinds for kind in _kinds(one)]
    Random(seed).shuffle(found)  # processes have places side by side: each is to have something of everything
    return Plan(tuple(found), seed, wide=WIDTHS[wide], guests=tuple(guests.items()), **said)


def _check(name: str, value: Any, usual: dict[str, Any]) -> None:
    if name not in usual:
        raise BadInput(
            f"there is no {short_repr(name)}; there are kinds, wide, guests, {', '.join(usual)}", {"field": name}
        )
    known = usual[name]
    if isinstance(known, tuple):
        if not isinstance(value, list) or any(type(one) is not int or one < 1 for one in value):
            raise BadInput(f"{name} is a list of whole numbers above 0, not {short_repr(value)}", {"field": name})
    elif isinstance(known, str):
        if not isinstance(value, str):
            raise BadInput(f"{name} is the name of a bot, not {short_repr(value)}", {"field": name})
    elif isinstance(known, int):
        if type(value) is not int or value < (0 if name == "lessons" else 1):
            raise BadInput(f"{name} is a whole number above 0, not {short_repr(value)}", {"field": name})
    elif type(value) not in (int, float) or not 0 <= value <= 1:
        raise BadInput(f"{name} is a number from 0 to 1, not {short_repr(value)}", {"field": name})


def _shares(guests: Any) -> list[str]:
    """The names of the guests, whose shares are shares."""
    if not isinstance(guests, dict) or any(
        type(one) not in (int, float) or not 0 < one <= 1 for one in guests.values()
    ):
        raise BadInput("guests are bots with their shares of the games", {"field": "guests"})
    if sum(guests.values()) > 1:
        raise BadInput("the shares of the guests make at most 1 together", {"field": "guests"})
    return list(guests)


def _kinds(one: Any) -> list[GameKind]:
    if not isinstance(one, Mapping) or not {"edition", "map", "players"} <= set(one):
        raise BadInput("a kind has an edition, a map and a list of players", {"field": "kinds"})
    for name, value in one.items():
        if name not in KIND or type(value) is not KIND[name]:
            raise BadInput(f"a kind of game has no {short_repr(name)} that is {short_repr(value)}", {"field": "kinds"})
    players: list[int] = one["players"]
    times: int = one.get("times", 1)
    if not players or any(type(number) is not int for number in players) or times < 1:
        raise BadInput("players is a list of whole numbers, times at least 1", {"field": "kinds"})
    regions = one.get("regions", "random")
    if regions not in ("random", "draft"):
        raise BadInput(f"regions are random or draft, not {short_repr(regions)}", {"field": "kinds"})
    options = one.get("options", {})
    return [GameKind.of(one["edition"], one["map"], number, options, regions) for number in players] * times
