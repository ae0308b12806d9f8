"""A net for other games that begins with what one has learned already: what both read is taken over by its name.

Bids, fuel and building are much alike in all editions, and the numbers of options and outlook are the same everywhere.
Cards, cities and whatever else is new begins as in a fresh net. So does what a wider net has more of; nothing that was
there before listens to it at first, so that the net begins as good as the narrow one was.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from stromnetz.engine.errors import BadInput
from stromnetz.learn.input_layout import MAP_PARTS, InputLayout
from stromnetz.learn.net_file import NetSizes, read_net

from .runs import Plan, Run, load

NAMED = frozenset({"state", "places", "words"})
"""Arrays with a row for each name."""
WIDTHS = 7
"""Of the sizes of a net, so many say how wide it is; those before them say what it reads."""


@dataclass(slots=True, frozen=True)
class Learned:
    """What a net has learned: the weights of a run, or those that bots play by."""

    shape: InputLayout
    sizes: NetSizes
    weights: dict[str, Any]

    @classmethod
    def in_run(cls, run: Run) -> Learned:
        return cls(run.plan.shape(), run.plan.sizes(), run.best)

    @classmethod
    def in_file(cls, path: Path) -> Learned:
        """Of a run (``.npz``) or of a bot (``.net``)."""
        if path.suffix != ".net":
            return cls.in_run(load(path))
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
        return astuple(self.sizes)[-WIDTHS:]


def grown(known: Learned, plan: Plan) -> Run:
    """A run by this plan whose net knows what the other knows. Who that one met stays behind."""
    if any(new < old for new, old in zip(plan.wide, known.wide, strict=True)):
        raise BadInput(f"a net of {known.wide} does not fit into one of {plan.wide}", {})
    out = Run.begin(plan)
    old, new = _rows(known.shape), _rows(plan.shape())
    state = known.sizes.state, plan.sizes().state
    for name, array in out.weights.items():
        before = known.weights[name]
        columns = before.shape[-1]
        if name in NAMED:
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


def _rows(shape: InputLayout) -> dict[str, list[Any]]:
    """By array: what its rows are about."""
    state: list[Any] = []
    places: list[Any] = []
    for part in shape.parts:
        (places if part.name in MAP_PARTS else state).extend(part.names())
    return {"state": state, "places": places, "words": list(shape.words)}
