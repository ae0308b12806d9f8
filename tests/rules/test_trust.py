"""The Trust, a neutral company: its place in the order, its houses at the start, visibility and saving."""

from __future__ import annotations

import pytest

import stromnetz
from stromnetz import BadInput, ChooseRegion, Connect, Done, Game, Open, Place, SitOut
from stromnetz.editions.modules.events import HousePlaced
from stromnetz.engine.events import GameEnded, OrderSet
from stromnetz.play.results import Neutral
from tests.helpers import asked, decision, play_on, position, refused, to_act
from tests.rules.tables import boxed, frame, market
from tests.rules.trust_tables import MARKET, SECONDS, SET_UP, TRUST, WEST, Seat, against, begun, buy, told

EDITIONS = ["deluxe-europe", "deluxe-north-america"]
both_boards = pytest.mark.parametrize("edition", EDITIONS)


def place(game: Game, *cities: str) -> None:
    for city in cities:
        game.apply(Place(city))


# --- what it is and what it is not ---


@pytest.mark.rule("K0")
@both_boards
def test_it_plays_when_two_play(edition: str) -> None:
    game = stromnetz.new_game(edition, players=2, seed=4)
    assert [player.neutral for player in game.view(None).players] == [False, False, True]


@pytest.mark.rule("K0")
@pytest.mark.parametrize("edition", [*EDITIONS, "classic-2009"])
def test_it_does_not_play_when_more_play_or_elsewhere(edition: str) -> None:
    game = stromnetz.new_game(edition, players=2 if edition == "classic-2009" else 3, seed=4)
    view = game.view(None)
    assert not any(player.neutral for player in view.players)
    assert (asked(game)[1], view.houses) == ("auction", {})
    assert len(view.order) == len(view.players) == game.rules.players


@pytest.mark.rule("K0")
def test_it_never_bids() -> None:
    game = against("auctions")
    game.apply(Open(10, 10))
    auction = game.view(None).auction
    assert auction is not None
    assert auction.bidders == [0, 1]
    assert asked(game) == (1, "bid")


@pytest.mark.rule("K0")
@pytest.mark.parametrize("players_have", [6, 7])
def test_its_cities_do_not_start_step_2(players_have: int) -> None:
    """It has 16; step 2 begins when a player has seven."""
    houses = {**{city: [TRUST] for city in SET_UP}, **{city: [0, TRUST] for city in SECONDS[:players_have]}}
    game = against("building", {"plants": [24]}, houses=houses, to_act=0, market=[14, 15, 16, 17, 18, 19, 21, 22, 23])
    assert (2 in frame(game.apply(Done()))) == (players_have == 7)


@pytest.mark.rule("K0", "M3")
def test_its_cities_make_no_plant_obsolete() -> None:
    houses = {**{city: [TRUST] for city in SET_UP}, **{city: [0, TRUST] for city in SECONDS[:3]}}
    game = against("auctions", houses=houses, market=[5, 6, 7, 8, 9, 10, 11, 12, 13], deck=[4, 20, 25, 30])
    assert boxed(buy(game, 5)) == []
    assert market(game)[:3] == [4, 6, 7]


@pytest.mark.rule("K0", "M3")
def test_the_players_cities_do() -> None:
    houses = {**{city: [TRUST] for city in SET_UP}, **{city: [0, TRUST] for city in SECONDS[:4]}}
    game = against("auctions", houses=houses, market=[5, 6, 7, 8, 9, 10, 11, 12, 13], deck=[4, 20, 25, 30])
    assert boxed(buy(game, 5)) == [(4, "M3")]


@pytest.mark.rule("K0", "E2")
def test_it_cannot_win() -> None:
    """It could supply all its cities, the players nothing."""
    houses = {**{city: [TRUST] for city in SET_UP[:5]}, "berlin": [0]}
    rest = [c for c in position(edition="deluxe-europe", map="europe", players=3).rules.city_ids if c not in houses]
    houses |= {city: [0] for city in rest[:16]}
    trust = {"plants": [31, 36, 44], "fuel": {}}
    game = against("building", {}, {}, trust=trust, houses=houses, to_act=0, market=[37, 38, 39, 40], deck=[])
    game.apply(Connect(rest[16]))
    events = game.apply(Done())
    assert events[-1] == GameEnded([0, 0])
    result = game.result
    assert result is not None
    assert sorted(row.seat for row in result.ranking) == [0, 1]
    assert result.winners == [1], "who has more money"
    assert result.neutral == [Neutral(TRUST, 6)]


