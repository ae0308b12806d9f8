"""Projection of the rest of the game in money: a company's property and supply, round by round."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from stromnetz.bots.expert.board import race_costs
from stromnetz.bots.expert.projection import highest
from stromnetz.editions.outpost.company_rules import ECOPLANTS, printed_cards

from .hand import SLOTS, Board, Hand, Plant, Run
from .labour import Wages, wages
from .table import SITE_COST, OutpostBoardNumbers, OutpostCompanyNumbers
from .weights import CompanyWeights

CITIES_NOW, CITIES_LATER = 9, 10
"""Number of houses to plan ahead, in this round and in total."""
MAX_ROUNDS = 14
"""Maximum length of a game in rounds."""
LONG_TERM_WAGE = 4.5
"""Typical cost of a worker."""
MAX_ROBOTS = 9
"""Maximum number of robots."""


class TypicalCards(NamedTuple):
    """Typical cards that a company can buy later, with their prices."""

    plant: Plant = (4, 5)
    plant_price: float = 28.0
    places: int = 2
    housing_price: float = 18.0


class BuildingCosts(NamedTuple):
    """Building costs: houses in this round and later, plant and housing buildings."""

    now: tuple[int, ...]
    later: tuple[int, ...]
    plants: tuple[int, ...]
    housings: tuple[int, ...]


def rounds_left(table: OutpostBoardNumbers, w: CompanyWeights) -> int:
    """Return the number of incomes left, including this round's, given the fastest company."""
    return min(rounds_to_end(table, company, w) for company in table.companies)


def rounds_to_end(table: OutpostBoardNumbers, company: OutpostCompanyNumbers, w: CompanyWeights) -> int:
    """Return the rounds until a company has the cities that end the game, if it builds what it can supply."""
    auctions = table.view.phase.endswith("auctions")
    cash, output, cities = float(company.money), float(company.growth()[0]), float(company.cities)
    for round in range(1, MAX_ROUNDS):
        if (round > 1 or auctions) and output < cities + 4:
            output += w.grow_output
            cash = max(0.0, cash - w.grow_price * w.grow_output)
        grown = max(cities, min(cities + cash / w.grow_cost, output + w.grow_over))
        if grown >= table.end_at - 0.5:
            return round
        cash += w.grow_net * table.income(int(min(grown, output))) - (grown - cities) * w.grow_cost
        cities = grown
    return MAX_ROUNDS


class OutpostProjection:
    """The shared inputs of all projections in one decision."""

    __slots__ = ("costs", "end", "pay", "rebated", "rounds", "typical_cards", "w", "wages")

    def __init__(
        self,
        costs: BuildingCosts,
        wages: tuple[tuple[Wages, ...], tuple[Wages, ...]],
        typical_cards: TypicalCards,
        game: tuple[int, tuple[int, ...]],
        w: CompanyWeights,
    ) -> None:
        self.costs = costs
        self.wages, self.rebated = wages
        self.rounds = len(self.wages)
        self.typical_cards = typical_cards
        self.end, self.pay = game
        self.w = w

    def worth(self, hand: Hand, cash: float, cities: int, built: int = 0, settled: bool = False) -> float:
        """Return the value of a company at the end: supplied cities, and part of its money.

        ``built``: number of this round's houses that are already paid and counted. ``settled``: nothing more is built
        this
        round.
        """
        w, pay, end = self.w, self.pay, self.end
        supplied, dear, flow = 0, 0.0, 0.0
        every_wage = self.rebated if hand.wage_rebate else self.wages
        line = self.costs.now
        board = hand.board()
        for round, wage in enumerate(every_wage):
            rest = self.rounds - round
            if round:
                line = self.costs.later
                dear += w.rise
                if cash > w.keep:
                    hand, cash = self._buy_card(hand, board, cash, cities, rest)
                    board = hand.board()
            if (round or not settled) and board.idle != (0, 0):
                hand, cash = self._unlock_slots(hand, board, cash, rest)
                board = hand.board()
            free = board.places + hand.robots
            feasible = affordable(board.runs, free, wage, cash)
            if round or not settled:
                top, cost = feasible[-1]
                top = min(top, end)
                while cities < top and built < len(line) and line[built] + dear + cost <= cash:
                    cash -= line[built] + dear
                    built += 1
                    cities += 1
            score, paid = -1.0, 0
            for output, cost in feasible:
                if cost > cash:
                    break
                got = output if output < cities else cities
                earned = pay[got] - cost + (w.city * got if rest == 1 else 0.0)
                if earned > score:
                    score, supplied, paid = earned, got, cost
                if output >= cities:
                    break
            cash += pay[supplied] - paid
            flow += pay[supplied] - paid
            if hand.factory and hand.robots < MAX_ROBOTS:
                hand = hand._replace(robots=hand.robots + 1)
                board = hand.board()
        more = self._unspent_value(supplied, cities, board.output, cash)
        return w.city * (supplied + more) + w.cash * cash + w.flow * flow

    def _buy_card(self, hand: Hand, board: Board, cash: float, cities: int, rest: int) -> tuple[Hand, float]:
        """Buy a card in a later round: a plant if cities wait for it, else a housing that pays off."""
        typical_cards, w = self.typical_cards, self.w
        cash_left = cash - w.keep + hand.auction_rebate
        wanted = board.output < self.end and cities + 2 >= board.output
        if wanted and cash_left > typical_cards.plant_price and self._helps(hand):
            return hand.with_plant(typical_cards.plant), cash - typical_cards.plant_price + hand.auction_rebate
        if len(hand.housings) < SLOTS and cash_left > typical_cards.housing_price:
            missing = board.runs[-1][1] - board.places - hand.robots
            pays = typical_cards.places * LONG_TERM_WAGE * rest > typical_cards.housing_price + SITE_COST
            if missing >= typical_cards.places and pays:
                return hand.with_housing(typical_cards.places), cash - typical_cards.housing_price + hand.auction_rebate
        return hand, cash

    def _helps(self, hand: Hand) -> bool:
        if len(hand.plants) < SLOTS:
            return True
        worst = sorted(cities for _, cities in hand.plants)[-SLOTS]
        return self.typical_cards.plant[1] - worst >= 2

    def _unlock_slots(self, hand: Hand, board: Board, cash: float, rest: int) -> tuple[Hand, float]:
        """Build for cards without a slot."""
        plants, housings = self.costs.plants, self.costs.housings
        a = b = 0
        if board.idle[0] and plants and cash >= plants[0]:
            cash -= plants[0]
            a = 1
        if board.idle[1] and housings and cash >= housings[0] + 10:
            gain = hand.housings[hand.housing_slots] + hand.more_places
            if gain * LONG_TERM_WAGE * rest > housings[0]:
                cash -= housings[0]
                b = 1
        return (hand.with_slots(a, b) if a or b else hand), cash

    def _unspent_value(self, supplied: int, cities: int, output: int, cash: float) -> float:
        """Return the supplied cities that the remaining money could still have brought."""
        missing = self.end - supplied
        if missing <= 0 or cash <= 0:
            return 0.0
        each = self.w.grow_cost if output > cities else self.w.grow_cost + self.w.grow_price
        return self.w.late * min(missing, cash / each)

    def in_money(self, worth: float) -> float:
        """Convert a difference in value into money, at long-term prices."""
        return worth * self.w.grow_cost / self.w.city


