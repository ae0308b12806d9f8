"""Characters of names: which are invisible, stack or join, at the limits of their blocks."""

from __future__ import annotations

import unicodedata

import pytest

from stromnetz import BadInput
from stromnetz.tables.names import distinct_name, is_invisible, validate_display_name

BLANK = (
    "SEONG FILLER",
    "HANGUL FILLER",
    "VARIATION SELECTOR",
    "GRAPHEME JOINER",
    "VOWEL INHERENT",
    "BRAILLE PATTERN BLANK",
)
"""What the names of characters contain that show nothing."""
ZWNJ = "\u200c"


def is_valid(name: str) -> bool:
    try:
        validate_display_name(name)
    except BadInput:
        return False
    return True


def test_invisible_characters_are_those_that_show_nothing() -> None:
    plane, tags = (
        {c for c in map(chr, codes) if is_invisible(c) and unicodedata.category(c) != "Cf"}
        for codes in (range(0x10000), range(0xDF000, 0xE2000))
    )
    assert plane == {
        c
        for c in map(chr, range(0x10000))
        if unicodedata.category(c) != "Cf" and any(word in unicodedata.name(c, "") for word in BLANK)
    }
    assert (min(tags), max(tags)) == ("\U000e0000", "\U000e0fff")


@pytest.mark.parametrize(
    ("mark", "most"),
    [
        *(("\u0300", 2), ("\u036f", 2), ("\u1ab0", 2), ("\u1dc0", 2), ("\u1dff", 2), ("\u20d0", 2), ("\u20f0", 2)),
        # marks of scripts do not stack on any letter
        *(("\u0483", 5), ("\u1a7f", 5), ("\u1b00", 5), ("\u1cf9", 5)),
    ],
    ids=ascii,
)
def test_accents_stack_less_high_than_other_marks(mark: str, most: int) -> None:
    assert is_valid("x" + mark * most)
    assert not is_valid("x" + mark * (most + 1))


def test_marks_alone_are_no_name() -> None:
    assert not is_valid("\u0301")
    assert not is_valid("\u093f"), "nor one that takes space"


def test_joiner_joins_arabic_letters_only() -> None:
    for letter in "\u0620\u06ff\u0750\u077f\u08a0":
        assert is_valid(letter + ZWNJ + letter), ascii(letter)
    for letter in "x\u061f\u0700\u074f\u0780":
        assert is_valid(letter + letter), ascii(letter)
        assert not is_valid(letter + ZWNJ + letter), ascii(letter)
        assert not is_valid("\u0628" + ZWNJ + letter), ascii(letter)
    assert not is_valid("\u0628" + ZWNJ + "\u0900")


def test_numbered_names_stay_within_the_limit() -> None:
    name = "n" * 24
    taken = [name]
    for number in range(2, 12):
        taken.append(distinct_name(name, taken))
        assert taken[-1] == f"{name[: 24 - 1 - len(str(number))]} {number}"
    assert distinct_name("Bob", taken) == "Bob"
