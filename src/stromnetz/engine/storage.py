"""Fuel pools: what fits into storage, what can be burnt, what must be given up (P2 to P4a). One test decides all three.

A pool is a count per fuel. Stores are pairs (fuel mask, capacity). By Hall's theorem a pool fits into the stores
exactly if, for every set of fuels, it holds no more of them than the stores accepting any of them can take.

The plants of a run burn one after another, and fuel may be moved in between (P4a). The fuel that a plant burns occupies
as many of its places, so the other markers must fit into the remaining places: the same test with those places removed.
Each plant that has run leaves the next one more room. So a plant with a single fuel never has to wait or gets in the
way; only the order of the hybrids matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

Pool = tuple[int, ...]
Store = tuple[int, int]
Plant = tuple[int, int, int]
"""A plant to run: (fuel mask, markers burnt, cities supplied)."""
Runs = tuple[tuple[int, Pool, int], ...]
"""Possible runs: (bit set of plants, fuel burnt, output)."""


STORAGE_CACHE_SIZE: Final = 1 << 15
"""Pools repeat within a game and its copies, so these pure functions cache their results."""


def caps_of(stores: Iterable[Store], fuels: int) -> Pool:
    """Return, for every set of fuels (as a bit mask), the capacity of the stores that accept at least one of them."""
    caps = [0] * (1 << fuels)
    for mask, cap in stores:
        for s in range(1, 1 << fuels):
            if mask & s:
                caps[s] += cap
    return tuple(caps)


def totals(pool: Pool) -> list[int]:
    """Return, for every set of fuels (as a bit mask), the number of markers in the pool."""
    out = [0]
    for count in pool:
        out += [t + count for t in out] if count else out
    return out


def fits(pool: Pool, caps: Pool) -> bool:
    for s, total in enumerate(totals(pool)):
        if total > caps[s]:
            return False
    return True


@lru_cache(maxsize=STORAGE_CACHE_SIZE)
def room(pool: Pool, caps: Pool) -> Pool:
    """Return for each fuel how many more markers the stores can take."""
    left = [c - t for t, c in zip(totals(pool), caps, strict=True)]
    out: list[int] = []
    for f in range(len(pool)):
        bit = 1 << f
        out.append(min([left[s] for s in range(bit, len(left)) if s & bit]))
    return tuple(out)


def minus(pool: Pool, less: Pool) -> Pool:
    return tuple([pool[f] - less[f] for f in range(len(pool))])


def plus(pool: Pool, more: Pool) -> Pool:
    return tuple([pool[f] + more[f] for f in range(len(pool))])


@lru_cache(maxsize=STORAGE_CACHE_SIZE)
def mixes(pool: Pool, mask: int, count: int) -> tuple[Pool, ...]:
    """Return all ways to take exactly ``count`` markers of the accepted fuels out of the pool."""
    if mask and not mask & (mask - 1):  # one fuel
        f = mask.bit_length() - 1
        return ((0,) * f + (count,) + (0,) * (len(pool) - f - 1),) if pool[f] >= count else ()
    out: list[Pool] = [()]
    for f in range(len(pool)):
        most = pool[f] if mask >> f & 1 else 0
        out = [(*v, k) for v in out for k in range(min(most, count - sum(v)) + 1)]
    return tuple([v for v in out if sum(v) == count])


def minimal_losses(pool: Pool, caps: Pool, mask: int) -> list[Pool]:
    """Return all ways to discard as few markers as possible, only of fuels in the mask, so that the rest fits (A9)."""
    excess = max(t - c for t, c in zip(totals(pool), caps, strict=True))
    if excess <= 0:
        return [(0,) * len(pool)]
    return [v for v in mixes(pool, mask, excess) if fits(minus(pool, v), caps)]


@lru_cache(maxsize=STORAGE_CACHE_SIZE)
def run_set(pool: Pool, plants: tuple[Plant, ...], caps: Pool) -> frozenset[tuple[int, Pool]]:
    """Return all possible runs as (bit set of plants, fuel burnt), for lookups."""
    return frozenset([(bits, burnt) for bits, burnt, _ in runs(pool, plants, caps)])


@lru_cache(maxsize=STORAGE_CACHE_SIZE)
def strongest_run(pool: Pool, plants: tuple[Plant, ...]) -> tuple[int, int]:
    """Return the run with the largest output, of equal ones the one that burns least: (bit set of plants, output)."""
    bits, _, output = max(runs(pool, plants), key=lambda run: (run[2], -sum(run[1])))
    return bits, output


def possible_burns(pool: Pool, chosen: Sequence[Plant]) -> list[Pool]:
    """Return all fuel totals that the chosen plants could burn, each running once, wherever the fuel is stored."""
    everything = (1 << len(chosen)) - 1
    return [burnt for bits, burnt, _ in runs(pool, tuple(chosen)) if bits == everything]


def runs(pool: Pool, plants: tuple[Plant, ...], caps: Pool | None = None) -> Runs:
    """Return all possible runs: (bit set of plants, fuel burnt, output), the empty one first.

    Given the capacities of all stores (the pool must fit), these are the runs of P4a. Without them, fuel may be stored
    anywhere. That allows more ways to fuel the plants, but no further set of plants: if one set of places can be filled
    from the pool, and another can hold all of it, some way of storing it does both (Mendelsohn and Dulmage). Stored
    like that, the plants can run in any order.
    """
    needs = _needs(plants, len(pool))
    if needs is None:
        return _runs(pool, plants, caps)
    # without hybrids, fuel beyond what can burn changes nothing, so many pools share one cache entry
    return _runs(tuple([min(pool[f], needs[f]) for f in range(len(pool))]), plants, None)


@lru_cache(maxsize=STORAGE_CACHE_SIZE)
def _needs(plants: tuple[Plant, ...], fuels: int) -> Pool | None:
    """Return what all plants together burn of each fuel; None if there is a hybrid."""
    out = [0] * fuels
    for mask, need, _ in plants:
        if mask & (mask - 1):
            return None
        if mask:
            out[mask.bit_length() - 1] += need
    return tuple(out)


@lru_cache(maxsize=STORAGE_CACHE_SIZE)
def _runs(pool: Pool, plants: tuple[Plant, ...], caps: Pool | None) -> Runs:
    # (plants, fuel burnt, fuel left, output); each further plant at most doubles the list
    out: list[tuple[int, Pool, Pool, int]] = [(0, (0,) * len(pool), pool, 0)]
    for i, (mask, need, cities) in enumerate(plants):
        seen: set[tuple[int, Pool]] = set()  # two hybrids can reach the same total in several ways
        for bits, burnt, left, output in out[:]:
            for mix in mixes(left, mask, need) if need else ((),):
                total = plus(burnt, mix) if need else burnt
                if (bits, total) not in seen:
                    seen.add((bits, total))
                    out.append((bits | 1 << i, total, minus(left, mix) if need else left, output + cities))
    constraints = _constraints(pool, plants, caps) if caps is not None else []
    if not constraints:
        return tuple([(bits, burnt, output) for bits, burnt, _, output in out])
    possible: set[tuple[int, Pool]] = set()
    ways: list[tuple[int, Pool, int]] = []
    for bits, burnt, _, output in out:  # runs with one plant less come first
        if _has_room(bits, burnt, constraints) and _can_run_last(bits, burnt, plants, possible):
            possible.add((bits, burnt))
            ways.append((bits, burnt, output))
    return tuple(ways)


Constraint = tuple[tuple[int, ...], list[int]]
"""A set of fuels, and for every bit set of plants how many markers of them the run must burn."""


def _constraints(pool: Pool, plants: tuple[Plant, ...], caps: Pool) -> list[Constraint]:
    """Return the sets of fuels that leave too little room for some hybrid that burns only other fuels (P4a)."""
    shared = held = most = 0
    for mask, need, _ in plants:
        if mask & (mask - 1):
            shared |= mask
            most = max(most, need)
    for f, count in enumerate(pool):
        held |= (count > 0) << f
    out: list[Constraint] = []
    for s, total in enumerate(totals(pool)):
        places = caps[s] - total
        if places >= most or s & ~held or not s & shared:
            continue
        other = s & ~shared
        if other and caps[s] == caps[s & shared] + caps[other]:  # no store accepts both: nothing new
            continue
        least = [0]
        for mask, need, _ in plants:
            lacking = need - places if mask & s and mask & ~s else 0
            least += [max(n, lacking) for n in least]
        if least[-1]:
            out.append((tuple([f for f in range(len(pool)) if s >> f & 1]), least))
    return out


def _has_room(bits: int, burnt: Pool, constraints: list[Constraint]) -> bool:
    """Whether every hybrid of a run could be the last: the unburnt fuel then fits into the places left beside it."""
    for fuels, least in constraints:
        count = 0
        for f in fuels:
            count += burnt[f]
        if count < least[bits]:
            return False
    return True


def _can_run_last(bits: int, burnt: Pool, plants: tuple[Plant, ...], possible: set[tuple[int, Pool]]) -> bool:
    """Whether a run with several hybrids is possible without one of them, which then runs last."""
    last = [i for i, (mask, _, _) in enumerate(plants) if bits >> i & 1 and mask & (mask - 1)]
    if len(last) < 2:
        return True
    for i in last:
        mask, need, _ = plants[i]
        for mix in mixes(burnt, mask, need):
            if (bits ^ 1 << i, minus(burnt, mix)) in possible:
                return True
    return False
