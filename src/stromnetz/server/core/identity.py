"""Guests: who plays here needs no account. A signed cookie says who somebody is, a link brings a seat back."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import re
import secrets
from dataclasses import dataclass, field, replace

from stromnetz.server.accounts import guest_store
from stromnetz.server.accounts import store as accounts_store
from stromnetz.server.accounts.sessions import KnownGuests, Sessions
from stromnetz.server.core.database.database import Database
from stromnetz.tables.errors import Unavailable
from stromnetz.tables.time import now_ms

from .cookies import COOKIE, COOKIE_DAYS, cookie_name, host_key

TOKEN_PREFIX = "bot."
"""How the tokens of programs begin."""

_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_SESSION = re.compile(r"([A-Za-z0-9_-]{22})[.]([0-9]{1,9})[.]([A-Za-z0-9_-]{22})[.]([0-9]{1,6})")


def new_id() -> str:
    """128 bits that nobody can guess, as 22 letters of an address.

    None begins with a dash: a command would take it for an option.
    """
    while (made := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return made


def new_key() -> str:
    return secrets.token_hex(32)


@dataclass(slots=True)
class SigningKey:
    """The key that signs cookies, tokens and links; ``stromnetz admin new-key`` replaces it while the server runs."""

    text: str


def sign_guest(guest: str, key: str, generation: int = 0) -> str:
    """The value of a guest's cookie: the id, how often the guest has logged out, and a signature of both."""
    who = f"{guest}.{generation}" if generation else guest
    return f"{who}.{_signature(who, key)}"


def verify_guest(cookie: str | None, key: str) -> tuple[str, int] | None:
    """(guest, generation) of a cookie; None where there is none or somebody else has written it."""
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
    """The values of one cookie, whatever other applications of the same host have put around it.

    >>> cookies_named('consent={"a":1}; stromnetz=x.y; =; theme', "stromnetz")
    ['x.y']
    """
    pairs = (part.partition("=") for part in header.split(";"))
    return [value.strip() for key, equals, value in pairs if equals and key.strip() == name]


def sign_session(guest: str, key: str, generation: int, session: str, day: int) -> str:
    """The value of the cookie of an account: also on which device, and until which day since 1970 it is worth it."""
    who = f"{guest}.{generation}.{session}.{day}"
    return f"{who}.{_mac(f'session {who}', key)}"


def verify_session(cookie: str | None, key: str) -> tuple[str, int, str, int] | None:
    """(guest, generation, session, last day) of the cookie of an account; None where it is none, or not ours."""
    who, _, signature = (cookie or "").rpartition(".")
    found = _SESSION.fullmatch(who)
    if found is None or not signature.isascii() or not hmac.compare_digest(signature, _mac(f"session {who}", key)):
        return None
    return found[1], int(found[2]), found[3], int(found[4])


def sign_program(guest: str, key: str, generation: int = 0) -> str:
    """The token of a program. It is no cookie: what it may do is less."""
    who = f"{guest}.{generation}"
    return f"{TOKEN_PREFIX}{who}.{_mac(f'program {who}', key)}"


def verify_program(token: str, key: str) -> tuple[str, int] | None:
    """(guest, generation) of a program's token; None where somebody else has written it."""
    who, _, signature = token.removeprefix(TOKEN_PREFIX).rpartition(".")
    guest, _, generation = who.partition(".")
    if not _ID.fullmatch(guest) or not re.fullmatch("0|[1-9][0-9]{0,8}", generation):
        return None
    if not signature.isascii() or not hmac.compare_digest(signature, _mac(f"program {who}", key)):
        return None
    return guest, int(generation)


def device_mac(account: str, device: str, key: str) -> str:
    """The signature of a browser that is known for an account."""
    return _mac(f"device {account} {device}", key)


