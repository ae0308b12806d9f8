"""A net for other games that begins with what one has learned already: what both read is taken over by its name.

Bids, fuel and building are much alike in all editions, and the numbers of options and outlook are the same everywhere.
Cards, cities and whatever else is new begins as in a fresh net.
"""

from __future__ import annotations

from typing import Any

from stromnetz.learn.shapes import MAP_PARTS, Shape

from .runs import Plan, Run

NAMED = frozenset({"state", "places", "words"})
"""Arrays with a row for each name."""


def grown(run: Run, plan: Plan) -> Run:
    """A run by this plan whose net knows what that of the other run knows. Who it met there stays behind."""
    out = Run.begin(plan)
    old, new = _rows(run.plan.shape()), _rows(plan.shape())
    for name, array in out.weights.items():
        before = run.weights[name]
        if name not in NAMED:
            if before.shape == array.shape:
                array[:] = before
        elif before.shape[1:] == array.shape[1:]:
            at = {key: i for i, key in enumerate(old[name])}
            for i, key in enumerate(new[name]):
                if key in at:
                    array[i] = before[at[key]]
    return out


def _rows(shape: Shape) -> dict[str, list[Any]]:
    """By array: what its rows are about."""
    state: list[Any] = []
    places: list[Any] = []
    for part in shape.parts:
        (places if part.name in MAP_PARTS else state).extend(part.names())
    return {"state": state, "places": places, "words": list(shape.words)}
