"""The guides for players in ``docs/guides`` ("The game in ten minutes", the glossary), parsed for the web app.

English is in the folder itself, other languages in subfolders; a missing translation is shown in English.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from .rulebook import ENGLISH

GUIDES = ("the-game", "glossary")
"""Names of the guides, which the package contains as well (see ``pyproject.toml``)."""

_FOR = re.compile(r"<!-- for: ([^>]+) -->\n")
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
_ITEM = re.compile(r"(?P<mark>-|\d+\.) +")
_KINDS = {"-": "list"}


class Block(NamedTuple):
    """A paragraph ("text"), or the items of a list ("list", or numbered: "steps"); ``**`` marks what is bold."""

    kind: str
    items: list[str]


class Section(NamedTuple):
    """A heading with what is below it; the introduction of a guide has no heading.

    `games` are the editions and options that it is about, as a comment below the heading names them; none: every game.
    """

    title: str
    blocks: list[Block]
    games: list[str]


class Guide(NamedTuple):
    title: str
    sections: list[Section]


@cache
def guide(name: str, language: str = ENGLISH) -> Guide:
    """Return a guide; its links are replaced by their text, so a link to a rule is the rule's id.

    >>> guide("the-game").title, [section.title for section in guide("the-game", "de").sections][:3]
    ('The game in ten minutes', ['', 'Was du brauchst, um eine Stadt zu versorgen', 'Eine Runde'])
    """
    inside = files("stromnetz").joinpath("guides_text")
    folder: Traversable = inside if inside.is_dir() else Path(__file__).parents[4] / "docs" / "guides"
    own = folder.joinpath(language, f"{name}.md")
    page = own if language != ENGLISH and own.is_file() else folder.joinpath(f"{name}.md")
    title, *parts = _LINK.sub(r"\1", page.read_text(encoding="utf-8")).removeprefix("# ").split("\n", 1)
    intro, *rest = "".join(parts).split("\n## ")
    return Guide(title, [Section("", _blocks(intro), []), *(_section(text) for text in rest)])


def _section(text: str) -> Section:
    title, _, body = text.partition("\n")
    games = _FOR.match(body)
    return Section(title, _blocks(_FOR.sub("", body)), games[1].split(", ") if games is not None else [])


def _blocks(text: str) -> list[Block]:
    found: list[Block] = []
    for paragraph in re.split(r"\n{2,}", text.strip()):
        lines = paragraph.splitlines()
        mark = _ITEM.match(lines[0])
        if mark is None:
            found.append(Block("text", [" ".join(lines)]))
            continue
        block = Block(_KINDS.get(mark["mark"], "steps"), [])
        for line in lines:
            start = _ITEM.match(line)
            if start is not None:
                block.items.append(line[start.end() :])
            else:
                block.items[-1] += f" {line.strip()}"
        found.append(block)
    return found
