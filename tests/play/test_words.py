"""Words: all languages have the same keys, every event and decision has a sentence, and notation can be read back."""

from __future__ import annotations

import re
import string
from random import Random
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Move, Open, View, new_game
from stromnetz.editions.files.loader import edition_data, edition_variants, promo_cards
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from stromnetz.engine.events import EVENTS, PlantsRan
from stromnetz.engine.moves import MOVES
from stromnetz.engine.value_classes import field_names
from stromnetz.play.catalogue import editions
from stromnetz.play.variants import promo_of
from stromnetz.play.words.rulebook import rule
from stromnetz.play.words.sentences import Amount, own_sentences
from stromnetz.play.words.text import position_lines, words_for
from stromnetz.play.words.vocabulary import LANGUAGES, Words, all_words, common_words, sections_of
from tests.helpers import play_on

OTHERS = [language for language in LANGUAGES if language != "en"]


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_and_fills_in_the_same(language: str) -> None:
    english, other = common_words("en"), common_words(language)
    assert english.keys() == other.keys()
    for section, sentences in english.items():
        assert sentences.keys() == other[section].keys()
        for key, sentence in sentences.items():
            assert fields(sentence) == fields(other[section][key]), f"{language} {section}.{key}"
            assert other[section][key].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_every_decision_has_words(language: str) -> None:
    asked: set[str] = set()
    phases: set[str] = set()
    for facts in editions():
        for players in facts.players:
            brought = {one.name: one.draw(players, Random(1)) for one in edition_variants(facts.id).values()}
            rules = stromnetz.new_game(facts.id, players=players, seed=1, options=brought).rules
            asked |= rules.deciders.keys()
            phases |= {phase.id for number in (1, 2) for phase in rules.phases(number)}
    words = all_words(language)
    assert words["events"].keys() == EVENTS.keys()
    assert words["decisions"].keys() == asked
    assert words["phases"].keys() == phases


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_fills_in_what_its_event_tells(language: str) -> None:
    for kind, sentence in all_words(language)["events"].items():
        assert fields(sentence) <= set(field_names(EVENTS[kind])), kind


def own_words(edition: str) -> dict[str, dict[str, dict[str, str]]]:
    """Return the words of an edition that replace common ones, by language and section."""
    words: dict[str, dict[str, dict[str, str]]] = edition_data(edition).get("words", {})
    return words


WITH_OWN_WORDS = [facts.id for facts in editions() if own_words(facts.id)]


def test_editions_with_words_of_their_own() -> None:
    assert "outpost" in WITH_OWN_WORDS


