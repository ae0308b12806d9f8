"""The promo cards' files against the printed facts; and a tenth card that consists of data only."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz import Assign, BadInput, Bid, Buy, Done, Game, Open, Pass, Run, Scrap, parse_game, parse_position
from stromnetz.arena.invariants import InvariantChecker
from stromnetz.editions.compose import promo_of
from stromnetz.editions.files.loader import promo_cards, read_card
from stromnetz.play import catalogue, rulesets
from stromnetz.play.words.text import words_for
from stromnetz.play.words.vocabulary import LANGUAGES
from tests.data.checks import EDITIONS, load
from tests.helpers import position
from tests.properties.games import choose
from tests.rules.tables import boxed
from tests.tier import every

# id: names in English, German and Dutch, and what the card does
CARDS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "flux-generator": (
        "Flux Generator",
        "Flux-Generator",
        "Flux-generator",
        {
            "plant": {
                "number": 33,
                "printed": "33⅓",
                "after": 33,
                "fuels": "any",
                "burns": 3,
                "cities": 6,
                "drives_out_smallest": True,
            }
        },
    ),
    "transformer-station": (
        "Transformer station",
        "Umspannwerk",
        "Transformatorstation",
        {"auction": {"minimum_bid": 10, "on_plant": True, "gains": {"output": 1}}},
    ),
    "theme-park": ("Theme Park", "Freizeitpark", "Pretpark", {"auction": {"minimum_bid": 10, "gains": {"cities": 1}}}),
    "supply-contract": (
        "Supply Contract",
        "Liefervertrag",
        "Leveringscontract",
        {"auction": {"minimum_bid": 10, "gains": {"places_back": 1}}},
    ),
    "industrial-espionage": (
        "Industrial Espionage",
        "Industriespionage",
        "Industriële spionage",
        {"espionage": {"round": 2}},
    ),
    "taxes": ("Taxes", "Steuern", "Belastingen", {"taxes": {"part": 5, "from_step": 2}}),
    "warehouse": ("Warehouse", "Lagerhalle", "Opslagloods", {"auction": {"minimum_bid": 10, "gains": {"stores": 3}}}),
    "shortage": (
        "Shortage",
        "Rohstoffmangel",
        "Grondstoffentekort",
        {"fuel_change": {"which": "cheapest", "to": "supply", "markers": 3, "few": {"uranium": 1}}},
    ),
    "surplus": (
        "Surplus",
        "Rohstoffüberschuss",
        "Grondstoffenoverschot",
        {"fuel_change": {"which": "dearest", "to": "market", "markers": 3, "few": {"uranium": 1}}},
    ),
}
FILES = EDITIONS / "promo" / "cards"
RULES = EDITIONS.parents[2] / "docs" / "rules" / "promo.md"


def test_the_nine_cards_are_there() -> None:
    assert set(CARDS) <= set(promo_cards())


@pytest.mark.parametrize("id", CARDS)
def test_a_card_is_as_printed(id: str) -> None:
    en, de, nl, facts = CARDS[id]
    expected = {"id": id, "name": {"en": en, "de": de, "nl": nl}, **facts}
    table = read_card(FILES / f"{id}.toml")
    assert set(table["about"]) == set(LANGUAGES)
    assert all(table["about"].values())
    assert table == {**expected, "about": table["about"]}
    assert load(f"promo/cards/{id}.toml") == promo_cards()[id] == table


def test_the_rules_state_every_card_under_its_name() -> None:
    stated = re.findall(r"^\| \*\*Q\d+ ([A-Z][^*]+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(name.lower() for name in stated) == sorted(en.lower() for en, _, _, _ in CARDS.values())


@pytest.mark.rule("Q0")
def test_which_editions_take_which_cards() -> None:
    assert CARDS.keys() <= set(promo_of("classic-2004"))
    assert set(promo_of("classic-2009")) == set(promo_of("classic-2004")) - {"transformer-station"}, "it is in the box"
    assert promo_of("deluxe-europe") == promo_of("deluxe-north-america") == []


@pytest.mark.rule("Q2")
def test_the_flux_generator_in_the_rules_of_a_game() -> None:
    game = position(players=[{"plants": ["flux-generator"]}, {}], options={"promo": ["flux-generator"]})
    rules = game.rules
    card = rules.card("flux-generator")
    assert rules.card_refs[card - 1 : card + 2] == [33, "flux-generator", 34]
    assert (rules.minimum_bid[card], rules.cards[card].burns, rules.cards[card].cities) == (33, 3, 6)
    assert game.view(None).players[0].room == {"coal": 6, "oil": 6, "garbage": 6, "uranium": 6}
    facts = catalogue.plants("classic-2004")["flux-generator"]
    assert (facts.minimum_bid, facts.fuels, facts.burns) == (33, ("coal", "oil", "garbage", "uranium"), 3)


# --- files that are no cards ----------------------------------------------------------------------------------------

NAME = 'name = { en = "Dam", de = "Damm", nl = "Dam" }\nabout = { en = "A dam.", de = "Ein Damm.", nl = "Een dam." }\n'
AUCTION = "[auction]\nminimum_bid = 10\n[auction.gains]\n"


def file_of(folder: Path, text: str) -> Path:
    file = folder / "dam.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param(NAME + AUCTION + "stores = 2\n", "id: is missing", id="no id"),
        pytest.param(
            "id = 4\n" + NAME + AUCTION + "stores = 2\n", "id: must be an id: lower-case letters", id="no text"
        ),
        pytest.param('id = "dam"\n' + AUCTION + "stores = 2\n", "name: is missing: its name; a text in", id="no name"),
        pytest.param(
            'id = "dam"\nname = { en = "Dam" }\n' + AUCTION + "stores = 2\n", "name.de: is missing", id="no German"
        ),
        pytest.param(
            'id = "dam"\n' + NAME.partition("about")[0] + AUCTION + "stores = 2\n", "about: is missing", id="no about"
        ),
        pytest.param('id = "dam"\n' + NAME, "needs exactly one of plant, auction, .*; it has none", id="no effect"),
        pytest.param(
            'id = "dam"\n' + NAME + AUCTION + "stores = 2\n[taxes]\npart = 5\nfrom_step = 2\n",
            "needs exactly one of plant, .*; it has auction, taxes",
            id="two effects",
        ),
        pytest.param('id = "dam"\n' + NAME + "[flood]\nmarkers = 3\n", "flood: unknown key", id="an unknown effect"),
        pytest.param(
            'id = "dam"\n' + NAME + AUCTION + "beauty = 1\n",
            "auction.gains.beauty: unknown key; there are output, cities, places_back, stores",
            id="an unknown gain",
        ),
    ],
)
def test_a_malformed_file_is_refused_by_its_name(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=rf"^promo/cards/dam\.toml: (.*; )?{problem}"):
        read_card(file_of(tmp_path, text))


# --- the tenth card -------------------------------------------------------------------------------------------------

Add = Callable[[str], str]


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Add a card from a file to the promo cards and clear all caches afterwards."""

    def put(text: str) -> str:
        table = read_card(file_of(tmp_path, 'id = "dam"\n' + NAME + text))
        monkeypatch.setitem(promo_cards(), "dam", table)
        return "dam"

    rulesets._rules.cache_clear()
    catalogue.plants.cache_clear()
    yield put
    rulesets._rules.cache_clear()
    catalogue.plants.cache_clear()


