"""Error messages for programs: the English sentence of the case, with ids for names."""

from __future__ import annotations

import pytest

import stromnetz
from stromnetz import BadInput, IllegalMove, StromnetzError
from stromnetz.play.words.vocabulary import refusal


def test_ids_stand_where_players_read_names() -> None:
    assert str(IllegalMove("B4", "house-there", {"city": "essen"})) == "you're already in essen (B4)"
    facts = {"plant": 9, "current": [3, 5, 6, 7]}
    said = "plant 9 is in the future market; only the current market can be auctioned: 3, 5, 6, 7 (M1)"
    assert str(IllegalMove("M1", "in-future-market", facts)) == said
    ways = {"ways": [{"coal": 2, "oil": 0}, {"coal": 1, "oil": 1}]}
    assert BadInput(facts=ways, case="several-ways").message.endswith("choose one: 2 coal / 1 coal, 1 oil")


def test_a_name_at_the_start_keeps_its_capital() -> None:
    assert str(StromnetzError(facts={"name": "Ann"}, case="not-banned")) == "Ann isn't banned"


def test_what_brings_its_message_says_that() -> None:
    assert str(BadInput("a plan is a list")) == "a plan is a list"


@pytest.mark.parametrize(("case", "facts"), [("nobody-knows", {"a": 1}), ("house-there", {})])
def test_without_a_sentence_or_a_fact_the_case_is_named(case: str, facts: dict[str, int]) -> None:
    """Editions in added folders may lack sentences; the error still names the case."""
    assert str(StromnetzError(facts=facts, case=case)) == f"{case} {facts}"


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_list_is_said_one_by_one(language: str) -> None:
    with pytest.raises(BadInput) as refused:
        stromnetz.new_game("classic-2004", players=3, options={"robots": [["wild"]]})
    said = refusal(refused.value, language)
    assert "wild" in said
    assert "last-choice" in said
    assert "[" not in said
