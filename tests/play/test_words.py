"""The words: every language has every key, every event and decision has a sentence, and the notation reads back."""

from __future__ import annotations

import string

import pytest

import stromnetz
from stromnetz import BadInput, Run
from stromnetz.engine.events import EVENTS
from stromnetz.play.catalogue import editions
from stromnetz.play.notation import USAGE, format_move, parse_move
from stromnetz.play.text import words_for
from stromnetz.play.wording import LANGUAGES, catalogue
from tests.helpers import play_on

OTHERS = [language for language in LANGUAGES if language != "en"]


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_and_fills_in_the_same(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert english.keys() == other.keys()
    for section, sentences in english.items():
        assert sentences.keys() == other[section].keys()
        for key, sentence in sentences.items():
            assert fields(sentence) == fields(other[section][key]), f"{language} {section}.{key}"
            assert other[section][key].strip()


def test_every_event_and_every_decision_has_words() -> None:
    asked: set[str] = set()
    for facts in editions():
        for players in facts.players:
            asked |= stromnetz.new_game(facts.id, players=players, seed=1).rules.deciders.keys()
    assert catalogue("en")["events"].keys() == EVENTS.keys()
    assert catalogue("en")["decisions"].keys() == asked


def test_an_unknown_language_is_bad_input() -> None:
    with pytest.raises(BadInput, match="there are en, de, nl"):
        catalogue("fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told(language: str) -> None:
    game = play_on(stromnetz.new_game("classic-2009", "usa", 4, 11, "draft"), seed=3)
    words = words_for(game, language, ["Ann", "Bob"])
    lines = [words.event(event) for row in game.rows for event in row.events]
    assert len(lines) > 300
    assert not [line for line in lines if "{" in line or "None" in line]


def test_the_dutch_words_of_each_edition_are_its_own_books() -> None:
    said = []
    for edition in ("classic-2004", "classic-2009"):
        game = stromnetz.new_game(edition, players=2, seed=1)
        said.append(words_for(game, "nl").fuel({"coal": 2, "garbage": 1}))
    assert said == ["2 kolen, 1 afval", "2 steenkool, 1 bioafval"]


def test_the_notation_reads_back_every_move_of_random_games() -> None:
    for seed in range(6):
        game = play_on(stromnetz.new_game("classic-2009", "germany", 3, seed, "draft"), seed)
        for row in game.rows[1:]:
            assert row.move is not None
            text = format_move(row.move)
            back = parse_move(text)
            assert format_move(back) == text
            # a run that burns nothing is written without fuel, which reads as "the only way"
            assert back == row.move or (isinstance(row.move, Run) and not row.move.burn)


@pytest.mark.parametrize(
    ("text", "usage"),
    [
        ("open 4", USAGE["open"]),
        ("open 4@x", USAGE["open"]),
        ("bid", USAGE["bid"]),
        ("bid -3", USAGE["bid"]),
        ("bid 3 4", USAGE["bid"]),
        ("buy coal", USAGE["buy"]),
        ("buy coal two", USAGE["buy"]),
        ("pass now", USAGE["pass"]),
        ("connect", USAGE["connect"]),
        ("give-up coal", USAGE["give-up"]),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_how_to_write_it(text: str, usage: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_move(text)
    assert usage in error.value.message


@pytest.mark.parametrize("text", ["", "   ", "fly", "4"])
def test_a_line_that_is_no_move_lists_the_moves(text: str) -> None:
    with pytest.raises(BadInput, match="moves are region, open"):
        parse_move(text)
