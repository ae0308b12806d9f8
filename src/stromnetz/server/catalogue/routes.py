"""Routes of reference data: editions, maps, cards, words, bots and rules."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import Path, Query

from stromnetz.editions.files.loader import all_editions, all_maps, promo_cards
from stromnetz.play import catalogue
from stromnetz.play.variants import promo_of, variant_facts, variants_of
from stromnetz.play.words import guides, rulebook, vocabulary
from stromnetz.play.words.sentences import own_sentences, with_edition_words
from stromnetz.server.core.dependencies import ConfigDep, Language
from stromnetz.server.core.http import Cost, Router, SafeJson, refusals
from stromnetz.tables.errors import NotFound

from .schema import BoardFacts, BotFacts, EditionFacts, EditionShort, GuideOut, NamedThing, RuleBook, RuleText

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["reference"], default_response_class=SafeJson)
CACHE_HEADERS = {"cache-control": "public, max-age=300"}
LANGUAGE_HEADERS = {**CACHE_HEADERS, "vary": "accept-language"}
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

Id = Annotated[str, Path(min_length=1, max_length=60)]
Edition = Annotated[str | None, Query(max_length=60)]
Only = Annotated[str | None, Query(max_length=10, description="its words in this language alone; in all without it")]
Data = dict[str, Any]


def find_or_404(id: str, there: dict[str, Any], what: str) -> Any:
    if id not in there:
        raise NotFound(f"there is no {what} of that name; there are {', '.join(there)}", {"known": list(there)})
    return there[id]


@router.get("/editions", response_model=list[EditionShort])
async def editions() -> SafeJson:
    """List the editions with their boards, numbers of players and options."""
    default = catalogue.default_edition()
    out = [
        {
            "id": e.id,
            "name": e.name,
            "year": e.year,
            "maps": list(e.maps),
            "players": list(e.players),
            "players_on": {map: list(counts) for map, counts in e.players_on.items()},
            "options": variants_data(e.id),
            "default": e.id == default,
            "about": e.about,
            "notice": e.notice,
            "companies": e.companies,
        }
        for e in catalogue.editions()
    ]
    return SafeJson(out, headers=CACHE_HEADERS)


def variants_data(edition: str) -> Data:
    """Return the values of each variant, the default first, and the cards that can be added."""
    out: Data = {name: {"values": list(values)} for name, values in variants_of(edition).items()}
    cards = promo_of(edition)
    if cards:
        out["promo"] = {"any_of": cards}
    return {**out, **variant_facts(edition)}


@cache
def edition_json(id: str) -> Data:
    """Return the printed data of an edition: money, payments, place costs, fuels, players, cards, phases."""
    data = dict(find_or_404(id, all_editions(), "edition"))
    # including cards that the edition always has
    promo = {
        card: facts | {key: _own(facts[key], id) for key in ("name", "about")}
        for card, facts in promo_cards().items()
        if card in {*promo_of(id), *data.get("modules", ())}
    }
    words = {language: _own_words(id, language) for language in vocabulary.LANGUAGES}
    more = {"options": variants_data(id), "promo_cards": promo, "phases": catalogue.phases(id)}
    return {**data, **more, "words": {language: own for language, own in words.items() if own}}


def _own_words(edition: str, language: str) -> dict[str, dict[str, str]]:
    said = own_sentences(edition, language, vocabulary.common_words(language))
    return {
        section: said[section]
        for section in said
        if section not in SERVER_ONLY_SECTIONS and not section.startswith(PAGE_PREFIX)
    }


def _own(names: dict[str, str], edition: str) -> dict[str, str]:
    """Return a name or text by language, with the terms of the edition."""
    return {language: with_edition_words(text, edition, language) for language, text in names.items()}


@router.get("/editions/{id}", response_model=EditionFacts, responses=refusals(404))
async def edition(id: Id, language: Only = None) -> SafeJson:
    """Return one edition with all its numbers: payments, fuel market and refill, players, plants and other cards."""
    facts = edition_json(id)
    if language is not None:
        facts = {**facts, "words": {one: said for one, said in facts["words"].items() if one == language}}
    return SafeJson(facts, headers=CACHE_HEADERS)


@router.get("/boards", response_model=list[NamedThing])
async def boards() -> SafeJson:
    """List the boards."""
    return SafeJson([{"id": id, "name": data["name"]} for id, data in all_maps().items()], headers=CACHE_HEADERS)


@router.get("/boards/{id}", response_model=BoardFacts, responses=refusals(404))
async def board(id: Id) -> SafeJson:
    """Return one board: regions, cities with their coordinates, and connections with their costs."""
    return SafeJson(find_or_404(id, all_maps(), "board"), headers=CACHE_HEADERS)


@router.get("/words/{language}", response_model=dict[str, dict[str, str]], responses=refusals(404))
async def words(language: Id) -> SafeJson:
    """Return the words of games: terms, phases, decisions, and a sentence for every kind of event."""
    sections = {
        name: part
        for name, part in _common(language).items()
        if name not in SERVER_ONLY_SECTIONS and not name.startswith(PAGE_PREFIX)
    }
    return SafeJson(sections, headers=CACHE_HEADERS)


@router.get("/words/{language}/{page}", response_model=dict[str, str], responses=refusals(404))
async def page_words(language: Id, page: Id) -> SafeJson:
    """Return the words of a page besides the board."""
    prefix = PAGE_PREFIX
    pages = {name.removeprefix(prefix): part for name, part in _common(language).items() if name.startswith(prefix)}
    return SafeJson(find_or_404(page, pages, "page"), headers=CACHE_HEADERS)


def _common(language: str) -> dict[str, dict[str, str]]:
    if language not in vocabulary.LANGUAGES:
        raise NotFound(
            f"there are the languages {', '.join(vocabulary.LANGUAGES)}", {"known": list(vocabulary.LANGUAGES)}
        )
    return vocabulary.common_words(language)


@router.get("/bots", response_model=list[BotFacts])
async def bots(config: ConfigDep) -> SafeJson:
    """List the bots that can be put on a seat."""
    return SafeJson([{"id": name} for name in config.offered], headers=CACHE_HEADERS)


@router.get("/rules", response_model=RuleBook)
async def rules(language: Language) -> SafeJson:
    """Return the text of every rule by id, and the headings."""
    headings = [{"title": title, "rules": ids} for title, ids in rulebook.headings(language)]
    return SafeJson({"headings": headings, "rules": rulebook.rules(language)}, headers=LANGUAGE_HEADERS)


@router.get("/rules/{id}", response_model=RuleText, responses=refusals(404))
async def rule(id: Id, language: Language, edition: Edition = None) -> SafeJson:
    """Return the text of one rule; with an edition, in its terms."""
    ids = {key.lower(): key for key in rulebook.rules()}
    if id.lower() not in ids:
        raise NotFound(facts={"rule": id}, case="no-rule")
    if edition is not None:
        find_or_404(edition, all_editions(), "edition")
    text = rulebook.rule(id, language, edition)
    return SafeJson({"id": ids[id.lower()], "text": text}, headers=LANGUAGE_HEADERS)


@router.get("/guides/{id}", response_model=GuideOut, responses=refusals(404))
async def guide(id: Id, language: Language) -> SafeJson:
    """Return a guide for players, `the-game` or `glossary`: its sections, with ids of rules in the text."""
    find_or_404(id, dict.fromkeys(guides.GUIDES), "guide")
    found = guides.guide(id, language)
    sections = [
        {"title": section.title, "blocks": [block._asdict() for block in section.blocks]} for section in found.sections
    ]
    return SafeJson({"title": found.title, "sections": sections}, headers=LANGUAGE_HEADERS)
