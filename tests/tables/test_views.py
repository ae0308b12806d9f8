"""Views at a table share what is equal: each viewer gets exactly their own view."""

from __future__ import annotations

import json
import random
from collections.abc import Collection

import pytest

import stromnetz
from stromnetz.play.game import Game
from stromnetz.server.live.updates import UpdateEncoder
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import PERSON, PROGRAM, RUNNING, Seat, Table
from stromnetz.tables.views import TableViews, view_json
from tests.bot_games import played
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, decisions, game_number, name, promo_game

# open and hidden money, neutral companies, companies with workers, cards that only one seat has seen
KINDS = [0, 1, 7, FIRST_DELUXE, FIRST_DELUXE + 1, FIRST_OUTPOST, FIRST_OUTPOST + 3]


def table_of(game: Game, programs: Collection[int] = ()) -> Table:
    """Return a running table at which this game is played, by people except for seats of programs."""
    settings = TableSettings(game.edition, game.map, game.players, "random", game.options)
    seats = [Seat(i, PERSON, guest=f"guest{i}") for i in range(game.players)]
    for i in programs:
        seats[i].give_to_program(f"guest{i}", "P")
    table = Table("id", "code", settings, seats, host="guest0", state=RUNNING)
    assert table.program_seats() == set(programs), PROGRAM
    return table


def check(game: Game, rng: random.Random) -> None:
    """Check that, in any order, every audience gets its own view and rows, and nothing else."""
    views = TableViews(table_of(game), game)
    encoder = UpdateEncoder(views)
    audiences: list[int | None] = [None, *range(game.rules.players)]
    for seat in rng.sample(audiences, len(audiences)):
        assert same(views.view(seat), game.view(seat).to_json()), seat
        seats = () if seat is None else (seat,)
        after = max(-1, game.version - 3)
        rows = [row.seen_by(seats) for row in game.rows[after + 1 :]]
        update = views.update(seats, after)
        assert same(json.loads(encoder.update(seats, after)), update)
        assert json.loads(encoder.update(seats, None)) == json.loads(json.dumps(views.update(seats, None)))
        assert same(update.pop("views"), [game.view(seat).to_json()])
        assert same(update.pop("rows"), rows)
        assert update == {"type": "rows", "after": after, "version": game.version, "undo": game.undo_seat}
        assert views.update(seats, None)["type"] == "state"


def same(one: object, other: object) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


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


def test_equal_parts_are_shared() -> None:
    """With open money, a seat's view contains the spectator's players unchanged; with hidden money all but its own."""
    for money in ("open", "hidden"):
        game = played(stromnetz.new_game("classic-2009", players=4, seed=1, options={"money": money}), moves=30)
        public = game.view(None).to_json()
        for seat in range(4):
            players = game.view(seat).private_json(public)["players"]
            same = [players[other] is public["players"][other] for other in range(4)]
            assert same == [money == "open" or other != seat for other in range(4)]


def buying(money: int) -> Game:
    """Return a game in which a seat with this money has to buy fuel."""
    for game in decisions(game_number(0), 0):
        seat = game.position.seat
        if game.decision is not None and game.decision.kind == "fuel" and game.decision.seat == seat:
            game.position.money[seat] = money
            return game
    raise AssertionError("nobody buys")


def test_program_gets_possible_options_only() -> None:
    """Fuel that it cannot pay is omitted in all its views; people see it."""
    game = buying(money=0)
    shown = game.view(game.position.seat).decision
    assert shown is not None
    assert [] in [one.get("costs") for one in shown.to_json()["options"] or []]
    seat = game.position.seat
    for programs, expected in (((seat,), ["done"]), ((), [one["kind"] for one in shown.to_json()["options"] or []])):
        told = TableViews(table_of(game, programs), game).view(seat)
        assert [one["kind"] for one in told["decision"]["options"]] == expected
        assert same(view_json(table_of(game, programs), game, seat), told)
