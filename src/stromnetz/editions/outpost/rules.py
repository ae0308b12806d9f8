"""Outpost: four phases, a market of piles, companies with workers in place of fuel (L0 to L31a)."""

from __future__ import annotations

from stromnetz.editions.deck import opening_from_deck
from stromnetz.editions.files.loading import edition_table
from stromnetz.engine.agenda import order_is_set
from stromnetz.engine.edition import PLANT, Edition, Frame, Phase, Turns
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from . import bureaucracy, piles
from .company import NAME, Company, owns, state
from .network import NetworkDecider
from .plan import DATA_LIBRARY, HOUSING, TECHNOLOGY
from .staff import CompanyDecider, RobotDecider, WorkersDecider

OWN_RULES = {"A3": "L9", "S1": "L1", "T2": "L21", "T3": "L22", "K3": "L33"}
AUCTIONS: Frame = ("auctions",)
SET_ORDER: Frame = ("set-order",)
STEP_3: Frame = ("step-3-due",)


def set_order(rules: Rules, p: Position) -> None:
    """("set-order",): most cities, then the highest cards one by one; who is still tied swaps or reverses (L7)."""
    p.agenda.pop()
    p.order.reverse()  # sorting keeps the order of equals, which is the reverse of the old one
    p.order.sort(
        key=lambda s: (p.cities[s], sorted([rules.number[c] for c in p.plants[s]], reverse=True)), reverse=True
    )
    order_is_set(rules, p)


def rebate(rules: Rules, p: Position, seat: int) -> int:
    """Data Library (L25)."""
    if not owns(rules, p, seat, DATA_LIBRARY):
        return 0
    plan = state(rules, p).plan
    return plan.value[plan.effects[DATA_LIBRARY]]


def everywhere(rules: Rules, p: Position, seat: int) -> list[tuple[int, int]]:
    """Workers need no store: how many a company can have is a matter of hiring (L16)."""
    return [(1, rules.markers[0])]


def rounds(number: int) -> tuple[Phase, ...]:
    building = Phase("building", (("turns", "company", 0), ("end-check",)))
    bureaucracy = Phase("bureaucracy", (("step-2",), ("income",), ("dismissal",), ("discounts",), ("update",)))
    if number > 1:
        auctions = Phase("auctions", (AUCTIONS, STEP_3), defers_step_3=True)
        return (Phase("order", (SET_ORDER,)), auctions, building, bureaucracy)
    # The drawn order stands for the first auctions, in which everybody must buy; it is set anew for the second (L9).
    return (
        Phase("order", ()),
        Phase("auctions", (AUCTIONS, SET_ORDER), must_buy=True, defers_step_3=True),
        Phase("second-auctions", (AUCTIONS, STEP_3), defers_step_3=True),
        building,
        bureaucracy,
    )


def change(edition: Edition) -> None:
    edition.for_sale = frozenset({PLANT, HOUSING, TECHNOLOGY})
    edition.own_rules |= OWN_RULES
    edition.obsolescence = False
    edition.step_3_boxes = False
    edition.prepare = opening_from_deck
    edition.rounds = rounds
    edition.turns["company"] = Turns(("network", "company", "workers", "robot"), reverse=True)
    edition.frames |= {"set-order": set_order, "income": bureaucracy.income, "dismissal": bureaucracy.dismissal}
    edition.frame_fields |= {"income": (), "dismissal": ()}
    for decider in (NetworkDecider(), CompanyDecider(), WorkersDecider(), RobotDecider()):
        edition.deciders[decider.kind] = decider
    edition.module_states[NAME] = Company
    edition.more_stores.append(everywhere)
    edition.more_output.append(bureaucracy.laboratories)
    edition.rebates.append(rebate)
    edition.supply = bureaucracy.supply
    edition.working = bureaucracy.working
    edition.expanding = NetworkDecider.kind
    piles.change(edition, edition_table(edition.id)["discounts"])