@pytest.mark.rule("K8", "E1", "D9")
@pytest.mark.parametrize("cities", [17, 18])
def test_the_game_ends_at_18_cities_of_a_player(cities: int) -> None:
    every = position(edition="deluxe-europe", map="europe", players=3).rules.city_ids
    houses = {city: [0] for city in every[:cities]} | {city: [TRUST] for city in every[20:26]}
    game = against("building", {}, {}, houses=houses, to_act=0, market=[37, 38, 39, 40], deck=[], step=2)
    game.apply(Done())
    assert (game.result is not None) == (cities == 18)


@pytest.mark.rule("K0", "E5")
def test_for_the_end_of_building_only_the_players_count() -> None:
    """Every city has a place that only the Trust could take."""
    cities = position("order", 3, edition="deluxe-europe", map="europe", regions=["west"]).view(None).cities()
    houses = {city: [1] if city == cities[0] else [0, 1] for city in cities}
    offer = [37, 38, 39, 40, 42, 44]
    game = against("building", houses=houses, regions=["west"], step=3, to_act=0, market=offer, deck=[46])
    game.apply(Connect(cities[0]))
    assert game.result is not None


# --- its place in the order ---


@pytest.mark.rule("K1")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_it_is_second_at_the_start(order: list[int]) -> None:
    game = begun(order=order)
    assert game.view(None).order == [order[0], TRUST, order[1]]
    assert game.rows[0].events[0] == OrderSet([order[0], TRUST, order[1]])


@pytest.mark.rule("K1", "S3")
def test_the_start_player_is_drawn() -> None:
    orders = [stromnetz.new_game("deluxe-europe", players=2, seed=n).view(None).order for n in range(12)]
    assert sorted({tuple(order) for order in orders}) == [(0, TRUST, 1), (1, TRUST, 0)]


@pytest.mark.rule("K1")
@both_boards
def test_it_is_second_in_every_round(edition: str) -> None:
    game = play_on(stromnetz.new_game(edition, players=2, seed=8), seed=8)
    orders = [e.order for row in game.rows for e in row.events if isinstance(e, OrderSet)]
    assert len(orders) > 10
    assert {order[1] for order in orders} == {TRUST}
    assert {order[0] for order in orders} == {0, 1}


@pytest.mark.rule("K1", "O1")
@pytest.mark.parametrize(("cities", "plant", "first"), [(1, 30, 1), (2, 5, 1), (2, 30, 0), (3, 5, 0)])
def test_phase_1_compares_the_two_players_only(cities: int, plant: int, first: int) -> None:
    """Seat 0 against two cities and plant 20; the Trust has more of both."""
    houses = {**{city: [TRUST] for city in SET_UP}, **{city: [0] for city in SECONDS[:cities]}}
    houses |= {city: [1] for city in SECONDS[4:6]}
    seats: list[Seat] = [{"plants": [plant]}, {"plants": [20]}]
    cards = {"market": MARKET, "deck": []}
    game = against("order", *seats, trust={"plants": [50]}, houses=houses, order=[1 - first, first], **cards)
    assert game.view(None).order == [first, TRUST, 1 - first]


@pytest.mark.rule("K1", "O2")
def test_it_stays_second_when_the_order_is_set_after_the_first_phase_2() -> None:
    game = begun()
    place(game, *SET_UP)
    low, high = game.view(None).current[:2]
    assert isinstance(low, int)
    assert isinstance(high, int)
    buy(game, low)
    events = buy(game, high)
    assert told(events, "order-set") == [OrderSet([1, TRUST, 0])]


# --- its houses at the start ---


@pytest.mark.rule("K2")
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


