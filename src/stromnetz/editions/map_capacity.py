"""Whether a map has room for a number of players: adjacent regions with enough reachable cities."""

from __future__ import annotations

from collections.abc import Iterable

from stromnetz.editions.files.schema import Data
from stromnetz.engine.board import Board


def connected_parts(board: Board, regions: Iterable[int]) -> list[set[int]]:
    """Return the connected components of the cities in these regions."""
    chosen = set(regions)
    neighbours: dict[int, list[int]] = {c: [] for c, r in enumerate(board.region_of) if r in chosen}
    for a, b, _ in board.connections:
        if a in neighbours and b in neighbours:
            neighbours[a].append(b)
            neighbours[b].append(a)
    out: list[set[int]] = []
    left = set(neighbours)
    while left:
        todo = [left.pop()]
        part = set(todo)
        while todo:
            new = [c for c in neighbours[todo.pop()] if c not in part]
            part.update(new)
            todo += new
        left -= part
        out.append(part)
    return out


def why_too_small(board: Board, row: Data, always: list[str], end: int) -> str | None:
    """Return why a map is too small for a number of players; None if it is not."""
    count, total = row["regions"], len(board.region_ids)
    if count > total:
        return f"{row['count']} players take {count} regions, and it has {total}"
    choices = board.choices(count, tuple(board.region_ids.index(r) for r in always))
    if not choices:
        return f"{row['count']} players take {count} regions, and no {count} of its regions touch"
    size = [board.region_of.count(r) for r in range(total)]
    smallest = min(choices, key=lambda chosen: sum(size[r] for r in chosen))
    cities = sum(size[r] for r in smallest)
    if cities < end:
        named = ", ".join(board.region_ids[r] for r in smallest)
        return f"with {row['count']} players the game ends at {end} cities, and {named} have {cities}"
    # if each region is connected, so is every set of adjacent regions
    if any(len(connected_parts(board, [r])) > 1 for r in range(total)):
        for chosen in choices:
            parts = connected_parts(board, chosen)
            if len(parts) > 1:
                city = board.city_ids[min(sorted(parts, key=len)[0])]
                return f"in {', '.join(board.region_ids[r] for r in chosen)} alone {city} cannot be reached"
    return None
