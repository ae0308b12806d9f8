"""Phase 3, actions b) and c): cards on the company board (L15), workers (L16); robots at the end of a turn (L27)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.engine.agenda import finish_stage
from stromnetz.engine.decisions import Decider, require_int
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import Done, Move
from stromnetz.engine.options import Option, PlainOption
from stromnetz.engine.phases.fuel import DONE_RANGE
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .bureaucracy import best_run
from .company import (
    CompanyState,
    counts,
    fits_board,
    has_technology,
    permanent,
    places,
    places_on,
    state,
    workers_needed,
)
from .company_rules import ECOPLANTS, ROBOTS, company_rules
from .events import CompanyArranged, RobotMade, WorkersHired
from .moves import Arrange, Hire, MakeRobot
from .options import ArrangeOption, HireOption, LaidCard
from .slots import Counts, arrangements, may_become, ranges, several

# --- the company board ---


def own_cards(p: Position, company: CompanyState, seat: int) -> list[list[int]]:
    """Return the plants, the housings, and the cards that are both, on the board or beside it."""
    plan, cards = company.plan, p.plants[seat]
    return [
        [c for c in cards if plan.is_plant[c]],
        [c for c in cards if plan.is_housing[c]],
        [c for c in cards if plan.is_base[c]],
    ]


def ways(p: Position, company: CompanyState, seat: int) -> tuple[Counts, ...]:
    owned = counts(company.plan, p.plants[seat])
    return arrangements(owned, counts(company.plan, company.placed[seat]), company.unlocked[seat])


def place(rules: Rules, p: Position, seat: int, cards: tuple[int, ...]) -> None:
    state(rules, p).placed[seat] = cards
    if p.events is not None:
        p.events.append(CompanyArranged(seat, rules.refs(cards)))


class CompanyDecider(Decider):
    """Lay cards on unlocked slots or exchange them, all in one move; or keep the board."""

    kind: ClassVar[str] = "company"
    rule: ClassVar[str] = "L15"
    accepts: ClassVar[tuple[type[Move], ...]] = (Arrange, Done)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        company = state(rules, p)
        owned = counts(company.plan, p.plants[seat])
        return several(owned, arrangements(owned, counts(company.plan, company.placed[seat]), company.unlocked[seat]))

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Arrange):
            return
        company = state(rules, p)
        plan = company.plan
        cards: list[int] = []
        for ref in move.cards:
            card = rules.card(ref)
            if card not in p.plants[seat]:
                raise IllegalMove("L15", "not-your-card", {"card": ref, "cards": rules.refs(p.plants[seat])})
            if not plan.placeable(card):
                raise IllegalMove("L15", "not-for-the-board", {"card": ref})
            if card in cards:
                raise IllegalMove("L15", "card-named-twice", {"card": ref})
            cards.append(card)
        slots = company.unlocked[seat]
        facts = {"plant_slots": slots[0], "housing_slots": slots[1], "placed": rules.refs(company.placed[seat])}
        if not fits_board(plan, tuple(cards), slots):
            raise IllegalMove("L14", "slots-locked", facts)
        if not may_become(counts(plan, company.placed[seat]), counts(plan, tuple(cards)), slots):
            raise IllegalMove("L15", "card-taken-away", facts)

    def expected_moves(self, rules: Rules, p: Position, seat: int) -> list[Move]:
        """Return the board with each other card added, and with each of its cards removed."""
        placed = state(rules, p).placed[seat]
        more = [(*placed, card) for card in p.plants[seat] if card not in placed]
        less = [tuple(other for other in placed if other != card) for card in placed]
        return [Arrange(rules.refs(cards)) for cards in more + less]

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        finish_stage(rules, p)
        if isinstance(move, Arrange):
            place(rules, p, seat, tuple(sorted([rules.card_index[ref] for ref in move.cards])))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        company = state(rules, p)
        kinds = own_cards(p, company, seat)
        return [DONE_RANGE, *ranges(kinds, ways(p, company, seat), lambda cards: Arrange(rules.refs(sorted(cards))))]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        company = state(rules, p)
        plants, housings, both = [rules.refs(cards) for cards in own_cards(p, company, seat)]
        slots = company.unlocked[seat]
        worth = [self.worth(rules, p, seat, card) for card in p.plants[seat] if company.plan.placeable(card)]
        return [
            PlainOption("done"),
            ArrangeOption(rules.refs(company.placed[seat]), plants, housings, both, *slots, worth),
        ]

    def worth(self, rules: Rules, p: Position, seat: int, card: int) -> LaidCard:
        workers = company_rules(rules).workers[card]
        cities = rules.output(p, seat, card) if workers else 0
        return LaidCard(rules.card_refs[card], workers, cities, places_on(rules, p, seat, card))


# --- workers ---


def most_seasonal(rules: Rules, p: Position, seat: int) -> int:
    """Return how many seasonal workers the plants still need; permanent ones without a place count (L16, L16a)."""
    company = state(rules, p)
    missing = (
        workers_needed(company, seat) - max(places(rules, p, seat), permanent(rules, p, seat)) - company.seasonal[seat]
    )
    return min(p.stock[0], max(0, missing))


def wages(rules: Rules, p: Position, seat: int, count: int) -> int:
    """Return the price of seasonal workers, cheapest first; less for each with Ecoplants, at least 0 (L26)."""
    less = 0
    if has_technology(rules, p, seat, ECOPLANTS):
        plan = state(rules, p).plan
        less = plan.value[plan.effects[ECOPLANTS]]
    first = rules.markers[0] - p.stock[0]
    return sum([max(0, price - less) for price in rules.prices[0][first : first + count]])


def free_places(rules: Rules, p: Position, seat: int, hired: int) -> int:
    """Return the number of permanent workers that come in after seasonal ones were hired."""
    return max(0, min(p.stock[0] - hired, places(rules, p, seat) - permanent(rules, p, seat)))


def take_on(rules: Rules, p: Position, seat: int, seasonal: int, cost: int) -> None:
    """Take seasonal workers first, then fill all empty places for free (L16)."""
    fixed = free_places(rules, p, seat, seasonal)
    p.stock[0] -= seasonal + fixed
    p.fuel[seat] = (p.fuel[seat][0] + seasonal + fixed,)
    state(rules, p).seasonal[seat] += seasonal
    p.money[seat] -= cost
    if p.events is not None and (seasonal + fixed or seat < rules.players):
        p.events.append(WorkersHired(seat, seasonal, fixed, cost))


@mypyc_attr(acyclic=True)
class HireRange(MoveRange):
    __slots__ = ()

    def __init__(self, low: int, high: int) -> None:
        super().__init__(None, low, high)

    def make(self, number: int) -> Move:
        return Hire(number)


class WorkersDecider(Decider):
    """Hire seasonal workers and fill the places, or pass (L16a)."""

    kind: ClassVar[str] = "workers"
    rule: ClassVar[str] = "L16"
    accepts: ClassVar[tuple[type[Move], ...]] = (Hire, Done)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        return most_seasonal(rules, p, seat) > 0 or free_places(rules, p, seat, 0) > 0

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Hire):
            return
        require_int(move.count, "count")
        most = most_seasonal(rules, p, seat)
        facts = {
            "count": move.count,
            "most": most,
            "need": workers_needed(state(rules, p), seat),
            "places": places(rules, p, seat),
            "in_market": p.stock[0],
        }
        if not 0 <= move.count <= most:
            raise IllegalMove("L16", "hires-too-many", facts)
        cost = wages(rules, p, seat, move.count)
        if cost > p.money[seat]:
            facts |= {"cost": cost, "money": p.money[seat]}
            raise IllegalMove("L16", "workers-too-dear", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        finish_stage(rules, p)
        if isinstance(move, Hire):
            take_on(rules, p, seat, move.count, wages(rules, p, seat, move.count))

    def affordable(self, rules: Rules, p: Position, seat: int) -> int:
        count = most_seasonal(rules, p, seat)
        while count and wages(rules, p, seat, count) > p.money[seat]:
            count -= 1
        return count

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [DONE_RANGE, HireRange(0, self.affordable(rules, p, seat))]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        counts = range(self.affordable(rules, p, seat) + 1)
        costs = [wages(rules, p, seat, n) for n in counts]
        fixed = [free_places(rules, p, seat, n) for n in counts]
        supplies = [best_run(rules, p, seat, seasonal=n, fixed=fixed[n])[0] for n in counts]
        return [PlainOption("done"), HireOption(costs, fixed, supplies)]


class RobotDecider(Decider):
    """Let a worker make a robot, once per round, or pass (L27, L27a)."""

    kind: ClassVar[str] = "robot"
    rule: ClassVar[str] = "L27"
    accepts: ClassVar[tuple[type[Move], ...]] = (MakeRobot, Done)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        company = state(rules, p)
        hands = p.fuel[seat][0] + company.robots[seat]
        once = not company.made >> seat & 1
        return (
            once and has_technology(rules, p, seat, ROBOTS) and hands > 0 and sum(company.robots) < company.plan.robots
        )

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        return  # only asked if a robot can be made

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        finish_stage(rules, p)
        if isinstance(move, MakeRobot):
            company = state(rules, p)
            company.robots[seat] += 1
            company.made |= 1 << seat
            if p.events is not None:
                p.events.append(RobotMade(seat, company.robots[seat]))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [DONE_RANGE, SingleMove(MakeRobot())]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [PlainOption("done"), PlainOption("make-robot")]
