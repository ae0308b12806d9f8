"""Comparing moves on sampled deals: hints, explanations and reviews agree."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import stromnetz
from stromnetz import Game, Pass
from stromnetz.bots import make_bot
from stromnetz.bots.advice import advise
from stromnetz.bots.chances import net_for
from stromnetz.bots.master import MasterBot
from stromnetz.bots.move_comparison import CANDIDATES, MARGIN, compare_moves
from stromnetz.bots.review import Reviewer
from stromnetz.play.views import View
from tests.bot_games import watched

HALF_GAME = 70
"""Number of moves of half a game of two."""


def decisions(game: Game, every: int) -> list[View]:
    """Play a game with plain bots; every so many decisions that leave a choice, take the view of the deciding seat."""
    return [view for view in watched(game) if len(game.legal_moves) > 1][every - 1 :: every]


@pytest.mark.parametrize(
    ("edition", "board", "players", "every"),
    [("classic-2004", "germany", 3, 13), ("deluxe-europe", "europe", 2, 17), ("outpost", "planet", 3, 31)],
)
def test_no_explanation_contradicts_itself(edition: str, board: str, players: int, every: int) -> None:
    """The recommended move is shown with the highest chance, or within the margin, and then nothing else is claimed."""
    compared = 0
    for view in decisions(stromnetz.new_game(edition, board, players, 9_820_001), every):
        told = MasterBot().explain(view)
        first, *others = told.candidates
        assert len(told.candidates) <= CANDIDATES
        for other in others:
            assert other.score <= first.score + 100 * MARGIN
        if others:
            (reason,) = told.reasons
            assert reason.facts["other"] == others[0].move
            assert others[0].score == max(one.score for one in others)
            assert (reason.key == "chances") == (first.score > others[0].score + 100 * MARGIN)
            assert reason.key in ("chances", "chances-close")
            compared += 1
    assert compared >= 4


def test_moves_that_follow_hints_cost_nothing_in_the_review() -> None:
    """Hints at the default level, asked for whenever there is a choice."""
    game = stromnetz.new_game("classic-2004", "germany", 2, 9_820_002)
    other = make_bot("hard", 2)
    while game.version < HALF_GAME:
        view = game.view(game.position.seat)
        game.apply(advise(view).candidates[0].move if view.seat == 0 else other.choose(view))
    reviewer = Reviewer(game)
    found = [reviewer.decision(numbers) for numbers in reviewer.decisions_of(0)]
    reviewed = [one for one in found if one is not None]
    assert len(reviewed) > 10
    assert all((one.cost, one.better, one.name) == (0, None, "") for one in reviewed)


def test_the_better_move_of_a_review_is_the_recommended_one() -> None:
    game = stromnetz.new_game("classic-2004", "usa", 2, 8)
    views = list(islice(watched(game, make_bot("random", 2)), 26))
    reviewer, seen = Reviewer(game), 0
    for number in range(len(reviewer.moves)):
        found = reviewer.choice(number)
        if found is not None and found.better is not None:
            assert found.cost > MARGIN
            assert found.better == MasterBot(7).explain(views[found.version - 1]).move
            seen += 1
    assert seen > 2


def test_deals_depend_on_the_version_of_the_view_alone() -> None:
    game = stromnetz.new_game("classic-2004", "germany", 3, 9_820_003)
    view = decisions(game, 20)[0]
    judge = net_for(game.rules)
    found = compare_moves(judge, view)
    assert compare_moves(judge, View.unpacked(view.packed())) == found
    assert MasterBot(1).explain(view) == MasterBot(2).explain(view)
    worst = found.candidates[-1].move
    asked = compare_moves(judge, view, worst)
    assert (asked.best, asked.played.move) == (found.best, worst)


def test_moves_outside_the_candidates_have_a_cost() -> None:
    """The net does not consider giving twice the price; the review still says what that costs."""
    game = stromnetz.new_game("classic-2004", "germany", 2, 9_820_004)
    view = game.view(game.position.seat)
    judge = net_for(game.rules)
    dear = stromnetz.Open(3, 40)
    assert dear not in judge.judge(*view.known_position()).moves
    found = compare_moves(judge, view, dear)
    assert found.played.move == dear
    assert found.cost > 0.05
    assert found.cost == pytest.approx(found.candidates[0].chance - found.played.chance)


def test_the_end_of_the_game_is_not_passed() -> None:
    """In the last payments, only the result counts."""
    game = stromnetz.new_game("classic-2004", "germany", 2, 9_820_005, options={"short": True})
    last = decisions(game, 1)[-1]
    found = compare_moves(net_for(game.rules), last)
    assert {one.chance for one in found.candidates} <= {0.0, 0.5, 1.0}


def test_a_forced_move_is_not_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stromnetz.new_game("classic-2004", "germany", 2, 9_820_006)
    game.apply(stromnetz.Open(4, 50))
    view = game.view(game.position.seat)
    monkeypatch.setattr(View, "sample", lambda *_: pytest.fail("nothing to compare"))
    found = compare_moves(net_for(game.rules), view, Pass())
    assert ([one.move for one in found.candidates], found.cost) == ([Pass()], 0.0)


def test_the_reason_of_a_chosen_move_admits_a_better_one() -> None:
    game, bot = stromnetz.new_game("classic-2004", "germany", 3, 9_820_008), MasterBot()
    admitted = 0
    while game.version < 60:
        view = game.view(game.position.seat)
        move = bot.choose(view)
        told = bot.explain_choice(view)
        assert told.move == move
        if told.reasons and told.reasons[0].key == "chances-worse":
            assert told.candidates[1].move == bot.explain(view).move != move
            assert told.reasons[0].facts["second"] > told.reasons[0].facts["first"]
            admitted += 1
        game.apply(move)
    assert admitted


def test_the_sample_of_a_view_is_not_changed_by_a_comparison() -> None:
    view = decisions(stromnetz.new_game("classic-2004", "germany", 2, 9_820_007), 25)[0]
    before = view.sample(Random(1)).position
    compare_moves(net_for(view.sample(Random(1)).rules), view)
    assert view.sample(Random(1)).position == before
