"""The fuel market: its spaces, buying in phase 3, the refill in phase 5."""

import pytest

import stromnetz
from stromnetz import Buy, Done, Game, Pass, Run
from stromnetz.engine.options import BuyOption
from tests.helpers import decision, position, refused, to_act

NONE = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}

# C5 as printed: players -> fuel -> steps 1, 2, 3. Five players by edition.
REFILL = {
    2: {"coal": (3, 4, 3), "oil": (2, 2, 4), "garbage": (1, 2, 3), "uranium": (1, 1, 1)},
    3: {"coal": (4, 5, 3), "oil": (2, 3, 4), "garbage": (1, 2, 3), "uranium": (1, 1, 1)},
    4: {"coal": (5, 6, 4), "oil": (3, 4, 5), "garbage": (2, 3, 4), "uranium": (1, 2, 2)},
    6: {"coal": (7, 9, 6), "oil": (5, 6, 7), "garbage": (3, 5, 6), "uranium": (2, 3, 3)},
}
REFILL_5 = {
    "classic-2004": {"coal": (5, 7, 5), "oil": (4, 5, 6), "garbage": (3, 3, 5), "uranium": (2, 3, 2)},
    "classic-2009": {"coal": (5, 7, 5), "oil": (4, 5, 6), "garbage": (3, 4, 5), "uranium": (2, 3, 3)},
}


def stock(game: Game) -> dict[str, int]:
    return {fuel: row.in_market for fuel, row in game.view(None).fuels.items()}


def supply(game: Game) -> dict[str, int]:
    return {fuel: row.supply for fuel, row in game.view(None).fuels.items()}


def prices(game: Game) -> dict[str, int | None]:
    return {fuel: row.price for fuel, row in game.view(None).fuels.items()}


def offers(game: Game) -> dict[str, list[int]]:
    """The prices offered to the deciding seat: per fuel for one marker, two markers, and so on."""
    assert game.decision is not None
    return {o.fuel: o.costs for o in game.decision.options or [] if isinstance(o, BuyOption)}


def shopper(plants: list[int], money: int = 50, **fields: object) -> Game:
    """Seat 0 of two has these plants and buys fuel last."""
    return position("fuel", [{"plants": plants, "money": money}, {}], to_act=0, **fields)


# --- the market ---


@pytest.mark.rule("C2")
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
def test_start_market_and_supply(edition: str) -> None:
    game = stromnetz.new_game(edition, players=4, seed=1)
    assert stock(game) == {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}
    assert supply(game) == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}


@pytest.mark.rule("C2", "EX9")
def test_cheapest_markers_at_the_start() -> None:
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    assert prices(game) == {"coal": 1, "oil": 3, "garbage": 7, "uranium": 14}


@pytest.mark.rule("C2")
@pytest.mark.parametrize("fuel", ["coal", "oil", "garbage"])
def test_three_markers_on_each_of_the_spaces_1_to_8(fuel: str) -> None:
    seen = [prices(position("fuel", fuel_market={fuel: n}))[fuel] for n in range(24, -1, -1)]
    assert seen == [price for price in range(1, 9) for _ in range(3)] + [None]


@pytest.mark.rule("C2")
def test_one_uranium_on_each_of_its_twelve_spaces() -> None:
    seen = [prices(position("fuel", fuel_market={"uranium": n}))["uranium"] for n in range(12, -1, -1)]
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, None]


# --- buying ---


@pytest.mark.rule("F1")
def test_fuel_is_bought_in_reverse_order() -> None:
    players = [{"plants": [4]}, {"plants": [8]}, {"plants": [10]}]
    game = position("fuel", players, order=[1, 2, 0])
    asked = []
    while decision(game) == "fuel":
        asked.append(to_act(game))
        game.apply(Done())
    assert asked == [0, 2, 1]


