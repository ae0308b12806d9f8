"""The Theme Park: one more city, which is not on the map."""

from collections.abc import Sequence
from typing import Any

import pytest

from stromnetz import Connect, Done, Event, Game, Open, Pass, Run, SitOut
from stromnetz.engine.events import CityConnected
from tests.helpers import asked, counted, decision, purses, refused, to_act
from tests.rules.promo_tables import PARK, Seat, all_pass, auctioned, drawn, order, promo, win
from tests.rules.tables import CITIES, MARKET, boxed, finish_round, frame, leave_all, market

LARGE = [27, 28, 29, 30, 31, 32, 33, 34]
"""Plants that are never obsolete here."""


def seats(*cities: int, money: int = 100) -> list[Seat]:
    """Players with plants 13, 18 and 22 and these numbers of cities, all different."""
    names = iter(CITIES)
    plants = (13, 18, 22)
    return [
        {"plants": [plants[i]], "cities": [next(names) for _ in range(n)], "money": money} for i, n in enumerate(cities)
    ]


def in_phase_2(*cities: int, **fields: Any) -> Game:
    """Nobody buys, so the park is drawn as replacement."""
    game = promo("auctions", [PARK], *seats(*cities), **{"market": LARGE, "deck": [PARK, 24, 25, 26], **fields})
    while auctioned(game)[0] != PARK:
        game.apply(SitOut())
    return game


def after_a_sale(*cities: int) -> Game:
    """Seat 0 alone buys plant 10, skipping the 8: the park is drawn for it."""
    given = {"market": [8, *MARKET[:7]], "deck": [PARK, 24, 25, 26], "sat_out": [1, 2], "step": 1}
    game = promo("auctions", [PARK], *seats(*cities), **given)
    game.apply(Open(10, 10))
    assert auctioned(game) == (PARK, 0)
    return game


def in_phase_4(cities: int, **fields: Any) -> Game:
    """Seat 0's next city makes the smallest plant obsolete: the park is drawn after seats 1 and 2 have built."""
    offer = [cities + 1, *LARGE[:7]]
    given = {"market": offer, "deck": [PARK, 24, 25, 26], "to_act": 0, **fields}
    game = promo("building", [PARK], *seats(cities, 0, 0, money=300), **given)
    game.apply(Connect(CITIES[cities]))
    assert auctioned(game) == (PARK, 0)
    return game


def in_phase_5(*cities: int, **fields: Any) -> Game:
    """The market update of round 5 draws the park; the order is that of the seats."""
    game = promo("bureaucracy", [PARK], *seats(*cities), **{"market": LARGE, "deck": [PARK, 24, 25, 26], **fields})
    while decision(game) == "run":
        game.apply(Run())
    assert auctioned(game) == (PARK, 0)
    return game


def to_phase_5(game: Game) -> Sequence[Event]:
    events: list[Event] = []
    while decision(game) in ("auction", "build"):
        events += game.apply(SitOut() if decision(game) == "auction" else Done())
    return events


# --- one connected city ----------------------------------------------------------------------------------------------


@pytest.mark.rule("Q4")
def test_it_counts_as_a_city_at_once_and_costs_the_bid_only() -> None:
    game = in_phase_2(2, 1, 0)
    win(game, 1, 25)
    assert counted(game) == [2, 2, 0]
    assert purses(game) == [100, 75, 100]


@pytest.mark.rule("Q4")
def test_unsold_it_counts_for_nobody() -> None:
    game = in_phase_2(2, 1, 0)
    assert boxed(all_pass(game)) == [(PARK, "X2")]
    assert counted(game) == [2, 1, 0]


@pytest.mark.rule("Q4")
def test_it_is_not_on_the_map() -> None:
    game = in_phase_2(2, 1, 0)
    before = game.view(None).houses
    win(game, 1)
    view = game.view(None)
    assert view.houses == before
    assert (view.players[1].cities, view.players[1].network) == (2, ["hamburg"])