@pytest.mark.rule("K2")
def test_it_costs_nothing_and_counts_for_nothing() -> None:
    game = begun()
    place(game, *SET_UP)
    assert game.position.money == [50, 50, 0]
    assert game.position_json()["cities"] == [0, 0, 0]


@pytest.mark.rule("K2")
def test_the_first_goes_into_any_city_of_the_playing_area() -> None:
    game = begun()
    assert {move.to_json()["city"] for move in game.legal_moves} == set(game.view(None).cities())
    assert len(game.legal_moves) == 21


@pytest.mark.rule("K2")
def test_further_houses_go_next_to_an_existing_one() -> None:
    game = begun()
    game.apply(Place("lyon"))
    assert list(game.legal_moves) == [Place(c) for c in ("paris", "bordeaux", "marseille")]
    game.apply(Place("marseille"))
    assert list(game.legal_moves) == [Place(c) for c in ("paris", "bordeaux", "barcelona")], "also to the one just put"


@pytest.mark.rule("K2")
def test_the_options_are_the_cities() -> None:
    game = begun()
    game.apply(Place("lyon"))
    assert game.decision is not None
    cities = [option.to_json() for option in game.decision.options or []]
    assert cities == [{"kind": "place", "city": city} for city in ("paris", "bordeaux", "marseille")]


@pytest.mark.rule("K2")
def test_a_city_further_away_is_refused() -> None:
    game = begun()
    game.apply(Place("lyon"))
    with refused("K2", game):
        game.apply(Place("vlaanderen"))


@pytest.mark.rule("K2")
def test_a_city_that_has_one_is_refused() -> None:
    game = begun()
    game.apply(Place("lyon"))
    with refused("K2", game) as refusal:
        game.apply(Place("lyon"))
    assert refusal.error.facts == {"city": "lyon"}


@pytest.mark.rule("K2", "S1")
def test_a_city_outside_the_playing_area_is_refused() -> None:
    game = begun()
    for city in ("zuerich", "moskwa"):
        with refused("S1", game):
            game.apply(Place(city))
    game.apply(Place("lyon"))
    with refused("S1", game):
        game.apply(Place("zuerich"))  # next to Lyon on the board


@pytest.mark.rule("K2")
def test_nothing_else_can_be_done_before() -> None:
    game = begun()
    for move in (Done(), SitOut(), Connect("lyon"), Open(game.view(None).current[0], 10)):
        with refused("K2", game):
            game.apply(move)
    with pytest.raises(BadInput):
        game.apply(Place("atlantis"))


@pytest.mark.rule("K2")
def test_nothing_is_placed_later() -> None:
    game = begun()
    place(game, *SET_UP)
    with refused("A1", game):
        game.apply(Place("marseille"))


@pytest.mark.rule("K2")
def test_the_only_city_left_is_taken_without_asking() -> None:
    """Lisboa has one neighbour."""
    game = begun()
    assert game.apply(Place("lisboa")) == [HousePlaced(TRUST, "lisboa"), HousePlaced(TRUST, "madrid")]
    assert asked(game) == (1, "place")
    assert list(game.legal_moves) == [Place("bordeaux"), Place("barcelona")], "the second of the two is still to choose"


@pytest.mark.rule("K2", "S1")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_the_regions_are_drafted_before(order: list[int]) -> None:
    game = begun(regions="draft", order=order)
    for seat, region in enumerate(WEST):
        assert asked(game) == (seat % 2, "region")
        game.apply(ChooseRegion(region))
    assert asked(game) == (order[0], "place")
    assert len(game.legal_moves) == 21
    place(game, *SET_UP)
    assert game.view(None).players[TRUST].network == sorted(SET_UP, key=game.rules.city_ids.index)


@pytest.mark.rule("K2", "G1")
def test_placing_can_be_taken_back() -> None:
    game = begun()
    before = game.position.copy()
    game.apply(Place("lisboa"))
    game.undo(0)
    assert game.position == before
    game.apply(Place("lyon"))
    assert game.view(None).houses == {"lyon": [TRUST]}
