"""Plants and their storage (P1 to P5); pools of fuel compared with a search over all distributions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from stromnetz import BadInput, Buy, DiscardFuel, Game, Run
from stromnetz.engine.events import FuelDiscarded, PlantsRan
from stromnetz.engine.options import RunOption
from stromnetz.engine.storage import Pool, Store, caps_of, fits, minimal_losses, minus, plus, possible_burns, room, runs
from tests.helpers import position, refused, to_act

WEST = ["osnabrueck", "muenster", "dortmund", "essen", "duisburg", "duesseldorf", "kassel"]


def running(plants: list[int], fuel: dict[str, int]) -> Game:
    """Seat 0 has seven cities and has to run its plants."""
    return position("bureaucracy", [{"plants": plants, "fuel": fuel, "cities": WEST}, {}], to_act=0)


def shopping(plants: list[int], fuel: dict[str, int] | None = None) -> Game:
    """Seat 0 has to buy fuel and can afford anything; the market is full."""
    full = {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}
    held = fuel or {}
    market = {name: n - held.get(name, 0) for name, n in full.items()}
    me = {"plants": plants, "money": 500, "fuel": held}
    return position("fuel", [me, {}], fuel_market=market, to_act=0, round=2)


def ran(game: Game) -> list[tuple[list[int | str], dict[str, int]]]:
    """The runs on offer: plants and what they burn."""
    assert game.decision is not None
    return [(list(o.plants), dict(o.burn)) for o in game.decision.options or [] if isinstance(o, RunOption)]


def holds(game: Game, seat: int = 0) -> dict[str, int]:
    return game.view(None).players[seat].fuel


# --- plants and their fuel -------------------------------------------------------------------------------------------


@pytest.mark.rule("P1")
def test_the_number_is_the_minimum_bid_and_sorts_the_market() -> None:
    game = position("auctions", 2, market=[46, 3, 29, 18, 50, 14, 40, 9])
    assert game.view(None).current + game.view(None).future == [3, 9, 14, 18, 29, 40, 46, 50]
    assert game.decision is not None
    assert [o.to_json()["minimum"] for o in game.decision.options or [] if o.kind == "open"] == [3, 9, 14, 18]


@pytest.mark.rule("P1", "P3")
@pytest.mark.parametrize(
    ("plant", "burns_of_fuel", "cities"),
    [(6, {"garbage": 1}, 1), (20, {"coal": 3}, 5), (26, {"oil": 2}, 5), (39, {"uranium": 1}, 6), (50, {}, 6)],
)
def test_a_run_burns_and_supplies_what_is_printed(plant: int, burns_of_fuel: dict[str, int], cities: int) -> None:
    game = running([plant], {name: 2 * n for name, n in burns_of_fuel.items()})
    assert game.decision is not None
    runs = [o for o in game.decision.options or [] if isinstance(o, RunOption)]
    assert [(o.plants, o.burn, o.output) for o in runs] == [([], {}, 0), ([plant], burns_of_fuel, cities)]


@pytest.mark.rule("P2")
@pytest.mark.parametrize("coal", [0, 1, 3, 4])
def test_a_run_burns_neither_less_nor_more(coal: int) -> None:
    game = running([15], {"coal": 4})
    with refused("P2", game) as refusal:
        game.apply(Run([15], {"coal": coal}))
    assert refusal.error.facts["need"] == 2
    events = game.apply(Run([15], {"coal": 2}))
    assert events[0] == PlantsRan(0, [15], {"coal": 2}, 3, 44)
    assert holds(game) == {"coal": 2}


@pytest.mark.rule("P2")
def test_a_plant_runs_once_a_round() -> None:
    game = running([15], {"coal": 4})
    with refused("P2", game):
        game.apply(Run([15, 15], {"coal": 4}))


@pytest.mark.rule("P2")
def test_a_plant_without_enough_fuel_does_not_run() -> None:
    game = running([13, 15, 26], {"coal": 1, "oil": 2})
    with refused("P2", game):
        game.apply(Run([15]))
    with refused("P2", game):
        game.apply(Run([15], {"coal": 2}))
    assert game.is_legal(Run([13, 26]))


@pytest.mark.rule("P3")
def test_a_plant_burns_only_fuel_that_it_accepts() -> None:
    game = running([15, 26], {"coal": 4, "oil": 4})
    with refused("P3", game):
        game.apply(Run([15], {"oil": 2}))
    with refused("P3", game):
        game.apply(Run([15, 26], {"coal": 3, "oil": 1}))
    game.apply(Run([15, 26], {"coal": 2, "oil": 2}))
    assert holds(game) == {"coal": 2, "oil": 2}


@pytest.mark.rule("P3")
@pytest.mark.parametrize("burn", [{"coal": 3}, {"coal": 2, "oil": 1}, {"coal": 1, "oil": 2}, {"oil": 3}])
def test_a_hybrid_burns_any_mix(burn: dict[str, int]) -> None:
    game = running([46], {"coal": 3, "oil": 3})
    assert game.apply(Run([46], burn))[0] == PlantsRan(0, [46], burn, 7, 82)


@pytest.mark.rule("P3")
def test_a_hybrid_burns_no_third_fuel() -> None:
    game = running([21, 24], {"coal": 4, "garbage": 4})
    with refused("P3", game):
        game.apply(Run([21], {"coal": 1, "garbage": 1}))


@pytest.mark.rule("P3")
def test_a_plant_stores_twice_what_it_burns() -> None:
    game = shopping([20])
    assert game.view(None).players[0].room == {"coal": 6}
    with refused("P3", game) as refusal:
        game.apply(Buy("coal", 7))
    assert refusal.error.facts["room"] == 6
    game.apply(Buy("coal", 4))
    with refused("P3", game):
        game.apply(Buy("coal", 3))
    with refused("P3", game):
        game.apply(Buy("oil", 1))
    game.apply(Buy("coal", 2))
    assert holds(game) == {"coal": 6}


@pytest.mark.rule("P3")
@pytest.mark.parametrize("coal", [1, 2, 3])
def test_a_hybrid_stores_any_mix(coal: int) -> None:
    game = shopping([12])
    assert game.view(None).players[0].room == {"coal": 4, "oil": 4}
    game.apply(Buy("coal", coal))
    with refused("P3", game):
        game.apply(Buy("oil", 5 - coal))
    game.apply(Buy("oil", 4 - coal))
    assert holds(game) == {"coal": coal, "oil": 4 - coal}
    assert game.view(None).players[0].room == {}


@pytest.mark.rule("P3")
def test_eco_and_fusion_plants_store_nothing_and_always_run() -> None:
    game = running([13, 50], {})
    assert game.apply(Run([13, 50]))[0] == PlantsRan(0, [13, 50], {}, 7, 82)
    seats = [{"plants": [13, 50]}, {"plants": [4]}]
    assert to_act(position("fuel", seats)) == 1  # there is nothing to ask seat 0
    with pytest.raises(BadInput):
        position("fuel", [{"plants": [13, 50], "fuel": {"coal": 1}}, {}])


@pytest.mark.rule("P4")
def test_fuel_moves_to_the_plant_that_leaves_room_for_more() -> None:
    game = shopping([4, 5])  # 4 coal; 4 coal or oil
    game.apply(Buy("coal", 4))
    assert game.view(None).players[0].room == {"coal": 4, "oil": 4}
    game.apply(Buy("coal", 1))
    with refused("P3", game):
        game.apply(Buy("oil", 4))
    game.apply(Buy("oil", 3))
    assert holds(game) == {"coal": 5, "oil": 3}


@pytest.mark.rule("P4")
def test_fuel_stored_for_one_plant_runs_another() -> None:
    """Eight coal are on both plants; each plant can burn any of them."""
    game = running([4, 5], {"coal": 8})
    game.apply(Run([5], {"coal": 2}))
    assert holds(game) == {"coal": 6}


@pytest.mark.rule("P4a", "EX25")
def test_example_of_a_hybrid_that_has_to_hold_all_the_oil() -> None:
    game = running([4, 5], {"coal": 4, "oil": 4})
    for burn in ({"coal": 2}, {"coal": 1, "oil": 1}):
        with refused("P4a", game) as refusal:
            game.apply(Run([5], burn))
        assert refusal.error.facts["ways"] == [{"oil": 2}]
    with refused("P4a", game) as refusal:
        game.apply(Run([4, 5], {"coal": 4}))
    assert refusal.error.case == "stored-elsewhere"
    assert refusal.error.facts["fuel"] == {"coal": 4, "oil": 4}
    assert ran(game) == [([], {}), ([4], {"coal": 2}), ([5], {"oil": 2}), ([4, 5], {"coal": 2, "oil": 2})]
    game.apply(Run([5]))  # one way is left, so it need not be named
    assert holds(game) == {"coal": 4, "oil": 2}


@pytest.mark.rule("P4a", "EX25")
def test_example_of_a_hybrid_with_room_for_other_fuel() -> None:
    game = running([4, 5], {"coal": 4, "oil": 3})
    burns_of_5 = [burn for plants, burn in ran(game) if plants == [5]]
    assert burns_of_5 == [{"oil": 2}, {"coal": 1, "oil": 1}]
    game.apply(Run([5], {"coal": 1, "oil": 1}))
    assert holds(game) == {"coal": 3, "oil": 2}


@pytest.mark.rule("P4a", "EX26")
def test_example_of_a_plant_that_makes_room_for_a_hybrid() -> None:
    game = running([10, 26, 29], {"coal": 3, "oil": 6})
    for plants, burn, ways in (([29], {"coal": 1}, [{"oil": 1}]), ([10, 29], {"coal": 3}, [{"coal": 2, "oil": 1}])):
        with refused("P4a", game) as refusal:
            game.apply(Run(plants, burn))
        assert refusal.error.facts["ways"] == ways
    assert [burn for plants, burn in ran(game) if plants == [26, 29]] == [{"oil": 3}, {"coal": 1, "oil": 2}]
    with refused("U1", game):  # two ways, so it has to be said which
        game.apply(Run([26, 29]))
    game.apply(Run([29, 26], {"coal": 1, "oil": 2}))
    assert holds(game) == {"coal": 2, "oil": 4}


@pytest.mark.rule("P5")
def test_fuel_cannot_be_thrown_away() -> None:
    game = shopping([4], {"coal": 2})
    with refused("F2", game):
        game.apply(DiscardFuel({"coal": 1}))
    for phase, kind in (("auctions", "A1"), ("building", "B1"), ("bureaucracy", "U1")):
        game = position(phase, [{"plants": [4], "fuel": {"coal": 2}}, {}], to_act=0)
        with refused(kind, game):
            game.apply(DiscardFuel({"coal": 1}))


@pytest.mark.rule("P5")
def test_fuel_leaves_a_player_only_burnt_or_by_scrapping() -> None:
    game = position("auctions", 3, seed=5)
    rng = Random(5)
    losses = 0
    while game.decision is not None and game.view(None).round < 12:
        before = [player.fuel for player in game.view(None).players]
        events = game.apply(rng.choice(game.legal_moves))
        lost = [e for e in events if isinstance(e, PlantsRan | FuelDiscarded)]
        for seat, player in enumerate(game.view(None).players):
            if any(count > player.fuel.get(fuel, 0) for fuel, count in before[seat].items()):
                losses += 1
                assert seat in [e.seat for e in lost]
    assert losses > 5


# --- pools against a search over all distributions -------------------------------------------------------------------


def splits(count: int, stores: tuple[Store, ...], fuel: int) -> Iterator[tuple[Store, ...]]:
    """Yield all ways to put markers of one fuel into the stores, as the remaining room."""
    if not stores:
        if not count:
            yield ()
        return
    mask, cap = stores[0]
    for here in range((min(count, cap) if mask >> fuel & 1 else 0) + 1):
        for rest in splits(count - here, stores[1:], fuel):
            yield ((mask, cap - here), *rest)


def can_store(pool: Pool, stores: tuple[Store, ...]) -> bool:
    left = {stores}
    for fuel, count in enumerate(pool):
        left = {after for before in left for after in splits(count, before, fuel)}
    return bool(left)


def pools(most: Pool) -> list[Pool]:
    return list(product(*(range(n + 1) for n in most)))


def cases(count: int, fuels: int) -> list[tuple[Pool, tuple[Store, ...]]]:
    """Yield random pools and stores, many of them close to full."""
    rng = Random(fuels)
    out = []
    for _ in range(count):
        stores = tuple((rng.randrange(1 << fuels), 2 * rng.randint(0, 2)) for _ in range(rng.randint(1, 3)))
        out.append((tuple(rng.randint(0, 4) for _ in range(fuels)), stores))
    return out


@pytest.mark.rule("P3", "P4")
def test_every_pool_of_two_fuels_is_legal_exactly_when_it_can_be_distributed() -> None:
    for stores in product(product(range(4), (2, 4)), repeat=2):
        caps = caps_of(stores, 2)
        assert [fits(pool, caps) for pool in pools((6, 6))] == [can_store(pool, stores) for pool in pools((6, 6))]


@pytest.mark.rule("P3", "P4")
def test_room_is_what_can_still_be_distributed() -> None:
    for pool, stores in cases(300, 3):
        caps = caps_of(stores, 3)
        assert fits(pool, caps) == can_store(pool, stores)
        if fits(pool, caps):
            for fuel, free in enumerate(room(pool, caps)):
                more = [tuple(n + k * (f == fuel) for f, n in enumerate(pool)) for k in (free, free + 1)]
                assert [can_store(one, stores) for one in more] == [True, False]


@pytest.mark.rule("P2", "P3")
def test_burns_are_what_distributes_exactly_over_the_running_plants() -> None:
    for pool, plants in cases(300, 3):
        need = sum(n for _, n in plants)
        ways = [v for v in pools(pool) if sum(v) == need and can_store(v, plants)]
        assert sorted(possible_burns(pool, [(mask, n, 1) for mask, n in plants])) == sorted(ways)


@cache
def lies_on(pool: Pool, burn: Pool, plant: int, stores: tuple[Store, ...]) -> bool:
    """Whether some storage of the pool has this fuel on a plant, which burns half of what it stores."""
    mask, space = stores[plant]
    return can_store(minus(pool, burn), (*stores[:plant], (mask, space // 2), *stores[plant + 1 :]))


def in_every_order(pool: Pool, plants: tuple[Store, ...], more: tuple[Store, ...]) -> set[tuple[int, Pool]]:
    """The runs of P4a: every order of every set of plants, every fuel for each, wherever it may be stored by then."""
    stores = tuple((mask, 2 * need) for mask, need in plants) + more
    nothing = (0,) * len(pool)
    found = {(0, nothing)}
    for order in permutations(range(len(plants))):
        runs_here = {(0, nothing)}
        for plant in order:
            mask, need = plants[plant]
            runs_here = {
                (bits | 1 << plant, plus(burnt, here))
                for bits, burnt in runs_here
                for here in pools(tuple(n if mask >> f & 1 else 0 for f, n in enumerate(minus(pool, burnt))))
                if sum(here) == need and lies_on(minus(pool, burnt), here, plant, stores)
            }
            found |= runs_here
    return found


def nearly_full(count: int, fuels: int) -> Iterator[tuple[Pool, tuple[Store, ...], tuple[Store, ...]]]:
    """Yield random pools, plants as (fuels, markers burnt) and other stores, with hardly any room left."""
    rng = Random(4)
    for _ in range(count):
        hybrid = rng.randrange(1, 1 << fuels)
        kinds = (hybrid, hybrid, 1 << rng.randrange(fuels), rng.randrange(1 << fuels))
        plants = tuple((mask, rng.randint(1, 2) if mask else 0) for mask in (rng.choice(kinds) for _ in range(3)))
        more = ((rng.randrange(1 << fuels), rng.randint(1, 3)),) if rng.random() < 0.3 else ()
        pool = [0] * fuels
        for mask, space in (*((mask, 2 * need) for mask, need in plants), *more):
            takes = [f for f in range(fuels) if mask >> f & 1]
            for _ in range(space - (rng.random() < 0.3) if takes else 0):
                pool[rng.choice(takes)] += 1
        yield tuple(pool), plants, more


@pytest.mark.rule("P4a", "Q8")
def test_runs_are_those_of_some_order_of_the_plants() -> None:
    """Against a search over all orders and storages, with plants of one to three fuels and a store beside them."""
    refused = 0
    for pool, plants, more in nearly_full(200, 3):
        stores = tuple((mask, 2 * need) for mask, need in plants) + more
        running = tuple((mask, need, 1) for mask, need in plants)
        free, found = runs(pool, running), runs(pool, running, caps_of(stores, 3))
        possible = in_every_order(pool, plants, more)
        assert [run for run in free if run[:2] in possible] == list(found)
        assert len(possible) == len(found)
        assert {bits for bits, _, _ in free} == {bits for bits, _, _ in found}, "which plants run is the same"
        refused += len(free) - len(found)
    assert refused > 50


@pytest.mark.rule("P4a")
def test_a_run_of_two_hybrids_needs_one_that_can_begin() -> None:
    """After the other each would have room for what it burns, but neither has it first."""
    plants, pool = ((1, 2), (10, 3), (11, 2), (2, 2)), (5, 5, 0, 8)
    caps = caps_of([(mask, 2 * need) for mask, need in plants], 4)
    burns_of_both = [burnt for bits, burnt, _ in runs(pool, tuple((*one, 1) for one in plants), caps) if bits == 6]
    assert (2, 2, 0, 1) not in burns_of_both
    assert set(burns_of_both) == {burnt for bits, burnt in in_every_order(pool, plants, ()) if bits == 6}


@pytest.mark.rule("A9", "P4")
def test_what_is_given_up_is_the_least_that_lets_the_rest_be_distributed() -> None:
    checked = 0
    for pool, stores in cases(1000, 3):
        if not can_store(pool, stores):
            continue
        (mask, _), kept = stores[0], stores[1:]  # the first plant is scrapped
        takes = tuple(n if mask >> f & 1 else 0 for f, n in enumerate(pool))
        ways = [v for v in pools(takes) if can_store(minus(pool, v), kept)]
        least = min(sum(v) for v in ways)
        assert least == min(sum(v) for v in pools(pool) if can_store(minus(pool, v), kept))
        assert sorted(minimal_losses(pool, caps_of(kept, 3), mask)) == [v for v in ways if sum(v) == least]
        checked += least > 0
    assert checked > 50
