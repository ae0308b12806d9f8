"""The text of the rules in ``docs/rules`` by id and language, for refusals and help.

English is in the folder itself, other languages in subfolders; missing rules are shown in English.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from stromnetz.editions.files.loader import edition_data
from stromnetz.engine.errors import BadInput, short_repr

from .sentences import with_edition_words

_ITEM = re.compile(r"(?P<indent>\s*)(?:[-*]\s+|\|\s*)\*\*(?P<id>[A-Z]+[0-9]+[a-z]?)(?:\s[^*]*)?\*\*")
ENGLISH = "en"
_CONTENTS, _LINK = "README.md", re.compile(r"\]\(([a-z]+\.md)\)")


@cache
def _pages(language: str) -> dict[str, str]:
    """Return the pages of the rules, from an installed package or from the repository."""
    inside = files("stromnetz").joinpath("rules_text")
    folder: Traversable = inside if inside.is_dir() else Path(__file__).parents[4] / "docs" / "rules"
    if language != ENGLISH:
        folder = folder.joinpath(language)
    if not folder.is_dir():
        return {}
    found = {f.name: f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.endswith(".md")}
    # in the order of the table of contents
    first = dict.fromkeys(name for name in _LINK.findall(found.get(_CONTENTS, "")) if name in found)
    return {name: found[name] for name in (*first, *sorted(found.keys() - first.keys()))}


@cache
def rules(language: str = ENGLISH) -> dict[str, str]:
    """Return all rules by id, as plain text, in the order of the pages."""
    if language != ENGLISH:
        own = _texts(language)
        return {id: own.get(id, text) for id, text in rules().items()}
    return _texts(language)


def _texts(language: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for page in _pages(language).values():
        lines = page.splitlines()
        for number, line in enumerate(lines):
            item = _ITEM.match(line)
            if item is None:
                continue
            block = [line]
            for follow in lines[number + 1 :]:
                # a rule continues in lines that are indented further, and in its table
                table = follow.startswith("|") and not line.lstrip().startswith("|")
                blank_before_table = not follow.strip() and block[-1].rstrip().endswith(":")
                if table or blank_before_table or (follow.startswith(item["indent"] + "  ") and follow.strip()):
                    if _ITEM.match(follow) and not follow.startswith(item["indent"] + "    "):
                        break
                    block.append(follow)
                else:
                    break
            out[item["id"]] = _plain(block)
    return out


def _plain(block: list[str]) -> str:
    if block[0].startswith("|"):
        block = [": ".join(cell.strip() for cell in block[0].strip().strip("|").split("|")), *block[1:]]
    text = "\n".join([re.sub(r"^\s*[-*]\s+", "", block[0]), *(line.strip() for line in block[1:])])
    text = re.sub(r"\n(?!\|)(?=\S)", " ", text)
    return re.sub(r"\*(\S[^*]*)\*", r"\1", re.sub(r"\*\*|`", "", text)).strip()


def rule(id: str, language: str = ENGLISH, edition: str | None = None) -> str:
    """Return the text of a rule, for an edition in the words of its rulebook.

    >>> rule("A5")
    'A5 Nobody may bid more than the money they have.'
    >>> rule("a5", "de")
    'A5 Niemand darf mehr bieten, als er an Geld hat.'
    """
    known = {key.lower(): key for key in rules()}
    if id.lower() not in known:
        named = id if len(id) <= 20 else short_repr(id)  # players read it, so without quotes
        raise BadInput(facts={"rule": named}, case="no-rule")
    text = rules(language)[known[id.lower()]]
    return text if edition is None else with_edition_words(text, edition, language)


@cache
def headings(language: str = ENGLISH) -> list[tuple[str, list[str]]]:
    """Return (heading, ids below it) over all pages, for a table of contents."""
    out: list[tuple[str, list[str]]] = []
    for page in (_pages(language) or _pages(ENGLISH)).values():
        title = ""
        for line in page.splitlines():
            if line.startswith("#"):
                level, text = line.split(" ", 1)
                title = text if len(level) == 1 else f"{title.split(': ', maxsplit=1)[0]}: {text}"
                out.append((title, []))
            elif (item := _ITEM.match(line)) is not None and out:
                out[-1][1].append(item["id"])
    return [(title, ids) for title, ids in out if ids]


_LISTED = re.compile(r"\b([A-Z]+)([0-9]+)([a-z]?)(?: to \1([0-9]+))?")


@cache
def _letters(edition: str) -> tuple[str, ...]:
    return tuple(edition_data(edition).get("rulebook", ()))


def applies_to(id: str, edition: str) -> bool:
    """Whether a rule applies to an edition, according to its data.

    >>> applies_to("M3", "classic-2004"), applies_to("M3", "outpost"), applies_to("L16", "outpost")
    (True, False, True)
    """
    wanted = _letters(edition)
    own = [one for one in wanted if one.isalpha()]
    return not wanted or id.rstrip("0123456789abcdefghijklmnopqrstuvwxyz") in own or id in _listed(wanted)


@cache
def _listed(wanted: tuple[str, ...]) -> frozenset[str]:
    """Return the rules in a list of ids, without those after "Not:"."""
    out: set[str] = set()
    for one in wanted:
        if one.isalpha():
            continue
        for letters, first, more, last in _LISTED.findall(rules()[one].partition("Not:")[0]):
            out |= {f"{letters}{n}{more}" for n in range(int(first), int(last or first) + 1)}
    return frozenset(out & rules().keys())


def book(edition: str, language: str = ENGLISH) -> tuple[list[tuple[str, list[str]]], dict[str, str]]:
    """Return the rules of an edition: the headings, and each text in the words of its rulebook, without its id."""
    under = [(title, [id for id in ids if applies_to(id, edition)]) for title, ids in headings(language)]
    kept = [(with_edition_words(title, edition, language), ids) for title, ids in under if ids]
    texts = rules(language)
    said = {id: with_edition_words(texts[id], edition, language) for _, ids in kept for id in ids}
    return kept, {id: text.removeprefix(id).lstrip() for id, text in said.items()}
