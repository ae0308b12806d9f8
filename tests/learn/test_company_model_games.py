"""The outlook and settled decisions in games of Outpost."""

from __future__ import annotations

from array import array
from random import Random

import pytest

import stromnetz
from stromnetz import Done, Game, Move
from stromnetz.editions.outpost.bureaucracy import best_run
from stromnetz.editions.outpost.company import state
from stromnetz.editions.outpost.moves import Arrange
from stromnetz.editions.outpost.staff import WorkersDecider, free_places, wages
from stromnetz.learn.columns import OPTION_OUTLOOK, OPTION_OUTLOOK_SIZE, OPTION_SIZE
from stromnetz.learn.company_model import company_model
from stromnetz.learn.encoder import encode, encoder_of
from stromnetz.learn.outlook import Outlook
from tests.bot_games import watched


def option_outlooks(game: Game) -> list[dict[str, float]]:
    """The outlook of each option, by column."""
    rows, outlooks = array("f", bytes(4 * 64 * OPTION_SIZE)), array("f", bytes(4 * 64 * OPTION_OUTLOOK_SIZE))
    state = array("f", bytes(4 * encoder_of(game.rules).size))
    moves = encode(game, game.position.seat, state, rows)
    Outlook(game.rules, False).options(game.position, moves, outlooks)
    return [dict(zip(OPTION_OUTLOOK, outlooks[i * OPTION_OUTLOOK_SIZE :], strict=False)) for i in range(len(moves))]


@pytest.mark.parametrize("players", [2, 4])
def test_outlook_predicts_the_next_position(players: int) -> None:
    """In a random game, money, cities and supply after each building and hiring are as predicted."""
    game = stromnetz.new_game("outpost", players=players, seed=5)
    model = company_model(game.rules)
    assert model is not None
    rng = Random(2)
    met = set()
    for _ in range(260):
        if game.decision is None:
            break
        settled = model.settled(game.rules, game.position)
        if settled is not None:
            met.add(type(settled).__name__)
            assert game.is_legal(settled)
            game.apply(settled)
            continue
        kind, seat, money = game.position.kind, game.position.seat, game.position.money
        if kind not in ("network", "workers"):
            moves = game.legal_moves
            game.apply(moves[rng.randrange(min(len(moves), 3))])
            continue
        rows, before = option_outlooks(game), money[seat]
        number = rng.randrange(len(rows))
        move, outlook = game.legal_moves[number], rows[number]
        cities, round_before = game.position.cities[seat], game.position.round
        game.apply(move)
        met.add(move.kind)
        if move == Done() or (game.position.seat, game.position.round) != (seat, round_before):
            continue
        assert round(100 * outlook["fuel of the card"]) == before - game.position.money[seat]
        assert (
            round(10 * (outlook["lead in cities"] - rows[0]["lead in cities"])) == game.position.cities[seat] - cities
        )
    assert {"build", "hire", "Arrange"} <= met


def test_settled_board_earns_most() -> None:
    """No other arrangement of the cards earns more in this round."""
    game = stromnetz.new_game("outpost", players=3, seed=11)
    rules, tried = game.rules, 0
    model = company_model(rules)
    assert model is not None
    for _ in watched(game, "hard"):
        settled = model.settled(rules, game.position)
        if settled is not None and len(game.legal_moves) > 2:
            tried += 1
            best = earned(game, settled)
            assert all(earned(game, move) <= best for move in game.legal_moves)
        if tried == 12:
            break
    assert tried == 12


def earned(game: Game, move: Move) -> int:
    """The highest income of this round after an arrangement, with optimal hiring."""
    rules, p = game.rules, game.position.copy()
    seat = p.seat
    if isinstance(move, Arrange):
        state(rules, p).placed[seat] = tuple(sorted(rules.card(ref) for ref in move.cards))
    return max(
        rules.payment(best_run(rules, p, seat, hired, free_places(rules, p, seat, hired))[0])
        - wages(rules, p, seat, hired)
        for hired in range(WorkersDecider().affordable(rules, p, seat) + 1)
    )
