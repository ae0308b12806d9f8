"""A view as numbers: distances, plants and companies, and the cost of each company's next cities."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from stromnetz.engine.moves import CardRef
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View, cached_field

from .city_costs import UNREACHABLE, CityCost, Network, greedy_cities, nearest_of, simulate_race

UNLIMITED_PLANTS = 99
"""Stands for "no limit"."""


class MapDistances:
    """The playing area: cities by number, and the cheapest connection between any two."""

    __slots__ = ("cities", "far", "number")

    def __init__(self, view: View) -> None:
        self.cities = tuple(view.cities())
        self.number = {city: i for i, city in enumerate(self.cities)}
        far = view.distances
        self.far = [[far[a].get(b, UNREACHABLE) for b in self.cities] for a in self.cities]


class _UncachedView:
    """Passes a view to a cached function without being part of the cache key."""

    __slots__ = ("view",)

    def __init__(self, view: View) -> None:
        self.view = view

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _UncachedView)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _distances(map: str, regions: tuple[str, ...], tiles: tuple[int, ...], uncached: _UncachedView) -> MapDistances:
    return MapDistances(uncached.view)


class Plant:
    """A plant of a company."""

    __slots__ = ("burns", "cities", "fuels", "ref")

    def __init__(self, ref: CardRef, fuels: tuple[str, ...], burns: int, cities: int) -> None:
        self.ref = ref
        self.fuels = fuels
        self.burns = burns
        self.cities = cities


@lru_cache(maxsize=512)
def _plant(edition: str, ref: CardRef, uncached: _UncachedView) -> Plant:
    facts = uncached.view.plant(ref)
    return Plant(ref, facts.fuels if facts.burns else (), facts.burns, facts.cities)


class CompanyNumbers:
    """A company in numbers."""

    __slots__ = ("bought", "cities", "fuel", "money", "output", "own", "plants", "powers", "sat_out", "seat")

    def __init__(self, table: BoardNumbers, player: PlayerView, money: int) -> None:
        number = table.distances.number
        self.seat = player.seat
        self.money = money
        self.plants = [table.plant(ref) for ref in player.plants]
        self.fuel = player.fuel
        self.cities = player.cities
        self.own = tuple(number[city] for city in player.network if city in number)
        self.output = player.output
        self.powers = player.powered_now
        """Number of cities that it can supply with its fuel, however many it owns."""
        self.bought = player.bought
        self.sat_out = player.sat_out


class BoardNumbers:
    """All inputs of the expert code, read from one view."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self._uncached = _UncachedView(view)
        self.distances = _distances(view.map, tuple(view.regions), tuple(view.tiles), self._uncached)
        self.step = view.step
        self.end_at = view.end_at
        self.limit = view.plant_limit or UNLIMITED_PLANTS
        self.pay = view.payments
        self.places = view.place_costs
        mine = view.players[seat].money or 0
        # hidden money of others is assumed to equal one's own
        people = [p for p in view.players if not p.neutral]
        self.companies = [CompanyNumbers(self, p, mine if p.money is None else p.money) for p in people]
        self.me = self.companies[seat]
        self.rivals = [c for c in self.companies if c.seat != seat]

    @cached_field
    def taken(self) -> tuple[int, ...]:
        """Number of houses by city."""
        houses = self.view.houses
        return tuple(len(houses.get(city, ())) for city in self.distances.cities)

    @cached_field
    def rows(self) -> dict[str, list[int]]:
        """Prices of the markers in the market by fuel, cheapest first."""
        return {fuel: self.view.price_row(fuel) for fuel in self.view.fuels}

    @cached_field
    def builders(self) -> tuple[int, ...]:
        """The seats in the order of buying fuel and building: the last in turn order first."""
        people = len(self.companies)
        return tuple(seat for seat in reversed(self.view.order) if seat < people)

    def plant(self, ref: CardRef) -> Plant:
        return _plant(self.view.edition, ref, self._uncached)

    def income(self, supplied: int) -> int:
        return self.pay[min(supplied, len(self.pay) - 1)]


def city_costs(table: BoardNumbers, company: CompanyNumbers, count: int) -> list[int]:
    """Return the costs of a company's next cities in this step, always taking the cheapest."""
    return [cost for cost, _ in next_cities(table, company, count)]


def next_cities(table: BoardNumbers, company: CompanyNumbers, count: int, claim: float = 0.0) -> tuple[CityCost, ...]:
    """Return a company's next cities with their costs; ``claim`` is a discount on cities that rivals want."""
    rivals = tuple(c.own for c in table.companies if c.seat != company.seat) if claim else ()
    return _next_cities(
        table.distances, table.taken, table.places, table.view.open_places, company.own, count, claim, rivals
    )


@lru_cache(maxsize=2048)
def _next_cities(
    distances: MapDistances,
    taken: tuple[int, ...],
    places: tuple[int, ...],
    open_places: int,
    own: tuple[int, ...],
    count: int,
    claim: float,
    rivals: tuple[tuple[int, ...], ...],
) -> tuple[CityCost, ...]:
    return greedy_cities(distances.far, taken, places, open_places, own, count, claim, rivals)


def nearest_cities(distances: MapDistances, own: Sequence[int]) -> list[int]:
    """Return the distance of each city from the company's nearest one; all are far without cities."""
    return nearest_of(distances.far, tuple(own))


def race_costs(table: BoardNumbers, company: CompanyNumbers, turns: int, start: int | None = None) -> tuple[int, ...]:
    """Return the costs of the cities that a company gets if everyone takes one per turn until places run out.

    ``start`` is an assumed first city. Companies without cities are left out, because their start is unknown.
    """
    networks: list[Network] = []
    for seat in table.builders:
        own = table.companies[seat].own
        if seat == company.seat and start is not None:
            own = (start,)
        if own:
            networks.append((seat, own))
    taken = table.taken
    if start is not None:
        taken = (*taken[:start], taken[start] + 1, *taken[start + 1 :])
    view = table.view
    return _race(
        table.distances, taken, table.places, view.open_places, view.step_2_at, tuple(networks), turns, company.seat
    )


@lru_cache(maxsize=1024)
def _race(
    distances: MapDistances,
    taken: tuple[int, ...],
    places: tuple[int, ...],
    open_places: int,
    step_2_at: int,
    networks: tuple[Network, ...],
    turns: int,
    seat: int,
) -> tuple[int, ...]:
    return simulate_race(distances.far, taken, places, open_places, step_2_at, networks, turns, seat)
