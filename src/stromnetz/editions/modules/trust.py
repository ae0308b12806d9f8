"""The Trust: a third, neutral company in games of two players (K0 to K10)."""

from __future__ import annotations

from abc import abstractmethod
from bisect import insort
from collections.abc import Mapping
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import ask
from stromnetz.engine.board import UNREACHABLE
from stromnetz.engine.decisions import Decider
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, IllegalMove, short_repr
from stromnetz.engine.frames import NUMBER, Field, Frame
from stromnetz.engine.market import SETTLE, box, take
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import Move
from stromnetz.engine.options import Option
from stromnetz.engine.position import Position, with_item
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import caps_of, fits

from .events import FuelReturned, FuelTaken, PlantTaken
from .placement import Place, PlaceOption, place_house
from .view_types import TrustView

NAME = "trust"


@mypyc_attr(allow_interpreted_subclasses=True)
class TrustState(ModuleState):
    """Whether the Trust made its choice in this auction phase. Its property is in the position like any company's."""

    __slots__ = ("chose", "generators")
    view_type: ClassVar[Any] = TrustView

    def __init__(self, generators: int) -> None:
        self.generators = generators
        self.chose = False

    def copy(self) -> ModuleState:
        out = type(self)(self.generators)
        out.chose = self.chose
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TrustState) and self.chose == other.chose

    __hash__ = None  # type: ignore[assignment]  # mutable

    def to_json(self, rules: Rules) -> TrustView:
        return {"chose": self.chose}

    def read_json(self, rules: Rules, data: Any) -> None:
        if data is None:
            return
        if not isinstance(data, dict) or data.keys() != {"chose"} or not isinstance(data["chose"], bool):
            raise BadInput(
                f"{NAME!r} is an object with 'chose' true or false, not {short_repr(data)}", {"value": short_repr(data)}
            )
        self.chose = data["chose"]

    def check(self, rules: Rules, p: Position) -> None:
        built = houses(rules, p)
        placed = [frame.placed for frame in p.agenda if isinstance(frame, PlaceFrame)]
        if built > self.generators or (placed and placed != [built]):
            raise BadInput(f"the neutral company has {built} of {self.generators} generators on the map", {})
        self.check_fuel(rules, p)

    def check_fuel(self, rules: Rules, p: Position) -> None:
        one_run = caps_of([(rules.mask[c], rules.cards[c].burns) for c in p.plants[rules.players]], len(rules.fuel_ids))
        if not fits(p.fuel[rules.players], one_run):
            raise BadInput("the neutral company never holds more fuel than for one run of its plants", {})


# --- set-up ---


def choices(rules: Rules, p: Position, placed: int) -> list[int]:
    """Return the cities where the next house can go: any at first, then those next to a city with one (K2)."""
    seat = rules.players
    free = [c for c in p.area.cities if not p.occupants[c]]
    if not placed:
        return free
    return [c for c in free if any(seat in p.occupants[n] for n, _ in p.area.neighbours[c])]


class PlaceFrame(Frame):
    """Asks the player who places the next house of the Trust; ``turns`` are indices into the player order."""

    __slots__ = ("placed", "turns")
    name: ClassVar[str] = "placing"
    fields: ClassVar[dict[str, Field]] = {"placed": NUMBER}

    def __init__(self, turns: tuple[int, ...], placed: int) -> None:
        self.turns = turns
        self.placed = placed

    def filled(self, values: list[Any]) -> Frame:
        return PlaceFrame(self.turns, *values)

    def __reduce__(self) -> tuple[Any, ...]:
        return (PlaceFrame, (self.turns, self.placed))

    def after(self) -> PlaceFrame:
        """Return the frame after one more house was placed."""
        return PlaceFrame(self.turns, self.placed + 1)

    def step(self, rules: Rules, p: Position) -> None:
        if self.placed == len(self.turns):
            p.agenda.pop()
            return
        cities = choices(rules, p, self.placed)
        if len(cities) == 1:
            put(rules, p, cities[0])
        else:
            ask(rules, p, [seat for seat in p.order if seat < rules.players][self.turns[self.placed]], "place")


def placing(p: Position) -> PlaceFrame:
    frame = p.agenda[-1]
    assert isinstance(frame, PlaceFrame)
    return frame


class PlaceDecider(Decider):
    """Put a house of the Trust into a city."""

    kind: ClassVar[str] = "place"
    rule: ClassVar[str] = "K2"
    accepts: ClassVar[tuple[type[Move], ...]] = (Place,)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Place)
        city = rules.city(move.city)
        if p.area.free[city] == UNREACHABLE:
            raise IllegalMove("S1", "outside-area", {"city": move.city})
        if city not in choices(rules, p, placing(p).placed):
            if p.occupants[city]:
                raise IllegalMove("K2", "trust-house-there", {"city": move.city})
            raise IllegalMove("K2", "trust-house-apart", {"city": move.city})

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Place)
        put(rules, p, rules.city_index[move.city])

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Place(rules.city_ids[c])) for c in choices(rules, p, placing(p).placed)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [PlaceOption(rules.city_ids[c]) for c in choices(rules, p, placing(p).placed)]


def put(rules: Rules, p: Position, city: int) -> None:
    p.agenda[-1] = placing(p).after()
    place_house(rules, p, rules.players, city)


# --- the phases ---


