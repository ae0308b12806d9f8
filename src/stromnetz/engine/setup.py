"""Set-up: seats, regions (given, drawn or drafted, S1), order, fuel; the cards are prepared as the edition says."""

from __future__ import annotations

from typing import TypeVar

from . import events as ev
from .agenda import advance, ask, order_is_set
from .chance import shuffled
from .decisions import Decider, Span, single
from .edition import Script
from .errors import IllegalMove
from .moves import Move, Region
from .options import Option, RegionOption
from .position import Position
from .rules import Rules

T = TypeVar("T")


def new_position(g: Rules, seed: int, script: Script, draft: bool = False) -> Position:
    """The position after set-up, run to the first decision; its events tell the set-up."""
    p = bare_position(g)
    p.seed = seed
    p.events = []
    order = script.order if script.order is not None else shuffle(p, list(range(g.players)))
    p.order = list(order)
    order_is_set(g, p)
    for f, fuel in enumerate(g.edition.fuels):
        p.stock[f] = fuel.start
        p.supply[f] = g.markers[f] - fuel.start
    if g.edition.tiles:
        p.tiles = tuple(script.tiles if script.tiles is not None else shuffle(p, g.edition.tiles))
        p.events.append(ev.TilesLaid(list(p.tiles)))
    g.edition.prepare(g, p, script)
    if script.reshuffle is not None:
        p.reshuffle = tuple(script.reshuffle)
    p.agenda = [("round", 0), *g.edition.opening_frames[::-1]]
    if draft:
        p.regions = g.always_regions
        p.agenda.append(("draft",))
    else:
        regions = script.regions
        if regions is None:
            regions = list(shuffle(p, g.board.choices(g.row.regions, g.always_regions))[0])
        choose_regions(g, p, tuple(regions))
    advance(g, p)
    return p


def bare_position(g: Rules) -> Position:
    """A table before any set-up: seats with their money, nothing else."""
    n = g.seats
    p = Position()
    p.occupants = [()] * len(g.city_ids)
    p.places = g.edition.places
    p.stock = [0] * len(g.fuel_ids)
    p.supply = list(g.markers)
    p.order = list(range(n))
    p.money = [g.edition.money] * g.players + [0] * (n - g.players)
    p.plants = [()] * n
    p.fuel = [g.no_fuel] * n
    p.cities = [0] * n
    p.reach = [p.area.free] * n
    p.modules = [make() for make in g.edition.module_states.values()]
    for module in p.modules:
        module.begin(g)
    p.caps = [g.caps_for(p, seat) for seat in range(n)]
    return p


def shuffle(p: Position, items: list[T]) -> list[T]:
    """The next shuffle of this game."""
    out = shuffled(items, p.seed, p.shuffles)
    p.shuffles += 1
    return out


def choose_regions(g: Rules, p: Position, regions: tuple[int, ...]) -> None:
    p.regions = regions
    p.area = g.board.area(regions, p.tiles)
    p.reach = [p.area.free] * g.seats
    if p.events is not None:
        p.events.append(ev.RegionsChosen([g.board.region_ids[r] for r in regions]))


def region_choices(g: Rules, p: Position) -> list[int]:
    """The regions that can be named next: any at first, then such as touch one already named."""
    named = p.regions
    every = range(len(g.board.region_ids))
    return [r for r in every if r not in named and (not named or any(r in g.board.touching[n] for n in named))]


def draft(g: Rules, p: Position) -> None:
    """("draft",): players in seat order name a region each, going round until the number is complete (S1)."""
    if len(p.regions) == g.row.regions:
        p.agenda.pop()
        choose_regions(g, p, p.regions)
        return
    seat = (len(p.regions) - len(g.always_regions)) % g.players
    choices = region_choices(g, p)
    if len(choices) == 1 or g.row.regions == len(g.board.region_ids):
        name_region(g, p, seat, choices[0])
    else:
        ask(p, seat, "region")


def name_region(g: Rules, p: Position, seat: int, region: int) -> None:
    p.regions = (*p.regions, region)
    if p.events is not None:
        p.events.append(ev.RegionNamed(seat, g.board.region_ids[region]))


class RegionDecider(Decider):
    kind = "region"
    rule = "S1"
    accepts = (Region,)

    def check(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Region)
        region = g.region(move.region)
        choices = region_choices(g, p)
        if region not in choices:
            facts = {"region": move.region, "choices": [g.board.region_ids[r] for r in choices]}
            if region in p.regions:
                raise IllegalMove("S1", "region-named", f"{move.region} is already named", facts)
            raise IllegalMove("S1", "region-apart", f"{move.region} touches no region named so far", facts)

    def do(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Region)
        name_region(g, p, seat, g.region_index[move.region])

    def spans(self, g: Rules, p: Position, seat: int) -> list[Span]:
        return [single(Region(g.board.region_ids[r])) for r in region_choices(g, p)]

    def options(self, g: Rules, p: Position, seat: int) -> list[Option]:
        return [RegionOption(g.board.region_ids[r]) for r in region_choices(g, p)]
