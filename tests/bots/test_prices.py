"""Typical plant prices, learned from ``master``."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

import stromnetz
from stromnetz.bots import make_bot
from stromnetz.bots.expert.auction import MAX_OVERVALUE, MIN_PROFIT, PlantValues
from stromnetz.bots.expert.board import BoardNumbers
from stromnetz.bots.expert.prices import BID, FIRST, OPEN, Prices, load_prices, worth_of
from stromnetz.bots.levels import HardBot
from stromnetz.bots.parameters import Level, weights_from
from stromnetz.engine.moves import Bid, CardRef, Open, Pass, SitOut
from stromnetz.lab import prices as tool
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import LANGUAGES
from tests.bot_games import watched

W = weights_from(None)
CLASSIC = ("classic-2004", "classic-2009")
DELUXE = ("deluxe-europe", "deluxe-north-america")


class Alone(HardBot):
    """``hard`` without typical prices."""

    level = Level()


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use typical prices in all editions."""
    monkeypatch.setattr("stromnetz.bots.levels.used_in", lambda edition: True)


def auctions(bot: str, edition: str = "classic-2004", players: int = 3, seed: int = 4) -> Iterator[View]:
    """The decisions in the auctions of a game, as views of the deciding seats."""
    game = stromnetz.new_game(edition, None, players, seed)
    for view in watched(game, *[bot] * players):
        if view.decision is not None and view.decision.kind in ("auction", "bid"):
            yield view


def prices_of(view: View) -> Prices:
    assert view.decision is not None
    return PlantValues(BoardNumbers(view, view.decision.seat), W, None).prices()


def test_every_weighted_fact_exists() -> None:
    view = next(auctions("hard"))
    facts = prices_of(view).facts(view.current[0])
    assert set(load_prices()) == set(tool.FACTS)
    for kind, worth in load_prices().items():
        assert tuple(worth) == tuple(tool.FACTS[kind])
        assert set(worth) <= set(facts)


@pytest.mark.usefixtures("everywhere")
@pytest.mark.parametrize("edition", [*CLASSIC, *DELUXE])
def test_it_bids_up_to_the_mean_of_price_and_value(edition: str) -> None:
    alone, seen = Alone(), set()
    for view in auctions("hard", edition):
        assert view.decision is not None
        bids = [move for move in view.decision.legal_moves if isinstance(move, Bid)]
        if view.auction is None or view.auction.extra or not bids:
            continue
        least = bids[0].amount
        limit = prices_of(view).price(view.auction.card, FIRST if view.must_buy else BID)
        if not view.must_buy:
            own = next(one.score for one in alone.explain(view).candidates if isinstance(one.move, Bid)) - MIN_PROFIT
            limit = (limit + least + min(own, MAX_OVERVALUE)) / 2
        made = make_bot("hard").choose(view)
        assert made == (Bid(least) if limit + MIN_PROFIT >= least else Pass())
        seen.add(type(made))
    assert seen == {Bid, Pass}


def test_it_opens_the_plant_with_the_best_mean_of_price_and_value() -> None:
    alone, seen = Alone(), set()
    for view in auctions("hard"):
        assert view.decision is not None
        offers = [move for move in view.decision.legal_moves if isinstance(move, Open)]
        if view.decision.kind != "auction" or view.must_buy or not offers:
            continue
        prices = prices_of(view)
        own = {one.move.plant: one.score for one in alone.explain(view).candidates if isinstance(one.move, Open)}
        gains = {plant: (min(gain, MAX_OVERVALUE) + prices.price(plant, OPEN)) / 2 for plant, gain in own.items()}
        made = make_bot("hard").choose(view)
        if isinstance(made, Open):
            assert gains[made.plant] == pytest.approx(max(gains.values()))
        else:
            assert made == SitOut()
            assert max(gains.values()) <= MIN_PROFIT
        seen.add(type(made))
    assert seen == {Open, SitOut}


def test_a_larger_plant_has_a_higher_price() -> None:
    for view in auctions("hard"):
        prices = prices_of(view)
        if prices.kind == "bid" and view.round >= 3:
            facts = prices.facts(view.current[0])
            late, share = facts["progress"], facts["cities"] / facts["share"]
            more = {**facts, "cities": facts["cities"] + 1, "cities_late": facts["cities_late"] + late}
            more |= {"gain": facts["gain"] + 1, "gain_late": facts["gain_late"] + late}
            more |= {"gain_soon": facts["gain_soon"] + facts["soon"], "gain_last": facts["gain_last"] + facts["last"]}
            more |= {"share": more["cities"] / share, "share_squared": (more["cities"] / share) ** 2}
            assert worth_of(more, load_prices()["bid"]) > worth_of(facts, load_prices()["bid"])


