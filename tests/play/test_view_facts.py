"""Derived facts of views, also of views received as JSON, agree with the rules."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import stromnetz
from stromnetz import View
from stromnetz.bots import make_bot
from stromnetz.editions.files.loader import all_editions
from stromnetz.engine.options import BuyOption, MapOption, RunOption
from tests.helpers import position


def sent(view: View) -> View:
    return View.from_json(json.loads(json.dumps(view.to_json())))


FACTS = ("refills", "place_costs", "open_places", "house_limit", "payments", "distances", "neighbours")


def agree_on_prices(view: View) -> None:
    """Check that the options have the same prices as the view."""
    assert view.decision is not None
    network = view.players[view.decision.seat].network
    for option in view.decision.options or ():
        if isinstance(option, BuyOption):
            row = view.price_row(option.fuel)
            assert option.costs == [sum(row[: n + 1]) for n in range(len(option.costs))]
        elif isinstance(option, MapOption) and option.kind == "connect":
            assert option.place_cost == view.place_cost(option.city)
            near = min((view.distances[city][option.city] for city in network), default=0)
            assert option.connection_cost == near
            legs = zip(option.path, option.path[1:], strict=False)
            assert sum(view.neighbours[a][b] for a, b in legs) == near
        elif isinstance(option, RunOption):
            assert option.income == view.payment(option.supplied)


@pytest.mark.parametrize("edition", sorted(all_editions()))
def test_the_table_agrees_with_the_options(edition: str) -> None:
    game = stromnetz.new_game(edition, players=3, seed=5, regions="draft")
    rng, kinds = random.Random(5), set()
    while (decision := game.decision) is not None and game.version < 120:
        here = game.view(decision.seat)
        there = sent(here)
        for name in FACTS:
            assert getattr(there, name) == getattr(here, name), name
        for id, fuel in here.fuels.items():
            row = here.price_row(id)
            assert there.price_row(id) == row == sorted(row)
            assert len(row) == fuel.in_market
            assert row[:1] == ([] if fuel.price is None else [fuel.price])
        agree_on_prices(there)
        kinds.add(decision.kind)
        bot = make_bot(rng.choice(("plain", "plain", "random")), rng.getrandbits(32))
        game.apply(bot.choose(here))
    assert len(kinds) > 4


def test_tables_as_printed() -> None:
    view = sent(stromnetz.new_game("classic-2004", "germany", 4, seed=1).view(None))
    assert view.place_costs == (10, 15, 20)
    assert view.open_places == 1
    assert view.payments[:3] == (10, 22, 33)
    assert view.payment(99) == view.payments[-1] == 150
    assert view.refills["coal"] == (5, 6, 4)
    assert view.house_limit == 20
    assert view.price_row("uranium") == [14, 16]
    with pytest.raises(stromnetz.BadInput, match="there is no resource 'peat'"):
        view.price_row("peat")


def test_distances_go_by_the_cheapest_way() -> None:
    game = position("building", [{"cities": ["essen"]}, {}], to_act=0, order=[1, 0])
    view = game.view(0)
    assert view.distances["essen"]["essen"] == 0
    assert view.neighbours["essen"]["duesseldorf"] == 2
    assert view.distances["essen"]["koeln"] == view.distances["koeln"]["essen"] == 6
    assert view.place_cost("essen") is None
    assert view.place_cost("koeln") == 10


def test_distances_know_the_tiles_and_are_worked_out_once() -> None:
    first, other = [stromnetz.new_game("outpost", players=3, seed=seed).view(None) for seed in (1, 2)]
    a, b, cost = first.connections()[0]
    assert first.neighbours[a][b] == cost
    assert sent(first).distances is first.distances
    assert other.tiles != first.tiles
    assert other.neighbours != first.neighbours


@pytest.mark.parametrize("change", [lambda d: d.clear(), lambda d: d["essen"].update(koeln=0)])
def test_nobody_changes_what_all_share(change: Any) -> None:
    view = position("building", 2).view(0)
    with pytest.raises(TypeError):
        change(view.distances)
