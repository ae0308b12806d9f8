"""A game stored row by row resumes exactly, including undo, from any of its stored positions."""

from __future__ import annotations

import json
import random

import pytest

from stromnetz import BadInput, Game, StromnetzError, new_game, parse_game
from stromnetz.play.files.position_json import dump
from stromnetz.play.files.stored_games import game_at_version, resume
from tests.properties.games import FIRST_DELUXE, choose, game_number

GAMES = [0, 3, 7, FIRST_DELUXE, FIRST_DELUXE + 3]


def play(i: int, moves: int, seed: int) -> tuple[Game, list[tuple[int, dict[str, object]]], list[Game]]:
    """A game with undone moves, its stored positions, and copies of the game after every row."""
    rng = random.Random(seed)
    game = game_number(i)
    kept = [(0, dump(game.rules, game.position))]
    after = [game.copy()]
    while game.decision is not None and game.version < moves:
        before = game.position.round
        if rng.random() < 0.25:
            try:
                game.undo(game.rows[-1].seat or 0)
            except StromnetzError:
                game.apply(choose(game, rng, thrifty=True))
        else:
            game.apply(choose(game, rng, thrifty=True))
        if game.position.round > before:
            kept.append((game.version, dump(game.rules, game.position)))
        after.append(game.copy())
    return game, kept, after


def undo_all(game: Game) -> list[dict[str, object]]:
    """Undo everything that can be undone."""
    out: list[dict[str, object]] = []
    while True:
        try:
            game.undo(next(row.seat or 0 for row in reversed(game.rows) if row.seq == game._undo[-1]))
        except (StromnetzError, IndexError):
            return out
        out.append(dump(game.rules, game.position))


@pytest.mark.parametrize("i", GAMES)
@pytest.mark.parametrize("now", [True, False], ids=["with its last position", "from the last round"])
def test_a_resumed_game_is_identical(i: int, now: bool) -> None:
    undone = 0
    for seed in range(4):
        game, kept, _ = play(i, 60 + 37 * seed, seed)
        record = json.loads(json.dumps(game.to_json()))
        last = dump(game.rules, game.position) if now else None
        other = resume(record, record["rows"], kept, last)
        assert other == game
        assert other._undo == game._undo
        undone += len(game._undo)
        assert undo_all(other.copy()) == undo_all(game.copy())
        for _ in range(30):
            if game.decision is not None:
                move = choose(game, random.Random(game.version), thrifty=True)
                assert other.apply(move) == game.apply(move)
        assert other == game
    assert undone > 0


@pytest.mark.parametrize("i", GAMES)
def test_every_earlier_position_can_be_restored(i: int) -> None:
    game, kept, after = play(i, 150, 1)
    assert any(row.undoes is not None for row in game.rows)
    for version, then in enumerate(after):
        again = game_at_version(game, version, kept)
        assert again == then
        for seat in (None, 0, 1):
            assert again.view(seat) == then.view(seat)


def test_undo_needs_the_position_before_the_first_undoable_row() -> None:
    game, _, after = play(3, 97, 1)
    assert game._undo
    kept = [(seq, dump(then.rules, then.position)) for seq, then in enumerate(after)]
    other = resume(game.to_json(), game.to_json()["rows"], kept, dump(game.rules, game.position))
    assert undo_all(other) == undo_all(game)


def test_rows_of_older_revisions_are_kept() -> None:
    game, kept, _ = play(0, 40, 2)
    record = {**game.to_json(), "revision": 0}
    other = resume(record, record["rows"], kept, dump(game.rules, game.position))
    assert other.header["since"] == {"seq": game.version, "revision": game.rules.edition.revision}
    assert other.position == game.position
    with pytest.raises(StromnetzError):
        other.undo(game.rows[-1].seat or 0)


@pytest.mark.parametrize("since", ["1", 1.0, True, None, -1, 99])
def test_wrong_number_of_the_last_older_row_is_refused(since: object) -> None:
    game, _, _ = play(0, 10, 2)
    with pytest.raises(BadInput, match="last older row"):
        parse_game({**game.to_json(), "since": {"seq": since, "revision": game.rules.edition.revision}})


def test_without_a_position_nothing_can_be_resumed() -> None:
    game, kept, _ = play(0, 10, 3)
    with pytest.raises(BadInput, match="no position"):
        resume(game.to_json(), game.to_json()["rows"], [])
    for version in (-1, game.version + 1):
        with pytest.raises(BadInput, match="there is no row"):
            game_at_version(game, version, kept)


def test_a_row_shows_each_seat_its_own() -> None:
    """One seat looks at the top card; only the player of that seat is told which card it is."""
    for seed in range(40):
        game = new_game("classic-2004", players=3, seed=seed, options={"promo": ["industrial-espionage"]})
        rng = random.Random(seed)
        while game.decision is not None and game.position.round < 9:
            game.apply(choose(game, rng, thrifty=True))
            row = game.rows[-1]
            looks = [e.to_json() for e in row.events if e.kind == "top-card-seen"]
            if looks:
                seat = looks[0]["seat"]
                others = [s for s in range(3) if s != seat]
                assert looks[0] in row.seen_by([seat])["events"]
                assert looks[0] in row.seen_by([*others, seat])["events"]
                for seats in ([], others):
                    assert looks[0] not in row.seen_by(seats)["events"]
                    assert row.seen_by(seats) == row.to_json(public=True)
                return
    pytest.fail("nobody ever looked")
