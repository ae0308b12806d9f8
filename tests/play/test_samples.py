"""Sampled games: they agree with the view, and all possibilities are equally likely."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import stromnetz
from stromnetz import Game, Open, View, parse_game, parse_position, rollout
from stromnetz.bots import make_bot
from stromnetz.editions.deck import known_top
from stromnetz.editions.files.loader import all_editions
from stromnetz.play.files.position_json import check, check_agenda, check_rest
from stromnetz.play.json_schemas import everything
from stromnetz.play.rollouts import money_range
from tests.helpers import position
from tests.properties.test_hidden import twin
from tests.rules.outpost_companies import LIBRARY
from tests.rules.test_outpost_technologies import sale

EDITIONS = sorted(all_editions())


def sent(view: View) -> View:
    return View.from_json(json.loads(json.dumps(view.to_json())))


def moments(edition: str, players: int, options: dict[str, Any], every: int) -> Iterator[Game]:
    """Yield decisions of a whole game where the kind changes, and its end."""
    game = stromnetz.new_game(edition, players=players, seed=players, regions="draft", options=options)
    rng, due = random.Random(players), set[str]()
    while (decision := game.decision) is not None:
        if decision.kind not in due or game.version % every == 0:
            due.add(decision.kind)
            yield game.copy()
        bot = make_bot(rng.choice(("plain", "plain", "plain", "random")), rng.getrandbits(32))
        game.apply(bot.choose(game.view(decision.seat)))
    yield game


def is_whole(game: Game) -> None:
    """Check that a position passes all checks of saved positions."""
    check(game.rules, game.position)
    check_agenda(game.rules, game.position)
    if game.decision is not None:
        check_rest(game.rules, game.position)


# --- every edition, module and decision -----------------------------------------------------------------------------


@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sample_looks_like_the_view(edition: str, most: bool) -> None:
    """With all promo cards, robots and hidden money; with the fewest and the most players."""
    players = [row["count"] for row in all_editions()[edition]["players"]][-1 if most else 0]
    rng, alike = random.Random(edition), 0
    for game in moments(edition, players, {"money": "hidden", **everything(edition, players)}, 29):
        seat = game.decision.seat if game.decision is not None else 0
        for eyes in (seat, None):
            view, seed = game.view(eyes), rng.getrandbits(64)
            sample = view.sample(random.Random(seed))
            assert sample.view(eyes) == view
            is_whole(sample)
            there = sent(view)
            assert there.sample(random.Random(seed)).position == sample.position
            other = twin(game, rng, eyes).view(eyes)
            if other == view:  # not where it may look at the top card, and that is another one
                alike += 1
                assert other.sample(random.Random(seed)).position == sample.position
            assert (there.unseen, there.in_deck, there.deck_cards) == (view.unseen, view.in_deck, view.deck_cards)
            holds(game, view)
    assert alike > 10


def holds(game: Game, view: View) -> None:
    """Check that the sample agrees with the view's facts about the deck, and with possible amounts of money."""
    p, refs = game.position, game.rules.card_refs
    deck = [refs[card] for card in reversed(p.deck)]
    face_down = {*deck, *game.rules.refs(p.removed)} - set(view.under_deck)
    assert set(view.unseen) == face_down
    assert set(view.in_deck) <= set(deck)
    assert all(known in (None, card) for known, card in zip(view.deck_cards, deck, strict=True))
    for seat in game.rules.human_seats(p):
        least, most = money_range(game.rules, p, seat)
        assert least <= p.money[seat] <= most


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sample_is_played_to_its_end(edition: str) -> None:
    for game in moments(edition, 3, {}, 60):
        if game.decision is None:
            return
        sample = sent(game.view(game.decision.seat)).sample(random.Random(game.version))
        end = rollout(sample, random.Random(1))
        assert end.result is not None
        is_whole(Game(sample.rules, end.position, sample.options, sample.header))
        sample.apply(sample.legal_moves[0])
        assert parse_game(sample.to_json()) == sample
        assert parse_position(sample.position_json()).position == sample.position
    raise AssertionError("the game has not ended")


def test_a_game_goes_on_from_the_version_of_the_view() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    game.apply(game.legal_moves[0])
    sample = game.view(None).sample(random.Random(1)).copy()
    sample.apply(sample.legal_moves[0])
    assert sample.view(None).version == game.version + 1
    assert sample.preview([sample.legal_moves[0]]).view.version == game.version + 1


