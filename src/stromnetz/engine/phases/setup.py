"""Set-up: seats, regions (given, drawn or drafted, S1), order, fuel. The edition prepares the cards."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import Round, advance, announce_order, ask
from stromnetz.engine.chance import shuffled
from stromnetz.engine.decisions import Decider
from stromnetz.engine.edition import Script
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.frames import Frame
from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import ChooseRegion, Move
from stromnetz.engine.options import ChooseRegionOption, Option
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

T = TypeVar("T")


def new_position(rules: Rules, seed: int, script: Script, draft: bool = False) -> Position:
    """Return the position after set-up, at the first decision. Its events describe the set-up."""
    p = bare_position(rules)
    p.seed = seed
    p.events = []
    order = script.order if script.order is not None else shuffle(p, list(range(rules.players)))
    p.order = list(order)
    for hook in rules.hooks.on_set_up:
        hook(rules, p)
    announce_order(rules, p)
    for f, fuel in enumerate(rules.edition.printed.fuels):
        p.stock[f] = fuel.start
        p.supply[f] = rules.markers[f] - fuel.start
    if rules.edition.printed.tiles:
        p.tiles = tuple(script.tiles if script.tiles is not None else shuffle(p, rules.edition.printed.tiles))
        p.events.append(ev.TilesLaid(list(p.tiles)))
    rules.edition.market.prepare(rules, p, script)
    if script.reshuffle is not None:
        p.reshuffle = tuple(script.reshuffle)
    p.agenda = [Round(0), *rules.edition.round.opening_frames[::-1]]
    if draft:
        p.regions = rules.always_regions
        p.agenda.append(DRAFT)
    else:
        regions = script.regions
        if regions is None:
            regions = list(shuffle(p, rules.board.choices(rules.row.regions, rules.always_regions))[0])
        choose_regions(rules, p, tuple(regions))
    advance(rules, p)
    return p


def bare_position(rules: Rules) -> Position:
    """Return a position before set-up: seats with their money, nothing else."""
    n = rules.seats
    p = Position()
    p.occupants = [()] * len(rules.city_ids)
    p.places = rules.edition.market.places
    p.stock = [0] * len(rules.fuel_ids)
    p.supply = list(rules.markers)
    p.order = list(range(n))
    p.money = [rules.edition.printed.money] * rules.players + [0] * (n - rules.players)
    p.plants = [()] * n
    p.fuel = [rules.no_fuel] * n
    p.cities = [0] * n
    p.reach = [p.area.free] * n
    p.modules = [module.new_state() for module in rules.edition.modules.values()]
    for module in p.modules:
        module.set_up(rules)
    p.caps = [rules.storage_caps(p, seat) for seat in range(n)]
    return p


def shuffle(p: Position, items: list[T]) -> list[T]:
    """Shuffle with the next random stream of this game."""
    out = shuffled(items, p.seed, p.shuffles)
    p.shuffles += 1
    return out


def choose_regions(rules: Rules, p: Position, regions: tuple[int, ...]) -> None:
    p.regions = regions
    p.area = rules.board.area(regions, p.tiles)
    p.reach = [p.area.free] * rules.seats
    if p.events is not None:
        p.events.append(ev.RegionsChosen([rules.board.region_ids[r] for r in regions]))


def region_choices(rules: Rules, p: Position) -> list[int]:
    """Return the regions that can be named next: any at first, then those adjacent to a named one."""
    named = p.regions
    every = range(len(rules.board.region_ids))
    return [r for r in every if r not in named and (not named or any(r in rules.board.touching[n] for n in named))]


class Draft(Frame):
    """Asks the players in seat order for a region each until the playing area is complete (S1)."""

    __slots__ = ()
    name: ClassVar[str] = "draft"

    def step(self, rules: Rules, p: Position) -> None:
        if len(p.regions) == rules.row.regions:
            p.agenda.pop()
            choose_regions(rules, p, p.regions)
            return
        seat = (len(p.regions) - len(rules.always_regions)) % rules.players
        choices = region_choices(rules, p)
        if len(choices) == 1 or rules.row.regions == len(rules.board.region_ids):
            name_region(rules, p, seat, choices[0])
        else:
            ask(rules, p, seat, "region")


DRAFT: Final = Draft()


def name_region(rules: Rules, p: Position, seat: int, region: int) -> None:
    p.regions = (*p.regions, region)
    if p.events is not None:
        p.events.append(ev.RegionNamed(seat, rules.board.region_ids[region]))


class RegionDecider(Decider):
    kind: ClassVar[str] = "region"
    rule: ClassVar[str] = "S1"
    accepts: ClassVar[tuple[type[Move], ...]] = (ChooseRegion,)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, ChooseRegion)
        region = rules.region(move.region)
        choices = region_choices(rules, p)
        if region not in choices:
            facts = {"region": move.region, "choices": [rules.board.region_ids[r] for r in choices]}
            if region in p.regions:
                raise IllegalMove("S1", "region-named", facts)
            raise IllegalMove("S1", "region-apart", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, ChooseRegion)
        name_region(rules, p, seat, rules.region_index[move.region])

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(ChooseRegion(rules.board.region_ids[r])) for r in region_choices(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [ChooseRegionOption(rules.board.region_ids[r]) for r in region_choices(rules, p)]
