"""The file of a trained net: its sizes and weights, and how they are stored."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import cycle
from struct import Struct, unpack, unpack_from
from typing import Any

from stromnetz.engine.errors import BadInput

from .columns import OUTLOOK_VERSION, VERSION
from .input_layout import OPTION_INPUTS, InputLayout

CHANCES = 2
"""Outputs per seat: its share of the win, and the share of its rivals that it beats."""


@dataclass(slots=True, frozen=True)
class NetSizes:
    """How many numbers there are at each stage of a net."""

    known: int
    """Inputs of the position, without those of the map."""
    places: int
    """Inputs of the map."""
    words: int
    state: int = 100
    map: int = 40
    trunk: int = 80
    core: int = 80
    value: int = 32
    option: int = 64
    choice: int = 48

    @classmethod
    def of(cls, shape: InputLayout) -> NetSizes:
        return cls(shape.size - shape.map_size, shape.map_size, len(shape.words))


def shapes_of(sizes: NetSizes) -> dict[str, tuple[int, ...]]:
    """The arrays of a net in the order in which they are kept."""
    s = sizes
    return {
        "state": (s.known, s.state),
        "state_bias": (s.state,),
        "places": (s.places, s.map),
        "places_bias": (s.map,),
        "trunk": (s.state + s.map, s.trunk),
        "trunk_bias": (s.trunk,),
        "core": (s.trunk, s.core),
        "core_bias": (s.core,),
        "value": (s.core, s.value),
        "value_bias": (s.value,),
        "chance": (s.value, CHANCES),
        "chance_bias": (CHANCES,),
        "words": (s.words, s.option),
        "option": (OPTION_INPUTS, s.option),
        "seen": (s.core, s.option),
        "option_bias": (s.option,),
        "deeper": (s.option, s.choice),
        "deeper_bias": (s.choice,),
        "choice": (s.choice, 1),
    }


def weights_in(sizes: NetSizes) -> int:
    """How many weights a net has."""
    out = 0
    for shape in shapes_of(sizes).values():
        count = 1
        for size in shape:
            count *= size
        out += count
    return out


MAGIC = b"STROMNET"
LENGTH = Struct("<I")
MAX_NET_BYTES = 16_000_000
"""Bytes that a file may hold: some forty times what the largest has."""
WEIGHT_BITS = (16, 8)
"""How many a weight may have in a file."""


@dataclass(slots=True, frozen=True)
class NetFile:
    """A net: its card, the shape of what it reads, its sizes and its numbers one after another."""

    card: Mapping[str, Any]
    shape: InputLayout
    sizes: NetSizes
    numbers: tuple[float, ...]

    def arrays(self) -> dict[str, tuple[tuple[int, ...], tuple[float, ...]]]:
        """Each array by its name: how many rows and columns, and its numbers row by row."""
        out, at = {}, 0
        for name, shape in shapes_of(self.sizes).items():
            size = shape[0] * (shape[1] if len(shape) > 1 else 1)
            out[name] = (shape, self.numbers[at : at + size])
            at += size
        return out


def write_net(card: Mapping[str, Any], shape: InputLayout, sizes: NetSizes, kept: bytes) -> bytes:
    """A file of weights, from the numbers as they are kept, in the bits of which the card speaks."""
    head = {**card, "layout": VERSION, "outlook": OUTLOOK_VERSION, "sizes": asdict(sizes), "shape": shape.to_json()}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    return MAGIC + zlib.compress(LENGTH.pack(len(text)) + text + kept, 9)


def read_net(data: bytes, name: str) -> NetFile:
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
        if (bits := card.get("bits", 16)) not in WEIGHT_BITS:
            raise _bad(name, f"its weights have {bits} bits, and only 16 or 8 can be read")
        sizes = NetSizes(**card.pop("sizes"))
        shape = InputLayout.from_json(card.pop("shape"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _bad(name, f"its card cannot be read ({error})") from None
    rest, count = held[start + length :], weights_in(sizes)
    size = 2 * count if bits == 16 else _size(sizes)
    if len(rest) != size or (sizes.known + sizes.places, sizes.words) != (shape.size, len(shape.words)):
        raise _bad(name, f"its card speaks of {count} numbers in {size} bytes, and there are {len(rest)} bytes")
    return NetFile(card, shape, sizes, unpack(f"<{count}e", rest) if bits == 16 else _numbers(sizes, rest))


def _size(sizes: NetSizes) -> int:
    """Bytes of the numbers where most have one each."""
    return sum(2 * shape[-1] + (shape[0] * shape[1] if len(shape) > 1 else 0) for shape in shapes_of(sizes).values())


def _numbers(sizes: NetSizes, kept: bytes) -> tuple[float, ...]:
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
        held = reader.decompress(data[len(MAGIC) :], MAX_NET_BYTES) if data.startswith(MAGIC) else b""
    except zlib.error as error:
        raise _bad(name, f"it is damaged ({error})") from None
    if len(held) < LENGTH.size:
        raise _bad(name, "it is no file of weights")
    if not reader.eof:
        raise _bad(name, "its end is missing, or it is far too long")
    return held


def _bad(name: str, why: str) -> BadInput:
    return BadInput(f"the weights {name} cannot be used: {why}", {"weights": name})
