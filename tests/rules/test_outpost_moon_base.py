"""Outpost: Moon Base, a housing and plant in one on any unlocked slot."""

import pytest

from stromnetz.editions.outpost.moves import Arrange, Hire
from tests.helpers import refused
from tests.rules.outpost_companies import (
    LABORATORIES,
    MOON_BASE,
    NODULE,
    arranging,
    at,
    finish,
    hiring,
    just_bought,
    on_to,
    ran,
    saved,
    staff,
    stages,
    turn,
)
from tests.rules.outpost_tables import CITIES, Card, company, told, workers

# --- on the board ---


@pytest.mark.rule("L31")
@pytest.mark.parametrize("slots", [(1, 0), (0, 1)])
def test_it_lies_on_a_plant_or_on_a_housing_slot(slots: tuple[int, int]) -> None:
    game = at("company", [MOON_BASE], slots=slots)
    option = arranging(game)
    assert (option.plants, option.housings, option.either) == ([], [], [MOON_BASE])
    game.apply(Arrange([MOON_BASE]))
    row = company(game, 0)
    assert (row["placed"], row["places"], row["need"]) == ([MOON_BASE], 3, 3)


@pytest.mark.rule("L31", "L14")
def test_it_needs_an_unlocked_slot() -> None:
    assert stages(turn([MOON_BASE])) == ["network"]
    game = at("company", [MOON_BASE, 12], slots=(1, 0))
    with refused("L14", game):
        game.apply(Arrange([MOON_BASE, 12]))


@pytest.mark.rule("L31a", "L14")
@pytest.mark.parametrize(
    ("slots", "cards", "fits"),
    [
        ((1, 1), [12, MOON_BASE], True),
        ((1, 1), ["16a", MOON_BASE], True),
        ((1, 1), [12, "16a", MOON_BASE], False),
        ((2, 1), [12, "16a", MOON_BASE], True),
        ((1, 2), [12, "16a", MOON_BASE], True),
        ((2, 1), [12, 13, MOON_BASE], True),
        ((2, 1), [12, 13, "16a", MOON_BASE], False),
        ((2, 0), [12, MOON_BASE], True),
        ((0, 2), ["16a", MOON_BASE], True),
        ((0, 1), ["16a", MOON_BASE], False),
    ],
)
def test_it_fills_one_slot(slots: tuple[int, int], cards: list[Card], fits: bool) -> None:
    game = at("company", [12, 13, "16a", MOON_BASE], slots=slots)
    if fits:
        game.apply(Arrange(cards))
        assert set(company(game, 0)["placed"]) == set(cards)
    else:
        with refused("L14", game):
            game.apply(Arrange(cards))


@pytest.mark.rule("L31", "L15")
@pytest.mark.parametrize(("slots", "card"), [((1, 0), 12), ((0, 1), "16a"), ((1, 1), 12), ((1, 1), "16a")])
def test_it_is_exchanged_like_any_card(slots: tuple[int, int], card: Card) -> None:
    out = at("company", [card], placed=[MOON_BASE], slots=slots)
    out.apply(Arrange([card]))
    assert company(out, 0)["placed"] == [card]
    back = at("company", [MOON_BASE], placed=[card], slots=slots)
    if sum(slots) == 1:
        back.apply(Arrange([MOON_BASE]))
        assert company(back, 0)["placed"] == [MOON_BASE]
    else:
        back.apply(Arrange([card, MOON_BASE]))
        assert set(company(back, 0)["placed"]) == {card, MOON_BASE}


@pytest.mark.rule("L15", "L31a")
def test_it_is_not_taken_away() -> None:
    game = at("company", [12], placed=[MOON_BASE], slots=(1, 0))
    with refused("L15", game):
        game.apply(Arrange([]))


@pytest.mark.rule("L31", "L15")
def test_it_can_change_from_one_kind_of_slot_to_the_other() -> None:
    """Exchanged for the plant, then laid in place of the housing."""
    game = at("company", [12], placed=[MOON_BASE, "16a"], slots=(1, 1))
    game.apply(Arrange([12, MOON_BASE]))
    assert company(game, 0)["placed"] == [12, MOON_BASE]


