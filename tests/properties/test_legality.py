"""Legal ⇔ accepted: at many positions every kind × id × amount is tried, without using the list of moves."""

from __future__ import annotations

from collections import Counter

import pytest

from stromnetz import Buy, Game, Move, Open, Run
from stromnetz.editions.outpost.moves import Arrange, Hire
from tests.properties import outpost_games
from tests.properties.games import KINDS, deluxe, discard_fuel_games, every_move, name, outpost, sample
from tests.properties.reference_rules import is_allowed

BLOCKS = [*range(40), *deluxe(16), *outpost(15)]
EACH = 13


def check_sequence(game: Game, found: set[Move]) -> None:
    """Check that the lazy sequence has exactly the accepted moves, in every way to read it."""
    moves = game.legal_moves
    listed = list(moves)
    assert set(listed) == found, {"missing": found - set(listed), "too many": set(listed) - found}
    assert len(moves) == len(listed) == len(found)
    assert [moves[i] for i in range(len(moves))] == listed
    assert [moves[i - len(moves)] for i in range(len(moves))] == listed
    assert list(moves[1::2]) == listed[1::2]
    assert all(move in moves for move in listed)
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(IndexError):
        moves[-len(moves) - 1]


def check_position(game: Game) -> None:
    """Check that moves are accepted exactly if they are listed, and if the reference rules allow them."""
    before = game.position.copy()
    moves = game.legal_moves
    found: set[Move] = set()
    for move in every_move(game):
        legal = game.is_legal(move)
        assert legal == (move in moves), move
        assert legal == is_allowed(game, move), (game.position.kind, move, legal)
        if legal:
            found.add(move)
    assert found, "somebody is asked, but nothing can be done"
    check_sequence(game, found)
    assert game.position == before


@pytest.mark.parametrize("i", BLOCKS, ids=name)
def test_what_is_listed_is_what_is_accepted_and_what_the_book_allows(i: int) -> None:
    games = sample(i, EACH)
    assert len(games) == EACH
    for game in games:
        check_position(game)


@pytest.mark.rule("A9", "P4")
def test_giving_up_fuel() -> None:
    for game in discard_fuel_games():
        assert game.position.kind == "discard-fuel"
        assert len(game.legal_moves) > 1
        check_position(game)


@pytest.mark.slow
def test_every_kind_of_decision_is_tried() -> None:
    count: Counter[str] = Counter(game.position.kind for block in BLOCKS for game in sample(block, EACH))
    count.update(game.position.kind for game in discard_fuel_games())
    assert set(count) == {*KINDS, *outpost_games.KINDS}
    assert sum(count.values()) >= 500
    assert min(count.values()) >= 10, count


@pytest.mark.parametrize("i", BLOCKS[::4], ids=name)
def test_the_short_form_of_a_run(i: int) -> None:
    """Without its fuel, a run is legal exactly if there is one way to fuel it, in any order of the plants."""
    for game in sample(i, 3 * EACH):
        if game.position.kind != "run":
            continue
        ways = Counter(move.plants for move in game.legal_moves if isinstance(move, Run))
        for move in every_move(game):
            if isinstance(move, Run):
                assert game.is_legal(Run(move.plants)) == (ways[move.plants] == 1)
                assert game.is_legal(Run(move.plants[::-1], move.burn)) == game.is_legal(move)


@pytest.mark.parametrize("block", BLOCKS[::8], ids=name)
def test_what_is_accepted_can_be_made(block: int) -> None:
    """The options of the decision stand for the same moves."""
    for game in sample(block, EACH):
        for move in game.legal_moves:
            after = game.copy()
            after.apply(move)
            assert after.version == game.version + 1
        check_options(game)


def check_options(game: Game) -> None:
    """Check that the options name the same plants, fuels, cities and amounts as the moves."""
    assert game.decision is not None
    promised: set[Move] = set()
    others = 0
    for option in game.decision.options or []:
        data = option.to_json()
        if data["kind"] == "open":
            promised.update(Open(data["plant"], n) for n in range(data["minimum"], data["maximum"] + 1))
        elif data["kind"] == "buy":
            promised.update(Buy(data["fuel"], n + 1) for n in range(len(data["costs"])))
        elif data["kind"] == "hire":
            promised.update(Hire(n) for n in range(len(data["costs"])))
        elif data["kind"] == "arrange":
            arranged = {move for move in every_move(game) if isinstance(move, Arrange) and is_allowed(game, move)}
            assert {card for move in arranged for card in move.cards} <= {
                card for cards in ("plants", "housings", "either") for card in data[cards]
            }
            promised |= arranged
        elif data["kind"] == "bid":
            others += data["maximum"] - data["minimum"] + 1
        else:
            others += 1
    assert promised == {move for move in game.legal_moves if isinstance(move, Open | Buy | Hire | Arrange)}
    assert len(promised) + others == len(game.legal_moves)
