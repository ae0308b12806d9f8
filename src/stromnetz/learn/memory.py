"""Memory of a caller, into which numbers are written."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from stromnetz.engine.errors import BadInput, shown

KEPT: Final = 512
"""Lengths that a writer knows: one for positions, and as many as there are numbers of options."""


def room_in(out: Any) -> int:
    """How many numbers fit into somebody's memory, which has to be of 32-bit floats."""
    if type(out) is array:
        if out.typecode == "f":
            return len(out)
    else:
        try:
            memory = out if type(out) is memoryview else memoryview(out)
            if memory.format == "f" and memory.c_contiguous and not memory.readonly:
                return memory.nbytes >> 2
        except TypeError:
            pass  # it is no memory at all
    raise BadInput(f"numbers are written into memory of 32-bit floats, in one piece, not {shown(out)}")


class Writer:
    """Puts bytes at the beginning of a caller's memory, whatever it is made of."""

    def __init__(self) -> None:
        self._by_length: dict[int, Callable[[Any, int, bytes], None]] = {}

    def into(self, out: Any, data: bytes) -> None:
        length = len(data)
        write = self._by_length.get(length)
        if write is None:
            if len(self._by_length) >= KEPT:
                self._by_length.clear()
            write = self._by_length[length] = Struct(f"{length}s").pack_into
        write(out, 0, data)
