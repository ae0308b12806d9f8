"""The Trust with its own company board (L32 to L35)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.editions.modules import trust
from stromnetz.editions.modules.placement import Place, PlaceOption
from stromnetz.engine.agenda import ask
from stromnetz.engine.decisions import Decider
from stromnetz.engine.edition import PLANT, Edition
from stromnetz.engine.errors import BadInput, IllegalMove
from stromnetz.engine.frames import NUMBER, Field, Frame
from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import Move
from stromnetz.engine.options import Option
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules

from .company import CompanyState, counts, permanent, places, state, workers_needed
from .company_rules import HOUSE, SITES
from .network import build_on_card, build_site
from .staff import place, take_on

NAME = "company-trust"


@mypyc_attr(allow_interpreted_subclasses=True)
class CompanyTrustState(trust.TrustState):
    """State of the Trust with a company board: it keeps all its cards and has workers."""

    __slots__ = ()

    def check_fuel(self, rules: Rules, p: Position) -> None:
        return

    def check(self, rules: Rules, p: Position) -> None:
        super().check(rules, p)
        for frame in p.agenda:
            if isinstance(frame, CompanyWork) and frame.done >= len(rules.cards):
                raise BadInput(
                    "the neutral company goes through its cards by their numbers", {"frame": frame.to_json(rules)}
                )


# --- phase 3 ---


def begin(rules: Rules, p: Position, seat: int) -> None:
    p.agenda.append(CompanyWork(0))


def next_card(p: Position, company: CompanyState, seat: int, done: int) -> int | None:
    """Return the next card beside the board, in ascending order (L34a)."""
    plan = company.plan
    for card in p.plants[seat]:
        if card >= done and card not in company.placed[seat] and (plan.is_plant[card] or plan.is_housing[card]):
            return card
    return None


def site_choices(rules: Rules, p: Position, kind: str) -> list[int]:
    """Return the equally good cities to build in for a card: first those with its house, then next to them (L34)."""
    company, seat = state(rules, p), rules.players
    free = [c for c in p.area.cities if company.sites[c] == NOBODY and company.plan.site[c] == kind]
    at_home = [c for c in free if seat in p.occupants[c]]
    if at_home:
        return at_home
    own = [c for c in p.area.cities if seat in p.occupants[c] or company.sites[c] == seat]
    costs: dict[int, int] = {}
    for c in own:
        for other, cost in p.area.neighbours[c]:
            if other in free:
                costs[other] = min(cost, costs.get(other, cost))
    if not costs:
        costs = {c: min([p.area.rows[mine][c] for mine in own], default=0) for c in free}
    cheapest = min(costs.values(), default=0)
    return [c for c in free if costs.get(c) == cheapest]


def better(company: CompanyState, rules: Rules, card: int) -> tuple[float, int, int]:
    """Return the sort key of the Trust: plants by cities per worker, then cities; housings by places; number (L34a)."""
    plan = company.plan
    if plan.is_plant[card]:
        cities = rules.cards[card].cities
        return (cities / plan.workers[card], cities, rules.number[card])
    return (plan.places[card], 0, rules.number[card])


class CompanyWork(Frame):
    """Builds and lays cards in ascending order, starting at ``done``, and takes workers at the end (L34)."""

    __slots__ = ("done",)
    name: ClassVar[str] = "trust-company"
    fields: ClassVar[dict[str, Field]] = {"done": NUMBER}
    transient: ClassVar[bool] = True

    def __init__(self, done: int) -> None:
        self.done = done

    def step(self, rules: Rules, p: Position) -> None:
        work(rules, p, self.done)


def work(rules: Rules, p: Position, done: int) -> None:
    company, seat = state(rules, p), rules.players
    card = next_card(p, company, seat, done)
    if card is None:
        p.agenda.pop()
        # all workers that its plants need beyond its places, then the empty places, for free (L34a)
        wanted = workers_needed(company, seat) - max(places(rules, p, seat), permanent(rules, p, seat))
        take_on(rules, p, seat, min(p.stock[0], max(0, wanted)), 0)
        return
    kind = rules.cards[card].kind
    which = 0 if kind == PLANT else 1
    placed = company.placed[seat]
    if counts(company.plan, placed)[which] < company.unlocked[seat][which]:
        lay(rules, p, card, None)
    elif company.pieces_left(seat, kind) > 0:
        cities = site_choices(rules, p, kind)
        if len(cities) > 1:
            ask(rules, p, [s for s in p.order if s < rules.players][-1], "trust-site")
        elif cities:
            build(rules, p, cities[0])
        else:
            p.agenda[-1] = CompanyWork(card + 1)  # this card has to wait
    else:
        worst = min((c for c in placed if rules.cards[c].kind == kind), key=lambda c: better(company, rules, c))
        if better(company, rules, card) > better(company, rules, worst):
            lay(rules, p, card, worst)
        else:
            p.agenda[-1] = CompanyWork(card + 1)


def lay(rules: Rules, p: Position, card: int, instead: int | None) -> None:
    company, seat = state(rules, p), rules.players
    p.agenda[-1] = CompanyWork(card + 1)
    place(rules, p, seat, tuple(sorted([card, *[c for c in company.placed[seat] if c != instead]])))


def build(rules: Rules, p: Position, city: int) -> None:
    build_site(rules, p, rules.players, city, 0, 0)


def asked_kind(rules: Rules, p: Position) -> str:
    frame = p.agenda[-1]
    assert isinstance(frame, CompanyWork)
    card = next_card(p, state(rules, p), rules.players, frame.done)
    assert card is not None
    return rules.cards[card].kind


class TrustSiteDecider(Decider):
    """Choose between places that are equally good for the Trust; the player who is worse off decides (L34)."""

    kind: ClassVar[str] = "trust-site"
    rule: ClassVar[str] = "L34"
    accepts: ClassVar[tuple[type[Move], ...]] = (Place,)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Place)
        choices = site_choices(rules, p, asked_kind(rules, p))
        if rules.city(move.city) not in choices:
            facts = {"city": move.city, "choices": [rules.city_ids[c] for c in choices]}
            raise IllegalMove("L34", "not-a-trust-site", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Place)
        build(rules, p, rules.city_index[move.city])

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Place(rules.city_ids[c])) for c in site_choices(rules, p, asked_kind(rules, p))]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [PlaceOption(rules.city_ids[c]) for c in site_choices(rules, p, asked_kind(rules, p))]


class TrustWithCompany(trust.Trust):
    """The Trust with a company board: it keeps all its cards and has workers (L32 to L35)."""

    def new_state(self) -> CompanyTrustState:
        return CompanyTrustState(self.generators)

    def join(self, edition: Edition) -> None:
        super().join(edition)
        edition.round.add_frame(CompanyWork(0))
        edition.round.add_decider(TrustSiteDecider())
        edition.hooks.neutral_turns["network"] = begin

    def choose(self, rules: Rules, p: Position) -> bool:
        """Take the largest card on offer; an Outpost card takes its buildings at once (L33)."""
        card = self.next_card(rules, p)
        if card is None:
            return False
        seat = rules.players
        trust.take_card(rules, p, seat, card)
        company = state(rules, p)
        if card in company.plan.outposts:
            for site in SITES:
                if site == HOUSE:
                    left = company.plan.houses_of_neutral - trust.houses(rules, p)
                else:
                    left = company.pieces_left(seat, site)
                if left > 0:
                    build_on_card(rules, p, seat, site, card)
        return True


READS = "neutral"


def add_to(edition: Edition, data: Mapping[str, Any]) -> None:
    """Add the module to an edition."""
    edition.add_module(TrustWithCompany(data[READS]["generators"], data[READS]["placed"]))
