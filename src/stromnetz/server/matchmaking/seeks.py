"""Matches people who seek a game, and creates a table for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stromnetz.play import catalogue
from stromnetz.tables.ids import new_code, new_id
from stromnetz.tables.seats import make_names_distinct
from stromnetz.tables.settings import (
    AWAY_ELSE,
    AWAY_LIVE,
    CORRESPONDENCE,
    DAY,
    LIVE,
    MINUTE,
    NONE,
    ClockSettings,
    TableSettings,
)
from stromnetz.tables.table import Seat, Table

DEFAULT_PLAYERS = 4
"""Players at a table that bots fill, if everyone accepts any number."""
MIN_PLAYERS_WITHOUT_BOTS = 3
"""Fewest players at a table without bots, unless someone asked for two."""
ORIGIN = "seek"
CLOCKS = {
    NONE: ClockSettings(),
    LIVE: ClockSettings(LIVE, bank=20 * MINUTE, increment=15, away=AWAY_LIVE),
    CORRESPONDENCE: ClockSettings(CORRESPONDENCE, turn=DAY, away=AWAY_ELSE),
}


@dataclass(frozen=True, slots=True)
class Seek:
    """A seek. None stands for any map, number of players or clock; of clocks, a live one is chosen."""

    guest: str
    name: str
    edition: str
    map: str | None
    players: int | None
    clock: str | None
    bot: str | None
    """The bot that fills empty seats after ``fill_after`` seconds; None: wait for people."""
    fill_after: int | None
    since: int
    seen_at: int
    table_id: str | None = None
    rated: bool = False

    def due(self, now: int) -> bool:
        """Return whether bots should fill the empty seats."""
        return self.fill_after is not None and now - self.since >= self.fill_after * 1000


Counts = Callable[[str, str | None], Sequence[int]]
"""Returns the possible numbers of players of an edition on a map, or on its first map for None."""


@dataclass(frozen=True, slots=True)
class SeekGroup:
    """People to seat at one table, and their common wish."""

    people: tuple[Seek, ...]
    wish: Seek
    players: int
    bot: str | None = None


def player_counts(edition: str, map: str | None) -> Sequence[int]:
    known = {one.id: one for one in catalogue.editions()}
    facts = known.get(edition)
    if facts is None or (map is not None and map not in facts.maps):
        return ()
    return facts.players_on[facts.maps[0] if map is None else map]


def merged(wish: Seek, other: Seek) -> Seek | None:
    """Return the common wish of two seeks; None if they are incompatible."""
    if (wish.edition, wish.rated) != (other.edition, other.rated):
        return None
    for mine, theirs in ((wish.map, other.map), (wish.players, other.players), (wish.clock, other.clock)):
        if mine is not None and theirs is not None and mine != theirs:
            return None
    return replace(
        wish, map=wish.map or other.map, players=wish.players or other.players, clock=wish.clock or other.clock
    )


def fill_group(first: Seek, others: Sequence[Seek], players: int, counts: Counts) -> SeekGroup:
    """Collect compatible seeks for a table of this size around the first, earlier ones first."""
    people, wish = [first], replace(first, players=players)
    for other in others:
        both = merged(wish, other) if len(people) < players and other is not first else None
        if both is not None and players in counts(both.edition, both.map):
            people.append(other)
            wish = both
    return SeekGroup(tuple(sorted(people, key=lambda one: one.since)), wish, players)


def find_group(seeks: Sequence[Seek], now: int, counts: Counts = player_counts) -> SeekGroup | None:
    """Return the next group: a complete one, else one that bots fill because someone has waited long enough.

    ``seeks`` are in the order of arrival.
    """
    for first in seeks:
        possible = counts(first.edition, first.map)
        for players in [first.players] if first.players else sorted(possible, reverse=True):
            group = fill_group(first, seeks, players, counts)
            asked = players >= MIN_PLAYERS_WITHOUT_BOTS or any(one.players == players for one in group.people)
            if len(group.people) == players and players in possible and asked:
                return group
    for first in seeks:
        if first.due(now):
            possible = counts(first.edition, first.map)
            if not possible:
                continue
            willing = [one for one in seeks if one.fill_after is not None]
            players = first.players or min(possible, key=lambda n: (abs(n - DEFAULT_PLAYERS), -n))
            return replace(fill_group(first, willing, players, counts), bot=first.bot)
    return None


def table_for(group: SeekGroup, clocks: bool = True) -> Table:
    """Create the table of a group: people in the order of arrival, then bots.

    Without a named clock the table gets a live one, unless clocks are switched off on this server.
    """
    wish = group.wish
    clock = CLOCKS[wish.clock or LIVE] if clocks else CLOCKS[NONE]
    settings = TableSettings.check(wish.edition, wish.map, group.players, "random", {})
    settings.rated = wish.rated
    settings.clock = replace(clock, bot=group.bot or clock.bot)
    seats = [Seat(number, "open") for number in range(group.players)]
    for number, seat in enumerate(seats):
        if number < len(group.people):
            seat.give(group.people[number].guest, group.people[number].name)
        else:
            seat.give_to_bot(settings.clock.bot)
    make_names_distinct(seats)
    return Table(new_id(), new_code(), settings, seats, host=group.people[0].guest, origin=ORIGIN)