def affordable(runs: tuple[Run, ...], free: int, wage: Wages, cash: float) -> list[tuple[int, int]]:
    """Return the cities that can be supplied, each with the wages for it; supplying none costs nothing."""
    out = []
    for cities, workers in runs:
        hire = workers - free
        if hire <= 0:
            out.append((cities, 0))
        elif hire < len(wage) and wage[hire] <= cash:
            out.append((cities, wage[hire]))
        else:
            break
    return out


@lru_cache(maxsize=4096)
def max_price(projection: OutpostProjection, hand: Hand, money: int, cities: int, base: float) -> float:
    """Return the highest price for a hand that does not leave the company worse off; negative if it has no value."""
    as_gift = projection.worth(hand, money, cities)
    if as_gift < base:
        return projection.in_money(as_gift - base)
    return float(highest(lambda price: projection.worth(hand, money - price, cities) >= base, 0, money))


_project = lru_cache(maxsize=256)(OutpostProjection)
"""Equal inputs share one projection and its caches."""


def project(table: OutpostBoardNumbers, w: CompanyWeights, rounds: int | None = None) -> OutpostProjection:
    """Return the projection of the deciding company."""
    me = table.me
    left = min(rounds or MAX_ROUNDS, rounds_left(table, w))
    now = table.house_costs(me, CITIES_NOW)
    common = table.common
    turns = max(1, min(CITIES_LATER, table.end_at - me.cities))
    later = (
        race_costs(common, common.me, turns)
        if common.me.own
        else tuple(common.places[0] + 4 + i for i in range(CITIES_LATER))
    )
    costs = BuildingCosts(now, later, *table.site_costs(me))
    rebate = max(card.value for card in printed_cards(table.view.edition).values() if card.effect == ECOPLANTS)
    return _project(
        costs,
        (wages(table, left, w), wages(table, left, w, rebate)),
        typical_cards(table, w),
        (table.end_at, table.pay),
        w,
    )


def typical_cards(table: OutpostBoardNumbers, w: CompanyWeights) -> TypicalCards:
    """Return typical future cards: the better plants and the middle housing of the market."""
    view = table.view
    cards = printed_cards(view.edition)
    there = [(cards[ref], view.plant(ref).minimum_bid) for ref in (*view.current, *view.future) if ref in cards]
    plants = sorted(
        (2 * card.cities - card.workers, card.cities, card.workers, number)
        for card, number in there
        if card.workers and not card.effect
    )
    out = TypicalCards()
    if plants:
        _, cities, workers, number = plants[-1 - len(plants) // 4]
        out = out._replace(plant=(workers, cities), plant_price=number + w.premium)
    housings = sorted((card.places, number) for card, number in there if card.places and not card.effect)
    if housings:
        places, number = housings[len(housings) // 2]
        out = out._replace(places=places, housing_price=number + w.premium)
    return out
