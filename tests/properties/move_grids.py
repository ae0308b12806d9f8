"""Large sets of moves that are created on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product, starmap
from math import prod
from typing import Any

from stromnetz import Move


class Grid(Sequence[Move]):
    """Moves of one kind with every combination of ids and amounts, each created on demand."""

    def __init__(self, make: Callable[..., Move], *axes: Sequence[Any]) -> None:
        self.make = make
        self.axes = axes

    def __len__(self) -> int:
        return prod(map(len, self.axes))

    def __getitem__(self, index: Any) -> Any:
        chosen = []
        for axis in reversed(self.axes):
            index, at = divmod(index, len(axis))
            chosen.append(axis[at])
        return self.make(*reversed(chosen))

    def __iter__(self) -> Iterator[Move]:
        return starmap(self.make, product(*self.axes))
