"""The table as a thinking player reads it off a view: companies in numbers, the map as distances."""

from __future__ import annotations

from functools import lru_cache

from stromnetz.engine.moves import CardRef
from stromnetz.play.lazy import lazy
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .greedy import FAR

ANY = 99
"""As many plants as one likes."""


class Ground:
    """The playing area: cities by number, and what the cheapest way between any two costs."""

    __slots__ = ("cities", "far", "number")

    def __init__(self, view: View) -> None:
        self.cities = tuple(view.cities())
        self.number = {city: i for i, city in enumerate(self.cities)}
        far = view.distances
        self.far = [[far[a].get(b, FAR) for b in self.cities] for a in self.cities]


class _Asked:
    """Brings a view to a function that remembers, without being part of what is remembered."""

    __slots__ = ("view",)

    def __init__(self, view: View) -> None:
        self.view = view

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _ground(map: str, regions: tuple[str, ...], tiles: tuple[int, ...], asked: _Asked) -> Ground:
    return Ground(asked.view)


class Plant:
    """A plant as a company uses it."""

    __slots__ = ("burns", "cities", "fuels", "ref")

    def __init__(self, ref: CardRef, fuels: tuple[str, ...], burns: int, cities: int) -> None:
        self.ref = ref
        self.fuels = fuels
        self.burns = burns
        self.cities = cities


@lru_cache(maxsize=512)
def _plant(edition: str, ref: CardRef, asked: _Asked) -> Plant:
    facts = asked.view.plant(ref)
    return Plant(ref, facts.fuels if facts.burns else (), facts.burns, facts.cities)


class Company:
    """A company in numbers."""

    __slots__ = ("bought", "cities", "fuel", "left", "money", "output", "own", "plants", "powers", "seat")

    def __init__(self, table: Table, player: PlayerView, money: int) -> None:
        number = table.ground.number
        self.seat = player.seat
        self.money = money
        self.plants = [table.plant(ref) for ref in player.plants]
        self.fuel = player.fuel
        self.cities = player.cities
        self.own = tuple(number[city] for city in player.network if city in number)
        self.output = player.output
        self.powers = player.powers
        """What it can supply with the fuel it has, however many cities it owns."""
        self.bought = player.bought
        self.left = player.left


class Table:
    """Everything that the parts of a bot think about, read off one view."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self._asked = _Asked(view)
        self.ground = _ground(view.map, tuple(view.regions), tuple(view.tiles), self._asked)
        self.step = view.step
        self.end_at = view.end_at
        self.limit = view.plant_limit or ANY
        self.pay = view.payments
        self.places = view.place_costs
        mine = view.players[seat].money or 0
        # where money is hidden, the others are taken to have as much as oneself
        people = [p for p in view.players if not p.neutral]
        self.companies = [Company(self, p, mine if p.money is None else p.money) for p in people]
        self.me = self.companies[seat]
        self.rivals = [c for c in self.companies if c.seat != seat]

    @lazy
    def taken(self) -> tuple[int, ...]:
        """Houses by city."""
        houses = self.view.houses
        return tuple(len(houses.get(city, ())) for city in self.ground.cities)

    @lazy
    def rows(self) -> dict[str, list[int]]:
        """By fuel what each marker in the market costs, the cheapest first."""
        return {fuel: self.view.price_row(fuel) for fuel in self.view.fuels}

    @lazy
    def builders(self) -> tuple[int, ...]:
        """The seats in the order in which they buy fuel and build: the last in turn order first."""
        people = len(self.companies)
        return tuple(seat for seat in reversed(self.view.order) if seat < people)

    def plant(self, ref: CardRef) -> Plant:
        return _plant(self.view.edition, ref, self._asked)

    def income(self, supplied: int) -> int:
        return self.pay[min(supplied, len(self.pay) - 1)]
