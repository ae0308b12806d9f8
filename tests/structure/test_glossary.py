"""The glossaries explain the same terms in every language, under the names that the board uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stromnetz.play.words.vocabulary import LANGUAGES, all_words

GUIDES = Path(__file__).resolve().parents[2] / "docs" / "guides"
ENTRY = re.compile(r"^- \*\*(.+?)\*\*: (.+?)(?=^- |^#|\Z)", re.MULTILINE | re.DOTALL)
RULE = re.compile(r"\[([A-Z]{1,2}\d+[a-z]?)\]\(\S+/(\w+\.md)#([A-Z]{1,2}\d+[a-z]?)\)")
NAMED_BY_BOARD = {
    "round": "terms.round",
    "phase": "terms.phase",
    "step": "terms.step",
    "player order": "terms.order",
    "bureaucracy": "phases.bureaucracy",
    "money": "terms.money",
    "power plant": "terms.plant",
    "current market": "terms.current",
    "future market": "terms.future",
    "deck": "terms.deck",
    "auction": "web.auction",
    "pass": "web.pass",
    "sit out": "web.sit_out",
    "extra auction": "web.extra_auction",
    "capacity": "terms.capacity",
    "resources": "terms.fuel",
    "supply": "terms.supply",
    "refill": "terms.refill",
    "regions": "terms.regions",
    "space": "web.place_word",
    "powered": "terms.supplied",
    "income": "web.income",
    "bot": "web.bot",
    "promo cards": "web.option_promo",
    "hints": "page_advice.title",
    "plan": "web.plan",
    "undo": "web.undo",
    "winning chances": "page_review.chances",
    "review": "page_review.title",
    "puzzles": "page_puzzles.title",
    "rated": "page_ratings.rated_yes",
}
"""English entries that the board names, and the key of the name."""


def glossary(language: str) -> dict[str, str]:
    """The entries of a glossary: its terms, in the order of the page, and what explains them."""
    page = GUIDES / "glossary.md" if language == "en" else GUIDES / language / "glossary.md"
    return dict(ENTRY.findall(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossary_names_things_as_the_board_does(language: str) -> None:
    assert len(glossary("en")) == len(glossary(language)) >= 40
    entries = {english.lower(): own for english, own in zip(glossary("en"), glossary(language), strict=True)}
    for english, key in NAMED_BY_BOARD.items():
        section, name = key.split(".")
        assert entries[english].lower() == all_words(language)[section][name].lower(), english


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossaries_lead_to_the_same_rules(language: str) -> None:
    for english, own in zip(glossary("en").values(), glossary(language).values(), strict=True):
        assert all(label == anchor for label, _, anchor in RULE.findall(own)), own
        assert RULE.findall(own) == RULE.findall(english), own
