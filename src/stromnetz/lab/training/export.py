"""Export a run as a net for the table, with its card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from stromnetz.learn.net_file import NetSizes, shapes_of, write_net

from .run import Run

MAX_NET_BYTES = 300_000
"""Bytes of a file of weights."""
LARGEST = 127
"""What a byte holds on either side of 0."""

Bits = Literal[16, 8]


def exported(
    run: Run, plays: Sequence[tuple[str, str, int]], duels: Sequence[dict[str, Any]], date: str, *, bits: Bits = 16
) -> bytes:
    """The file: ``plays`` are the games that it may be asked to play, ``duels`` what was measured there.

    Where it would be too large with 16 bits for a weight, and is not with 8, it has 8.
    """
    plan = run.plan
    sizes = plan.sizes()
    card = {
        "trained": sorted({str(kind) for kind in plan.kinds}),
        "plays": [list(one) for one in plays],
        "decisions": run.decisions,
        "games": run.games,
        "turns": run.turns,
        "copied": run.cloned,
        "teacher": plan.teacher,
        "seconds": round(run.seconds),
        "seed": plan.seed,
        "duels": list(duels),
        "date": date,
    }
    shape = plan.shape()
    usual = b""
    if bits == 16:
        usual = write_net(card, shape, sizes, kept(run.best, sizes, 16))
        if len(usual) <= MAX_NET_BYTES:
            return usual
    small = write_net({**card, "bits": 8}, shape, sizes, kept(run.best, sizes, 8))
    return small if bits == 8 or len(small) <= MAX_NET_BYTES else usual


def kept(weights: Mapping[str, Any], sizes: NetSizes, bits: Bits) -> bytes:
    """Weights as a file keeps them (``learn/net_file.py``)."""
    arrays = [weights[name] for name in shapes_of(sizes)]
    return b"".join(_halves(array) if bits == 16 or array.ndim == 1 else _bytes(array) for array in arrays)


def _halves(array: Any) -> bytes:
    return bytes(array.astype("<f2").tobytes())


def _bytes(array: Any) -> bytes:
    """Each weight as a multiple of its column's unit, and these units before them."""
    units = (np.abs(array).max(axis=0, initial=0) / LARGEST).astype("<f2")
    # a column without a unit is 0 all over, and a unit that was rounded down may leave a little above the largest
    counted = np.rint(array / np.where(units > 0, units, np.inf).astype(float)).clip(-LARGEST, LARGEST)
    return bytes(units.tobytes() + counted.astype(np.int8).tobytes())
