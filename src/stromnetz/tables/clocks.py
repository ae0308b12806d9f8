"""Clocks, absence and stand-ins, computed from the table and the time.

No timers. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from stromnetz.engine.position import NOBODY
from stromnetz.play.game import Game

from . import events
from .errors import Conflict, Forbidden
from .rest_hours import Break, RestHours, add_working_time
from .settings import DAY, LIVE, NONE

if TYPE_CHECKING:
    from .table import Seat, Table

MAX_MISSED_TURNS = 3
"""Turns missed in a row after which a bot stands in."""
MIN_RETURN_MS = 60_000
"""Minimum time on a live clock for a player who comes back."""
MIN_REST_MS = 60 * 60_000
"""Minimum time left in a turn after a change of rest hours, unless there was less before."""
MIN_UNDO_MS = 10_000
"""Minimum time left after an undo."""
HOLIDAY_VOTE_SECONDS = 7 * DAY
"""How long a game waits for a player on holiday before the others may vote for a stand-in."""


@dataclass(frozen=True, slots=True)
class PreviousTurn:
    """The turn before the current one, for undo."""

    seat: int
    since: int
    bank: int | None
    timed_out: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """All decisions of a seat in one phase of a round."""

    seat: int
    stage: str
    since: int
    deadline: int | None
    """When the time is out; None if no clock runs: for bots, and when it is out already."""
    timed_out: bool = False
    """Time is out: a bot acts until the end of the turn."""
    previous: PreviousTurn | None = None


# --- turns ------------------------------------------------------------------------------------------------------------


def start_clocks(table: Table, now: int, rest_hours: Mapping[str, RestHours]) -> None:
    """Fill the clocks at the start of the game, and set the rest hours of the players."""
    clock = table.settings.clock
    for seat in table.seats:
        if seat.guest is not None:
            seat.rest_hours = rest_hours.get(seat.guest)
            seat.seen_at = now
            seat.bank = clock.bank * 1000 if clock.kind == LIVE else None


def advance_turn(table: Table, game: Game, now: int, undone: bool = False) -> None:
    """Continue the turn, or begin the next one, after a change of the game. Seats are replaced, not changed."""
    if table.settings.clock.kind == NONE:
        return
    to_act, old = game.position.seat, table.turn
    if to_act == NOBODY or table.ending is not None:
        table.turn = None
        return
    stage = f"{game.position.round} {game.position.phase}"
    if old is not None and (old.seat, old.stage) == (to_act, stage):
        return
    if undone and old is not None:
        _resume_turn(table, old, to_act, stage, now)
        return
    previous = None if old is None else _end_turn(table, old, now)
    table.turn = Turn(to_act, stage, now, _deadline(table, to_act, now), previous=previous)


def _end_turn(table: Table, turn: Turn, now: int) -> PreviousTurn:
    """Charge the time of a turn and add the increment."""
    seat = table.seats[turn.seat]
    previous = PreviousTurn(turn.seat, turn.since, seat.bank, turn.timed_out)
    if not table.bot_acts_for(turn.seat):
        used = max(0, now - turn.since)  # the machine's clock may have been set back
        bank = None if seat.bank is None else max(0, seat.bank - used) + _increment(table)
        table.replace_seat(replace(seat, bank=bank, missed=0))
    elif turn.timed_out and seat.bank is not None:
        table.replace_seat(replace(seat, bank=_increment(table)))
    return previous


def _resume_turn(table: Table, old: Turn, number: int, stage: str, now: int) -> None:
    """Resume a turn after an undo, as if it had not ended; the next player loses no time."""
    seat, previous = table.seats[number], old.previous
    if previous is not None and previous.seat == number:
        table.replace_seat(replace(seat, bank=previous.bank))
        since = previous.since
    else:
        bank = None if seat.bank is None else max(0, seat.bank - _increment(table))
        table.replace_seat(replace(seat, bank=bank))
        since = now
    deadline = _deadline(table, number, since)
    if deadline is not None:
        deadline = max(deadline, now + MIN_UNDO_MS)
    table.turn = Turn(number, stage, since, deadline)


def _increment(table: Table) -> int:
    return table.settings.clock.increment * 1000


def _deadline(table: Table, number: int, since: int) -> int | None:
    clock, seat = table.settings.clock, table.seats[number]
    if seat.guest is None or table.is_bot_held(number):
        return None
    return since + (seat.bank or 0) if clock.kind == LIVE else add_working_time(since, clock.turn, seat.rest_hours)


def expire_turn(table: Table, now: int) -> bool:
    """Expire the turn if its time is out: a bot moves, or stands in after several times. Return whether it expired."""
    turn = table.turn
    if turn is None or turn.deadline is None or turn.deadline > now:
        return False
    seat = table.seats[turn.seat]
    missed = seat.missed + 1
    stand_in = table.settings.clock.bot if missed >= MAX_MISSED_TURNS else None
    table.replace_seat(replace(seat, bank=None if seat.bank is None else 0, missed=missed, stand_in=stand_in))
    table.turn = replace(turn, deadline=None, timed_out=True)
    table.add_event(events.TIME_OUT, now, turn.seat, table.settings.clock.bot)
    if stand_in is not None:
        table.add_event(events.STAND_IN, now, turn.seat, stand_in, events.TIME)
    return True


def update_turn_owner(table: Table, now: int) -> None:
    """Stop or start the clock of the turn after seats have changed hands."""
    turn = table.turn
    if turn is None or turn.timed_out:
        return
    played = table.seats[turn.seat].guest is not None and not table.is_bot_held(turn.seat)
    if not played:
        table.turn = replace(turn, deadline=None)
    elif turn.deadline is None:
        table.turn = replace(turn, since=now, deadline=_deadline(table, turn.seat, now))


def set_rest_hours(table: Table, guest: str, rest_hours: RestHours, now: int) -> None:
    """Change a player's rest hours. Nights apply to the running turn, too; new holidays do not."""
    for seat in table.seats:
        if seat.guest == guest:
            table.replace_seat(replace(seat, rest_hours=rest_hours))
    turn = table.turn
    if turn is not None and turn.deadline is not None and table.seats[turn.seat].guest == guest:
        deadline = _deadline(table, turn.seat, turn.since) or turn.deadline
        # a player who removes a night should not be out of time at once
        table.turn = replace(turn, deadline=max(deadline, min(turn.deadline, now + MIN_REST_MS)))