def test_a_plan_is_sampled_unless_it_waits_for_a_card() -> None:
    game = position("auctions", [{"money": 50}, {}, {}], order=[0, 1, 2], sat_out=[1, 2])
    opened = position("auctions", 3, order=[0, 1, 2]).preview([stromnetz.Open(3, 3)]).view
    assert opened.sample(random.Random(1)).view(opened.seat) == opened
    with pytest.raises(stromnetz.BadInput, match="a card that is not drawn yet"):
        game.preview([stromnetz.Open(3, 3)]).view.sample(random.Random(1))


# --- uniform over what is possible ----------------------------------------------------------------------------------

CHI_999 = {1: 10.8, 5: 20.5, 11: 31.3, 23: 49.7}
"""By degrees of freedom: the 99.9 % quantile."""


def is_uniform(view: View, what: Callable[[Game], Any], outcomes: int, each: int = 60) -> Counter[Any]:
    rng = random.Random(7)
    counts: Counter[Any] = Counter(what(view.sample(rng)) for _ in range(outcomes * each))
    assert len(counts) == outcomes
    assert sum((n - each) ** 2 / each for n in counts.values()) < CHI_999[outcomes - 1]
    return counts


def boxed_but(*cards: Any, edition: str = "classic-2004", players: int = 3) -> list[Any]:
    """Return all cards of a game except these."""
    rules = stromnetz.new_game(edition, players=players, seed=1).rules
    return [ref for ref in rules.card_refs if ref not in cards]


MARKET = [3, 4, 5, 6, 7, 8, 9, 10]


def small(**fields: Any) -> View:
    """A game with few hidden cards."""
    down = [*fields["deck"], *fields.get("removed", [])]
    data = {"market": MARKET, "out_of_game": boxed_but(*MARKET, *down), "order": [0, 1, 2], **fields}
    return position("auctions", 3, **data).view(0)


def test_every_order_of_the_deck_is_as_likely() -> None:
    view = small(deck=[40, 42, 44, 46, "step-3", 30, 29], under_deck=[30, 29])
    assert view.deck_cards == (None, None, None, None, "step-3", 30, 29)
    is_uniform(view, lambda g: tuple(g.position.deck), 24)


def test_every_choice_of_the_cards_taken_out_is_as_likely() -> None:
    view = small(deck=[40, 42, "step-3"], removed=[44, 46])
    assert set(view.unseen) == {40, 42, 44, 46, "step-3"}
    assert set(view.in_deck) == {"step-3"}
    is_uniform(view, lambda g: (tuple(g.position.deck), tuple(g.position.removed)), 12)


def test_all_of_a_deck_that_was_shuffled_with_known_cards() -> None:
    """Cards known to be under it are in the deck, wherever they are now; the other may have been removed."""
    game = position(
        "auctions",
        3,
        market=[3, 4, 5, 6, 7, 8, 9, "step-3"],
        out_of_game=boxed_but(*MARKET[:-1], "step-3", 40, 42, 44, 46),
        deck=[40, 42],
        removed=[44, 46],
        order=[0, 1, 2],
    )
    game.position.mixed = (game.rules.card(42),)
    view = sent(game.view(0))
    assert view.in_deck == (42,)
    counts = is_uniform(view, lambda g: (g.rules.card_refs[g.position.deck[-1]] == 42, tuple(g.position.removed)), 6)
    assert {out for _, out in counts} == {
        tuple(sorted(map(game.rules.card, pair))) for pair in ((40, 44), (40, 46), (44, 46))
    }


def test_what_is_put_under_the_deck_is_known_after_the_shuffle() -> None:
    for game in moments("classic-2004", 3, {}, 1):
        put = {event.to_json()["card"] for row in game.rows for event in row.events if event.kind == "card-put-under"}
        view = game.view(None)
        assert put & set(view.unseen) <= set(view.in_deck)
        if view.step_3 != "to-come" and put & set(view.unseen):
            return
    raise AssertionError("no card that was put under the deck was shuffled into it")


def test_backs_tell_which_cards_are_out_and_which_lies_on_top() -> None:
    """With three players, two dark and six light cards are removed; a dark one is on top."""
    rules = stromnetz.new_game("deluxe-europe", players=3, seed=1).rules
    plants = [card for card in rules.cards if card.number and card.kind == "plant"]
    dark, light = [[card.ref for card in plants if card.back == back] for back in ("dark", "light")]
    places = rules.edition.market.places
    market, dark = dark[:places], dark[places:]
    data = {
        "edition": "deluxe-europe",
        "map": "europe",
        "market": market,
        "deck": [dark[0], light[0], dark[1], "step-3"],
        "removed": [*dark[2:4], *light[1:7]],
        "out_of_game": boxed_but(*market, *dark[:4], *light[:7], "step-3", edition="deluxe-europe"),
        "order": [0, 1, 2],
    }
    view = position("auctions", 3, **data).view(0)
    assert view.deck_back == "dark"
    assert {view.back(card) for card in view.unseen} >= {"dark", "light"}

    def dealt(game: Game) -> tuple[Any, ...]:
        """Return which dark cards are left, in order, and whether the light one is between them."""
        left = [rules.card_refs[card] for card in reversed(game.position.deck)][:3]
        assert left[0] in dark
        assert sum(rules.cards[card].back == "light" for card in game.position.removed) == 6
        return tuple([card for card in left if card in dark])

    is_uniform(view, dealt, 12)
    is_uniform(view, lambda g: view.back(rules.card_refs[g.position.deck[-2]]) == "light", 2)


