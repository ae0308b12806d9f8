"""The language checks accept good trees and find every kind of problem in made-up ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import write_files
from tools.check_rules import check_translations, check_words

ENGLISH = """# Rules
- **A1** From 3 to 5, as A2.
- **A2** A table:

| 1 | 2 |

## More
Words with 7.
- **B1** Nothing.
"""
GERMAN = """# Regeln
- **A1** Von 3
  bis 5, wie A2.
- **A2** Eine Tabelle:

| 1 | 2 |

## Mehr
- **B1** Nichts.
"""
SOURCE = """
def check(move):
    facts = {"city": move.city}
    if move.far:
        facts["cost"] = 3
        facts |= {"money": 2}
        raise IllegalMove("A1", "too-dear" if move.first else "too-far", facts)
    more(facts)

def more(facts):
    raise IllegalMove("A2", "there", facts | {"seat": 1})

def over():
    raise GameOver(case="over")

def bad():
    raise BadInput("only for programs", {})
"""
WORDS = """
[refusals]
too-dear = "{city} {cost} {money}"
too-far = "{city}"
there = "{city} {seat}"
over = "over"
"""


def made_up(root: Path, *, german: str = GERMAN, source: str = SOURCE, words: str = WORDS) -> list[str]:
    files = {
        "docs/rules/core.md": ENGLISH,
        "docs/rules/de/core.md": german,
        "src/stromnetz/engine/moves.py": source,
        "src/stromnetz/play/words/en.toml": WORDS,
        "src/stromnetz/play/words/de.toml": words,
    }
    write_files(root, files)
    return check_translations(root) + check_words(root)[0]


def test_a_good_tree_passes(tmp_path: Path) -> None:
    assert made_up(tmp_path) == []
    assert check_words(tmp_path) == ([], 4)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("- **B1** Nichts.", "", "docs/rules/de: rule B1 is missing"),
        ("**B1**", "**B2**", "docs/rules/de/core.md:9: there is no rule B2 in English"),
        ("bis 5", "bis 6", "core.md:2: rule A1 has other numbers than in English: missing 5; too many 6"),
        ("wie A2", "wie A", "rule A1 has other numbers than in English: missing 2; too many none"),
        ("| 1 | 2 |", "| 1 | 2 | 2 |", "rule A2 has other numbers than in English: missing none; too many 2"),
    ],
)
def test_a_language_whose_rules_differ(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert said in "\n".join(made_up(tmp_path, german=GERMAN.replace(before, after)))


def test_a_rule_on_another_page(tmp_path: Path) -> None:
    made_up(tmp_path, german=GERMAN.replace("- **B1** Nichts.", ""))
    (tmp_path / "docs/rules/de/more.md").write_text("- **B1** Nichts.\n", encoding="utf-8")
    assert check_translations(tmp_path) == [
        "docs/rules/de: page more.md is not in both",
        "docs/rules/de/more.md:1: rule B1 stands on core.md in English",
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('over = "over"', "", "words/de.toml has no words for over"),
        ("{seat}", "{seats}", "words/de.toml fills seats into there: no such facts"),
        ('"over"', '"{city}"', "words/de.toml fills city into over: no such facts"),
        ("[refusals]", '[refusals]\nold = "old"', "words/de.toml: nothing is refused with old"),
    ],
)
def test_words_that_do_not_fit(tmp_path: Path, before: str, after: str, said: str) -> None:
    (problem,) = made_up(tmp_path, words=WORDS.replace(before, after))
    assert said in problem


@pytest.mark.parametrize("call", ['GameOver("over")', "GameOver(case=case)", 'IllegalMove("A1", "", {})'])
def test_a_refusal_without_a_case(tmp_path: Path, call: str) -> None:
    (problem,) = made_up(tmp_path, source=f"{SOURCE}\ndef last(case):\n    raise {call}\n")
    assert problem.endswith("(...) wants its case as a string literal")


def test_a_refusal_whose_english_would_stand_twice(tmp_path: Path) -> None:
    call = 'GameOver("it is over", case="over")'
    (problem,) = made_up(tmp_path, source=f"{SOURCE}\ndef last():\n    raise {call}\n")
    assert problem.endswith("GameOver(...) has a case, so its sentence stands with the words alone")


def test_a_sentence_that_is_said_without_an_error_has_words(tmp_path: Path) -> None:
    (*problems,) = made_up(tmp_path, source=f'{SOURCE}\ndef last():\n    return message_for("busy", "de")\n')
    assert [problem.split(": ")[1] for problem in problems] == [
        "words/de.toml has no words for busy",
        "words/en.toml has no words for busy",
    ]
