"""Rules of Outpost: four phases, a market of piles, companies with workers in place of fuel (L0 to L31a)."""

from __future__ import annotations

from collections.abc import Callable

from stromnetz.editions.deck import opening_from_deck
from stromnetz.editions.files.loader import edition_data
from stromnetz.engine.agenda import PhaseTurns, SetOrder, announce_order
from stromnetz.engine.edition import PLANT, Edition, Phase, Turns
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import Step2, Step3Due, Update
from stromnetz.engine.phases.auction import AUCTIONS
from stromnetz.engine.phases.construction import EndCheck
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from . import bureaucracy, piles
from .company import COMPANIES
from .company_rules import HOUSING, TECHNOLOGY
from .network import NetworkDecider
from .staff import CompanyDecider, RobotDecider, WorkersDecider

OWN_RULES = {"A3": "L9", "S1": "L1", "T2": "L21", "T3": "L22", "K3": "L33"}
STEP_3 = Step3Due()


class CompaniesInOrder(SetOrder):
    """Sets the order: most cities, then the highest cards one by one; remaining ties swap or reverse (L7)."""

    __slots__ = ()

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        order = p.order[::-1]  # sorting is stable, so ties keep this reversed order
        order.sort(
            key=lambda s: (p.cities[s], sorted([rules.number[c] for c in p.plants[s]], reverse=True)), reverse=True
        )
        p.order = order
        announce_order(rules, p)


def plan_rounds(discounts: Frame) -> Callable[[int], tuple[Phase, ...]]:
    set_order = CompaniesInOrder()
    building = Phase("building", (PhaseTurns("company"), EndCheck()))
    update = (Step2(), bureaucracy.Income(), bureaucracy.Dismissal(), discounts, Update())
    # The drawn order applies to the first auctions, in which everyone must buy; it is set again for the second (L9).
    first = (
        Phase("order", ()),
        Phase("auctions", (AUCTIONS, set_order), must_buy=True, defers_step_3=True),
        Phase("second-auctions", (AUCTIONS, STEP_3), defers_step_3=True),
        building,
        Phase("bureaucracy", update),
    )
    later = (
        Phase("order", (set_order,)),
        Phase("auctions", (AUCTIONS, STEP_3), defers_step_3=True),
        building,
        Phase("bureaucracy", update),
    )
    return lambda number: later if number > 1 else first


def change(edition: Edition) -> None:
    edition.market.for_sale = frozenset({PLANT, HOUSING, TECHNOLOGY})
    edition.printed.own_rules |= OWN_RULES
    edition.market.obsolescence = False
    edition.market.step_3_boxes = False
    edition.market.prepare = opening_from_deck
    edition.round.turns["company"] = Turns(("network", "company", "workers", "robot"), reverse=True)
    discounts = piles.Discounts(edition_data(edition.id)["discounts"])
    for frame in (CompaniesInOrder(), bureaucracy.Income(), bureaucracy.Dismissal(), discounts):
        edition.round.add_frame(frame)
    edition.round.phases = plan_rounds(discounts)
    for decider in (NetworkDecider(), CompanyDecider(), WorkersDecider(), RobotDecider()):
        edition.round.add_decider(decider)
    edition.add_module(COMPANIES)
    edition.hooks.more_output.append(bureaucracy.laboratories)
    edition.hooks.supply = bureaucracy.supply
    edition.hooks.working = bureaucracy.working
    edition.round.expanding = NetworkDecider.kind
    edition.add_module(piles.PILES)