@pytest.mark.rule("Q4", "U1")
@pytest.mark.parametrize(("winner", "income"), [(0, 33), (1, 22)])
def test_it_needs_supply_like_any_city(winner: int, income: int) -> None:
    """Seat 0 has one city on the map and plants for three."""
    players: list[Seat] = [{"plants": [13, 18], "cities": CITIES[:1], "money": 100}, {"money": 100}, {}]
    game = promo("auctions", [PARK], *players, deck=[PARK, 24])
    leave_all(game)
    win(game, winner)
    to_phase_5(game)
    before = game.view(None).players[0].money or 0
    game.apply(Run([13, 18]))
    assert game.view(None).players[0].money == before + income


@pytest.mark.rule("Q4a", "O1")
@pytest.mark.parametrize(("winner", "after"), [(0, [0, 2, 1]), (1, [1, 2, 0]), (2, [2, 1, 0])])
def test_it_counts_in_the_order(winner: int, after: list[int]) -> None:
    game = in_phase_5(1, 1, 1)
    win(game, winner)
    assert (game.view(None).round, order(game)) == (6, after)


# --- obsolete plants -------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q4", "M3", "M5")
def test_a_plant_that_it_makes_obsolete_goes_at_once_and_is_replaced_in_the_same_run() -> None:
    game = after_a_sale(7, 1, 0)
    assert market(game) == [8, *MARKET[1:7]]
    events = win(game, 0)
    cards = [e.kind for e in events if e.kind.startswith("card-")]
    assert cards == ["card-won", "card-boxed", "card-drawn", "card-drawn"]
    assert (boxed(events), drawn(events)) == ([(8, "M3")], [24, 25])
    assert market(game) == [*MARKET[1:7], 24, 25]


@pytest.mark.rule("Q4", "M3")
@pytest.mark.parametrize("winner", [1, 2])
def test_only_the_leader_makes_plants_obsolete(winner: int) -> None:
    game = after_a_sale(7, 6, 0)
    events = win(game, winner)
    assert (boxed(events), drawn(events)) == ([], [24])


@pytest.mark.rule("Q4", "M3")
def test_a_plant_drawn_after_it_may_be_obsolete() -> None:
    game = in_phase_2(7, 0, 0, deck=[PARK, 8, 24, 25], step=1)
    events = win(game, 0)
    assert (boxed(events), drawn(events)) == ([(8, "M3")], [8, 24])


@pytest.mark.rule("Q4", "M3", "Q1a")
def test_in_phase_4_it_makes_one_plant_more_obsolete_before_the_builder_goes_on() -> None:
    game = in_phase_4(9, market=[10, 11, *MARKET[2:]])
    events = win(game, 0)
    assert (boxed(events), drawn(events)) == ([(11, "M3")], [24, 25])
    assert market(game) == [*MARKET[2:], 24, 25]
    assert asked(game) == (0, "build")


# --- steps and the end -----------------------------------------------------------------------------------------------


@pytest.mark.rule("Q4a", "T2")
@pytest.mark.parametrize(("cities", "step"), [(6, 2), (5, 1)])
def test_won_in_phase_2_it_counts_for_step_2_in_this_round(cities: int, step: int) -> None:
    game = in_phase_2(cities, 0, 0, step=1)
    win(game, 0)
    assert game.view(None).step == 1
    to_phase_5(game)
    assert (game.view(None).round, game.view(None).phase, game.view(None).step) == (5, "bureaucracy", step)


@pytest.mark.rule("Q4a", "T2")
def test_won_in_phase_4_it_counts_for_step_2_in_this_round() -> None:
    game = in_phase_4(5, step=1)
    win(game, 0)
    assert game.view(None).step == 1
    assert frame(to_phase_5(game))[:2] == ["bureaucracy", 2]


