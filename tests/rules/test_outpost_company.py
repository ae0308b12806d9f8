"""Outpost, phase 3 b): cards on the company board, and workers when housings are exchanged."""

from typing import Any

import pytest

from stromnetz import BadInput, Done, Move
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from tests.helpers import asked, purses, refused
from tests.rules.outpost_companies import (
    LIBRARY,
    MOON_BASE,
    NODULE,
    ROBOTS,
    arranging,
    at,
    finish,
    foreign,
    hiring,
    on_to,
    ran,
    saved,
    staff,
    stages,
    turn,
)
from tests.rules.outpost_tables import Card, buy, cards_of, company, table, told, workers
from tests.rules.tables import leave_all

# --- laying cards ---


@pytest.mark.rule("L15")
def test_cards_lie_on_unlocked_slots_of_their_kind() -> None:
    game = at("company", [12, "26a", LIBRARY], slots=(1, 1))
    option = arranging(game)
    assert (option.placed, option.plants, option.housings, option.either) == ([], [12], ["26a"], [])
    assert (option.plant_slots, option.housing_slots) == (1, 1)
    (laid,) = game.apply(Arrange([12, "26a"]))
    assert laid.to_json() == {"kind": "company-arranged", "seat": 0, "cards": [12, "26a"]}
    assert company(game, 0)["placed"] == [12, "26a"]
    assert cards_of(game, 0) == [LIBRARY, 12, "26a"], "they are still owned"
    assert purses(game)[0] == 100, "free of charge"


@pytest.mark.rule("L15", "EX18")
def test_only_placed_cards_work() -> None:
    game = turn([12, "26a"], placed=[3, "16a"], slots=(1, 1))
    row = company(game, 0)
    assert (row["need"], row["places"]) == (3, 2)
    on_to(game, "company").apply(Arrange([12, "26a"]))
    row = company(game, 0)
    assert (row["need"], row["places"]) == (2, 3), "plant 12 needs two workers, housing 26 holds three"


@pytest.mark.rule("L15", "L17")
@pytest.mark.parametrize(("laid", "supplied"), [(True, 2), (False, 0)])
def test_a_plant_beside_the_board_supplies_nothing(laid: bool, supplied: int) -> None:
    game = at("company", [12], slots=(1, 0), houses=["amber", "basalt"], workers=2)
    assert ran(finish(game, Arrange([12]) if laid else Done()))["supplied"] == supplied


@pytest.mark.rule("L14", "L15")
@pytest.mark.parametrize(
    ("slots", "cards"),
    [
        ((1, 1), [12, 13]),
        ((1, 1), ["16a", "16b"]),
        ((2, 1), [11, 12, 13]),
        ((1, 0), ["16a"]),
        ((0, 1), [12]),
        ((2, 0), [12, "16a"]),
        ((0, 4), [12, "16a"]),
        ((1, 1), [12, 13, "16a"]),
    ],
)
def test_no_more_cards_than_slots_of_their_kind(slots: tuple[int, int], cards: list[Card]) -> None:
    game = at("company", [11, 12, 13, "16a", "16b"], slots=slots)
    with refused("L14", game) as no:
        game.apply(Arrange(cards))
    assert (no.error.facts["plant_slots"], no.error.facts["housing_slots"]) == slots


@pytest.mark.rule("L14", "L15", "L4")
def test_four_slots_of_each_kind() -> None:
    every: list[Card] = [2, 3, 4, 11, "05a", "05b", "05c", "05d"]
    game = at("company", [12, 13, "16a", *every], slots=(4, 4))
    game.apply(Arrange(every))
    assert set(company(game, 0)["placed"]) == set(every)


@pytest.mark.rule("L14", "L15")
def test_a_slot_unlocked_in_this_turn_can_be_used_in_it() -> None:
    game = turn([12, "16a"])
    game.apply(Build("plant", "amber"))
    game.apply(Build("housing", "basalt"))
    game.apply(Done())
    game.apply(Arrange([12, "16a"]))
    assert asked(game) == (0, "workers")


@pytest.mark.rule("L15", "L8")
def test_a_card_bought_in_this_round_can_be_laid_in_it() -> None:
    game = table(
        "auctions",
        3,
        order=[0, 1, 2],
        round=2,
        market=[2, 3, 4, "05a", 8, 10, 11, 12],
        modules={"company": {"sites": {"amber": 0}}},
    )
    buy(game, 3)
    leave_all(game)
    while asked(game) != (0, "company"):
        game.apply(Done())
    game.apply(Arrange([3]))
    assert company(game, 0)["placed"] == [3]


@pytest.mark.rule("L15")
def test_the_board_may_stay_as_it_is() -> None:
    game = at("company", [13, "16a"], placed=[12], slots=(2, 1))
    events = game.apply(Done())
    assert told(events, "company-arranged") == []
    assert company(game, 0)["placed"] == [12]


# --- refusals ---


@pytest.mark.rule("L15")
@pytest.mark.parametrize("move", foreign("arrange"), ids=repr)
def test_only_laying_cards_and_being_done(move: Move) -> None:
    game = at("company", [3, "16a", 20], slots=(1, 1), workers=1)
    with refused("L15", game) as no:
        game.apply(move)
    assert no.error.facts["accepts"] == ["arrange", "done"]


@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    "cards",
    [
        [13],  # another player's
        [2],  # in the market
        [12, 13],
        [LIBRARY],  # technologies lie beside the board
        ["32a"],
        [12, NODULE],
        [12, 12],
        ["16a", "16a"],
        ["step-3"],
    ],
)
def test_only_own_plants_and_housings_each_once(cards: list[Card]) -> None:
    game = at("company", [12, "16a", LIBRARY, NODULE, "32a"], slots=(2, 2), others=[{"plants": [13]}, {}])
    with refused("L15", game):
        game.apply(Arrange(cards))


