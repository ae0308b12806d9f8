"""Routes of reference data: editions, maps, cards, words, bots and rules."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from stromnetz.server.core.dependencies import ConfigDep, Language
from stromnetz.server.core.http import Cost, Router, SafeJson, refusals
from stromnetz.tables import reference

from .schema import BoardFacts, BotFacts, EditionFacts, EditionShort, GuideOut, NamedThing, RuleBook, RuleText

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["reference"], default_response_class=SafeJson)
CACHE_HEADERS = {"cache-control": "public, max-age=300"}
LANGUAGE_HEADERS = {**CACHE_HEADERS, "vary": "accept-language"}

Id = Annotated[str, Path(min_length=1, max_length=60)]
Edition = Annotated[str | None, Query(max_length=60)]
Only = Annotated[str | None, Query(max_length=10, description="its words in this language alone; in all without it")]


@router.get("/editions", response_model=list[EditionShort])
async def editions() -> SafeJson:
    """List the editions with their boards, numbers of players and options."""
    return SafeJson(reference.editions_json(), headers=CACHE_HEADERS)


@router.get("/editions/{id}", response_model=EditionFacts, responses=refusals(404))
async def edition(id: Id, language: Only = None) -> SafeJson:
    """Return one edition with all its numbers: payments, fuel market and refill, players, plants and other cards."""
    return SafeJson(reference.edition_json(id, language), headers=CACHE_HEADERS)


@router.get("/boards", response_model=list[NamedThing])
async def boards() -> SafeJson:
    """List the boards."""
    return SafeJson(reference.maps_json(), headers=CACHE_HEADERS)


@router.get("/boards/{id}", response_model=BoardFacts, responses=refusals(404))
async def board(id: Id) -> SafeJson:
    """Return one board: regions, cities with their coordinates, and connections with their costs."""
    return SafeJson(reference.map_json(id), headers=CACHE_HEADERS)


@router.get("/words/{language}", response_model=dict[str, dict[str, str]], responses=refusals(404))
async def words(language: Id) -> SafeJson:
    """Return the words of games: terms, phases, decisions, and a sentence for every kind of event."""
    return SafeJson(reference.words_json(language), headers=CACHE_HEADERS)


@router.get("/words/{language}/{page}", response_model=dict[str, str], responses=refusals(404))
async def page_words(language: Id, page: Id) -> SafeJson:
    """Return the words of a page besides the board."""
    return SafeJson(reference.page_words_json(language, page), headers=CACHE_HEADERS)


@router.get("/bots", response_model=list[BotFacts])
async def bots(config: ConfigDep) -> SafeJson:
    """List the bots that can be put on a seat."""
    return SafeJson([{"id": name} for name in config.offered], headers=CACHE_HEADERS)


@router.get("/rules", response_model=RuleBook)
async def rules(language: Language) -> SafeJson:
    """Return the text of every rule by id, and the headings."""
    return SafeJson(reference.rules_json(language), headers=LANGUAGE_HEADERS)


@router.get("/rules/{id}", response_model=RuleText, responses=refusals(404))
async def rule(id: Id, language: Language, edition: Edition = None) -> SafeJson:
    """Return the text of one rule; with an edition, in its terms."""
    return SafeJson(reference.rule_json(id, language, edition), headers=LANGUAGE_HEADERS)


@router.get("/guides/{id}", response_model=GuideOut, responses=refusals(404))
async def guide(id: Id, language: Language) -> SafeJson:
    """Return a guide for players, `the-game` or `glossary`: its sections, with ids of rules in the text."""
    return SafeJson(reference.guide_json(id, language), headers=LANGUAGE_HEADERS)
