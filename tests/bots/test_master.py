"""The level ``master``: the games it has learned, its play in other games, and its explanations."""

from __future__ import annotations

import json
import zlib
from array import array
from dataclasses import replace
from importlib.resources import files
from random import Random

import numpy as np
import pytest

import stromnetz
from stromnetz import BadInput, Game
from stromnetz.bots import make_bot
from stromnetz.bots.advice import advise
from stromnetz.bots.chances import net_for
from stromnetz.bots.master import MasterBot, all_weights, loaded_nets
from stromnetz.bots.move_comparison import compare_moves
from stromnetz.learn import VERSION
from stromnetz.learn.input_layout import LayoutMapping
from stromnetz.learn.net_file import LENGTH, MAGIC, NET_VERSION, read_net, write_net
from stromnetz.learn.network import InputSums, IntegerNet, PolicyNetwork
from stromnetz.play.variants import promo_of
from stromnetz.play.views import View
from stromnetz.server.core.bot_process_main import handle_request
from stromnetz.server.table_play.bot_turns import question_for
from tests.bot_games import played, watched

PLAYED = ("classic-2004", "usa", 4)


def after(game: Game, moves: int) -> Game:
    """A game some moves later, played by plain bots."""
    next(view for view in watched(game) if game.version >= moves and len(game.legal_moves) >= 3)
    return game


def begun(moves: int, options: dict[str, str] | None = None) -> View:
    edition, board, players = PLAYED
    game = after(stromnetz.new_game(edition, board, players, 9_200_001, options=options), moves)
    return game.view(game.position.seat)


@pytest.mark.parametrize("moves", [0, 30, 60, 90, 140, 200])
def test_it_plays_the_same_with_and_without_numpy(moves: int) -> None:
    view = begun(moves)
    weights = next(weights for _, weights in all_weights())
    one, other = (
        PolicyNetwork(weights).judge(*view.known_position()),
        PolicyNetwork(weights, plain=True).judge(*view.known_position()),
    )
    assert one.best == other.best
    assert (one.shares, one.chances) == (other.shares, other.chances)  # whole numbers: to the last bit
    assert sum(one.shares) == pytest.approx(1)
    assert MasterBot().choose(view) == one.moves[one.best]


@pytest.mark.parametrize("file", ["classic.net", "deluxe.net", "outpost.net"])
def test_integer_and_float_networks_agree(file: str) -> None:
    """Compare with the same computation in floating point, for a position in which every third feature is known."""
    weights = dict(all_weights())[file]
    arrays = {name: np.array(numbers).reshape(shape) for name, (shape, numbers) in weights.arrays().items()}
    cut, size = weights.sizes.known, weights.shape.size
    known = np.array([(i % 7) / 8 if i % 3 == 0 else 0.0 for i in range(size)])
    here = np.concatenate(
        [known[:cut] @ arrays["state"] + arrays["state_bias"], known[cut:] @ arrays["places"] + arrays["places_bias"]]
    )
    for layer in ("trunk", "core", "value", "chance"):
        here = np.maximum(here, 0) @ arrays[layer] + arrays[f"{layer}_bias"]
    net, last = IntegerNet(weights), InputSums()
    fit = LayoutMapping.__new__(LayoutMapping)  # of a game that has all numbers of the net
    fit.input_of = list(range(size))
    hopes = net.chances(net.trunk(fit, array("f", known), last))
    assert hopes == pytest.approx((1 / (1 + np.exp(-here))).tolist(), abs=1e-4)
    # what was asked in between leaves nothing behind
    net.trunk(fit, array("f", known[::-1]), last)
    assert net.chances(net.trunk(fit, array("f", known), last)) == hopes


def test_its_moves_use_only_what_its_seat_knows() -> None:
    """Games that differ only in hidden money and deck look the same to it."""
    view = begun(60, {"money": "hidden"})
    judge = loaded_nets()[0].judge
    seen = judge.judge(*view.known_position()).shares
    other = view.sample(Random(3))
    assert judge.judge(other.rules, other.position, True).shares == seen


def test_it_beats_easy_bots() -> None:
    edition, board, players = PLAYED
    won = 0
    for seed in range(3):
        game = stromnetz.new_game(edition, board, players, 9_300_000 + seed)
        played(game, *("master" if seat == seed else "easy" for seat in range(players)))
        assert game.result is not None
        won += seed in game.result.winners
    assert won >= 2


def test_where_it_has_learned_nothing_it_thinks_as_hard_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    classic = tuple(one for one in loaded_nets() if one.name == "classic.net")
    monkeypatch.setattr("stromnetz.bots.master.loaded_nets", lambda: classic)
    game = stromnetz.new_game("deluxe-europe", players=3, seed=4)
    view = game.view(game.position.seat)
    assert make_bot("master").choose(view) == make_bot("hard").choose(view)
    told = make_bot("master").explain(view)
    assert told.reasons[0].key == "not-learned"
    assert told.text(view).startswith("I haven't been trained on this game")