@pytest.mark.rule("F1")
def test_the_first_in_order_pays_what_the_last_left() -> None:
    game = position("fuel", [{"plants": [10]}, {"plants": [8]}], order=[0, 1])
    game.apply(Buy("coal", 4))
    game.apply(Done())
    assert to_act(game) == 0
    assert offers(game)["coal"] == [2, 4, 7, 10]


@pytest.mark.rule("F2")
def test_each_marker_costs_the_price_of_its_own_space() -> None:
    game = shopper([8])
    (bought,) = game.apply(Buy("coal", 5))
    assert bought.to_json() == {"kind": "fuel-bought", "seat": 0, "fuel": "coal", "count": 5, "cost": 7}
    assert game.view(0).players[0].money == 43
    assert stock(game)["coal"] == 19
    assert prices(game)["coal"] == 2
    assert game.view(None).players[0].fuel == {"coal": 5}


@pytest.mark.rule("F2")
def test_buying_one_by_one_costs_the_same_as_together() -> None:
    one_by_one, together = shopper([8]), shopper([8])
    for _ in range(5):
        one_by_one.apply(Buy("coal", 1))
    together.apply(Buy("coal", 5))
    assert one_by_one.position == together.position


@pytest.mark.rule("F2")
def test_options_give_the_price_of_every_amount() -> None:
    game = shopper([5, 11], fuel_market={"coal": 20, "oil": 4, "uranium": 2})
    assert offers(game) == {"coal": [2, 4, 7, 10], "oil": [7, 15, 23, 31], "uranium": [14, 30]}


@pytest.mark.rule("F2")
def test_options_end_where_the_money_ends() -> None:
    game = shopper([8], money=6)
    assert offers(game) == {"coal": [1, 2, 3, 5]}
    assert [m for m in game.legal_moves if isinstance(m, Buy)] == [Buy("coal", n) for n in (1, 2, 3, 4)]


@pytest.mark.rule("F2")
def test_money_down_to_the_last_elektro_buys() -> None:
    game = shopper([8], money=7)
    with refused("F2", game) as no:
        game.apply(Buy("coal", 6))
    assert (no.error.facts["cost"], no.error.facts["money"]) == (9, 7)
    game.apply(Buy("coal", 5))
    assert game.view(0).players[0].money == 0


@pytest.mark.rule("F2")
def test_no_more_than_the_market_holds() -> None:
    game = shopper([4], fuel_market={"coal": 2})
    with refused("F2", game):
        game.apply(Buy("coal", 3))
    game.apply(Buy("coal", 2))
    assert game.view(0).players[0].money == 50 - 16


@pytest.mark.rule("F2")
def test_nothing_is_no_purchase() -> None:
    game = shopper([4])
    with refused("F2", game):
        game.apply(Buy("coal", 0))
    with refused("F2", game):
        game.apply(Buy("coal", -1))


@pytest.mark.rule("F2")
def test_only_buying_and_being_done_in_the_fuel_phase() -> None:
    game = shopper([4])
    with refused("F2", game):
        game.apply(Pass())


@pytest.mark.rule("F2", "P3")
def test_no_more_than_the_plants_store() -> None:
    game = shopper([4])
    with refused("P3", game) as no:
        game.apply(Buy("coal", 5))
    assert no.error.facts["room"] == 4
    game.apply(Buy("coal", 4))
    assert decision(game) == "build", "who has no room left is done"


@pytest.mark.rule("F2", "P3")
def test_no_fuel_that_no_plant_takes() -> None:
    game = shopper([4])
    with refused("P3", game):
        game.apply(Buy("oil", 1))
    assert offers(game).keys() == {"coal"}


@pytest.mark.rule("F2", "P4")
def test_fuel_moves_between_plants_to_make_room() -> None:
    """The coal may be on 05 or fill 04: there is room for four more of either fuel."""
    game = shopper([4, 5])
    game.apply(Buy("coal", 4))
    game.apply(Buy("oil", 3))
    with refused("P3", game):
        game.apply(Buy("oil", 2))
    game.apply(Buy("coal", 1))
    assert game.view(None).players[0].fuel == {"coal": 5, "oil": 3}


