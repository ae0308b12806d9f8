"""Bots for editions with companies: the rules of thumb of ``plain``, and the entry to ``expert`` for the levels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from stromnetz.bots.edition_bots import EditionStrategy
from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.bots.parameters import BotParameters, Level
from stromnetz.engine.edition import PLANT
from stromnetz.engine.moves import Bid, CardRef, Done, Move, Open, Pass, SitOut
from stromnetz.engine.options import BidOption, OpenOption, Option, PlainOption
from stromnetz.play.catalogue import payments
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .company_rules import DATA_LIBRARY, ECOPLANTS, HOUSE, HOUSING, LABORATORIES, MOON_BASE, NODULE, OUTPOST, ROBOTS
from .expert import auction, construction, staff
from .expert.table import OutpostBoardNumbers
from .expert.weights import CompanyWeights, default_weights
from .moves import Arrange, Build, Hire, MakeRobot
from .options import ArrangeOption, BuildOption, HireOption
from .texts import CompanyView, best_output, card_of, company_of, has_technology, laid_out, sites_of

SLOTS = 4
"""Number of plant cards, and of housing cards, that a company can use at once."""
CITY, WORKER, PLACE = 9.0, 3.2, 10.5
"""Rough value of a supplied city, a needed worker and a housing place over the rest of a game."""
LATE_ROUND = 6
"""From this round on, the target is the full number of cities."""
TYPICAL_ROUNDS = 10
"""Typical length of a game."""
MAX_SITE_COST = 24
"""Highest price paid for a plant or housing building."""
EXPERT_DECISIONS = frozenset({"auction", "bid", "network", "company", "workers", "robot"})
"""Decisions for which levels use the code here; they place neutral houses as in other editions."""
Plant = tuple[int, int]
"""Workers, cities."""


def plants_of(view: View, cards: Sequence[CardRef], more: int = 0) -> list[Plant]:
    facts = [card_of(view, card) for card in cards]
    return [(f.workers, f.cities + more) for f in facts if f.workers]


def best_four(plants: Sequence[Plant], target: int) -> tuple[float, tuple[Plant, ...]]:
    """Return the value of the best plants for the slots, and those plants; cities beyond the target count less."""
    top: tuple[float, tuple[Plant, ...]] = (0.0, ())
    for count in range(1, SLOTS + 1):
        for way in combinations(plants, count):
            cities = sum(c for _, c in way)
            value = CITY * min(cities, target) + 3 * max(0, min(cities, 18) - target)
            value -= WORKER * sum(w for w, _ in way)
            top = max(top, (value, way))
    return top


def worth(view: View, me: PlayerView, card: CardRef) -> float:
    """Return the price that the bot would pay for a card."""
    facts = card_of(view, card)
    left = max(2, TYPICAL_ROUNDS - view.round)
    own = plants_of(view, me.plants)
    target = 18 if view.round >= LATE_ROUND else max(3, me.cities + 3)
    housings = sorted((f.places for c in me.plants if (f := card_of(view, c)).kind == HOUSING), reverse=True)[:SLOTS]
    if facts.kind == PLANT:
        gain = best_four([*own, (facts.workers, facts.cities)], target)[0] - best_four(own, target)[0]
        return (gain + (0 if own else 6)) * (1.15 if view.round >= LATE_ROUND else 1)
    if facts.kind == HOUSING:
        need = sum(w for w, _ in best_four(own, target)[1]) + 1
        now = sum(housings)
        gain = sum(sorted([*housings, facts.places], reverse=True)[:SLOTS]) - now
        short: int = max(0, need - now - company_of(view, me.seat).robots)
        return min(gain, short) * PLACE
    by_effect = {
        DATA_LIBRARY: 2.2 * left,
        ECOPLANTS: 2.2 * left,
        ROBOTS: 4.0 * left,
        NODULE: 9.0 * len(housings),
        OUTPOST: 36.0,
        LABORATORIES: 11.0 * min(SLOTS, len(own) + 1),
        MOON_BASE: 54.0,
    }
    return by_effect.get(facts.effect, 0.0)


def reserve(view: View, me: PlayerView) -> int:
    """Return the money to keep for building: at first a house and two buildings, later cities that can be supplied."""
    if view.round == 1:
        return 34 if view.must_buy else 26
    could = sum(c for _, c in best_four(plants_of(view, me.plants), 18)[1])
    return 17 * max(0, min(2, could - me.cities)) + 6


def open_card(view: View, me: PlayerView, options: Sequence[Option]) -> Move:
    assert me.money is not None
    offers = [o for o in options if isinstance(o, OpenOption)]
    may_sit_out = PlainOption("sit-out") in options
    money = me.money if not may_sit_out else me.money - reserve(view, me)
    wanted = [(worth(view, me, o.plant) - o.minimum, o) for o in offers if o.minimum <= money]
    best = max(wanted, key=lambda pair: (pair[0], -pair[1].minimum), default=None)
    if best is not None and (best[0] >= 0 or not may_sit_out):
        return Open(best[1].plant, best[1].minimum)
    if may_sit_out:
        return SitOut()
    cheapest = min(offers, key=lambda o: o.minimum)
    return Open(cheapest.plant, cheapest.minimum)


def bid(view: View, me: PlayerView, options: Sequence[Option]) -> Move:
    assert view.auction is not None
    assert me.money is not None
    limit = min(worth(view, me, view.auction.card), me.money - reserve(view, me))
    for option in options:
        if isinstance(option, BidOption) and option.minimum <= limit:
            return Bid(option.minimum)
    return Pass()


def build(view: View, me: PlayerView, options: Sequence[Option]) -> Move:
    """Build for cards without a slot, then houses for the cities that all cards together can supply."""
    assert me.money is not None
    sites = [o for o in options if isinstance(o, BuildOption)]
    free = next((o for o in sites if not o.path and o.cost == 0), None)
    if free is not None:
        return Build(free.site, free.city)
    company = company_of(view, me.seat)
    kinds = [card_of(view, card).kind for card in me.plants]
    slots = {PLANT: company.plant_slots, HOUSING: company.housing_slots}
    missing = [kind for kind, open_slots in slots.items() if open_slots < min(SLOTS, kinds.count(kind))]
    money = me.money - wages(view, me, company)
    start = not me.network and not any(owner == me.seat for owner in sites_of(view).values())
    useful = [o for o in sites if o.site in missing and o.cost <= min(money, MAX_SITE_COST)]
    goal = goal_of(view, me)
    houses = [o for o in sites if o.site == HOUSE and o.cost <= money] if me.cities < goal else []
    if start and houses:
        return Build(*start_city(view, houses, useful))
    if useful:
        best = min(useful, key=lambda o: (o.cost, o.city not in me.network))
        return Build(best.site, best.city)
    if houses:
        cheapest = min(houses, key=lambda o: o.cost)
        return Build(HOUSE, cheapest.city)
    rich = [o for o in sites if o.site == HOUSE and me.money - o.cost > 170]
    return Build(HOUSE, min(rich, key=lambda o: o.cost).city) if rich else Done()


def goal_of(view: View, me: PlayerView) -> int:
    """Return the number of cities that its cards can supply at most, plus one."""
    more = 1 if has_technology(view, me.seat, LABORATORIES) else 0
    return sum(c for _, c in best_four(plants_of(view, me.plants, more), 18)[1]) + 1


def start_city(view: View, houses: list[BuildOption], useful: list[BuildOption]) -> tuple[str, str]:
    """Return a start city, preferably one with a place for a needed building, and empty."""
    wanted = {o.city for o in useful}
    taken = view.houses
    best = min(houses, key=lambda o: (o.city not in wanted, o.city in taken, o.city))
    return (HOUSE, best.city)


def wages(view: View, me: PlayerView, company: CompanyView) -> int:
    """Estimate the cost of the seasonal workers that the placed plants need beyond the places."""
    (market,) = view.fuels.values()
    missing = max(0, company.need - company.places)
    return min(missing, market.in_market) * ((market.price or 10) + 1)


def hire(view: View, me: PlayerView, options: Sequence[Option]) -> Move:
    """Hire the number of workers with the highest profit."""
    company = company_of(view, me.seat)
    pay = payments(view.edition)
    more = 1 if has_technology(view, me.seat, LABORATORIES) else 0
    plants = plants_of(view, company.placed, more)
    for option in options:
        if isinstance(option, HireOption):

            def profit(n: int, option: HireOption = option) -> tuple[int, int]:
                hands = company.permanent + company.robots + option.permanent[n] + n
                supplied = min(me.cities, best_output(plants, hands))
                return (pay[min(supplied, len(pay) - 1)] - option.costs[n], supplied)

            return Hire(max(range(len(option.costs)), key=lambda n: (profit(n), -n)))
    return Done()


class CompanyStrategy(EditionStrategy):
    def decide(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move | None:
        assert view.decision is not None
        match view.decision.kind:
            case "auction":
                return open_card(view, me, options)
            case "bid":
                return bid(view, me, options)
            case "network":
                return build(view, me, options)
            case "company":
                return Arrange(laid_out(view, next(o for o in options if isinstance(o, ArrangeOption))))
            case "workers":
                return hire(view, me, options)
            case "robot":
                return MakeRobot()
        return None

    def think(
        self, view: View, me: PlayerView, options: Sequence[Option], level: Level, weights: BotParameters
    ) -> Explanation | None:
        """Explain the decision with the usual company weights; the common parameters do not apply here."""
        return self.weigh(view, me, options, level, default_weights())

    def weigh(
        self, view: View, me: PlayerView, options: Sequence[Option], level: Level, w: CompanyWeights
    ) -> Explanation | None:
        """Explain the decision with the given weights."""
        assert view.decision is not None
        kind = view.decision.kind
        if kind not in EXPERT_DECISIONS:
            return None
        table = OutpostBoardNumbers(view, me.seat)
        match kind:
            case "auction":
                offers = [o for o in options if isinstance(o, OpenOption)]
                return auction.open_card(table, offers, PlainOption("sit-out") in options, w, level.rounds)
            case "bid":
                bids = [o for o in options if isinstance(o, BidOption)]
                if not bids:
                    return explain_scores([(Pass(), 0.0)], Reason("cannot-raise", {"money": table.me.money}))
                return auction.bid(table, bids[0], w, level.rounds)
            case "network":
                return construction.build(table, [o for o in options if isinstance(o, BuildOption)], w, level)
            case "company":
                return staff.arrange(table, next(o for o in options if isinstance(o, ArrangeOption)), w)
            case "workers":
                return staff.hire(table, next(o for o in options if isinstance(o, HireOption)), w)
            case _:
                return staff.robot(table)


STRATEGY = CompanyStrategy()
