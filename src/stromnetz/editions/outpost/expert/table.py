"""A view as numbers for companies: hands, networks, free company places, workers."""

from __future__ import annotations

from functools import cache, lru_cache

from stromnetz.bots.expert.board import BoardNumbers as Common
from stromnetz.bots.expert.board import MapDistances, nearest_cities
from stromnetz.bots.expert.city_costs import UNREACHABLE
from stromnetz.editions.outpost.company_rules import HOUSING, OUTPOST, place_kind, printed_cards
from stromnetz.editions.outpost.texts import company_of, sites_of
from stromnetz.engine.edition import PLANT
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View, cached_field

from .hand import Board, Hand, Run

SITE_COST = 5
KINDS = (PLANT, HOUSING)


class OutpostCompanyNumbers:
    """A company in numbers."""

    __slots__ = ("board", "cities", "hand", "houses", "money", "network", "permanent", "seasonal", "seat", "supplies")

    def __init__(self, table: OutpostBoardNumbers, player: PlayerView, money: int) -> None:
        view = table.view
        seen = company_of(view, player.seat)
        cards = printed_cards(view.edition)
        hand = Hand(plant_slots=seen.plant_slots, housing_slots=seen.housing_slots, robots=seen.robots)
        for ref in player.plants:
            if cards[ref].effect != OUTPOST:
                hand = hand.with_card(cards[ref])
        number = table.distances.number
        self.seat = player.seat
        self.money = money
        self.cities = player.cities
        self.houses = tuple(sorted(number[city] for city, there in view.houses.items() if player.seat in there))
        sites = [number[city] for city, owner in sites_of(view).items() if owner == player.seat]
        self.network = tuple(sorted({*self.houses, *sites}))
        self.permanent = seen.permanent
        self.seasonal = seen.seasonal
        self.supplies = player.supplies
        self.hand = hand
        self.board: Board = hand.board()

    def growth(self) -> Run:
        """Return the largest run with all its cards on the board."""
        return self.hand.with_slots(*self.board.idle).board().runs[-1]


class OutpostBoardNumbers:
    """All inputs of the expert code, read from one view."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.common = Common(view, seat)
        self.distances: MapDistances = self.common.distances
        self.end_at = view.end_at
        self.pay = view.payments
        money = view.players[seat].money or 0
        people = [player for player in view.players if not player.neutral]
        # hidden money of others is assumed to equal one's own
        self.companies = [OutpostCompanyNumbers(self, p, money if p.money is None else p.money) for p in people]
        self.me = self.companies[seat]
        self.rivals = [company for company in self.companies if company.seat != seat]

    @cached_field
    def places(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Free company places, for plants and for housings."""
        taken, view = sites_of(self.view), self.view
        kinds = _place_kinds(view.map, self.distances.cities)
        free = [city for city, name in enumerate(self.distances.cities) if name not in taken]
        plants, housings = ([city for city in free if kinds[city] == kind] for kind in KINDS)
        return tuple(plants), tuple(housings)

    def site_costs(self, company: OutpostCompanyNumbers) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the costs of the next plant buildings and housing buildings, cheapest first."""
        return _site_costs(self.distances, self.places, company.network)

    def house_costs(self, company: OutpostCompanyNumbers, count: int) -> tuple[int, ...]:
        """Return the costs of the next houses in this step, always taking the cheapest."""
        common, limit = self.common, self.view.house_limit
        most = count if limit is None else max(0, min(count, limit - company.cities))
        return _house_costs(
            self.distances, common.taken, common.places, self.view.open_places, company.network, company.houses, most
        )

    def income(self, supplied: int) -> int:
        return self.pay[min(supplied, len(self.pay) - 1)]


@cache
def _place_kinds(map: str, cities: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(place_kind(map, city) for city in cities)


@lru_cache(maxsize=1024)
def _site_costs(
    distances: MapDistances, free: tuple[tuple[int, ...], tuple[int, ...]], network: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    near = nearest_cities(distances, network) if network else [0] * len(distances.far)
    plants, housings = (tuple(sorted(SITE_COST + near[city] for city in cities)[:4]) for cities in free)
    return plants, housings


@lru_cache(maxsize=2048)
def _house_costs(
    distances: MapDistances,
    taken: tuple[int, ...],
    places: tuple[int, ...],
    open_places: int,
    network: tuple[int, ...],
    houses: tuple[int, ...],
    count: int,
) -> tuple[int, ...]:
    near = nearest_cities(distances, network) if network else [0] * len(taken)
    total = [near[city] + places[n] if n < open_places else UNREACHABLE for city, n in enumerate(taken)]
    for city in houses:
        total[city] = UNREACHABLE
    found: list[int] = []
    while len(found) < count and (least := min(total)) < UNREACHABLE:
        best = total.index(least)
        found.append(least)
        total[best] = UNREACHABLE
        row = distances.far[best]
        total = [
            min(old, row[city] + places[taken[city]]) if old < UNREACHABLE else UNREACHABLE
            for city, old in enumerate(total)
        ]
    return tuple(found)