@pytest.mark.parametrize(("edition", "board"), [("deluxe-north-america", "north-america"), ("outpost", "planet")])
def test_it_plays_other_editions_by_their_own_weights(edition: str, board: str) -> None:
    """With any number of players, also two against the Trust; the results with and without numpy are equal."""
    judges = {one.judge for players in range(2, 7) for one in loaded_nets() if one.plays(edition, board, players)}
    (judge,) = judges
    plain = PolicyNetwork(judge.weights, plain=True)
    for players in (2, 5):
        game = after(stromnetz.new_game(edition, board, players, 9_200_007), 40)
        view = game.view(game.position.seat)
        judged = plain.judge(*view.known_position())
        assert MasterBot().choose(view) == judged.moves[judged.best]
        assert game.is_legal(judged.moves[judged.best])


@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
@pytest.mark.parametrize("board", ["germany", "usa"])
def test_one_net_plays_the_classic_games_with_and_without_promo_cards(edition: str, board: str) -> None:
    """The net has an input for every promo card."""
    (judge,) = (one.judge for one in loaded_nets() if one.name == "classic.net")
    for promo in ([], ["warehouse", "theme-park"], promo_of(edition)):
        game = after(stromnetz.new_game(edition, board, 4, 9_200_007, options={"promo": promo} if promo else None), 30)
        view = game.view(game.position.seat)
        judged = judge.judge(*view.known_position())
        assert net_for(game.rules) is judge
        assert MasterBot().choose(view) == judged.moves[judged.best]
        assert {f"card {card.ref}" for card in game.rules.cards} <= set(judge.weights.shape.words)


@pytest.mark.parametrize("moves", [30, 90])
def test_it_says_what_its_moves_lead_to(moves: int) -> None:
    view = begun(moves)
    told = MasterBot().explain(view)
    assert told.move == compare_moves(loaded_nets()[0].judge, view).best
    facts = told.reasons[0].facts
    assert told.candidates[0].score == pytest.approx(facts["first"], abs=0.51)
    assert told.candidates[1].move == facts["other"]
    assert all(0 <= one.score <= 100 for one in told.candidates)
    texts = {advise(view, language, "master").text for language in ("en", "de", "nl")}
    assert len(texts) == 3
    assert all(str(facts["first"]) in text and "{" not in text for text in texts)


def test_it_decides_in_another_process() -> None:
    """Views received as JSON have no position; a bot process gets one without hidden information."""
    view = begun(60, {"money": "hidden"})
    question = json.loads(json.dumps(question_for(view, "master", 1)))
    assert handle_request(question) == {"answer": MasterBot().choose(view).to_json()}
    again = View.unpacked(question["packed"])
    assert again == view
    assert again.known_position()[1].deck == view.known_position()[1].deck
    assert "packed" not in question_for(view, "hard", 1)
    told = handle_request({**question, "op": "advise", "language": "en"})
    assert told["answer"]["text"].startswith("I win about")


def test_every_file_of_weights_has_its_card_and_its_size() -> None:
    sizes = [len(file.read_bytes()) for file in files("stromnetz.bots").joinpath("masters").iterdir()]
    assert max(sizes) <= 300_000
    assert sum(sizes) <= 1_500_000
    for name, weights in all_weights():
        card = weights.card
        assert card["layout"] == VERSION
        assert {"trained", "plays", "decisions", "games", "teacher", "duels", "date"} <= card.keys()
        assert {(d["edition"], d["map"], d["players"]) for d in card["duels"]} >= {tuple(one) for one in card["plays"]}
        for duel in card["duels"]:
            assert duel["low"] > duel["fair"], f"{name} is not known to be stronger there"


@pytest.mark.parametrize(("name", "bits"), [("classic.net", 8), ("deluxe.net", 16)])
def test_weights_that_do_not_fit_are_refused_with_a_sentence(name: str, bits: int) -> None:
    whole = files("stromnetz.bots").joinpath("masters", name).read_bytes()
    weights = read_net(whole, name)
    assert weights.card.get("bits", 16) == bits
    held = zlib.decompress(whole[len(MAGIC) :])
    numbers = held[LENGTH.size + LENGTH.unpack_from(held)[0] :]
    written = read_net(write_net(weights.card, weights.shape, weights.sizes, numbers), name)
    assert written == replace(weights, card={**weights.card, "format": NET_VERSION})
    old = held.replace(f'"layout":{VERSION}'.encode(), b'"layout":0')
    for data, why in (
        (MAGIC + zlib.compress(old), f"layout 0 of the numbers, and this is layout {VERSION}"),
        (MAGIC + zlib.compress(held[:-2]), "its card speaks of"),
        (whole[:-2], "its end is missing"),
        (whole[:100] + bytes(100) + whole[200:], "it is damaged"),
        (MAGIC + zlib.compress(bytes(20_000_000)), "it is far too long"),
        (b"nothing", "it is no file of weights"),
        (MAGIC + zlib.compress(LENGTH.pack(2) + b"{}"), "its card cannot be read"),
        (write_net(weights.card, replace(weights.shape, words=()), weights.sizes, numbers), "its card speaks of"),
    ):
        with pytest.raises(BadInput, match=why):
            read_net(data, name)
