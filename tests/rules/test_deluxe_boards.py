"""The two deluxe boards: metropolises and paths (N5, EX11, EX12), and the nine plants of Europe (W1, W2)."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import Connect, Done, Game, Open, Run
from stromnetz.editions.files.loader import board
from stromnetz.engine.events import CityConnected, PlantsRan
from stromnetz.engine.options import ConnectOption
from tests.helpers import position, refused
from tests.rules.tables import boxed, buy, deck, finish_round, frame, leave_all, market

EUROPE, AMERICA = "deluxe-europe", "deluxe-north-america"
MAPS = {EUROPE: "europe", AMERICA: "north-america"}
NO_FUEL = {"coal": 0, "gas": 0, "oil": 0, "uranium": 0}
Seat = dict[str, Any]

NINE = [10, 11, 12, 13, 14, 15, 16, 17, 18]
CARDS = {"deck": ["step-3", 20, 25, 30], "reshuffle": [25, 30, 20]}
CITIES = board("europe").city_ids

halves = pytest.mark.parametrize(
    ("own", "other"),
    [
        ("new-york-north", "new-york-south"),
        ("new-york-south", "new-york-north"),
        ("mexico-city-north", "mexico-city-south"),
        ("mexico-city-south", "mexico-city-north"),
    ],
)


def table(edition: str, phase: str, players: list[Seat], **fields: Any) -> Game:
    given = {"round": 5, "order": [0, 1, 2], "fuel_market": NO_FUEL, **fields}
    return position(phase, players, edition=edition, map=MAPS[edition], **given)


def builder(edition: str, cities: list[str], *others: list[str], **fields: Any) -> Game:
    """Seat 0 builds last of three; the others have these cities."""
    seats: list[Seat] = [{"money": 200, "cities": cities}, *({"cities": c} for c in others)]
    return table(edition, "building", [*seats, {}, {}][:3], **{"to_act": 0, **fields})


def costs(game: Game) -> dict[str, tuple[int, int]]:
    """Place and connection costs of every city that can be connected."""
    assert game.decision is not None
    options = [o for o in game.decision.options or [] if isinstance(o, ConnectOption)]
    return {o.city: (o.place_cost, o.connection_cost) for o in options}


# --- metropolises ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("N5")
@halves
def test_the_halves_of_a_metropolis_are_0_apart(own: str, other: str) -> None:
    game = builder(AMERICA, [own])
    assert game.apply(Connect(other))[0] == CityConnected(0, other, 10, 0, [own, other])
    player = game.view(None).players[0]
    assert (player.money, player.cities, sorted(player.network)) == (190, 2, sorted([own, other]))


@pytest.mark.rule("N5", "B4")
@halves
def test_each_half_has_places_of_its_own(own: str, other: str) -> None:
    game = builder(AMERICA, [own], [other])
    assert other not in costs(game)
    for city in (own, other):
        with refused("B4", game):
            game.apply(Connect(city))
    game = builder(AMERICA, [own], [other], step=2)
    assert costs(game)[other] == (15, 0)
    with refused("B4", game):  # one place a player in each
        game.apply(Connect(own))


@pytest.mark.rule("N5", "B3")
@pytest.mark.parametrize(("half", "outside"), [("new-york", "boston"), ("mexico-city", "guadalajara")])
def test_both_halves_lie_equally_far_from_everywhere(half: str, outside: str) -> None:
    pair = {f"{half}-north", f"{half}-south"}
    north, south = (costs(builder(AMERICA, [city])) for city in sorted(pair))
    assert {c: v for c, v in north.items() if c not in pair} == {c: v for c, v in south.items() if c not in pair}
    paid = {"boston": 7, "guadalajara": 10}[outside]
    assert {costs(builder(AMERICA, [outside]))[city] for city in pair} == {(10, paid)}


@pytest.mark.rule("N5", "B6", "M3")
def test_each_half_counts_for_obsolete_plants() -> None:
    cities = ["new-york-north", "boston", "montreal", "ottawa"]
    game = builder(AMERICA, cities, market=[5, *NINE[:7]], deck=[20, 25, "step-3"])
    assert boxed(game.apply(Connect("new-york-south"))) == [(5, "M3")]
    assert market(game) == [10, 11, 12, 13, 14, 15, 16, 20]


@pytest.mark.rule("N5", "T2")
def test_each_half_counts_for_step_2() -> None:
    cities = ["new-york-north", "new-york-south", "boston", "montreal", "ottawa", "quebec", "philadelphia"]
    for count, step in ((6, 1), (7, 2)):
        game = table(AMERICA, "bureaucracy", [{"cities": cities[:count], "plants": [11]}, {}, {}])
        assert game.view(None).step == step


@pytest.mark.rule("N5", "U1")
def test_each_half_is_supplied_and_paid_for() -> None:
    seats: list[Seat] = [{"cities": ["mexico-city-north", "mexico-city-south"], "plants": [24]}, {}, {}]
    game = table(AMERICA, "bureaucracy", seats, to_act=0)
    assert game.apply(Run([24]))[0] == PlantsRan(0, [24], {}, 2, 33)


@pytest.mark.rule("EX11", "B3")
def test_example_of_building_in_step_1() -> None:
    game = builder(AMERICA, ["new-york-north", "pittsburgh"], ["washington"])
    offers = costs(game)
    assert offers["new-york-south"] == (10, 0)
    assert offers["toronto"] == (10, 11)
    assert offers["charlotte"] == (10, 7 + 12)
    assert "washington" not in offers
    path = ["pittsburgh", "washington", "charlotte"]
    assert game.apply(Connect("charlotte"))[0] == CityConnected(0, "charlotte", 10, 19, path)
    assert game.view(None).players[0].money == 200 - 29


@pytest.mark.rule("EX12", "B3", "B4")
def test_example_of_building_in_step_2() -> None:
    game = builder(AMERICA, ["new-york-north", "pittsburgh"], ["philadelphia", "washington"], step=2)
    offers = costs(game)
    assert (offers["philadelphia"], offers["washington"]) == ((15, 3), (15, 7))
    game.apply(Connect("philadelphia"))
    assert costs(game)["washington"] == (15, 5)
    game.apply(Connect("washington"))
    assert game.view(None).players[0].money == 200 - 38


# --- paths -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B3")
@pytest.mark.parametrize(
    ("edition", "cost", "path"),
    [
        (EUROPE, 41, ["paris", "bordeaux", "madrid", "lisboa"]),
        (EUROPE, 38, ["budapest", "beograd", "sofia", "athina"]),  # through Tiranë 41
        (EUROPE, 10, ["rhein-ruhr", "stuttgart", "zuerich"]),  # through Rhein-Main 11
        (EUROPE, 16, ["london", "paris"]),  # through Vlaanderen 22
        (AMERICA, 48, ["dallas-fort-worth", "new-orleans", "jacksonville", "miami"]),  # through Memphis 49
        (AMERICA, 25, ["dallas-fort-worth", "oklahoma-city", "albuquerque"]),  # through Juarez 28
        (AMERICA, 9, ["vancouver", "seattle", "portland"]),
    ],
)
def test_a_city_is_connected_along_the_cheapest_path(edition: str, cost: int, path: list[str]) -> None:
    game = builder(edition, path[:1], [path[-2]] if len(path) > 2 else [])
    assert game.apply(Connect(path[-1]))[0] == CityConnected(0, path[-1], 10, cost, path)


@pytest.mark.rule("B3")
def test_the_nearest_of_the_own_cities_counts() -> None:
    game = builder(EUROPE, ["madrid", "marseille"])
    assert costs(game)["barcelona"] == (10, 11)  # from Madrid 14
    assert costs(game)["lisboa"] == (10, 13)


@pytest.mark.rule("S1", "B3")
@pytest.mark.parametrize(
    ("edition", "start", "goal", "regions", "cost"),
    [
        (EUROPE, "rhein-ruhr", "zuerich", ["west", "central", "south"], 10),
        (EUROPE, "rhein-ruhr", "zuerich", ["west", "southwest", "south"], 24),  # through Paris
        (AMERICA, "dallas-fort-worth", "albuquerque", ["south", "southwest", "midwest"], 25),
        (AMERICA, "dallas-fort-worth", "albuquerque", ["south", "southwest", "west"], 28),
    ],
)
def test_paths_stay_inside_the_regions(edition: str, start: str, goal: str, regions: list[str], cost: int) -> None:
    assert costs(builder(edition, [start], regions=regions))[goal] == (10, cost)


# --- nine on offer ---------------------------------------------------------------------------------------------------


def europe(phase: str, first: Seat | None = None, **fields: Any) -> Game:
    """Seat 0 of three has plant 24, so that it has a decision in phase 5; "Step 3" is on top of the deck."""
    seats: list[Seat] = [{"money": 100, "plants": [24], **(first or {})}, {"money": 100}, {"money": 100}]
    return table(EUROPE, phase, seats, **{"market": NINE, **({} if "deck" in fields else CARDS), **fields})


@pytest.mark.rule("W1", "M2")
def test_nine_are_on_offer_in_step_1() -> None:
    game = stromnetz.new_game(EUROPE, players=3, seed=1)
    for _ in range(3):
        assert (len(game.view(None).current), len(game.view(None).future)) == (4, 5)
        buy(game, int(game.view(None).current[0]))
    assert (game.view(None).phase, len(market(game))) == ("fuel", 9)


@pytest.mark.rule("W1", "M1")
def test_the_fifth_smallest_lies_in_the_future_market() -> None:
    game = europe("auctions")
    assert (game.view(None).current, game.view(None).future) == (NINE[:4], NINE[4:])
    with refused("M1", game):
        game.apply(Open(14, 14))


@pytest.mark.rule("W1", "N1")
def test_there_is_no_discount_in_europe() -> None:
    game = europe("order")
    assert (game.view(None).minimum_bids, game.view(None).modules) == ([10, 11, 12, 13], {})
    with refused("A1", game):
        game.apply(Open(10, 9))


@pytest.mark.rule("W1", "M3", "M5")
def test_an_obsolete_plant_is_replaced_so_nine_stay() -> None:
    first = {"cities": CITIES[:5]}
    game = europe("building", first, to_act=0, market=[6, *NINE[:8]], deck=[3, 20, 25, "step-3"])
    assert boxed(game.apply(Connect(CITIES[5]))) == [(6, "M3"), (3, "M3")]
    assert market(game) == [*NINE[:8], 20]


@pytest.mark.rule("W1", "U3")
def test_the_largest_of_nine_goes_under_the_deck() -> None:
    game = europe("bureaucracy", order=[1, 2, 0], to_act=0, deck=[20, 25, "step-3"])
    game.apply(Run())
    assert market(game) == [*NINE[:8], 20]
    assert deck(game) == [25, "step-3", 18]


@pytest.mark.rule("W1", "T2")
def test_step_2_takes_the_smallest_and_draws_nothing() -> None:
    game = europe("building", {"cities": CITIES[:6]}, to_act=0, deck=[20, 25, "step-3"])
    game.apply(Connect(CITIES[6]))
    assert len(market(game)) == 9
    events = game.apply(Done())
    assert (boxed(events), frame(events)) == ([(10, "T2")], ["bureaucracy", 2])
    assert (market(game), deck(game)) == (NINE[1:], [20, 25, "step-3"])
    assert (game.view(None).current, game.view(None).future) == (NINE[1:5], NINE[5:])


@pytest.mark.rule("W1", "M2", "U3")
def test_eight_are_on_offer_from_then_on() -> None:
    game = europe("building", {"cities": CITIES[:7]}, to_act=0, deck=[20, 25, 30, 31, "step-3"])
    game.apply(Done())
    finish_round(game)  # 18 goes under the deck
    assert market(game) == [11, 12, 13, 14, 15, 16, 17, 20]
    buy(game, 11)
    assert market(game) == [12, 13, 14, 15, 16, 17, 20, 25]


@pytest.mark.rule("T5", "W1", "T3a")
def test_step_3_before_step_2_in_phase_2() -> None:
    game = europe("auctions")
    buy(game, 10)
    assert market(game) == [11, 12, 13, 14, 15, 16, 17, 18, "step-3"]
    events = leave_all(game)
    assert boxed(events) == [(11, "T5"), ("step-3", "T3"), (12, "T3")]
    assert (market(game), deck(game)) == ([13, 14, 15, 16, 17, 18], [25, 30, 20])
    assert frame(events) == [3, "fuel", "building"]


@pytest.mark.rule("T5", "W1", "T3b")
def test_step_3_before_step_2_in_phase_4() -> None:
    game = europe("building", {"cities": CITIES[:5]}, to_act=0, market=[6, *NINE[:8]])
    events = game.apply(Connect(CITIES[5]))
    assert boxed(events) == [(6, "M3"), ("step-3", "T3"), (10, "T5"), (11, "T3")]
    assert (market(game), deck(game)) == ([12, 13, 14, 15, 16, 17], [25, 30, 20])


@pytest.mark.rule("T5", "W1", "T3c")
def test_step_3_before_step_2_in_phase_5() -> None:
    game = europe("bureaucracy", order=[1, 2, 0], to_act=0, reshuffle=[25, 18, 30, 20], deck=CARDS["deck"])
    events = game.apply(Run())
    assert boxed(events) == [("step-3", "T3"), (10, "T5"), (11, "T3")]
    assert (market(game), deck(game)) == ([12, 13, 14, 15, 16, 17], [25, 18, 30, 20])
    assert game.view(None).current == [12, 13, 14, 15, 16, 17]


@pytest.mark.rule("W1", "T4", "T3a")
def test_from_eight_in_step_2_six_are_left_in_step_3() -> None:
    game = europe("auctions", market=NINE[:8], step=2)
    buy(game, 10)
    assert boxed(leave_all(game)) == [("step-3", "T3"), (11, "T3")]
    assert market(game) == [12, 13, 14, 15, 16, 17]


# --- nobody buys -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("W2", "A10")
def test_when_nobody_buys_the_smallest_goes_and_is_replaced() -> None:
    game = europe("auctions", deck=[20, 25, "step-3"])
    assert boxed(leave_all(game)) == [(10, "A10")]
    assert market(game) == [*NINE[1:], 20]


@pytest.mark.rule("W2", "A10")
def test_when_somebody_buys_nothing_goes() -> None:
    game = europe("auctions", deck=[20, 25, "step-3"])
    buy(game, 13)
    assert boxed(leave_all(game)) == []
    assert market(game) == [10, 11, 12, 14, 15, 16, 17, 18, 20]


@pytest.mark.rule("W2", "T8", "T5")
def test_step_3_drawn_when_nobody_buys() -> None:
    game = europe("auctions")
    assert boxed(leave_all(game)) == [(10, "A10"), (11, "T5"), ("step-3", "T3"), (12, "T3")]
    assert (market(game), deck(game)) == ([13, 14, 15, 16, 17, 18], [25, 30, 20])