def clock_acted_for(table: Table, number: int) -> bool:
    """Return whether the clock has just acted for a seat, which cannot be undone."""
    turn = table.turn
    if turn is None:
        return False
    last = turn.previous
    return (turn.timed_out and turn.seat == number) or (last is not None and last.timed_out and last.seat == number)


# --- absence and stand-ins --------------------------------------------------------------------------------------------


def last_seen(table: Table, seat: Seat) -> int:
    """Return when the player was last present."""
    return seat.seen_at or table.changed_at


def is_away(table: Table, number: int, now: int) -> bool:
    """Return whether a player is away: absent for long, or present without acting for twice as long."""
    return _plays(table, number) and now >= _away_at(table, number, table.settings.clock.away)


def _plays(table: Table, number: int) -> bool:
    seat = table.seats[number]
    return seat.guest is not None and seat.taken and table.state == "running"


def _away_at(table: Table, number: int, seconds: int) -> int:
    """Return when a player who may be absent for so long counts as away."""
    seat = table.seats[number]
    if table.to_act == number and seat.came_at is not None:
        since = table.turn.since if table.turn is not None else table.changed_at
        return max(since, seat.came_at) + 2 * seconds * 1000
    return last_seen(table, seat) + seconds * 1000


def current_holiday(table: Table, number: int, now: int) -> Break | None:
    """Return the holiday of a player, except with live clocks. One entered during a turn starts with the next."""
    seat, turn = table.seats[number], table.turn
    if seat.rest_hours is None or not _plays(table, number) or table.settings.clock.kind == LIVE:
        return None
    return seat.rest_hours.holiday(now, turn.since if turn is not None and turn.seat == number else now)


def vote_at(table: Table, number: int, now: int) -> int | None:
    """Return from when on the others may vote for a stand-in; None if they may not as things stand.

    With a clock, only a holiday needs a vote, because it stops the clock. Without a clock, a holiday makes the others
    wait longer.
    """
    clock, turn = table.settings.clock, table.turn
    if not _plays(table, number) or table.seats[number].stand_in is not None:
        return None
    found = current_holiday(table, number, now)
    if clock.kind == NONE:
        longer = found is not None and clock.away >= DAY
        return _away_at(table, number, max(clock.away, HOLIDAY_VOTE_SECONDS) if longer else clock.away)
    if found is None or turn is None or turn.seat != number or turn.timed_out:
        return None
    return max(turn.since, found.began_at) + HOLIDAY_VOTE_SECONDS * 1000