def asked(level: str, edition: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The kinds of decisions in which a level uses typical prices."""
    kinds: set[str] = set()
    price = Prices.price

    def told(self: Prices, ref: CardRef, kind: str) -> float:
        kinds.add(kind)
        return price(self, ref, kind)

    monkeypatch.setattr(Prices, "price", told)
    assert sum(1 for _ in auctions(level, edition, players=2)) > 10
    return kinds


@pytest.mark.parametrize("edition", CLASSIC)
def test_hard_uses_typical_prices_in_the_classic_editions(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked("hard", edition, monkeypatch) == {FIRST, BID, OPEN}


@pytest.mark.parametrize(
    ("level", "edition"), [*product(("easy", "normal"), CLASSIC), *product(("hard",), (*DELUXE, "outpost"))]
)
def test_others_use_no_typical_prices(level: str, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(level, edition, monkeypatch) == set()


@pytest.mark.parametrize("edition", [CLASSIC[0], DELUXE[0]])
def test_the_highest_bid_matches_the_explanation(edition: str) -> None:
    """The highest bid in the explanation is the highest bid made, also when it opens the auction."""
    hard, put_up, met = make_bot("hard"), {}, set()
    for view in auctions("hard", edition, players=4):
        assert view.decision is not None
        told = hard.explain(view)
        limits = [reason.facts["limit"] for reason in told.reasons if reason.key == "plant"]
        if not limits:
            continue
        (limit,) = limits
        assert all(str(limit) in told.text(view, language) for language in LANGUAGES)
        if isinstance(told.move, Open):
            put_up = {(view.seat, told.move.plant): (limit, told.move.bid)}
            assert limit >= told.move.bid
            continue
        assert view.auction is not None
        card, least = view.auction.card, view.auction.bid + 1
        assert isinstance(told.move, Bid) == (least <= limit)
        # what a plant is worth is found to the full for what it may cost, and only about below that
        worth = PlantValues(BoardNumbers(view, view.decision.seat), W, None).value(card, least)
        if worth >= least and (view.seat, card) in put_up:
            before, opened = put_up[view.seat, card]
            assert before == max(limit, opened)
            met.add((view.must_buy, type(told.move)))
    assert {kind for _, kind in met} == {Bid, Pass}
    assert {first for first, _ in met} == {True, False}


# --- the tool ---


def row(rng: Random, deal: int) -> tool.Row:
    """A bid of a player who values each city at 3, plus 2, with some noise."""
    cities = rng.randint(1, 7)
    least = rng.randint(1, 30)
    share = 1 / (1 + 2.718 ** -((3 * cities + 2 - least) / 2))
    facts = {"one": 1.0, "cities": float(cities), "noise": rng.random()}
    made = 0 if least < 20 else -1
    return {"deal": deal, "kind": "bid", "facts": [facts], "least": [least], "shares": [share], "made": made}


def test_a_fit_recovers_known_prices() -> None:
    rng = Random(1)
    fit = tool.Fit("bid", [row(rng, deal) for deal in range(900)], ("one", "cities", "noise"))
    found = fit.fit_worths()
    assert found["one"] == pytest.approx(2, abs=0.5)
    assert found["cities"] == pytest.approx(3, abs=0.1)
    assert abs(found["noise"]) < 0.5
    held, before, after = fit.agreement(found)
    assert held == 300
    assert after > before


def test_held_out_rows_are_not_used_for_fitting() -> None:
    rng = Random(2)
    rows = [row(rng, deal) for deal in range(300)]
    names = ("one", "cities")
    for one in rows:
        if one["deal"] % tool.HELD_OUT_EVERY == 0:
            one["shares"] = [0.0]
    assert tool.Fit("bid", rows, names).fit_worths()["cities"] == pytest.approx(3, abs=0.2)


def test_data_that_cannot_be_fitted_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken, few = tmp_path / "broken.jsonl", tmp_path / "few.jsonl"
    broken.write_text("prices\n", encoding="utf-8")
    few.write_text(json.dumps(row(Random(3), 1)) + "\n", encoding="utf-8")
    for file, said in (
        (tmp_path / "none.jsonl", "No such file"),
        (broken, "gather writes"),
        (few, "gather more games"),
    ):
        with pytest.raises(SystemExit):
            tool.main(["fit", str(file)])
        assert said in capsys.readouterr().err


def test_decisions_are_gathered(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    assert tool.main(["gather", str(file), "--games", "1", "--seed", "5", "--players", "2"]) == 0
    rows = tool.read(file)
    assert {one["kind"] for one in rows} == {"first", "bid", "open"}
    for one in rows:
        assert len(one["facts"]) == len(one["least"]) == len(one["shares"]) > one["made"] >= -1
        assert 0 <= sum(one["shares"]) <= 1.001
    assert json.dumps(rows[0]) == file.read_text("utf-8").splitlines()[0]


def test_written_prices_keep_their_editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, file = tmp_path / "rows.jsonl", tmp_path / "prices.toml"
    for seed in ("5", "6"):  # one of them is held back
        assert tool.main(["gather", str(rows), "--games", "1", "--seed", seed, "--players", "2"]) == 0
    before = tool.FILE.read_text("utf-8")
    file.write_text(before, encoding="utf-8")
    monkeypatch.setattr(tool, "FILE", file)
    assert tool.main(["fit", str(rows)]) == 0
    assert file.read_text("utf-8") == before
    assert tool.main(["fit", str(rows), "--write"]) == 0
    after = file.read_text("utf-8")
    assert after.split("[first]")[0] == before.split("[first]")[0]
    found, usual = tomllib.loads(after), tomllib.loads(before)
    assert found.keys() == usual.keys()
    assert found["editions"] == list(CLASSIC)
    assert all(tuple(found[kind]) == tuple(usual[kind]) and found[kind] != usual[kind] for kind in load_prices())
