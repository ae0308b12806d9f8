"""Names of accounts: nobody is called like somebody else, nor so that it looks like it."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

from .characters import LONGEST_NAME, check_name, unseen
from .errors import Conflict

RESERVED = (
    *("admin", "administrator", "moderator", "host", "stromnetz", "guest", "gast", "bot"),
    *("somebody", "jemand", "iemand", "nobody", "niemand"),
)
"""What would be taken for the house itself, or for nobody in particular."""

# What looks like a Latin letter in most typefaces. Capitals first: a small letter may look like another one. I, l, 1
# and | are one, and so are O and 0.
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx")
_SMALL = str.maketrans(
    {
        **dict(zip("авсеѕіјкӏмнорԛгтүухѡьԁһԝ", "abcesljklmhopqrtyyxwbdhw", strict=True)),
        **dict(zip("αβγεζηικμνορστυχω", "abyeznlkmvopotuxw", strict=True)),
        **dict(zip("ıɩǀ015|!$@", "lllolsllsa", strict=True)),
        **dict(zip("ɑɡøđħłŧɴʀʜʟɪ", "agodhltnrhll", strict=True)),
        **dict(zip("ʙᴄᴅᴇɢᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡʏᴢ", "bcdegjkmopstuvwyz", strict=True)),
        **dict(zip("օոսհցզյգ", "onuhgqjq", strict=True)),
        **dict(zip("ᎪᏴᏟᎠᎬᎶᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "abcdeghljklmprstvwz", strict=True)),
        "i": "l",
        "æ": "ae",
        "œ": "oe",
    }
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def looks(name: str) -> str:
    """What a name looks like at a glance: what looks the same is the same.

    >>> looks("Ann B.") == looks("ann-b") == looks("АnnВ"), looks("Jo") == looks("Jö")
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold())
    alike = plain.translate(_SMALL)
    for pair, one in _PAIRS:
        alike = alike.replace(pair, one)
    seen = "".join(one for one in alike if unicodedata.category(one)[0] in "LMNS" and not unseen(one))
    return seen or plain


def looks_of(name: str) -> str:
    """The same in so many characters, by which accounts are found."""
    return hashlib.sha256(looks(name).encode("utf-8", "replace")).hexdigest()


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
        raise Conflict(f"{name} is not for people; choose another name", {"name": name}, "name-reserved")
    return name, looks_of(name)


def taken(name: str) -> Conflict:
    return Conflict(f"somebody is called {name}, or nearly so; choose another name", {"name": name}, "name-alike")
