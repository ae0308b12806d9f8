"""Fuel on the Flux Generator, which takes any kind, and in the Warehouse, which stores three of any kind."""

from itertools import product
from typing import Any

import pytest

from stromnetz import Bid, Buy, DiscardFuel, Game, Open, Pass, Run, Scrap
from stromnetz.engine.options import BuyOption, DiscardFuelOption, RunOption, ScrapOption
from stromnetz.engine.storage import Pool, fits, minimal_losses, room, runs
from tests.helpers import asked, refused
from tests.rules.promo_tables import FLUX, WAREHOUSE, Seat, promo
from tests.rules.tables import CITIES, MARKET

FUELS = ("coal", "oil", "garbage", "uranium")
SIX = dict.fromkeys(FUELS, 6)


def owner(phase: str, *plants: int | str, fuel: dict[str, int] | None = None, **fields: Any) -> Game:
    """Seat 0 has these plants and seven cities and acts last."""
    seats: list[Seat] = [{"plants": [*plants], "fuel": fuel or {}, "cities": CITIES[:7], "money": 100}, {}, {}]
    given = {"order": [1, 2, 0], "to_act": 0, "deck": [24, 25, 26], **fields}
    return promo(phase, [FLUX, WAREHOUSE], *seats, **given)


def storing(phase: str, *plants: int | str, fuel: dict[str, int] | None = None, **fields: Any) -> Game:
    """The same position with the Warehouse."""
    return owner(phase, *plants, fuel=fuel, modules={WAREHOUSE: {"seat": 0}}, **fields)


def rooms(game: Game) -> dict[str, int]:
    return game.view(None).players[0].room


def fuel_of(game: Game) -> dict[str, int]:
    return game.view(None).players[0].fuel


def brute_fits(pool: Pool, stores: list[tuple[int, int]]) -> bool:
    """Whether the markers can be put on the stores one by one."""
    if not stores:
        return not any(pool)
    (mask, cap), *others = stores
    shares = product(*(range(n + 1 if mask >> f & 1 else 1) for f, n in enumerate(pool)))
    return any(
        sum(share) <= cap and brute_fits(tuple(n - k for n, k in zip(pool, share, strict=True)), others)
        for share in shares
    )


def _left_fits(pool: Pool, gone: Pool) -> bool:
    return brute_fits(tuple(n - k for n, k in zip(pool, gone, strict=True)), [(3, 4)])


POOLS = [pool for pool in product(range(5), repeat=4) if sum(pool) <= 11]


# --- on the Flux Generator ------------------------------------------------------------------------------------------


@pytest.mark.rule("Q2", "P3")
def test_it_stores_any_six_markers_as_counted_one_by_one() -> None:
    caps = owner("fuel", FLUX, fuel_market={"coal": 9}).position.caps[0]
    for pool in product(range(8), repeat=4):
        assert fits(pool, caps) == (sum(pool) <= 6)


@pytest.mark.rule("Q2", "P3", "P4")
@pytest.mark.parametrize(("plants", "stores"), [((4, FLUX), [(1, 4)]), ((5, 17, FLUX), [(3, 4), (8, 2)])])
def test_beside_other_plants_it_stores_what_a_laying_out_allows(
    plants: tuple[int | str, ...], stores: list[tuple[int, int]]
) -> None:
    caps = owner("fuel", *plants, fuel_market={"coal": 9}).position.caps[0]
    for pool in POOLS:
        there = brute_fits(pool, [*stores, (15, 6)])
        assert fits(pool, caps) == there
        if there:
            most = [
                max(k for k in range(13) if fits(tuple(n + k * (i == f) for i, n in enumerate(pool)), caps))
                for f in range(4)
            ]
            assert list(room(pool, caps)) == most


@pytest.mark.rule("Q2", "P2")
def test_it_burns_every_mix_of_three() -> None:
    for pool in product(range(4), repeat=4):
        burnt = {burn for bits, burn, _ in runs(pool, ((15, 3, 6),)) if bits}
        assert burnt == {v for v in product(*(range(n + 1) for n in pool)) if sum(v) == 3}


