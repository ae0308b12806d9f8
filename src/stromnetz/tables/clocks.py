"""Clocks, who is away, and who stands in: what is worked out from the data of a table and the time.

No timers here, and no database. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from stromnetz.play.game import Game

from . import events
from .errors import Conflict, Forbidden
from .rest_hours import Break, RestHours, add_working_time
from .settings import DAY, LIVE

if TYPE_CHECKING:
    from .table import Seat, Table

MAX_MISSED_TURNS = 3
"""Turns missed in a row after which the bot holds the seat."""
MIN_RETURN_MS = 60_000
"""What somebody who comes back finds on a live clock at least."""
MIN_REST_MS = 60 * 60_000
"""What is left at least of a turn whose nights and holidays were changed, where there was so much."""
MIN_UNDO_MS = 10_000
"""What there is left at least after taking back."""
HOLIDAY_VOTE_SECONDS = 7 * DAY
"""How long a game waits for somebody on holiday before the others may vote for a stand-in."""


@dataclass(frozen=True, slots=True)
class Before:
    """The turn before this one, for when it is taken back."""

    seat: int
    since: int
    bank: int | None
    out: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """All that a seat decides without a break in one phase of a round."""

    seat: int
    stage: str
    since: int
    deadline: int | None
    """When its time is out; None where no clock runs: for bots, and when it is out already."""
    out: bool = False
    """Time is out: a bot answers until the turn has passed on."""
    before: Before | None = None


# --- turns ------------------------------------------------------------------------------------------------------------


def begin(table: Table, now: int, rests: Mapping[str, RestHours]) -> None:
    """The game begins: everybody is there, has a full bank, and their nights and holidays count."""
    clock = table.settings.clock
    for seat in table.seats:
        if seat.guest is not None:
            seat.rest = rests.get(seat.guest)
            seat.seen_at = now
            seat.bank = clock.bank * 1000 if clock.kind == LIVE else None


def advance_turn(table: Table, game: Game, now: int, undone: bool = False) -> None:
    """The game has come to where it is now: the turn goes on, or another one begins. Seats are replaced."""
    if not table.settings.clock.runs:
        return
    decision, old = game.decision, table.turn
    if decision is None or table.ending is not None:
        table.turn = None
        return
    stage = f"{game.position.round} {game.position.phase}"
    if old is not None and (old.seat, old.stage) == (decision.seat, stage):
        return
    if undone and old is not None:
        _go_back(table, old, decision.seat, stage, now)
        return
    before = None if old is None else _finish(table, old, now)
    table.turn = Turn(decision.seat, stage, now, _deadline(table, decision.seat, now), before=before)


def _finish(table: Table, turn: Turn, now: int) -> Before:
    """A turn has ended: what it took is gone, the increment is given."""
    seat = table.seats[turn.seat]
    before = Before(turn.seat, turn.since, seat.bank, turn.out)
    if not table.by_bot(turn.seat):
        used = max(0, now - turn.since)  # a machine's clock may be set back
        bank = None if seat.bank is None else max(0, seat.bank - used) + _increment(table)
        table.put(replace(seat, bank=bank, missed=0))
    elif turn.out and seat.bank is not None:
        table.put(replace(seat, bank=_increment(table)))
    return before


def _go_back(table: Table, old: Turn, number: int, stage: str, now: int) -> None:
    """A move was taken back: its turn goes on as if it had not ended; whoever was next has lost nothing."""
    seat, before = table.seats[number], old.before
    if before is not None and before.seat == number:
        table.put(replace(seat, bank=before.bank))
        since = before.since
    else:
        bank = None if seat.bank is None else max(0, seat.bank - _increment(table))
        table.put(replace(seat, bank=bank))
        since = now
    deadline = _deadline(table, number, since)
    if deadline is not None:
        deadline = max(deadline, now + MIN_UNDO_MS)
    table.turn = Turn(number, stage, since, deadline)


def _increment(table: Table) -> int:
    return table.settings.clock.increment * 1000


def _deadline(table: Table, number: int, since: int) -> int | None:
    clock, seat = table.settings.clock, table.seats[number]
    if seat.guest is None or table.held(number):
        return None
    return since + (seat.bank or 0) if clock.kind == LIVE else add_working_time(since, clock.turn, seat.rest)


def expire_turn(table: Table, now: int) -> bool:
    """The time of the turn is out: a bot answers, and holds the seat if that happens too often. Whether it is so."""
    turn = table.turn
    if turn is None or turn.deadline is None or turn.deadline > now:
        return False
    seat = table.seats[turn.seat]
    missed = seat.missed + 1
    stand_in = table.settings.clock.bot if missed >= MAX_MISSED_TURNS else None
    table.put(replace(seat, bank=None if seat.bank is None else 0, missed=missed, stand_in=stand_in))
    table.turn = replace(turn, deadline=None, out=True)
    table.note(events.TIME_OUT, now, turn.seat, table.settings.clock.bot)
    if stand_in is not None:
        table.note(events.STAND_IN, now, turn.seat, stand_in, events.TIME)
    return True


def update_turn_owner(table: Table, now: int) -> None:
    """Seats have changed hands: no clock runs for a bot, and one begins to run for a person."""
    turn = table.turn
    if turn is None or turn.out:
        return
    played = table.seats[turn.seat].guest is not None and not table.held(turn.seat)
    if not played:
        table.turn = replace(turn, deadline=None)
    elif turn.deadline is None:
        table.turn = replace(turn, since=now, deadline=_deadline(table, turn.seat, now))


def take_rest(table: Table, guest: str, rest: RestHours, now: int) -> None:
    """Somebody has set other nights and holidays. Nights hold for the turn that runs, too; new holidays do not."""
    for seat in table.seats:
        if seat.guest == guest:
            table.put(replace(seat, rest=rest))
    turn = table.turn
    if turn is not None and turn.deadline is not None and table.seats[turn.seat].guest == guest:
        deadline = _deadline(table, turn.seat, turn.since) or turn.deadline
        # whoever takes a night out again is not out of time at once
        table.turn = replace(turn, deadline=max(deadline, min(turn.deadline, now + MIN_REST_MS)))


def answered_for(table: Table, number: int) -> bool:
    """Whether the clock has answered for a seat just now: that is not taken back."""
    turn = table.turn
    if turn is None:
        return False
    last = turn.before
    return (turn.out and turn.seat == number) or (last is not None and last.out and last.seat == number)


# --- away, and stand-ins ----------------------------------------------------------------------------------------------


def seen(table: Table, seat: Seat) -> int:
    """When somebody was last there."""
    return seat.seen_at or table.changed_at


def away(table: Table, number: int, now: int) -> bool:
    """Whether a person has not looked in for long, or has the table open and does not answer for twice as long."""
    return _plays(table, number) and now >= _away_at(table, number, table.settings.clock.away)


def _plays(table: Table, number: int) -> bool:
    seat = table.seats[number]
    return seat.guest is not None and seat.taken and table.state == "running"


def _away_at(table: Table, number: int, seconds: int) -> int:
    """When somebody counts as away who may stay away for so long."""
    seat = table.seats[number]
    if table.to_act == number and seat.came_at is not None:
        since = table.turn.since if table.turn is not None else table.changed_at
        return max(since, seat.came_at) + 2 * seconds * 1000
    return seen(table, seat) + seconds * 1000


def holiday(table: Table, number: int, now: int) -> Break | None:
    """The holiday of a person, where days count. One that was entered during a turn starts with the next."""
    seat, turn = table.seats[number], table.turn
    if seat.rest is None or not _plays(table, number) or table.settings.clock.kind == LIVE:
        return None
    return seat.rest.holiday(now, turn.since if turn is not None and turn.seat == number else now)


def vote_at(table: Table, number: int, now: int) -> int | None:
    """From when on the others may vote for a stand-in; None where they may not as things stand.

    With a clock only a holiday needs a vote: it stops the clock. Without one it makes the others wait longer.
    """
    clock, turn = table.settings.clock, table.turn
    if not _plays(table, number) or table.seats[number].stand_in is not None:
        return None
    found = holiday(table, number, now)
    if not clock.runs:
        longer = found is not None and clock.away >= DAY
        return _away_at(table, number, max(clock.away, HOLIDAY_VOTE_SECONDS) if longer else clock.away)
    if found is None or turn is None or turn.seat != number or turn.out:
        return None
    return max(turn.since, found.began_at) + HOLIDAY_VOTE_SECONDS * 1000


def votable(table: Table, number: int, now: int) -> bool:
    """Whether the others may vote for a stand-in now."""
    at = vote_at(table, number, now)
    return at is not None and now >= at


def voters(table: Table, number: int, now: int) -> set[str]:
    """The people who decide on a stand-in for a seat: those at other seats who play themselves and are not away."""
    return {
        seat.guest
        for seat in table.seats
        if seat.guest not in (None, table.seats[number].guest)
        and seat.taken
        and seat.stand_in is None
        and not away(table, seat.seat, now)
        and seat.guest is not None
    }


def standing_votes(table: Table, number: int, now: int) -> set[str]:
    """Who has voted since the person was last there; with a clock, since the turn began that the holiday stops."""
    seat, turn = table.seats[number], table.turn
    last = seen(table, seat) if turn is None else turn.since
    return {guest for guest, at in seat.votes.items() if at > last} & voters(table, number, now)


def vote(table: Table, number: int, guest: str | None, now: int, yes: bool) -> None:
    """Vote for a stand-in, or take the vote back. More than half of the others put the bot there."""
    seat = table.seat_at(number)
    table.need("running")
    at = vote_at(table, number, now)
    if table.settings.clock.runs and at is None and seat.stand_in is None:
        raise Conflict(case="vote-clock")
    if at is not None and now < at and holiday(table, number, now) is not None:
        raise Conflict(facts={"days": HOLIDAY_VOTE_SECONDS // DAY}, case="vote-holiday")
    mine = {table.seats[own].guest for own in table.seats_of(guest)} - {None}
    if at is None or now < at:
        raise Conflict(facts={"seat": number}, case="not-away")
    own = voters(table, number, now) & mine
    if not own:
        raise Forbidden(case="no-vote")
    votes = {other: at for other, at in seat.votes.items() if other not in own}
    if yes:
        votes |= dict.fromkeys(own, now)
    table.put(replace(seat, votes=votes))
    if 2 * len(standing_votes(table, number, now)) > len(voters(table, number, now)):
        table.put(replace(seat, votes={}, stand_in=table.settings.clock.bot))
        table.note(events.STAND_IN, now, number, table.settings.clock.bot, events.VOTE)
        table.index()


def come_back(table: Table, number: int, guest: str | None, now: int) -> None:
    """Take a seat back from the bot that holds it; who holds it themselves keeps it."""
    table.need("running")
    seat = table.own_seat(number, guest)
    if seat.stand_in is None:
        return
    full = table.settings.clock.bank * 1000
    bank = None if seat.bank is None else max(seat.bank, min(full, MIN_RETURN_MS))
    table.put(replace(seat, stand_in=None, missed=0, votes={}, bank=bank, seen_at=now))
    table.note(events.RETURNED, now, number)
    turn = table.turn
    if turn is not None and turn.seat == number:
        table.turn = replace(turn, since=now, deadline=_deadline(table, number, now), out=False)


def require_stand_in(table: Table, number: int) -> None:
    """Refuse to act on a seat that a bot holds."""
    if table.seats[number].stand_in is not None:
        raise Conflict(facts={"seat": number}, case="seat-held")


# --- told -------------------------------------------------------------------------------------------------------------


def clock_json(table: Table, now: int) -> dict[str, Any]:
    """What everybody sees of the clocks of a table. Who voted is told by seats, never by guests."""
    turn = table.turn
    return {
        "now": now,
        "seat": None if turn is None else turn.seat,
        "since": None if turn is None else turn.since,
        "deadline": None if turn is None else turn.deadline,
        "out": turn is not None and turn.out,
        "seats": [_seat_json(table, seat, now) for seat in table.seats],
    }


def _seat_json(table: Table, seat: Seat, now: int) -> dict[str, Any]:
    can_vote = votable(table, seat.seat, now)
    votes = standing_votes(table, seat.seat, now) if seat.votes else set()
    # one seat each: a person with two seats has one vote
    voted = {other.guest: other.seat for other in reversed(table.seats) if other.guest in votes}
    found = holiday(table, seat.seat, now)
    # without a clock it would move whenever somebody looks in
    waits = found is not None and table.settings.clock.runs
    return {
        "seat": seat.seat,
        "bank": seat.bank,
        "missed": seat.missed,
        "away": away(table, seat.seat, now),
        "stand_in": seat.stand_in,
        "votes": sorted(voted.values()),
        "voters": len(voters(table, seat.seat, now)) if can_vote else 0,
        "holiday": None if found is None else found.last.isoformat(),
        "votable": can_vote,
        "vote_at": vote_at(table, seat.seat, now) if waits else None,
    }
