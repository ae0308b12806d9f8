"""Claims about golden games, checked on the events and positions of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stromnetz import Event, Game, View
from stromnetz.editions.modules.events import CardPassedOn, TaxPaid
from stromnetz.engine.events import CardDrawn, CardWon, FuelDiscarded, RegionNamed
from stromnetz.engine.moves import ChooseRegion, DiscardFuel

Claim = Callable[[Game], bool]

STEP_3 = "step-3"


def events(game: Game) -> Iterator[Event]:
    """All events that were not undone."""
    undone = {row.undoes for row in game.rows}
    for row in game.rows:
        if row.seq not in undone:
            yield from row.events


def both(*claims: Claim) -> Claim:
    return lambda game: all(claim(game) for claim in claims)


def anything(game: Game) -> bool:
    """No claim: an ordinary game."""
    return True


# --- options --------------------------------------------------------------------------------------------------------


def short(game: Game) -> bool:
    """A short game: step 1 to the end, seven cities at most."""
    p = game.position
    return bool(game.options["short"]) and p.step == 1 and max(p.cities) == 7


def drafted(game: Game) -> bool:
    """Players name the regions, except those without a choice."""
    named = [row for row in game.rows if isinstance(row.move, ChooseRegion)]
    seats = [e.seat for e in events(game) if isinstance(e, RegionNamed)]
    return len(named) >= 2 and seats == [i % game.rules.players for i in range(len(game.position.regions))]


def money_hidden(game: Game) -> bool:
    """At the start of every round, each player sees only their own money."""
    seats = range(game.rules.players)
    for seq, position in game.snapshots:
        for seat in seats:
            view = View(game.rules, position, seat, game.options, seq)
            if [view.players[other].money is not None for other in seats] != [other == seat for other in seats]:
                return False
    return True


# --- players --------------------------------------------------------------------------------------------------------


def every_city_taken(game: Game) -> bool:
    """No player has the cities that end the game, and none can connect another one."""
    rules, p = game.rules, game.position
    return max(p.cities) < rules.end_at and all(p.occupants[city] for city in p.area.cities)


def shared_win(game: Game) -> bool:
    return game.result is not None and len(game.result.winners) > 1


def tie_broken(by: str) -> Claim:
    """The winner and the next player are tied up to this criterion."""

    def claim(game: Game) -> bool:
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

    return claim


def gives_up(game: Game) -> bool:
    """A player chooses which fuel to discard."""
    moved = any(isinstance(row.move, DiscardFuel) for row in game.rows)
    return moved and any(isinstance(e, FuelDiscarded) for e in events(game))


def all_promo_cards(game: Game) -> bool:
    """Every chosen card was drawn or given out, and at least one of the auctioned ones was bought."""
    chosen = set(game.options["promo"])
    drawn_cards = {event.card for event in events(game) if isinstance(event, CardDrawn)}
    given = {event.card for event in events(game) if isinstance(event, CardPassedOn)}
    bought = any(isinstance(event, CardWon) for event in events(game))
    return chosen <= drawn_cards | given and bought and any(isinstance(e, TaxPaid) for e in events(game))
