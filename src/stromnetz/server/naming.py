"""Names of accounts: nobody is called like somebody else, nor so that it looks like it."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

from .characters import LONGEST_NAME, check_name, unseen
from .errors import Conflict
from .lookalikes import CAPITALS, PAIRS, SMALL

RESERVED = (
    *("admin", "administrator", "moderator", "host", "stromnetz", "guest", "gast", "bot"),
    *("somebody", "jemand", "iemand", "nobody", "niemand"),
)
"""What would be taken for the house itself, or for nobody in particular."""


def looks(name: str) -> str:
    """What a name looks like at a glance: what looks the same is the same.

    >>> looks("Ann B.") == looks("ann-b") == looks("АnnВ"), looks("Jo") == looks("Jö")
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).translate(CAPITALS).casefold())
    alike = plain.translate(SMALL)
    for pair, one in PAIRS:
        alike = alike.replace(pair, one)
    seen = "".join(one for one in alike if unicodedata.category(one)[0] in "LMNS" and not unseen(one))
    return seen or plain


def looks_of(name: str) -> str:
    """The same in so many characters, by which accounts are found."""
    return _digest(looks(name))


def exactly(name: str) -> str:
    """By which an account is found whose name looks like another's, because more looks alike than when it was made."""
    return _digest(f"={unicodedata.normalize('NFC', name).strip()}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def apart(name: str, others: Iterable[str]) -> str:
    """A name that cannot be taken for one of these others: with a number where it looks like one of them.

    >>> apart("Ann", ["Bob"]), apart("АNN", ["Ann", "Ann 2"])
    ('Ann', 'АNN 3')
    """
    taken = {looks(one) for one in others}
    number, out = 1, name
    while looks(out) in taken:
        number += 1
        out = f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
    return out


def check_own_name(value: str, bots: Iterable[str]) -> tuple[str, str]:
    """(a name that an account may have, what it looks like)."""
    name = check_name(value)
    if looks(name) in {looks(one) for one in (*RESERVED, *bots)}:
        raise Conflict(facts={"name": name}, case="name-reserved")
    return name, looks_of(name)


def taken(name: str) -> Conflict:
    return Conflict(facts={"name": name}, case="name-alike")
