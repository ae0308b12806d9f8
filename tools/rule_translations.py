"""Hold the languages of the rules together: the same pages with the same ids, and the same numbers in every rule."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

# A bold id at the start of a list item or of a table row: "- **T3a** text", "| **Q2 Flux Generator** | text".
RULE = re.compile(r"\s*(?:[-*]\s+|\|\s*)\*\*([A-Z]+[0-9]+[a-z]?)(?:\s[^*]*)?\*\*")
ENGLISH = "en"


class Rule(NamedTuple):
    page: str
    line: int
    text: str


def languages(root: Path) -> list[str]:
    """The languages in which there are words."""
    return sorted(path.stem for path in (root / "src" / "stromnetz" / "play" / "words").glob("*.toml"))


def read_page(path: Path) -> dict[str, Rule]:
    """The rules of a page, each with all that is said until the next one or the next heading."""
    rules: dict[str, Rule] = {}
    id = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = RULE.match(line)
        if match is not None:
            id = match[1]
            rules[id] = Rule(path.name, number, line)
        elif line.startswith("#"):
            id = ""
        elif id:
            rules[id] = rules[id]._replace(text=f"{rules[id].text}\n{line}")
    return rules


def read(folder: Path) -> dict[str, Rule]:
    return {id: rule for path in sorted(folder.glob("*.md")) for id, rule in read_page(path).items()}


def numbers(text: str) -> Counter[str]:
    """Every number of a rule; those of the rules it names too."""
    return Counter(re.findall(r"\d+", text))


def check(root: Path) -> list[str]:
    folder = root / "docs" / "rules"
    english = read(folder)
    problems: list[str] = []
    pages = {path.name for path in folder.glob("*.md")}
    for language in languages(root):
        if language != ENGLISH:
            there = {path.name for path in (folder / language).glob("*.md")}
            problems += [f"docs/rules/{language}: page {name} is not in both" for name in sorted(pages ^ there)]
            problems += compare(english, read(folder / language), f"docs/rules/{language}")
    return problems


def compare(english: dict[str, Rule], other: dict[str, Rule], where: str) -> list[str]:
    problems = [f"{where}: rule {id} is missing" for id in english if id not in other]
    for id, rule in other.items():
        at = f"{where}/{rule.page}:{rule.line}"
        if id not in english:
            problems.append(f"{at}: there is no rule {id} in English")
            continue
        if rule.page != english[id].page:
            problems.append(f"{at}: rule {id} stands on {english[id].page} in English")
        wanted, found = numbers(english[id].text), numbers(rule.text)
        if wanted != found:
            lacks, more = (", ".join(sorted(some.elements())) or "none" for some in (wanted - found, found - wanted))
            problems.append(f"{at}: rule {id} has other numbers than in English: missing {lacks}; too many {more}")
    return problems
