"""Reviews of finished games: later events do not count, and worse play costs more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Buy, Open, Pass
from stromnetz.bots import make_bot
from stromnetz.bots.chances import view_chances
from stromnetz.bots.review import Moment, ReviewedAuction, Reviewer, turning_points
from stromnetz.cli import main
from stromnetz.engine.phases.auction import current_auction
from stromnetz.play.variants import promo_of
from tests.bot_games import played


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


def test_the_decisions_of_an_auction_are_one() -> None:
    game = stromnetz.new_game("classic-2004", "germany", 3, 9_400_014)
    opener = game.position.seat
    game.apply(Open(4, 4))
    other = game.position.seat
    for move in (Bid(20), Pass(), Bid(21), Bid(33), Pass()):
        game.apply(move)
    assert game.position.plants[other] == (game.rules.card(4),)
    game.apply(Open(3, 3))
    reviewer = Reviewer(game)
    assert reviewer.decisions_of(opener) == [[0, 3, 5], [6]]
    assert reviewer.decisions_of(other) == [[1, 4]]
    each = [reviewer.choice(number) for number in (1, 4)]
    found = reviewer.decision([1, 4])
    assert found is not None
    assert found.cost == max(one.cost for one in each if one is not None) > 0.05
    assert found.move == Bid(33)
    assert found.auction == ReviewedAuction(4, "bought", 33, 2)
    stopped = reviewer.decision([0, 3, 5])
    assert stopped is not None
    assert stopped.auction == ReviewedAuction(4, "passed", 33, 3)
    rows = [one for one in stromnetz.review(game, other).choices if one.auction is not None]
    assert rows == [found]
    assert rows[0].to_json()["auction"] == {"card": 4, "outcome": "bought", "price": 33, "decisions": 2}


def test_an_extra_auction_is_one_of_its_own() -> None:
    """It may begin right after a plant was sold; nobody opens it."""
    seen = 0
    for seed in range(4):
        game = stromnetz.new_game(
            "classic-2004", "germany", 3, 9_400_020 + seed, options={"promo": promo_of("classic-2004")}
        )
        reviewer = Reviewer(played(game, make_bot("plain", seed), moves=150))
        for seat in range(3):
            for numbers in reviewer.decisions_of(seat):
                moves = [reviewer.moves[number] for number in numbers]
                auctions = [current_auction(one.position) for one in moves if one.position.kind == "bid"]
                assert len({one.card for one in auctions if one is not None}) <= 1
                assert len(numbers) == 1 or len(auctions) >= len(numbers) - 1
                seen += any(one is not None and not game.rules.for_sale[one.card] for one in auctions)
        assert sum(len(one) for seat in range(3) for one in reviewer.decisions_of(seat)) == len(reviewer.moves)
    assert seen


def test_turning_points_are_the_largest_changes_before_the_end() -> None:
    shares = [0.5, 0.52, 0.7, 0.68, 0.5, 0.6, 1.0]
    curve = [Moment(n, n % 2, 1, "auctions", [one, 1 - one]) for n, one in enumerate(shares)]
    assert [(turn.version, turn.of, turn.before, turn.after) for turn in turning_points(curve, most=2)] == [
        (2, 0, 0.52, 0.7),
        (4, 0, 0.68, 0.5),
    ]


def test_chances_tell_nothing_of_hidden_money() -> None:
    game = stromnetz.new_game("classic-2004", "germany", 3, 9_400_012, options={"money": "hidden"})
    richer = played(game, moves=70).copy()
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
