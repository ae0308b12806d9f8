"""Who sends a request: signed cookies of guests and accounts, tokens of programs, recovery links of seats."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from stromnetz.server.accounts import store as accounts_store
from stromnetz.server.core.database.database import Database
from stromnetz.tables.errors import Unavailable
from stromnetz.tables.time import DAY_MS, now_ms

from .cookies import COOKIE, COOKIE_DAYS, cookie_name, host_key

TOKEN_PREFIX = "bot."
"""Prefix of the tokens of programs."""

_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_SESSION = re.compile(r"([A-Za-z0-9_-]{22})[.]([0-9]{1,9})[.]([A-Za-z0-9_-]{22})[.]([0-9]{1,6})")


def new_key() -> str:
    return secrets.token_hex(32)


@dataclass(slots=True)
class SigningKey:
    """The key that signs cookies, tokens and links; ``stromnetz admin new-key`` replaces it while the server runs."""

    text: str


def sign_guest(guest: str, key: str, generation: int = 0) -> str:
    """Return the value of a guest's cookie: id, number of log-outs, signature."""
    who = f"{guest}.{generation}" if generation else guest
    return f"{who}.{_signature(who, key)}"


def verify_guest(cookie: str | None, key: str) -> tuple[str, int] | None:
    """Return guest and generation of a cookie; None if it is missing or forged."""
    who, dot, signature = (cookie or "").rpartition(".")
    guest, _, generation = who.partition(".")
    if not dot or not _ID.fullmatch(guest) or not re.fullmatch("|[1-9][0-9]{0,8}", generation):
        return None
    if not signature.isascii() or not hmac.compare_digest(signature, _signature(who, key)):
        return None
    return guest, int(generation or 0)


def _signature(who: str, key: str) -> str:
    return _mac(f"guest {who}", key)


def _mac(text: str, key: str) -> str:
    digest = hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def cookies_named(header: str, name: str = COOKIE) -> list[str]:
    """Return the values of a cookie; other applications of the host may have set cookies in any format."""
    pairs = (part.partition("=") for part in header.split(";"))
    return [value.strip() for key, equals, value in pairs if equals and key.strip() == name]


def sign_session(guest: str, key: str, generation: int, session: str, day: int) -> str:
    """Return the value of an account's cookie: guest, generation, session, last valid day since 1970, signature."""
    who = f"{guest}.{generation}.{session}.{day}"
    return f"{who}.{_mac(f'session {who}', key)}"


def verify_session(cookie: str | None, key: str) -> tuple[str, int, str, int] | None:
    """Return guest, generation, session and last day of an account's cookie; None if it is missing or forged."""
    who, _, signature = (cookie or "").rpartition(".")
    found = _SESSION.fullmatch(who)
    if found is None or not signature.isascii() or not hmac.compare_digest(signature, _mac(f"session {who}", key)):
        return None
    return found[1], int(found[2]), found[3], int(found[4])


def sign_program(guest: str, key: str, generation: int = 0) -> str:
    """Return the token of a program, which may do less than a cookie."""
    who = f"{guest}.{generation}"
    return f"{TOKEN_PREFIX}{who}.{_mac(f'program {who}', key)}"


def verify_program(token: str, key: str) -> tuple[str, int] | None:
    """Return guest and generation of a program's token; None if it is forged."""
    who, _, signature = token.removeprefix(TOKEN_PREFIX).rpartition(".")
    guest, _, generation = who.partition(".")
    if not _ID.fullmatch(guest) or not re.fullmatch("0|[1-9][0-9]{0,8}", generation):
        return None
    if not signature.isascii() or not hmac.compare_digest(signature, _mac(f"program {who}", key)):
        return None
    return guest, int(generation)


def device_mac(account: str, device: str, key: str) -> str:
    """Sign a browser that is known for an account."""
    return _mac(f"device {account} {device}", key)


