"""Weights of a net as a file: a card that says what they are, then the numbers.

b"STROMNET"  and, deflated:  length of the card (4 bytes)  card (JSON)  numbers, array by array

The numbers are 16-bit floats. Where the card has ``"bits": 8``, those of an array with rows and columns are signed
bytes, row by row, and before them stands a 16-bit float for each column: the unit of which they are multiples.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import cycle
from struct import Struct, unpack, unpack_from
from typing import Any

from stromnetz.engine.errors import BadInput

from .nets import Sizes, shapes_of, weights_in
from .outlook import OUTLOOK_VERSION
from .shapes import Shape
from .tables import VERSION

MAGIC = b"STROMNET"
LENGTH = Struct("<I")
LONGEST = 16_000_000
"""Bytes that a file may hold: some forty times what the largest has."""
BITS = (16, 8)
"""How many a weight may have in a file."""


@dataclass(slots=True, frozen=True)
class Weights:
    """A net: its card, the shape of what it reads, its sizes and its numbers one after another."""

    card: Mapping[str, Any]
    shape: Shape
    sizes: Sizes
    numbers: tuple[float, ...]

    def arrays(self) -> dict[str, tuple[tuple[int, ...], tuple[float, ...]]]:
        """Each array by its name: how many rows and columns, and its numbers row by row."""
        out, at = {}, 0
        for name, shape in shapes_of(self.sizes).items():
            size = shape[0] * (shape[1] if len(shape) > 1 else 1)
            out[name] = (shape, self.numbers[at : at + size])
            at += size
        return out


def written(card: Mapping[str, Any], shape: Shape, sizes: Sizes, kept: bytes) -> bytes:
    """A file of weights, from the numbers as they are kept, in the bits of which the card speaks."""
    head = {**card, "layout": VERSION, "outlook": OUTLOOK_VERSION, "sizes": asdict(sizes), "shape": shape.to_json()}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    return MAGIC + zlib.compress(LENGTH.pack(len(text)) + text + kept, 9)


def read(data: bytes, name: str) -> Weights:
    """Weights from a file; what does not fit is refused with the reason."""
    held = _held(data, name)
    start = LENGTH.size
    (length,) = LENGTH.unpack_from(held)
    try:
        card = json.loads(held[start : start + length])
        layout = card["layout"]
        if layout != VERSION:
            raise _bad(name, f"it was trained on layout {layout} of the numbers, and this is layout {VERSION}")
        if (outlook := card.get("outlook", 0)) != OUTLOOK_VERSION:
            raise _bad(name, f"it was trained on outlook {outlook}, and this is outlook {OUTLOOK_VERSION}")
        if (bits := card.get("bits", 16)) not in BITS:
            raise _bad(name, f"its weights have {bits} bits, and only 16 or 8 can be read")
        sizes = Sizes(**card.pop("sizes"))
        shape = Shape.from_json(card.pop("shape"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _bad(name, f"its card cannot be read ({error})") from None
    rest, count = held[start + length :], weights_in(sizes)
    size = 2 * count if bits == 16 else _size(sizes)
    if len(rest) != size or (sizes.known + sizes.places, sizes.words) != (shape.size, len(shape.words)):
        raise _bad(name, f"its card speaks of {count} numbers in {size} bytes, and there are {len(rest)} bytes")
    return Weights(card, shape, sizes, unpack(f"<{count}e", rest) if bits == 16 else _numbers(sizes, rest))


def _size(sizes: Sizes) -> int:
    """Bytes of the numbers where most have one each."""
    return sum(2 * shape[-1] + (shape[0] * shape[1] if len(shape) > 1 else 0) for shape in shapes_of(sizes).values())


def _numbers(sizes: Sizes, kept: bytes) -> tuple[float, ...]:
    """The numbers where most have one byte each."""
    out: list[float] = []
    view, at = memoryview(kept).cast("b"), 0
    for shape in shapes_of(sizes).values():
        halves = unpack_from(f"<{shape[-1]}e", kept, at)
        at += 2 * len(halves)
        if len(shape) == 1:
            out += halves
            continue
        size = shape[0] * shape[1]
        out += [one * unit for one, unit in zip(view[at : at + size], cycle(halves), strict=False)]
        at += size
    return tuple(out)


def _held(data: bytes, name: str) -> bytes:
    """What was deflated."""
    reader = zlib.decompressobj()
    try:
        held = reader.decompress(data[len(MAGIC) :], LONGEST) if data.startswith(MAGIC) else b""
    except zlib.error as error:
        raise _bad(name, f"it is damaged ({error})") from None
    if len(held) < LENGTH.size:
        raise _bad(name, "it is no file of weights")
    if not reader.eof:
        raise _bad(name, "its end is missing, or it is far too long")
    return held


def _bad(name: str, why: str) -> BadInput:
    return BadInput(f"the weights {name} cannot be used: {why}", {"weights": name})
