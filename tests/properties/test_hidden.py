"""Hidden information stays hidden: views, plans and events are equal if only hidden information differs (I1)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

import stromnetz
from stromnetz import Done, Game, StromnetzError, View
from stromnetz.editions.files.loader import board
from stromnetz.engine.events import DeckShuffled
from stromnetz.engine.position import STEP_3_TO_COME, Position
from stromnetz.engine.rules import Rules
from stromnetz.play.files.position_json import check
from tests.helpers import position
from tests.properties.games import (
    FIRST_DELUXE,
    FIRST_OUTPOST,
    FIRST_ROBOTS,
    ROUNDS,
    choose,
    classic,
    decisions,
    deluxe,
    game_number,
    name,
    outpost,
    robots,
    some_moves,
)

Seat = int | None
See = Callable[[Game, Seat], Any]

GAMES = [*classic(60), *deluxe(16), *outpost(8), *robots(5)]


# --- pairs that differ only in hidden things ------------------------------------------------------------------------


def put_under(game: Game) -> set[Any]:
    """The cards that were put under the deck openly."""
    events = [event for row in game.rows for event in row.events]
    return {event.to_json()["card"] for event in events if event.kind == "card-put-under"}


def unseen(game: Game) -> set[Any]:
    """The cards that have not been seen, or whose place in the deck or among the removed cards is unknown."""
    rules, p = game.rules, game.position
    cards = {rules.card_refs[c] for c in (*p.deck, *p.removed)}
    return cards - put_under(game) - {rules.card_refs[rules.step_3_card]}


def twin(game: Game, rng: random.Random, viewer: Seat) -> Game:
    """Return a game that looks the same to the viewer: other cards to come, another seed, other hidden money."""
    out = game.copy()
    p = out.position = game.position.copy()
    other_cards(game, p, rng)
    p.seed = rng.getrandbits(256)
    if p.step_3 == STEP_3_TO_COME and game.rules.edition.market.step_3_in_deck:
        p.reshuffle = tuple(rng.sample(p.deck, len(p.deck)))
    if game.options["money"] == "hidden" and not p.ended:
        for seat in range(game.rules.players):
            if seat != viewer and seat not in game.rules.automatic:
                p.money[seat] += rng.randrange(1, 200)
    check(game.rules, p)
    return out


def other_cards(game: Game, p: Position, rng: random.Random) -> None:
    """Deal deck and removed cards again, except for public knowledge.

    That is the cards under the deck, the place of "Step 3", and if backs differ, the back of the top card (I2) and the
    number of removed cards by back (D5).
    """
    rules = game.rules
    top = p.deck[-1:]
    loose = [i for i in range(len(p.under_deck), len(p.deck)) if p.deck[i] != rules.step_3_card]
    hidden = unseen(game)
    mixed = [c for c in (*p.removed, *(p.deck[i] for i in loose)) if rules.card_refs[c] in hidden]
    rng.shuffle(mixed)
    known = [p.deck[i] for i in loose if rules.card_refs[p.deck[i]] not in hidden]
    out = []
    for old in p.removed:
        out.append(next(c for c in mixed if rules.cards[c].back == rules.cards[old].back))
        mixed.remove(out[-1])
    p.removed = out
    back = mixed + known
    rng.shuffle(back)
    if loose and loose[-1] == len(p.deck) - 1:
        # the last of the loose places is the top of the deck
        like = next(c for c in back if rules.cards[c].back == rules.cards[top[0]].back)
        back.remove(like)
        back.append(like)
    deck = p.deck[:]  # copies of a position share it
    for i, card in zip(loose, back, strict=True):
        deck[i] = card
    p.deck = deck


# --- the checker: it is also run on views that leak, and must catch them --------------------------------------------


def see(game: Game, seat: Seat) -> Any:
    view = game.view(seat)
    return {**view.to_json(), "legal": [m.to_json() for m in (view.decision.legal_moves if view.decision else [])]}


def check_pairs(i: int, see: See, step: int) -> None:
    """Check at intervals in game i that each seat and a spectator see a position and its twin alike."""
    rng = random.Random(i)
    game = game_number(i)
    pairs = 0
    for table in decisions(game, i):
        if table.version % step == 0:
            for seat in (None, *range(table.rules.players)):
                other = twin(table, rng, seat)
                pairs += other.position != table.position
                assert json.dumps(see(table, seat)) == json.dumps(see(other, seat))
    for seat in (None, *range(game.rules.players)):
        assert see(game, seat) == see(twin(game, rng, seat), seat)
    assert pairs > 10


@pytest.mark.parametrize("i", GAMES, ids=name)
def test_views_are_equal_where_only_hidden_things_differ(i: int) -> None:
    check_pairs(i, see, step=11)


class TopCard(View):
    """A leaking view, which keeps the true position."""

    def __init__(self, rules: Rules, p: Position, seat: Seat, options: Mapping[str, Any], version: int) -> None:
        super().__init__(rules, p, seat, options, version)
        self.true = p

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "leak": self.leak}

    @property
    def leak(self) -> Any:
        return self.true.deck[-1] if self.true.deck else None


class Removed(TopCard):
    @property
    def leak(self) -> Any:
        return sorted(self.true.removed)


class Seed(TopCard):
    @property
    def leak(self) -> Any:
        return self.true.seed


class Script(TopCard):
    @property
    def leak(self) -> Any:
        return self.true.reshuffle


class Money(TopCard):
    @property
    def leak(self) -> Any:
        return max(self.true.money)


@pytest.mark.parametrize("i", [4, FIRST_DELUXE + 1, FIRST_OUTPOST + 3], ids=name)
@pytest.mark.parametrize("leaky", [TopCard, Removed, Seed, Script, Money])
def test_the_checker_catches_a_view_that_leaks(leaky: type[View], i: int) -> None:
    def see_too_much(game: Game, seat: Seat) -> Any:
        return leaky(game.rules, game.position, seat, game.options, game.version).to_json()

    with pytest.raises(AssertionError):
        check_pairs(i, see_too_much, step=11)


# --- plans and refusals ---------------------------------------------------------------------------------------------


def plan_and_refusals(game: Game, seed: int) -> Any:
    """Return what the deciding seat learns from planning a few moves and from trying illegal ones."""
    rng = random.Random(seed)
    out: list[Any] = []
    for _ in range(3):
        plan: list[stromnetz.Move] = []
        moves = game.legal_moves[:]
        while moves and len(plan) < 5:
            plan.append(rng.choice(moves))
            preview = game.preview(plan)
            events = [e.to_json() for e in preview.events]
            out.append([preview.made, preview.stopped, preview.view.to_json(), events])
            moves = [] if preview.view.decision is None else list(preview.view.decision.legal_moves)
    for move in some_moves(game, rng, 12):
        try:
            game.preview([move])
        except StromnetzError as error:
            out.append(error.to_json())
    return out


def check_plans(i: int, learn: Callable[[Game, int], Any], step: int) -> None:
    rng = random.Random(i)
    for table in decisions(game_number(i), i):
        if table.version % step == 0:
            other = twin(table, rng, table.position.seat)
            assert json.dumps(learn(table, i)) == json.dumps(learn(other, i))


@pytest.mark.parametrize("i", GAMES[::2], ids=name)
def test_plans_and_refusals_tell_nothing_hidden(i: int) -> None:
    check_plans(i, plan_and_refusals, step=17)


@pytest.mark.rule("I1")
def test_a_plan_that_ends_the_game_shows_nobodys_money() -> None:
    """At the end of the game all money is open, but not in a preview of the end."""
    seats: list[dict[str, Any]] = [{"cities": board("germany").city_ids[:17]}, {}, {}]
    for money in (50, 51):
        seats[1]["money"] = money
        game = position("building", seats, order=[0, 1, 2], to_act=0, options={"money": "hidden"}, deck=[], step=1)
        assert [player.money for player in game.preview([Done()]).view.players] == [50, None, None]


def test_the_checker_catches_a_plan_that_draws() -> None:
    def really_do(game: Game, seed: int) -> Any:
        return [e.to_json() for move in game.legal_moves[:3] for e in game.copy().apply(move)]

    for i in (4, FIRST_DELUXE, FIRST_OUTPOST):
        with pytest.raises(AssertionError):
            check_plans(i, really_do, step=1)


# --- records that are shown -----------------------------------------------------------------------------------------


def dealt_otherwise(game: Game, rng: random.Random) -> Game:
    """Return a second game with the same moves that differs only in cards that the first has not revealed."""
    rules, p = game.rules, game.position
    header, shuffles = game.header["setup"], [e for row in game.rows for e in row.events if isinstance(e, DeckShuffled)]
    first = [rules.card(ref) for ref in shuffles[0].cards or []]
    script = p.copy()
    other_cards(game, script, rng)
    reshuffle = None
    if len(shuffles) == 1:
        below = len(p.under_deck)
        drawn = first[: max(0, len(first) - (len(p.deck) - below))]
        deck = drawn + script.deck[below:][::-1] if drawn or p.deck else first
    else:
        deck = first
        again = [rules.card(ref) for ref in shuffles[1].cards or []]
        drawn = again[: max(0, len(again) - (len(p.deck) - len(p.under_deck)))]
        reshuffle = drawn + script.deck[len(p.under_deck) :][::-1]
    order = [seat for seat in game.rows[0].events[0].to_json()["order"] if seat < rules.players]
    tiles = rules.edition.id == "outpost"  # where the market is laid out from the deck as well
    drawn_market = rules.edition.market.opening_back is not None and not tiles
    other = stromnetz.new_game(
        rules.edition.id,
        map=rules.board.id,
        players=rules.players,
        seed=rng.getrandbits(256),
        regions="draft" if header["regions"] == "draft" else [rules.board.region_ids[r] for r in p.regions],
        options=game.options,
        order=order,
        market=rules.refs(game.snapshots[0][1].market) if drawn_market else None,
        deck=rules.refs(deck),
        reshuffle=None if reshuffle is None else rules.refs(reshuffle),
        tiles=p.tiles if tiles else None,
    )
    for row in game.rows[1:]:
        assert row.move is not None
        other.apply(row.move, row.seat)
    return other


CARD_KEYS = (
    "card",
    "cards",
    "plant",
    "plants",
    "current",
    "future",
    "under_deck",
    "out_of_game",
    "on_offer",
    "placed",
    "on",
)


def named_cards(data: Any) -> set[Any]:
    """Return every card that JSON data names."""
    out: set[Any] = set()
    if isinstance(data, dict):
        for key, value in data.items():
            if key in CARD_KEYS and not isinstance(value, dict):
                refs = value if isinstance(value, list) else [value]
                out.update(ref for ref in refs if isinstance(ref, int | str))
            out |= named_cards(value)
    elif isinstance(data, list):
        for value in data:
            out |= named_cards(value)
    return out


def check_shown(game: Game, data: Any) -> None:
    """Check that data for players contains no unseen card and no seed."""
    text = json.dumps(data)
    assert hex(game.position.seed) not in text
    assert str(game.position.seed) not in text
    for word in ('"seed"', '"setup"', '"deck": [', '"removed": [', '"snapshots"', '"reshuffle"'):
        assert word not in text
    assert not named_cards(data) & unseen(game), named_cards(data) & unseen(game)


def cut_game(i: int, seed: int) -> Game:
    """Return game i up to some point, with a seed that can be found in a text."""
    rng = random.Random(seed)
    like = game_number(i)
    game = stromnetz.new_game(
        like.rules.edition.id,
        map=like.rules.board.id,
        players=like.rules.players,
        seed=rng.getrandbits(250) | 1 << 250,
        regions=like.header["setup"]["regions"],
        options=like.options,
    )
    cut = rng.randrange(20, 60 * like.rules.players)
    while game.decision is not None and game.version < cut and game.position.round <= ROUNDS:
        game.apply(choose(game, rng, thrifty=bool(i % 2)))
    return game


@pytest.mark.parametrize("i", [i for i in GAMES if i < FIRST_ROBOTS], ids=name)  # what robots draw openly is the seed's
def test_records_that_are_shown(i: int) -> None:
    game = cut_game(i, seed=i)
    shown = game.to_json(hidden=False)
    check_shown(game, shown)
    for row in game.rows:
        check_shown(game, [e.to_json() for event in row.events if (e := event.public()) is not None])
    for seat in (None, *range(game.rules.players)):
        check_shown(game, game.view(seat).to_json())
    other = dealt_otherwise(game, random.Random(i))
    if len(unseen(game)) > 1:
        assert other.position != game.position
    assert json.dumps(other.to_json(hidden=False)) == json.dumps(shown)
    for seat in (None, *range(game.rules.players)):
        assert see(other, seat) == see(game, seat)


def test_the_checkers_catch_a_record_with_its_hidden_part() -> None:
    for i in (6, FIRST_DELUXE, FIRST_OUTPOST):
        game = cut_game(i, seed=1)
        with pytest.raises(AssertionError):
            check_shown(game, game.to_json())
        with pytest.raises(AssertionError):
            check_shown(game, [row.to_json() for row in game.rows])
        with pytest.raises(AssertionError):
            check_shown(game, game.position_json())
