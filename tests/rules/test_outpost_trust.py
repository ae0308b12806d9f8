"""The Trust of Outpost: set-up, its place in the order, its houses, and the cards it takes (L32, L33, L33a)."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Game, Place
from stromnetz.editions.modules.events import HousePlaced, PlantTaken
from stromnetz.editions.outpost.moves import Build
from stromnetz.engine.events import OrderSet
from tests.helpers import asked, decision, play_on, refused, to_act
from tests.rules.outpost_tables import CENTRAL, CONNECTIONS, Card, cards_of, company, finish_round
from tests.rules.outpost_trust_tables import SECONDS, SET_UP, TRUST, against, begun, companies, company_sites, houses


def place(game: Game, *cities: str) -> None:
    for city in cities:
        game.apply(Place(city))


def took(events: list[stromnetz.Event]) -> list[Card]:
    return [event.plant for event in events if isinstance(event, PlantTaken)]


def neighbours(*cities: str) -> set[str]:
    ends = [end for a, b in CONNECTIONS for end, other in ((a, b), (b, a)) if other in cities]
    return {city for city in ends if city in CENTRAL and city not in cities}


# --- set-up and order ---


@pytest.mark.rule("L32", "K0")
@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_when_two_play(players: int) -> None:
    view = stromnetz.new_game("outpost", players=players, seed=4).view(None)
    assert [player.neutral for player in view.players] == [False, False, players == 2]
    assert len(view.order) == 3


@pytest.mark.rule("L32", "K2")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_the_players_place_one_two_two_and_one(order: list[int]) -> None:
    game = begun(order=order)
    seats = []
    for city in SET_UP:
        seats.append(to_act(game))
        assert decision(game) == "place"
        assert game.apply(Place(city))[0] == HousePlaced(TRUST, city)
    first, other = order
    assert seats == [first, other, other, first, first, other]
    assert game.view(None).houses == {city: [TRUST] for city in SET_UP}
    assert (asked(game), game.view(None).phase) == ((first, "auction"), "auctions")
    assert (game.position.money, game.position_json()["cities"]) == ([60, 60, 0], [0, 0, 0])


@pytest.mark.rule("L32", "K2")
def test_the_first_goes_anywhere_the_others_next_to_one_that_stands() -> None:
    game = begun()
    assert list(game.legal_moves) == [Place(city) for city in CENTRAL]
    for i, city in enumerate(SET_UP[:5], 1):
        game.apply(Place(city))
        near = neighbours(*SET_UP[:i])
        assert list(game.legal_moves) == [Place(city) for city in CENTRAL if city in near]
    for city in ("amber", "umbra"):
        with refused("K2", game):
            game.apply(Place(city))


@pytest.mark.rule("L32", "L1")
def test_its_houses_stay_in_the_central_area() -> None:
    game = begun()
    with refused("L1", game):
        game.apply(Place("vent"))
    game.apply(Place("amber"))
    with refused("L1", game):
        game.apply(Place("vent"))  # next to amber on the board


@pytest.mark.rule("L32")
def test_it_begins_with_ten_houses_in_stock_and_an_empty_board() -> None:
    game = begun()
    place(game, *SET_UP)
    row = company(game, TRUST)
    assert (row["placed"], row["plant_slots"], row["housing_slots"]) == ([], 0, 0)
    assert (company_sites(game), cards_of(game, TRUST), game.view(None).players[TRUST].fuel) == ({}, [], {})
    assert game.view(None).players[TRUST].cities == 16 - 10


@pytest.mark.rule("L32")
def test_it_has_no_more_than_its_pieces() -> None:
    """Sixteen houses, including those on Outpost cards; four buildings of each kind."""
    trust = {"plants": ["32a"]}
    card = [{"card": "32a", "seat": TRUST, "sites": ["house"]}]
    against("building", trust=trust, houses=houses(*SECONDS[:9]), modules=companies(on_cards=card))
    with pytest.raises(BadInput):
        against("building", trust=trust, houses=houses(*SECONDS), modules=companies(on_cards=card))
    with pytest.raises(BadInput):
        against("building", houses=houses(*SECONDS, "ridge"))
    plants = ["amber", "cinder", "ember", "geyser", "ice-well"]
    against("building", houses=houses(), modules=companies(sites=dict.fromkeys(plants[:4], TRUST)))
    with pytest.raises(BadInput):
        against("building", houses=houses(), modules=companies(sites=dict.fromkeys(plants, TRUST)))


@pytest.mark.rule("L32", "K1")
@pytest.mark.parametrize("seed", [8, 9])
def test_it_is_second_in_every_round(seed: int) -> None:
    game = play_on(stromnetz.new_game("outpost", players=2, seed=seed), seed=seed)
    orders = [e.order for row in game.rows for e in row.events if isinstance(e, OrderSet)]
    assert len(orders) > 10
    assert {order[1] for order in orders} == {TRUST}
    assert {order[0] for order in orders} == {0, 1}


@pytest.mark.rule("L32", "K1", "L7")
@pytest.mark.parametrize(("cities", "card", "first"), [(1, 25, 1), (2, 11, 1), (2, 25, 0), (3, 11, 0)])
def test_phase_1_compares_the_two_players_only(cities: int, card: int, first: int) -> None:
    """Seat 0 against two cities and card 22; the Trust has more of both."""
    given = {**{city: [TRUST] for city in SET_UP}, **{city: [0] for city in SECONDS[:cities]}}
    given |= {city: [1] for city in SECONDS[4:6]}
    seats = ({"plants": [card]}, {"plants": [22]})
    game = against("order", *seats, trust={"plants": [50, 48]}, houses=given, order=[1 - first, first], deck=[])
    assert game.view(None).order == [first, TRUST, 1 - first]


# --- its houses in the way, and what they do not do ---


@pytest.mark.rule("L32", "K6")
@pytest.mark.parametrize("step", [1, 2])
def test_houses_in_its_six_cities_from_step_2_on(step: int) -> None:
    game = against("building", houses=houses(), step=step, to_act=1)
    if step == 1:
        with refused("B4", game):
            game.apply(Build("house", "amber"))
    else:
        game.apply(Build("house", "amber"))
        assert game.view(1).players[1].money == 85
        assert game.view(None).houses["amber"] == [TRUST, 1]


@pytest.mark.rule("L32")
@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize(("site", "city"), [("plant", "amber"), ("housing", "basalt")])
def test_the_company_place_of_its_six_cities_is_open_to_all(site: str, city: str, step: int) -> None:
    for seat in (0, 1):
        game = against("building", houses=houses(), step=step, to_act=seat)
        game.apply(Build(site, city))
        assert game.view(seat).players[seat].money == 95
        assert company_sites(game) == {city: seat}


@pytest.mark.rule("L32", "L12")
def test_its_buildings_block_their_places() -> None:
    modules = companies(sites={"amber": TRUST, "halite": TRUST})
    for city, site in (("amber", "plant"), ("halite", "housing")):
        game = against("building", houses=houses(), modules=modules, to_act=1)
        with refused("L12", game):
            game.apply(Build(site, city))
        game.apply(Build("house", "halite"))  # the houses of that city have places of their own
        assert game.view(None).houses["halite"] == [1, TRUST]


@pytest.mark.rule("L34", "K6")
def test_it_follows_to_the_second_place_of_a_city() -> None:
    game = against("building", houses=houses(), to_act=1)
    events = game.apply(Build("house", "karst"))
    assert events[1:] == [HousePlaced(TRUST, "karst")]
    assert game.view(None).houses["karst"] == [1, TRUST]
    assert game.position_json()["cities"] == [0, 1, 0]


@pytest.mark.rule("L34", "K6")
def test_it_does_not_follow_company_buildings_or_houses_on_cards() -> None:
    game = against("building", {}, {"plants": ["32a"]}, houses=houses(), to_act=1)
    for move in (Build("plant", "karst"), Build("house", "32a")):
        assert len(game.apply(move)) == 1
    assert game.view(None).houses == houses()


@pytest.mark.rule("L32", "K6")
@pytest.mark.parametrize("left", [0, 1])
def test_it_follows_while_its_stock_of_ten_lasts(left: int) -> None:
    game = against("building", houses=houses(*SECONDS[: 10 - left]), to_act=1)
    game.apply(Build("house", "ridge"))
    game.apply(Build("house", "sulphur"))
    assert game.view(None).houses["ridge"] == ([1, TRUST] if left else [1])
    assert game.view(None).houses["sulphur"] == [1]


@pytest.mark.rule("L32", "K6")
@pytest.mark.parametrize("step", [2, 3])
def test_where_it_has_followed_a_city_opens_again_in_step_3(step: int) -> None:
    cards: dict[str, Any] = {"market": [20, 24, 30, 35], "deck": []} if step == 3 else {}
    game = against("building", houses=houses("karst"), step=step, to_act=1, **cards)
    if step == 2:
        with refused("B4", game):
            game.apply(Build("house", "karst"))
    else:
        game.apply(Build("house", "karst"))
        assert game.view(1).players[1].money == 80


@pytest.mark.rule("L32", "K0", "L21")
@pytest.mark.parametrize("players_have", [6, 7])
def test_its_cities_do_not_start_step_2(players_have: int) -> None:
    game = against("building", houses=houses(*SECONDS[:players_have]), to_act=0)
    steps = [e.to_json()["step"] for e in finish_round(game) if e.kind == "step-began"]
    assert steps == ([2] if players_have == 7 else [])


@pytest.mark.rule("L32", "K8", "L24")
@pytest.mark.parametrize("cities", [17, 18])
def test_the_game_ends_at_18_cities_of_a_player(cities: int) -> None:
    """It has sixteen, and one of them on a card."""
    given = {**{city: [0] for city in CENTRAL[:cities]}, **{city: [TRUST] for city in CENTRAL[-2:]}}
    given |= {city: [0, TRUST] for city in CENTRAL[:13]}
    modules = companies(on_cards=[{"card": "32a", "seat": TRUST, "sites": ["house"]}])
    fields: dict[str, Any] = {"houses": given, "modules": modules, "step": 2, "to_act": 0}
    game = against("building", {}, {"money": 150}, trust={"plants": ["32a"]}, **fields)
    finish_round(game)
    assert (game.result is not None) == (cities == 18)
    if game.result is not None:
        assert sorted(row.seat for row in game.result.ranking) == [0, 1], "it cannot win"
        assert game.result.winners == [1], "who has more money"