def is_votable(table: Table, number: int, now: int) -> bool:
    """Return whether the others may vote for a stand-in now."""
    at = vote_at(table, number, now)
    return at is not None and now >= at


def voters(table: Table, number: int, now: int) -> set[str]:
    """Return the people who decide on a stand-in: at other seats, without a stand-in, and not away."""
    return {
        seat.guest
        for seat in table.seats
        if seat.guest not in (None, table.seats[number].guest)
        and seat.taken
        and seat.stand_in is None
        and not is_away(table, seat.seat, now)
        and seat.guest is not None
    }


def valid_votes(table: Table, number: int, now: int) -> set[str]:
    """Return the votes since the player was last present; with a clock, since the beginning of the turn."""
    seat, turn = table.seats[number], table.turn
    last = last_seen(table, seat) if turn is None else turn.since
    return {guest for guest, at in seat.votes.items() if at > last} & voters(table, number, now)


def vote(table: Table, number: int, guest: str | None, now: int, yes: bool) -> None:
    """Vote for a stand-in, or withdraw the vote. More than half of the others decide."""
    seat = table.seat_at(number)
    table.require_state("running")
    at = vote_at(table, number, now)
    if table.settings.clock.kind != NONE and at is None and seat.stand_in is None:
        raise Conflict(case="vote-clock")
    if at is not None and now < at and current_holiday(table, number, now) is not None:
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
    table.replace_seat(replace(seat, votes=votes))
    if 2 * len(valid_votes(table, number, now)) > len(voters(table, number, now)):
        table.replace_seat(replace(seat, votes={}, stand_in=table.settings.clock.bot))
        table.add_event(events.STAND_IN, now, number, table.settings.clock.bot, events.VOTE)
        table.index()


def come_back(table: Table, number: int, guest: str | None, now: int) -> None:
    """Take a seat back from the stand-in. No-op if the player still controls the seat."""
    table.require_state("running")
    seat = table.own_seat(number, guest)
    if seat.stand_in is None:
        return
    full = table.settings.clock.bank * 1000
    bank = None if seat.bank is None else max(seat.bank, min(full, MIN_RETURN_MS))
    table.replace_seat(replace(seat, stand_in=None, missed=0, votes={}, bank=bank, seen_at=now))
    table.add_event(events.RETURNED, now, number)
    turn = table.turn
    if turn is not None and turn.seat == number:
        table.turn = replace(turn, since=now, deadline=_deadline(table, number, now), timed_out=False)


# --- output -----------------------------------------------------------------------------------------------------------


def clock_json(table: Table, now: int) -> dict[str, Any]:
    """Return the clocks as everyone sees them. Votes are listed by seats, not guests."""
    turn = table.turn
    return {
        "now": now,
        "seat": None if turn is None else turn.seat,
        "since": None if turn is None else turn.since,
        "deadline": None if turn is None else turn.deadline,
        "timed_out": turn is not None and turn.timed_out,
        "seats": [_seat_json(table, seat, now) for seat in table.seats],
    }


def _seat_json(table: Table, seat: Seat, now: int) -> dict[str, Any]:
    can_vote = is_votable(table, seat.seat, now)
    votes = valid_votes(table, seat.seat, now) if seat.votes else set()
    # one seat each: people with two seats have one vote
    voted = {other.guest: other.seat for other in reversed(table.seats) if other.guest in votes}
    found = current_holiday(table, seat.seat, now)
    # without a clock the time would change whenever the player looks in
    waits = found is not None and table.settings.clock.kind != NONE
    return {
        "seat": seat.seat,
        "bank": seat.bank,
        "missed": seat.missed,
        "away": is_away(table, seat.seat, now),
        "stand_in": seat.stand_in,
        "votes": sorted(voted.values()),
        "voters": len(voters(table, seat.seat, now)) if can_vote else 0,
        "holiday": None if found is None else found.last.isoformat(),
        "votable": can_vote,
        "vote_at": vote_at(table, seat.seat, now) if waits else None,
    }
