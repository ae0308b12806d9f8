"""The guides for players: parsed, and the same in every language."""

from __future__ import annotations

import re

import pytest

from stromnetz.play.words import guides, rulebook
from stromnetz.play.words.vocabulary import LANGUAGES

RULE = re.compile(r"\b[A-Z]{1,2}\d+[a-z]?\b")


def outline(name: str, language: str) -> list[list[tuple[str, list[list[str]]]]]:
    """Return the kinds of the blocks of each section, with the rules that each item names."""
    return [
        [(block.kind, [RULE.findall(item) for item in block.items]) for block in section.blocks]
        for section in guides.guide(name, language).sections
    ]


@pytest.mark.parametrize("name", guides.GUIDES)
def test_guides_are_alike_in_every_language(name: str) -> None:
    english = guides.guide(name)
    for language in LANGUAGES:
        if language == "en":
            continue
        own = guides.guide(name, language)
        assert own.title != english.title
        assert outline(name, language) == outline(name, "en")


@pytest.mark.parametrize("name", guides.GUIDES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_guides_are_plain_text_and_name_existing_rules(name: str, language: str) -> None:
    sections = guides.guide(name, language).sections
    assert [section.title == "" for section in sections] == [True] + [False] * (len(sections) - 1)
    for item in [item for section in sections for block in section.blocks for item in block.items]:
        assert item == item.strip()
        assert not re.search(r"[\n\[\]]", item), item
        assert item.count("**") % 2 == 0, item
        assert set(RULE.findall(item)) <= rulebook.rules().keys()


def test_a_language_without_a_guide_falls_back_to_english() -> None:
    assert guides.guide("the-game", "fr") == guides.guide("the-game")


def test_numbered_lists_are_steps() -> None:
    steps = next(b for section in guides.guide("the-game").sections for b in section.blocks if b.kind == "steps")
    assert [item.split(" ", 1)[0].strip("*.,") for item in steps.items] == [
        "Order",
        "Auctions",
        "Resources",
        "Building",
        "Bureaucracy",
    ]