@pytest.mark.rule("Q4a", "T2")
def test_won_in_phase_5_it_counts_for_step_2_in_the_next_round() -> None:
    game = in_phase_5(6, 0, 0, step=1)
    win(game, 0)
    assert (game.view(None).round, game.view(None).step) == (6, 1)
    assert frame(to_phase_5(game))[-2:] == ["bureaucracy", 2]


@pytest.mark.rule("Q4a", "E1")
@pytest.mark.parametrize(("cities", "ends"), [(16, True), (15, False)])
def test_won_in_phase_2_it_ends_the_game_after_phase_4(cities: int, ends: bool) -> None:
    game = in_phase_2(cities, 0, 0)
    win(game, 0)
    assert asked(game)[1] == "build"
    to_phase_5(game)
    assert (game.result is not None) == ends


@pytest.mark.rule("Q4a", "E1")
def test_won_in_phase_4_it_ends_the_game_after_that_phase() -> None:
    game = in_phase_4(15, step=2)
    win(game, 0)
    assert asked(game) == (0, "build")
    game.apply(Done())
    assert game.result is not None
    assert [row.cities for row in game.result.ranking if row.seat == 0] == [17]


@pytest.mark.rule("Q4a", "E1")
def test_won_in_phase_5_it_ends_the_game_in_the_next_round() -> None:
    game = in_phase_5(16, 0, 0)
    win(game, 0)
    assert (game.view(None).round, asked(game)[1]) == (6, "auction")
    to_phase_5(game)
    assert (game.view(None).round, game.result is not None) == (6, True)


@pytest.mark.rule("Q4a", "E1", "T2")
def test_won_by_the_draw_of_step_2_it_ends_the_game_in_the_next_round() -> None:
    game = promo("building", [PARK], *seats(16, 0, 0), market=LARGE, step=1, deck=[PARK, 24, 25, 26], to_act=0)
    game.apply(Done())
    assert auctioned(game) == (PARK, 0)
    win(game, 0)
    assert asked(game) == (0, "run")
    finish_round(game)
    assert (game.view(None).round, game.result) == (6, None)
    to_phase_5(game)
    assert game.result is not None


@pytest.mark.rule("Q4a", "E1", "S2")
@pytest.mark.parametrize(("cities", "ends"), [(20, True), (19, False)])
def test_with_two_players_it_may_be_the_21st_city(cities: int, ends: bool) -> None:
    game = in_phase_2(cities, 0)
    win(game, 0)
    assert game.view(None).players[0].cities == cities + 1
    to_phase_5(game)
    assert (game.result is not None) == ends


@pytest.mark.rule("Q4a", "C7")
@pytest.mark.parametrize(("edition", "winners"), [("classic-2009", [1]), ("classic-2004", [0, 1])])
def test_it_breaks_a_tie_by_cities(edition: str, winners: list[int]) -> None:
    """No seat supplies anything, and seats 0 and 1 have 50 Elektro each when the game ends."""
    names = iter(CITIES)
    players = [{"cities": [next(names) for _ in range(16)], "money": money} for money in (50, 60)]
    game = promo("auctions", [PARK], *players, {"money": 20}, market=LARGE, deck=[PARK, 24], edition=edition)
    leave_all(game)
    win(game, 1)
    to_phase_5(game)
    assert game.result is not None
    assert game.result.winners == winners


# --- the short game --------------------------------------------------------------------------------------------------


def short(phase: str, *cities: int, **fields: Any) -> Game:
    given = {"market": LARGE, "deck": [PARK, 24, 25, 26], "step": 1, "options": {"short": True}, **fields}
    return promo(phase, [PARK], *seats(*cities), **given)


@pytest.mark.rule("Q4a", "Y1")
@pytest.mark.parametrize(("cities", "ends"), [(6, True), (5, False)])
def test_in_the_short_game_it_may_be_the_seventh_city(cities: int, ends: bool) -> None:
    game = short("auctions", cities, 0, 0)
    leave_all(game)
    win(game, 0)
    asked_to_build = []
    while decision(game) == "build":
        asked_to_build.append(to_act(game))
        game.apply(Done())
    assert asked_to_build == ([2, 1] if ends else [2, 1, 0]), "who has seven stops building"
    assert (game.result is not None) == ends


