"""The levels: they finish all kinds of games, explain their moves in every language, and check weights."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import stromnetz
import stromnetz.bots
from stromnetz import BadInput, Game
from stromnetz.bots import BOTS, make_bot
from stromnetz.bots.levels import EasyBot
from stromnetz.bots.parameters import load
from stromnetz.play.catalogue import editions
from stromnetz.play.words.vocabulary import common_words
from tests.bot_games import played
from tests.tier import every

LEVELS = ("beginner", "easy", "normal", "hard")
KINDS = [(e.id, board, n) for e in editions() for board in e.maps for n in e.players_on[board]]


def play(game: Game, names: list[str]) -> Game:
    return played(game, *names, rounds=39)


@pytest.mark.parametrize(("edition", "board", "players"), every(4, KINDS))
def test_every_kind_of_game_comes_to_an_end(edition: str, board: str, players: int) -> None:
    names = [LEVELS[(seat + players) % len(LEVELS)] for seat in range(players)]
    assert play(stromnetz.new_game(edition, board, players, 11), names).result is not None


class Sure(EasyBot):
    """A level without errors, because moves made by error have no reasons."""

    level = replace(EasyBot.level, noise=0.0)


def test_hard_tells_why_in_three_languages() -> None:
    """All its decisions in two games have a reason, and all gaps in the sentences are filled."""
    keys: set[str] = set()
    for seed in (1, 2):
        game = stromnetz.new_game("classic-2004", "germany", 4, seed)
        bots = [Sure(), *(make_bot("hard", seat) for seat in range(1, 4))]
        while (decision := game.decision) is not None:
            view = game.view(decision.seat)
            told = bots[decision.seat].explain(view)
            assert view.decision is not None
            assert told.move in view.decision.legal_moves
            assert told.candidates == sorted(told.candidates, key=lambda one: -one.score)
            new = [reason for reason in told.reasons if reason.key not in keys]
            assert told.reasons
            if new:
                keys.update(reason.key for reason in new)
                texts = {told.text(view, language) for language in ("en", "de", "nl")}
                assert len(texts) == 3
                assert not any(not text or "{" in text for text in texts)
            game.apply(told.move, decision.seat)
    assert {"start", "cheap-start", "plant", "sit-out", "scrap", "fuel", "build", "run"} <= keys


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(stromnetz.bots.__path__[0]).rglob("*.py"))
    assert set(re.findall(r'Reason\(\s*"([a-z-]+)"', source)) == set(common_words("en")["advice"])


def test_explanations_match_the_moves() -> None:
    game = stromnetz.new_game("deluxe-europe", players=3, seed=4)
    while (decision := game.decision) is not None and game.position.round < 4:
        view, bot = game.view(decision.seat), make_bot("normal", 3)
        move = bot.choose(view)
        assert bot.explain(view).move == move
        game.apply(move, decision.seat)


def test_weights_that_do_not_fit_are_refused() -> None:
    usual = load()
    assert make_bot("hard", 0, usual).name == "hard"
    with pytest.raises(BadInput, match="there is no weight 'luck'; the weights are city, cash"):
        make_bot("hard", 0, {**usual, "luck": 1.0})
    with pytest.raises(BadInput, match=r"these weights do not fit: city is missing"):
        make_bot("hard", 0, {name: value for name, value in usual.items() if name != "city"})
    with pytest.raises(BadInput, match="the bot plain weighs nothing"):
        make_bot("plain", 0, usual)
    assert set(LEVELS) <= set(BOTS)


def test_in_the_first_round_nobody_would_pay_everything_for_a_plant() -> None:
    """Everyone must buy one (A3), so the gain of alternatives is subtracted."""
    game = stromnetz.new_game("classic-2004", "germany", 4, 3)
    view = game.view(game.position.seat)
    (reason,) = make_bot("hard").explain(view).reasons
    assert reason.facts["limit"] < 15
