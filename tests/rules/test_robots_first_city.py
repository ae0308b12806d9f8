"""The first city of a robot: who chooses it, and when (R10 to R16)."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Connect, Done, Game, Pass
from stromnetz.editions.robots.moves import Suggest
from tests.helpers import decision, refused
from tests.rules.robot_tables import ROBOT, asked, building, built, made_of, money, told, with_robot

WEST = ["west"]
SEVEN = ["dortmund", "duesseldorf", "duisburg", "essen", "kassel", "muenster", "osnabrueck"]


def starting(tile: str, robot: dict[str, Any] | None = None, **fields: Any) -> Game:
    """Seat 0 is first, the robot in the middle, seat 1 last and builds first; only the West is in play."""
    given = {"order": [0, ROBOT, 1], "regions": WEST, "round": 1, **fields}
    seats = [given.pop("first", {"money": 50}), given.pop("last", {"money": 50}), {"money": 100, **(robot or {})}]
    return with_robot("building", [tile, "one-two-three-cities"], *seats, **given)


def network(game: Game) -> list[str]:
    return game.view(None).players[ROBOT].network


@pytest.mark.rule("R11")
def test_the_last_choice_waits_until_all_people_have_built() -> None:
    game = starting("last-choice")
    assert asked(game) == (1, "build")
    events = game.apply(Done())
    assert told(events, "robot-waits")
    assert asked(game) == (0, "build")
    game.apply(Connect("essen"))
    game.apply(Done())
    assert asked(game) == (1, "robot-start"), "the last player chooses"
    assert game.view(None).next_seats == [], "only the robot is left"
    with refused("R10", game):
        game.apply(Connect("essen"), 1)
    with refused("S1", game):
        game.apply(Connect("berlin"), 1)
    events = game.apply(Connect("kassel"), 1)
    assert built(events) == ["kassel"]
    assert told(events, "start-chosen")[0]["tile"] == "last-choice"
    assert told(events, "city-connected")[0]["place_cost"] == 10


@pytest.mark.rule("R11")
def test_it_does_not_wait_when_all_people_have_built_anyway() -> None:
    game = starting("last-choice", order=[ROBOT, 0, 1])
    game.apply(Done())
    assert not told(game.apply(Done()), "robot-waits")
    assert asked(game) == (1, "robot-start")


@pytest.mark.rule("R11")
def test_a_table_that_is_saved_while_it_waits_goes_on_alike() -> None:
    game = starting("last-choice")
    game.apply(Done())
    again = stromnetz.parse_position(game.position_json())
    assert again.position == game.position
    for one in (game, again):
        one.apply(Done())
    assert asked(again) == asked(game) == (1, "robot-start")
    assert stromnetz.parse_position(again.position_json()).position == game.position


@pytest.mark.rule("R12")
def test_a_random_choice_is_drawn_by_the_seed_and_cannot_be_taken_back() -> None:
    found = set()
    for seed in range(12):
        game = starting("random-choice", seed=seed, last={"money": 0, "cities": ["essen"]})
        events = game.apply(Done())
        (city,) = [row["city"] for row in told(events, "start-drawn")]
        assert built(events) == [city] == network(game)
        found.add(city)
        with refused("G1"):
            game.undo(1)
    assert len(found) > 3
    assert found <= set(SEVEN) - {"essen"}


@pytest.mark.rule("R12")
def test_a_plan_does_not_show_what_will_be_drawn() -> None:
    game = starting("random-choice")
    preview = game.preview([Done()])
    assert preview.stopped == "draw"
    assert preview.view.players[ROBOT].network == []


@pytest.mark.rule("R13")
def test_before_anybody_builds_all_name_a_city_and_one_of_them_is_drawn() -> None:
    game = starting("early-choice-for-all")
    assert asked(game) == (0, "robot-name")
    with refused("R13", game):
        game.apply(Connect("essen"), 0)
    game.apply({"kind": "suggest", "city": "essen"})
    assert asked(game) == (1, "robot-name")
    assert game.view(None).modules["robots"]["deciding"]["cities"] == ["essen"]
    with refused("R13", game):
        game.apply({"kind": "suggest", "city": "essen"})
    assert game.preview([{"kind": "suggest", "city": "kassel"}]).stopped == "draw"
    events = game.apply({"kind": "suggest", "city": "kassel"})
    assert network(game)[0] in ("essen", "kassel")
    assert money(game) == 90, "it pays at once"
    assert told(events, "start-drawn")
    assert asked(game) == (1, "build")
    assert not built(game.apply(Done())), "one city a round in step 1: that was it"


@pytest.mark.parametrize("city", [4, None, 0.0, b"essen", ["essen"], "nowhere"])
def test_what_is_no_city_of_this_map_is_no_start(city: object) -> None:
    game = starting("early-choice-for-all")
    with pytest.raises(BadInput, match="there is no city"):
        game.apply(Suggest(city))


@pytest.mark.rule("R13")
def test_both_cities_are_drawn_now_and_then() -> None:
    found = set()
    for seed in range(10):
        game = starting("early-choice-for-all", seed=seed)
        game.apply({"kind": "suggest", "city": "essen"})
        game.apply({"kind": "suggest", "city": "kassel"})
        found |= set(network(game))
    assert found == {"essen", "kassel"}


@pytest.mark.rule("R14")
def test_the_first_player_chooses_in_the_robots_turn() -> None:
    game = starting("players-choice")
    game.apply(Connect("essen"))
    game.apply(Done())
    assert asked(game) == (0, "robot-start")
    assert game.decision is not None
    assert game.decision.kind == "robot-start"
    prices = {o.city: o.cost for o in game.decision.options or []}
    assert prices == dict.fromkeys(set(SEVEN) - {"essen"}, 10)
    assert built(game.apply(Connect("osnabrueck"), 0)) == ["osnabrueck"]
    assert asked(game) == (0, "build")


@pytest.mark.rule("R15")
def test_people_bid_for_the_choice_and_the_winner_pays() -> None:
    game = starting("bidding-choice")
    game.apply(Done())
    assert asked(game) == (0, "robot-bid")
    with refused("R15", game):
        game.apply(Pass(), 0)
    with refused("R15", game):
        game.apply(Bid(51), 0)
    for amount in (2.5, True, "3"):
        with pytest.raises(BadInput, match="amount must be a whole number"):
            game.apply(Bid(amount), 0)
    game.apply(Bid(0), 0)
    assert asked(game) == (1, "robot-bid")
    with refused("R15", game):
        game.apply(Bid(0), 1)
    game.apply(Bid(3), 1)
    game.apply(Bid(4), 0)
    events = game.apply(Pass(), 1)
    assert [e.to_json() for e in events if e.kind == "choice-bought"] == [
        {"kind": "choice-bought", "seat": 0, "for_seat": ROBOT, "price": 4}
    ]
    assert money(game, 0) == 46
    assert asked(game) == (0, "robot-start")
    game.apply(Connect("kassel"), 0)
    assert network(game) == ["kassel"]


@pytest.mark.rule("R15")
def test_the_choice_is_free_if_nobody_bids_more() -> None:
    game = starting("bidding-choice")
    game.apply(Done())
    game.apply(Bid(0), 0)
    game.apply(Pass(), 1)
    assert (asked(game), money(game, 0)) == ((0, "robot-start"), 50)


@pytest.mark.rule("R16")
def test_people_strike_cities_in_turn_and_the_last_one_is_the_robots() -> None:
    game = starting("deciding-choice")
    game.apply(Connect("essen"))
    game.apply(Done())
    asked_of = []
    for city in ("osnabrueck", "dortmund", "duesseldorf", "duisburg"):
        asked_of.append(asked(game))
        game.apply({"kind": "strike", "city": city})
    assert asked_of == [(0, "robot-strike"), (1, "robot-strike")] * 2
    with refused("R16", game):
        game.apply({"kind": "strike", "city": "osnabrueck"})
    with refused("R10", game):
        game.apply({"kind": "strike", "city": "essen"})
    assert built(game.apply({"kind": "strike", "city": "kassel"})) == ["muenster"]


@pytest.mark.rule("R16")
def test_three_people_strike_in_player_order() -> None:
    seats = [{"money": 50}, {"money": 50}, {"money": 50}, {"money": 100}]
    game = with_robot("building", ["deciding-choice"], *seats, order=[2, 3, 0, 1], round=1)
    game.apply(Done())
    game.apply(Done())
    asked_of = []
    for city in ("essen", "kiel", "bremen", "koeln"):
        asked_of.append(asked(game)[0])
        game.apply({"kind": "strike", "city": city})
    assert asked_of == [2, 0, 1, 2]


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    "tile", ["last-choice", "players-choice", "bidding-choice", "deciding-choice", "random-choice"]
)
def test_where_no_city_can_be_had_it_waits_for_the_next_round(tile: str) -> None:
    """No city is free, or the robot cannot pay."""
    poor = starting(tile, {"money": 9})
    full = starting(tile, first={"money": 50, "cities": SEVEN[:3]}, last={"money": 50, "cities": SEVEN[3:]}, round=2)
    for game in (poor, full):
        while decision(game) == "build":
            game.apply(Done())
        assert network(game) == []
        assert not asked(game)[1].startswith("robot")


@pytest.mark.rule("R10", "R13")
def test_an_early_choice_without_a_city_asks_nobody() -> None:
    game = starting("early-choice-for-all", {"money": 9})
    assert asked(game) == (1, "build")


@pytest.mark.rule("R10")
@pytest.mark.parametrize("tile", ["last-choice", "players-choice", "deciding-choice"])
def test_where_one_city_is_left_nobody_is_asked(tile: str) -> None:
    people = {"first": {"money": 0, "cities": SEVEN[:3]}, "last": {"money": 0, "cities": SEVEN[3:6]}}
    game = starting(tile, round=2, **people)
    while decision(game) == "build":
        game.apply(Done())
    assert network(game) == ["osnabrueck"]


@pytest.mark.rule("R10", "R42")
def test_the_first_city_counts_as_built_in_that_turn_and_it_goes_on() -> None:
    game, events = building(["random-choice", "all-cities"], {"money": 60}, seed=3)
    assert len(built(events)) > 1
    assert game.view(None).players[ROBOT].cities == len(built(events))


@pytest.mark.rule("R10", "B3")
def test_who_starts_in_step_2_pays_for_the_place_it_takes() -> None:
    people: dict[str, Any] = {"first": {"cities": SEVEN, "money": 0}, "last": {"money": 0}}
    game = starting("players-choice", step=2, round=5, **people)
    game.apply(Done())
    assert game.decision is not None
    assert {o.cost for o in game.decision.options or [] if o.kind == "connect"} == {15}


@pytest.mark.rule("R16", "R15", "R6")
@pytest.mark.parametrize("tile", ["bidding-choice", "deciding-choice", "early-choice-for-all", "last-choice"])
def test_one_person_alone_simply_chooses(tile: str) -> None:
    options = {"robots": [made_of(tile)]}
    game = stromnetz.new_game("classic-2004", players=2, seed=4, options=options)
    while not asked(game)[1].startswith("robot"):
        moves = game.legal_moves
        game.apply(Done() if asked(game)[1] in ("fuel", "build") else moves[0])
    naming = tile == "early-choice-for-all"
    assert asked(game) == (0, "robot-name" if naming else "robot-start")
    city = game.decision.options[0].city  # type: ignore[union-attr, index]
    game.apply({"kind": "suggest" if naming else "connect", "city": city})
    assert game.view(None).houses[city] == [1]


@pytest.mark.rule("G1", "R14")
def test_what_was_chosen_for_a_robot_can_be_taken_back() -> None:
    game = starting("players-choice")
    game.apply(Done())
    before = game.position
    game.apply(Connect("kassel"), 0)
    assert network(game) == ["kassel"]
    game.undo(0)
    assert (game.position, asked(game)) == (before, (0, "robot-start"))
    game.apply(Connect("essen"), 0)
    again = stromnetz.parse_game(game.to_json())
    assert again == game
    assert network(again) == ["essen"]
