"""Cards that move fuel between market and supply when they are drawn (Q9, Q10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stromnetz.engine.edition import Edition
from stromnetz.engine.market import box
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .events import FuelMoved


def price(rules: Rules, p: Position, fuel: int) -> int:
    """Return the price of the next marker; for a sold-out fuel, that of its most expensive space (Q10, Q11)."""
    return rules.fuel_cost(p, fuel, 1) if p.stock[fuel] else rules.prices[fuel][-1]


def cheapest(rules: Rules, p: Position) -> int | None:
    """Return the cheapest fuel, of equals the first. Sold-out fuels do not count (Q11)."""
    there = [f for f in range(len(rules.fuel_ids)) if p.stock[f]]
    return min(there, key=lambda f: price(rules, p, f)) if there else None


def dearest(rules: Rules, p: Position) -> int | None:
    return max(range(len(rules.fuel_ids)), key=lambda f: price(rules, p, f))


class FuelChange:
    """A card without state: its data has the fuel, the direction and the number of markers."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts

    def draw(self, rules: Rules, p: Position, card: int) -> None:
        facts = self.facts
        fuel = cheapest(rules, p) if facts["which"] == "cheapest" else dearest(rules, p)
        if fuel is not None:
            markers = facts.get("few", {}).get(rules.fuel_ids[fuel], facts["markers"])
            moved = min(markers, p.stock[fuel] if facts["to"] == "supply" else p.supply[fuel])
            change = -moved if facts["to"] == "supply" else moved
            p.stock[fuel] += change
            p.supply[fuel] -= change
            if p.events is not None:
                p.events.append(FuelMoved(rules.fuel_ids[fuel], moved, facts["to"]))
        box(rules, p, card, "Q9" if facts["to"] == "supply" else "Q10")


def add_fuel_change(edition: Edition, id: str, facts: Mapping[str, Any]) -> None:
    edition.market.draws[id] = FuelChange(facts).draw
