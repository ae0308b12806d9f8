"""Industrial espionage: the top card of the deck is the holder's secret, and cannot be learned from anything (Q6)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import stromnetz
from stromnetz import Bid, Game, Open, Pass
from stromnetz.editions.modules.espionage import EspionageState
from stromnetz.editions.modules.events import TopCardSeen
from stromnetz.engine.events import DeckShuffled
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules
from stromnetz.play import view_json as looks
from stromnetz.play import views
from stromnetz.play.files.position_json import check
from tests.helpers import position
from tests.properties.games import choose, promo_game
from tests.properties.promo_games import name
from tests.properties.test_hidden import TopCard
from tests.tier import NIGHTLY

Seat = int | None
Show = Callable[[Game, Seat], Any]

SPY = "industrial-espionage"
GAMES = 40 if NIGHTLY else 20  # 20 in a row have every kind of game


def spy_game(i: int) -> Game:
    """Promo game i, with industrial espionage among its cards."""
    like = promo_game(i)
    return stromnetz.new_game(
        like.rules.edition.id,
        map=like.rules.board.id,
        players=like.rules.players,
        seed=31 * i + 2,
        regions=like.header["setup"]["regions"],
        options={**like.options, "promo": sorted({*like.options["promo"], SPY})},
    )


@cache
def watched(i: int) -> tuple[Game, ...]:
    """Moments of game i at which a seat holds the card."""
    rng = random.Random(i)
    game = spy_game(i)
    out: list[Game] = []
    while game.decision is not None and len(out) < 12 and game.position.round <= 60:
        if holder(game) is not None and rng.random() < 0.1:
            out.append(game.copy())
        game.apply(choose(game, rng, thrifty=i % 4 != 1))
    return tuple(out)


def spy(game: Game) -> EspionageState:
    module = game.position.modules[game.rules.module_slot[SPY]]
    assert isinstance(module, EspionageState)
    return module


def holder(game: Game) -> Seat:
    seat = spy(game).seat
    return None if seat == NOBODY else seat


def others(game: Game) -> list[Seat]:
    """All seats except the holder, and a spectator."""
    return [None, *(seat for seat in range(game.rules.players) if seat != holder(game))]


# --- pairs that differ only in the order of the deck ----------------------------------------------------------------


def mixed(cards: list[Any], rng: random.Random, keep_first: bool) -> list[Any]:
    """Return another order: with the same first card, or with another one if there is one."""
    if keep_first:
        return cards[:1] + rng.sample(cards[1:], max(0, len(cards) - 1))
    out = rng.sample(cards, len(cards))
    if len(cards) > 1 and out[0] == cards[0]:
        out[0], out[-1] = out[-1], out[0]
    return out


def twin(game: Game, rng: random.Random, keep_top: bool) -> Game:
    """Return the position with another order of the deck, except for public knowledge: cards under it, and "Step 3"."""
    out = game.copy()
    p = out.position = game.position.copy()
    loose = [i for i in range(len(p.deck) - 1, len(p.under_deck) - 1, -1) if p.deck[i] != game.rules.step_3_card]
    top = bool(loose) and loose[0] == len(p.deck) - 1
    deck = p.deck[:]  # copies of a position share it
    for i, card in zip(loose, mixed([p.deck[i] for i in loose], rng, keep_top and top), strict=True):
        deck[i] = card
    p.deck = deck
    if p.deck and spy(out).shown == game.position.deck[-1]:
        spy(out).shown = p.deck[-1]
    check(game.rules, p)
    return out


def redealt(game: Game, rng: random.Random, keep_top: bool) -> Game:
    """Return a second game with the same moves, with another order of the cards that have not been drawn."""
    rules, p = game.rules, game.position
    events = [event for row in game.rows for event in row.events]
    shuffles = [event for event in events if isinstance(event, DeckShuffled)]
    last = max(i for i, event in enumerate(events) if isinstance(event, DeckShuffled))
    drawn = sum(event.kind == "card-drawn" for event in events[last:])
    decks = [list(event.cards or []) for event in shuffles]
    left = decks[-1][drawn:]
    bottom = left[-1:] if left[-1:] == ["step-3"] else []
    decks[-1][drawn:] = mixed(left[: len(left) - len(bottom)], rng, keep_top) + bottom
    draft = game.header["setup"]["regions"] == "draft"
    other = stromnetz.new_game(
        rules.edition.id,
        map=rules.board.id,
        players=rules.players,
        seed=rng.getrandbits(256),
        regions="draft" if draft else [rules.board.region_ids[r] for r in p.regions],
        options=game.options,
        order=events[0].to_json()["order"],
        deck=decks[0],
        reshuffle=decks[1] if len(decks) > 1 else None,
    )
    for row in game.rows[1:]:
        assert row.move is not None
        other.apply(row.move, row.seat)
    return other


# --- the checkers: they are also run on what leaks, and must catch it -----------------------------------------------


def see(game: Game, seat: Seat) -> Any:
    view = game.view(seat)
    return [view.to_json(), [m.to_json() for m in (view.decision.legal_moves if view.decision else [])]]


def told(game: Game, seat: Seat) -> Any:
    """Return the events that a seat has seen so far, and what anyone may read."""
    events = [event.seen_by(seat) for row in game.rows for event in row.events]
    return [[e.to_json() for e in events if e is not None], game.to_json(hidden=False)]


def check_seen(i: int, show: Show) -> None:
    """Check positions that differ in the deck: equal for others, and for the holder if the top card is the same."""
    rng = random.Random(i)
    for game in watched(i):
        check_pair(game, twin(game, rng, keep_top=False), twin(game, rng, keep_top=True), show)


def check_told(i: int, show: Show) -> None:
    """Check games with the same moves that differ in cards not drawn yet."""
    rng = random.Random(i)
    for game in watched(i)[::4]:
        check_pair(game, redealt(game, rng, keep_top=False), redealt(game, rng, keep_top=True), show)


def check_pair(game: Game, other: Game, same_top: Game, show: Show) -> None:
    assert same_top.position.deck[-1:] == game.position.deck[-1:]
    for seat in others(game):
        assert json.dumps(show(game, seat)) == json.dumps(show(other, seat)), seat
    assert json.dumps(show(game, holder(game))) == json.dumps(show(same_top, holder(game)))


@pytest.mark.rule("Q6", "I1")
@pytest.mark.parametrize("i", range(GAMES), ids=name)
def test_only_the_holder_sees_the_top_card(i: int) -> None:
    check_seen(i, see)
    check_told(i, see)


@pytest.mark.rule("Q6", "I1")
@pytest.mark.parametrize("i", range(GAMES), ids=name)
def test_only_the_holder_is_told_the_top_card(i: int) -> None:
    check_told(i, told)


def test_the_holder_does_see_it() -> None:
    """The top card differs in the pairs, and with it the holder's view and events."""
    tops = 0
    for i in range(0, GAMES, 3):
        rng = random.Random(i)
        for game in watched(i)[::4]:
            other = redealt(game, rng, keep_top=False)
            seat = holder(game)
            top = game.rules.card_refs[game.position.deck[-1]] if game.position.deck else None
            assert game.view(seat).modules[SPY] == {"seat": seat, "top": top}
            if other.position.deck[-1:] != game.position.deck[-1:]:
                tops += 1
                assert see(other, seat) != see(game, seat)
                assert told(other, seat)[0] != told(game, seat)[0]
                assert told(other, seat)[1] == told(game, seat)[1]
    assert tops > 10


