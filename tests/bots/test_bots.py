"""The random and plain bots: legal moves only, reproducible, and games that end properly."""

from __future__ import annotations

import pytest

import stromnetz
from stromnetz import BadInput, Game
from stromnetz.bots import BOTS, make_bot
from tests.bot_games import played
from tests.tier import every

DELUXE = ("deluxe-europe", "deluxe-north-america")


def play(edition: str, board: str | None, players: int, seed: int, name: str, **options: object) -> Game:
    game = stromnetz.new_game(edition, board, players, seed, options=options)
    return played(game, *(make_bot(name, seed * 10 + seat) for seat in range(players)))


@pytest.mark.parametrize("players", every(2, range(2, 7)))
@pytest.mark.parametrize("board", every(2, ["germany", "usa"]))
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
def test_plain_bots_end_at_the_proper_number_of_cities(edition: str, board: str, players: int) -> None:
    for seed in range(4):
        game = play(edition, board, players, seed, "plain")
        assert max(game.position.cities) >= game.rules.end_at
        assert 6 <= game.position.round <= 18
        assert game.result is not None
        assert game.result.ranking[0].supplied >= game.rules.end_at - 8


@pytest.mark.parametrize("players", every(2, range(2, 7)))
@pytest.mark.parametrize("edition", DELUXE)
def test_plain_bots_end_deluxe_games_at_the_proper_number_of_cities(edition: str, players: int) -> None:
    """Games of two are played with the Trust, which does not affect the length of the game."""
    for seed in range(4):
        game = play(edition, None, players, seed, "plain")
        assert game.rules.end_at == (18, 17, 17, 15, 14)[players - 2]
        assert max(game.position.cities) >= game.rules.end_at
        assert 6 <= game.position.round <= 18
        assert game.result is not None
        assert game.result.ranking[0].supplied >= game.rules.end_at - 8
        assert set(game.result.winners) <= set(range(players))


def test_plain_bots_finish_the_short_game() -> None:
    for players in range(2, 7):
        game = play("classic-2009", "germany", players, 3, "plain", short=True)
        assert max(game.position.cities) == 7
        assert game.position.step == 1


@pytest.mark.parametrize(("edition", "players"), [("classic-2004", 3), *((edition, 2) for edition in DELUXE)])
def test_plain_beats_random(edition: str, players: int) -> None:
    wins = 0
    for seed in range(12):
        bots = [make_bot("plain" if seat == seed % players else "random", seed) for seat in range(players)]
        game = played(stromnetz.new_game(edition, None, players, seed), *bots)
        assert game.result is not None
        wins += seed % players in game.result.winners
    assert wins == 12


@pytest.mark.parametrize(("edition", "players"), every(2, [("classic-2009", 4), ("deluxe-europe", 2)]))
@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_repeats_itself_with_the_same_seed(name: str, edition: str, players: int) -> None:
    one, two = (play(edition, "usa" if edition == "classic-2009" else None, players, 5, name) for _ in range(2))
    assert one == two


def test_the_random_bot_reaches_every_kind_of_move() -> None:
    seen = set()
    for seed in range(6):
        game = play("classic-2009", "germany", 3, seed, "random")
        seen |= {row.move.kind for row in game.rows if row.move is not None}
    assert {"open", "bid", "pass", "sit-out", "scrap", "buy", "connect", "done", "run"} <= seen
    seen = {row.move.kind for row in play(DELUXE[1], None, 2, 1, "random").rows if row.move is not None}
    assert {"place", "open", "bid", "pass", "sit-out", "scrap", "buy", "connect", "done", "run"} <= seen


def test_a_bot_only_needs_its_own_view() -> None:
    """With hidden money, a bot decides as before, because it never uses the money of others."""
    shown = play("classic-2004", "germany", 4, 9, "plain")
    hidden = play("classic-2004", "germany", 4, 9, "plain", money="hidden")
    assert [row.move for row in shown.rows] == [row.move for row in hidden.rows]
    shown, hidden = (play("deluxe-north-america", None, 2, 9, "plain", money=money) for money in ("open", "hidden"))
    assert [row.move for row in shown.rows] == [row.move for row in hidden.rows]


def test_an_unknown_bot_is_bad_input() -> None:
    with pytest.raises(BadInput, match="the bots are random, plain"):
        make_bot("clever")
