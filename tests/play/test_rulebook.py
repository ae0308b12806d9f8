"""The text of the rules: every language has every rule, in its own words."""

from __future__ import annotations

import pytest

from stromnetz import BadInput
from stromnetz.play.words import rulebook
from stromnetz.play.words.vocabulary import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_stands_in_every_language(language: str) -> None:
    english, other = rulebook.rules(), rulebook.rules(language)
    assert list(other) == list(english)
    same = [id for id in english if english[id] == other[id]]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_begins_with_its_id_and_is_plain(language: str) -> None:
    for id, text in rulebook.rules(language).items():
        assert text.startswith(f"{id} "), id
        assert "*" not in text
        assert "`" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_hold_every_rule_once(language: str) -> None:
    ids = [id for _, under in rulebook.headings(language) for id in under]
    assert ids == list(rulebook.rules(language))
    assert len(rulebook.headings(language)) == len(rulebook.headings())


def test_a_rule_with_a_table_keeps_it() -> None:
    for language in LANGUAGES:
        assert rulebook.rule("C9", language).count("\n|") == 7


def test_a_card_of_a_table_is_said_in_one_sentence() -> None:
    assert rulebook.rule("Q5").startswith("Q5 Supply Contract: the owner moves one place back")
    assert rulebook.rule("q5", "nl").startswith("Q5 Leveringscontract: de eigenaar gaat")


def test_a_language_without_a_text_falls_back_to_english() -> None:
    assert rulebook.rules("fr") == rulebook.rules()
    assert rulebook.headings("fr") == rulebook.headings()


def test_an_unknown_rule() -> None:
    with pytest.raises(BadInput, match="there is no rule Z9"):
        rulebook.rule("Z9", "de")
