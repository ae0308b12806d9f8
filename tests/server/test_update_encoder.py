"""Updates for viewers are joined from shared parts: each viewer gets exactly their own view."""

from __future__ import annotations

import json
import random

import pytest

import stromnetz
from stromnetz.play.game import Game
from stromnetz.server.live.updates import UpdateEncoder
from tests.bot_games import played
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, decisions, game_number, name, promo_game

# open and hidden money, neutral companies, companies with workers, cards that only one seat has seen
KINDS = [0, 1, 7, FIRST_DELUXE, FIRST_DELUXE + 1, FIRST_OUTPOST, FIRST_OUTPOST + 3]


def check(game: Game, rng: random.Random) -> None:
    """Check that, in any order, every audience gets its own view and rows."""
    telling = UpdateEncoder(game)
    audiences: list[int | None] = [None, *range(game.rules.players)]
    for seat in rng.sample(audiences, len(audiences)):
        assert json.loads(telling.view(seat)) == json.loads(json.dumps(game.view(seat).to_json())), seat
        seats = () if seat is None else (seat,)
        after = max(-1, game.version - 3)
        told = json.loads(telling.rows(seats, after))
        assert told == json.loads(json.dumps([row.seen_by(seats) for row in game.rows[after + 1 :]]))


@pytest.mark.parametrize("i", KINDS, ids=name)
def test_every_audience_gets_its_own_view(i: int) -> None:
    rng = random.Random(i)
    for number, game in enumerate(decisions(game_number(i), i)):
        if number % 20 == 0:
            check(game, rng)
        if number > 500:
            break
    check(game, rng)


def test_cards_seen_by_one_seat_are_sent_to_it_only() -> None:
    rng = random.Random(5)
    for i in range(3):
        for number, game in enumerate(decisions(promo_game(i), i)):
            if number % 15 == 0:
                check(game, rng)
            if number > 300:
                break


def test_shared_parts_are_encoded_once() -> None:
    """With open money, a seat's view contains the spectator's players unchanged; with hidden money all but its own."""
    for money in ("open", "hidden"):
        game = played(stromnetz.new_game("classic-2009", players=4, seed=1, options={"money": money}), moves=30)
        public = game.view(None).to_json()
        for seat in range(4):
            players = game.view(seat).private_json(public)["players"]
            same = [players[other] is public["players"][other] for other in range(4)]
            assert same == [money == "open" or other != seat for other in range(4)]
