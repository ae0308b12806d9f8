"""What the golden games of Outpost show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from stromnetz import Event, Game
from stromnetz.editions.modules.events import PlantTaken
from stromnetz.editions.modules.placing import Place
from stromnetz.editions.outpost.events import BuiltOnCard, CardPiled, CompanyArranged, RobotMade, WorkersKept
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from stromnetz.engine.events import CardBoxed, CardDrawn, CardPutUnder, PlantBought, PlantsRan, RegionNamed, RoundBegan
from stromnetz.engine.moves import CardRef, Region

from .shows import Claim, events

OUTPOSTS: set[CardRef] = {"32a", "32b"}
MOON_BASE = 50
SITES = {"house", "plant", "housing"}


# --- piles ----------------------------------------------------------------------------------------------------------


def pile_tops_gone(game: Game) -> Iterator[tuple[Event, int]]:
    """Every event by which a card of the market leaves, with the number of cards that lay under it."""
    under: dict[CardRef, list[CardRef]] = {}
    for event in events(game):
        if isinstance(event, CardPiled):
            under[event.card] = [*under.get(event.card, []), event.on, *under.pop(event.on, [])]
        elif (card := _gone(event)) is not None:
            below = under.pop(card, [])
            yield event, len(below)
            if below[1:]:
                under[below[0]] = below[1:]


def _gone(event: Event) -> CardRef | None:
    match event:
        case PlantBought() | PlantTaken():
            return event.plant
        case CardBoxed() | CardPutUnder():
            return event.card
    return None


def top_boxed(rule: str) -> Claim:
    """By this rule the top card of a pile leaves the game, and none is drawn for it."""

    def shows(game: Game) -> bool:
        tops = [e for e, below in pile_tops_gone(game) if below and isinstance(e, CardBoxed) and e.rule == rule]
        after = {id(first): then for first, then in pairwise(events(game))}
        return any(not isinstance(after.get(id(e)), CardDrawn) for e in tops)

    return shows


def pile_leaves_with_step_3(game: Game) -> bool:
    """The smallest place is a pile when "Step 3" leaves: all its cards go."""
    gone = [(e.card, below) for e, below in pile_tops_gone(game) if isinstance(e, CardBoxed) and e.rule == "L22"]
    return any(below for _, below in gone) and len(gone) >= 3


# --- companies ------------------------------------------------------------------------------------------------------


def robots_made(count: int) -> Claim:
    """Somebody makes so many robots."""
    return lambda game: any(isinstance(e, RobotMade) and e.robots >= count for e in events(game))


def both_outposts_built(game: Game) -> bool:
    """A player builds all three buildings on both cards."""
    built: dict[int, set[tuple[CardRef, str]]] = {}
    for event in events(game):
        if isinstance(event, BuiltOnCard) and event.seat < game.rules.players:
            built.setdefault(event.seat, set()).add((event.card, event.site))
    return any(sites == {(card, site) for card in OUTPOSTS for site in SITES} for sites in built.values())


def moon_base_runs(game: Game) -> bool:
    """A player lays Moon Base on the board, and it supplies cities."""
    laid = any(
        isinstance(e, CompanyArranged) and e.seat < game.rules.players and MOON_BASE in e.cards for e in events(game)
    )
    return laid and any(isinstance(e, PlantsRan) and MOON_BASE in e.plants for e in events(game))


def seasonal_workers_stay(game: Game) -> bool:
    """A short market has left places empty: seasonal workers fill them for good."""
    return any(isinstance(e, WorkersKept) for e in events(game))


def company_moves_taken_back(game: Game) -> bool:
    """Of every kind of move that only companies make, one is taken back."""
    undone = {type(game.rows[row.undoes].move) for row in game.rows if row.undoes is not None}
    return {Build, Arrange, Hire, MakeRobot} <= undone


# --- the set-up and the Trust ---------------------------------------------------------------------------------------


def small_area_named(game: Game) -> bool:
    """One player names the small area; the central one needs no naming."""
    named = [row for row in game.rows if isinstance(row.move, Region)]
    seats = [e.seat for e in events(game) if isinstance(e, RegionNamed)]
    return len(named) == 1 and seats == [0] and game.position.regions[0] == 0


def trust_site_asked(game: Game) -> bool:
    """A player chooses between places that are equally good for the Trust, more than once."""
    first = next(row.seq for row in game.rows if any(isinstance(e, RoundBegan) for e in row.events))
    return sum(isinstance(row.move, Place) for row in game.rows if row.seq > first) >= 2


def trust_exchanges(game: Game) -> bool:
    """With all four slots of a kind filled the Trust lays a better card in place of its worst."""
    boards: list[Sequence[CardRef]] = [
        e.cards for e in events(game) if isinstance(e, CompanyArranged) and e.seat == game.rules.players
    ]
    return any(set(before) - set(after) for before, after in pairwise(boards))


def trust_takes_outpost(game: Game) -> bool:
    """An Outpost card takes buildings of the Trust's stock at once."""
    return any(isinstance(e, BuiltOnCard) and e.seat == game.rules.players for e in events(game))
