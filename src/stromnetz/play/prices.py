"""What cities would cost a company, whoever is to act and however much money it has: open to all.

Where a module plays a seat, these are the cities in which it could build, at the prices that it pays. How many it would
build is not considered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stromnetz.engine.board import FAR
from stromnetz.engine.decisions import check_move_of
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.events import CityConnected
from stromnetz.engine.moves import Connect, Move
from stromnetz.engine.options import ConnectOption, MapOption
from stromnetz.engine.phases.building import connect, open_cities
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.slotted import slotted

BOUNDLESS = FAR - 1
"""More money than anything on a board costs."""


@slotted
class NextCities:
    """So many more cities, as cheaply as they can be had together, in the order in which they are built.

    A company that a module plays always takes the cheapest city next.
    """

    cities: list[str]
    cost: int


@slotted
class Prices:
    offers: list[MapOption]
    """Everything that the company could build in this step, with its price and path, paid for or not."""
    next: list[NextCities]
    """The cheapest next city, then the cheapest two; shorter where there is no more to build."""
    planned: list[MapOption]
    """What each move of the plan costs, in its order."""

    def to_json(self) -> dict[str, Any]:
        return {
            "offers": [offer.to_json() for offer in self.offers],
            "next": [{"cities": one.cities, "cost": one.cost} for one in self.next],
            "planned": [offer.to_json() for offer in self.planned],
        }


def prices(rules: Rules, position: Position, seat: int, plan: Iterable[Move] = ()) -> Prices:
    """Prices for a seat, after it has built a plan; or in a position after a plan, of which it has the events."""
    p = position.copy()
    p.money[seat] = BOUNDLESS
    built = [event for event in position.events or [] if isinstance(event, CityConnected)]
    planned: list[MapOption] = [ConnectOption(e.city, e.place_cost, e.connection_cost, [*e.path]) for e in built]
    planned += [_build(rules, p, seat, move) for move in plan]
    offers = _offers(rules, p, seat)
    next = _next_by_rule(rules, p, seat) if seat in rules.automatic else _next(rules, p, seat)
    return Prices(offers, next, planned)


def _build(rules: Rules, p: Position, seat: int, move: Move) -> MapOption:
    """Connect a city of a plan, and return what it costs; this changes the position."""
    check_move_of(rules, p, seat, rules.edition.round.expanding, move)
    offer = next((one for one in _offers(rules, p, seat) if one.takes(move)), None)
    if offer is None or not isinstance(move, Connect):
        raise BadInput(f"a plan for later is of cities to connect, not of {shown(move.kind)}", {"move": move.kind})
    connect(rules, p, seat, rules.city(move.city), offer.place_cost, offer.connection_cost, offer.path)
    return offer


def _offers(rules: Rules, p: Position, seat: int) -> list[MapOption]:
    options = rules.deciders[rules.edition.round.expanding].options(rules, p, seat)
    return [option for option in options if isinstance(option, MapOption)]


def _next_by_rule(rules: Rules, p: Position, seat: int) -> list[NextCities]:
    """One city after the other, each the first on offer; this changes the position."""
    out: list[NextCities] = []
    cities: list[str] = []
    cost = 0
    for _ in range(2):
        for offer in _offers(rules, p, seat)[:1]:
            cities.append(offer.city)
            cost += offer.cost
            out.append(NextCities(cities[:], cost))
            city = rules.city_index[offer.city]
            connect(rules, p, seat, city, offer.place_cost, offer.connection_cost, offer.path)
    return out


def _next(rules: Rules, p: Position, seat: int) -> list[NextCities]:
    reach, rows = p.reach[seat], p.area.rows
    first = reach is p.area.free
    place = {c: rules.place_costs[len(p.occupants[c])] for c in open_cities(rules, p, seat, BOUNDLESS)}
    if not place:
        return []
    cost, city = min([(place[c] + reach[c], c) for c in place])
    out = [NextCities([rules.city_ids[city]], cost)]
    if len(place) > 1 and rules.build_limit - p.cities[seat] > 1:
        pairs = (
            (place[a] + reach[a] + place[b] + (rows[a][b] if first else min(reach[b], rows[a][b])), a, b)
            for a in place
            for b in place
            if a != b
        )
        both, a, b = min(pairs)
        out.append(NextCities([rules.city_ids[a], rules.city_ids[b]], both))
    return out
