"""Guests: who plays here needs no account. A signed cookie says who somebody is, a link brings a seat back."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata

from stromnetz.engine.errors import BadInput

COOKIE = "stromnetz"
COOKIE_DAYS = 400
"""As long as browsers keep a cookie at most."""
LONGEST_NAME = 24

_ID = re.compile(r"[A-Za-z0-9_-]{22}")


def new_id() -> str:
    """128 bits that nobody can guess, as 22 letters of an address."""
    return secrets.token_urlsafe(16)


def new_key() -> str:
    return secrets.token_hex(32)


def sign(guest: str, key: str) -> str:
    """The value of a guest's cookie: the id and a signature of it."""
    return f"{guest}.{_signature(guest, key)}"


def signed_guest(cookie: str | None, key: str) -> str | None:
    """The guest of a cookie; None where there is none or somebody else has written it."""
    guest, dot, signature = (cookie or "").partition(".")
    if not dot or not _ID.fullmatch(guest) or not signature.isascii():
        return None
    return guest if hmac.compare_digest(signature, _signature(guest, key)) else None


def _signature(guest: str, key: str) -> str:
    digest = hmac.new(bytes.fromhex(key), f"guest {guest}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_token() -> str:
    """The secret of a recovery link."""
    return secrets.token_urlsafe(24)


def token_digest(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot use it."""
    return hashlib.sha256(f"recovery {token}".encode()).hexdigest()


def check_name(value: str) -> str:
    """A name as it is shown: trimmed, composed, at most 24 characters, none that would disturb the text around it.

    >>> check_name("  Jo\\u0308rg ")
    'Jörg'
    """
    # a name of lone surrogates cannot be normalised; they are refused with the rest below
    name = " ".join(unicodedata.normalize("NFC", value).split(" ")).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        length = {"length": len(name), "most": LONGEST_NAME}
        raise BadInput(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}", length, "name-length")
    for character in name:
        # control, format (direction marks, zero width), private, surrogate, unassigned; separators but the space
        if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") or (
            character != " " and unicodedata.category(character) == "Zs"
        ):
            facts = {"character": f"U+{ord(character):04X}"}
            raise BadInput(f"a name cannot contain the character {facts['character']}", facts, "name-character")
    if all(unicodedata.category(character)[0] in "MZ" for character in name):
        raise BadInput("a name needs a character that can be seen", {}, "name-unseen")
    if sum(unicodedata.category(character) == "Mn" for character in name) > len(name) // 2:
        raise BadInput("a name cannot consist of accents", {}, "name-accents")
    return name
