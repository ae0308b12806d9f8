"""Characters that look like others in most typefaces, in the scripts that people are called in.

Not all that Unicode knows of: what is left out is rare, or can be told apart at the size of a name on a card. Whoever
changes what looks alike adds a migration as 0018 is: accounts are found by it.
"""

from __future__ import annotations

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
