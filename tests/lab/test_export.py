"""Exported nets with 16 or 8 bits per weight."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

import stromnetz
from stromnetz import BadInput
from stromnetz.arena.matches import GameKind
from stromnetz.bots.master import all_weights
from stromnetz.lab.training.export import MAX_EXPORT_BYTES, export_net, pack_weights
from stromnetz.lab.training.run import Run, TrainingPlan
from stromnetz.learn.net_file import LENGTH, MAGIC, NetFile, count_weights, read_net, write_net
from stromnetz.learn.network import PolicyNetwork
from tests.bot_games import watched

TWO = GameKind.of("classic-2004", "germany", 2, {})
NARROW = (24, 8, 16, 12, 8, 12, 8)
DOUBLE = (256, 80, 160, 128, 64, 96, 72)
"""Widths of a new_run with twice as many weights as the shipped 16-bit nets."""


def new_run(wide: tuple[int, ...]) -> Run:
    """A new run with random biases of all magnitudes."""
    run = Run.begin(TrainingPlan((TWO,), seed=3, wide=wide))
    rng = np.random.default_rng(5)
    for array in run.weights.values():
        if array.ndim == 1:
            array[:] = rng.standard_normal(array.shape) * 10.0 ** rng.integers(-4, 1, array.shape)
    return run


def arrays_in(weights: NetFile) -> dict[str, Any]:
    return {name: np.array(numbers).reshape(shape) for name, (shape, numbers) in weights.arrays().items()}


def nets_of_16_bits() -> Iterator[tuple[str, NetFile]]:
    """The shipped nets with 16 bits per weight."""
    return ((name, weights) for name, weights in all_weights() if weights.card.get("bits", 16) == 16)


def edited(data: bytes, rest: bytes | None = None, **card: Any) -> bytes:
    """A net file with another card or other weights."""
    held = zlib.decompress(data[len(MAGIC) :])
    start = LENGTH.size + LENGTH.unpack_from(held)[0]
    text = json.dumps(json.loads(held[LENGTH.size : start]) | card).encode()
    return MAGIC + zlib.compress(LENGTH.pack(len(text)) + text + (held[start:] if rest is None else rest))


def test_8_bit_weights_are_accurate_to_half_a_unit_of_their_column() -> None:
    run = new_run(NARROW)
    state = run.weights["state"]
    state[:, 3] = 0
    state[:, 5] *= 1e-7  # its unit rounds to 0 as a 16-bit float
    state[7, 6] = -40  # much larger than the others of its column
    found = read_net(export_net(run, [], [], "today", bits=8), "net")
    assert found.card["bits"] == 8
    for name, after in arrays_in(found).items():
        before = run.weights[name].astype(float)
        if before.ndim == 1:
            assert np.array_equal(after, before.astype("<f2")), name
            continue
        units = (np.abs(before).max(axis=0) / 127).astype("<f2").astype(float)
        assert (np.abs(after - before) <= units / 2 + 1e-7).all(), name
    after = arrays_in(found)["state"]
    assert not after[:, [3, 5]].any()
    assert after[7, 6] == pytest.approx(-40, rel=1e-3)


def test_files_with_other_bits_or_length_are_refused() -> None:
    run = new_run(NARROW)
    small, usual = (export_net(run, [], [], "today", bits=bits) for bits in (8, 16))
    assert read_net(edited(usual, bits=16), "net").numbers == read_net(usual, "net").numbers
    numbers = pack_weights(run.weights, run.plan.sizes(), 8)
    count = count_weights(run.plan.sizes())
    for bits in (5, "x", True, None, [8]):
        with pytest.raises(BadInput, match=r"net cannot be used: its weights have .* bits, and only 16 or 8"):
            read_net(edited(small, bits=bits), "net")
    for data, there in (
        (edited(small, rest=numbers[:-1]), len(numbers) - 1),
        (edited(small, rest=numbers + b"\0"), len(numbers) + 1),
        (edited(small, rest=b""), 0),
        (edited(usual, bits=8), 2 * count),
        (edited(small, bits=16), len(numbers)),
    ):
        with pytest.raises(BadInput, match=rf"speaks of {count} numbers in \d+ bytes, and there are {there} bytes"):
            read_net(data, "net")


def test_nets_too_large_for_16_bits_get_8() -> None:
    shipped = max(len(weights.numbers) for _, weights in nets_of_16_bits())
    for wide, bits in ((NARROW, None), (DOUBLE, 8), (tuple(2 * size for size in DOUBLE), None)):
        run = new_run(wide)
        data = export_net(run, [], [], "today")
        assert read_net(data, "net").card.get("bits") == bits
        if bits:
            assert len(data) <= MAX_EXPORT_BYTES
            assert count_weights(run.plan.sizes()) > 1.8 * shipped


def test_shipped_8_bit_nets_are_too_large_for_16() -> None:
    for name, weights in all_weights():
        usual = pack_weights(arrays_in(weights), weights.sizes, 16)
        large = len(write_net(weights.card, weights.shape, weights.sizes, usual)) > MAX_EXPORT_BYTES
        assert large == (weights.card.get("bits") == 8), name


def test_8_bit_net_evaluates_the_same_with_and_without_numpy() -> None:
    name, weights = next(nets_of_16_bits())
    numbers = pack_weights(arrays_in(weights), weights.sizes, 8)
    small = read_net(write_net({**weights.card, "bits": 8}, weights.shape, weights.sizes, numbers), name)
    usual, one, other = PolicyNetwork(weights), PolicyNetwork(small), PolicyNetwork(small, plain=True)
    edition, board, players = next(one for one in weights.card["plays"] if one[2] == 4)
    game = stromnetz.new_game(edition, board, players, 9_200_001)
    off = []
    for view in islice(watched(game), 60):
        judged, plain, before = (judge.judge(*view.known_position()) for judge in (one, other, usual))
        assert (judged.shares, judged.chances) == (plain.shares, plain.chances)  # to the last bit
        off.append(abs(judged.chances[0] - before.chances[0]))
    assert sum(off) / len(off) < 0.03  # close to the 16-bit net
