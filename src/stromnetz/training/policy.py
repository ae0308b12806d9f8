"""Choosing by a net: by its shares, or the best row."""

from __future__ import annotations

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .net import Decisions, Params, forward, log_shares


def choose(xp: Arrays, w: Params, sizes: NetSizes, d: Decisions, greedy: bool) -> tuple[Array, Array, Array]:
    """For each decision the number of a row, the logarithm of its share, and the chances of the seat."""
    passed = forward(xp, w, sizes, d)
    shares = log_shares(xp, passed.scores, d)
    drawn = shares
    if not greedy:  # the largest of the shares with this noise is each row as often as its share says
        drawn = shares - xp.log(-xp.log(xp.clip(xp.uniform(len(shares)), 1e-9, 1 - 1e-7)))
    best = xp.segment_max(drawn, d.segments, d.starts)
    rows = xp.segment_first(drawn == best[d.segments], d.segments, d.starts)
    return rows, shares[d.starts + rows], passed.chances
