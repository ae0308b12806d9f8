"""Phase 3, action a): houses, plants and housings (L12 to L14), in cities and on Outpost cards (L29)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import finish_stage
from stromnetz.engine.board import UNREACHABLE
from stromnetz.engine.decisions import Decider
from stromnetz.engine.errors import BadInput, IllegalMove, short_repr
from stromnetz.engine.move_ranges import MoveRange
from stromnetz.engine.moves import Done, Move
from stromnetz.engine.options import Option, PlainOption
from stromnetz.engine.phases.construction import (
    connection_path,
    extend_reach,
    may_connect,
    network,
    open_cities,
    put_house,
)
from stromnetz.engine.phases.fuel import DONE_RANGE
from stromnetz.engine.position import NOBODY, Position, with_item
from stromnetz.engine.rules import Rules

from .company import state
from .company_rules import HOUSE, SITES, company_rules
from .events import BuildingBuilt, BuiltOnCard
from .moves import Build
from .options import BuildOption

Facts = dict[str, object]


def open_sites(rules: Rules, p: Position, seat: int, money: int) -> list[int]:
    """Return the cities whose company place a seat can build on for this money; they are available in every step."""
    company = state(rules, p)
    plan = company.plan
    plants, housings = company.unlocked[seat]
    plant_left, housing_left = plants < plan.pieces, housings < plan.pieces
    if not (plant_left or housing_left):
        return []
    reach, sites, is_plant, most = p.reach[seat], company.sites, plan.is_plant_site, money - plan.site_cost
    return [
        c
        for c in p.area.cities
        if sites[c] == NOBODY and reach[c] <= most and (plant_left if is_plant[c] else housing_left)
    ]


def has_open_site(rules: Rules, p: Position, seat: int) -> bool:
    """Whether there is a company place that a seat could build on if it had the money."""
    company = state(rules, p)
    plan = company.plan
    plants, housings = company.unlocked[seat]
    sites, is_plant = company.sites, plan.is_plant_site
    for c in p.area.cities:
        if sites[c] == NOBODY and (plants if is_plant[c] else housings) < plan.pieces:
            return True
    return False


def open_on_cards(rules: Rules, p: Position, seat: int) -> list[tuple[str, int]]:
    """Return what a seat can build on its Outpost cards from its stock (L29a)."""
    company = state(rules, p)
    out = []
    for k, card in enumerate(company.plan.outposts):
        if card in p.plants[seat]:
            for bit, site in enumerate(SITES):
                if not company.on_card[k] >> bit & 1 and _in_stock(rules, p, seat, site):
                    out.append((site, card))
    return out


def _in_stock(rules: Rules, p: Position, seat: int, site: str) -> bool:
    return p.cities[seat] < rules.build_limit if site == HOUSE else state(rules, p).pieces_left(seat, site) > 0


def card_name(rules: Rules, card: int) -> str:
    """Return the name of a card in place of a city."""
    return str(rules.card_refs[card])


def build_on_card(rules: Rules, p: Position, seat: int, site: str, card: int) -> None:
    company = state(rules, p)
    k = company.plan.outposts.index(card)
    company.on_card[k] |= 1 << SITES.index(site)
    company.card_seat[k] = seat
    if site != HOUSE:
        company.unlock(seat, site)
    elif seat < rules.players:
        p.cities = with_item(p.cities, seat, p.cities[seat] + 1)
    if p.events is not None:
        p.events.append(BuiltOnCard(seat, site, rules.card_refs[card]))


def build_site(rules: Rules, p: Position, seat: int, city: int, place: int, connection: int) -> None:
    """Build a plant or housing on the company place of a city."""
    company = state(rules, p)
    if p.events is not None:
        path = connection_path(rules, p, network(p, seat), city)
        site = company.plan.site[city]
        p.events.append(BuildingBuilt(seat, site, rules.city_ids[city], place, connection, path))
    p.money[seat] -= place + connection
    company.sites[city] = seat
    company.unlock(seat, company.plan.site[city])
    extend_reach(p, seat, city)


@mypyc_attr(acyclic=True)
class BuildRange(MoveRange):
    """Houses in the given cities, then buildings on the given company places, then buildings on cards."""

    __slots__ = ("houses", "on_cards", "rules", "sites")

    def __init__(self, rules: Rules, houses: list[int], sites: list[int]) -> None:
        super().__init__(None, 0, len(houses) + len(sites) - 1)
        self.rules = rules
        self.houses = houses
        self.sites = sites
        self.on_cards: list[tuple[str, int]] = []

    def add_cards(self, on_cards: list[tuple[str, int]]) -> None:
        self.on_cards = on_cards
        self.size += len(on_cards)

    def make(self, number: int) -> Move:
        rules, i = self.rules, number
        if i < len(self.houses):
            return Build(HOUSE, rules.city_ids[self.houses[i]])
        i -= len(self.houses)
        if i < len(self.sites):
            city = self.sites[i]
            return Build(company_rules(rules).site[city], rules.city_ids[city])
        site, card = self.on_cards[i - len(self.sites)]
        return Build(site, card_name(rules, card))


class NetworkDecider(Decider):
    """Build, any number of times."""

    kind: ClassVar[str] = "network"
    rule: ClassVar[str] = "L12"
    accepts: ClassVar[tuple[type[Move], ...]] = (Build, Done)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        here = may_connect(rules, p, seat, p.step) or has_open_site(rules, p, seat)
        return here or bool(open_on_cards(rules, p, seat))

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether the seat could expand on the board or on its Outpost card (L24a)."""
        if may_connect(rules, p, seat, rules.last_step):
            return True
        return any(site == HOUSE for site, _ in open_on_cards(rules, p, seat))

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Build):
            return
        if move.site not in SITES:
            known = ", ".join(SITES)
            unknown = {"site": short_repr(move.site), "known": known}
            raise BadInput(facts=unknown, case="unknown-site")
        plan = state(rules, p).plan
        card = plan.by_name.get(move.city) if isinstance(move.city, str) else None
        if card is not None:
            self.check_card(rules, p, seat, move, card)
            return
        c = rules.city(move.city)
        facts: Facts = {"site": move.site, "city": move.city}
        if p.area.free[c] == UNREACHABLE:
            facts["regions"] = [rules.board.region_ids[r] for r in p.regions]
            raise IllegalMove("L1", "outside-area", facts)
        if move.site == HOUSE:
            self.check_house(rules, p, seat, c, facts)
        else:
            self.check_site(rules, p, seat, c, move.site, facts)
        place = rules.place_costs[len(p.occupants[c])] if move.site == HOUSE else plan.site_cost
        connection = p.reach[seat][c]
        if place + connection > p.money[seat]:
            cost = place + connection
            facts |= {"place_cost": place, "connection_cost": connection, "cost": cost, "money": p.money[seat]}
            raise IllegalMove("L13", "building-too-dear", facts)

    def check_card(self, rules: Rules, p: Position, seat: int, move: Build, card: int) -> None:
        facts: Facts = {"site": move.site, "card": rules.card_refs[card]}
        if card not in p.plants[seat]:
            raise IllegalMove("L29", "not-your-card", facts)
        company = state(rules, p)
        if company.on_card[company.plan.outposts.index(card)] >> SITES.index(move.site) & 1:
            raise IllegalMove("L29", "card-built-on", facts)
        self.check_stock(rules, p, seat, move.site, facts)

    def check_house(self, rules: Rules, p: Position, seat: int, city: int, facts: Facts) -> None:
        there = p.occupants[city]
        if seat in there:
            raise IllegalMove("L12", "house-there", facts)
        if len(there) >= p.step:
            facts |= {"step": p.step, "occupants": list(there)}
            raise IllegalMove("B4", "houses-full", facts)
        self.check_stock(rules, p, seat, HOUSE, facts)

    def check_site(self, rules: Rules, p: Position, seat: int, city: int, site: str, facts: Facts) -> None:
        company = state(rules, p)
        kind = company.plan.site[city]
        if kind != site:
            raise IllegalMove("L12", "other-company-place", facts | {"place": kind})
        owner = company.sites[city]
        if owner != NOBODY:
            raise IllegalMove("L12", "company-place-taken", facts | {"seat": owner})
        self.check_stock(rules, p, seat, site, facts)

    def check_stock(self, rules: Rules, p: Position, seat: int, site: str, facts: Facts) -> None:
        if not _in_stock(rules, p, seat, site):
            limit = rules.build_limit if site == HOUSE else company_rules(rules).pieces
            raise IllegalMove("L4", "buildings-used", facts | {"limit": limit})

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Build):
            finish_stage(rules, p)
            return
        plan = state(rules, p).plan
        card = plan.by_name.get(move.city)
        if card is not None:
            build_on_card(rules, p, seat, move.site, card)
            return
        c = rules.city_index[move.city]
        connection = p.reach[seat][c]
        if move.site != HOUSE:
            build_site(rules, p, seat, c, plan.site_cost, connection)
            return
        place = rules.place_costs[len(p.occupants[c])]
        if p.events is not None:
            path = connection_path(rules, p, network(p, seat), c)
            p.events.append(ev.CityConnected(seat, move.city, place, connection, path))
        p.money[seat] -= place + connection
        put_house(p, seat, c)
        for hook in rules.hooks.on_connected:
            hook(rules, p, seat, c)

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        money = p.money[seat]
        span = BuildRange(rules, open_cities(rules, p, seat, money), open_sites(rules, p, seat, money))
        span.add_cards(open_on_cards(rules, p, seat))
        return [DONE_RANGE, span] if span.size else [DONE_RANGE]

    def expected_moves(self, rules: Rules, p: Position, seat: int) -> list[Move]:
        """Return a house and the company building in every city, and everything for the own cards."""
        plan = company_rules(rules)
        cities = [(site, rules.city_ids[c]) for c in p.area.cities for site in (HOUSE, plan.site[c])]
        cards = [(site, card_name(rules, c)) for c in plan.outposts if c in p.plants[seat] for site in SITES]
        return [Build(site, place) for site, place in cities + cards]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        out: list[Option] = [PlainOption("done")]
        plan, money, reach = company_rules(rules), p.money[seat], p.reach[seat]
        own = network(p, seat)
        for c in open_cities(rules, p, seat, money):
            place = rules.place_costs[len(p.occupants[c])]
            out.append(BuildOption(rules.city_ids[c], place, reach[c], connection_path(rules, p, own, c), HOUSE))
        for c in open_sites(rules, p, seat, money):
            path = connection_path(rules, p, own, c)
            out.append(BuildOption(rules.city_ids[c], plan.site_cost, reach[c], path, plan.site[c]))
        out += [BuildOption(card_name(rules, card), 0, 0, [], site) for site, card in open_on_cards(rules, p, seat)]
        return out
