"""Conservation of cards, markers, money and houses after every move of random games."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stromnetz import Event, Game, GameOver, IllegalMove
from stromnetz.engine.position import STEP_3_CHANGED, Position, with_item
from stromnetz.play.files.position_json import cards_in
from tests.helpers import refused
from tests.properties.games import FIRST_DELUXE, ROUNDS, choose, classic, deluxe, game_number, name
from tests.properties.reference_rules import reach, storable, stores
from tests.properties.trust import SPOIL_TRUST, check_trust, check_trust_move
from tests.tier import NIGHTLY, cases

GAMES = [*classic(120), *deluxe(32)]
MARKERS = {
    "classic": {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12},
    "deluxe": {"coal": 27, "gas": 24, "oil": 20, "uranium": 12},
}


# --- what must hold in every position -------------------------------------------------------------------------------


def check_position(game: Game) -> None:
    check_cards(game)
    check_fuel(game)
    check_houses(game)
    rules, p = game.rules, game.position
    assert min(p.money) >= 0
    assert sorted(p.order) == list(range(rules.seats))
    assert rules.seats == (3 if against_the_trust(game) else rules.players)
    if rules.seats > rules.players:
        check_trust(game)
    assert p.bought & p.sat_out == 0
    assert 1 <= p.step <= 3
    if p.seat >= 0:
        assert not p.ended
        assert len(game.legal_moves) > 0
    else:
        assert p.ended
        assert game.decision is None


def against_the_trust(game: Game) -> bool:
    return game.rules.players == 2 and game.rules.edition.id.startswith("deluxe")


def most_places(game: Game) -> int:
    """The number of cards in a full market (M5, W1)."""
    if game.position.step_3 == STEP_3_CHANGED:
        return 6
    return 9 if game.rules.edition.id == "deluxe-europe" and game.position.step == 1 else 8


def check_cards(game: Game) -> None:
    rules, p = game.rules, game.position
    assert sorted(cards_in(rules, p)) == list(range(len(rules.cards))), "every card is in exactly one place"
    assert p.market == sorted(p.market)
    assert len(p.market) <= p.places <= most_places(game)
    assert p.deck[: len(p.under_deck)] == p.under_deck[::-1]
    for seat, plants in enumerate(p.plants):
        assert all(rules.for_sale[c] for c in plants)
        assert list(plants) == sorted(plants)
        scrapping = p.kind == "scrap" and p.seat == seat
        assert len(plants) <= (4 if rules.players == 2 and not against_the_trust(game) else 3) + scrapping
    if p.kind not in ("scrap", "discard-fuel", "bid", "assign"):
        smallest = rules.number[p.market[0]] if p.market and rules.for_sale[p.market[0]] else 99
        assert smallest > max(p.cities), "nothing obsolete is left on offer (M3)"
        assert len(p.market) == p.places or not p.deck, "every place is filled (M5)"


def check_fuel(game: Game) -> None:
    rules, p = game.rules, game.position
    for f in range(len(rules.fuel_ids)):
        assert min(p.stock[f], p.supply[f]) >= 0
        assert p.stock[f] <= len(rules.edition.printed.fuels[f].prices)
        held = sum(pool[f] for pool in p.fuel)
        assert p.stock[f] + p.supply[f] + held == MARKERS[rules.edition.id.split("-")[0]][rules.fuel_ids[f]]
    for seat in range(rules.seats):
        assert min(p.fuel[seat]) >= 0
        if not (p.kind == "discard-fuel" and p.seat == seat):
            assert storable(p.fuel[seat], stores(game, seat)), "a pool fits the stores"


def check_houses(game: Game) -> None:
    rules, p = game.rules, game.position
    for city, seats in enumerate(p.occupants):
        if not seats:
            continue
        # the Trust takes its places whatever the step (K6)
        assert all(place < p.step for place, seat in enumerate(seats) if seat < rules.players)
        assert rules.seats > rules.players or len(seats) <= p.step
        assert len(set(seats)) == len(seats)
        assert rules.board.region_of[city] in p.regions
    if p.kind == "region":
        return  # there is no playing area yet
    for seat in range(rules.players):
        assert p.cities[seat] == sum(seat in seats for seats in p.occupants)
        assert p.reach[seat] == reach(game, seat)
        assert p.caps[seat] == rules.storage_caps(p, seat)


# --- what a move may change -----------------------------------------------------------------------------------------

PAID = {"plant-bought": "price", "card-won": "price", "fuel-bought": "cost"}


def money_after(before: list[int], events: Sequence[Event]) -> list[int]:
    """Return the money of all seats after these events."""
    out = before[:]
    for event in events:
        data = event.to_json()
        if event.kind in PAID:
            out[data["seat"]] -= data[PAID[event.kind]]
        elif event.kind == "city-connected":
            out[data["seat"]] -= data["place_cost"] + data["connection_cost"]
        elif event.kind == "plants-ran":
            out[data["seat"]] += data["income"]
    return out


def check_move(before: Position, game: Game, events: Sequence[Event]) -> None:
    """Check that the events of a move match the changes of the position."""
    rules, p = game.rules, game.position
    assert p.money == money_after(before.money, events)
    counted = {"card-drawn": 0, "card-put-under": 0, "card-boxed": 0, "city-connected": 0}
    for event in events:
        if event.kind in counted:
            counted[event.kind] += 1
    assert len(p.deck) == len(before.deck) - counted["card-drawn"] + counted["card-put-under"]
    assert len(p.out_of_game) == len(before.out_of_game) + counted["card-boxed"]
    assert sum(p.cities) == sum(before.cities) + counted["city-connected"]
    assert p.removed == before.removed
    assert p.round - before.round in (0, 1)
    assert p.step >= before.step
    assert p.step_3 >= before.step_3
    assert (p.out_of_game[: len(before.out_of_game)], rules.seats) == (before.out_of_game, len(p.order))
    if rules.seats > rules.players:
        check_trust_move(before, game, events)


def play(i: int) -> Game:
    """Play game i to its end or the bound, check everything after every move, and undo where that is allowed."""
    rng = random.Random(i)
    game = game_number(i)
    check_position(game)
    while game.decision is not None and game.position.round <= ROUNDS:
        before = game.position
        saved = before.copy()
        seat = before.seat
        move = choose(game, rng, thrifty=bool(i // 20 % 2))
        events = game.apply(move)
        assert before == saved, "the position before a move stays as it was"
        check_position(game)
        check_move(before, game, events)
        if rng.random() < 0.1 and game.decision is not None:
            take_back(game, seat, saved, events)
            if game.position == saved:
                game.apply(move)
    return game


def take_back(game: Game, seat: int, saved: Position, events: Sequence[Event]) -> None:
    """Check that an undo restores exactly the position before, except after a move that revealed a card."""
    version = game.version
    if any(event.reveals for event in events):
        with refused("G1", game):
            game.undo(seat)
        return
    for other in range(game.rules.players):
        if other != seat:
            with refused("G1", game):
                game.undo(other)
    game.undo(seat)
    assert game.position == saved
    assert game.version == version + 1
    assert game.rows[-1].undoes == version


@pytest.mark.parametrize("i", GAMES, ids=name)
def test_nothing_is_lost_in_a_random_game(i: int) -> None:
    game = play(i)
    if game.decision is None:
        assert game.result is not None
        assert game.result.winners
        assert game.rows[-1].events[-1].kind == "game-ended"


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 100, FIRST_DELUXE] if NIGHTLY else [0, FIRST_DELUXE])
def test_random_games_end(first: int) -> None:
    """At most one in a hundred random games is cut by the bound of 300 rounds."""
    cut = 0
    for i in range(first, first + cases(100)):
        rng = random.Random(i + 1_000)
        game = game_number(i)
        while game.decision is not None and game.position.round <= ROUNDS:
            game.apply(choose(game, rng, thrifty=False))
        cut += game.decision is not None
    assert cut <= 1


# --- moves and undos as Hypothesis likes ----------------------------------------------------------------------------


class Table(RuleBasedStateMachine):
    """A game in which any legal move may be made, by a drawn index, or undone."""

    def __init__(self) -> None:
        super().__init__()
        self.game = game_number(0)
        self.past: list[tuple[int, Position]] = []
        """(seat, copy of the position before) of the undoable moves."""

    @initialize(i=st.integers(0, 419) | st.sampled_from(deluxe(100)), lead=st.integers(0, 250), seed=st.integers(0, 3))
    def begin(self, i: int, lead: int, seed: int) -> None:
        self.game = game_number(i)
        rng = random.Random(seed)
        for _ in range(lead):
            if self.game.decision is not None:
                self.game.apply(choose(self.game, rng, thrifty=bool(i % 2)))

    @precondition(lambda self: self.game.decision is not None)
    @rule(index=st.integers(0, 10_000))
    def move(self, index: int) -> None:
        game = self.game
        before, saved = game.position, game.position.copy()
        moves = game.legal_moves
        events = game.apply(moves[index % len(moves)])
        check_move(before, game, events)
        if any(event.reveals for event in events):
            self.past.clear()
        else:
            self.past.append((before.seat, saved))

    @precondition(lambda self: self.game.decision is not None and self.past)
    @rule()
    def undo(self) -> None:
        seat, saved = self.past.pop()
        self.game.undo(seat)
        assert self.game.position == saved

    @precondition(lambda self: self.game.decision is not None and self.past)
    @rule(other=st.integers(1, 5))
    def undo_of_another(self, other: int) -> None:
        owner = self.past[-1][0]
        seat = (owner + other) % self.game.rules.players
        if seat != owner:
            with refused("G1", self.game):
                self.game.undo(seat)

    @precondition(lambda self: self.game.decision is None)
    @rule(seat=st.integers(0, 1))
    def nothing_more(self, seat: int) -> None:
        with pytest.raises(GameOver):
            self.game.undo(seat)

    @invariant()
    def adds_up(self) -> None:
        check_position(self.game)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=cases(80),
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def test_the_checks_notice_what_does_not_add_up() -> None:
    """The checks catch each change of a consistent position."""
    for i in (44, FIRST_DELUXE):
        game = play(i)
        spoils = [_lose_card, _double_card, _lose_marker, _mint_marker, _debt, _house, _reach]
        for spoil in [*spoils, *(SPOIL_TRUST if i == FIRST_DELUXE else [])]:
            game.position = game.snapshots[-1][1].copy()
            check_position(game)
            spoil(game.position)
            with pytest.raises(AssertionError):
                check_position(game)


def _lose_card(p: Position) -> None:
    p.out_of_game = p.out_of_game[:-1]


def _double_card(p: Position) -> None:
    p.out_of_game = [*p.out_of_game, p.out_of_game[0]]


def _lose_marker(p: Position) -> None:
    p.supply[0] -= 1


def _mint_marker(p: Position) -> None:
    p.stock[3] += 1


def _debt(p: Position) -> None:
    p.money[0] = -1


def _house(p: Position) -> None:
    p.cities = with_item(p.cities, 0, p.cities[0] + 1)


def _reach(p: Position) -> None:
    p.reach = with_item(p.reach, 0, [n + 1 for n in p.reach[0]])


def test_an_undo_needs_a_move() -> None:
    game = game_number(0)
    with pytest.raises(IllegalMove, match="no move"):
        game.undo(0)
