"""Building tiles: how many cities a robot connects and which (R40 to R46), and people's decisions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from stromnetz.engine.agenda import SeatTurn
from stromnetz.engine.board import UNREACHABLE
from stromnetz.engine.decisions import Decider
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import Connect, Move, Unchecked
from stromnetz.engine.options import ConnectOption, Option
from stromnetz.engine.phases.construction import BuildDecider, connection_path
from stromnetz.engine.position import Position, own_cities
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import runs

from .abilities import Ability
from .tiles import Tile

if TYPE_CHECKING:
    from .module import Robots

BUILD_KIND: Final = "robot-build"


class Site:
    """A city where a robot can build, with the cost of the place and of the connection, and the path."""

    __slots__ = ("city", "connection", "path", "place", "usual")

    def __init__(self, city: int, place: int, connection: int, path: list[int] | None, usual: int) -> None:
        self.city = city
        self.place = place
        self.connection = connection
        self.path = path
        """Path of the connection, unless it is the cheapest one."""
        self.usual = usual
        """Cost for a robot without a special ability."""

    @property
    def cost(self) -> int:
        return self.place + self.connection

    def path_ids(self, rules: Rules, p: Position, seat: int) -> list[str]:
        if self.path is not None:
            return [rules.city_ids[c] for c in self.path]
        return connection_path(rules, p, own_cities(p, seat), self.city)


def has_place(p: Position, seat: int, city: int) -> bool:
    """Whether a city has a free place in this step and no house of the seat (B4)."""
    there = p.occupants[city]
    return len(there) < p.step and seat not in there


def sites(rules: Rules, p: Position, seat: int, ability: Ability, built: int, tile: BuildingTile) -> list[Site]:
    """Return the cities that a robot can connect and pay for now, sorted by cost, connection and id (R40).

    A free city is ranked by its usual cost (R54).
    """
    if p.cities[seat] >= rules.build_limit:
        return []
    free = ability.first_free and not built
    paths = tile.paths(p, seat)
    ranked = []
    for city in p.area.cities:
        if not has_place(p, seat, city) or tile.avoids(rules, p, seat, city):
            continue
        path = None if paths is None else paths.get(city)
        connection = p.reach[seat][city] if paths is None else path[0] if path is not None else UNREACHABLE
        usual = rules.place_costs[len(p.occupants[city])]
        place = ability.place(usual)
        if connection < UNREACHABLE and (free or place + connection <= p.money[seat]):
            paid = (0, 0) if free else (place, connection)
            way = path[1] if path is not None else None
            rank = (place + connection, connection, rules.city_ids[city])
            ranked.append((rank, Site(city, *paid, way, usual + connection)))
    ranked.sort(key=lambda one: one[0])
    return [site for _, site in ranked]


Paths = dict[int, tuple[int, list[int]]]
"""For each city: the cost of the path there, and the cities on it."""


class BuildingTile(Tile):
    chosen_by_people: ClassVar[bool] = False
    """Whether the last person in player order chooses where the robot builds."""

    def max_cities(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        """Return how many more cities the robot may connect in this turn; None for no limit."""
        return None

    def avoids(self, rules: Rules, p: Position, seat: int, city: int) -> bool:
        """Whether the robot never builds in this city."""
        return False

    def paths(self, p: Position, seat: int) -> Paths | None:
        """Return the paths that the robot may build along; None for the cheapest ones, as for people."""
        return None

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether the tile lets the robot build in a city with a free place, now or later (R62)."""
        return True


def first_person(rules: Rules, p: Position) -> int:
    return rules.human_seats(p)[0]


