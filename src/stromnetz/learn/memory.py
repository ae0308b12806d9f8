"""Memory of a caller, into which numbers are written."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from stromnetz.engine.errors import BadInput, short_repr

from .options import OPTION_SIZE

ROW_COUNT_CACHE_SIZE: Final = 512
"""Numbers of rows of which it is remembered how they are written."""
ARRAY: Final = array
"""Compiled code looks up what is a name of another module."""
_writers: Final[list[Callable[[Any, int, bytes], None]]] = []
"""By the number of rows."""


def room_in(out: Any) -> int:
    """How many numbers fit into somebody's memory, which has to be of 32-bit floats."""
    if type(out) is ARRAY:
        if out.typecode == "f":
            return len(out)
    else:
        try:
            memory = out if type(out) is memoryview else memoryview(out)
            if memory.format == "f" and memory.c_contiguous and not memory.readonly:
                return memory.nbytes >> 2
        except TypeError:
            pass  # it is no memory at all
    raise BadInput(f"numbers are written into memory of 32-bit floats, in one piece, not {short_repr(out)}")


def write_rows(out: Any, data: bytes, count: int) -> None:
    """Put so many rows of options at the beginning of a caller's memory, whatever it is made of."""
    if count >= ROW_COUNT_CACHE_SIZE:
        Struct(f"{len(data)}s").pack_into(out, 0, data)
        return
    while len(_writers) <= count:
        _writers.append(Struct(f"{4 * OPTION_SIZE * len(_writers)}s").pack_into)
    _writers[count](out, 0, data)
