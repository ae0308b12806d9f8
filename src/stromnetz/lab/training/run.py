"""Training runs: plan, recipe, file, and transfer of weights from another net."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, astuple, dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any
from zipfile import BadZipFile

import numpy as np

from stromnetz.arena.matches import GameKind
from stromnetz.bots import check_bots
from stromnetz.engine.errors import BadInput, StromnetzError, short_repr
from stromnetz.learn.columns import OUTLOOK_VERSION, VERSION
from stromnetz.learn.input_layout import MAP_PARTS, InputLayout
from stromnetz.learn.net_file import NetSizes, read_net, shapes_of
from stromnetz.play.rulesets import rules_for

from .network import init_weights

FORMAT = "stromnetz-training"
SMALL, LARGE = (100, 40, 80, 80, 32, 64, 48), (512, 192, 512, 256, 96, 128, 128)
"""Layer widths of a net that fits a file with 16 bits per weight, and of one that is only distilled."""
WIDTHS = {"small": SMALL, "middle": (128, 48, 192, 160, 48, 128, 96), "large": LARGE}
"""The middle size fits a file with 8 bits per weight."""


@dataclass(slots=True)
class TrainingPlan:
    """The settings of a run, which do not change when it is resumed."""

    kinds: tuple[GameKind, ...]
    seed: int = 0
    games: int = 64
    """Games played at once."""
    steps: int = 64
    """Choices per game between two learning steps."""
    decisions: int = 1_000_000
    """Decisions after which learning rate and entropy bonus have reached their minimum."""
    teacher: str = ""
    rival: str = ""
    """A bot of which a copy plays in some games."""
    lessons: int = 0
    """Decisions of the teacher or rival that are imitated first."""
    guests: tuple[tuple[str, float], ...] = ()
    rate: float = 3e-4
    least_rate: float = 4e-5
    entropy: float = 0.01
    least_entropy: float = 0.002
    epochs: int = 2
    batch: int = 32768
    decay: float = 0.96
    alone: float = 0.2
    """Share of games in which it has one seat, and copies of one opponent have the others."""
    half: float = 0.2
    """Share of games in which an earlier version has about half of the seats."""
    mean: float = 0.0
    """Weight of each turn in the exported moving average of the weights; 0: export the last weights."""
    wide: tuple[int, ...] = SMALL
    """Layer widths: state, map, trunk, core, value, option, choice."""

    def shape(self) -> InputLayout:
        return InputLayout.of([rules_for(k.edition, k.map, k.players, dict(k.options))[0] for k in self.kinds])

    def sizes(self) -> NetSizes:
        found = NetSizes.of(self.shape())
        return NetSizes(found.known, found.places, found.words, *self.wide)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "kinds": [kind.to_json() for kind in self.kinds]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TrainingPlan:
        names = {one.name for one in fields(cls)}
        given = {name: value for name, value in data.items() if name in names}
        given["kinds"] = tuple(GameKind.from_json(one) for one in data["kinds"])
        given["guests"] = tuple((name, share) for name, share in data["guests"])
        given["wide"] = tuple(data["wide"])
        return cls(**given)


@dataclass(slots=True)
class Run:
    """The state of a run, with numpy arrays."""

    plan: TrainingPlan
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
    """Moving average of the weights, if the plan asks for it."""
    pool: list[dict[str, Any]] = field(default_factory=list)
    taught: bool = False

    @classmethod
    def begin(cls, plan: TrainingPlan) -> Run:
        return cls(plan, init_weights(plan.sizes(), plan.seed))

    @property
    def best(self) -> dict[str, Any]:
        """The weights to play by."""
        return self.average or self.weights

    @property
    def progress(self) -> float:
        return min(1.0, self.decisions / max(1, self.plan.decisions))


STORED_NUMBERS = ("updates", "turns", "decisions", "games", "cloned", "seconds", "taught")


def partial_path(path: Path) -> Path:
    """The temporary file of a save, which then replaces the old file."""
    return path.with_name(f"{path.name}.part")


def save(run: Run, path: Path) -> None:
    """Save a run; the old file stays until the new one is complete."""
    head = {"format": FORMAT, "layout": VERSION, "outlook": OUTLOOK_VERSION, "plan": run.plan.to_json()}
    head |= {name: getattr(run, name) for name in STORED_NUMBERS}
    arrays: dict[str, Any] = {"head": np.frombuffer(json.dumps(head).encode(), np.uint8)}
    for group, held in _groups(run):
        arrays |= {f"{group} {name}": array for name, array in held.items()}
    part = partial_path(path)
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
    """Load a run from its file."""
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
    run = Run(TrainingPlan.from_json(head["plan"]), {}, **{name: head[name] for name in STORED_NUMBERS})
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


KIND_FIELDS = {"edition": str, "map": str, "players": list, "times": int, "options": dict, "regions": str}
"""Fields of a kind of game in a recipe; the first three are required."""


def read_recipe(path: Path, seed: int) -> TrainingPlan:
    """Read a recipe as a plan; raises `BadInput` for unknown or invalid settings."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", {"file": str(path)}) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is no TOML: {error}", {"file": str(path)}) from None
    try:
        return _plan(data, seed)
    except StromnetzError as error:
        raise BadInput(f"{path}: {error}", {"file": str(path), **error.facts}) from None


