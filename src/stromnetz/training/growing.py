"""A net for other games that begins with what one has learned already: what both read is taken over by its name.

Bids, fuel and building are much alike in all editions, and the numbers of options and outlook are the same everywhere.
Cards, cities and whatever else is new begins as in a fresh net. So does what a wider net has more of; nothing that was
there before listens to it at first, so that the net begins as good as the narrow one was.
"""

from __future__ import annotations

from typing import Any

from stromnetz.engine.errors import BadInput
from stromnetz.learn.shapes import MAP_PARTS, Shape

from .runs import Plan, Run

NAMED = frozenset({"state", "places", "words"})
"""Arrays with a row for each name."""


def grown(run: Run, plan: Plan) -> Run:
    """A run by this plan whose net knows what that of the other run knows. Who it met there stays behind."""
    if any(new < old for new, old in zip(plan.wide, run.plan.wide, strict=True)):
        raise BadInput(f"a net of {run.plan.wide} does not fit into one of {plan.wide}", {})
    out = Run.begin(plan)
    old, new = _rows(run.plan.shape()), _rows(plan.shape())
    state = run.plan.sizes().state, plan.sizes().state
    for name, array in out.weights.items():
        before = run.weights[name]
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


def _rows(shape: Shape) -> dict[str, list[Any]]:
    """By array: what its rows are about."""
    state: list[Any] = []
    places: list[Any] = []
    for part in shape.parts:
        (places if part.name in MAP_PARTS else state).extend(part.names())
    return {"state": state, "places": places, "words": list(shape.words)}