def same_mac(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def seat_token(table: str, seat: int, nonce: str, key: str) -> str:
    """Return the secret of a seat's recovery link: reproducible, and replaced by choosing a new nonce."""
    return _mac(f"seat {table} {seat} {nonce}", key)[:32]


def chat_handle(table: str, guest: str, key: str) -> str:
    """Return the pseudonym of a guest in the chat of one table."""
    return _mac(f"chat {table} {guest}", key)[:16]


def address_digest(address: str, key: str) -> str:
    """Return the pseudonym of an address in the database."""
    return _mac(f"address {address}", key)[:22]


def decision_seed(table: str, seat: int, version: int, key: str) -> int:
    """Return the seed of a bot for one decision: reproducible with the server's key, unpredictable without it."""
    digest = hmac.new(bytes.fromhex(key), f"decision {table} {seat} {version}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")


def token_digest(token: str) -> str:
    """Return the digest under which a token is stored."""
    return hashlib.sha256(f"recovery {token}".encode()).hexdigest()


log = logging.getLogger("stromnetz.server")

REFRESH_SECONDS = 60.0
"""Interval at which log-outs on other servers are read from the database."""
CACHE_SIZE = 20_000
"""Cached sessions and guests; the least recently used are dropped."""
BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class Identity:
    guest: str | None = None
    unreadable: bool = False
    """A cookie with our name is forged or expired."""
    program: bool = False
    """The request has the token of a program, valid or not."""
    session: str | None = None
    """The session of an account; None for guests."""
    unavailable: bool = False
    """The database could not be asked whether the session is valid."""
    replacement: str | None = None
    """The value of a new cookie that replaces one of the old name; else None."""


class Sessions:
    """Caches which sessions are valid, since every request asks.

    Sessions that end on this server or are reported by others are updated at once, and `refresh` reloads all of them.
    An ended session stays ended, even if an older read finishes later.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._guests: OrderedDict[str, str | None] = OrderedDict()
        """The guest of each session; None if it has ended or never existed."""

    async def guest_of(self, session: str) -> str | None:
        """Return the guest of a session; None if it is not valid. May raise ``Unavailable``."""
        if session not in self._guests:
            found = await self._database.read(lambda c: accounts_store.session_guests(c, [session]))
            self._guests.setdefault(session, found.get(session))
            if len(self._guests) > CACHE_SIZE:
                self._guests.popitem(last=False)
        else:
            self._guests.move_to_end(session)
        return self._guests.get(session)

    def end(self, *sessions: str) -> None:
        """Mark sessions as ended."""
        self._guests.update(dict.fromkeys(sessions))

    def clear(self) -> None:
        self._guests.clear()

    async def refresh(self) -> set[str]:
        """Reload all sessions; return the guests of those that have ended meanwhile."""
        known = [session for session, guest in self._guests.items() if guest is not None]
        ended = set()
        for at in range(0, len(known), BATCH_SIZE):
            batch = known[at : at + BATCH_SIZE]
            found = await self._database.read(partial(accounts_store.session_guests, ids=batch))
            ended |= {guest for session in batch if session not in found and (guest := self._guests.get(session))}
            self.end(*(session for session in batch if session not in found))
        return ended


class KnownGuests:
    """Caches which guests exist.

    Guests without any activity are deleted after a day; their cookies become invalid.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, None] = OrderedDict()

    async def has(self, guest: str) -> bool:
        """Return whether a guest exists; assume so if the database is unavailable."""
        if guest in self._known:
            self._known.move_to_end(guest)
            return True
        try:
            found = await self._database.read(lambda c: accounts_store.guest_name(c, guest)) is not None
        except Unavailable:
            return True
        if found:
            self._known[guest] = None
            if len(self._known) > CACHE_SIZE:
                self._known.popitem(last=False)
        return found

    def clear(self) -> None:
        self._known.clear()


@dataclass(frozen=True, slots=True)
class GuestLoggedOut:
    """The cookies of a guest or the token of a program were invalidated; None: those of all guests."""

    guest: str | None
    others_know: bool = False
    """Whether other servers on the same database have been notified."""


