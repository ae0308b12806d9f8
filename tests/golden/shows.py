"""What a golden game shows: facts read from the events and positions of a record, one function a claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from stromnetz import Event, Game, View
from stromnetz.editions.modules.events import CardPassedOn, FuelTaken, MarkerRemoved, PlantTaken, TaxPaid
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
    PlantScrapped,
    RegionNamed,
    StepBegan,
)
from stromnetz.engine.moves import CardRef, GiveUp, Region

Claim = Callable[[Game], bool]

TRANSFORMER = "transformer-station"
STEP_3 = "step-3"
HOUSES = 20
EMPTIES = ("A10", "M3", "N3", "T2", "T5", "U3", "L19", "L21")
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
            case PlantTaken():
                cause = "K3"
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


def not_replaced(rule: str) -> Claim:
    """A plant leaves the market by this rule, and no card is drawn for it."""

    def shows(game: Game) -> bool:
        gone = [after for e, after in pairwise(events(game)) if isinstance(e, CardBoxed) and e.rule == rule]
        return bool(gone) and not any(isinstance(after, CardDrawn) for after in gone)

    return shows


# --- the discount marker --------------------------------------------------------------------------------------------


def marker_outdone(game: Game) -> bool:
    """A smaller plant enters the market: the marker is taken off a plant that stays."""
    return any(
        isinstance(first, CardDrawn) and isinstance(then, MarkerRemoved) and _less(first.card, then.plant)
        for first, then in pairwise(events(game))
    )


def marker_outdone_by_the_trust(game: Game) -> bool:
    """The same, the smaller plant being drawn for one that the Trust took."""
    all_events = list(events(game))
    return any(
        isinstance(taken, PlantTaken)
        and isinstance(first, CardDrawn)
        and isinstance(then, MarkerRemoved)
        and _less(first.card, then.plant)
        for taken, first, then in zip(all_events, all_events[1:], all_events[2:], strict=False)
    )


def _less(card: CardRef, other: CardRef) -> bool:
    return isinstance(card, int) and isinstance(other, int) and card < other


# --- the Trust ------------------------------------------------------------------------------------------------------


def trust_phases(game: Game) -> Iterator[tuple[str, set[CardRef], list[Event]]]:
    """Every phase of a game that began with its set-up: what it was, the Trust's plants at its start, its events."""
    trust = game.rules.players
    phase, plants, inside = "", set[CardRef](), list[Event]()
    for event in events(game):
        if isinstance(event, PhaseBegan):
            yield phase, plants, inside
            plants = plants | {e.plant for e in inside if isinstance(e, PlantTaken)}
            plants -= {e.plant for e in inside if isinstance(e, PlantScrapped) and e.seat == trust}
            phase, inside = event.phase, []
        inside.append(event)
    yield phase, plants, inside


def trust_declines(game: Game) -> bool:
    """With three plants it takes none, although somebody bought one, so that there was something to choose from."""
    for phase, plants, inside in trust_phases(game):
        kinds = {type(event) for event in inside}
        full = len(plants) == game.rules.plant_limit
        if phase == "auctions" and full and PlantBought in kinds and PlantTaken not in kinds:
            return True
    return False


def trust_short_of_gas_or_oil(game: Game) -> bool:
    """It has a hybrid and takes less gas or oil than it would from a full market, but some."""
    cards = {card.ref: card for card in game.rules.cards}
    gas_oil = {game.rules.fuel_ids.index(fuel): fuel for fuel in ("gas", "oil")}
    for _, plants, inside in trust_phases(game):
        wanted: Counter[str] = Counter()
        hybrids = 0
        for card in (cards[plant] for plant in plants):
            kinds = [fuel for f, fuel in gas_oil.items() if card.mask >> f & 1]
            hybrids += len(kinds) > 1
            wanted.update(kinds[k % len(kinds)] for k in range(card.burns) if kinds)
        for event in inside:
            if isinstance(event, FuelTaken) and hybrids:
                taken = {fuel: event.fuel.get(fuel, 0) for fuel in gas_oil.values()}
                if any(taken.values()) and any(taken[fuel] < wanted[fuel] for fuel in taken):
                    return True
    return False


# --- players --------------------------------------------------------------------------------------------------------


def shared_win(game: Game) -> bool:
    return game.result is not None and len(game.result.winners) > 1


def tie_broken(by: str) -> Claim:
    """The winner and the next one are equal up to this."""

    def shows(game: Game) -> bool:
        assert game.result is not None
        first, second = game.result.ranking[:2]
        ties = ["supplied", *game.rules.edition.printed.tie_breaks]
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
    rules, p = game.rules, game.position
    for seat in range(rules.players):
        if p.cities[seat] == rules.house_limit == HOUSES:
            last = max(row.seq for row in game.rows if row.seat == seat)
            built = any(isinstance(e, CityConnected) and e.seat == seat for e in game.rows[last].events)
            free = [c for c in p.area.cities if len(p.occupants[c]) < p.step and seat not in p.occupants[c]]
            costs = [rules.place_costs[len(p.occupants[c])] + p.reach[seat][c] for c in free]
            return built and min(costs, default=p.money[seat] + 1) <= p.money[seat]
    return False


def more_houses(game: Game) -> bool:
    """A player has more cities than the houses of a game of three would do for."""
    return max(game.position.cities) > HOUSES


def all_promo_cards(game: Game) -> bool:
    """Every chosen card has come up: drawn, or given out, with at least one of the auctioned ones bought."""
    chosen = set(game.options["promo"])
    drawn_cards = {event.card for event in events(game) if isinstance(event, CardDrawn)}
    given = {event.card for event in events(game) if isinstance(event, CardPassedOn)}
    bought = any(isinstance(event, CardWon) for event in events(game))
    return chosen <= drawn_cards | given and bought and any(isinstance(e, TaxPaid) for e in events(game))
