"""Guests: who plays here needs no account. A signed cookie says who somebody is, a link brings a seat back."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

COOKIE = "stromnetz"
COOKIE_DAYS = 400
"""As long as browsers keep a cookie at most."""
PROGRAM = "bot."
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


def sign(guest: str, key: str, generation: int = 0) -> str:
    """The value of a guest's cookie: the id, how often the guest has logged out, and a signature of both."""
    who = f"{guest}.{generation}" if generation else guest
    return f"{who}.{_signature(who, key)}"


def signed_guest(cookie: str | None, key: str) -> tuple[str, int] | None:
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


def signed_session(cookie: str | None, key: str) -> tuple[str, int, str, int] | None:
    """(guest, generation, session, last day) of the cookie of an account; None where it is none, or not ours."""
    who, _, signature = (cookie or "").rpartition(".")
    found = _SESSION.fullmatch(who)
    if found is None or not signature.isascii() or not hmac.compare_digest(signature, _mac(f"session {who}", key)):
        return None
    return found[1], int(found[2]), found[3], int(found[4])


def sign_program(guest: str, key: str, generation: int = 0) -> str:
    """The token of a program. It is no cookie: what it may do is less."""
    who = f"{guest}.{generation}"
    return f"{PROGRAM}{who}.{_mac(f'program {who}', key)}"


def signed_program(token: str, key: str) -> tuple[str, int] | None:
    """(guest, generation) of a program's token; None where somebody else has written it."""
    who, _, signature = token.removeprefix(PROGRAM).rpartition(".")
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
