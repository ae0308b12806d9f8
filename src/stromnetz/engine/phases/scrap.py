"""Scrapping a plant and giving up fuel (A9), and cards that are put on a plant (X3)."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import ask
from stromnetz.engine.decisions import Decider
from stromnetz.engine.errors import BadInput, IllegalMove
from stromnetz.engine.frames import CARD, SEAT, Field, Frame
from stromnetz.engine.market import box
from stromnetz.engine.move_ranges import MoveRange, ScrapRange, SingleMove
from stromnetz.engine.moves import Assign, DiscardFuel, Fuel, Move, Scrap
from stromnetz.engine.options import AssignOption, DiscardFuelOption, Option, ScrapOption
from stromnetz.engine.position import NOBODY, Position, with_item
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, fits, minimal_losses, minus


class SeatCardFrame(Frame):
    """A pending step about a card of a seat."""

    __slots__ = ("card", "seat")
    fields: ClassVar[dict[str, Field]] = {"seat": SEAT, "card": CARD}
    transient: ClassVar[bool] = True
    for_sale: ClassVar[bool] = True
    """Whether the card is of a kind that can be in the market."""

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        if self.seat == NOBODY or rules.for_sale[self.card] != self.for_sale:
            raise BadInput(
                f"a frame {self.name!r} is some seat's, for a card of the right kind", {"frame": self.to_json(rules)}
            )

    def check_owner(self, rules: Rules, p: Position) -> None:
        if self.card not in p.plants[self.seat]:
            raise BadInput(f"seat {self.seat} does not own plant {rules.card_refs[self.card]}", {"seat": self.seat})


def asked_card(p: Position) -> int:
    """Return the card that the current decision is about."""
    frame = p.agenda[-1]
    assert isinstance(frame, SeatCardFrame)
    return frame.card


class ScrapFrame(SeatCardFrame):
    """Asks the buyer of a card for a plant to scrap."""

    __slots__ = ()
    name: ClassVar[str] = "scrap"
    unsettled: ClassVar[bool] = True

    def step(self, rules: Rules, p: Position) -> None:
        ask(rules, p, self.seat, "scrap")

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        self.check_owner(rules, p)

    def plants_over_limit(self, seat: int) -> int:
        return int(seat == self.seat)


def scrappable(rules: Rules, p: Position, seat: int) -> list[int]:
    new = asked_card(p)
    return [c for c in p.plants[seat] if c != new or rules.edition.printed.scrap_new_plant]


def lost_fuel(rules: Rules, p: Position, seat: int, card: int) -> list[Pool]:
    """Return the ways to discard fuel if the seat scraps this plant. Modules see the position without the plant."""
    q = p.copy()
    q.plants = with_item(p.plants, seat, tuple([c for c in p.plants[seat] if c != card]))
    return minimal_losses(p.fuel[seat], rules.storage_caps(q, seat), rules.mask[card])


class ScrapDecider(Decider):
    kind: ClassVar[str] = "scrap"
    rule: ClassVar[str] = "A9"
    accepts: ClassVar[tuple[type[Move], ...]] = (Scrap,)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Scrap)
        card = rules.card(move.plant)
        facts = {"plant": move.plant, "scrappable": rules.refs(scrappable(rules, p, seat))}
        if card not in p.plants[seat]:
            raise IllegalMove("A9", "not-yours-to-scrap", facts)
        if card == asked_card(p) and not rules.edition.printed.scrap_new_plant:
            raise IllegalMove("C6", "just-bought", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Scrap)
        card = rules.card_index[move.plant]
        p.agenda.pop()
        p.plants = with_item(p.plants, seat, tuple([c for c in p.plants[seat] if c != card]))
        if p.events is not None:
            p.events.append(ev.PlantScrapped(seat, move.plant))
        box(rules, p, card, "A9")
        for hook in rules.hooks.on_scrapped:
            hook(rules, p, seat, card)
        p.caps = with_item(p.caps, seat, rules.storage_caps(p, seat))
        if not fits(p.fuel[seat], p.caps[seat]):
            p.agenda.append(DiscardFuelFrame(seat, card))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [ScrapRange(rules.card_refs, scrappable(rules, p, seat))]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [
            ScrapOption(rules.card_refs[c], [rules.pool_json(v) for v in lost_fuel(rules, p, seat, c) if any(v)])
            for c in scrappable(rules, p, seat)
        ]


class DiscardFuelFrame(SeatCardFrame):
    """Asks a seat which fuel to discard after scrapping: no more than necessary, and only fuel that the plant used."""

    __slots__ = ()
    name: ClassVar[str] = "discard-fuel"
    unsettled: ClassVar[bool] = True

    def ways(self, rules: Rules, p: Position) -> list[Pool]:
        return minimal_losses(p.fuel[self.seat], p.caps[self.seat], rules.mask[self.card])

    def step(self, rules: Rules, p: Position) -> None:
        ways = self.ways(rules, p)
        if len(ways) == 1:
            p.agenda.pop()
            discard_fuel(rules, p, self.seat, ways[0])
        else:
            ask(rules, p, self.seat, "discard-fuel")

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if not self.ways(rules, p):
            raise BadInput("no fuel of the scrapped plant has to be given up", {"seat": self.seat})

    def gives_up_fuel(self, seat: int) -> bool:
        return seat == self.seat


def discard_fuel(rules: Rules, p: Position, seat: int, fuel: Pool) -> None:
    p.fuel[seat] = minus(p.fuel[seat], fuel)
    for f, n in enumerate(fuel):
        p.supply[f] += n
    if p.events is not None:
        p.events.append(ev.FuelDiscarded(seat, rules.pool_json(fuel)))


def to_pool(rules: Rules, fuel: Fuel) -> Pool:
    """Convert named amounts into a pool."""
    out = [0] * len(rules.fuel_ids)
    for name, count in fuel:
        out[rules.fuel(name)] = count
    return tuple(out)


class DiscardFuelDecider(Decider):
    kind: ClassVar[str] = "discard-fuel"
    rule: ClassVar[str] = "A9"
    accepts: ClassVar[tuple[type[Move], ...]] = (DiscardFuel,)

    def ways(self, rules: Rules, p: Position, seat: int) -> list[Pool]:
        frame = p.agenda[-1]
        assert isinstance(frame, DiscardFuelFrame)
        return frame.ways(rules, p)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, DiscardFuel)
        ways = self.ways(rules, p, seat)
        for id in move.unused:
            rules.fuel(id)
        if to_pool(rules, move.fuel) not in ways:
            raise IllegalMove(
                "A9", "gives-up-otherwise", {"count": sum(ways[0]), "ways": [rules.pool_json(v) for v in ways]}
            )

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, DiscardFuel)
        p.agenda.pop()
        discard_fuel(rules, p, seat, to_pool(rules, move.fuel))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(DiscardFuel(rules.to_fuel(v))) for v in self.ways(rules, p, seat)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [DiscardFuelOption(rules.pool_json(v)) for v in self.ways(rules, p, seat)]


class AssignFrame(SeatCardFrame):
    """Puts a card on one of the seat's plants; asks which if there are several."""

    __slots__ = ()
    name: ClassVar[str] = "assign"
    for_sale: ClassVar[bool] = False
    unsettled: ClassVar[bool] = True

    def step(self, rules: Rules, p: Position) -> None:
        plants = p.plants[self.seat]
        if len(plants) == 1:
            p.agenda.pop()
            assign(rules, p, self.seat, self.card, plants[0])
        else:
            ask(rules, p, self.seat, "assign")

    def cards(self, rules: Rules) -> list[int]:
        return [self.card]

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if not p.plants[self.seat] or rules.card_refs[self.card] not in rules.edition.market.assignable:
            raise BadInput(
                f"{rules.card_refs[self.card]!r} cannot lie on a plant of seat {self.seat}", {"seat": self.seat}
            )


def assign(rules: Rules, p: Position, seat: int, card: int, plant: int) -> None:
    if p.events is not None:
        p.events.append(ev.CardAssigned(seat, rules.card_refs[card], rules.card_refs[plant]))
    for hook in rules.hooks.on_assigned:
        hook(rules, p, seat, card, plant)


class AssignDecider(Decider):
    kind: ClassVar[str] = "assign"
    rule: ClassVar[str] = "X3"
    accepts: ClassVar[tuple[type[Move], ...]] = (Assign,)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Assign)
        if rules.card(move.plant) not in p.plants[seat]:
            raise IllegalMove("X3", "not-your-plant", {"plant": move.plant, "plants": rules.refs(p.plants[seat])})

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Assign)
        card = asked_card(p)
        p.agenda.pop()
        assign(rules, p, seat, card, rules.card_index[move.plant])

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Assign(rules.card_refs[c])) for c in p.plants[seat]]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        card = rules.card_refs[asked_card(p)]
        return [AssignOption(card, rules.card_refs[c]) for c in p.plants[seat]]
