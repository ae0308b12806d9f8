"""Weights of a net as a file: a card that says what they are, then the numbers, two bytes each.

b"STROMNET"  and, deflated:  length of the card (4 bytes)  card (JSON)  numbers (16-bit floats)
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from struct import Struct, unpack
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


def written(card: Mapping[str, Any], shape: Shape, sizes: Sizes, halves: bytes) -> bytes:
    """A file of weights, from the numbers as they are kept."""
    head = {**card, "layout": VERSION, "outlook": OUTLOOK_VERSION, "sizes": asdict(sizes), "shape": shape.to_json()}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    return MAGIC + zlib.compress(LENGTH.pack(len(text)) + text + halves, 9)


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
        sizes = Sizes(**card.pop("sizes"))
        shape = Shape.from_json(card.pop("shape"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _bad(name, f"its card cannot be read ({error})") from None
    rest, count = held[start + length :], weights_in(sizes)
    if len(rest) != 2 * count or (sizes.known + sizes.places, sizes.words) != (shape.size, len(shape.words)):
        raise _bad(name, f"its card speaks of {count} numbers, and there are {len(rest) // 2}")
    return Weights(card, shape, sizes, unpack(f"<{count}e", rest))


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
