"""A run of training: what it was asked for, where it stands, and the file from which it goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from stromnetz.arena.matches import GameKind
from stromnetz.engine.errors import BadInput
from stromnetz.learn.input_layout import InputLayout
from stromnetz.learn.net_file import NetSizes, shapes_of
from stromnetz.learn.outlook import OUTLOOK_VERSION
from stromnetz.learn.tables import VERSION
from stromnetz.play.rulesets import rules_for

from .net import fresh

FORMAT = "stromnetz-training"
SMALL, LARGE = (100, 40, 80, 80, 32, 64, 48), (512, 192, 512, 256, 96, 128, 128)
"""Numbers at each stage of a net that can be shipped with two bytes a weight, and of one that is only to learn from."""
WIDTHS = {"small": SMALL, "middle": (128, 48, 192, 160, 48, 128, 96), "large": LARGE}
"""The middle one can be shipped with one byte a weight."""


@dataclass(slots=True)
class Plan:
    """What a run was asked for. It stays as it is when the run is gone on with."""

    kinds: tuple[GameKind, ...]
    seed: int = 0
    games: int = 64
    """At once."""
    steps: int = 64
    """Choices in each game between two turns of learning."""
    decisions: int = 1_000_000
    """After so many the rate and the curiosity have fallen to their least."""
    teacher: str = ""
    rival: str = ""
    """A bot of which a copy sits at some tables."""
    lessons: int = 0
    """Decisions of the teacher, or of the rival, that are copied first."""
    guests: tuple[tuple[str, float], ...] = ()
    rate: float = 3e-4
    least_rate: float = 4e-5
    entropy: float = 0.01
    least_entropy: float = 0.002
    epochs: int = 2
    batch: int = 32768
    decay: float = 0.96
    alone: float = 0.2
    """The share of games in which it has one seat, and copies of one other have the rest."""
    half: float = 0.2
    """The share of games in which about half of the seats are an earlier self's."""
    mean: float = 0.0
    """How much each turn counts in the mean of the weights that is exported; 0: only the last one does."""
    wide: tuple[int, ...] = SMALL
    """State, map, trunk, core, value, option, choice."""
    jumps: tuple[int, ...] = ()
    """How far above the least bid it may go at once."""

    def shape(self) -> InputLayout:
        return InputLayout.of([rules_for(k.edition, k.map, k.players, dict(k.options))[0] for k in self.kinds])

    def sizes(self) -> NetSizes:
        found = NetSizes.of(self.shape())
        return NetSizes(found.known, found.places, found.words, *self.wide)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "kinds": [kind.to_json() for kind in self.kinds]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Plan:
        names = {one.name for one in fields(cls)}
        given = {name: value for name, value in data.items() if name in names}
        given["kinds"] = tuple(GameKind.from_json(one) for one in data["kinds"])
        given["guests"] = tuple((name, share) for name, share in data["guests"])
        given["wide"] = tuple(data["wide"])
        given["jumps"] = tuple(data.get("jumps", ()))
        return cls(**given)


@dataclass(slots=True)
class Run:
    """Where a run stands; all arrays are numpy's."""

    plan: Plan
    weights: dict[str, Any]
    mean: dict[str, Any] = field(default_factory=dict)
    square: dict[str, Any] = field(default_factory=dict)
    updates: int = 0
    turns: int = 0
    decisions: int = 0
    games: int = 0
    cloned: int = 0
    seconds: float = 0.0
    average: dict[str, Any] = field(default_factory=dict)
    """The mean of the weights over the last turns, where the plan asks for one."""
    pool: list[dict[str, Any]] = field(default_factory=list)
    taught: bool = False

    @classmethod
    def begin(cls, plan: Plan) -> Run:
        return cls(plan, fresh(plan.sizes(), plan.seed))

    @property
    def best(self) -> dict[str, Any]:
        """The weights to play by."""
        return self.average or self.weights

    @property
    def progress(self) -> float:
        return min(1.0, self.decisions / max(1, self.plan.decisions))


NUMBERS = ("updates", "turns", "decisions", "games", "cloned", "seconds", "taught")


def part_of(path: Path) -> Path:
    """The file into which a run is written before it takes the place of the old one."""
    return path.with_name(f"{path.name}.part")


def save(run: Run, path: Path) -> None:
    """Write a run down; what was there before stays until all is written."""
    head = {"format": FORMAT, "layout": VERSION, "outlook": OUTLOOK_VERSION, "plan": run.plan.to_json()}
    head |= {name: getattr(run, name) for name in NUMBERS}
    arrays: dict[str, Any] = {"head": np.frombuffer(json.dumps(head).encode(), np.uint8)}
    for group, held in _groups(run):
        arrays |= {f"{group} {name}": array for name, array in held.items()}
    part = part_of(path)
    with part.open("wb") as file:
        np.savez(file, **arrays)
    os.replace(part, path)  # noqa: PTH105


def _groups(run: Run) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "weights", run.weights
    yield "mean", run.mean
    yield "square", run.square
    yield "average", run.average
    for number, one in enumerate(run.pool):
        yield f"pool{number}", one


def load(path: Path) -> Run:
    """A run from its file."""
    try:
        with np.load(path, allow_pickle=False) as data:
            held = {name: data[name] for name in data.files}
        head = json.loads(held.pop("head").tobytes())
        if head["format"] != FORMAT:
            raise KeyError(head["format"])
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise BadInput(f"{path} is no run of training: {error}", {"file": str(path)}) from None
    if head["layout"] != VERSION:
        raise BadInput(
            f"{path} was trained on layout {head['layout']} of the numbers; this is layout {VERSION}: begin anew",
            {"file": str(path)},
        )
    if (outlook := head.get("outlook", 0)) != OUTLOOK_VERSION:
        raise BadInput(
            f"{path} was trained on outlook {outlook}; this is outlook {OUTLOOK_VERSION}: begin anew",
            {"file": str(path)},
        )
    run = Run(Plan.from_json(head["plan"]), {}, **{name: head[name] for name in NUMBERS})
    groups: dict[str, dict[str, Any]] = {}
    for name, array in held.items():
        group, _, of = name.partition(" ")
        groups.setdefault(group, {})[of] = array
    run.weights, run.mean, run.square = groups["weights"], groups.get("mean", {}), groups.get("square", {})
    run.average = groups.get("average", {})
    run.pool = [groups[name] for name in sorted(groups) if name.startswith("pool")]
    for name, shape in shapes_of(run.plan.sizes()).items():
        if run.weights[name].shape != shape:
            raise BadInput(
                f"{path} does not fit: {name} is {run.weights[name].shape}, not {shape}", {"file": str(path)}
            )
    return run