def test_what_is_left_of_the_cards_that_a_set_up_lays_on_top_has_their_back() -> None:
    """Nine cards with a plug are on top, and the market is drawn from them: one is left unless two had one number."""
    left = set()
    for seed in range(12):
        game = stromnetz.new_game("outpost", players=3, seed=seed)
        drawn = sum(event.kind == "card-drawn" for event in game.rows[0].events)
        count = known_top(game.rules, game.position)[1]
        assert count == max(0, 9 - drawn)
        left.add(count)
    assert left == {0, 1}


def test_the_plant_that_is_laid_on_top_stays_there_until_it_is_drawn() -> None:
    view = stromnetz.new_game("classic-2004", players=3, seed=1).view(0)
    assert view.deck_cards[0] == 13
    assert view.deck_cards[-1] == "step-3"
    assert set(view.deck_cards[1:-1]) == {None}
    assert 13 in view.in_deck
    assert len(view.unseen) == view.deck + view.removed


def test_highest_bidder_has_at_least_the_bid_without_its_rebate() -> None:
    no_plants: list[int] = []
    for plants, least in ((no_plants, 12), ([LIBRARY], 7)):
        game = sale({"money": 60, "plants": plants})
        game.apply(Open(4, 12))
        assert [money_range(game.rules, game.position, seat)[0] for seat in range(3)] == [least, 0, 0]


def test_hidden_money_is_what_a_company_may_have() -> None:
    """Plants 4 and 5 and a place for 10: of 50, plus two payments for one city, at least 41 are spent."""
    seats: list[dict[str, Any]] = [{"money": 77}, {"plants": [4, 5], "cities": ["essen"]}, {}]
    game = position("auctions", seats, order=[0, 1, 2], round=3, options={"money": "hidden"})
    view = sent(game.view(0))
    most = 50 + 2 * 22 - 4 - 5 - 10
    assert money_range(game.rules, game.position, 1) == (0, most)
    found = [view.sample(random.Random(k)).position.money for k in range(300)]
    assert {money[0] for money in found} == {77}
    assert min(money[1] for money in found) < 5
    assert most - 5 < max(money[1] for money in found) <= most


def test_who_leads_an_auction_can_pay_the_bid() -> None:
    game = position("auctions", 3, order=[0, 1, 2], options={"money": "hidden"})
    game.apply(stromnetz.Open(3, 45))
    view = game.view(1)
    assert all(45 <= view.sample(random.Random(k)).position.money[0] <= 50 for k in range(40))


def test_a_spy_knows_the_top_card_and_nobody_else_does() -> None:
    for game in moments("classic-2004", 3, {"promo": ["industrial-espionage"]}, 1):
        spy = game.view(None).modules["industrial-espionage"]["seat"]
        if spy is not None and game.version % 7 == 0 and len(game.position.deck) > 9:
            top = game.rules.card_refs[game.position.deck[-1]]
            assert sent(game.view(spy)).deck_cards[0] == top
            tops = [
                {game.view(eyes).sample(random.Random(k)).position.deck[-1] for k in range(8)} for eyes in (spy, None)
            ]
            assert [len(found) == 1 for found in tops] == [True, False]
            return
    raise AssertionError("nobody was a spy")


BROKEN: list[tuple[str, Any]] = [
    ("continuation", {}),
    ("continuation", {"places": 8, "mixed": [], "due": [["nothing"]], "modules": {}}),
    ("continuation", {"places": 8, "mixed": ["peat"], "due": [], "modules": {}}),
    ("current", ["peat"]),
    ("phase", "tea"),
    ("houses", {"atlantis": [0]}),
    ("modules", None),
]


@pytest.mark.parametrize(("field", "value"), BROKEN)
def test_a_view_that_no_game_shows_is_refused(field: str, value: Any) -> None:
    data = stromnetz.new_game("classic-2009", players=3, seed=1).view(1).to_json() | {field: value}
    with pytest.raises(stromnetz.BadInput) as refusal:
        View.from_json(data).sample(random.Random(1))
    assert len(str(refusal.value)) < 300