@dataclass(slots=True)
class IdentityRegistry:
    signing: SigningKey
    """Signs cookies and recovery links."""
    sessions: Sessions
    guests: KnownGuests
    generations: dict[str, int] = field(default_factory=dict)
    """How often guests have logged out, for those who have."""
    named: set[str] = field(default_factory=set)
    """Guests with an account, who are identified by their sessions only."""
    secure: bool = False
    """Whether players use https; cookies have another name then."""
    cookie_name: str = field(init=False)

    def __post_init__(self) -> None:
        self.cookie_name = cookie_name(COOKIE, self.secure)

    @property
    def key(self) -> str:
        return self.signing.text

    @property
    def _cookie_key(self) -> str:
        return host_key(self.key) if self.secure else self.key

    async def identify(self, headers: Mapping[str, str]) -> Identity:
        """Return who sends a request: a program by its token, everybody else by a cookie."""
        token = headers.get("authorization", "")
        program = self.read_token(token) if token else None
        return program or await self.read(headers.get("cookie", ""))

    async def read(self, header: str) -> Identity:
        values, key = cookies_named(header, self.cookie_name), self._cookie_key
        # cookies from before https, or from before they had another name there
        old = self.secure and not values
        if old:
            values, key = cookies_named(header, COOKIE), self.key
        for value in values:
            identity = self._guest(value, key) or await self._session(value, key)
            if identity is not None and identity.guest is not None and not await self.guests.has(identity.guest):
                return Identity()  # a guest who was deleted
            if identity is not None:
                return self._replaced(identity, value) if old else identity
        return Identity(unreadable=any(values))

    def _replaced(self, identity: Identity, value: str) -> Identity:
        """Add a cookie that replaces the old one and expires no later."""
        if identity.guest is None:
            return identity
        if identity.session is None:
            return replace(identity, replacement=self.cookie(identity.guest))
        found = verify_session(value, self.key)
        assert found is not None
        return replace(identity, replacement=self.session_cookie(identity.guest, identity.session, found[3]))

    def _guest(self, value: str, key: str) -> Identity | None:
        found = verify_guest(value, key)
        if found is None or found[1] != self.generations.get(found[0], 0) or found[0] in self.named:
            return None
        return Identity(found[0])

    async def _session(self, value: str, key: str) -> Identity | None:
        found = verify_session(value, key)
        if found is None:
            return None
        guest, generation, session, day = found
        if generation < self.generations.get(guest, 0) or day < today():
            return None
        try:
            valid = await self.sessions.guest_of(session) == guest
        except Unavailable:
            return Identity(unavailable=True)
        return Identity(guest, session=session) if valid else None

    def read_token(self, header: str) -> Identity | None:
        """Return the identity of a program's token; None if the Authorization header has no such token."""
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer" or not token.startswith(TOKEN_PREFIX):
            return None
        found = verify_program(token.strip(), self.key)
        known = found is not None and found[1] == self.generations.get(found[0], 0)
        return Identity(found[0] if found is not None and known else None, program=True)

    def token(self, program: str) -> str:
        return sign_program(program, self.key, self.generations.get(program, 0))

    def cookie(self, guest: str) -> str:
        return sign_guest(guest, self._cookie_key, self.generations.get(guest, 0))

    def session_cookie(self, guest: str, session: str, day: int | None = None) -> str:
        """Return the cookie of a session, valid until a day since 1970 (default: as long as a cookie can be)."""
        last = today() + COOKIE_DAYS if day is None else day
        return sign_session(guest, self._cookie_key, self.generations.get(guest, 0), session, last)


def today() -> int:
    """Days since 1970."""
    return now_ms() // DAY_MS


async def load_accounts(identities: IdentityRegistry, database: Database) -> None:
    """Read which guests have an account."""
    identities.named = await database.read(accounts_store.all_named)


async def load_generations(identities: IdentityRegistry, database: Database) -> None:
    """Read which guests have logged out, on any server."""
    identities.generations.update(await database.read(accounts_store.generations))


async def refresh_identities(identities: IdentityRegistry, database: Database) -> None:
    """Read log-outs and accounts periodically, in case a message of another server was lost."""
    while True:
        await asyncio.sleep(REFRESH_SECONDS)
        try:
            await load_generations(identities, database)
            await load_accounts(identities, database)
            await identities.sessions.refresh()
        except Unavailable as error:
            log.warning("log-outs cannot be read: %s", error)
