"""Outpost: Data Library, Ecoplants, Nodule and Laboratories, which work from the moment they are bought."""

from typing import Any

import pytest

from stromnetz import Bid, Done, Game, Open, Pass, SitOut
from stromnetz.editions.outpost.moves import Arrange, Hire
from stromnetz.engine.options import BidOption, OpenOption
from tests.helpers import asked, purses, refused
from tests.rules.outpost_companies import (
    ECOPLANTS,
    LABORATORIES,
    LIBRARY,
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
from tests.rules.outpost_tables import CITIES, Card, buy, company, table, told, workers

MARKET: list[Card] = [2, 3, 4, "05a", 11, 12, 13, 14]
DECK: list[Card] = [22, 23, 24, 25, 33, 34, 35, 36]


def sale(*players: dict[str, Any], market: list[Card] = MARKET, **fields: Any) -> Game:
    """Seat 0 opens the auctions of a later round with three players."""
    seats = [*players, {}, {}, {}][:3]
    return table("auctions", seats, **{"order": [0, 1, 2], "round": 7, "market": market, "deck": DECK, **fields})


def bought(game: Game, card: Card, bid: int) -> int:
    """The price that the deciding seat pays when nobody bids against it."""
    (row,) = told(buy(game, card, bid), "plant-bought")
    price: int = row["price"]
    return price


# --- Data Library ---


@pytest.mark.rule("L25")
@pytest.mark.parametrize(("bid", "paid"), [(4, 0), (5, 0), (6, 1), (9, 4), (65, 60)])
def test_data_library_pays_5_less_but_never_less_than_0(bid: int, paid: int) -> None:
    game = sale({"money": 60, "plants": [LIBRARY]})
    assert bought(game, 4, bid) == paid
    assert purses(game)[0] == 60 - paid
    other = sale({"money": 65}, {"plants": [LIBRARY]})
    assert bought(other, 4, bid) == bid, "only its owner pays less"


@pytest.mark.rule("L25")
def test_data_library_in_an_auction_that_another_opened() -> None:
    game = sale({"money": 60}, {"money": 20, "plants": [LIBRARY]})
    game.apply(Open(4, 10))
    game.apply(Bid(25))
    game.apply(Pass())
    events = game.apply(Pass())
    assert told(events, "plant-bought") == [{"seat": 1, "plant": 4, "price": 20}]
    assert purses(game)[:2] == [60, 0]


@pytest.mark.rule("L25", "A5")
def test_bids_may_reach_money_and_5() -> None:
    game = sale({"money": 12, "plants": [LIBRARY]})
    assert game.decision is not None
    opening = [o for o in game.decision.options or [] if isinstance(o, OpenOption)]
    assert [(o.plant, o.maximum) for o in opening] == [(card, 17) for card in MARKET[:4]]
    with refused("A5", game) as no:
        game.apply(Open(4, 18))
    assert no.error.facts == {"bid": 18, "money": 12, "rebate": 5}
    assert Open(4, 17) in list(game.legal_moves)
    game.apply(Open(4, 13))
    game.apply(Bid(16))
    game.apply(Pass())
    (option,) = [o for o in game.decision.options or [] if isinstance(o, BidOption)]
    assert (option.minimum, option.maximum) == (17, 17)
    with refused("A5", game):
        game.apply(Bid(18))
    game.apply(Bid(17))
    game.apply(Pass())
    assert purses(game)[0] == 0


@pytest.mark.rule("L25", "A5")
def test_without_it_bids_reach_the_money() -> None:
    game = sale({"money": 12})
    game.apply(Open(4, 12))
    with refused("A5", game) as no:
        game.copy().apply(Bid(61))
    assert "rebate" not in no.error.facts


@pytest.mark.rule("L25")
def test_with_it_somebody_without_money_can_buy() -> None:
    game = sale({"money": 0, "plants": [LIBRARY]}, market=[3, 4, "05a", 11, 12, 13, 14, 15])
    assert game.legal_moves[-1] == SitOut()
    assert {move.plant for move in game.legal_moves if isinstance(move, Open)} == {3, 4, "05a"}
    assert bought(game, "05a", 5) == 0


@pytest.mark.rule("L25", "L8")
def test_discounts_come_first_then_the_library() -> None:
    piles = {"discounts": [[4, 3], ["05a", 4]]}
    game = sale({"money": 2, "plants": [LIBRARY]}, modules={"piles": piles})
    assert game.view(None).minimum_bids == [2, 3, 1, 1]
    assert bought(game.copy(), 4, 1) == 0
    assert bought(game, "05a", 7) == 2


@pytest.mark.rule("L25", "A5")
def test_it_does_not_help_with_its_own_purchase() -> None:
    game = sale({"money": 10}, market=[2, 3, 4, LIBRARY, 11, 12, 13, 14])
    with refused("A5", game):
        game.apply(Open(LIBRARY, 11))
    assert bought(game, LIBRARY, 10) == 10
    assert purses(game)[0] == 0


@pytest.mark.rule("L25", "L9")
def test_data_library_works_in_the_second_auction_of_round_1() -> None:
    game = table("auctions", 3, round=1, order=[0, 1, 2], market=[2, 3, 4, LIBRARY, 11, 12, 13, 14], deck=DECK)
    assert bought(game, LIBRARY, 8) == 8
    assert [bought(game, card, price) for card, price in ((2, 2), (3, 3))] == [2, 3]
    assert (game.view(None).phase, asked(game)) == ("second-auctions", (0, "auction"))
    assert bought(game, 12, 14) == 9
    assert purses(game)[0] == 60 - 8 - 9
    again = saved(game)
    assert again.rules.max_bid(again.position, 0) == 43 + 5


@pytest.mark.rule("L25")
def test_two_who_bid_against_each_other() -> None:
    """The library adds 5 to what its owner can bid: with 10 against 14 it can win at 15."""
    game = sale({"money": 10, "plants": [LIBRARY]}, {"money": 14}, {"money": 0})
    game.apply(Open(4, 10))
    game.apply(Bid(14))
    game.apply(Pass())
    game.apply(Bid(15))
    assert list(game.legal_moves) == [Pass()]
    game.apply(Pass())
    assert purses(game)[:2] == [0, 14]


# --- Ecoplants ---


@pytest.mark.rule("L26")
@pytest.mark.parametrize(
    ("labour", "full", "less"),
    [
        (30, [1, 2, 3, 5], [0, 0, 0, 0]),
        (22, [3, 7, 11, 15], [0, 1, 2, 3]),
        (8, [8, 16, 26, 36], [5, 10, 17, 24]),
        (6, [10, 20, 30, 40], [7, 14, 21, 28]),
    ],
)
def test_ecoplants_each_seasonal_worker_costs_3_less_but_never_less_than_0(
    labour: int, full: list[int], less: list[int]
) -> None:
    without = at("workers", placed=[25], slots=(1, 0), labour=labour)
    assert hiring(without).costs == [0, *full]
    game = at("workers", [ECOPLANTS], placed=[25], slots=(1, 0), labour=labour, order=[1, 0, 2])
    assert hiring(game).costs == [0, *less]
    game.apply(Hire(4))
    assert purses(game)[0] == 100 - less[-1]


@pytest.mark.rule("L26")
def test_ecoplants_decide_what_can_be_paid() -> None:
    game = at("workers", [ECOPLANTS], placed=[25], slots=(1, 0), labour=6, money=20)
    assert list(game.legal_moves) == [Done(), Hire(0), Hire(1), Hire(2)]
    with refused("L16", game) as no:
        game.apply(Hire(3))
    assert no.error.facts["cost"] == 21


@pytest.mark.rule("L26", "L16")
def test_ecoplants_change_no_number_of_workers() -> None:
    for cards in ([], [ECOPLANTS]):
        game = at("workers", cards, placed=[25, "16a"], slots=(1, 1), labour=20)
        assert hiring(game).permanent == [2, 2, 2]


@pytest.mark.rule("L26")
def test_ecoplants_of_another_do_not_help() -> None:
    game = at("workers", placed=[25], slots=(1, 0), others=[{"plants": [ECOPLANTS]}, {}])
    assert hiring(game).costs == [0, 1, 2, 3, 5]


# --- Nodule ---


@pytest.mark.rule("L28")
@pytest.mark.parametrize(
    ("placed", "places"),
    [([], 0), ([12], 0), (["05a"], 2), (["05a", "05b"], 4), (["16a", "26a", "38a"], 12), ([12, "26a"], 4)],
)
def test_nodule_every_placed_housing_holds_one_more(placed: list[Card], places: int) -> None:
    plants = sum(isinstance(card, int) for card in placed)
    game = turn([NODULE, "38b"], placed, (plants, len(placed) - plants), order=[1, 0, 2])
    assert company(game, 0)["places"] == places, "the housing beside the board holds nobody"
    assert company(game, 1)["places"] == 0
    stages(game, *[Hire(0)] * bool(placed))
    assert staff(game)[0] == places


@pytest.mark.rule("L28", "L16")
def test_nodule_lowers_the_number_of_seasonal_workers() -> None:
    assert len(hiring(at("workers", placed=[25, "16a"], slots=(1, 1))).costs) - 1 == 2
    assert len(hiring(at("workers", [NODULE], placed=[25, "16a"], slots=(1, 1))).costs) - 1 == 1


@pytest.mark.rule("L28", "L18")
def test_nodule_keeps_one_worker_more() -> None:
    for cards, kept in (([], 2), ([NODULE], 3)):
        game = turn(cards, ["16a"], (0, 1), workers=4)
        finish(game)
        assert staff(game) == (kept, 0, 0)


# --- Laboratories ---


@pytest.mark.rule("L30")
@pytest.mark.parametrize(
    ("placed", "held", "without", "with_it"),
    [
        ([12], 2, 2, 3),
        ([12], 1, 0, 0),  # it does not replace a worker
        ([11, 12], 3, 3, 5),
        ([11, 12], 2, 2, 3),  # a plant that stands idle supplies nothing
        ([12, "16a"], 2, 2, 3),  # a housing is no plant
        (["16a"], 2, 0, 0),
    ],
)
def test_laboratories_every_placed_plant_supplies_one_city_more(
    placed: list[Card], held: int, without: int, with_it: int
) -> None:
    plants = sum(isinstance(card, int) for card in placed)
    for cards, supplied in (([33], without), ([33, LABORATORIES], with_it)):
        game = turn(cards, placed, (plants, len(placed) - plants), workers=held, houses=CITIES[:6])
        assert game.view(None).players[0].supplies == supplied
        assert ran(finish(game))["supplied"] == supplied


@pytest.mark.rule("L30")
def test_laboratories_of_another_do_not_help_and_cities_are_still_needed() -> None:
    other = turn([], [12], (1, 0), workers=2, houses=CITIES[:6], others=[{"plants": [LABORATORIES]}, {}])
    assert ran(finish(other))["supplied"] == 2
    few = turn([LABORATORIES], [12], (1, 0), workers=2, houses=CITIES[:2])
    assert ran(finish(few))["supplied"] == 2


@pytest.mark.rule("L30", "L24")
def test_laboratories_count_at_the_end() -> None:
    game = turn([LABORATORIES], [12], (1, 0), workers=2, houses=CITIES[:17], step=2)
    finish(game)
    assert game.result is not None
    assert game.result.ranking[0].supplied == 3


# --- from the moment they are bought ---


@pytest.mark.rule("L26", "L28", "L30")
@pytest.mark.parametrize(
    ("card", "costs", "permanent"),
    [(ECOPLANTS, [0, 0, 0], [0, 0, 0]), (NODULE, [0, 1], [1, 1]), (LABORATORIES, [0, 1, 3], [0, 0, 0])],
)
def test_they_work_in_the_round_in_which_they_are_bought(card: Card, costs: list[int], permanent: list[int]) -> None:
    """Need four, places two, both filled; the next workers cost 1 and 2."""
    game = on_to(just_bought(card, [25, "16a"], (1, 1), workers=2), "workers")
    assert (hiring(game).costs, hiring(game).permanent) == (costs, permanent)


@pytest.mark.rule("L28", "L30", "L31a")
@pytest.mark.parametrize(
    ("owned", "worth"),
    [
        ([], [(12, 2, 2, 0), ("16a", 0, 0, 2), (50, 3, 4, 3)]),
        ([NODULE], [(12, 2, 2, 0), ("16a", 0, 0, 3), (50, 3, 4, 4)]),
        ([LABORATORIES], [(12, 2, 3, 0), ("16a", 0, 0, 2), (50, 3, 5, 3)]),
    ],
)
def test_the_offer_to_arrange_says_what_each_card_is_worth(owned: list[Card], worth: list[Any]) -> None:
    game = at("company", [12, "16a", MOON_BASE, *owned], slots=(1, 2))
    assert [(one.card, one.workers, one.cities, one.places) for one in arranging(game).worth] == worth


@pytest.mark.rule("L16", "L17", "L30")
@pytest.mark.parametrize(("owned", "most"), [([], 6), ([LABORATORIES], 6)])
def test_the_offer_to_hire_says_what_the_workers_supply(owned: list[Card], most: int) -> None:
    """12 runs with two workers, 25 with four; one lives in the housing, another comes there free of charge."""

    def offered() -> Game:
        return at("workers", owned, [12, 25, "16a"], (2, 1), houses=CITIES[:6], workers=1)

    option = hiring(offered())
    assert (option.costs, option.permanent) == ([0, 1, 2, 4, 6], [1] * 5)
    assert option.supplies == [ran(finish(offered(), Hire(n)))["supplied"] for n in range(5)]
    assert (option.supplies[0], option.supplies[-1]) == (3 if owned else 2, most)


@pytest.mark.rule("L30")
def test_laboratories_work_in_the_round_in_which_they_are_bought() -> None:
    assert ran(finish(just_bought(LABORATORIES, [12, "16a"], (1, 1), workers=2)))["supplied"] == 3


@pytest.mark.rule("L28")
def test_nodule_fills_a_housing_that_was_full() -> None:
    game = just_bought(NODULE, ["16a"], (0, 1), workers=2)
    events = finish(on_to(game, "workers"), Hire(0))
    assert told(events, "workers-hired") == [{"seat": 0, "seasonal": 0, "permanent": 1, "cost": 0}]
    assert (staff(game), workers(game)) == ((3, 0, 0), 30 - 3)


@pytest.mark.rule("L15", "L28", "L30")
def test_they_need_no_slot() -> None:
    game = at("company", [NODULE, LABORATORIES, 12, "16a"], slots=(1, 1))
    for card in (NODULE, LABORATORIES):
        with refused("L15", game):
            game.apply(Arrange([card]))
    game.apply(Arrange([12, "16a"]))
    row = company(game, 0)
    assert (row["places"], game.view(None).players[0].output) == (3, 3)
