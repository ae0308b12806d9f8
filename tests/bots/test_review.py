"""Reviews of finished games: later events do not count, and worse play costs more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Buy, Open, Pass
from stromnetz.bots import make_bot
from stromnetz.bots.chances import view_chances
from stromnetz.bots.review import Moment, Reviewer, turning_points
from stromnetz.cli import main


def begun(*bots: str, moves: int = 60, seed: int = 9_400_011) -> stromnetz.Game:
    game = stromnetz.new_game("classic-2004", "germany", len(bots), seed)
    seats = [make_bot(name, seed + seat) for seat, name in enumerate(bots)]
    while game.version < moves and game.decision is not None:
        seat = game.decision.seat
        game.apply(seats[seat].choose(game.view(seat)))
    return game


def test_master_costs_itself_nothing_and_chance_costs() -> None:
    game = begun("master", "random", moves=50)
    good, bad = stromnetz.review(game, 0), stromnetz.review(game, 1)
    assert good.choices
    assert good.cost == 0
    assert bad.cost > 0
    worst = max(bad.choices, key=lambda one: one.cost)
    assert worst.better is not None
    assert worst.better != worst.move
    assert worst.chance is not None
    assert game.rows[worst.version].move == worst.move


def test_moves_that_were_taken_back_are_not_reviewed() -> None:
    game = stromnetz.new_game("classic-2004", "germany", 2, 7)
    game.apply(Open(4, 4))
    game.undo(1)
    game.apply(Open(3, 3))
    game.apply(Bid(4))
    game.apply(Pass())
    reviewer = Reviewer(game)
    assert [(one.version, one.move) for one in reviewer.moves] == [(3, Open(3, 3)), (4, Bid(4)), (5, Pass())]
    # an auction is one point of the curve, and whoever has the plant is behind it
    assert [(reviewer.moment(n).version, reviewer.moment(n).seat) for n in (0, 1)] == [(0, None), (5, 0)]


def test_buying_in_pieces_costs_nothing() -> None:
    """Buying two markers one by one or at once is the same, if ``master`` would buy both."""
    game = begun("master", "master", moves=400)
    reviewer = Reviewer(game)
    moves = reviewer.moves
    first = next(n for n in reviewer.moves_of(0) if moves[n].move.kind == "buy" and moves[n + 1].move == moves[n].move)
    made = moves[first]
    assert isinstance(made.move, Buy)
    moves[first] = made._replace(move=Buy(made.move.fuel, 2 * made.move.count))
    found = reviewer.choice(first)
    assert found is not None
    assert (found.cost, found.better) == (0, None)
    assert found.chance is not None


def test_turning_points_are_the_largest_changes_before_the_end() -> None:
    shares = [0.5, 0.52, 0.7, 0.68, 0.5, 0.6, 1.0]
    curve = [Moment(n, n % 2, 1, "auctions", [one, 1 - one]) for n, one in enumerate(shares)]
    assert [(turn.version, turn.of, turn.before, turn.after) for turn in turning_points(curve, most=2)] == [
        (2, 0, 0.52, 0.7),
        (4, 0, 0.68, 0.5),
    ]


def test_chances_tell_nothing_of_hidden_money() -> None:
    game = stromnetz.new_game("classic-2004", "germany", 3, 9_400_012, options={"money": "hidden"})
    bot = make_bot("plain")
    while game.version < 70:
        game.apply(bot.choose(game.view(game.position.seat)))
    richer = game.copy()
    richer.position = game.position.copy()
    richer.position.money[1] += 40
    assert richer.view(0).to_json() == game.view(0).to_json()
    assert view_chances(richer.view(0)) == view_chances(game.view(0))
    assert view_chances(richer.view(1)) != view_chances(game.view(1))
    assert sum(view_chances(game.view(None))) == pytest.approx(1)


def test_a_record_is_reviewed_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    game = begun("random", "plain", moves=30)
    file.write_text(json.dumps(game.to_json()))
    assert main(["review", str(file), "--seat", "0", "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "Wie die Chancen verliefen" in said
    assert "Besser: " in said
    assert main(["review", str(file), "--seat", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == stromnetz.review(game, 0).to_json()
    assert main(["review", str(file), "--seat", "4"]) == 2
    file.write_text(json.dumps(stromnetz.new_game("classic-2004", players=3, seed=1).position_json()))
    assert main(["review", str(file)]) == 2


def test_games_without_a_net_are_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stromnetz.bots.master.loaded_nets", tuple)
    game = stromnetz.new_game("outpost", players=3, seed=1)
    with pytest.raises(BadInput, match="nobody has learned"):
        stromnetz.review(game, 0)