def _plan(data: dict[str, Any], seed: int) -> TrainingPlan:
    kinds, wide, guests = data.pop("kinds", None), data.pop("wide", "small"), data.pop("guests", {})
    if not isinstance(kinds, list) or not kinds:
        raise BadInput("a recipe has at least one [[kinds]]", {"field": "kinds"})
    if not isinstance(wide, str) or wide not in WIDTHS:
        raise BadInput(f"a net is {', '.join(WIDTHS)} wide, not {short_repr(wide)}", {"field": "wide"})
    defaults = {
        one.name: one.default for one in fields(TrainingPlan) if one.name not in ("kinds", "seed", "wide", "guests")
    }
    for name, value in data.items():
        _check_setting(name, value, defaults)
    if data.get("teacher") and data.get("rival"):
        raise BadInput("a net copies a teacher, or meets the copy of a rival: say one of them", {"field": "rival"})
    if (data.get("teacher") or data.get("rival")) and not data.get("lessons"):
        raise BadInput("to copy a bot takes lessons: say how many", {"field": "lessons"})
    check_bots([data[name] for name in ("teacher", "rival") if data.get(name)] + list(_check_guests(guests)))
    if data.get("alone", 0.2) + data.get("half", 0.2) > 1:
        raise BadInput("alone and half make at most 1 together", {"field": "alone"})
    found = [kind for one in kinds for kind in _kinds(one)]
    Random(seed).shuffle(found)  # consecutive games share a process, and each process should get all kinds
    return TrainingPlan(tuple(found), seed, wide=WIDTHS[wide], guests=tuple(guests.items()), **data)


def _check_setting(name: str, value: Any, defaults: dict[str, Any]) -> None:
    if name not in defaults:
        raise BadInput(
            f"there is no {short_repr(name)}; there are kinds, wide, guests, {', '.join(defaults)}", {"field": name}
        )
    known = defaults[name]
    if isinstance(known, str):
        if not isinstance(value, str):
            raise BadInput(f"{name} is the name of a bot, not {short_repr(value)}", {"field": name})
    elif isinstance(known, int):
        if type(value) is not int or value < (0 if name == "lessons" else 1):
            raise BadInput(f"{name} is a whole number above 0, not {short_repr(value)}", {"field": name})
    elif type(value) not in (int, float) or not 0 <= value <= 1:
        raise BadInput(f"{name} is a number from 0 to 1, not {short_repr(value)}", {"field": name})


def _check_guests(guests: Any) -> list[str]:
    """Check the shares of the guests; returns their names."""
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
        if name not in KIND_FIELDS or type(value) is not KIND_FIELDS[name]:
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


NAMED_ARRAYS = frozenset({"state", "places", "words"})
"""Arrays whose rows have names."""
WIDTH_COUNT = 7
"""Number of layer widths at the end of `NetSizes`."""


@dataclass(slots=True, frozen=True)
class TrainedNet:
    """A trained net: of a run, or of a bot."""

    shape: InputLayout
    sizes: NetSizes
    weights: dict[str, Any]

    @classmethod
    def of_run(cls, run: Run) -> TrainedNet:
        return cls(run.plan.shape(), run.plan.sizes(), run.best)

    @classmethod
    def from_file(cls, path: Path) -> TrainedNet:
        """Load the net of a run (``.npz``) or of a bot (``.net``)."""
        if path.suffix != ".net":
            return cls.of_run(load(path))
        try:
            held = read_net(path.read_bytes(), path.name)
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror}", {"file": str(path)}) from None
        arrays = held.arrays().items()
        return cls(
            held.shape,
            held.sizes,
            {name: np.array(numbers, np.float32).reshape(shape) for name, (shape, numbers) in arrays},
        )

    @property
    def wide(self) -> tuple[int, ...]:
        return astuple(self.sizes)[-WIDTH_COUNT:]


def transfer_weights(known: TrainedNet, plan: TrainingPlan) -> Run:
    """A new run with this plan, whose net starts with the weights of another. Opponents are not transferred."""
    if any(new < old for new, old in zip(plan.wide, known.wide, strict=True)):
        raise BadInput(f"a net of {known.wide} does not fit into one of {plan.wide}", {})
    out = Run.begin(plan)
    old, new = _row_names(known.shape), _row_names(plan.shape())
    state = known.sizes.state, plan.sizes().state
    for name, array in out.weights.items():
        before = known.weights[name]
        columns = before.shape[-1]
        if name in NAMED_ARRAYS:
            at = {key: i for i, key in enumerate(old[name])}
            for i, key in enumerate(new[name]):
                if key in at:
                    array[i, :columns] = before[at[key]]
        elif before.ndim == 1 or name == "option":
            array[..., :columns] = before
        else:
            # the trunk reads the state and, after it, the map
            first, wider = state if name == "trunk" else (len(before), len(array))
            array[:, :columns] = 0
            array[:first, :columns] = before[:first]
            array[wider : wider + len(before) - first, :columns] = before[first:]
    return out


def _row_names(shape: InputLayout) -> dict[str, list[Any]]:
    """Names of the rows, by array."""
    state: list[Any] = []
    places: list[Any] = []
    for part in shape.parts:
        (places if part.name in MAP_PARTS else state).extend(part.names())
    return {"state": state, "places": places, "words": list(shape.words)}
