"""Prices of cities in every phase, compared with paths computed another way."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import BadInput, Connect, Done, SitOut, StromnetzError, new_game
from stromnetz.play.forecast import Prices
from stromnetz.play.game import Game
from stromnetz.play.views import View
from tests.helpers import play_on, position
from tests.rules.robot_tables import ROBOT, building, told, with_robot

PLACES = (10, 15, 20)


def reach(view: View, seat: int) -> dict[str, int]:
    """Compute the cheapest connection to every city by relaxing all connections until nothing changes."""
    sites = view.modules.get("company", {}).get("sites", {})
    own = {*view.players[seat].network, *[city for city, owner in sites.items() if owner == seat]}
    cost = {city: 0 if city in own or not own else 10**6 for city in view.cities()}
    changed = True
    while changed:
        changed = False
        for a, b, price in view.connections():
            for here, there in ((a, b), (b, a)):
                if cost[here] + price < cost[there]:
                    cost[there] = cost[here] + price
                    changed = True
    return cost


def open_to(view: View, seat: int) -> set[str]:
    houses = {city: view.houses.get(city, []) for city in view.cities()}
    return {city for city, seats in houses.items() if seat not in seats and len(seats) < view.step}


def check(game: Game, seat: int) -> None:
    view = game.view(None)
    out = game.prices(seat)
    houses = {o.city: o for o in out.offers if getattr(o, "site", "house") == "house" and o.path}
    assert houses.keys() == open_to(view, seat)
    costs = {(a, b): price for a, b, price in view.connections()}
    connection = reach(view, seat)
    for city, offer in houses.items():
        assert offer.place_cost == PLACES[len(view.houses.get(city, []))]
        assert offer.connection_cost == connection[city]
        hops = zip(offer.path, offer.path[1:], strict=False)
        assert sum(costs[hop] if hop in costs else costs[hop[1], hop[0]] for hop in hops) == offer.connection_cost
        assert offer.path[-1] == city
    assert min(o.cost for o in houses.values()) == out.next[0].cost == houses[out.next[0].cities[0]].cost


@pytest.mark.parametrize(
    ("edition", "players", "money"),
    [("classic-2009", 4, "open"), ("deluxe-europe", 3, "hidden"), ("outpost", 3, "open")],
)
def test_every_city_in_every_phase(edition: str, players: int, money: str) -> None:
    game = new_game(edition, players=players, seed=5, options={"money": money})
    phases = set()
    for _ in range(14):
        version = game.version + 17
        play_on(game, seed=version, until=lambda now, version=version: now.version >= version)  # type: ignore[misc]
        if game.decision is None:
            break
        phases.add(game.view(None).phase)
        for seat in range(players):
            check(game, seat)
    assert len(phases) > 2


def built(money: int = 50) -> Game:
    seats: list[dict[str, Any]] = [
        {"plants": [4], "cities": ["essen", "duisburg"], "money": money},
        {"plants": [5], "cities": ["koeln"], "money": 50},
    ]
    return position("auctions", seats, order=[0, 1], market=[6, 7, 8, 9, 10, 11, 12, 14], deck=[20, 25])


def test_the_next_two_together() -> None:
    """No pair of cities is cheaper, whichever is built first, when played out one by one."""
    game = built(999)
    for _ in range(2):
        game.apply(SitOut())
    while game.view(None).phase != "building" or game.position.seat != 0:
        game.apply(Done())
    best = min(
        first.cost + min(second.cost for second in game.prices(0, [Connect(first.city)]).offers)
        for first in game.prices(0).offers
    )
    one, two = game.prices(0).next
    assert two.cost == best
    assert one.cost == min(offer.cost for offer in game.prices(0).offers)
    before = game.position.money[0]
    for city in two.cities:
        game.apply(Connect(city))
    assert before - game.position.money[0] == two.cost


def test_a_first_city_needs_no_connection() -> None:
    game = new_game("classic-2004", players=3, seed=1)
    out = game.prices(2)
    assert {(offer.place_cost, offer.connection_cost) for offer in out.offers} == {(10, 0)}
    assert out.next[0].cost == 10
    assert out.next[1].cost == 20 + min(price for _, _, price in game.view(None).connections())


def test_prices_do_not_depend_on_money() -> None:
    assert built(0).prices(0).to_json() == built(500).prices(0).to_json()


def test_a_plan_is_tried_out_without_being_made() -> None:
    game = position("building", 2, order=[0, 1], market=[6, 7, 8, 9, 10, 11, 12, 14], deck=[20, 25])
    seat = game.position.seat
    free = game.prices(seat).offers[0].city
    assert free not in {offer.city for offer in game.prices(seat, [{"kind": "connect", "city": free}]).offers}
    assert free in {offer.city for offer in game.prices(seat).offers}, "nothing has changed"
    with pytest.raises(BadInput):
        game.prices(7)


def test_a_plan_of_somebody_who_is_not_to_act_is_priced_too() -> None:
    """Each city is priced from the cities before it, and at the price of its next free place (B3)."""
    game = built(500)
    seat = 1 - game.position.seat
    first = game.prices(seat).next[0].cities[0]
    second = min(game.prices(seat, [Connect(first)]).offers, key=lambda one: one.cost)
    out = game.prices(seat, [Connect(first), Connect(second.city)])
    assert [one.city for one in out.planned] == [first, second.city]
    assert out.planned[1].cost == second.cost <= {o.city: o.cost for o in game.prices(seat).offers}[second.city]
    assert not {first, second.city} & {one.city for one in out.offers}
    for move in (Connect(first), Done()):
        with pytest.raises(StromnetzError):
            game.prices(seat, [Connect(first), move])


def test_before_the_regions_are_chosen_there_is_nothing_to_build() -> None:
    out = new_game("classic-2004", players=3, seed=1, regions="draft").prices(0)
    assert (out.offers, out.next) == ([], [])


# --- robots ---


def robot_prices(*tiles: str, robot: dict[str, Any] | None = None) -> Prices:
    """A robot in Hamburg in step 2, during the auctions; Lübeck and Kiel have a house, Bremen has none."""
    seats: list[dict[str, Any]] = [{"cities": ["luebeck"]}, {"cities": ["kiel"]}, robot or {"cities": ["hamburg"]}]
    return with_robot("auctions", tiles, *seats, step=2, round=6, order=[0, ROBOT, 1]).prices(ROBOT)


def parts(prices: Prices) -> dict[str, tuple[int, int]]:
    return {offer.city: (offer.place_cost, offer.connection_cost) for offer in prices.offers}


@pytest.mark.rule("R53")
def test_a_robot_pays_10_for_every_place() -> None:
    usual, cheap = robot_prices("half-bid"), robot_prices("cities-cost-10")
    assert (parts(usual)["luebeck"], parts(usual)["bremen"]) == ((15, 6), (10, 11))
    assert (parts(cheap)["luebeck"], parts(cheap)["bremen"]) == ((10, 6), (10, 11))
    assert [(one.cities, one.cost) for one in cheap.next] == [(["luebeck"], 16), (["luebeck", "kiel"], 30)]


@pytest.mark.rule("R54")
def test_only_the_first_city_of_a_robot_is_free() -> None:
    prices = robot_prices("first-city-free")
    assert set(parts(prices).values()) == {(0, 0)}
    assert [(one.cities, one.cost) for one in prices.next] == [(["schwerin"], 0), (["schwerin", "rostock"], 16)]
    game, events = building(["first-city-free"], {"cities": ["hamburg"], "money": 21}, step=2)
    assert [row["connection_cost"] for row in told(events, "city-connected")] == [0, 4]
    assert 0 not in [offer.cost for offer in game.prices(ROBOT).offers], "it has had its free city of this round"


@pytest.mark.rule("R41", "R44")
def test_a_robots_tile_says_where_it_builds_and_along_which_way() -> None:
    assert "luebeck" not in parts(robot_prices("step-1-less-than-7")), "the first player has a house there"
    near = parts(robot_prices("last-player-chooses"))
    assert "rostock" not in near, "Schwerin lies on the way, where it could build"
    assert "rostock" in parts(robot_prices("all-cities"))


@pytest.mark.rule("R40")
@pytest.mark.parametrize("tiles", [["half-bid"], ["cities-cost-10"], ["first-city-free"]])
def test_a_robot_builds_what_was_said_to_be_next(tiles: list[str]) -> None:
    said = robot_prices(*tiles, robot={"cities": ["hamburg"], "money": 100}).next[1]
    others = {"first": {"cities": ["luebeck"]}, "last": {"cities": ["kiel"]}}
    robot = {"cities": ["hamburg"], "money": 100}
    _, events = building(["one-two-three-cities", *tiles], robot, step=2, **others)
    rows = told(events, "city-connected")
    assert [row["city"] for row in rows] == said.cities
    assert sum(row["place_cost"] + row["connection_cost"] for row in rows) == said.cost
