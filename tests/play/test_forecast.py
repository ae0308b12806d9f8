"""Forecasts: they agree with what happens in the game, and are refused if they make no sense."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import BadInput, Buy, Done, Pass, new_game
from stromnetz.bots.plain_bot import PlainBot
from stromnetz.engine.events import CardBoxed, CardPutUnder
from stromnetz.play.game import Game
from tests.helpers import play_on, position

SEATS: list[dict[str, Any]] = [
    {"plants": [5, 10], "fuel": {"coal": 1}, "cities": ["essen", "duisburg", "dortmund"]},
    {"plants": [13]},
]


def game() -> Game:
    return position("fuel", SEATS, market=[6, 7, 8, 9, 11, 12, 14, 15], deck=[20, 25])


def test_defaults_describe_the_current_state() -> None:
    now = game()
    out = now.forecast(0)
    seen = now.view(0).players[0]
    assert (out.plants, out.fuel, out.cost) == ([5, 10], {"coal": 1}, 0)
    assert (out.cities, out.output, out.supplies) == (seen.cities, seen.output, seen.supplies)
    assert out.room == seen.room
    assert out.run == []


def test_more_fuel_costs_and_supplies() -> None:
    """Plant 10 burns two coal for two cities, the hybrid 5 burns two of coal and oil for one."""
    now = game()
    out = now.forecast(0, buy={"coal": 1})
    assert (out.cost, out.supplies, out.run, out.burn) == (now.view(0).fuels["coal"].price, 2, [10], {"coal": 2})
    more = now.forecast(0, buy={"coal": 1, "oil": 2})
    assert (more.supplies, more.burn, more.fits) == (3, {"coal": 2, "oil": 2}, True)
    assert more.costs["coal"] == out.cost
    assert sum(more.costs.values()) == more.cost
    now.apply(Buy("coal", 1))
    now.apply(Buy("oil", 2))
    assert now.view(0).players[0].supplies == more.supplies
    assert now.view(0).players[0].money == 50 - more.cost


def test_none_of_a_fuel_is_as_good_as_nothing() -> None:
    assert game().forecast(0, buy={"coal": 0}) == game().forecast(0)


def test_the_last_house_is_for_one_city() -> None:
    """In the short game, houses beyond the end of the game are not built."""
    for owned, offered in ((5, [1, 2]), (6, [1])):
        seats: list[dict[str, Any]] = [{"plants": [13], "cities": list(game().rules.city_ids[:owned])}, {"plants": [4]}]
        now = position("fuel", seats, options={"short": True})
        assert now.rules.build_limit == 7
        assert [len(one.cities) for one in now.prices(0).next] == offered


def test_the_cheapest_run_of_those_that_supply_most() -> None:
    now = position("fuel", [{"plants": [10, 13], "fuel": {"coal": 4}, "cities": ["essen"]}, {"plants": [3]}])
    out = now.forecast(0)
    assert (out.supplies, out.run, out.burn) == (1, [13], {})


def test_the_run_burns_what_lies_on_its_plants() -> None:
    """P4a: 05 has to store all the oil, so it would burn oil beside the coal plant."""
    now = position("fuel", [{"plants": [4, 5], "fuel": {"coal": 4, "oil": 4}, "cities": ["essen"]}, {"plants": [3]}])
    assert now.forecast(0, plants=[4, 5, 13]).run == [13]
    out = now.forecast(0, cities=2)
    assert (out.run, out.burn) == ([4, 5], {"coal": 2, "oil": 2})


def test_other_plants_and_other_cities() -> None:
    now = game()
    out = now.forecast(0, plants=[10, 20], buy={"coal": 4}, cities=9)
    assert (out.plants, out.output, out.supplies, out.cities) == ([10, 20], 7, 7, 9)
    assert now.forecast(0, plants=[], cities=2).supplies == 0
    assert (now.forecast(0, cities=0).cities, now.forecast(0, cities=99).cities) == (0, 99)
    everything = now.position.stock[now.rules.fuel("coal")]
    assert now.forecast(0, buy={"coal": everything}).cost > 0
    with pytest.raises(BadInput, match=f"holds {everything} coal"):
        now.forecast(0, buy={"coal": everything + 1})
    unfit = now.forecast(0, plants=[13, 7])
    assert not unfit.fits, "the one coal has no place"
    assert unfit.room == {"oil": 6}, "but oil has"


def test_before_the_first_city_the_fuel_says_what_it_would_run() -> None:
    """Plant 08 burns three coal for two cities, 10 two for two; nothing is built yet."""
    now = position("fuel", [{"plants": [8, 10]}, {"plants": [13]}])
    out = now.forecast(0, buy={"coal": 3})
    assert (out.supplies, out.powered_now, out.idle) == (0, 2, [8]), "two coal run 10; for 08 one is missing"
    assert (now.forecast(0, buy={"coal": 5}).powered_now, now.forecast(0, buy={"coal": 5}).idle) == (4, [])
    me, other = now.view(0).players
    assert (me.supplies, me.powered_now, me.idle) == (0, 0, [8, 10])
    assert (other.powered_now, other.idle) == (1, []), "what needs no fuel never stands still"
    now.apply(Buy("coal", 3))
    me = now.view(0).players[0]
    assert (me.powered_now, me.idle) == (out.powered_now, out.idle)


def test_a_card_takes_the_place_of_the_weakest() -> None:
    """With two players the limit is four plants; 05 supplies one city, the others two or more."""
    seats: list[dict[str, Any]] = [{"plants": [5, 10, 12, 14], "cities": ["essen"]}, {"plants": [13]}]
    now = position("auctions", seats, market=[6, 7, 8, 9, 11, 15, 20, 25], deck=[30])
    out = now.forecast(0, card=20)
    assert (out.replaces, out.plants, out.output) == (5, [10, 12, 14, 20], 11)
    one = now.forecast(1, card=20)
    assert (one.replaces, one.plants, one.output) == (None, [13, 20], 6)
    has = now.forecast(0, card=10)
    assert (has.replaces, has.plants) == (None, [5, 10, 12, 14]), "it may have been bought meanwhile"
    for wish in ({"card": "step-3"}, {"card": 77}, {"card": 20, "plants": [5]}):
        with pytest.raises(BadInput):
            now.forecast(0, **wish)


@pytest.mark.parametrize("seed", range(3))
def test_next_openers_are_correct(seed: int) -> None:
    """When an auction ends with a sale to the highest bidder, the first named seat is asked, or none."""
    now = new_game("classic-2009", players=4, seed=seed)
    sales = 0
    while now.decision is not None and now.position.round < 6:
        auction = now.view(None).auction
        if now.decision.kind != "bid" or auction is None or auction.extra or auction.high is None:
            play_on(now, seed, until=_after(now.version))
            continue
        last = len(auction.bidders) == 2
        now.apply(Pass())
        after = now.view(None)
        if last and after.decision is not None and after.decision.kind == "auction":
            assert [after.decision.seat, *after.next_seats] == auction.next_openers
            sales += 1
    assert sales > 3


@pytest.mark.parametrize("edition", ["classic-2004", "deluxe-europe", "outpost"])
def test_the_leaving_card_leaves_the_market(edition: str) -> None:
    """In the last decision of every round, unless the end of the round changes the market first."""
    now, bot = new_game(edition, players=3, seed=2), PlainBot()
    said = {"under": 0, "box": 0}
    while now.decision is not None:
        seen = now.view(None)
        events = now.apply(bot.choose(now.view(now.decision.seat)))
        if seen.phase.endswith("auctions"):
            assert seen.outgoing_card is None
        boxed = [e for e in events if isinstance(e, CardBoxed)]
        if now.position.round == seen.round or seen.outgoing_card is None or any(e.rule != "U3" for e in boxed):
            continue
        under = [e.card for e in events if isinstance(e, CardPutUnder)]
        assert (under if seen.outgoing_card.to == "under" else [e.card for e in boxed]) == [seen.outgoing_card.card]
        said[seen.outgoing_card.to] += 1
    assert said["under"] > 3
    assert said["box"] or edition == "outpost"


@pytest.mark.parametrize(
    "wish",
    [
        {"plants": [5, 5]},
        {"plants": [77]},
        {"plants": ["step-3"]},
        {"plants": list(range(3, 12))},
        {"buy": {"coal": 99}},
        {"buy": {"coal": -1}},
        {"buy": {"wood": 1}},
        {"buy": {"coal": 1.5}},
        {"cities": -1},
        {"cities": 100},
        {"cities": "three"},
    ],
)
def test_impossible_forecasts_are_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        game().forecast(0, **wish)
    with pytest.raises(BadInput):
        game().forecast(2)


def test_companies_with_boards_keep_their_plants() -> None:
    now = play_on(new_game("outpost", players=3, seed=2), until=lambda one: one.position.round > 3)
    for seat in range(3):
        out = now.forecast(seat)
        assert out.supplies == now.view(seat).players[seat].supplies
        assert out.run is None
    with pytest.raises(BadInput, match="board"):
        now.forecast(0, plants=[])


@pytest.mark.parametrize("seed", range(4))
def test_next_seats_are_correct(seed: int) -> None:
    """In phases with turns, exactly these seats follow; in auctions, all seats that follow are named."""
    now = new_game("classic-2009", players=4, seed=seed)
    turns = 0
    while now.decision is not None and now.position.round < 5:
        before, expected = now.decision, now.view(None).next_seats
        assert before.seat not in expected
        assert len(set(expected)) == len(expected)
        phase = now.view(None).phase
        if before.kind in ("fuel", "build"):
            now.apply(Done())
        else:
            play_on(now, seed, until=_after(now.version))
        after = now.view(None).decision
        if after is None or now.view(None).phase != phase or after.seat == before.seat:
            continue
        if before.kind in ("fuel", "build", "run") and after.kind == before.kind:
            assert expected[expected.index(after.seat) :] == [after.seat, *now.view(None).next_seats]
            turns += 1
        if before.kind in ("auction", "bid") and after.kind == "bid":
            assert after.seat in expected
    assert turns > 3


def _after(version: int) -> Any:
    return lambda game: game.version > version


def test_there_are_no_next_seats_after_the_end() -> None:
    now = play_on(new_game("classic-2004", players=2, seed=1, options={"short": True}))
    assert now.view(None).next_seats == []
