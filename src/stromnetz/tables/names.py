"""Characters of names: which cannot be seen, which disturb the text around them, and what every script needs."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

from stromnetz.engine.errors import BadInput

from .errors import Conflict

MAX_NAME_LENGTH = 24
JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner: Persian, Hindi or Sinhala are not written without them."""
PICTURE = "\ufe0e\ufe0f"
"""What says whether the character before is a picture."""
VIRAMA = 9
"""The combining class of the marks after which a joiner has a meaning."""
MOST_ACCENTS, MOST_MARKS = 2, 5
"""Marks in a row: accents, which fit every letter and pile up, and vowels and letters that are written as marks."""

_UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)}
_UNSEEN |= {*range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000)}
_ACCENTS = (range(0x0300, 0x0370), range(0x1AB0, 0x1B00), range(0x1DC0, 0x1E00), range(0x20D0, 0x2100))
_ARABIC = (range(0x0620, 0x0700), range(0x0750, 0x0780), range(0x08A0, 0x0900))


def is_invisible(character: str) -> bool:
    """Whether a character is drawn as nothing, though it counts as a letter, a mark or a sign.

    >>> is_invisible("\\u3164"), is_invisible("a")
    (True, False)
    """
    return ord(character) in _UNSEEN or unicodedata.category(character) == "Cf"


def validate_display_name(value: str, longest: int = MAX_NAME_LENGTH) -> str:
    """A name as it is shown: trimmed, composed, at most so many characters, none that would disturb the text around it.

    >>> validate_display_name("  Jo\\u0308rg ")
    'Jörg'
    """
    # a name of lone surrogates cannot be normalised; they are refused with the rest below
    name = " ".join(unicodedata.normalize("NFC", value).split(" ")).strip()
    if not 1 <= len(name) <= longest:
        length = {"length": len(name), "most": longest}
        raise BadInput(facts=length, case="name-length")
    for place, character in enumerate(name):
        if not _fits(name, place):
            facts = {"character": f"U+{ord(character):04X}"}
            raise BadInput(facts=facts, case="name-character")
    if all(unicodedata.category(character)[0] in "MZ" for character in name):
        raise BadInput(case="name-unseen")
    if _piled(name):
        raise BadInput(case="name-accents")
    return name


def _fits(name: str, place: int) -> bool:
    """Whether the character there can be seen, or makes a difference to what stands beside it."""
    character, before, after = name[place], name[place - 1 : place], name[place + 1 : place + 2]
    if character in JOINERS:
        return bool(before and after) and _joins(character, before, after)
    if character in PICTURE:
        return bool(before) and unicodedata.category(before) == "So"
    # control, format (direction marks, zero width), private, surrogate, unassigned; separators but the space
    category = unicodedata.category(character)
    separates = category == "Zs" and character != " "
    return not separates and category not in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") and not is_invisible(character)


def _joins(character: str, before: str, after: str) -> bool:
    """After the mark that takes a vowel away; between Arabic letters, which would otherwise be joined (RFC 5892)."""
    if unicodedata.combining(before) == VIRAMA:
        return unicodedata.category(after)[0] == "L"
    return character == JOINERS[0] and all(any(ord(one) in letters for letters in _ARABIC) for one in (before, after))


def _piled(name: str) -> bool:
    """Whether marks stand alone, or so many above each other that they run into the lines around."""
    accents = marks = 0
    for place, character in enumerate(name):
        if unicodedata.category(character) not in ("Mn", "Me") or character in PICTURE:
            accents = marks = 0
            continue
        if place == 0 or name[place - 1] == " ":
            return True
        marks += 1
        accents += any(ord(character) in one for one in _ACCENTS)
        if marks > MOST_MARKS or accents > MOST_ACCENTS:
            return True
    return False


# capitals first: a small letter may look like another one; I, l, 1 and | are one, and so are O and 0
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
    # kana that are written alike, large or small, and characters that look like them
    ("へべぺりョャュッ", "ヘベペリヨヤユツ"),
    ("力工二八夕卜口ー三\u1173", "カエニハタトロ一ミ一"),
)
_STROKES = "וןا١۱\u1175"
_CIRCLES = "סهھہ٥۵०০੦૦୦ଠ௦౦೦൦ഠ๐໐ဝ၀០"
"""Letters and noughts of Hebrew, Arabic, Korean, and of India and further east."""

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
"""Two that look like one; the last is a vowel of Thai."""


RESERVED = (
    *("admin", "administrator", "moderator", "host", "stromnetz", "guest", "gast", "bot"),
    *("somebody", "jemand", "iemand", "nobody", "niemand"),
)
"""What would be taken for the house itself, or for nobody in particular."""


def confusable_key(name: str) -> str:
    """What a name looks like at a glance: what looks the same is the same.

    >>> confusable_key("Ann B.") == confusable_key("ann-b") == confusable_key("АnnВ")
    True
    >>> confusable_key("Jo") == confusable_key("Jö")
    False
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).translate(CAPITALS).casefold())
    alike = plain.translate(SMALL)
    for pair, one in PAIRS:
        alike = alike.replace(pair, one)
    seen = "".join(one for one in alike if unicodedata.category(one)[0] in "LMNS" and not is_invisible(one))
    return seen or plain


def name_digest(name: str) -> str:
    """The same in so many characters, by which accounts are found."""
    return _digest(confusable_key(name))


def exactly(name: str) -> str:
    """By which an account is found whose name looks like another's, because more looks alike than when it was made."""
    return _digest(f"={unicodedata.normalize('NFC', name).strip()}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def distinct_name(name: str, others: Iterable[str]) -> str:
    """A name that cannot be taken for one of these others: with a number where it looks like one of them.

    >>> distinct_name("Ann", ["Bob"]), distinct_name("АNN", ["Ann", "Ann 2"])
    ('Ann', 'АNN 3')
    """
    taken = {confusable_key(one) for one in others}
    number, out = 1, name
    while confusable_key(out) in taken:
        number += 1
        out = f"{name[: MAX_NAME_LENGTH - len(str(number)) - 1].rstrip()} {number}"
    return out


def require_free_name(value: str, bots: Iterable[str]) -> tuple[str, str]:
    """(a name that an account may have, what it looks like)."""
    name = validate_display_name(value)
    if confusable_key(name) in {confusable_key(one) for one in (*RESERVED, *bots)}:
        raise Conflict(facts={"name": name}, case="name-reserved")
    return name, name_digest(name)


def name_taken(name: str) -> Conflict:
    return Conflict(facts={"name": name}, case="name-alike")
