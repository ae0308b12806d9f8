"""English phrases that sound translated must not come back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PHRASES = (
    r"hangs? together",
    r"(?:\b(?:this|it|that)|\}) is no (?:move|plant|record|row|position|address)\b",
    r"\bdear(?:er|est)?\b",
    r"like a film",
    r"\bfor ever\b",
    r"\bat hand\b",
    r"\blooks? on\b",
    r"\bOnly who\b",
    r"\b[Ss]o far it has\b",
    r"\b(?:cit(?:y|ies)|place|worker|marker)s? more\b(?! than)",
    r"\b(?:one|line|object|page|tool|function|row) a (?:decision|page|move|task|commit|subcommand|line|seat|edition)\b",
    r"\bYou can (?:afford|connect|build) (?:no|none)\b",
    r"\bit was noted\b",
    r"\bwill do too\b",
    r"\bsit at no\b",
    r"\bMeasured are\b",
    r"\b[Tt]ells? (?:what|whether|how|which)\b",
    r"\b(?:an|any|no|between|with|as many|of the) own\b",
    r"[:;] who (?:has|scraps|takes)\b",
    r"(?:^|[.:;] )Who (?:has|scraps|takes)\b",
    r"\bamong each other\b",
    r"\bin its purse\b",
)
"""Regular expressions of phrases found in earlier texts that read as if translated."""
TRANSLATED = ("rules/de/", "rules/nl/", "guides/de/", "guides/nl/")


def prose(text: str) -> str:
    """Return a page without its examples and inline code."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def english(table: Any) -> Iterator[str]:
    """Yield the English texts of a data file."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key == "en" and isinstance(value, str):
                yield value
            elif key == "en":
                yield from texts(value)
            else:
                yield from english(value)
    elif isinstance(table, list):
        for value in table:
            yield from english(value)


def texts(table: Any) -> Iterator[str]:
    for value in table.values() if isinstance(table, dict) else ():
        yield from [value] if isinstance(value, str) else texts(value)


def sources() -> Iterator[tuple[str, str]]:
    pages = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        name = page.relative_to(ROOT).as_posix()
        if not name.removeprefix("docs/").startswith(TRANSLATED):
            yield name, prose(page.read_text(encoding="utf-8"))
    for name in ("Makefile", "src/stromnetz/cli.py"):
        yield name, (ROOT / name).read_text(encoding="utf-8")
    words = "src/stromnetz/play/words/en.toml"
    yield words, "\n".join(texts(tomllib.loads((ROOT / words).read_text(encoding="utf-8"))))
    for file in sorted((ROOT / "src/stromnetz/editions").rglob("*.toml")):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        yield file.relative_to(ROOT).as_posix(), "\n".join(english(table))


@pytest.mark.parametrize("phrase", PHRASES)
def test_no_phrase_that_sounds_translated(phrase: str) -> None:
    found = [f"{name}: {match.group()}" for name, text in sources() for match in re.finditer(phrase, text)]
    assert found == []