def whole_view(self: EspionageState, rules: Any, p: Any, seat: Seat) -> Any:
    return {"seat": self.seat, "top": rules.card_refs[p.deck[-1]] if p.deck else None}


def last_shown(self: EspionageState, rules: Any, p: Any, seat: Seat) -> Any:
    return self.to_json(rules)


@pytest.mark.parametrize("leak", [whole_view, last_shown])
def test_the_checker_catches_a_view_that_shows_it_to_all(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    view_json = looks.view_json

    def leaking(rules: Rules, p: Position, seat: Seat, *rest: Any) -> Any:
        module = p.modules[rules.module_slot[SPY]]
        out = view_json(rules, p, seat, *rest)
        return {**out, "modules": {**out["modules"], SPY: leak(module, rules, p, seat)}}

    monkeypatch.setattr(looks, "view_json", leaking)
    monkeypatch.setattr(
        views, "redact_for_seat", lambda rules, p, seat, hidden_money: p
    )  # what is taken out cannot be shown
    with pytest.raises(AssertionError):
        check_seen(3, see)


def leaking_view(game: Game, seat: Seat) -> Any:
    return TopCard(game.rules, game.position, seat, game.options, game.version).to_json()


def unfiltered(game: Game, seat: Seat) -> Any:
    return [event.to_json() for row in game.rows for event in row.events if event.kind != "deck-shuffled"]


def whole_rows(game: Game, seat: Seat) -> Any:
    return [row.to_json() for row in game.rows[1:]]


@pytest.mark.parametrize("leak", [leaking_view, unfiltered, whole_rows])
def test_the_checkers_catch_what_is_shown_to_the_wrong_people(leak: Show) -> None:
    with pytest.raises(AssertionError):
        check_told(3, leak)


def shown_to_all(self: TopCardSeen) -> TopCardSeen:
    return self


def shown_to_seat(self: TopCardSeen, seat: Seat) -> TopCardSeen:
    return self


@pytest.mark.parametrize(("method", "leak"), [("public", shown_to_all), ("seen_by", shown_to_seat)])
def test_the_checker_catches_an_event_that_is_public(method: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TopCardSeen, method, leak)
    with pytest.raises(AssertionError):
        check_told(3, told)


# --- plans ----------------------------------------------------------------------------------------------------------


def plans(game: Game, seat: Seat) -> Any:
    """Return what the deciding seat learns from planning a move."""
    moves = random.Random(game.version).sample(range(len(game.legal_moves)), min(4, len(game.legal_moves)))
    out = []
    for move in {*(game.legal_moves[k] for k in moves), game.legal_moves[0]}:
        preview = game.preview([move])
        events = [event.to_json() for event in preview.events]
        out.append([move.to_json(), preview.made, preview.stopped, preview.view.to_json(), events])
    return sorted(out, key=json.dumps)


@pytest.mark.rule("Q6")
@pytest.mark.parametrize("i", range(0, GAMES, 3), ids=name)
def test_plans_do_not_show_the_top_card(i: int) -> None:
    rng = random.Random(i)
    game = spy_game(i)
    player = random.Random(i + 9)
    while game.decision is not None and game.position.round <= 10:
        if holder(game) is not None and game.position.kind in ("auction", "bid", "run"):
            other = twin(game, rng, keep_top=holder(game) == game.position.seat)
            assert json.dumps(plans(game, None)) == json.dumps(plans(other, None))
        game.apply(choose(game, player, thrifty=True))


def about_to_be_sold(*deck: int | str) -> Game:
    """Seat 1 holds the card and has the highest bid; seat 0, directly before in order, may still raise."""
    game = position(
        "auctions",
        [{"plants": [3]}, {"plants": [4]}, {"plants": [5]}],
        options={"promo": [SPY, "taxes"]},
        modules={SPY: {"seat": 1}},
        market=[11, 12, 14, 15, 16, 19, 20, 21],
        deck=list(deck),
        order=[0, 1, 2],
        sat_out=[2],
        round=5,
    )
    game.apply(Open(11, 11))
    game.apply(Bid(12))
    return game


@pytest.mark.rule("Q6", "Q6a")
def test_a_plan_that_would_bring_the_card_does_not_show_the_top_card() -> None:
    """By passing, seat 0 would let the holder buy and get the card; a preview must not show it before."""
    seen = [about_to_be_sold(*deck).preview([Pass()]).view.to_json() for deck in ((24, 25), (25, 24))]
    assert seen[0] == seen[1]
    assert seen[0]["modules"][SPY].get("top") is None


@pytest.mark.rule("Q6", "Q7b")
def test_a_plan_does_not_tell_what_its_outcome_would_reveal() -> None:
    """Alone in the deck in step 1, the taxes stay there (Q7b): no draw stops the preview before the card moves."""
    plan = about_to_be_sold("taxes").preview([Pass()])
    assert "top-card-seen" not in [event.kind for event in plan.events]
    assert plan.view.modules[SPY].get("top") is None
