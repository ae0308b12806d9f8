"""Features of companies for nets and other learners: what their cards can do, now and after a move."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from stromnetz.engine.moves import Bid, Done, Move, Open
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.learn.company_model import CompanyModel, CompanyOutlook

from .company import CompanyState, permanent, places_on, state
from .company_rules import HOUSE, LABORATORIES, NODULE, CompanyRules
from .moves import Arrange, Build, Hire
from .staff import CompanyDecider, free_places, wages

NONE: Final = 20
"""Price of a worker that the market does not have."""
COLUMNS: Final = tuple([f"company {i + 1}" for i in range(6)])
"""Slots for plants and for housings, cards laid out, seasonal workers, robots, and whether one was made in this round;
with the names that they have in the nets of 0.2.
"""
Plant = tuple[int, int]
"""Cities, and the workers that supply them."""


class OutpostCompanyModel(CompanyModel):
    """Plants and housings by their slots, workers by their price."""

    def columns(self) -> tuple[str, ...]:
        return COLUMNS

    def numbers(self, rules: Rules, p: Position, seat: int) -> list[int]:
        company = state(rules, p)
        plants, housings = company.unlocked[seat]
        made = company.made >> seat & 1
        return [plants, housings, len(company.placed[seat]), company.seasonal[seat], company.robots[seat], made]

    def now(self, rules: Rules, p: Position, seat: int) -> CompanyOutlook:
        company = state(rules, p)
        hands = p.fuel[seat][0] + company.robots[seat]
        return _standing(rules, p, seat, p.plants[seat], company.unlocked[seat], hands)

    def after(self, rules: Rules, p: Position, seat: int, move: Move, card: int) -> CompanyOutlook:
        company = state(rules, p)
        plants, slots = p.plants[seat], company.unlocked[seat]
        hands = p.fuel[seat][0] + company.robots[seat]
        cost = cities = 0
        if isinstance(move, Open | Bid):
            bid = move.bid if isinstance(move, Open) else move.amount
            cost = max(0, bid - rules.rebate(p, seat))
            plants = (*plants, card)
            if card in company.plan.outposts:
                slots = (slots[0] + 1, slots[1] + 1)
        elif isinstance(move, Build):
            cost, cities, slots = _built(rules, p, seat, company, move)
        elif isinstance(move, Hire):
            cost = wages(rules, p, seat, move.count)
            hands += move.count + free_places(rules, p, seat, move.count)
        elif move.kind == "make-robot":
            hands -= 1  # the worker that makes it does not work elsewhere this round
        out = _standing(rules, p, seat, plants, slots, hands)
        out.cost, out.cities = cost, p.cities[seat] + cities
        return out

    def settled(self, rules: Rules, p: Position) -> Move | None:
        """Choose the company board automatically: it does not affect later rounds, and its income can be computed."""
        if p.kind != CompanyDecider.kind:
            return None
        company = state(rules, p)
        cards = best_board(rules, p, p.seat, company)
        if cards == company.placed[p.seat]:
            return Done()
        return Arrange(rules.refs(cards))  # it keeps all slots filled that are filled now, so it is legal (L15)


def _built(
    rules: Rules, p: Position, seat: int, company: CompanyState, move: Build
) -> tuple[int, int, tuple[int, int]]:
    """Return the cost of a building, the cities that it adds, and the slots afterwards."""
    slots, plan = company.unlocked[seat], company.plan
    house = move.site == HOUSE
    cost = 0
    if plan.by_name.get(move.city) is None:
        city = rules.city_index[move.city]
        cost = (rules.place_costs[len(p.occupants[city])] if house else plan.site_cost) + p.reach[seat][city]
    if house:
        return cost, 1, slots
    plant = move.site == "plant"
    return cost, 0, (slots[0] + 1, slots[1]) if plant else (slots[0], slots[1] + 1)


def _standing(
    rules: Rules, p: Position, seat: int, cards: tuple[int, ...], slots: tuple[int, int], hands: int
) -> CompanyOutlook:
    company = state(rules, p)
    plan = company.plan
    more, lodging = _effect(plan, LABORATORIES, cards), _effect(plan, NODULE, cards)
    plants: list[Plant] = []
    housings: list[int] = []
    for c in cards:
        if plan.workers[c]:
            plants.append((rules.cards[c].cities + more, plan.workers[c]))
        if plan.places[c]:
            housings.append(plan.places[c] + lodging)
    plants.sort(key=_strength)
    housings.sort(reverse=True)
    capacity = workers = most = 0
    for i, (output, needed) in enumerate(plants):
        if i < plan.pieces:
            most += output
        if i < slots[0]:
            capacity += output
            workers += needed
    places = sum(housings[: slots[1]])
    missing = max(0, workers - places - company.robots[seat])
    laid = [(rules.cards[c].cities + more, plan.workers[c]) for c in company.placed[seat] if plan.workers[c]]
    return CompanyOutlook(
        0, p.cities[seat], _strongest(laid, hands), capacity, _wages(rules, p, seat, missing), missing, most
    )


def _effect(plan: CompanyRules, effect: str, cards: tuple[int, ...]) -> int:
    """Return what a technology among these cards adds."""
    card = plan.effects.get(effect, -1)
    return plan.value[card] if card in cards else 0


def _strength(plant: Plant) -> tuple[int, int]:
    return -plant[0], plant[1]


def _strongest(plants: list[Plant], hands: int) -> int:
    """Return the most cities that a number of workers can supply."""
    runs = [(0, 0)]
    best = 0
    for output, needed in plants:
        for out, used in runs[:]:
            if used + needed <= hands:
                runs.append((out + output, used + needed))
                if out + output > best:
                    best = out + output
    return best


def _wages(rules: Rules, p: Position, seat: int, count: int) -> int:
    """Return the current wages of a number of workers; those beyond the market are very expensive."""
    there = min(count, p.stock[0])
    return wages(rules, p, seat, there) + (count - there) * NONE


def best_board(rules: Rules, p: Position, seat: int, company: CompanyState) -> tuple[int, ...]:
    """Return the cards with the highest profit in this round: all slots filled, the housings with the most places."""
    plan = company.plan
    plant_slots, housing_slots = company.unlocked[seat]
    plants = [c for c in p.plants[seat] if plan.is_plant[c]]
    housings = [c for c in p.plants[seat] if plan.is_housing[c]]
    base = [c for c in p.plants[seat] if plan.is_base[c]] if plant_slots + housing_slots else []
    if base:  # on a slot that nothing else needs, or in place of the smallest housing
        if len(housings) < housing_slots or (housing_slots and len(plants) >= plant_slots):
            housing_slots -= 1
        else:
            plant_slots -= 1
    housings.sort(key=lambda c: (-plan.places[c], c))
    lodged = [*housings[:housing_slots], *base]
    places = sum([places_on(rules, p, seat, c) for c in lodged])
    free = max(places, permanent(rules, p, seat)) + company.robots[seat]
    best: tuple[int, int, int] | None = None
    chosen: tuple[int, ...] = ()
    for way in combinations(plants, min(len(plants), plant_slots)):
        value = _earned(rules, p, seat, (*way, *base), free)
        if best is None or value > best:
            best, chosen = value, way
    return tuple(sorted([*chosen, *lodged]))


def _earned(rules: Rules, p: Position, seat: int, cards: tuple[int, ...], free: int) -> tuple[int, int, int]:
    """Return the highest profit of these plants in this round; then their output, and minus the workers needed."""
    plan = state(rules, p).plan
    cities, money = p.cities[seat], p.money[seat]
    runs = [(0, 0)]
    best = rules.payment(0)
    output = workers = 0
    for c in cards:
        more, needed = rules.output(p, seat, c), plan.workers[c]
        output += more
        workers += needed
        for out, used in runs[:]:
            run = (out + more, used + needed)
            runs.append(run)
            paid = _wages(rules, p, seat, max(0, run[1] - free))
            if paid <= money:
                best = max(best, rules.payment(min(run[0], cities)) - paid)
    return best, output, -workers


MODEL: Final = OutpostCompanyModel()
