"""Claims about golden games of Outpost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from stromnetz import Game
from stromnetz.editions.modules.placement import Place
from stromnetz.editions.outpost.events import BuiltOnCard, CompanyArranged, RobotMade, WorkersKept
from stromnetz.engine.events import RoundBegan
from stromnetz.engine.moves import CardRef

from .claims import Claim, events

OUTPOSTS: set[CardRef] = {"32a", "32b"}
SITES = {"house", "plant", "housing"}


# --- companies ------------------------------------------------------------------------------------------------------


def robots_made(count: int) -> Claim:
    """At least this many robots are made."""
    return lambda game: any(isinstance(e, RobotMade) and e.robots >= count for e in events(game))


def both_outposts_built(game: Game) -> bool:
    """A player builds all three buildings on both cards."""
    built: dict[int, set[tuple[CardRef, str]]] = {}
    for event in events(game):
        if isinstance(event, BuiltOnCard) and event.seat < game.rules.players:
            built.setdefault(event.seat, set()).add((event.card, event.site))
    return any(sites == {(card, site) for card in OUTPOSTS for site in SITES} for sites in built.values())


def seasonal_workers_stay(game: Game) -> bool:
    """A short market left places empty, and seasonal workers fill them for good."""
    return any(isinstance(e, WorkersKept) for e in events(game))


# --- the set-up and the Trust ---------------------------------------------------------------------------------------


def trust_site_asked(game: Game) -> bool:
    """More than once, a player chooses between places that are equally good for the Trust."""
    first = next(row.seq for row in game.rows if any(isinstance(e, RoundBegan) for e in row.events))
    return sum(isinstance(row.move, Place) for row in game.rows if row.seq > first) >= 2


def trust_exchanges(game: Game) -> bool:
    """With all four slots of a kind filled, the Trust replaces its worst card by a better one."""
    boards: list[Sequence[CardRef]] = [
        e.cards for e in events(game) if isinstance(e, CompanyArranged) and e.seat == game.rules.players
    ]
    return any(set(before) - set(after) for before, after in pairwise(boards))


def trust_takes_outpost(game: Game) -> bool:
    """An Outpost card takes buildings of the Trust's stock at once."""
    return any(isinstance(e, BuiltOnCard) and e.seat == game.rules.players for e in events(game))