@pytest.mark.rule("L15")
@pytest.mark.parametrize("card", [99, "26", "x", 12.0, True])
def test_a_card_that_does_not_exist(card: Any) -> None:
    game = at("company", [12, "16a"], slots=(2, 2))
    with pytest.raises(BadInput):
        game.apply(Arrange([card]))


@pytest.mark.rule("L15")
@pytest.mark.parametrize("cards", [[], [12], [13], ["16a"], [13, 12]])
def test_a_card_is_exchanged_but_not_taken_away(cards: list[Card]) -> None:
    game = at("company", [13, "16b"], placed=[12, "16a"], slots=(2, 1))
    with refused("L15", game) as no:
        game.apply(Arrange(cards))
    assert no.error.facts["placed"] == [12, "16a"]


# --- exchanging ---


@pytest.mark.rule("L15")
def test_placed_cards_are_exchanged_with_own_cards_beside_the_board() -> None:
    game = at("company", [13, 14, "26a"], placed=[2, 12, "16a"], slots=(2, 1))
    game.apply(Arrange([13, 14, "26a"]))
    assert company(game, 0)["placed"] == [13, 14, "26a"]
    assert cards_of(game, 0) == [2, 12, 13, 14, "16a", "26a"], "nothing is lost"


@pytest.mark.rule("L15", "L15a")
@pytest.mark.parametrize("cards", [[13, "26a"], [13, "05a"], [2, "16a"], [25, "16a"]])
def test_any_exchange_is_allowed(cards: list[Card]) -> None:
    """For a plant that supplies less or needs more, and for a smaller housing."""
    game = at("company", [2, 25, 13, "05a", "26a"], placed=[12, "16a"], slots=(1, 1))
    game.apply(Arrange(cards))
    assert set(company(game, 0)["placed"]) == set(cards)


@pytest.mark.rule("L15", "L15a")
def test_cards_can_be_exchanged_and_others_laid_in_one_go() -> None:
    game = at("company", [13, 14, "26a", "26b"], placed=[12, "16a"], slots=(3, 2))
    game.apply(Arrange(["26b", 14, 13, "26a"]))
    assert company(game, 0)["placed"] == [13, 14, "26a", "26b"]


@pytest.mark.rule("L15a")
def test_workers_move_over_into_a_larger_housing() -> None:
    game = at("company", ["38a"], placed=["16a"], slots=(0, 1), workers=2)
    game.apply(Arrange(["38a"]))
    assert staff(game) == (2, 0, 0)
    assert hiring(game).permanent == [2], "the two places that the old housing had not"


@pytest.mark.rule("L15a", "L18")
def test_workers_without_a_place_stay_for_this_round() -> None:
    game = at("company", ["16a"], placed=[25, "38a"], slots=(1, 1), workers=4, houses=["amber"], order=[1, 0, 2])
    before = workers(game)
    game.apply(Arrange([25, "16a"]))
    assert (staff(game), company(game, 0)["places"]) == ((4, 0, 0), 2)
    events = finish(game)
    assert ran(events)["plants"] == [25], "which needs all four of them"
    assert told(events, "workers-dismissed") == [{"seat": 0, "count": 2}]
    assert (staff(game), workers(game)) == ((2, 0, 0), before + 2)


@pytest.mark.rule("L15a", "L16a")
def test_workers_without_a_place_count_as_places() -> None:
    """Need seven, places two, workers four: three more can be hired, not five."""
    game = at("company", ["16a"], placed=[3, 25, "38a"], slots=(2, 1), workers=4)
    game.apply(Arrange([3, 25, "16a"]))
    row = company(game, 0)
    assert (row["need"], row["places"], row["permanent"]) == (7, 2, 4)
    assert len(hiring(game).costs) - 1 == 3
    assert hiring(game).permanent == [0, 0, 0, 0]
    with refused("L16", game):
        game.apply(Hire(4))


@pytest.mark.rule("L15a")
def test_who_has_workers_enough_without_places_is_not_asked_for_more() -> None:
    game = turn(["05a"], placed=[12, "16a"], slots=(1, 1), workers=2)
    assert stages(game, Arrange([12, "05a"])) == ["network", "company"]


# --- save and load ---


@pytest.mark.rule("L15")
def test_a_company_can_be_saved_before_and_after_it_is_arranged() -> None:
    game = at("company", [13, "38a", NODULE, MOON_BASE], placed=[12, "16a"], slots=(2, 1), workers=2, robots=3)
    before = saved(game)
    for one in (game, before):
        one.apply(Arrange([13, MOON_BASE, "38a"]))
    assert before.position == saved(game).position == game.position
    assert company(game, 0)["placed"] == [13, "38a", MOON_BASE]


@pytest.mark.rule("L12", "L15", "G1")
def test_a_whole_turn_can_be_taken_back_move_by_move() -> None:
    """The moves that follow a position change nothing in it."""
    game = turn([12, "05a", ROBOTS, "32a"], slots=(1, 0), order=[1, 0, 2])
    moves: list[Move] = [
        Build("house", "32a"),
        Build("plant", "32a"),
        Build("housing", "basalt"),
        Build("house", "amber"),
    ]
    moves += [Done(), Arrange([12, "05a"]), Hire(1), MakeRobot()]
    seen = []
    for move in moves:
        seen.append(saved(game).position)
        game.apply(move)
    assert staff(game) == (1, 1, 1)
    for before in reversed(seen):
        game.undo(0)
        assert game.position == before