@pytest.mark.rule("Q2", "U1")
def test_several_mixes_must_be_named_and_exactly_three_markers_burn() -> None:
    game = owner("bureaucracy", FLUX, fuel={"coal": 2, "oil": 1, "uranium": 1})
    assert game.decision is not None
    options = [o for o in game.decision.options or [] if isinstance(o, RunOption) and o.plants]
    assert [(o.burn, o.output, o.income) for o in options] == [
        ({"coal": 1, "oil": 1, "uranium": 1}, 6, 73),
        ({"coal": 2, "uranium": 1}, 6, 73),
        ({"coal": 2, "oil": 1}, 6, 73),
    ]
    with refused("U1", game):
        game.apply(Run([FLUX]))
    with refused("P2", game):
        game.apply(Run([FLUX], {"coal": 2, "oil": 1, "uranium": 1}))
    game.apply(Run([FLUX], {"coal": 2, "uranium": 1}))
    assert fuel_of(game) == {"oil": 1}


@pytest.mark.rule("Q2", "F2")
def test_its_owner_buys_any_fuel_up_to_six() -> None:
    game = owner("fuel", FLUX, fuel={"oil": 4}, fuel_market=SIX)
    assert game.decision is not None
    assert {o.fuel: o.room for o in game.decision.options or [] if isinstance(o, BuyOption)} == dict.fromkeys(FUELS, 2)
    game.apply(Buy("uranium", 1))
    with refused("P3", game):
        game.apply(Buy("garbage", 2))
    game.apply(Buy("garbage", 1))
    assert fuel_of(game) == {"oil": 4, "garbage": 1, "uranium": 1}


@pytest.mark.rule("Q2a", "A9")
def test_scrapped_it_gives_up_what_no_other_plant_stores() -> None:
    """Plant 10 takes coal and the hybrid 5 coal and oil, four markers each; garbage and uranium must go."""
    fuel = {"coal": 3, "oil": 2, "garbage": 1, "uranium": 1}
    game = owner("auctions", 5, 13, FLUX, fuel=fuel, sat_out=[1, 2])
    game.apply(Open(10, 10))
    game.apply(Scrap(FLUX))
    assert fuel_of(game) == {"coal": 3, "oil": 2}


@pytest.mark.rule("Q2a", "A9")
def test_scrapped_its_owner_chooses_among_the_fuels_in_excess() -> None:
    """The hybrid keeps four of six coal and oil; nothing takes the garbage."""
    fuel = {"coal": 3, "oil": 3, "garbage": 2}
    game = owner("auctions", 5, 13, FLUX, fuel=fuel, sat_out=[1, 2], market=[11, *MARKET[2:]])
    game.apply(Open(11, 11))
    game.apply(Scrap(FLUX))
    assert game.decision is not None
    ways = [option.fuel for option in game.decision.options or [] if isinstance(option, DiscardFuelOption)]
    assert sorted(ways, key=str) == [
        {"coal": 1, "oil": 1, "garbage": 2},
        {"coal": 2, "garbage": 2},
        {"oil": 2, "garbage": 2},
    ]
    game.apply(DiscardFuel({"coal": 2, "garbage": 2}))
    assert fuel_of(game) == {"coal": 1, "oil": 3}


@pytest.mark.rule("Q2a", "A9")
def test_what_is_given_up_is_the_least_that_one_by_one_laying_out_allows() -> None:
    caps = owner("fuel", 5, fuel_market={"coal": 9}).position.caps[0]
    for pool in product(range(4), repeat=4):
        if not brute_fits(pool, [(3, 4), (15, 6)]):
            continue
        gone = [v for v in product(*(range(n + 1) for n in pool)) if _left_fits(pool, v)]
        least = min(sum(v) for v in gone)
        assert set(minimal_losses(pool, caps, 15)) == {v for v in gone if sum(v) == least}


