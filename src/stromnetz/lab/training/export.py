"""Export the net of a run as a file that bots can play with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from stromnetz.learn.net_file import NetSizes, shapes_of, write_net

from .run import Run

MAX_EXPORT_BYTES = 300_000
"""Maximum size of a net file."""
MAX_QUANTIZED = 127
"""Largest absolute value of a quantized weight."""

Bits = Literal[16, 8]


def export_net(
    run: Run, plays: Sequence[tuple[str, str, int]], duels: Sequence[dict[str, Any]], date: str, *, bits: Bits = 16
) -> bytes:
    """The net file. ``plays`` lists the games that it may be used for, ``duels`` the results measured there.

    Nets whose file would be too large with 16 bits per weight get 8 if that fits.
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
    large = b""
    if bits == 16:
        large = write_net(card, shape, sizes, pack_weights(run.best, sizes, 16))
        if len(large) <= MAX_EXPORT_BYTES:
            return large
    small = write_net({**card, "bits": 8}, shape, sizes, pack_weights(run.best, sizes, 8))
    return small if bits == 8 or len(small) <= MAX_EXPORT_BYTES else large


def pack_weights(weights: Mapping[str, Any], sizes: NetSizes, bits: Bits) -> bytes:
    """Weights as stored in a file (``learn/net_file.py``)."""
    arrays = [weights[name] for name in shapes_of(sizes)]
    return b"".join(_halves(array) if bits == 16 or array.ndim == 1 else _bytes(array) for array in arrays)


def _halves(array: Any) -> bytes:
    return bytes(array.astype("<f2").tobytes())


def _bytes(array: Any) -> bytes:
    """The columns' units, then each weight as a multiple of its column's unit."""
    units = (np.abs(array).max(axis=0, initial=0) / MAX_QUANTIZED).astype("<f2")
    # columns with the unit 0 are all 0; a unit that was rounded down may leave values slightly above the maximum
    quantized = np.rint(array / np.where(units > 0, units, np.inf).astype(float)).clip(-MAX_QUANTIZED, MAX_QUANTIZED)
    return bytes(units.tobytes() + quantized.astype(np.int8).tobytes())
