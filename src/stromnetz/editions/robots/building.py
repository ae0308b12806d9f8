"""The building tiles: how many cities a robot connects and which (R41 to R46)."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine.board import FAR
from stromnetz.engine.phases.building import connection_path, own_cities
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import runs

from .abilities import Ability
from .tiles import Tile


class Site:
    """A city where a robot can build: what it pays for the place and for the connection, and the way there."""

    __slots__ = ("city", "connection", "path", "place", "usual")

    def __init__(self, city: int, place: int, connection: int, path: list[int] | None, usual: int) -> None:
        self.city = city
        self.place = place
        self.connection = connection
        self.path = path
        """Where that is not the cheapest way."""
        self.usual = usual
        """What it would cost somebody without an ability."""

    @property
    def cost(self) -> int:
        return self.place + self.connection

    def way(self, rules: Rules, p: Position, seat: int) -> list[str]:
        if self.path is not None:
            return [rules.city_ids[c] for c in self.path]
        return connection_path(rules, p, own_cities(p, seat), self.city)


def possible(p: Position, seat: int, city: int) -> bool:
    """Whether a city has a free place in this step and no house of the seat (B4)."""
    there = p.occupants[city]
    return len(there) < p.step and seat not in there


def sites(rules: Rules, p: Position, seat: int, ability: Ability, built: int, tile: BuildingTile) -> list[Site]:
    """The cities that a robot can connect and pay for now, the cheapest first: by price, connection and id (R40).

    A city that is free ranks by what it would cost otherwise (R54).
    """
    if p.cities[seat] >= rules.build_limit:
        return []
    free = ability.first_free and not built
    ways = tile.ways(p, seat)
    ranked = []
    for city in p.area.cities:
        if not possible(p, seat, city) or tile.shuns(rules, p, seat, city):
            continue
        path = None if ways is None else ways.get(city)
        connection = p.reach[seat][city] if ways is None else path[0] if path is not None else FAR
        usual = rules.place_costs[len(p.occupants[city])]
        place = ability.place(usual)
        if connection < FAR and (free or place + connection <= p.money[seat]):
            paid = (0, 0) if free else (place, connection)
            way = path[1] if path is not None else None
            rank = (place + connection, connection, rules.city_ids[city])
            ranked.append((rank, Site(city, *paid, way, usual + connection)))
    ranked.sort(key=lambda one: one[0])
    return [site for _, site in ranked]


Ways = dict[int, tuple[int, list[int]]]
"""By city what the way there costs, and the cities on it."""


class BuildingTile(Tile):
    chosen_by_people: ClassVar[bool] = False
    """The last person in the order chooses where it builds."""

    def most(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        """How many more cities it may connect in this turn; None for as many as it can."""
        return None

    def shuns(self, rules: Rules, p: Position, seat: int, city: int) -> bool:
        """Whether it never builds in a city."""
        return False

    def ways(self, p: Position, seat: int) -> Ways | None:
        """The ways it may build along; None where it takes the cheapest like everybody."""
        return None

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether it lets the robot build in a city that has a place, now or later (R62)."""
        return True


def first_person(rules: Rules, p: Position) -> int:
    return rules.people(p)[0]


class LessThan7(BuildingTile):
    """R41"""

    id = "step-1-less-than-7"

    def most(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        return max(0, 6 - p.cities[seat]) if p.step == 1 else None

    def shuns(self, rules: Rules, p: Position, seat: int, city: int) -> bool:
        return p.step > 1 and first_person(rules, p) in p.occupants[city]

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        if rules.last_step == 1:
            return self.most(rules, p, seat, 0) != 0
        first, last_step = first_person(rules, p), rules.last_step
        there = [p.occupants[c] for c in p.area.cities]
        return any(len(seats) < last_step and seat not in seats and first not in seats for seats in there)


class OneTwoThree(BuildingTile):
    """R42"""

    id = "one-two-three-cities"

    def most(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        return max(0, p.step - built)


class AllCities(BuildingTile):
    """R43"""

    id = "all-cities"


class LastPlayerChooses(BuildingTile):
    """R44: no way leads through a city where it could build."""

    id = "last-player-chooses"
    chosen_by_people = True

    def ways(self, p: Position, seat: int) -> Ways | None:
        own = own_cities(p, seat)
        if not own:
            return None
        best: Ways = {c: (0, [c]) for c in own}
        todo = list(own)
        while todo:
            here = min(todo, key=lambda c: (best[c][0], c))
            todo.remove(here)
            if here not in own and possible(p, seat, here):
                continue  # it ends here
            cost, path = best[here]
            for other, price in p.area.neighbours[here]:
                if other not in best or cost + price < best[other][0]:
                    best[other] = (cost + price, [*path, other])
                    if other not in todo:
                        todo.append(other)
        return best


class NeverMoreThanFirst(BuildingTile):
    """R45"""

    id = "never-more-than-first-player"

    def most(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        return max(0, p.cities[first_person(rules, p)] - p.cities[seat])

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        return not p.cities[seat] or self.most(rules, p, seat, 0) != 0


class OnlySupplied(BuildingTile):
    """R46"""

    id = "only-supplied-cities"

    def most(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        supplied = max([output for _, _, output in runs(p.fuel[seat], rules.runnable(p, seat))])
        return max(0, supplied - p.cities[seat])

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        """While plants are to come they may be better ones, and fuel can always come."""
        output = sum([rules.output(p, seat, card) for card in p.plants[seat]])
        return not p.cities[seat] or bool(p.market or p.deck) or output > p.cities[seat]


TILES: tuple[BuildingTile, ...] = (
    LessThan7(),
    OneTwoThree(),
    AllCities(),
    LastPlayerChooses(),
    NeverMoreThanFirst(),
    OnlySupplied(),
)
