"""Frozen opponents: they choose as in 0.2.0, whatever changes in the current levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stromnetz
from stromnetz.bots import make_bot
from stromnetz.bots.parameters import load, weights_from
from stromnetz.lab.opponents import FROZEN, Hard020, Master020, frozen_nets
from tests.learn.choices import stored_games
from tests.tier import cases

GAMES = stored_games()
HARD_CHOICES = json.loads(Path(__file__).with_name("hard_choices.json").read_text(encoding="utf-8"))
"""Per stored game, what ``hard`` of 0.2.0 chose in every eighth position, as numbers of legal moves."""


@pytest.mark.parametrize("number", range(0, len(GAMES), len(GAMES) // cases(len(GAMES)) * 5))
def test_frozen_opponents_choose_as_in_0_2_0(number: int) -> None:
    one = GAMES[number]
    hard = make_bot("stromnetz.lab.opponents:Hard020", 1)
    master = make_bot("stromnetz.lab.opponents:Master020", 1)
    assert isinstance(master, Master020)
    for at, game in enumerate(one.positions()):
        if at % 8:
            continue
        view = game.view(game.position.seat)
        assert game.legal_moves.index(hard.choose(view)) == HARD_CHOICES[number][at // 8]
        network = master._judge(view)
        assert network is not None
        judged = network.judge(*view.known_position())
        assert judged.best == one.chosen[at]
        assert master.choose(view) == judged.moves[judged.best]


def test_frozen_opponents_do_not_depend_on_current_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """They use files of their own, which must not change."""
    monkeypatch.setattr("stromnetz.bots.master.loaded_nets", tuple)
    zero_weights = weights_from(dict.fromkeys(load(), 0.0))
    monkeypatch.setattr("stromnetz.bots.parameters._default_parameters", lambda: zero_weights)
    assert make_bot("hard").weights.city == 0 < Hard020().weights.city  # type: ignore[attr-defined]
    game = stromnetz.new_game("classic-2004", players=3, seed=2)
    view = game.view(game.position.seat)
    assert Master020().choose(view) in game.legal_moves
    assert sorted(one.name for one in frozen_nets()) == ["classic.net", "deluxe.net", "outpost.net"]
    assert {file.name for file in FROZEN.iterdir()} == {"masters", "prices.toml", "weights.toml"}