@pytest.mark.rule("Q4a", "Y1")
def test_in_the_short_game_a_builder_who_wins_it_as_the_seventh_stops() -> None:
    game = short("building", 5, 0, 0, market=[6, *LARGE[:7]], to_act=0, order=[1, 0, 2])
    game.apply(Connect(CITIES[5]))
    win(game, 0)
    assert asked(game) == (1, "build"), "others may still build"
    game.apply(Connect("essen"))
    game.apply(Done())
    assert game.result is not None


@pytest.mark.rule("Q4a", "Y2")
def test_in_the_short_game_won_in_phase_5_it_counts_after_the_next_phase_4() -> None:
    game = short("bureaucracy", 6, 0, 0)
    finish_round(game)
    win(game, 0)
    assert (game.view(None).round, game.result) == (6, None)
    to_phase_5(game)
    assert game.result is not None


# --- houses and first cities -----------------------------------------------------------------------------------------


@pytest.mark.rule("Q4a", "S2")
@pytest.mark.parametrize(("cities", "bidders"), [(20, [1, 2]), (19, [0, 1, 2])])
def test_who_has_no_house_left_cannot_bid(cities: int, bidders: list[int]) -> None:
    game = in_phase_2(cities, 0, 0)
    auction = game.view(None).auction
    assert auction is not None
    assert auction.bidders == bidders
    assert to_act(game) == bidders[0]


@pytest.mark.rule("Q4a", "S2")
def test_it_is_one_of_the_twenty_houses() -> None:
    game = in_phase_4(16)
    win(game, 0)
    game.apply(Connect(CITIES[17]))
    assert asked(game) == (0, "build")
    game.apply(Connect(CITIES[18]))
    assert (len(game.view(None).players[0].network), game.view(None).players[0].cities) == (19, 20)
    assert game.result is not None, "with all houses used the last builder is not asked again"


@pytest.mark.rule("Q4b", "B2")
def test_who_has_only_the_park_builds_a_first_city_anywhere() -> None:
    game = in_phase_2(2, 1, 0)
    win(game, 2)
    assert asked(game) == (2, "build")
    events = game.apply(Connect("muenchen"))
    assert CityConnected(2, "muenchen", 10, 0, ["muenchen"]) in events
    assert (game.view(None).players[2].cities, game.view(None).players[2].money) == (2, 80)


@pytest.mark.rule("Q4b", "B3")
def test_no_path_begins_at_the_park() -> None:
    """The second city on the map is paid from the first: muenchen to augsburg costs 6."""
    game = in_phase_2(2, 1, 0)
    win(game, 2)
    game.apply(Connect("muenchen"))
    events = game.apply(Connect("augsburg"))
    assert CityConnected(2, "augsburg", 10, 6, ["muenchen", "augsburg"]) in events


@pytest.mark.rule("Q4b", "B2")
def test_a_first_city_that_is_too_dear_is_refused_as_a_first_city() -> None:
    players: list[Seat] = [{"plants": [13]}, {"plants": [18]}, {"plants": [22], "money": 19}]
    game = promo("auctions", [PARK], *players, deck=[PARK, 24])
    leave_all(game)
    win(game, 2)
    with refused("B2", game):
        game.apply(Connect("muenchen"))


@pytest.mark.rule("Q4", "X1")
def test_drawn_for_a_plant_sold_the_phase_goes_on_with_the_new_count() -> None:
    game = promo("auctions", [PARK], *seats(9, 8, 0), deck=[PARK, 24, 25, 26])
    game.apply(Open(11, 11))
    game.apply(Pass())
    game.apply(Pass())
    assert boxed(win(game, 0)) == [(10, "M3")]
    assert asked(game) == (1, "auction")
    assert game.view(None).current == [12, 14, 15, 16]