class LessThan7(BuildingTile):
    """Has less than 7 cities in step 1, and later avoids the cities of the first person (R41)."""

    id = "step-1-less-than-7"

    def max_cities(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        return max(0, 6 - p.cities[seat]) if p.step == 1 else None

    def avoids(self, rules: Rules, p: Position, seat: int, city: int) -> bool:
        return p.step > 1 and first_person(rules, p) in p.occupants[city]

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        if rules.last_step == 1:
            return self.max_cities(rules, p, seat, 0) != 0
        first, last_step = first_person(rules, p), rules.last_step
        there = [p.occupants[c] for c in p.area.cities]
        return any(len(seats) < last_step and seat not in seats and first not in seats for seats in there)


class OneTwoThree(BuildingTile):
    """Builds at most as many cities per turn as the number of the step (R42)."""

    id = "one-two-three-cities"

    def max_cities(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        return max(0, p.step - built)


class AllCities(BuildingTile):
    """Builds as many cities as it can (R43)."""

    id = "all-cities"


class LastPlayerChooses(BuildingTile):
    """The last player chooses; no path passes a city where the robot could build (R44)."""

    id = "last-player-chooses"
    chosen_by_people = True

    def paths(self, p: Position, seat: int) -> Paths | None:
        own = own_cities(p, seat)
        if not own:
            return None
        best: Paths = {c: (0, [c]) for c in own}
        todo = list(own)
        while todo:
            here = min(todo, key=lambda c: (best[c][0], c))
            todo.remove(here)
            if here not in own and has_place(p, seat, here):
                continue  # the path ends here
            cost, path = best[here]
            for other, price in p.area.neighbours[here]:
                if other not in best or cost + price < best[other][0]:
                    best[other] = (cost + price, [*path, other])
                    if other not in todo:
                        todo.append(other)
        return best


class NeverMoreThanFirst(BuildingTile):
    """Never has more cities than the first person in order (R45)."""

    id = "never-more-than-first-player"

    def max_cities(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        return max(0, p.cities[first_person(rules, p)] - p.cities[seat])

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        return not p.cities[seat] or self.max_cities(rules, p, seat, 0) != 0


class OnlySupplied(BuildingTile):
    """Only builds cities that it can supply (R46)."""

    id = "only-supplied-cities"

    def max_cities(self, rules: Rules, p: Position, seat: int, built: int) -> int | None:
        supplied = max([output for _, _, output in runs(p.fuel[seat], rules.runnable(p, seat))])
        return max(0, supplied - p.cities[seat])

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether it can expand: its plants supply more cities, or more plants may come."""
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


def check_area(rules: Rules, p: Position, id: Unchecked) -> int:
    """Return the city of this name, which must be in the playing area."""
    city = rules.city(id)
    if p.area.free[city] == UNREACHABLE:
        raise IllegalMove("S1", "outside-area", {"city": id})
    return city


class TiledBuildDecider(BuildDecider):
    """Decides about building in games with robots: a robot's options follow its tiles."""

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        """Return the usual options; for a robot, in the order in which it connects cities (R40)."""
        if seat not in rules.automatic:
            return super().options(rules, p, seat)
        found = self.robots.sites(rules, p, self.robots.robot(rules, p, seat))
        return [ConnectOption(rules.city_ids[s.city], s.place, s.connection, s.path_ids(rules, p, seat)) for s in found]

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        if not super().can_expand(rules, p, seat):
            return False
        return seat not in rules.automatic or self.robots.robot(rules, p, seat).building.can_expand(rules, p, seat)


class RobotBuildDecider(Decider):
    """Choose the next city that a robot connects; the robot pays."""

    kind: ClassVar[str] = BUILD_KIND
    rule: ClassVar[str] = "R44"
    accepts: ClassVar[tuple[type[Move], ...]] = (Connect,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def builder(self, p: Position) -> int:
        turn = p.agenda[-1]
        assert isinstance(turn, SeatTurn)
        return turn.seat

    def sites(self, rules: Rules, p: Position) -> list[Site]:
        return self.robots.sites(rules, p, self.robots.robot(rules, p, self.builder(p)))

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        city = check_area(rules, p, move.city)
        if city not in [site.city for site in self.sites(rules, p)]:
            facts = {"city": move.city, "seat": self.builder(p)}
            raise IllegalMove("R44", "robot-cannot-build", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        city = rules.city_index[move.city]
        site = next(site for site in self.sites(rules, p) if site.city == city)
        self.robots.build(rules, p, self.robots.robot(rules, p, self.builder(p)), site)

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Connect(rules.city_ids[site.city])) for site in self.sites(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        builder = self.builder(p)
        return [
            ConnectOption(rules.city_ids[s.city], s.place, s.connection, s.path_ids(rules, p, builder))
            for s in self.sites(rules, p)
        ]