@pytest.mark.rule("L31", "L15a")
def test_its_workers_stay_for_this_round_when_it_is_exchanged() -> None:
    game = at("company", [13], placed=[MOON_BASE], slots=(1, 0), workers=3, houses=CITIES[:5])
    before = workers(game)
    events = finish(game, Arrange([13]))
    assert (ran(events)["plants"], ran(events)["supplied"]) == ([13], 3)
    assert (staff(game), workers(game)) == ((0, 0, 0), before + 3)


@pytest.mark.rule("L31")
def test_beside_the_board_it_does_nothing() -> None:
    game = turn([MOON_BASE], workers=3, slots=(0, 0), houses=CITIES[:5])
    row = company(game, 0)
    assert (row["places"], row["need"], game.view(None).players[0].output) == (0, 0, 0)
    assert ran(finish(game))["supplied"] == 0
    assert staff(game) == (0, 0, 0), "nobody lives there"


@pytest.mark.rule("L31")
def test_it_works_in_the_round_in_which_it_is_bought_once_it_is_placed() -> None:
    game = on_to(just_bought(MOON_BASE, [], (0, 1), cities=6), "company")
    game.apply(Arrange([MOON_BASE]))
    events = finish(game, Hire(0))
    assert told(events, "workers-hired") == [{"seat": 0, "seasonal": 0, "permanent": 3, "cost": 0}]
    assert ran(events)["supplied"] == 4
    assert staff(game) == (3, 0, 0)


# --- places and need ---


@pytest.mark.rule("L31a", "L16")
@pytest.mark.parametrize(
    ("cards", "placed", "robots", "places", "need", "most"),
    [
        ([], [MOON_BASE], 0, 3, 3, 0),
        ([], [12, MOON_BASE], 0, 3, 5, 2),
        ([], [12, "05a", MOON_BASE], 0, 4, 5, 1),
        ([], [12, MOON_BASE], 1, 3, 4, 1),
        ([NODULE], [MOON_BASE], 0, 4, 3, 0),
        ([NODULE], [12, MOON_BASE], 0, 4, 5, 1),
        ([NODULE], [25, "16a", MOON_BASE], 0, 7, 7, 0),
        ([LABORATORIES], [12, MOON_BASE], 0, 3, 5, 2),
    ],
)
def test_it_adds_three_places_and_three_to_the_need(
    cards: list[Card], placed: list[Card], robots: int, places: int, need: int, most: int
) -> None:
    game = at("workers", cards, placed, (2, 1), robots=robots, order=[1, 0, 2])
    row = company(game, 0)
    assert (row["places"], row["need"]) == (places, need)
    assert hiring(game).permanent == [places] * (most + 1)
    with refused("L16", game):
        game.apply(Hire(most + 1))
    game.apply(Hire(most))
    assert staff(game) == (places, most, robots)


@pytest.mark.rule("L31", "L18", "L28")
@pytest.mark.parametrize(("cards", "kept"), [([], 3), ([NODULE], 4)])
def test_its_workers_are_permanent(cards: list[Card], kept: int) -> None:
    game = turn(cards, [MOON_BASE], (1, 0), workers=6, seasonal=1)
    finish(game)
    assert staff(game) == (kept, 0, 0)


@pytest.mark.rule("L31a", "L18a")
def test_its_empty_places_are_filled_from_seasonal_workers_too() -> None:
    game = at("workers", [], [12, MOON_BASE], (2, 0), fuel_market={"workers": 3}, houses=CITIES[:6])
    events = finish(game, Hire(2))  # two seasonal workers, one permanent, nobody for the other places
    assert (ran(events)["plants"], ran(events)["supplied"]) == ([12], 2), "one permanent worker is too few for it"
    assert staff(game) == (3, 0, 0)


# --- running it ---