# --- in the Warehouse ------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q8")
def test_the_warehouse_adds_room_for_three_of_any_fuel() -> None:
    assert rooms(owner("fuel", 4, fuel_market=SIX)) == {"coal": 4}
    assert rooms(storing("fuel", 4, fuel_market=SIX)) == {"coal": 7, "oil": 3, "garbage": 3, "uranium": 3}


@pytest.mark.rule("Q8", "P3")
def test_fuel_that_no_own_plant_takes_can_be_bought_up_to_three() -> None:
    game = storing("fuel", 4, fuel_market=SIX)
    with refused("P3", game):
        game.apply(Buy("uranium", 4))
    game.apply(Buy("uranium", 2))
    game.apply(Buy("oil", 1))
    assert rooms(game) == {"coal": 4}
    with refused("P3", game):
        game.apply(Buy("garbage", 1))
    game.apply(Buy("coal", 4))
    assert fuel_of(game) == {"coal": 4, "oil": 1, "uranium": 2}


@pytest.mark.rule("Q8", "Q8a", "P4")
def test_fuel_moves_between_it_and_the_plants() -> None:
    """Three coal in the warehouse can go on the plant, so there is room for another fuel."""
    game = storing("fuel", 4, fuel={"coal": 4}, fuel_market=SIX)
    game.apply(Buy("coal", 2))
    assert rooms(game) == dict.fromkeys(FUELS, 1)


@pytest.mark.rule("Q8", "Q8a")
def test_without_a_plant_it_stores_three() -> None:
    game = storing("fuel", fuel_market=SIX)
    assert rooms(game) == dict.fromkeys(FUELS, 3)
    game.apply(Buy("oil", 3))
    assert rooms(game) == {}


@pytest.mark.rule("Q8a", "P4")
@pytest.mark.parametrize(("plants", "stores"), [((4,), [(1, 4)]), ((5, 17), [(3, 4), (8, 2)])])
def test_it_is_three_more_places_of_the_pool(plants: tuple[int, ...], stores: list[tuple[int, int]]) -> None:
    caps = storing("fuel", *plants, fuel_market=SIX).position.caps[0]
    for pool in POOLS:
        assert fits(pool, caps) == brute_fits(pool, [*stores, (15, 3)])


@pytest.mark.rule("Q8")
def test_only_its_owner_has_the_room() -> None:
    game = storing("fuel", 4, fuel_market=SIX)
    assert [row.room for row in game.view(None).players[1:]] == [{}, {}]


@pytest.mark.rule("Q8", "F2")
def test_the_room_is_there_as_soon_as_it_is_won() -> None:
    """Seat 0 buys plant 10 alone, the warehouse is drawn, and in phase 3 there is room for 4 + 4 + 3 coal."""
    game = owner("auctions", 4, deck=[WAREHOUSE, 24, 25], sat_out=[1, 2], order=[0, 1, 2], fuel_market=SIX)
    game.apply(Open(10, 10))
    game.apply(Bid(10))
    game.apply(Pass())
    game.apply(Pass())
    assert asked(game) == (0, "fuel")
    assert rooms(game) == {"coal": 11, "oil": 3, "garbage": 3, "uranium": 3}


@pytest.mark.rule("Q8a", "P4a")
def test_what_lies_in_it_leaves_a_hybrid_room_for_the_other_fuel() -> None:
    """Two of the four oil lie in the warehouse, so plant 05 can hold two coal; with three uranium there they cannot."""
    game = storing("bureaucracy", 4, 5, fuel={"coal": 4, "oil": 4})
    game.apply(Run([5], {"coal": 2}))
    assert fuel_of(game) == {"coal": 2, "oil": 4}
    game = storing("bureaucracy", 4, 5, fuel={"coal": 4, "oil": 4, "uranium": 2})
    with refused("P4a", game):
        game.apply(Run([5], {"coal": 2}))
    game.apply(Run([5], {"coal": 1, "oil": 1}))