def drawn(*players: dict[str, Any], **fields: Any) -> Game:
    """Seat 2 has bought plant 12; the tenth card is on top of the deck and is drawn as replacement."""
    seats: list[dict[str, Any]] = list(players) or [{"plants": [4, 13]}, {"plants": [5]}, {"plants": [3]}]
    given = {"market": [11, 12, 14, 15, 16, 19, 20, 21], "deck": ["dam", 24, 25, 26, 28, "step-3"], "round": 5}
    options = {"promo": ["dam"]}
    game = position("auctions", seats, options=options, order=[0, 1, 2], sat_out=[0, 1], **{**given, **fields})
    InvariantChecker()(game)
    game.apply(Open(12, 12))
    return game


def win(game: Game, *moves: stromnetz.Move) -> None:
    """Seat 0 wins the card for 7."""
    watch = InvariantChecker()
    watch(game)
    for move in (Bid(7), Pass(), Pass(), *moves):
        game.apply(move)
        watch(game)
        assert parse_position(game.position_json()).position == game.position


BESIDE = "[auction]\nminimum_bid = 7\n[auction.gains]\nstores = 2\ncities = 2\nplaces_back = 2\n"
PLANT = '[plant]\nnumber = 23\nafter = 23\nfuels = ["garbage", "uranium"]\nburns = 1\ncities = 5\n'
ON_PLANT = "[auction]\nminimum_bid = 7\non_plant = true\n[auction.gains]\noutput = 2\n"