@pytest.mark.rule("F3")
def test_a_fuel_sold_out_cannot_be_had() -> None:
    game = shopper([5], money=500, fuel_market={"coal": 0, "oil": 1})
    assert prices(game)["coal"] is None
    with refused("F3", game):
        game.apply(Buy("coal", 1))
    game.apply(Buy("oil", 1))
    assert game.view(0).players[0].money == 492


@pytest.mark.rule("F3")
def test_the_last_marker_sells_a_fuel_out() -> None:
    game = shopper([4, 5], fuel_market={"coal": 2, "oil": 3})
    game.apply(Buy("coal", 2))
    with refused("F3", game):
        game.apply(Buy("coal", 1))
    assert offers(game).get("coal", []) == []


# --- the refill ---


@pytest.mark.rule("C5")
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_refill_table(edition: str, players: int, step: int) -> None:
    """Nobody has a plant, so phase 5 has no decisions: the market was empty and has the refill afterwards."""
    game = position("bureaucracy", players, edition=edition, round=2, step=step, fuel_market=NONE)
    table = REFILL_5[edition] if players == 5 else REFILL[players]
    assert stock(game) == {fuel: steps[step - 1] for fuel, steps in table.items()}
    assert supply(game)["coal"] == 24 - table["coal"][step - 1]


@pytest.mark.rule("U2")
def test_refill_fills_the_dearest_free_spaces_first() -> None:
    """Three players, step 1: 4 coal, 2 oil, 1 garbage, 1 uranium."""
    before = {"coal": 7, "oil": 2, "garbage": 0, "uranium": 4}
    assert prices(position("fuel", fuel_market=before)) == {"coal": 6, "oil": 8, "garbage": None, "uranium": 10}
    game = position("bureaucracy", 3, round=2, fuel_market=before)
    assert stock(game) == {"coal": 11, "oil": 4, "garbage": 1, "uranium": 5}
    assert prices(game) == {"coal": 5, "oil": 7, "garbage": 8, "uranium": 8}


@pytest.mark.rule("U2")
def test_refill_is_limited_by_the_supply() -> None:
    game = position("bureaucracy", 3, round=2, supply={"coal": 1, "oil": 0, "garbage": 20, "uranium": 1})
    assert stock(game) == {"coal": 24, "oil": 24, "garbage": 5, "uranium": 12}
    assert supply(game) == {"coal": 0, "oil": 0, "garbage": 19, "uranium": 0}


@pytest.mark.rule("U2", "U1")
def test_fuel_burnt_this_round_can_come_back_at_once() -> None:
    players = [{"plants": [4], "fuel": {"coal": 2}}, {}, {}]
    game = position("bureaucracy", players, supply={"coal": 0})
    events = {e.kind: e.to_json() for e in game.apply(Run([4]))}
    assert events["fuel-refilled"]["fuel"]["coal"] == 2
    assert stock(game)["coal"] == 24


@pytest.mark.rule("EX8", "U2")
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
def test_example_of_the_first_refill(edition: str) -> None:
    players = [{"plants": [4, 8], "fuel": {"coal": 6}}, {}, {}, {}, {}]
    game = position(
        "bureaucracy",
        players,
        edition=edition,
        round=1,
        fuel_market={"coal": 14, "oil": 16, "garbage": 5, "uranium": 2},
    )
    assert supply(game)["coal"] == 4
    events = {e.kind: e.to_json() for e in game.apply(Run())}
    assert events["fuel-refilled"]["fuel"] == {"coal": 4, "oil": 4, "garbage": 3, "uranium": 2}
    assert stock(game) == {"coal": 18, "oil": 20, "garbage": 8, "uranium": 4}
    assert prices(game) == {"coal": 3, "oil": 2, "garbage": 6, "uranium": 10}
