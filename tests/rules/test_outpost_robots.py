"""Outpost: Robots, a technology with which a worker makes a robot at the end of its owner's turn."""

import pytest

from stromnetz import BadInput, Done, IllegalMove, Move
from stromnetz.editions.outpost.moves import Hire, MakeRobot
from tests.helpers import asked, decision, purses, refused
from tests.rules.outpost_companies import (
    MOON_BASE,
    NODULE,
    ROBOTS,
    at,
    finish,
    foreign,
    hiring,
    just_bought,
    on_to,
    ran,
    saved,
    staff,
    stages,
    turn,
)
from tests.rules.outpost_tables import CITIES, company, told, workers

# --- making one ---


@pytest.mark.rule("L27")
def test_a_worker_makes_a_robot_for_nothing() -> None:
    game = at("robot", [ROBOTS], ["05a"], (0, 1), workers=1, order=[1, 0, 2])
    assert list(game.legal_moves) == [Done(), MakeRobot()]
    assert game.decision is not None
    assert [option.to_json() for option in game.decision.options or []] == [{"kind": "done"}, {"kind": "make-robot"}]
    before = workers(game)
    (made,) = told(game.apply(MakeRobot()), "robot-made")
    assert made == {"seat": 0, "robots": 1}
    assert staff(game) == (1, 0, 1), "the worker is not used up"
    assert (purses(game)[0], workers(game)) == (100, before)


@pytest.mark.rule("L27")
def test_nobody_must_make_one() -> None:
    game = at("robot", [ROBOTS], ["05a"], (0, 1), workers=1)
    finish(game, Done())
    assert staff(game) == (1, 0, 0)


@pytest.mark.rule("L27")
@pytest.mark.parametrize("move", foreign("make-robot"), ids=repr)
def test_only_making_a_robot_and_being_done(move: Move) -> None:
    game = at("robot", [ROBOTS, 3], ["05a"], (0, 1), workers=1)
    with refused("L27", game) as no:
        game.apply(move)
    assert no.error.facts["accepts"] == ["make-robot", "done"]


@pytest.mark.rule("L27", "L27a")
def test_the_robot_comes_at_the_end_of_the_turn() -> None:
    game = turn([ROBOTS, "05b"], [12, "05a"], (1, 1), workers=1)
    for kind in ("network", "company", "workers"):
        assert asked(game) == (0, kind)
        with pytest.raises(IllegalMove, match="can't do that right now"):
            game.apply(MakeRobot())
        game.apply(Done())
    assert asked(game) == (0, "robot")


# --- once a round ---


@pytest.mark.rule("L27")
def test_one_robot_a_round_and_another_in_the_next() -> None:
    game = turn([ROBOTS], ["05a"], (0, 1), workers=1)
    assert stages(game, MakeRobot()) == ["network", "robot"]
    while asked(game) != (0, "network"):
        game.apply({"kind": "sit-out"} if decision(game) == "auction" else Done())
    assert stages(game, MakeRobot()) == ["network", "robot"]
    assert staff(game) == (1, 0, 2)


@pytest.mark.rule("L27")
def test_who_has_made_one_in_this_round_is_not_asked_again() -> None:
    game = turn([ROBOTS], ["05a"], (0, 1), workers=1, robots=1, made=[0])
    assert stages(game) == ["network"]


@pytest.mark.rule("L27")
def test_a_position_remembers_who_has_made_one() -> None:
    game = at("robot", [ROBOTS], [12], (1, 0), workers=1, houses=["amber"], order=[1, 0, 2])
    saved(game)
    game.apply(MakeRobot())
    assert saved(game).position_json()["modules"]["company"]["made"] == [0]
    finish(game)
    assert saved(game).position_json()["modules"]["company"]["made"] == []


# --- nine robots, and who can make them ---


@pytest.mark.rule("L27")
@pytest.mark.parametrize(("robots", "choice"), [(0, True), (8, True), (9, False)])
def test_at_most_nine(robots: int, choice: bool) -> None:
    game = turn([ROBOTS], workers=1, robots=robots)
    assert ("robot" in stages(game, *[MakeRobot()] * choice)) == choice
    assert staff(game)[2] == min(9, robots + 1)


@pytest.mark.rule("L27")
def test_there_are_no_ten_robots() -> None:
    with pytest.raises(BadInput):
        turn([ROBOTS], workers=1, robots=10)


@pytest.mark.rule("L27", "L27a")
@pytest.mark.parametrize(
    ("held", "seasonal", "robots", "choice"),
    [(0, 0, 0, False), (1, 0, 0, True), (1, 1, 0, True), (0, 0, 1, True), (3, 2, 4, True)],
)
def test_any_own_worker_or_robot_can_make_one(held: int, seasonal: int, robots: int, choice: bool) -> None:
    game = turn([ROBOTS], workers=held, seasonal=seasonal, robots=robots)
    assert ("robot" in stages(game, *[MakeRobot()] * choice)) == choice


@pytest.mark.rule("L27")
def test_without_the_card_nobody_is_asked() -> None:
    game = turn([NODULE], workers=3, robots=2, others=[{"plants": [ROBOTS]}, {}])
    assert stages(game) == ["network"]


@pytest.mark.rule("L27")
def test_it_works_in_the_round_in_which_it_is_bought() -> None:
    game = just_bought(ROBOTS, ["05a"], (0, 1), workers=1)
    assert stages(game, MakeRobot()) == ["network", "robot"]
    assert staff(game) == (1, 0, 1)


