"""Over the plant limit: scrapping a plant, giving up fuel (A9); and cards that are put on a plant (X3)."""

from __future__ import annotations

from . import events as ev
from .agenda import ask
from .decisions import Decider, Span, single
from .errors import IllegalMove
from .market import box
from .moves import Assign, Fuel, GiveUp, Move, Scrap
from .options import AssignOption, GiveUpOption, Option, ScrapOption
from .position import Position
from .rules import Rules
from .storage import Pool, fits, minus, surrenders


def scrap(g: Rules, p: Position) -> None:
    """("scrap", seat, new plant): the buyer must choose a plant to scrap."""
    ask(p, p.agenda[-1][1], "scrap")


def scrappable(g: Rules, p: Position, seat: int) -> list[int]:
    new = p.agenda[-1][2]
    return [c for c in p.plants[seat] if c != new or g.edition.scrap_new_plant]


def lost_fuel(g: Rules, p: Position, seat: int, card: int) -> list[Pool]:
    """The ways to give up fuel if the seat scraps this plant (modules see the position without it)."""
    q = p.copy()
    q.plants[seat] = tuple([c for c in p.plants[seat] if c != card])
    return surrenders(p.fuel[seat], g.caps_for(q, seat), g.mask[card])


class ScrapDecider(Decider):
    kind = "scrap"
    rule = "A9"
    accepts = (Scrap,)

    def check(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Scrap)
        card = g.card(move.plant)
        facts = {"plant": move.plant, "scrappable": g.refs(scrappable(g, p, seat))}
        if card not in p.plants[seat]:
            raise IllegalMove("A9", "not-yours-to-scrap", f"plant {move.plant} is not yours to scrap", facts)
        if card == p.agenda[-1][2] and not g.edition.scrap_new_plant:
            raise IllegalMove(
                "C6", "just-bought", f"plant {move.plant} has just been bought: another one must be scrapped", facts
            )

    def do(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Scrap)
        card = g.card_index[move.plant]
        p.agenda.pop()
        p.plants[seat] = tuple([c for c in p.plants[seat] if c != card])
        if p.events is not None:
            p.events.append(ev.PlantScrapped(seat, move.plant))
        box(g, p, card, "A9")
        for hook in g.edition.on_scrapped:
            hook(g, p, seat, card)
        p.caps[seat] = g.caps_for(p, seat)
        if not fits(p.fuel[seat], p.caps[seat]):
            p.agenda.append(("give-up", seat, card))

    def spans(self, g: Rules, p: Position, seat: int) -> list[Span]:
        cards = scrappable(g, p, seat)
        return [Span(lambda i: Scrap(g.card_refs[cards[i]]), 0, len(cards) - 1)]

    def options(self, g: Rules, p: Position, seat: int) -> list[Option]:
        return [
            ScrapOption(g.card_refs[c], [g.pool_json(v) for v in lost_fuel(g, p, seat, c) if any(v)])
            for c in scrappable(g, p, seat)
        ]


def give_up_frame(g: Rules, p: Position) -> None:
    """("give-up", seat, scrapped plant): no more than must be, of fuels that the scrapped plant takes."""
    _, seat, card = p.agenda[-1]
    ways = surrenders(p.fuel[seat], p.caps[seat], g.mask[card])
    if len(ways) == 1:
        p.agenda.pop()
        give_up(g, p, seat, ways[0])
    else:
        ask(p, seat, "give-up")


def give_up(g: Rules, p: Position, seat: int, fuel: Pool) -> None:
    p.fuel[seat] = minus(p.fuel[seat], fuel)
    for f, n in enumerate(fuel):
        p.supply[f] += n
    if p.events is not None:
        p.events.append(ev.FuelGivenUp(seat, g.pool_json(fuel)))


def pool_of(g: Rules, fuel: Fuel) -> Pool:
    """Named amounts as a pool."""
    out = [0] * len(g.fuel_ids)
    for name, count in fuel:
        out[g.fuel(name)] = count
    return tuple(out)


def named(g: Rules, pool: Pool) -> list[tuple[str, int]]:
    return [(g.fuel_ids[f], n) for f, n in enumerate(pool) if n]


class GiveUpDecider(Decider):
    kind = "give-up"
    rule = "A9"
    accepts = (GiveUp,)

    def ways(self, g: Rules, p: Position, seat: int) -> list[Pool]:
        return surrenders(p.fuel[seat], p.caps[seat], g.mask[p.agenda[-1][2]])

    def check(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, GiveUp)
        ways = self.ways(g, p, seat)
        for id in move.unused:
            g.fuel(id)
        if pool_of(g, move.fuel) not in ways:
            raise IllegalMove(
                "A9",
                "gives-up-otherwise",
                f"give up exactly {sum(ways[0])} of the fuel that the scrapped plant took and no other plant can hold",
                {"count": sum(ways[0]), "ways": [g.pool_json(v) for v in ways]},
            )

    def do(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, GiveUp)
        p.agenda.pop()
        give_up(g, p, seat, pool_of(g, move.fuel))

    def spans(self, g: Rules, p: Position, seat: int) -> list[Span]:
        return [single(GiveUp(named(g, v))) for v in self.ways(g, p, seat)]

    def options(self, g: Rules, p: Position, seat: int) -> list[Option]:
        return [GiveUpOption(g.pool_json(v)) for v in self.ways(g, p, seat)]


def assign_frame(g: Rules, p: Position) -> None:
    """("assign", seat, card): the card goes on one of the seat's plants, at once where there is only one."""
    _, seat, card = p.agenda[-1]
    plants = p.plants[seat]
    if len(plants) == 1:
        p.agenda.pop()
        assign(g, p, seat, card, plants[0])
    else:
        ask(p, seat, "assign")


def assign(g: Rules, p: Position, seat: int, card: int, plant: int) -> None:
    if p.events is not None:
        p.events.append(ev.CardAssigned(seat, g.card_refs[card], g.card_refs[plant]))
    for hook in g.edition.on_assigned:
        hook(g, p, seat, card, plant)


class AssignDecider(Decider):
    kind = "assign"
    rule = "X3"
    accepts = (Assign,)

    def check(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Assign)
        if g.card(move.plant) not in p.plants[seat]:
            raise IllegalMove(
                "X3",
                "not-your-plant",
                f"plant {move.plant} is not one of your plants",
                {"plant": move.plant, "plants": g.refs(p.plants[seat])},
            )

    def do(self, g: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Assign)
        _, _, card = p.agenda.pop()
        assign(g, p, seat, card, g.card_index[move.plant])

    def spans(self, g: Rules, p: Position, seat: int) -> list[Span]:
        return [single(Assign(g.card_refs[c])) for c in p.plants[seat]]

    def options(self, g: Rules, p: Position, seat: int) -> list[Option]:
        card = g.card_refs[p.agenda[-1][2]]
        return [AssignOption(card, g.card_refs[c]) for c in p.plants[seat]]
