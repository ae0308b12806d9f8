"""Display names: allowed characters, and names that look alike."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

from stromnetz.engine.errors import BadInput

from .errors import Conflict

MAX_NAME_LENGTH = 24
JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner, which Persian, Hindi and Sinhala need."""
VARIATION_SELECTORS = "\ufe0e\ufe0f"
"""They choose between text and emoji for the character before."""
VIRAMA = 9
"""Combining class of the marks after which a joiner has a meaning."""
MAX_ACCENTS, MAX_MARKS = 2, 5
"""Marks in a row: accents, which stack on any letter; and all marks, including vowels and letters of some scripts."""

_UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)}
_UNSEEN |= {*range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000)}
_ACCENTS = (range(0x0300, 0x0370), range(0x1AB0, 0x1B00), range(0x1DC0, 0x1E00), range(0x20D0, 0x2100))
_ARABIC = (range(0x0620, 0x0700), range(0x0750, 0x0780), range(0x08A0, 0x0900))


def is_invisible(character: str) -> bool:
    """Return whether a character is invisible though it counts as a letter, mark or sign."""
    return ord(character) in _UNSEEN or unicodedata.category(character) == "Cf"


def validate_display_name(value: str, max_length: int = MAX_NAME_LENGTH) -> str:
    """Normalise a name; refuse it if it is too long or has characters that disturb the surrounding text.

    >>> validate_display_name("  Jo\\u0308rg ")
    'Jörg'
    """
    # names with lone surrogates are not normalised, but refused below
    name = " ".join(unicodedata.normalize("NFC", value).split(" ")).strip()
    if not 1 <= len(name) <= max_length:
        length = {"length": len(name), "most": max_length}
        raise BadInput(facts=length, case="name-length")
    for place, character in enumerate(name):
        if not _is_allowed(name, place):
            facts = {"character": f"U+{ord(character):04X}"}
            raise BadInput(facts=facts, case="name-character")
    if all(unicodedata.category(character)[0] in "MZ" for character in name):
        raise BadInput(case="name-unseen")
    if _has_stacked_marks(name):
        raise BadInput(case="name-accents")
    return name


def _is_allowed(name: str, place: int) -> bool:
    """Return whether a character is visible, or changes its neighbours."""
    character, before, after = name[place], name[place - 1 : place], name[place + 1 : place + 2]
    if character in JOINERS:
        return bool(before and after) and _joins(character, before, after)
    if character in VARIATION_SELECTORS:
        return bool(before) and unicodedata.category(before) == "So"
    # control, format (direction marks, zero width), private, surrogate, unassigned; separators other than the space
    category = unicodedata.category(character)
    separates = category == "Zs" and character != " "
    return not separates and category not in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") and not is_invisible(character)


def _joins(character: str, before: str, after: str) -> bool:
    """Return whether a joiner has an effect: after a virama, or between Arabic letters (RFC 5892)."""
    if unicodedata.combining(before) == VIRAMA:
        return unicodedata.category(after)[0] == "L"
    return character == JOINERS[0] and all(any(ord(one) in letters for letters in _ARABIC) for one in (before, after))


def _has_stacked_marks(name: str) -> bool:
    """Return whether marks stand alone, or stack so high that they overlap other lines."""
    accents = marks = 0
    for place, character in enumerate(name):
        if unicodedata.category(character) not in ("Mn", "Me") or character in VARIATION_SELECTORS:
            accents = marks = 0
            continue
        if place == 0 or name[place - 1] == " ":
            return True
        marks += 1
        accents += any(ord(character) in one for one in _ACCENTS)
        if marks > MAX_MARKS or accents > MAX_ACCENTS:
            return True
    return False


# capitals first, since a small letter may look like another one; I, l, 1 and | are equal, and so are O and 0
CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx")

_ALIKE = (
    ("ıɩǀ015|!$@", "lllolsllsa"),
    ("ɑɡøđħłŧƒɴʀʜʟɪ", "agodhltfnrhll"),
    ("ʙᴄᴅᴇɢᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡʏᴢ", "bcdegjkmopstuvwyz"),
    # Cyrillic, Greek, Coptic
    ("авсеѕіјкӏмнорԛгтүухѡьԁһԝ", "abcesljklmhopqrtyyxwbdhw"),
    ("αβγεζηικμνορστυχω", "abyeznlkmvopotuxw"),
    ("ⲁⲃⲉⲍⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "abezhlkmnopctyx"),
    # Armenian, Cherokee, Lisu
    ("օոսհցզյգ", "onuhgqjq"),
    ("ᎪᏴᏟᎠᎬᎶᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "abcdeghljklmprstvwz"),
    ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghljklmnoprstuvwxyz"),
    # Arabic and Persian forms of the same letter
    ("ىیک", "ييك"),
    # kana of the same shape, large or small, and similar characters
    ("へべぺりョャュッ", "ヘベペリヨヤユツ"),
    ("力工二八夕卜口ー三\u1173", "カエニハタトロ一ミ一"),
)
_STROKES = "וןا١۱\u1175"
_CIRCLES = "סهھہ٥۵०০੦૦୦ଠ௦౦೦൦ഠ๐໐ဝ၀០"
"""Strokes and circles: letters and digits of many scripts that look like l or o."""

SMALL = str.maketrans(
    {
        **{one: like for given, alike in _ALIKE for one, like in zip(given, alike, strict=True)},
        **dict.fromkeys(_STROKES, "l"),
        **dict.fromkeys(_CIRCLES, "o"),
        "i": "l",
        "æ": "ae",
        "œ": "oe",
    }
)
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("เเ", "แ"))
"""Pairs that look like one letter; the last one is a Thai vowel."""


RESERVED = (
    *("admin", "administrator", "moderator", "host", "stromnetz", "guest", "gast", "bot"),
    *("somebody", "jemand", "iemand", "nobody", "niemand"),
)
"""Names that could be mistaken for the server or its staff, or for nobody in particular."""


def confusable_key(name: str) -> str:
    """Return a key that is equal for names that look alike."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).translate(CAPITALS).casefold())
    alike = plain.translate(SMALL)
    for pair, one in PAIRS:
        alike = alike.replace(pair, one)
    seen = "".join(one for one in alike if unicodedata.category(one)[0] in "LMNS" and not is_invisible(one))
    return seen or plain


def name_digest(name: str) -> str:
    """Return the digest by which accounts of similar names are found."""
    return _digest(confusable_key(name))


def exact_digest(name: str) -> str:
    """Return the digest of the exact name, for accounts whose names became similar when more characters were added."""
    return _digest(f"={unicodedata.normalize('NFC', name).strip()}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return a name that does not look like any of the others, with a number if necessary."""
    taken = {confusable_key(one) for one in others}
    number, out = 1, name
    while confusable_key(out) in taken:
        number += 1
        out = f"{name[: MAX_NAME_LENGTH - len(str(number)) - 1].rstrip()} {number}"
    return out


def require_free_name(value: str, bots: Iterable[str]) -> tuple[str, str]:
    """Return a name that an account may have, and its digest."""
    name = validate_display_name(value)
    if confusable_key(name) in {confusable_key(one) for one in (*RESERVED, *bots)}:
        raise Conflict(facts={"name": name}, case="name-reserved")
    return name, name_digest(name)


def name_taken(name: str) -> Conflict:
    return Conflict(facts={"name": name}, case="name-alike")