def take_card(rules: Rules, p: Position, seat: int, card: int) -> None:
    """Take a card of the market without an auction."""
    plants = list(p.plants[seat])
    insort(plants, card)
    take(rules, p, card)
    p.plants = with_item(p.plants, seat, tuple(plants))
    p.caps = with_item(p.caps, seat, rules.storage_caps(p, seat))
    p.bought |= 1 << seat
    if p.events is not None:
        p.events.append(PlantTaken(seat, rules.card_refs[card]))
    p.agenda.append(SETTLE)
    for hook in rules.hooks.on_bought:
        hook(rules, p, seat, card)


def take_fuel(rules: Rules, p: Position, seat: int) -> None:
    """Take available fuel for one run of each plant: single-fuel plants first, hybrids alternate (K5, K10)."""
    fuels = range(len(rules.fuel_ids))
    taken = [0] * len(rules.fuel_ids)
    wants = [([f for f in fuels if rules.mask[c] >> f & 1], rules.cards[c].burns) for c in p.plants[seat]]
    for kinds, need in sorted(wants, key=lambda want: len(want[0]) > 1):
        for k in range(need):
            there = [f for f in kinds if p.stock[f]]
            if not there:
                break
            # alternate while all fuels are available
            f = kinds[k % len(kinds)] if len(there) == len(kinds) else there[0]
            p.stock[f] -= 1
            taken[f] += 1
    p.fuel[seat] = tuple([a + b for a, b in zip(p.fuel[seat], taken, strict=True)])
    if p.events is not None and any(taken):
        p.events.append(FuelTaken(seat, rules.pool_json(tuple(taken))))


def houses(rules: Rules, p: Position) -> int:
    """Return the number of houses of the Trust, on the map and elsewhere."""
    on_map = sum(rules.players in seats for seats in p.occupants)
    return on_map + sum(module.cities(rules.players) for module in p.modules)


def give_fuel_back(rules: Rules, p: Position, seat: int) -> None:
    """Return all fuel of the Trust to the supply, at the time of the income (K7)."""
    fuel = p.fuel[seat]
    if any(fuel):
        for f, n in enumerate(fuel):
            p.supply[f] += n
        p.fuel[seat] = rules.no_fuel
        if p.events is not None:
            p.events.append(FuelReturned(seat, rules.pool_json(fuel)))


class Trust(Module[TrustState]):
    """The Trust as a company: its houses, placed by the players, and its place in the order (K0 to K2)."""

    def __init__(self, generators: int, placed: list[int]) -> None:
        super().__init__(NAME)
        self.generators = generators
        self.placed = placed

    def new_state(self) -> TrustState:
        return TrustState(self.generators)

    def join(self, edition: Edition) -> None:
        edition.printed.neutral_seats = 1
        frame = PlaceFrame(tuple([i % 2 for i, count in enumerate(self.placed) for _ in range(count)]), 0)
        edition.round.add_frame(frame)
        edition.round.opening_frames.append(frame)
        edition.round.add_decider(PlaceDecider())
        edition.hooks.on_order_set.append(self.move_to_second)
        edition.hooks.on_phase_began.append(self.new_phase)
        edition.hooks.on_connected.append(self.build_second)
        edition.hooks.on_auction_turn.append(self.choose)

    def move_to_second(self, rules: Rules, p: Position) -> None:
        """Put the Trust second in the order, between the better and the worse player (K1)."""
        first, other = [seat for seat in p.order if seat < rules.players]
        p.order = [first, rules.players, other]

    def new_phase(self, rules: Rules, p: Position) -> None:
        self.state(rules, p).chose = False

    def build_second(self, rules: Rules, p: Position, seat: int, city: int) -> None:
        """Take the second place of a city when a player took the first, while houses are left (K6)."""
        if len(p.occupants[city]) == 1 and houses(rules, p) < self.generators:
            place_house(rules, p, rules.players, city)

    def next_card(self, rules: Rules, p: Position) -> int | None:
        """Return the largest card on offer, once per phase, after a purchase or a player who left (K3, K9)."""
        mine = self.state(rules, p)
        offered = rules.on_offer(p)
        if mine.chose or not (p.bought | p.sat_out) or not offered:
            return None
        mine.chose = True
        return offered[-1]

    @abstractmethod
    def choose(self, rules: Rules, p: Position) -> bool:
        """Take one of the cards on offer; True if a card was taken."""


class TrustWithPlants(Trust):
    """The Trust of the fuel editions: a few plants, fuel for one run (K3 to K10)."""

    def join(self, edition: Edition) -> None:
        super().join(edition)
        edition.hooks.neutral_turns |= {"fuel": take_fuel, "run": give_fuel_back}

    def choose(self, rules: Rules, p: Position) -> bool:
        """Take a plant, and scrap the smallest one if there are too many (K3)."""
        card = self.next_card(rules, p)
        if card is None:
            return False
        seat = rules.players
        plants = list(p.plants[seat])
        if len(plants) == rules.plant_limit:
            if card < plants[0]:
                return False
            scrapped = plants.pop(0)
            if p.events is not None:
                p.events.append(ev.PlantScrapped(seat, rules.card_refs[scrapped]))
            box(rules, p, scrapped, "K3")
        p.plants = with_item(p.plants, seat, tuple(plants))
        take_card(rules, p, seat, card)
        return True


READS = "neutral"


def add_to(edition: Edition, data: Mapping[str, Any]) -> None:
    """Add the module to an edition."""
    edition.add_module(TrustWithPlants(data[READS]["generators"], data[READS]["placed"]))
