"""What a golden game shows: facts read from the events and positions of a record, one function a claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stromnetz import Event, Game, View
from stromnetz.engine.events import (
    CardAssigned,
    CardBoxed,
    CardDrawn,
    CardPutUnder,
    CardWon,
    CityConnected,
    FuelGivenUp,
    PhaseBegan,
    PlantBought,
    RegionNamed,
    StepBegan,
)
from stromnetz.engine.moves import CardRef, GiveUp, Region

Claim = Callable[[Game], bool]

TRANSFORMER = "transformer-station"
STEP_3 = "step-3"
HOUSES = 20
EMPTIES = ("A10", "M3", "T2", "T5", "U3")
"""The rules by which a card leaves the market so that another is drawn."""


@dataclass(frozen=True)
class Draw:
    """A card that was turned up: in which phase and step, and what had made a place empty."""

    card: CardRef
    phase: str
    step: int
    cause: str


def events(game: Game) -> Iterator[Event]:
    """Everything that happened and was not taken back."""
    undone = {row.undoes for row in game.rows}
    for row in game.rows:
        if row.seq not in undone:
            yield from row.events


def draws(game: Game) -> Iterator[Draw]:
    start = game.snapshots[0][1]
    phase, step, cause = game.rules.phase(start).id, start.step, ""
    for event in events(game):
        match event:
            case PhaseBegan():
                phase = event.phase
            case StepBegan():
                step = event.step
            case PlantBought():
                cause = "sale"
            case CardPutUnder():
                cause = "U3"
            case CardBoxed() if event.rule in EMPTIES:
                cause = event.rule
            case CardDrawn():
                yield Draw(event.card, phase, step, cause)


def drawn(card: CardRef, phase: str, cause: str | None = None, step: int | None = None) -> Claim:
    """The card is drawn in this phase, for this reason, in this step."""

    def shows(game: Game) -> bool:
        return any(
            d.card == card and d.phase == phase and cause in (None, d.cause) and step in (None, d.step)
            for d in draws(game)
        )

    return shows


def boxed(card: CardRef | None, rule: str) -> Claim:
    """A card leaves the game by this rule."""

    def shows(game: Game) -> bool:
        return any(isinstance(e, CardBoxed) and card in (None, e.card) and e.rule == rule for e in events(game))

    return shows


def both(*claims: Claim) -> Claim:
    return lambda game: all(claim(game) for claim in claims)


def anything(game: Game) -> bool:
    """A plain game: that it comes out as it is written is all."""
    return True


# --- options --------------------------------------------------------------------------------------------------------


def short(game: Game) -> bool:
    """Step 1 to the end, at seven cities and no more, and "Step 3" never comes up."""
    p = game.position
    return bool(game.options["short"]) and p.step == 1 and max(p.cities) == 7 and not boxed(STEP_3, "T3")(game)


def deck_goes_round(game: Game) -> bool:
    """A plant that was put under the deck comes up again, and nothing was shuffled."""
    under: set[CardRef] = set()
    for event in events(game):
        if isinstance(event, CardPutUnder):
            under.add(event.card)
        elif isinstance(event, CardDrawn) and event.card in under:
            return True
    return False


def drafted(game: Game) -> bool:
    """Players name the regions, all but those that are the only choice left."""
    named = [row for row in game.rows if isinstance(row.move, Region)]
    seats = [e.seat for e in events(game) if isinstance(e, RegionNamed)]
    return len(named) >= 2 and seats == [i % game.rules.players for i in range(len(game.position.regions))]


def money_hidden(game: Game) -> bool:
    """At the start of every round each sees the own money and nobody else's."""
    seats = range(game.rules.players)
    for seq, position in game.snapshots:
        for seat in seats:
            view = View(game.rules, position, seat, game.options, seq)
            if [view.players[other].money is not None for other in seats] != [other == seat for other in seats]:
                return False
    return True


# --- the transformer station ----------------------------------------------------------------------------------------


def transformer_won(game: Game) -> bool:
    """Somebody buys it and puts it on a plant."""
    return {CardWon, CardAssigned} <= {type(e) for e in events(game)}


# --- steps ----------------------------------------------------------------------------------------------------------


def steps(*expected: int) -> Claim:
    """The steps that began, in their order."""
    return lambda game: [e.step for e in events(game) if isinstance(e, StepBegan)] == list(expected)


def deck_empty(game: Game) -> bool:
    """Plants are sold and there is no other to take their place: the market shrinks."""
    p = game.position
    last = max((row.seq for row in game.rows if any(isinstance(e, CardDrawn) for e in row.events)), default=0)
    sold = [e for row in game.rows[last + 1 :] for e in row.events if isinstance(e, PlantBought)]
    return bool(sold) and not p.deck and len(p.market) < p.places


# --- players --------------------------------------------------------------------------------------------------------


def shared_win(game: Game) -> bool:
    return game.result is not None and len(game.result.winners) > 1


def tie_broken(by: str) -> Claim:
    """The winner and the next one are equal up to this."""

    def shows(game: Game) -> bool:
        assert game.result is not None
        first, second = game.result.ranking[:2]
        ties = ["supplied", *game.rules.edition.tie_breaks]
        before = ties[: ties.index(by)] if by in ties else None
        return (
            before is not None
            and len(game.result.winners) == 1
            and all(getattr(first, t) == getattr(second, t) for t in before)
            and getattr(first, by) > getattr(second, by)
        )

    return shows


def undos(game: Game) -> bool:
    """Moves are taken back, also two of a player one after the other."""
    rows = game.rows
    taken = [row.seq for row in rows if row.undoes is not None]
    return len(taken) >= 3 and any(rows[seq - 1].undoes is not None for seq in taken)


def gives_up(game: Game) -> bool:
    """A player chooses which fuel to give up."""
    moved = any(isinstance(row.move, GiveUp) for row in game.rows)
    return moved and any(isinstance(e, FuelGivenUp) for e in events(game))


def all_houses(game: Game) -> bool:
    """A player builds the last house: the turn is over, although there is a place and the money for another city."""
    g, p = game.rules, game.position
    for seat in range(g.players):
        if p.cities[seat] == g.house_limit == HOUSES:
            last = max(row.seq for row in game.rows if row.seat == seat)
            built = any(isinstance(e, CityConnected) and e.seat == seat for e in game.rows[last].events)
            free = [c for c in p.area.cities if len(p.occupants[c]) < p.step and seat not in p.occupants[c]]
            costs = [g.place_costs[len(p.occupants[c])] + p.reach[seat][c] for c in free]
            return built and min(costs, default=p.money[seat] + 1) <= p.money[seat]
    return False


def more_houses(game: Game) -> bool:
    """A player has more cities than the houses of a game of three would do for."""
    return max(game.position.cities) > HOUSES
