"""The board (cities, regions, connections), and the playing area: the part that a game uses, with all distances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Any, Final

UNREACHABLE: Final = 1 << 20
"""Cost of connecting a city that cannot be reached: more money than anyone can have."""

AREA_CACHE_SIZE: Final = 64
"""Maximum number of areas with shuffled connection costs that a board caches."""


class Area:
    """The part of a board that one game uses: its cities and the cheapest connection cost between any two."""

    __slots__ = ("cities", "free", "neighbours", "regions", "rows")

    def __init__(
        self, regions: tuple[int, ...], n_cities: int, cities: list[int], neighbours: list[list[tuple[int, int]]]
    ) -> None:
        self.regions = regions
        self.cities = cities
        self.neighbours = neighbours
        inside = set(cities)
        self.rows: list[list[int]] = [self._row(c, n_cities) if c in inside else [] for c in range(n_cities)]
        # Connection costs of a player without a network: nothing, anywhere in the area (B2).
        self.free = [0 if c in inside else UNREACHABLE for c in range(n_cities)]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_area, (self.regions, self.cities, self.neighbours, self.rows, self.free))

    def _row(self, start: int, n_cities: int) -> list[int]:
        best = [UNREACHABLE] * n_cities
        best[start] = 0
        heap = [(0, start)]
        while heap:
            cost, city = heappop(heap)
            if cost > best[city]:
                continue
            for other, price in self.neighbours[city]:
                if cost + price < best[other]:
                    best[other] = cost + price
                    heappush(heap, (cost + price, other))
        return best

    def path(self, sources: Sequence[int], target: int) -> list[int]:
        """Return a cheapest path from the nearest source to the target, including both."""
        row = self.rows[target]
        here = -1
        for c in sources:
            if here < 0 or row[c] < row[here] or (row[c] == row[here] and c < here):
                here = c
        path = [here]
        while here != target:
            here = self._next_city(here, target, row, path)
            path.append(here)
        return path

    def _next_city(self, here: int, target: int, row: list[int], seen: list[int]) -> int:
        """Return the city that follows ``here`` on a cheapest path."""
        left = row[here]
        for other, price in self.neighbours[here]:
            if row[other] + price != left or other in seen:
                continue
            # connections may cost 0: then the walk could turn back, or run into a dead end
            if price or self._can_reach(other, target, row, set(seen)):
                return other
        raise ValueError(f"no way leads from {here} to {target}")

    def _can_reach(self, city: int, target: int, row: list[int], seen: set[int]) -> bool:
        """Whether a cheapest walk from the city can still reach the target without passing a city twice."""
        todo, been = [city], {city} | seen
        while todo:
            here = todo.pop()
            if here == target:
                return True
            for other, price in self.neighbours[here]:
                if other not in been and row[other] + price == row[here]:
                    been.add(other)
                    todo.append(other)
        return False


def _area(
    regions: tuple[int, ...],
    cities: list[int],
    neighbours: list[list[tuple[int, int]]],
    rows: list[list[int]],
    free: list[int],
) -> Area:
    """Rebuild an area from pickled values, so that positions pickled with it keep sharing its lists."""
    out = Area(regions, 0, [], [])
    out.cities, out.neighbours, out.rows, out.free = cities, neighbours, rows, free
    return out


class Board:
    """A printed map. It creates one area per choice of regions and shares it between all games of a process."""

    def __init__(
        self,
        id: str,
        regions: Sequence[str],
        cities: Sequence[tuple[str, int]],
        connections: Iterable[tuple[int, int, int]],
    ) -> None:
        self.id = id
        self.region_ids = list(regions)
        self.city_ids = [c for c, _ in cities]
        self.region_of = [r for _, r in cities]
        self.connections = list(connections)
        self.touching: list[set[int]] = [set() for _ in regions]
        for a, b, _ in self.connections:
            ra, rb = self.region_of[a], self.region_of[b]
            if ra != rb:
                self.touching[ra].add(rb)
                self.touching[rb].add(ra)
        self._choices: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}
        self._areas: dict[tuple[tuple[int, ...], tuple[int, ...]], Area] = {}

    def area(self, regions: Iterable[int], tiles: tuple[int, ...] = ()) -> Area:
        """Return the playing area of these regions; ``tiles`` replaces the printed costs of all connections."""
        chosen = tuple(sorted(regions))
        key = (chosen, tiles)
        if key not in self._areas:
            if tiles and len(self._areas) >= AREA_CACHE_SIZE:
                del self._areas[next(iter(self._areas))]  # each game with tiles has its own area, so evict the oldest
            cities = [c for c, r in enumerate(self.region_of) if r in chosen]
            inside = set(cities)
            neighbours: list[list[tuple[int, int]]] = [[] for _ in self.city_ids]
            for i, (a, b, printed) in enumerate(self.connections):
                cost = tiles[i] if tiles else printed
                if a in inside and b in inside:
                    neighbours[a].append((b, cost))
                    neighbours[b].append((a, cost))
            self._areas[key] = Area(chosen, len(self.city_ids), cities, neighbours)
        return self._areas[key]

    def connected(self, regions: Sequence[int]) -> bool:
        """Whether the regions are connected (S1)."""
        todo, seen = [regions[0]], {regions[0]}
        while todo:
            for other in self.touching[todo.pop()]:
                if other in regions and other not in seen:
                    seen.add(other)
                    todo.append(other)
        return len(seen) == len(set(regions))

    def choices(self, count: int, always: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
        """Return all connected sets of ``count`` regions that contain ``always``, in a fixed order (cached)."""
        key = (count, always)
        if key not in self._choices:
            self._choices[key] = self._all_choices(count, always)
        return self._choices[key]

    def _all_choices(self, count: int, always: tuple[int, ...]) -> list[tuple[int, ...]]:
        found: set[tuple[int, ...]] = {(r,) for r in range(len(self.region_ids))}
        for _ in range(count - 1):
            found = {
                tuple(sorted((*chosen, other)))
                for chosen in found
                for one in chosen
                for other in self.touching[one]
                if other not in chosen
            }
        return sorted([chosen for chosen in found if set(always) <= set(chosen)])
