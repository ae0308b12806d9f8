"""Reference data as clients receive it: editions, maps, cards, words, rules and guides."""

from __future__ import annotations

from functools import cache
from typing import Any

from stromnetz.editions.files.loader import all_editions, all_maps, promo_cards
from stromnetz.play import catalogue
from stromnetz.play.variants import promo_of, variant_facts, variants_of
from stromnetz.play.words import guides, rulebook, vocabulary
from stromnetz.play.words.explanations import topics
from stromnetz.play.words.sentences import own_sentences, with_edition_words

from .errors import NotFound

SERVER_ONLY_SECTIONS = (
    "refusals",
    "terminal",
    "pages",
    "moves",
    "advice",
    "lessons",
    "emails",
    "help",
    "ranking",
    "puzzles",
)
"""Words that clients do not need: refusals, for example, come as complete sentences."""
PAGE_PREFIX = "page_"
"""Prefix of the sections of pages besides the board, whose words are loaded with the page."""

Data = dict[str, Any]


def find_or_404(id: str, there: dict[str, Any], what: str) -> Any:
    if id not in there:
        raise NotFound(f"there is no {what} of that name; there are {', '.join(there)}", {"known": list(there)})
    return there[id]


def editions_json() -> list[Data]:
    """Return the editions with their maps, numbers of players and options."""
    default = catalogue.default_edition()
    return [
        {
            "id": e.id,
            "name": e.name,
            "year": e.year,
            "maps": list(e.maps),
            "players": list(e.players),
            "players_on": {map: list(counts) for map, counts in e.players_on.items()},
            "options": variants_json(e.id),
            "default": e.id == default,
            "about": e.about,
            "notice": e.notice,
            "companies": e.companies,
        }
        for e in catalogue.editions()
    ]


def variants_json(edition: str) -> Data:
    """Return the values of each variant, the default first, and the cards that can be added."""
    out: Data = {name: {"values": list(values)} for name, values in variants_of(edition).items()}
    cards = promo_of(edition)
    if cards:
        out["promo"] = {"any_of": cards}
    return {**out, **variant_facts(edition)}


def edition_json(id: str, language: str | None = None) -> Data:
    """Return the printed data of an edition: money, payments, place costs, fuels, players, cards, phases.

    Its words are in one language, or in all.
    """
    facts = _edition(id)
    if language is None:
        return facts
    return {**facts, "words": {one: said for one, said in facts["words"].items() if one == language}}


@cache
def _edition(id: str) -> Data:
    data = dict(find_or_404(id, all_editions(), "edition"))
    # including cards that the edition always has
    promo = {
        card: facts | {key: _own(facts[key], id) for key in ("name", "about")}
        for card, facts in promo_cards().items()
        if card in {*promo_of(id), *data.get("modules", ())}
    }
    words = {language: _own_words(id, language) for language in vocabulary.LANGUAGES}
    more = {"options": variants_json(id), "promo_cards": promo, "phases": catalogue.phases(id)}
    return {**data, **more, "words": {language: own for language, own in words.items() if own}}


def _own_words(edition: str, language: str) -> dict[str, dict[str, str]]:
    said = own_sentences(edition, language, vocabulary.common_words(language))
    return {section: said[section] for section in said if _is_for_the_board(section)}


def _own(names: dict[str, str], edition: str) -> dict[str, str]:
    """Return a name or text by language, with the terms of the edition."""
    return {language: with_edition_words(text, edition, language) for language, text in names.items()}


def _is_for_the_board(section: str) -> bool:
    return section not in SERVER_ONLY_SECTIONS and not section.startswith(PAGE_PREFIX)


def maps_json() -> list[Data]:
    return [{"id": id, "name": data["name"]} for id, data in all_maps().items()]


def map_json(id: str) -> Data:
    """Return a map: regions, cities with their coordinates, and connections with their costs."""
    found: Data = find_or_404(id, all_maps(), "board")
    return found


def words_json(language: str) -> Data:
    """Return the words of games: terms, phases, decisions, and a sentence for every kind of event."""
    return {name: part for name, part in _common(language).items() if _is_for_the_board(name)}


def page_words_json(language: str, page: str) -> Data:
    """Return the words of a page besides the board."""
    there = _common(language).items()
    pages = {name.removeprefix(PAGE_PREFIX): part for name, part in there if name.startswith(PAGE_PREFIX)}
    found: Data = find_or_404(page, pages, "page")
    return found


def _common(language: str) -> dict[str, dict[str, str]]:
    if language not in vocabulary.LANGUAGES:
        known = list(vocabulary.LANGUAGES)
        raise NotFound(f"there are the languages {', '.join(known)}", {"known": known})
    return vocabulary.common_words(language)


def rules_json(language: str) -> Data:
    """Return the text of every rule by id, and the headings."""
    return _book(rulebook.headings(language), rulebook.rules(language))


def edition_rules_json(edition: str, language: str) -> Data:
    """Return the rules of an edition, in its terms, with headings."""
    find_or_404(edition, all_editions(), "edition")
    return _book(*rulebook.book(edition, language))


def _book(headings: Any, texts: Any) -> Data:
    return {"headings": [{"title": title, "rules": ids} for title, ids in headings], "rules": texts}


def rule_json(id: str, language: str, edition: str | None = None) -> Data:
    """Return the text of one rule; with an edition, in its terms."""
    ids = {key.lower(): key for key in rulebook.rules()}
    if id.lower() not in ids:
        raise NotFound(facts={"rule": id}, case="no-rule")
    if edition is not None:
        find_or_404(edition, all_editions(), "edition")
    return {"id": ids[id.lower()], "text": rulebook.rule(id, language, edition)}


def guide_json(id: str, language: str) -> Data:
    """Return a guide for players: its sections, with ids of rules in the text."""
    find_or_404(id, dict.fromkeys(guides.GUIDES), "guide")
    found = guides.guide(id, language)
    sections = [
        {**section._asdict(), "blocks": [block._asdict() for block in section.blocks]} for section in found.sections
    ]
    return {"title": found.title, "sections": sections}


def topics_json(edition: str, language: str) -> Data:
    """Explain the parts of the board, with their rules."""
    find_or_404(edition, all_editions(), "edition")
    return {"topics": {key: topic._asdict() for key, topic in topics(edition, language).items()}}