@pytest.mark.rule("Q2", "P4a")
def test_the_flux_generator_holds_what_no_other_plant_takes() -> None:
    game = owner("bureaucracy", 4, FLUX, fuel={"coal": 5, "uranium": 5})
    with refused("P4a", game):
        game.apply(Run([FLUX], {"coal": 2, "uranium": 1}))
    game.apply(Run([FLUX], {"coal": 1, "uranium": 2}))
    assert fuel_of(game) == {"coal": 4, "uranium": 3}


@pytest.mark.rule("Q8", "U1")
def test_plants_burn_what_lies_in_it() -> None:
    game = storing("bureaucracy", 4, 8, fuel={"coal": 13})
    game.apply(Run([4, 8]))
    assert fuel_of(game) == {"coal": 8}


@pytest.mark.rule("Q8", "P3")
def test_fuel_leaves_it_only_by_way_of_a_plant_that_takes_it() -> None:
    game = storing("bureaucracy", 4, fuel={"coal": 2, "uranium": 2})
    assert game.decision is not None
    runs_of = [o.burn for o in game.decision.options or [] if isinstance(o, RunOption)]
    assert runs_of == [{}, {"coal": 2}]
    with refused("P3", game):
        game.apply(Run([4], {"uranium": 2}))
    with refused("P2", game):
        game.apply(Run([], {"uranium": 2}))
    game.apply(Run([4]))
    assert fuel_of(game) == {"uranium": 2}


@pytest.mark.rule("Q8")
def test_a_plant_bought_later_can_burn_it() -> None:
    game = storing("auctions", 4, fuel={"uranium": 3}, sat_out=[1, 2])
    game.apply(Open(11, 11))
    assert fuel_of(game) == {"uranium": 3}
    assert rooms(game) == {"coal": 6, "oil": 2, "garbage": 2, "uranium": 2}


@pytest.mark.rule("Q8a", "A9")
def test_on_scrapping_three_markers_stay_in_it() -> None:
    game = storing("auctions", 3, 4, 13, fuel={"coal": 4, "oil": 3}, sat_out=[1, 2], market=[11, *MARKET[2:]])
    game.apply(Open(11, 11))
    assert game.decision is not None
    assert game.decision.options == [ScrapOption(3, []), ScrapOption(4, [{"coal": 1}]), ScrapOption(13, [])]
    game.apply(Scrap(4))
    assert fuel_of(game) == {"coal": 3, "oil": 3}


@pytest.mark.rule("Q8a", "A9")
def test_on_scrapping_nothing_is_thrown_out_of_it() -> None:
    """Three uranium fill it: all the coal goes, as plant 4 did not take uranium."""
    game = storing("auctions", 3, 4, 13, fuel={"coal": 3, "uranium": 3}, sat_out=[1, 2], market=[14, *MARKET[4:]])
    game.apply(Open(14, 14))
    game.apply(Scrap(4))
    assert fuel_of(game) == {"uranium": 3}
    assert game.view(None).fuels["coal"].supply == 24


@pytest.mark.rule("Q8a", "A9")
def test_on_scrapping_the_owner_chooses_what_does_not_find_room_in_it() -> None:
    """The hybrid 5 leaves 2 coal and 2 oil; the warehouse, with one garbage in it, takes two of them."""
    fuel = {"coal": 2, "oil": 2, "garbage": 1}
    game = storing("auctions", 5, 13, 18, fuel=fuel, sat_out=[1, 2], market=[11, *MARKET[3:]])
    game.apply(Open(11, 11))
    game.apply(Scrap(5))
    assert game.decision is not None
    ways = [option.fuel for option in game.decision.options or [] if isinstance(option, DiscardFuelOption)]
    assert sorted(ways, key=str) == [{"coal": 1, "oil": 1}, {"coal": 2}, {"oil": 2}]
    with refused("A9", game):
        game.apply(DiscardFuel({"coal": 1, "garbage": 1}))
    game.apply(DiscardFuel({"oil": 2}))
    assert fuel_of(game) == {"coal": 2, "garbage": 1}