@pytest.mark.parametrize("edition", WITH_OWN_WORDS)
def test_an_edition_lays_the_same_words_over_every_language(edition: str) -> None:
    words = own_words(edition)
    assert words.keys() == set(LANGUAGES)
    keys = {language: {(section, key) for section in own for key in own[section]} for language, own in words.items()}
    assert len(keys["en"]) >= 5
    assert all(keys[language] == keys["en"] for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", WITH_OWN_WORDS)
def test_words_laid_over_fill_in_what_the_others_do(edition: str, language: str) -> None:
    """They use the facts of the event, the same in every language."""
    common = all_words(language)
    for section, sentences in own_words(edition)[language].items():
        for key, sentence in sentences.items():
            name = f"{edition} {language} {section}.{key}"
            assert sentence.strip(), name
            told = set(field_names(EVENTS[key])) if section == "events" else set()
            assert fields(sentence) <= told | fields(common[section][key]), name
            english = own_words(edition)["en"][section][key]
            assert fields(sentence) == fields(english), name


def test_an_edition_has_words_that_no_other_knows() -> None:
    own = words_for(stromnetz.new_game("outpost", players=3, seed=1))
    other = words_for(stromnetz.new_game("classic-2004", players=3, seed=1))
    assert own.term("robots") == "robots"
    assert own.site("housing") == own.own_fact("site", "housing") == "housing"
    assert other.own_fact("site", "housing") is None
    with pytest.raises(KeyError):
        other.term("robots")


def test_words_laid_over_are_said_and_the_catalogue_stays_as_it_is() -> None:
    for language in LANGUAGES:
        before = common_words(language)["terms"]["plants"]
        own = words_for(stromnetz.new_game("outpost", players=3, seed=1), language)
        other = words_for(stromnetz.new_game("classic-2004", players=3, seed=1), language)
        assert own.term("plants") == own_words("outpost")[language]["terms"]["plants"]
        assert other.term("plants") == before == common_words(language)["terms"]["plants"]
        assert own.term("round") == other.term("round")


def test_the_words_of_an_edition_are_put_together_once() -> None:
    assert sections_of("outpost", "en") is sections_of("outpost", "en")


def test_an_unknown_language_is_bad_input() -> None:
    with pytest.raises(BadInput, match="there are en, de, nl"):
        common_words("fr")


GAMES: list[tuple[Any, ...]] = [
    ("classic-2009", "usa", 4, 11, "draft"),
    ("outpost", "planet", 2, 11),
    ("outpost", "planet", 4, 11, "draft"),
]


@pytest.mark.parametrize("table", GAMES, ids=lambda table: f"{table[0]}-{table[2]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told(language: str, table: tuple[Any, ...]) -> None:
    game = play_on(stromnetz.new_game(*table), seed=3)
    words = words_for(game, language, ["Ann", "Bob"])
    lines = [words.event(event) for row in game.rows for event in row.events]
    for _, start in game.snapshots:
        lines += position_lines(View(game.rules, start, None, game.options, 0), words)
    assert len(lines) > 300
    assert not [line for line in lines if "{" in line or "None" in line]


def test_the_dutch_words_of_each_edition_are_its_own_books() -> None:
    said = []
    for edition in ("classic-2004", "classic-2009"):
        game = stromnetz.new_game(edition, players=2, seed=1)
        said.append(words_for(game, "nl").fuel({"coal": 2, "garbage": 1}))
    assert said == ["2 kolen, 1 afval", "2 steenkool, 1 bioafval"]


COMPANY_MOVES: list[tuple[Move, str]] = [
    (Build("house", "amber"), "build house amber"),
    (Build("housing", "ice-well"), "build housing ice-well"),
    (Build("plant", "32a"), "build plant 32a"),
    (Arrange(), "arrange"),
    (Arrange([3, 25, "26a", 50]), "arrange 03 25 26a 50"),
    (Arrange(["05b", 3]), "arrange 05b 03"),
    (Hire(0), "hire 0"),
    (Hire(12), "hire 12"),
    (MakeRobot(), "make-robot"),
]


@pytest.mark.parametrize(("move", "text"), COMPANY_MOVES, ids=[text for _, text in COMPANY_MOVES])
def test_moves_of_companies_are_written_and_read(move: Move, text: str) -> None:
    assert str(move) == text
    assert Move.parse(text) == move
    assert Move.parse(f"  {text.upper()}  ") == move


@pytest.mark.parametrize(
    ("text", "usage"),
    [
        ("build", MOVES["build"].usage),
        ("build house", MOVES["build"].usage),
        ("build house ice well", MOVES["build"].usage),
        ("hire", MOVES["hire"].usage),
        ("hire -1", MOVES["hire"].usage),
        ("hire two", MOVES["hire"].usage),
        ("hire 1 2", MOVES["hire"].usage),
        ("make-robot 2", MOVES["make-robot"].usage),
        ("open 4", MOVES["open"].usage),
        ("open 4@x", MOVES["open"].usage),
        ("bid", MOVES["bid"].usage),
        ("bid -3", MOVES["bid"].usage),
        ("bid 3 4", MOVES["bid"].usage),
        ("buy coal", MOVES["buy"].usage),
        ("buy coal two", MOVES["buy"].usage),
        ("pass now", MOVES["pass"].usage),
        ("connect", MOVES["connect"].usage),
        ("discard-fuel coal", MOVES["discard-fuel"].usage),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_how_to_write_it(text: str, usage: str) -> None:
    with pytest.raises(BadInput) as error:
        Move.parse(text)
    assert usage in error.value.message


def test_every_kind_of_move_can_be_written() -> None:
    assert all(move.usage.split()[0] == kind for kind, move in MOVES.items())


@pytest.mark.parametrize("text", ["", "   ", "fly", "4", "leave", "give-up coal 1"])
def test_a_line_that_is_no_move_lists_the_moves(text: str) -> None:
    with pytest.raises(BadInput, match=r"moves are choose-region, open, sit-out, .*discard-fuel"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("text", "kind"), [("region west", "choose-region"), ("Conect essen", "connect"), ("bids 4", "bid"), ("by", "buy")]
)
def test_a_misspelt_move_is_corrected(text: str, kind: str) -> None:
    with pytest.raises(BadInput, match=f"'{text}' isn't a move. Did you mean {kind}?"):
        Move.parse(text)


@pytest.mark.parametrize("value", [None, 4, b"pass", {"kind": "pass"}])
def test_a_move_in_notation_is_a_text(value: object) -> None:
    with pytest.raises(BadInput, match="is a text, not"):
        Move.parse(value)


def test_a_game_takes_moves_in_notation() -> None:
    game = new_game("classic-2004", players=3, seed=1)
    assert game.is_legal("open 4@4")
    assert not game.is_legal("open 4@60")
    game.apply("open 04@4")
    game.play(["bid 5"])
    assert [row.move for row in game.rows] == [None, Open(4, 4), Bid(5)]


def test_one_city_and_two_cities() -> None:
    words = Words("classic-2004", "germany", ["Ann"])
    said = [words.event(PlantsRan(0, [4], {"coal": 2}, n, 22)) for n in (0, 1, 2)]
    assert ["0 cities" in said[0], "1 city " in said[1], "2 cities" in said[2]] == [True] * 3


PLURALS = {
    "en": "cards cities characters markers places players rows seats workers",
    "de": "Anschlüsse Arbeitskräfte Karten Plätze Rohstoffe Städte Städten Saisonkräfte",
    "nl": "arbeidskrachten grondstoffen brandstoffen kaarten plaatsen seizoenskrachten spelers steden tekens",
}
NAMES = ("card", "city", "name", "names", "plant", "region", "seat", "site")
VERBS = {"en": "are", "de": "sind", "nl": "zijn"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", [facts.id for facts in editions()])
def test_one_of_a_thing_is_no_plural(edition: str, language: str) -> None:
    own = own_sentences(edition, language, common_words(language))
    wrong = "|".join((PLURALS[language] + " " + VERBS[language]).split())
    for section, sentences in all_words(language).items():
        for key, sentence in {**sentences, **own.get(section, {})}.items():
            said = sentence.format_map({name: name if name in NAMES else Amount(1) for name in fields(sentence)})
            assert not re.search(rf"\b1 (?:{wrong})\b", said), f"{section}.{key}: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", [facts.id for facts in editions()])
def test_every_card_and_module_is_called_by_its_name(edition: str, language: str) -> None:
    """Ids are for notation; players read the printed names."""
    data = edition_data(edition)
    promo = list(promo_cards()) if data.get("promo") else []
    rules = stromnetz.new_game(edition, players=3, seed=1, options={"promo": promo_of(edition)} if promo else {}).rules
    words = words_for(stromnetz.new_game(edition, players=3, seed=1), language)
    ids = {card.ref for card in rules.edition.printed.cards} | set(data.get("modules", ())) & promo_cards().keys()
    raw = re.compile(r"[a-z]+(-[a-z]+)*")
    for ref in ids:
        for said in (words.card(ref), words.short(ref), words.card_in_text(ref)):
            assert not raw.fullmatch(said), f"{ref!r} is called {said!r}"
    for fuel in data["fuels"]:
        assert words.fuel(fuel["id"])


def test_a_plant_between_two_numbers_says_so() -> None:
    words = Words("classic-2009", "germany", ["Ann"], "en")
    assert words.short("flux-generator") == "33⅓"
    ran = PlantsRan(0, [4, "flux-generator"], {"coal": 3}, 3, 33)
    assert words.event(ran) == "Ann powers 3 cities with 04, 33⅓ (3 coal) and earns 33 Elektro."


DUTCH = {
    "classic-2004": ({"kolen", "olie", "afval", "grondstof"}, {"steenkool", "stookolie", "bioafval", "brandstof"}),
    "classic-2009": ({"steenkool", "stookolie", "bioafval", "brandstof"}, {"kolen", "olie", "afval", "grondstof"}),
    "deluxe-europe": ({"kolen", "aardgas", "olie", "grondstof"}, {"steenkool", "stookolie", "afval", "brandstof"}),
}


@pytest.mark.parametrize("edition", DUTCH)
def test_dutch_has_one_set_of_fuel_words_for_each_edition(edition: str) -> None:
    """Names, sentences, refusals and rules use the words of the edition's own rulebook only."""
    own, others = DUTCH[edition]
    said = [fuel["name"]["nl"] for fuel in edition_data(edition)["fuels"]]
    overlay = own_sentences(edition, "nl", common_words("nl"))
    for section, sentences in common_words("nl").items():
        said += {**sentences, **overlay.get(section, {})}.values()
    said += [rule(id, "nl", edition) for id in ("P3", "F3", "U2")]
    text = "\n".join(said).lower()
    assert all(re.search(rf"\b{word}", text) for word in own)
    assert not any(re.search(rf"\b{word}", text) for word in others)
