"""Rollouts; and copying and pickling positions and games."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from stromnetz import BadInput, Bid, Done, Game, IllegalMove, Move, View, make_bot, new_game, rollout, rollouts
from stromnetz.editions.compose import promo_of
from stromnetz.engine.move_ranges import MoveList
from stromnetz.engine.phases.construction import open_cities
from stromnetz.engine.position import Position
from stromnetz.play.catalogue import editions
from tests.helpers import decision
from tests.rules.robot_tables import ROBOT, with_robot

EDITIONS = [facts.id for facts in editions()]


def played(edition: str, moves: int, players: int = 3, **options: Any) -> Game:
    promo = promo_of(edition)
    game = new_game(edition, players=players, seed=3, options={**({"promo": promo} if promo else {}), **options})
    rng = Random(3)
    while game.decision is not None and game.version < moves:
        legal = game.legal_moves
        game.apply(legal[rng.randrange(len(legal))])
    return game


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rollout_is_the_game_that_the_library_plays(edition: str) -> None:
    game = played(edition, 40)
    before = game.position.copy()
    out = rollout(game, Random(5))
    assert (game.version, game.position) == (40, before)
    rng, slow = Random(5), game.copy()
    while slow.decision is not None:
        legal = slow.legal_moves
        slow.apply(legal[rng.randrange(len(legal))])
    assert out.position == slow.position
    assert out.decisions == slow.version - 40
    assert out.result == slow.result is not None


def test_a_rollout_to_the_next_round_by_a_policy() -> None:
    game = played("classic-2004", 0)
    asked: list[int] = []

    def last(p: Position, moves: MoveList) -> int:
        asked.append(p.seat)
        return len(moves) - 1

    out = rollout(game, Random(1), last, until="round")
    assert (out.position.round, out.result, out.decisions) == (2, None, len(asked))
    assert set(asked) == {0, 1, 2}
    # from the beginning of a round on it is that round which is played
    assert rollout(game, Random(1), until="round").position.round == 2


def test_many_rollouts_draw_from_one_source_of_chance() -> None:
    games = [played("classic-2004", moves) for moves in (0, 30, 60)]
    rng = Random(2)
    one_by_one = [rollout(game, rng).position for game in games]
    assert [out.position for out in rollouts(games, Random(2))] == one_by_one
    over = one_by_one[0]
    assert over.ended
    assert rollouts([], Random(1)) == []


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_policy_that_chooses_no_move_is_told(number: int) -> None:
    with pytest.raises(BadInput, match="a policy chooses one of"):
        rollout(played("classic-2004", 0), Random(1), lambda p, moves: number)


def test_there_are_two_ends() -> None:
    with pytest.raises(BadInput, match="until end or round, not 'turn'"):
        rollout(played("classic-2004", 0), Random(1), until="turn")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 4])
def test_positions_and_games_can_be_copied_and_positions_packed(edition: str, players: int) -> None:
    pack(played(edition, 120, players))


def test_positions_with_robots_can_be_packed() -> None:
    pack(played("classic-2009", 120, 3, robots=["random"]))


def test_positions_in_which_houses_are_placed_for_the_trust_can_be_packed() -> None:
    game = played("deluxe-europe", 2, 2)
    assert game.position.kind == "place"
    pack(game)


@pytest.mark.parametrize("tile", ["last-choice", "early-choice-for-all", "bidding-choice", "deciding-choice"])
def test_positions_in_which_people_choose_for_a_robot_can_be_packed(tile: str) -> None:
    seats = [{"money": 50}, {"money": 50}, {"money": 50}]
    game = with_robot("building", [tile], *seats, order=[0, ROBOT, 1], round=1)
    pack(game)
    while decision(game) == "build":
        game.apply(Done())
    assert decision(game).startswith("robot-")
    pack(game)


@pytest.mark.rule("N3")
def test_a_packed_position_knows_what_becomes_of_the_marked_plant() -> None:
    game = played("deluxe-north-america", 0, 3)
    assert game.view(None).phase == "auctions"
    pack(game)


def pack(game: Game) -> None:
    for again in (pickle.loads(pickle.dumps(game.position)), copy.deepcopy(game.position), copy.copy(game.position)):
        assert again == game.position
        # it goes on alike: what is found by identity (a network that is not begun) is found in the copy too
        assert open_cities(game.rules, again, 0, 99) == open_cities(game.rules, game.position, 0, 99)
        packed = Game(game.rules, again, game.options, game.header)
        assert rollout(packed, Random(1)).position == rollout(game, Random(1)).position
    for copied in (copy.copy(game), copy.deepcopy(game)):
        assert copied == game
        copied.apply(copied.legal_moves[0])
        assert copied != game
    assert list(copy.deepcopy(game.legal_moves)) == list(game.legal_moves)


# --- bots as policies ---


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rollout_by_bots_is_the_game_that_they_play(edition: str) -> None:
    game = played(edition, 30)
    out = rollout(game, Random(1), [make_bot("plain"), make_bot("random", 4), make_bot("plain")])
    bots, slow = [make_bot("plain"), make_bot("random", 4), make_bot("plain")], game.copy()
    while slow.decision is not None:
        slow.apply(bots[slow.decision.seat].choose(slow.view(slow.decision.seat)))
    assert out.position == slow.position
    assert out.decisions == slow.version - 30
    assert game.version == 30


def test_one_bot_plays_all_seats() -> None:
    game = new_game("classic-2004", players=2, seed=1)
    bot = make_bot("plain")
    alone, both = rollout(game, Random(1), bot), rollout(game, Random(2), [bot, bot])
    assert alone.position == both.position
    assert rollout(game, Random(1), bot, until="round").position.round == 2
    assert [out.position for out in rollouts([game, game], Random(1), bot)] == [alone.position] * 2


class Spy:
    """Keeps its views; bids a fixed amount."""

    def __init__(self, move: Any) -> None:
        self.move = move
        self.views: list[View] = []

    def choose(self, view: View) -> Move:
        self.views.append(view)
        assert view.decision is not None
        move: Move = view.decision.legal_moves[0] if self.move is None else self.move
        return move


def test_bots_see_only_what_their_seat_may_see() -> None:
    game = new_game("classic-2004", players=2, seed=1, options={"money": "hidden"})
    spy = Spy(None)
    rollout(game, Random(1), [spy, make_bot("plain")], until="round")
    assert {view.seat for view in spy.views} == {0}
    assert all(view.players[1].money is None for view in spy.views)
    texts = [view.to_json() for view in spy.views]
    assert texts == [view.to_json() for view in spy.views]  # views that a bot keeps never change
    assert len({str(text) for text in texts}) == len(texts)


def test_bad_bots_are_refused() -> None:
    game = new_game("classic-2004", players=2, seed=1)
    with pytest.raises(IllegalMove):
        rollout(game, Random(1), Spy(Bid(5)))
    with pytest.raises(BadInput, match="a bot returns a move, not 'bid 5'"):
        rollout(game, Random(1), Spy("bid 5"))
    with pytest.raises(BadInput, match="one for each of 2 seats"):
        rollout(game, Random(1), [make_bot("plain")])
    wrong: Any = "plain"
    with pytest.raises(BadInput, match="a function, a bot or a list of bots, not 'plain'"):
        rollout(game, Random(1), wrong)
