"""Advice: based only on what the seat sees, legal, and with words in every language."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from stromnetz import Game, new_game
from stromnetz.bots import make_bot
from stromnetz.bots.advice import LEARNED_LEVEL, LEVELS, UNLEARNED_LEVEL, advise, default_level, levels_for
from stromnetz.engine.moves import MOVES
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import LANGUAGES, all_words
from stromnetz.server.core.bot_process_main import give_advice
from stromnetz.server.table_play.bot_turns import question_for
from tests.bot_games import watched
from tests.properties.games import FIRST_DELUXE, decisions, game_number
from tests.properties.test_hidden import twin


def moments(game: Game, every: int) -> list[Game]:
    return [game.copy() for _ in watched(game) if game.version % every == 0]


@pytest.mark.parametrize(("edition", "map"), [("classic-2009", "germany"), ("outpost", "planet")])
def test_advice_is_the_move_of_the_strongest_bot_in_words(edition: str, map: str) -> None:
    told = 0
    for game in moments(new_game(edition, map, 3, seed=6), 9):
        view = game.view(game.position.seat)
        own = advise(View.from_json(view.to_json()))
        best = own.candidates[0]
        assert best.move == make_bot(UNLEARNED_LEVEL).choose(view)
        assert all(game.is_legal(one.move) for one in own.candidates)
        assert [one.worth for one in own.candidates] == sorted((one.worth for one in own.candidates), reverse=True)
        said = {language: advise(view, language, UNLEARNED_LEVEL) for language in LANGUAGES}
        assert len({advice.candidates[0].text for advice in said.values()}) > 1 or best.text in ("pass", "scrap")
        assert all("{" not in advice.text + advice.candidates[0].text for advice in said.values())
        told += bool(own.text)
    assert told > 3 or edition == "outpost"


def test_every_kind_of_move_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        assert set(MOVES) <= set(all_words(language)["moves"])


@pytest.mark.parametrize("level", [*LEVELS, LEARNED_LEVEL])
@pytest.mark.parametrize("i", [4, FIRST_DELUXE + 1])
def test_advice_is_the_same_whatever_the_seat_does_not_know(i: int, level: str) -> None:
    """Positions that differ only in hidden information give the same advice."""
    rng, asked, every = random.Random(i), 0, 29 if level in LEVELS else 97
    for game in decisions(game_number(i), i):
        if game.version % every == 0:
            seat = game.position.seat
            views = [game.view(seat), twin(game, rng, seat).view(seat)]
            one, other = ({**question_for(view, level, 0), "language": "en"} for view in views)
            assert give_advice(one) == give_advice(other)
            asked += 1
    assert asked > 1


@pytest.mark.parametrize("level", [*LEVELS, LEARNED_LEVEL])
def test_every_level_says_why_in_every_language(level: str) -> None:
    without = {all_words("en")["advice"][key] for key in ("only-move", "cheap-start")}
    for game in moments(new_game("classic-2004", "germany", 3, seed=6), 31 if level in LEVELS else 97):
        view = game.view(game.position.seat)
        said = {language: advise(view, language, level).text for language in LANGUAGES}
        assert len(set(said.values())) == len(LANGUAGES)
        assert not any("{" in text for text in said.values())
        assert re.search(r"\d", said["en"]) or said["en"] in without


def test_the_master_advises_where_it_has_learned() -> None:
    assert levels_for("classic-2004", "germany", 3) == (*LEVELS, LEARNED_LEVEL)
    assert levels_for("classic-2004", "germany", 7) == LEVELS
    game = new_game("classic-2004", "germany", 3, seed=6)
    view = game.view(game.position.seat)
    assert default_level("classic-2004", "germany", 3) == LEARNED_LEVEL
    assert advise(view) == advise(view, bot=LEARNED_LEVEL) != advise(view, bot="hard")
    assert advise(View.from_json(view.to_json())) == advise(view, bot="hard")


def test_hard_advises_where_nothing_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stromnetz.bots.master.loaded_nets", tuple)
    game = new_game("outpost", "planet", 3, seed=6)
    view = game.view(game.position.seat)
    assert default_level("outpost", "planet", 3) == UNLEARNED_LEVEL
    assert advise(view) == advise(view, bot="hard")


def test_a_level_that_errs_gives_no_reasons_of_another_move() -> None:
    erred = 0
    for game in moments(new_game("classic-2009", "germany", 3, seed=6), 3):
        view = game.view(game.position.seat)
        easy = make_bot("easy", seed=5)
        easy.level = replace(easy.level, noise=0.0)  # type: ignore[attr-defined]
        sure, own = easy.explain(view), make_bot("easy", seed=5).explain(view)
        erred += own.move != sure.move
        assert own.reasons == (sure.reasons if own.move == sure.move else [])
    assert erred > 5
