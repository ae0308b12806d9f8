"""A decision as numbered slots. What does not fit into them, and every amount, is asked in further steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from stromnetz.engine.move_ranges import MoveList, MoveRange
from stromnetz.engine.moves import Bid, Buy, Move, Open
from stromnetz.engine.position import Position
from stromnetz.learn import OPTION, OPTION_SIZE, Encoder
from stromnetz.play.words.notation import format_move

SLOT = (*OPTION, "further")
"""The numbers of a slot: those of an option, and how many moves more than one lie behind it (in hundreds)."""
SLOT_SIZE = len(SLOT)
AMOUNTS = (Open, Bid, Buy)


class Question:
    """The legal moves of the deciding seat, in their order, laid out on slots.

    A slot stands for one move, or for several that follow each other: then choosing it asks which.
    """

    def __init__(self, encoder: Encoder, p: Position, slots: int) -> None:
        self._asked = (encoder, p, slots)
        self._encoder, self._p, self._most = encoder, p, slots
        rules = encoder.rules
        self._ranges = rules.deciders[p.kind].ranges(rules, p, p.seat)
        self._moves = MoveList(self._ranges)
        self.depth = 0
        """How many steps were taken before this one."""
        self.slots = _laid_out(_units(self._ranges), slots)
        """For each slot the number of its first move, and how many it stands for."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Asked again where it is copied: legal moves hold functions that cannot be pickled."""
        return (Question, self._asked, {"depth": self.depth, "slots": self.slots})

    def __len__(self) -> int:
        return len(self.slots)

    def first(self, slot: int) -> Move:
        """The move of a slot, or the first of them."""
        return self._moves[self.slots[slot][0]]

    def choose(self, slot: int) -> Move | None:
        """The move of a slot; None where it stands for several, which lie on the slots from now on."""
        start, count = self.slots[slot]
        if count == 1:
            return self._moves[start]
        self.depth += 1
        self.slots = _laid_out([(start + i, 1) for i in range(count)], self._most)
        return None

    def write(self, rows: np.ndarray[Any, np.dtype[np.float32]]) -> None:
        """A row of numbers for each slot; rows without one stay as they are."""
        for row, (start, count) in zip(rows, self.slots, strict=False):
            told = self._encoder.option(self._p, self._moves[start], self._highest(start))
            row[:OPTION_SIZE] = np.frombuffer(told, np.float32)
            row[OPTION_SIZE] = (count - 1) / 100

    def text(self, slot: int) -> str:
        """A slot in the notation of moves."""
        start, count = self.slots[slot]
        first = format_move(self._moves[start])
        return first if count == 1 else f"{first} … {format_move(self._moves[start + count - 1])}"

    def _highest(self, number: int) -> int:
        """How high the amount of a move could go."""
        for span in self._ranges:
            if number < span.size:
                return span.low + span.size - 1
            number -= span.size
        raise IndexError(number)


def _units(ranges: list[MoveRange]) -> list[tuple[int, int]]:
    """A unit for each move. Of bids, opening bids and purchases the lowest is one, the higher ones together another."""
    out: list[tuple[int, int]] = []
    start = 0
    for span in ranges:
        if span.size > 1 and isinstance(span.make(span.low), AMOUNTS):
            out += [(start, 1), (start + 1, span.size - 1)]
        else:
            out += [(start + i, 1) for i in range(span.size)]
        start += span.size
    return out


def _laid_out(units: list[tuple[int, int]], slots: int) -> list[tuple[int, int]]:
    """Units on so many slots: as many as can be alone are alone, the last ones share."""
    over = len(units) - slots
    if over <= 0:
        return units
    shared = min(slots, -(-over // (slots - 1)))  # slots for several: as few as can hold the rest, with two steps
    alone = slots - shared
    rest = units[alone:]
    out = units[:alone]
    for i in range(shared):
        part = rest[i * len(rest) // shared : (i + 1) * len(rest) // shared]
        out.append((part[0][0], sum([count for _, count in part])))
    return out
