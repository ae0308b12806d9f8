"""Who would play the same: groups of people who seek a game, and the table that is made for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stromnetz.play import catalogue
from stromnetz.server.core.identity import new_id
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
from stromnetz.tables.table import Seat, Table, new_code

DEFAULT_PLAYERS = 4
"""Players at a table where everybody said any number and bots fill up."""
MIN_PLAYERS_WITHOUT_BOTS = 3
"""The same where no bots do: for a game of two somebody has to ask."""
ORIGIN = "seek"
CLOCKS = {
    NONE: ClockSettings(),
    LIVE: ClockSettings(LIVE, bank=20 * MINUTE, increment=15, away=AWAY_LIVE),
    CORRESPONDENCE: ClockSettings(CORRESPONDENCE, turn=DAY, away=AWAY_ELSE),
}


@dataclass(frozen=True, slots=True)
class Seek:
    """What somebody would play. None stands for any map, number of players or clock; any clock is a live one."""

    guest: str
    name: str
    edition: str
    map: str | None
    players: int | None
    clock: str | None
    bot: str | None
    """The bots that fill up, ``fill_after`` seconds from the beginning; None: it waits for people."""
    fill_after: int | None
    since: int
    seen_at: int
    table_id: str | None = None
    rated: bool = False

    def due(self, now: int) -> bool:
        """Whether bots are to fill up."""
        return self.fill_after is not None and now - self.since >= self.fill_after * 1000


Counts = Callable[[str, str | None], Sequence[int]]
"""How many can play an edition on a map, or on its first where any will do."""


@dataclass(frozen=True, slots=True)
class SeekGroup:
    """People who want the same, and what that is."""

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
    """What two would both play; None where they would not."""
    if (wish.edition, wish.rated) != (other.edition, other.rated):
        return None
    for mine, theirs in ((wish.map, other.map), (wish.players, other.players), (wish.clock, other.clock)):
        if mine is not None and theirs is not None and mine != theirs:
            return None
    return replace(
        wish, map=wish.map or other.map, players=wish.players or other.players, clock=wish.clock or other.clock
    )


def fill_group(first: Seek, others: Sequence[Seek], players: int, counts: Counts) -> SeekGroup:
    """Whoever sits down with the first at a table of so many, who came first before who came later."""
    people, wish = [first], replace(first, players=players)
    for other in others:
        both = merged(wish, other) if len(people) < players and other is not first else None
        if both is not None and players in counts(both.edition, both.map):
            people.append(other)
            wish = both
    return SeekGroup(tuple(sorted(people, key=lambda one: one.since)), wish, players)


def find_group(seeks: Sequence[Seek], now: int, counts: Counts = player_counts) -> SeekGroup | None:
    """The next table: of those who are enough, else of somebody whose time to wait for people is over.

    ``seeks`` are in the order in which people came.
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
    """The table of a group: its people in the order in which they came, then bots.

    People who meet to play now and do not name a clock get a live one, unless the host lets no clocks run.
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
            seat.give_to_bot(group.bot or settings.clock.bot)
    make_names_distinct(seats)
    return Table(new_id(), new_code(), settings, seats, host=group.people[0].guest, origin=ORIGIN)
