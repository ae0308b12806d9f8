"""Phase 4: connecting cities (B1 to B6); and the check for the end of the game (E1, E5)."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import finish_stage
from stromnetz.engine.board import UNREACHABLE
from stromnetz.engine.decisions import Decider
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import SETTLE
from stromnetz.engine.move_ranges import ConnectRange, MoveRange
from stromnetz.engine.moves import Connect, Done, Move
from stromnetz.engine.options import ConnectOption, Option, PlainOption
from stromnetz.engine.position import Position, own_cities, with_item
from stromnetz.engine.rules import Rules, end_game

from .fuel import DONE_RANGE


def network(p: Position, seat: int) -> list[int]:
    """Return the cities that a seat's network reaches, through its houses or through modules."""
    own = own_cities(p, seat)
    for module in p.modules:
        own += [c for c in module.presence(seat) if c not in own]
    return own


def may_connect(rules: Rules, p: Position, seat: int, step: int) -> bool:
    """Whether there is a city that a seat could connect in this step if it had the money."""
    if p.cities[seat] >= rules.build_limit:
        return False
    occupants = p.occupants
    for c in p.area.cities:
        there = occupants[c]
        if len(there) < step and seat not in there:
            return True
    return False


def open_cities(rules: Rules, p: Position, seat: int, money: int) -> list[int]:
    """Return the cities that a seat can connect for this money: a place is free in this step, without its house."""
    if p.cities[seat] >= rules.build_limit or money < rules.place_costs[0]:
        return []
    costs, reach, occupants, step = rules.place_costs, p.reach[seat], p.occupants, p.step
    near = money - costs[0]  # the first place is the cheapest
    out = []
    for c in p.area.cities:
        cost = reach[c]
        if cost > near:
            continue
        there = occupants[c]
        taken = len(there)
        if taken < step and costs[taken] + cost <= money and seat not in there:
            out.append(c)
    return out


def connection_path(rules: Rules, p: Position, own: list[int], city: int) -> list[str]:
    """Return a cheapest path from the own cities to a city; just the city if it is the first."""
    return [rules.city_ids[c] for c in (p.area.path(own, city) if own else [city])]


class BuildDecider(Decider):
    kind: ClassVar[str] = "build"
    rule: ClassVar[str] = "B1"
    accepts: ClassVar[tuple[type[Move], ...]] = (Connect, Done)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        return may_connect(rules, p, seat, p.step)

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        return may_connect(rules, p, seat, rules.last_step)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Connect):
            return
        c = rules.city(move.city)
        facts: dict[str, object] = {"city": move.city}
        if p.area.free[c] == UNREACHABLE:
            facts["regions"] = [rules.board.region_ids[r] for r in p.regions]
            raise IllegalMove("S1", "outside-area", facts)
        there = p.occupants[c]
        if seat in there:
            raise IllegalMove("B4", "house-there", facts)
        if len(there) >= p.step:
            facts |= {"step": p.step, "occupants": list(there), "taken": len(there)}
            raise IllegalMove("B4", "city-full", facts)
        if p.cities[seat] >= rules.build_limit:
            facts["limit"] = rules.build_limit
            if rules.build_limit < rules.house_limit:
                raise IllegalMove("Y1", "stops-building", facts)
            raise IllegalMove("S2", "houses-used", facts)
        place, connection = rules.place_costs[len(there)], p.reach[seat][c]
        if place + connection > p.money[seat]:
            cost = place + connection
            facts |= {"place_cost": place, "connection_cost": connection, "cost": cost, "money": p.money[seat]}
            first = p.reach[seat] is p.area.free
            raise IllegalMove("B2" if first else "B3", "first-city-too-dear" if first else "city-too-dear", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if not isinstance(move, Connect):
            finish_stage(rules, p)
            return
        c = rules.city_index[move.city]
        place, connection = rules.place_costs[len(p.occupants[c])], p.reach[seat][c]
        path = connection_path(rules, p, own_cities(p, seat), c) if p.events is not None else []
        connect(rules, p, seat, c, place, connection, path)

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        cities = open_cities(rules, p, seat, p.money[seat])
        if not cities:
            return [DONE_RANGE]
        return [DONE_RANGE, ConnectRange(rules.city_ids, cities)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        out: list[Option] = [PlainOption("done")]
        own = own_cities(p, seat)
        for c in open_cities(rules, p, seat, p.money[seat]):
            place = rules.place_costs[len(p.occupants[c])]
            out.append(ConnectOption(rules.city_ids[c], place, p.reach[seat][c], connection_path(rules, p, own, c)))
        return out


def connect(rules: Rules, p: Position, seat: int, city: int, place: int, connection: int, path: list[str]) -> None:
    """Let a seat pay for a city and connect it, with all consequences. The caller computes the price."""
    if p.events is not None:
        p.events.append(ev.CityConnected(seat, rules.city_ids[city], place, connection, path))
    p.money[seat] -= place + connection
    put_house(p, seat, city)
    p.agenda.append(SETTLE)
    for hook in rules.hooks.on_connected:
        hook(rules, p, seat, city)


def put_house(p: Position, seat: int, city: int) -> None:
    """Put a seat's house on the next place of a city and extend its network."""
    take_place(p, seat, city)
    p.cities = with_item(p.cities, seat, p.cities[seat] + 1)
    extend_reach(p, seat, city)


def extend_reach(p: Position, seat: int, city: int) -> None:
    """Extend the seat's network to this city, so that connections can start there."""
    row = p.area.rows[city]
    reach = p.reach[seat]
    if reach is p.area.free:
        p.reach = with_item(p.reach, seat, row)
        return
    out = reach[:]
    for c in p.area.cities:  # cities outside the area stay unreachable
        if row[c] < reach[c]:
            out[c] = row[c]
    p.reach = with_item(p.reach, seat, out)


def take_place(p: Position, seat: int, city: int) -> None:
    """Take the next place in a city; a house of a neutral company does nothing else."""
    p.occupants = with_item(p.occupants, city, (*p.occupants[city], seat))


class EndCheck(Frame):
    """Ends the game after a building phase in which a company has enough cities (E1), or if nobody can expand (E5)."""

    __slots__ = ()
    name: ClassVar[str] = "end-check"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        if max(p.cities) >= rules.end_at or no_player_can_expand(rules, p):
            end_game(rules, p)


def no_player_can_expand(rules: Rules, p: Position) -> bool:
    """Whether no player can ever get another city (E5)."""
    decider = rules.deciders[rules.edition.round.expanding]
    for seat in range(rules.players):
        if decider.can_expand(rules, p, seat):
            return False
    return True
