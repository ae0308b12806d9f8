"""The form of the nets: how wide they are, and the names and sizes of their weights."""

from __future__ import annotations

from dataclasses import dataclass

from .shapes import NUMBERS, Shape

CHANCES = 2
"""Of a seat: its share of the win, and the share of its rivals that it beats."""


@dataclass(slots=True, frozen=True)
class Sizes:
    """How many numbers there are at each stage of a net."""

    known: int
    """Of the position, without those of the map."""
    places: int
    """Of the map."""
    words: int
    state: int = 100
    map: int = 40
    trunk: int = 80
    core: int = 80
    value: int = 32
    option: int = 64
    choice: int = 48

    @classmethod
    def of(cls, shape: Shape) -> Sizes:
        return cls(shape.size - shape.map_size, shape.map_size, len(shape.words))


def shapes_of(sizes: Sizes) -> dict[str, tuple[int, ...]]:
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
        "option": (NUMBERS, s.option),
        "seen": (s.core, s.option),
        "option_bias": (s.option,),
        "deeper": (s.option, s.choice),
        "deeper_bias": (s.choice,),
        "choice": (s.choice, 1),
    }


def weights_in(sizes: Sizes) -> int:
    """How many weights a net has."""
    out = 0
    for shape in shapes_of(sizes).values():
        count = 1
        for size in shape:
            count *= size
        out += count
    return out
