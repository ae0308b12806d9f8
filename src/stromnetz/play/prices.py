"""What cities would cost a company, whoever is to act and however much money it has: open to all."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.board import FAR
from stromnetz.engine.options import MapOption
from stromnetz.engine.phases.building import open_cities
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.slotted import slotted

BOUNDLESS = FAR - 1
"""More money than anything on a board costs."""


@slotted
class NextCities:
    """So many more cities, as cheaply as they can be had together, in the order in which they are built."""

    cities: list[str]
    cost: int


@slotted
class Prices:
    offers: list[MapOption]
    """Everything that the company could build in this step, with its price and path, paid for or not."""
    next: list[NextCities]
    """The cheapest next city, then the cheapest two; shorter where there is no more to build."""

    def to_json(self) -> dict[str, Any]:
        return {
            "offers": [offer.to_json() for offer in self.offers],
            "next": [{"cities": one.cities, "cost": one.cost} for one in self.next],
        }


def prices(rules: Rules, position: Position, seat: int) -> Prices:
    p = position.copy()
    p.money[seat] = BOUNDLESS
    options = rules.deciders[rules.edition.round.expanding].options(rules, p, seat)
    offers = [option for option in options if isinstance(option, MapOption)]
    return Prices(offers, _next(rules, p, seat))


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