def same_mac(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def seat_token(table: str, seat: int, nonce: str, key: str) -> str:
    """The secret of a seat's recovery link: it can be shown again, and a new nonce makes another."""
    return _mac(f"seat {table} {seat} {nonce}", key)[:32]


def chat_handle(table: str, guest: str, key: str) -> str:
    """What others call a guest by in the chat of one table: always the same there, and nothing elsewhere."""
    return _mac(f"chat {table} {guest}", key)[:16]


def address_digest(address: str, key: str) -> str:
    """What stands for an address in the database: always the same on this server, and not the address."""
    return _mac(f"address {address}", key)[:22]


def decision_seed(table: str, seat: int, version: int, key: str) -> int:
    """The seed of a bot for one decision: repeatable on this server, unpredictable without its key."""
    digest = hmac.new(bytes.fromhex(key), f"decision {table} {seat} {version}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")


def token_digest(token: str) -> str:
    """By what a token is found in the database."""
    return hashlib.sha256(f"recovery {token}".encode()).hexdigest()


log = logging.getLogger("stromnetz.server")

POLL_SECONDS = 60.0
"""Seconds between two looks."""


@dataclass(frozen=True, slots=True)
class Identity:
    guest: str | None = None
    unreadable: bool = False
    """There is a cookie of ours, but not one that this server wrote, or it has ended."""
    program: bool = False
    """A program with a token, or one whose token is not known here."""
    session: str | None = None
    """On which of its devices an account is; None for a guest without one."""
    unavailable: bool = False
    """The database could not be asked whether the session is valid: nobody knows who it is."""
    replacement: str | None = None
    """The value of a new cookie; None unless it came by one of the old name."""


@dataclass(frozen=True, slots=True)
class GuestLoggedOut:
    """The cookies of a guest have ended, or the token of a program; None: those of all guests have."""

    guest: str | None
    others_know: bool = False
    """Whether other servers on the same database have been told."""


@dataclass(slots=True)
class IdentityRegistry:
    signing: SigningKey
    """It signs cookies and the links of seats."""
    sessions: Sessions
    guests: KnownGuests
    generations: dict[str, int] = field(default_factory=dict)
    """Guests who have logged out, and how often."""
    named: set[str] = field(default_factory=set)
    """Guests who have an account: they are known by their sessions alone."""
    secure: bool = False
    """Whether players come by https; cookies have another name then."""

    @property
    def key(self) -> str:
        return self.signing.text

    @property
    def cookie_name(self) -> str:
        return cookie_name(COOKIE, self.secure)

    @property
    def _cookie_key(self) -> str:
        return host_key(self.key) if self.secure else self.key

    async def read(self, header: str) -> Identity:
        values, key = cookies_named(header, self.cookie_name), self._cookie_key
        # cookies from before there was https, or from before they had another name there
        old = self.secure and not values
        if old:
            values, key = cookies_named(header, COOKIE), self.key
        for value in values:
            identity = self._guest(value, key) or await self._session(value, key)
            if identity is not None and identity.guest is not None and not await self.guests.has(identity.guest):
                return Identity()  # whoever did nothing here starts afresh
            if identity is not None:
                return self._replaced(identity, value) if old else identity
        return Identity(unreadable=any(values))

    def _replaced(self, identity: Identity, value: str) -> Identity:
        """The same, with the cookie that takes the place of the old one; a session's holds no longer than that."""
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
        """Whose token an Authorization header brings; None where it is of another kind, which is none of ours."""
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
        """The cookie of a session, valid until a day since 1970 (by default as long as a cookie can be)."""
        last = today() + COOKIE_DAYS if day is None else day
        return sign_session(guest, self._cookie_key, self.generations.get(guest, 0), session, last)


def today() -> int:
    """Days since 1970."""
    return now_ms() // accounts_store.DAY


async def known_accounts(identities: IdentityRegistry, store: Database) -> None:
    """Who has an account."""
    identities.named = await store.read(accounts_store.all_named)


async def renew(identities: IdentityRegistry, store: Database) -> None:
    """Who has logged out, wherever that was."""
    identities.generations.update(await store.read(guest_store.generations))


async def read_on(identities: IdentityRegistry, store: Database) -> None:
    """Who has logged out at another server on the same database is out here too, a minute later."""
    while True:
        await asyncio.sleep(POLL_SECONDS)
        try:
            await renew(identities, store)
            await known_accounts(identities, store)
            await identities.sessions.refresh()
        except Unavailable as error:
            log.warning("whether somebody has logged out cannot be read: %s", error)
