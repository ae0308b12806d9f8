"""A table: what is played there, who sits where, and what may be done in which state. No database, no network."""

from __future__ import annotations

import secrets
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from stromnetz.engine.errors import BadInput
from stromnetz.play.game import Game

from .abandonment import Offer, offer_json
from .clocks import Turn, answered_for, clock_json
from .errors import Conflict, Forbidden, NotFound
from .events import TableEvent
from .rest_hours import RestHours
from .seat_colours import colours_of
from .settings import DEFAULT_BOT, TableSettings
from .time import now_ms

LOBBY, RUNNING, FINISHED = "lobby", "running", "finished"
OPEN, PERSON, BOT, AUTOMATIC = "open", "person", "bot", "automatic"
"""Nobody yet, somebody, a bot, or a company for which the rules of the table themselves answer."""
PROGRAM = "outside"
"""What stands for the bot of a seat that somebody's program plays."""

MAX_KEYS = 16
"""Devices on which a seat can be opened by its link."""


@dataclass(slots=True)
class Seat:
    """``person`` seats belong to a guest; one guest may hold several (people at one screen)."""

    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    invited: bool = False
    """Kept free for its guest, who has not sat down yet (a rematch)."""
    resigned: bool = False
    resigned_by: str | None = None
    """The guest who resigned, where a bot plays on."""
    link: str | None = None
    """What the recovery link is made of; None where it is not known."""
    keys: set[str] = field(default_factory=set)
    """The guests who opened the seat by its link: they play it, and nothing else is theirs."""
    bank: int | None = None
    """Milliseconds on a live clock, as of when its turn began."""
    missed: int = 0
    """Turns in a row that the clock answered."""
    stand_in: str | None = None
    """The bot that holds the seat until its person takes it back."""
    votes: dict[str, int] = field(default_factory=dict)
    """Who wants a stand-in here, since when."""
    seen_at: int | None = None
    """When somebody last looked or acted from here."""
    came_at: int | None = None
    """Since when somebody has had the table open there, as far as this process knows."""
    rest: RestHours | None = None
    """The nights and holidays of its person."""
    advice: bool = False
    """Whether its person agrees that everybody at the table may ask for advice."""
    colour: int | None = None
    """The colour that was chosen for it; without one it takes what is left (:mod:`stromnetz.tables.seats`)."""

    @property
    def taken(self) -> bool:
        return self.kind in (BOT, AUTOMATIC) or (self.kind == PERSON and not self.invited)

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "kind": self.kind,
            "name": self.name,
            "bot": self.bot,
            "invited": self.invited,
            "resigned": self.resigned,
            "advice": self.advice,
        }

    def belongs_to(self, guest: str) -> bool:
        """Whether a guest plays the seat, or did until it resigned."""
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
        """Whoever had the seat before, its link and what was opened by it are worth nothing any more."""
        self.kind, self.guest, self.name, self.bot, self.invited = kind, guest, name, bot, False
        self.resigned_by = None
        self.link, self.keys, self.advice = None, set(), False
        self.bank, self.missed, self.stand_in, self.votes, self.seen_at, self.rest = None, 0, None, {}, None, None


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
    """How it came about, where nobody opened it by hand."""
    round: int | None = None
    """How far the game is."""
    started_from: str | None = None
    """A digest of the address from which the running game was started."""
    ending: str | None = None
    """How the table ended before its game did (:mod:`stromnetz.tables.endings`)."""
    created_at: int = 0
    changed_at: int = 0
    turn: Turn | None = None
    """Whose clock runs; None where there is no clock."""
    offer: Offer | None = None
    """The last offer to abandon the game, which may have lapsed (:func:`.abandonment.current_offer`)."""
    removed: set[str] = field(default_factory=set)
    """The guests whom the host has removed from their seats before the game."""
    events: list[TableEvent] = field(default_factory=list)
    """What happened besides moves; not read for lists of tables."""
    mine: dict[str, list[int]] = field(default_factory=dict)
    """The seats of each guest, looked up often; kept by :meth:`index`."""

    def __post_init__(self) -> None:
        self.index()

    def index(self) -> None:
        self.mine = {}
        for seat in self.seats:
            if seat.guest is not None and seat.kind in (PERSON, BOT) and not seat.invited:
                for guest in {seat.guest, *seat.keys}:
                    self.mine.setdefault(guest, []).append(seat.seat)

    def copy(self) -> Table:
        return deepcopy(self)

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that a guest plays: its own, and those that it opened by their links."""
        return self.mine.get(guest, []) if guest is not None else []

    def sits(self, guest: str | None) -> list[Seat]:
        """The seats that are a guest's own."""
        return [seat for seat in self.seats if guest is not None and seat.guest == guest and not seat.invited]

    def sat(self, guest: str | None) -> list[Seat]:
        """The seats that are a guest's own, or were until it resigned."""
        mine = self.sits(guest)
        return [*mine, *(seat for seat in self.seats if guest is not None and seat.resigned_by == guest)]

    def note(
        self, kind: str, now: int, seat: int | None = None, bot: str | None = None, reason: str | None = None
    ) -> None:
        """Add an event to the log of the table."""
        self.events = [*self.events, TableEvent(kind, self.version, now, seat, bot, reason)]

    def people(self) -> set[str]:
        return {seat.guest for seat in self.seats if seat.guest is not None and seat.kind == PERSON and seat.taken}

    def has_people(self) -> bool:
        return bool(self.people())

    def program_seats(self) -> set[int]:
        """The seats that programs from outside play."""
        return {seat.seat for seat in self.seats if seat.bot == PROGRAM}

    def program_due(self) -> bool:
        """Whether a program from outside is to act."""
        return self.to_act is not None and self.seats[self.to_act].bot == PROGRAM

    def bot_due(self) -> bool:
        """Whether a bot, or a program from outside, is to act."""
        return self.state == RUNNING and self.to_act is not None and self.by_bot(self.to_act)

    def person_due(self) -> bool:
        """Whether a person is to act."""
        due = self.state == RUNNING and self.to_act is not None and self.seats[self.to_act].kind == PERSON
        return due and not self.bot_due()

    def advised(self) -> bool:
        """Whether advice is given: where nobody else plays, or all people agree; never where ratings are at stake."""
        people = [seat for seat in self.seats if seat.kind == PERSON]
        return not self.settings.rated and (len(people) < 2 or all(seat.advice for seat in people))

    def undo_seat(self, game: Game) -> int | None:
        """Who may take a move back now; past the moves of bots where only one person plays."""
        if self.settings.rated:
            return None
        seats = game.undo_seats if len(self.people()) == 1 else []
        person = next((seat for seat in seats if self.seats[seat].kind != BOT), None)
        found = game.undo_seat if person is None else person
        return None if found is not None and answered_for(self, found) else found

    def give_way(self, game: Game, seat: int) -> list[int]:
        """The bots whose moves stand between a seat and its own last move, the latest first."""
        if self.undo_seat(game) != seat:
            return []
        return game.undo_seats[: game.undo_seats.index(seat)]

    def held(self, number: int) -> bool:
        """Whether a bot plays a seat until somebody takes it back, or for good."""
        seat = self.seats[number]
        return seat.kind == BOT or seat.stand_in is not None

    def by_bot(self, number: int) -> bool:
        """Whether a bot answers for a seat now."""
        return self.held(number) or (self.turn is not None and self.turn.out and self.turn.seat == number)

    def bot_for(self, number: int) -> str:
        seat = self.seats[number]
        if seat.kind == BOT:
            return seat.bot or DEFAULT_BOT
        return seat.stand_in or self.settings.clock.bot

    def put(self, seat: Seat) -> None:
        """Put a changed seat in the place of the old one, which others may still look at."""
        self.seats = [seat if one.seat == seat.seat else one for one in self.seats]

    def to_json(self, guest: str | None) -> dict[str, Any]:
        """What everybody who may look at the table sees of it; ``guest`` sees which seats are its own."""
        return {
            "id": self.id,
            "code": self.code,
            "state": self.state,
            "public": self.public,
            "settings": self.settings.to_json(),
            "seats": [
                {**seat.to_json(), "colour": colour, "mine": guest is not None and seat.belongs_to(guest)}
                for seat, colour in zip(self.seats, colours_of(self.seats), strict=True)
            ],
            "advised": self.advised(),
            "host": guest is not None and guest == self.host,
            "revision": self.revision,
            "version": self.version,
            "to_act": self.to_act,
            "commitment": self.commitment,
            "rematch_of": self.rematch_of,
            "rematch": self.rematch,
            "imported": self.imported,
            "origin": self.origin,
            "round": self.round,
            "ending": self.ending,
            "created_at": self.created_at,
            "changed_at": self.changed_at,
            "clock": clock_json(self, now_ms()),
            "offer": offer_json(self),
            "removed": guest in self.removed,
        }

    def told_to(self, guest: str | None) -> dict[str, Any]:
        """What a viewer is told of the table."""
        return {"table": self.to_json(guest), "events": [event.to_json() for event in self.events]}

    # --- before the game ---

    def need(self, state: str) -> None:
        if self.state != state:
            raise Conflict(facts={"state": self.state}, case="wrong-state")

    def need_host(self, guest: str | None) -> None:
        if guest is None or guest != self.host:
            raise Forbidden(case="host-only")

    def seat_at(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise NotFound(f"the table has the seats 0 to {len(self.seats) - 1}, not {number}", {"seat": number})
        return self.seats[number]

    def own_seat(self, number: int, guest: str | None) -> Seat:
        """A seat that the guest plays."""
        seat = self.seat_at(number)
        if number not in self.seats_of(guest):
            facts = {"seat": number, "yours": self.seats_of(guest)}
            raise Forbidden(facts=facts, case="not-your-seat")
        return seat

    def rightful_seat(self, number: int, guest: str | None) -> Seat:
        """A seat that is the guest's own: one that it only opened by a link is not."""
        seat = self.own_seat(number, guest)
        if seat.guest != guest:
            raise Forbidden(facts={"seat": number}, case="opened-by-link")
        return seat

    def open_seat(self, number: int, guest: str) -> Seat:
        """Somebody has come by the link of a seat."""
        seat = self.seat_at(number)
        if len(seat.keys) >= MAX_KEYS:
            facts = {"most": MAX_KEYS}
            raise Conflict(facts=facts, case="too-many-devices")
        if seat.guest != guest:
            seat.keys.add(guest)
        return seat

    def renew_link(self, number: int, guest: str | None) -> Seat:
        """A new link for a seat; whoever came by the old one is sent away."""
        seat = self.rightful_seat(number, guest)
        seat.link, seat.keys = new_nonce(), set()
        return seat

    def join(self, guest: str, name: str, number: int | None, program: bool = False) -> Seat:
        """Sit down: on the seat that is kept for the guest, on a named one, or on the first that is open.

        Who sits already stays there, however often the request comes.
        """
        self.need(LOBBY)
        if mine := self.sits(guest):
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
        """Give up all own seats, and those an invitation holds; False if nobody is left who could start the game."""
        self.need(LOBBY)
        mine = [seat for seat in self.seats if seat.guest == guest]
        if not mine and guest != self.host:
            raise Forbidden(case="not-at-the-table")
        for seat in mine:
            seat.clear()
        if guest == self.host:
            self.host = next((seat.guest for seat in self.seats if seat.guest in self.people()), None)
        return self.host is not None

    def change_seat(self, guest: str | None, number: int, kind: str, bot: str | None, name: str | None) -> Seat:
        """The host opens a seat, puts a bot there, or somebody who plays on the host's screen."""
        self.need(LOBBY)
        self.need_host(guest)
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
        self.need(LOBBY)
        self.need_host(guest)
        free = [seat.seat for seat in self.seats if not seat.taken]
        if free:
            raise Conflict(facts={"free": free}, case="seats-free")
        self.state, self.removed = RUNNING, set()

    # --- during it ---

    def follow(self, game: Game) -> None:
        """Take over from the game who is to act, and whether it is over."""
        decision = game.decision if self.ending is None else None
        self.version, self.round = game.version, game.position.round
        self.to_act = None if decision is None else decision.seat
        if decision is None:
            self.state, self.started_from = FINISHED, None


_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10


def new_nonce() -> str:
    """What makes the recovery link of a seat differ from the links before it."""
    return secrets.token_hex(16)


def new_code() -> str:
    """A code that can be read out: fifty bits, without letters that look alike."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))
