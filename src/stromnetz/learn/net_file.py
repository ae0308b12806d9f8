"""Files of trained nets."""

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

CHANCE_OUTPUTS = 2
"""Outputs of a net: the seat's share of the win, and the share of rivals that it beats."""


@dataclass(slots=True, frozen=True)
class NetSizes:
    """The sizes of inputs and layers of a net."""

    known: int
    """Inputs of the position, except those of the map."""
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
    """The arrays of a net with their shapes, in the order of the file."""
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
        "chance": (s.value, CHANCE_OUTPUTS),
        "chance_bias": (CHANCE_OUTPUTS,),
        "words": (s.words, s.option),
        "option": (OPTION_INPUTS, s.option),
        "seen": (s.core, s.option),
        "option_bias": (s.option,),
        "deeper": (s.option, s.choice),
        "deeper_bias": (s.choice,),
        "choice": (s.choice, 1),
    }


def count_weights(sizes: NetSizes) -> int:
    """The number of weights of a net."""
    out = 0
    for shape in shapes_of(sizes).values():
        count = 1
        for size in shape:
            count *= size
        out += count
    return out


MAGIC = b"STROMNET"
NET_VERSION = 1
"""Version of the format; files of newer ones are refused. Other keys of the card are kept as they are."""
LENGTH = Struct("<I")
MAX_NET_BYTES = 16_000_000
"""Maximum size of decompressed files: about 40 times that of the largest."""
WEIGHT_BITS = (16, 8)
"""Allowed numbers of bits per weight."""


@dataclass(slots=True, frozen=True)
class NetFile:
    """A net: its metadata, the layout of its inputs, its sizes, and its weights in one sequence."""

    card: Mapping[str, Any]
    shape: InputLayout
    sizes: NetSizes
    numbers: tuple[float, ...]

    def arrays(self) -> dict[str, tuple[tuple[int, ...], tuple[float, ...]]]:
        """The arrays by name: shape, and weights row by row."""
        out, at = {}, 0
        for name, shape in shapes_of(self.sizes).items():
            size = shape[0] * (shape[1] if len(shape) > 1 else 1)
            out[name] = (shape, self.numbers[at : at + size])
            at += size
        return out


def write_net(card: Mapping[str, Any], shape: InputLayout, sizes: NetSizes, packed: bytes) -> bytes:
    """Make a net file from packed weights; the card says with how many bits."""
    head = {
        **card,
        "format": NET_VERSION,
        "layout": VERSION,
        "outlook": OUTLOOK_VERSION,
        "sizes": asdict(sizes),
        "shape": shape.to_json(),
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    return MAGIC + zlib.compress(LENGTH.pack(len(text)) + text + packed, 9)


def read_net(data: bytes, name: str) -> NetFile:
    """Read a net file; raises `BadInput` if it cannot be used."""
    content = _decompress(data, name)
    start = LENGTH.size
    (length,) = LENGTH.unpack_from(content)
    try:
        card = json.loads(content[start : start + length])
        if (version := card.get("format", 1)) != NET_VERSION:
            raise _bad(name, f"it has version {version} of the format, and this Stromnetz reads version {NET_VERSION}")
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
    rest, count = content[start + length :], count_weights(sizes)
    size = 2 * count if bits == 16 else _packed_size(sizes)
    if len(rest) != size or (sizes.known + sizes.places, sizes.words) != (shape.size, len(shape.words)):
        raise _bad(name, f"its card speaks of {count} numbers in {size} bytes, and there are {len(rest)} bytes")
    return NetFile(card, shape, sizes, unpack(f"<{count}e", rest) if bits == 16 else _unpack_8_bits(sizes, rest))


def _packed_size(sizes: NetSizes) -> int:
    """Size of packed weights with 8 bits."""
    return sum(2 * shape[-1] + (shape[0] * shape[1] if len(shape) > 1 else 0) for shape in shapes_of(sizes).values())


def _unpack_8_bits(sizes: NetSizes, packed: bytes) -> tuple[float, ...]:
    """Unpack weights with 8 bits."""
    out: list[float] = []
    view, at = memoryview(packed).cast("b"), 0
    for shape in shapes_of(sizes).values():
        halves = unpack_from(f"<{shape[-1]}e", packed, at)
        at += 2 * len(halves)
        if len(shape) == 1:
            out += halves
            continue
        size = shape[0] * shape[1]
        out += [one * unit for one, unit in zip(view[at : at + size], cycle(halves), strict=False)]
        at += size
    return tuple(out)


def _decompress(data: bytes, name: str) -> bytes:
    """Decompress a file."""
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(data[len(MAGIC) :], MAX_NET_BYTES) if data.startswith(MAGIC) else b""
    except zlib.error as error:
        raise _bad(name, f"it is damaged ({error})") from None
    if len(content) < LENGTH.size:
        raise _bad(name, "it is no file of weights")
    if not reader.eof:
        raise _bad(name, "its end is missing, or it is far too long")
    return content


def _bad(name: str, why: str) -> BadInput:
    return BadInput(f"the weights {name} cannot be used: {why}", {"weights": name})
