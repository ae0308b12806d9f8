"""Decisions as numbered slots. Amounts, and moves beyond the number of slots, take further steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from stromnetz.engine.move_ranges import MoveList, MoveRange
from stromnetz.engine.moves import Bid, Buy, Move, Open
from stromnetz.engine.position import Position
from stromnetz.learn import OPTION, OPTION_SIZE, Encoder
from stromnetz.play.words.notation import format_move

SLOT = (*OPTION, "further")
"""Columns of a slot: those of an option, and the number of further moves behind it (in hundreds)."""
SLOT_SIZE = len(SLOT)
AMOUNTS = (Open, Bid, Buy)


class SlotDecision:
    """The legal moves of the deciding seat, distributed over slots in their order.

    A slot stands for one move, or for several consecutive ones; choosing it then leads to another choice between them.
    """

    def __init__(self, encoder: Encoder, p: Position, slots: int) -> None:
        self._arguments = (encoder, p, slots)
        self._encoder, self._p, self._most = encoder, p, slots
        rules = encoder.rules
        self._ranges = rules.deciders[p.kind].ranges(rules, p, p.seat)
        self._moves = MoveList(self._ranges)
        self.depth = 0
        """Steps taken in this decision so far."""
        self.slots = _distribute(_units(self._ranges), slots)
        """For each slot, the index of its first move, and its number of moves."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Recreated when copied or pickled, because legal moves hold functions that cannot be pickled."""
        return (SlotDecision, self._arguments, {"depth": self.depth, "slots": self.slots})

    def __len__(self) -> int:
        return len(self.slots)

    def first(self, slot: int) -> Move:
        """The first move of a slot."""
        return self._moves[self.slots[slot][0]]

    def choose(self, slot: int) -> Move | None:
        """The move of a slot; None if it stands for several, which are then on the slots."""
        start, count = self.slots[slot]
        if count == 1:
            return self._moves[start]
        self.depth += 1
        self.slots = _distribute([(start + i, 1) for i in range(count)], self._most)
        return None

    def write(self, rows: np.ndarray[Any, np.dtype[np.float32]]) -> None:
        """Write a row for each slot in use; other rows stay unchanged."""
        for row, (start, count) in zip(rows, self.slots, strict=False):
            row_data = self._encoder.option(self._p, self._moves[start], self._highest(start))
            row[:OPTION_SIZE] = np.frombuffer(row_data, np.float32)
            row[OPTION_SIZE] = (count - 1) / 100

    def text(self, slot: int) -> str:
        """The moves of a slot in notation."""
        start, count = self.slots[slot]
        first = format_move(self._moves[start])
        return first if count == 1 else f"{first} … {format_move(self._moves[start + count - 1])}"

    def _highest(self, number: int) -> int:
        """The highest possible amount for a move."""
        for span in self._ranges:
            if number < span.size:
                return span.low + span.size - 1
            number -= span.size
        raise IndexError(number)


def _units(ranges: list[MoveRange]) -> list[tuple[int, int]]:
    """A unit for each move, as (first index, count). Of bids and purchases, the lowest amount is one unit and all
    higher ones another."""
    out: list[tuple[int, int]] = []
    start = 0
    for span in ranges:
        if span.size > 1 and isinstance(span.make(span.low), AMOUNTS):
            out += [(start, 1), (start + 1, span.size - 1)]
        else:
            out += [(start + i, 1) for i in range(span.size)]
        start += span.size
    return out


def _distribute(units: list[tuple[int, int]], slots: int) -> list[tuple[int, int]]:
    """Distribute units over slots: as many as possible have a slot of their own, the last ones share."""
    over = len(units) - slots
    if over <= 0:
        return units
    shared = min(slots, -(-over // (slots - 1)))  # as few as hold the rest in two steps
    alone = slots - shared
    rest = units[alone:]
    out = units[:alone]
    for i in range(shared):
        part = rest[i * len(rest) // shared : (i + 1) * len(rest) // shared]
        out.append((part[0][0], sum([count for _, count in part])))
    return out