def test_a_tenth_card_beside_the_plants(add: Add) -> None:
    """Two markers of any fuel, two cities, two places back in the order."""
    add(BESIDE)
    game = drawn()
    win(game)
    view = game.view(None)
    player = view.players[0]
    assert [card.card for card in player.cards] == ["dam"]
    assert (player.cities, player.network, player.money) == (2, [], 43)
    assert player.room == {"coal": 6, "oil": 2, "garbage": 2, "uranium": 2}
    assert view.order == [1, 2, 0]
    assert game.position.kind == "fuel"
    assert game.position.seat == 0, "now the last in order buys first"
    game.apply(Buy("uranium", 2))
    assert game.position.fuel[0] == (0, 0, 0, 2)


def test_a_tenth_card_on_a_plant(add: Add) -> None:
    add(ON_PLANT)
    game = drawn()
    win(game, Assign(13))
    assert [(held.card, held.plant) for held in game.view(None).players[0].cards] == [("dam", 13)]
    assert game.view(None).players[0].output == 1 + 1 + 2
    game = position(
        "auctions",
        [{"plants": [4, 13, 18]}, {}, {}],
        options={"promo": ["dam"]},
        modules={"dam": {"seat": 0, "plant": 13}},
        order=[0, 1, 2],
        sat_out=[1, 2],
    )
    game.apply(Open(3, 3))
    assert boxed(game.apply(Scrap(13)))[:2] == [(13, "A9"), ("dam", "X4")]
    assert game.view(None).players[0].cards == []


def test_a_tenth_card_on_a_plant_that_gives_more_than_output(add: Add) -> None:
    """A card has its benefits wherever it is: on a plant too, as soon as it is there."""
    add(ON_PLANT + "stores = 2\ncities = 1\nplaces_back = 1\n")
    game = drawn()
    win(game, Assign(13))
    player = game.view(None).players[0]
    assert (player.output, player.room) == (4, {"coal": 6, "oil": 2, "garbage": 2, "uranium": 2})
    assert (player.cities, game.view(None).order) == (1, [1, 0, 2])


def test_a_tenth_card_that_is_a_plant(add: Add) -> None:
    add(PLANT)
    game = drawn({"plants": [4, 13], "cities": ["essen", "muenster", "duesseldorf", "aachen"]}, {}, {})
    assert game.view(None).future[-1] == "dam", "23 1/10, behind all of them"
    assert (game.view(0).plant("dam").minimum_bid, game.view(0).plant("dam").cities) == (23, 5)
    assert words_for(game, "de").card("dam") == "Damm"
    game = position(
        "auctions",
        [{"money": 90, "cities": ["essen", "muenster", "duesseldorf", "aachen"]}, {}, {}],
        options={"promo": ["dam"]},
        market=["dam", 24, 25, 26, 28, 29, 30, 31],
        order=[0, 1, 2],
        sat_out=[1, 2],
        round=5,
    )
    watch = InvariantChecker()
    watch(game)
    for move in (Open("dam", 23), Buy("garbage", 2), Done(), Done(), Done(), Run(["dam"])):
        assert game.position.kind == "build" or game.position.seat == 0
        game.apply(move)
        watch(game)
    assert game.view(None).players[0].fuel == {"garbage": 1}
    assert game.position.money[0] == 90 - 23 - 7 - 7 + 54, "it could supply five, but four are there"


@pytest.mark.parametrize("edition", every(2, ["classic-2009", "classic-2004"]))
@pytest.mark.parametrize(
    ("text", "event"),
    [(BESIDE, "card-won"), (ON_PLANT, "card-won"), (PLANT, "plant-bought")],
    ids=["beside", "on-plant", "plant"],
)
def test_games_with_a_tenth_card(add: Add, edition: str, text: str, event: str) -> None:
    """It is shuffled in, drawn, won, described in every language, saved and replayed like the nine."""
    add(text)
    assert "dam" in promo_of(edition)
    had = 0
    for seed in range(8):
        rng = random.Random(seed)
        players = 2 + seed % 5
        options = {"promo": promo_of(edition) if seed % 2 else ["dam"]}
        game = stromnetz.new_game(edition, players=players, seed=seed, options=options)
        watch = InvariantChecker()
        while game.decision is not None and game.position.round <= 100:
            game.apply(choose(game, rng, thrifty=True))
            watch(game)
        events = [e.to_json() for row in game.rows for e in row.events]
        had += any(e["kind"] == event and "dam" in (e.get("card"), e.get("plant")) for e in events)
        assert parse_game(game.to_json()) == game
        for language in LANGUAGES:
            words = words_for(game, language)
            assert all(words.event(e) for row in game.rows for e in row.events)
    assert had >= 3, "it comes up and somebody takes it"