@pytest.mark.rule("L27", "L27a")
def test_a_worker_hired_a_moment_ago_can_make_one() -> None:
    game = at("workers", [ROBOTS], [11], (1, 0), houses=["amber"])
    game.apply(Hire(1))
    events = finish(game, MakeRobot())
    assert ran(events)["supplied"] == 1, "the seasonal worker makes the robot, which runs the plant"
    assert staff(game) == (0, 0, 1)


# --- what robots are ---


@pytest.mark.rule("L27", "L16")
@pytest.mark.parametrize(("robots", "need", "most"), [(0, 6, 4), (1, 5, 3), (4, 2, 0), (6, 0, 0), (9, 0, 0)])
def test_robots_lower_the_need(robots: int, need: int, most: int) -> None:
    """Two plants that need six workers, two places."""
    game = at("workers", [], [12, 25, "16a"], (2, 1), robots=robots)
    assert company(game, 0)["need"] == need
    assert len(hiring(game).costs) - 1 == most
    assert hiring(game).permanent == [2] * (most + 1), "and take no place from anybody"


@pytest.mark.rule("L27a", "L16")
def test_the_factory_adds_nothing_to_the_need() -> None:
    game = at("workers", [ROBOTS], [12], (1, 0))
    assert company(game, 0)["need"] == 2
    with refused("L16", game):
        game.apply(Hire(3))
    alone = turn([ROBOTS])
    assert stages(alone) == ["network"], "nobody is hired for the factory alone"


@pytest.mark.rule("L27", "L18")
def test_robots_need_no_housing_and_stay() -> None:
    game = turn([ROBOTS], ["16a"], (0, 1), workers=2, robots=5)
    before = workers(game)
    for robots in (6, 7):
        finish(on_to(game, "robot"), MakeRobot())
        assert (staff(game), company(game, 0)["places"], workers(game)) == ((2, 0, robots), 2, before)
        while asked(game) != (0, "network"):
            game.apply({"kind": "sit-out"} if decision(game) == "auction" else Done())


@pytest.mark.rule("L27", "L17")
@pytest.mark.parametrize(("held", "robots", "supplied"), [(0, 2, 2), (1, 1, 2), (0, 1, 0), (1, 0, 0), (0, 9, 2)])
def test_robots_run_plants_together_with_workers(held: int, robots: int, supplied: int) -> None:
    game = turn([], [12], (1, 0), workers=held, robots=robots, houses=CITIES[:4])
    assert ran(finish(game))["supplied"] == supplied


# --- who makes a robot runs no plant ---


@pytest.mark.rule("L27a")
@pytest.mark.parametrize(
    ("plant", "held", "seasonal", "robots", "supplied"),
    [
        (11, 1, 0, 0, 1),  # the new robot runs it
        (12, 1, 0, 0, 0),  # the new robot alone: its maker is busy
        (12, 2, 0, 0, 2),
        (12, 2, 2, 0, 2),
        (12, 1, 0, 1, 2),
        (12, 0, 0, 1, 0),  # a robot makes a robot
        (12, 0, 0, 2, 2),
        (3, 2, 0, 0, 0),
        (3, 2, 1, 1, 2),
    ],
)
def test_the_maker_is_busy_but_the_new_robot_is_not(
    plant: int, held: int, seasonal: int, robots: int, supplied: int
) -> None:
    game = on_to(
        turn([ROBOTS], [plant], (1, 0), workers=held, seasonal=seasonal, robots=robots, houses=CITIES[:4]), "robot"
    )
    assert ran(finish(game, MakeRobot()))["supplied"] == supplied
    assert staff(game) == (0, 0, robots + 1), "the workers have no housing"


@pytest.mark.rule("L27a")
def test_the_maker_works_again_in_the_next_round() -> None:
    game = on_to(turn([ROBOTS], [12], (1, 0), robots=1, houses=CITIES[:4]), "robot")
    assert ran(finish(game, MakeRobot()))["supplied"] == 0
    while asked(game) != (0, "network"):
        game.apply({"kind": "sit-out"} if decision(game) == "auction" else Done())
    assert ran(finish(game))["supplied"] == 2


@pytest.mark.rule("L27a", "L24")
@pytest.mark.parametrize(("held", "supplied"), [(2, 0), (3, 2)])
def test_the_maker_is_busy_at_the_end_of_the_game_too(held: int, supplied: int) -> None:
    """Plant 03 needs three workers; two workers and a new robot would be three, but one of them made it."""
    game = on_to(turn([ROBOTS], [3], (1, 0), workers=held, houses=CITIES[:17], step=2), "robot")
    finish(game, MakeRobot())
    assert game.result is not None
    assert {row.seat: row.supplied for row in game.result.ranking}[0] == supplied


@pytest.mark.rule("L27a", "L31a")
@pytest.mark.parametrize(
    ("held", "seasonal", "robots", "supplied"),
    [
        (3, 0, 0, 4),  # two of them and the new robot
        (3, 1, 0, 4),  # the seasonal worker makes the robot
        (3, 2, 0, 0),
        (2, 0, 0, 0),
        (0, 0, 3, 4),
        (1, 1, 2, 4),
    ],
)
def test_a_new_robot_can_work_in_moon_base(held: int, seasonal: int, robots: int, supplied: int) -> None:
    game = turn([ROBOTS], [MOON_BASE], (1, 0), workers=held, seasonal=seasonal, robots=robots, houses=CITIES[:6])
    on_to(game, "robot")
    assert ran(finish(game, MakeRobot()))["supplied"] == supplied
