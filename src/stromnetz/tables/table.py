"""A table: its settings, its seats, and the operations allowed in each state."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from stromnetz.engine.errors import BadInput
from stromnetz.engine.position import NOBODY
from stromnetz.play.game import Game

from .abandonment import Offer, offer_json
from .clocks import Turn, clock_acted_for, clock_json
from .errors import Conflict, Forbidden, NotFound
from .events import TableEvent
from .ids import new_nonce
from .rest_hours import RestHours
from .seat_colours import colours_of
from .settings import DEFAULT_BOT, TableSettings
from .time import now_ms

LOBBY, RUNNING, FINISHED = "lobby", "running", "finished"
OPEN, PERSON, BOT, AUTOMATIC = "open", "person", "bot", "automatic"
"""Kinds of seats: free, a guest, a bot, or a company that the rules themselves play."""
PROGRAM = "outside"
"""Bot name of a seat that a program plays."""

MAX_KEYS = 16
"""Devices that can take a seat by its link."""


@dataclass(slots=True)
class Seat:
    """A seat. One guest may hold several, for people who share a screen."""

    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    invited: bool = False
    """Reserved for its guest, who has not joined yet (a rematch)."""
    resigned: bool = False
    resigned_by: str | None = None
    """The guest who resigned, if a bot has taken over."""
    link: str | None = None
    """Nonce of the recovery link; None if there is none."""
    keys: set[str] = field(default_factory=set)
    """Guests who have taken the seat by its link, and may play it."""
    bank: int | None = None
    """Milliseconds on a live clock when its turn began."""
    missed: int = 0
    """Expired turns in a row."""
    stand_in: str | None = None
    """The bot that stands in until the person takes the seat back."""
    votes: dict[str, int] = field(default_factory=dict)
    """Guests who voted for a stand-in, and when."""
    seen_at: int | None = None
    """When the player last watched or acted."""
    came_at: int | None = None
    """Since when the player has had the table open, as far as this process knows."""
    rest_hours: RestHours | None = None
    """The rest hours of the person."""
    advice: bool = False
    """Whether the person allows hints at the table."""
    colour: int | None = None
    """The chosen colour; None takes a free one (:mod:`stromnetz.tables.seat_colours`)."""

    @property
    def taken(self) -> bool:
        return self.kind in (BOT, AUTOMATIC) or (self.kind == PERSON and not self.invited)

    def to_json(self) -> dict[str, Any]:
        shown = ("seat", "kind", "name", "bot", "invited", "resigned", "advice")
        return {name: getattr(self, name) for name in shown}

    def belongs_to(self, guest: str) -> bool:
        """Return whether a guest plays the seat, or played it before resigning."""
        return guest in (self.guest, self.resigned_by, *self.keys)

    def clear(self) -> None:
        self._become(OPEN)
        self.colour = None

    def give(self, guest: str, name: str) -> None:
        self._become(PERSON, guest, name)
        self.link = new_nonce()

    def give_to_bot(self, bot: str, name: str | None = None) -> None:
        self._become(BOT, None, name or bot.rpartition(":")[2], bot)

    def give_to_program(self, guest: str, name: str) -> None:
        self._become(BOT, guest, name, PROGRAM)

    def give_to_rules(self, name: str) -> None:
        self._become(AUTOMATIC, None, name)

    def _become(self, kind: str, guest: str | None = None, name: str = "", bot: str | None = None) -> None:
        """Reset everything that belonged to the previous player, including the link."""
        self.kind, self.guest, self.name, self.bot, self.invited = kind, guest, name, bot, False
        self.resigned_by = None
        self.link, self.keys, self.advice = None, set(), False
        self.bank, self.missed, self.stand_in, self.votes, self.seen_at, self.rest_hours = None, 0, None, {}, None, None


PUBLIC_FIELDS = (
    *("id", "code", "state", "public", "revision", "version", "to_act", "commitment", "rematch_of", "rematch"),
    *("imported", "origin", "round", "ending", "created_at", "changed_at"),
)
"""What everyone may know of a table as it is."""


@dataclass(slots=True)
class Table:
    id: str
    code: str
    settings: TableSettings
    seats: list[Seat]
    host: str | None
    public: bool = False
    state: str = LOBBY
    revision: int = 0
    version: int = 0
    to_act: int | None = None
    commitment: str | None = None
    rematch_of: str | None = None
    rematch: str | None = None
    imported: bool = False
    origin: str | None = None
    """How the table came about, unless a player opened it."""
    round: int | None = None
    """The current round of the game."""
    started_from: str | None = None
    """Digest of the address from which the running game was started."""
    ending: str | None = None
    """Why the table ended before its game was over (:mod:`stromnetz.tables.endings`)."""
    created_at: int = 0
    changed_at: int = 0
    turn: Turn | None = None
    """The running turn; None without a clock."""
    offer: Offer | None = None
    """The last offer to abandon the game, which may have lapsed (:func:`.abandonment.current_offer`)."""
    removed: set[str] = field(default_factory=set)
    """Guests whom the host removed from their seats before the game."""
    events: list[TableEvent] = field(default_factory=list)
    """Events besides moves; not loaded for lists of tables."""
    seats_by_guest: dict[str, list[int]] = field(default_factory=dict)
    """The seats that each guest plays, kept up to date by :meth:`index`."""

    def __post_init__(self) -> None:
        self.index()

    def index(self) -> None:
        self.seats_by_guest = {}
        for seat in self.seats:
            if seat.guest is not None and seat.kind in (PERSON, BOT) and not seat.invited:
                for guest in {seat.guest, *seat.keys}:
                    self.seats_by_guest.setdefault(guest, []).append(seat.seat)

    def copy(self) -> Table:
        return deepcopy(self)

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats that a guest plays: its own, and those taken by a link."""
        return self.seats_by_guest.get(guest, []) if guest is not None else []

    def owned_seats(self, guest: str | None) -> list[Seat]:
        """Return the seats that a guest owns."""
        return [seat for seat in self.seats if guest is not None and seat.guest == guest and not seat.invited]

    def former_seats(self, guest: str | None) -> list[Seat]:
        """Return the seats that a guest owns, or owned before resigning."""
        mine = self.owned_seats(guest)
        return [*mine, *(seat for seat in self.seats if guest is not None and seat.resigned_by == guest)]

    def add_event(
        self, kind: str, now: int, seat: int | None = None, bot: str | None = None, reason: str | None = None
    ) -> None:
        """Add an event to the log of the table."""
        self.events = [*self.events, TableEvent(kind, self.version, now, seat, bot, reason)]

    def people(self) -> set[str]:
        return {seat.guest for seat in self.seats if seat.guest is not None and seat.kind == PERSON and seat.taken}

    def has_people(self) -> bool:
        return bool(self.people())

    def program_seats(self) -> set[int]:
        """Return the seats that programs play."""
        return {seat.seat for seat in self.seats if seat.bot == PROGRAM}

    def program_due(self) -> bool:
        """Return whether a program has to act."""
        return self.to_act is not None and self.seats[self.to_act].bot == PROGRAM

    def bot_due(self) -> bool:
        """Return whether a bot or program has to act."""
        return self.state == RUNNING and self.to_act is not None and self.bot_acts_for(self.to_act)

    def person_due(self) -> bool:
        """Return whether a person has to act."""
        due = self.state == RUNNING and self.to_act is not None and self.seats[self.to_act].kind == PERSON
        return due and not self.bot_due()

    def advised(self) -> bool:
        """Return whether hints are allowed: without other people or if all agree, but never in rated games."""
        people = [seat for seat in self.seats if seat.kind == PERSON]
        return not self.settings.rated and (len(people) < 2 or all(seat.advice for seat in people))

    def undo_seat(self, game: Game) -> int | None:
        """Return the seat that may undo its last move, also past moves of bots if only one person plays."""
        if self.settings.rated:
            return None
        seats = game.undo_seats if len(self.people()) == 1 else []
        person = next((seat for seat in seats if self.seats[seat].kind != BOT), None)
        found = game.undo_seat if person is None else person
        return None if found is not None and clock_acted_for(self, found) else found

    def bots_to_undo(self, game: Game, seat: int) -> list[int]:
        """Return the bots that have moved since a seat's last move, latest first."""
        if self.undo_seat(game) != seat:
            return []
        return game.undo_seats[: game.undo_seats.index(seat)]

    def is_bot_held(self, number: int) -> bool:
        """Return whether a bot or a stand-in plays a seat."""
        seat = self.seats[number]
        return seat.kind == BOT or seat.stand_in is not None

    def bot_acts_for(self, number: int) -> bool:
        """Return whether a bot acts for a seat now: a bot, a stand-in, or because time is out."""
        return self.is_bot_held(number) or (self.turn is not None and self.turn.timed_out and self.turn.seat == number)

    def bot_for(self, number: int) -> str:
        seat = self.seats[number]
        if seat.kind == BOT:
            return seat.bot or DEFAULT_BOT
        return seat.stand_in or self.settings.clock.bot

    def replace_seat(self, seat: Seat) -> None:
        """Replace a seat by a changed copy, without changing the old one."""
        self.seats = [seat if one.seat == seat.seat else one for one in self.seats]

    def to_json(self, guest: str | None) -> dict[str, Any]:
        """Return the table as everyone sees it, with ``guest``'s own seats marked."""
        return {
            **{name: getattr(self, name) for name in PUBLIC_FIELDS},
            "settings": self.settings.to_json(),
            "seats": [
                {**seat.to_json(), "colour": colour, "mine": guest is not None and seat.belongs_to(guest)}
                for seat, colour in zip(self.seats, colours_of(self.seats), strict=True)
            ],
            "advised": self.advised(),
            "host": guest is not None and guest == self.host,
            "clock": clock_json(self, now_ms()),
            "offer": offer_json(self),
            "removed": guest in self.removed,
        }

    def update_json(self, guest: str | None) -> dict[str, Any]:
        """Return what viewers receive when the table changes."""
        return {"table": self.to_json(guest), "events": [event.to_json() for event in self.events]}

    # --- before the game ---

    def require_state(self, state: str) -> None:
        if self.state != state:
            raise Conflict(facts={"state": self.state}, case="wrong-state")

    def require_host(self, guest: str | None) -> None:
        if guest is None or guest != self.host:
            raise Forbidden(case="host-only")

    def seat_at(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise NotFound(f"the table has the seats 0 to {len(self.seats) - 1}, not {number}", {"seat": number})
        return self.seats[number]

    def own_seat(self, number: int, guest: str | None) -> Seat:
        """Return a seat that the guest plays; refuse others."""
        seat = self.seat_at(number)
        if number not in self.seats_of(guest):
            facts = {"seat": number, "yours": self.seats_of(guest)}
            raise Forbidden(facts=facts, case="not-your-seat")
        return seat

    def owned_seat(self, number: int, guest: str | None) -> Seat:
        """Return a seat that the guest owns; refuse others, and seats that were taken by a link."""
        seat = self.own_seat(number, guest)
        if seat.guest != guest:
            raise Forbidden(facts={"seat": number}, case="opened-by-link")
        return seat

    def open_seat(self, number: int, guest: str) -> Seat:
        """Let a guest play a seat by its link."""
        seat = self.seat_at(number)
        if len(seat.keys) >= MAX_KEYS:
            facts = {"most": MAX_KEYS}
            raise Conflict(facts=facts, case="too-many-devices")
        if seat.guest != guest:
            seat.keys.add(guest)
        return seat

    def renew_link(self, number: int, guest: str | None) -> Seat:
        """Replace the link of a seat; guests who came by the old one lose it."""
        seat = self.owned_seat(number, guest)
        seat.link, seat.keys = new_nonce(), set()
        return seat

    def join(self, guest: str, name: str, number: int | None, program: bool = False) -> Seat:
        """Take a seat: a reserved one, a given one, or the first free one.

        Repeated requests change nothing.
        """
        self.require_state(LOBBY)
        if mine := self.owned_seats(guest):
            seat = mine[0] if number is None else self.seat_at(number)
            if seat not in mine:
                facts = {"seat": number, "yours": [own.seat for own in mine]}
                raise Conflict(facts=facts, case="already-seated")
            return seat
        kept = [seat for seat in self.seats if seat.invited and seat.guest == guest]
        free = [seat for seat in self.seats if seat.kind == OPEN]
        if number is not None:
            seat = self.seat_at(number)
            if seat not in [*kept, *free]:
                raise Conflict(facts={"seat": number}, case="seat-taken")
        elif kept or free:
            seat = [*kept, *free][0]
        else:
            raise Conflict(case="no-seat-free")
        (seat.give_to_program if program else seat.give)(guest, name)
        self.removed.discard(guest)
        return seat

    def leave(self, guest: str) -> bool:
        """Give up all own and reserved seats; return False if nobody is left who could start the game."""
        self.require_state(LOBBY)
        mine = [seat for seat in self.seats if seat.guest == guest]
        if not mine and guest != self.host:
            raise Forbidden(case="not-at-the-table")
        for seat in mine:
            seat.clear()
        if guest == self.host:
            self.host = next((seat.guest for seat in self.seats if seat.guest in self.people()), None)
        return self.host is not None

    def change_seat(self, guest: str | None, number: int, kind: str, bot: str | None, name: str | None) -> Seat:
        """Change a seat as the host: open it, or put a bot or someone on the host's screen there."""
        self.require_state(LOBBY)
        self.require_host(guest)
        seat = self.seat_at(number)
        if seat.kind == AUTOMATIC:
            raise Conflict(facts={"seat": number}, case="seat-automatic")
        if seat.kind == PERSON and seat.taken and seat.guest is not None and seat.guest != guest:
            self.removed.add(seat.guest)
        if kind == OPEN:
            seat.clear()
        elif kind == BOT:
            seat.give_to_bot(bot or DEFAULT_BOT)
        else:
            if name is None:
                raise BadInput("somebody who plays on this screen needs a name", {"seat": number})
            assert guest is not None
            seat.give(guest, name)
        return seat

    def start(self, guest: str | None) -> None:
        self.require_state(LOBBY)
        self.require_host(guest)
        free = [seat.seat for seat in self.seats if not seat.taken]
        if free:
            raise Conflict(facts={"free": free}, case="seats-free")
        self.state, self.removed = RUNNING, set()

    # --- during the game ---

    def update_from_game(self, game: Game) -> None:
        """Update whose turn it is, and whether the game is over."""
        p = game.position
        self.version, self.round = game.version, p.round
        self.to_act = None if p.seat == NOBODY or self.ending is not None else p.seat
        if self.to_act is None:
            self.state, self.started_from = FINISHED, None