@pytest.mark.rule("L31", "L31a")
@pytest.mark.parametrize(
    ("permanent", "seasonal", "robots", "supplied"),
    [
        (3, 0, 0, 4),
        (2, 0, 0, 0),
        (2, 0, 1, 4),
        (0, 0, 3, 4),
        (0, 3, 0, 0),
        (2, 1, 0, 0),
        (2, 3, 0, 0),
        (1, 2, 1, 0),
        (1, 5, 2, 4),
    ],
)
def test_three_permanent_workers_supply_four_cities(permanent: int, seasonal: int, robots: int, supplied: int) -> None:
    game = turn(
        [], [MOON_BASE], (0, 1), workers=permanent + seasonal, seasonal=seasonal, robots=robots, houses=CITIES[:6]
    )
    assert ran(finish(game))["supplied"] == supplied


@pytest.mark.rule("L31a")
@pytest.mark.parametrize(
    ("placed", "permanent", "seasonal", "supplied"),
    [
        ([12, MOON_BASE], 3, 2, 6),  # the seasonal ones run the other plant
        ([12, MOON_BASE], 5, 0, 6),
        ([12, MOON_BASE], 2, 3, 2),
        ([12, MOON_BASE], 3, 1, 4),
        ([25, MOON_BASE], 3, 1, 5),  # it stands idle: its three work elsewhere
        ([25, MOON_BASE], 3, 3, 5),
        ([25, MOON_BASE], 3, 4, 9),
        ([25, MOON_BASE], 4, 3, 9),
        ([22, MOON_BASE], 2, 1, 2),
    ],
)
def test_seasonal_workers_work_beside_it_and_its_own_elsewhere(
    placed: list[Card], permanent: int, seasonal: int, supplied: int
) -> None:
    game = turn([], placed, (2, 0), workers=permanent + seasonal, seasonal=seasonal, houses=CITIES[:10], step=2)
    assert ran(finish(game))["supplied"] == supplied


@pytest.mark.rule("L31a", "L30")
@pytest.mark.parametrize(
    ("placed", "held", "supplied"), [([MOON_BASE], 3, 5), ([12, MOON_BASE], 5, 8), ([MOON_BASE], 2, 0)]
)
def test_laboratories_make_it_five_cities(placed: list[Card], held: int, supplied: int) -> None:
    game = turn([LABORATORIES], placed, (1, 1), workers=held, houses=CITIES[:10], step=2)
    assert ran(finish(game))["supplied"] == supplied


@pytest.mark.rule("L31a", "L28", "L30")
@pytest.mark.parametrize("slots", [(1, 0), (0, 1)])
def test_with_nodule_and_laboratories_four_live_there_and_three_supply_five(slots: tuple[int, int]) -> None:
    game = at("workers", [NODULE, LABORATORIES], [MOON_BASE], slots, houses=CITIES[:6])
    events = finish(game, Hire(0))
    assert told(events, "workers-hired")[0]["permanent"] == 4
    row = ran(events)
    assert (row["plants"], row["burn"], row["supplied"], row["income"]) == ([MOON_BASE], {"workers": 3}, 5, 64)
    assert staff(game) == (4, 0, 0)


@pytest.mark.rule("L31a", "L24")
@pytest.mark.parametrize(("seasonal", "supplied"), [(0, 4), (1, 0)])
def test_permanent_workers_are_needed_at_the_end_of_the_game_too(seasonal: int, supplied: int) -> None:
    game = turn([], [MOON_BASE], (1, 0), workers=3, seasonal=seasonal, houses=CITIES[:17], step=2)
    finish(game)
    assert game.result is not None
    assert {row.seat: row.supplied for row in game.result.ranking}[0] == supplied


# --- save and load ---


@pytest.mark.rule("L31")
def test_it_can_be_saved_on_and_beside_the_board() -> None:
    game = at("company", [MOON_BASE, 12], slots=(1, 1), workers=2, houses=["amber"])
    other = saved(game)
    for one in (game, other):
        one.apply(Arrange([12, MOON_BASE]))
    assert saved(game).position == other.position
    assert finish(game, Hire(0)) == finish(other, Hire(0))
