"""The end of a round of Outpost, with discounts and the largest card (L11, L19 to L20a), and of the game (L24)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Done, Game
from stromnetz.editions.outpost.events import BuildingBuilt
from stromnetz.editions.outpost.moves import Build
from stromnetz.engine.events import GameEnded
from tests.helpers import asked, purses, refused
from tests.rules.outpost_tables import (
    CENTRAL,
    DECK,
    EAST,
    MARKET,
    RICH,
    WEST,
    Cards,
    Seat,
    buy,
    deck,
    discounts,
    finish_round,
    last_turn,
    market,
    new,
    next_phase_4,
    piled,
    piles,
    table,
    told,
)
from tests.rules.tables import boxed, frame

LOW: Cards = [13, 14, 15, 22]


# --- discounts (L11, L19) ---


@pytest.mark.rule("L11", "L8")
def test_discounts_stay_on_their_card_wherever_it_goes() -> None:
    game = last_turn(deck=[12, 34, 35], modules=piled(discounts={13: 3, 22: 5, 24: 6}))
    finish_round(game)
    assert market(game) == [12, 13, 14, 15, 22, 23, 24, 25]
    assert discounts(game) == {13: 3, 22: 5, 24: 6}
    assert game.view(None).minimum_bids == [12, 10, 14, 15]
    buy(game, 12)
    assert game.view(None).current == [13, 14, 15, 22], "back again"
    assert game.view(None).minimum_bids == [10, 14, 15, 17]
    buy(game, 22)
    assert discounts(game) == {13: 3, 24: 6}


@pytest.mark.rule("L11", "L20")
def test_a_card_put_under_the_deck_loses_its_discounts() -> None:
    game = last_turn(deck=[12], modules=piled(discounts={33: 4, 24: 6}))
    finish_round(game)
    assert (deck(game), discounts(game)) == ([33], {24: 6})
    next_phase_4(game)
    assert market(game)[-1] == 33, "it was drawn again"
    assert discounts(game) == {24: 6}


@pytest.mark.rule("L19", "L11")
def test_a_boxed_card_loses_its_discounts() -> None:
    game = last_turn([3, 14, 15, 22], [], round=4)
    finish_round(game)
    assert game.view(None).out_of_game == [3]
    assert discounts(game) == {14: 4, 15: 4, 22: 4}


@pytest.mark.rule("L19")
@pytest.mark.parametrize("number", range(1, 9))
def test_discounts_by_round(number: int) -> None:
    game = last_turn(round=number, modules=piled(discounts={24: 1}))
    events = finish_round(game)
    laid = {card: number for card in LOW if number <= 5}
    assert discounts(game) == {24: 1, **laid}
    bids = [row["minimum_bid"] for row in told(events, "marker-laid")]
    assert bids == [n - number for n in (13, 14, 15, 22)][: len(laid)]


@pytest.mark.rule("L19")
def test_discounts_add_up() -> None:
    game = last_turn(round=1)
    finish_round(game)
    next_phase_4(game)
    assert discounts(game) == dict.fromkeys(LOW, 1 + 2)
    assert game.view(None).minimum_bids == [10, 11, 12, 19]


@pytest.mark.rule("L19")
@pytest.mark.parametrize(("number", "card", "had"), [(2, 2, 0), (2, 3, 1), (3, 4, 3), (5, 4, 0), (4, 14, 10)])
def test_a_card_whose_discounts_reach_its_number_goes(number: int, card: int, had: int) -> None:
    given = piled(discounts={card: had} if had else {})
    game = last_turn([card, 22, 23, 24, 25, 33, 34, 35], [36, 44, 45], round=number, modules=given)
    events = finish_round(game)
    assert boxed(events) == [(card, "L19")]
    assert market(game) == [22, 23, 24, 25, 33, 34, 35, 44], "it was replaced by 36, which went under the deck"
    assert card not in discounts(game)


@pytest.mark.rule("L19")
def test_one_less_than_its_number_leaves_it() -> None:
    game = last_turn([14, 22, 23, 24], [], round=4, modules=piled(discounts={14: 9}))
    assert boxed(finish_round(game)) == []
    assert discounts(game)[14] == 13
    assert game.view(None).minimum_bids[0] == 1


@pytest.mark.rule("L19a", "L19")
def test_all_four_are_laid_then_cards_go_then_places_are_filled() -> None:
    """The replacements would reach their numbers too, but get no discount."""
    game = last_turn([4, "05a", 8, 10, 22, 23, 24, 25], [3, 2, 36], round=5)
    events = finish_round(game)
    kinds = ["marker-laid", "card-boxed", "card-drawn", "card-put-under"]
    assert [e.kind for e in events if e.kind in kinds] == [
        *["marker-laid"] * 4, *["card-boxed"] * 2, *["card-drawn"] * 2, "card-put-under", "card-drawn",
    ]  # fmt: skip
    assert boxed(events) == [(4, "L19"), ("05a", "L19")]
    assert market(game) == [2, 3, 8, 10, 22, 23, 24, 36]
    assert discounts(game) == {8: 5, 10: 5}


@pytest.mark.rule("L19a", "L19", "L10")
def test_of_a_pile_the_top_card_gets_the_discount_and_goes_alone() -> None:
    places: Cards = [4, "05c", 8, 10, 22, 23, 24, 25]
    game = last_turn(places, [36], round=3, modules=piled([["05c", "05a", "05b"]], {"05c": 2}))
    events = finish_round(game)
    assert boxed(events) == [("05c", "L19")]
    assert piles(game) == [["05a", "05b"]]
    assert market(game) == [4, "05a", 8, 10, 22, 23, 24, 36], "only the largest card was replaced"
    assert discounts(game) == {4: 3, 8: 3, 10: 3}


@pytest.mark.rule("L19")
def test_a_pile_has_one_discount_on_its_top_card() -> None:
    places: Cards = [13, "16b", 22, 23, 24, 25, 33, 34]
    game = last_turn(places, round=2, modules=piled([["16b", "16a"]]))
    finish_round(game)
    assert discounts(game) == {13: 2, "16b": 2, 22: 2, 23: 2}
    buy(game, "16b")
    assert discounts(game) == {13: 2, 22: 2, 23: 2}


@pytest.mark.rule("L19a", "L10")
def test_a_card_drawn_onto_a_discounted_one_has_its_discount() -> None:
    """It gets no discount of its own: the card below had it."""
    game = last_turn([3, "16a", 22, 23, 24, 25, 33, 34], ["16b", 35, 36], round=3)
    finish_round(game)
    assert piles(game) == [["16b", "16a"]]
    assert discounts(game) == {"16b": 3, 22: 3, 23: 3}


@pytest.mark.rule("L19a")
def test_in_step_3_only_the_four_smallest_get_one() -> None:
    game = last_turn([13, 14, 15, 22, 23, 24], step=3, round=3)
    finish_round(game)
    assert game.view(None).current == [13, 14, 15, 22, 23, 24]
    assert discounts(game) == dict.fromkeys(LOW, 3)


@pytest.mark.rule("L19", "M4")
def test_fewer_than_four_cards_all_get_one() -> None:
    game = last_turn([13, 14], [], round=3)
    finish_round(game)
    assert discounts(game) == {13: 3, 14: 3}


# --- the largest goes (L20) ---


@pytest.mark.rule("L20")
@pytest.mark.parametrize("step", [1, 2])
def test_the_largest_goes_under_the_deck(step: int) -> None:
    game = last_turn(step=step)
    events = finish_round(game)
    assert told(events, "card-put-under") == [{"card": 33}]
    assert market(game) == [13, 14, 15, 22, 23, 24, 25, 44]
    assert (deck(game), game.view(None).under_deck) == ([45, 46, 47, 33], [33])
    assert game.view(None).out_of_game == []


@pytest.mark.rule("L20")
def test_in_step_3_nothing_is_removed() -> None:
    game = last_turn(MARKET[:6], step=3)
    events = finish_round(game)
    assert told(events, "card-put-under", "card-boxed", "card-drawn") == []
    assert (market(game), deck(game)) == (MARKET[:6], DECK)


@pytest.mark.rule("L20", "M2")
def test_with_an_empty_deck_the_largest_comes_back() -> None:
    game = last_turn(deck=[], modules=piled(discounts={33: 2}))
    assert told(finish_round(game), "card-drawn") == [{"card": 33}]
    assert (market(game), deck(game), discounts(game)) == (MARKET, [], {})


@pytest.mark.rule("L20", "M4")
def test_without_a_future_market_nothing_goes() -> None:
    game = last_turn(LOW, [])
    assert told(finish_round(game), "card-put-under", "card-drawn") == []
    assert market(game) == LOW


@pytest.mark.rule("L20a", "L11")
def test_of_a_pile_only_the_top_card_goes_and_nothing_is_drawn() -> None:
    places: Cards = [*LOW, 23, 24, 25, "38c"]
    game = last_turn(places, modules=piled([["38c", "38a", "38b"]], {"38c": 3}))
    events = finish_round(game)
    assert told(events, "card-put-under", "card-drawn") == [{"kind": "card-put-under", "card": "38c"}]
    assert market(game) == [*LOW, 23, 24, 25, "38a"]
    assert (piles(game), discounts(game)) == ([["38a", "38b"]], {})
    assert deck(game) == [*DECK, "38c"]


@pytest.mark.rule("L20a")
@pytest.mark.parametrize("pair", [["38a", "38b"], ["38b", "38a"]])
def test_of_equal_single_cards_the_rightmost_goes(pair: Cards) -> None:
    game = last_turn([*LOW, 23, 24, *pair], [25])
    finish_round(game)
    assert market(game) == [*LOW, 23, 24, 25, pair[0]]
    assert deck(game) == [pair[1]]


@pytest.mark.rule("L20a", "L10")
def test_a_single_card_goes_before_the_pile_to_its_left() -> None:
    game = last_turn([*LOW, 23, 24, "38b", "38c"], [25, 33], modules=piled([["38b", "38a"]]))
    finish_round(game)
    assert (market(game), piles(game)) == ([*LOW, 23, 24, 25, "38b"], [["38b", "38a"]])
    next_phase_4(game)
    assert (market(game), piles(game)) == ([*LOW, 23, 24, 25, "38a"], [])
    assert deck(game) == [33, "38c", "38b"], "nothing was drawn"


# --- phase 3 and the end of the game ---


@pytest.mark.rule("L0", "B5")
def test_nobody_must_build() -> None:
    game = table("building", 3, round=1, order=[0, 1, 2])
    events = finish_round(game)
    assert [asked(game), game.view(None).round] == [(2, "auction"), 2]
    assert told(events, "city-connected", "building-built") == []
    assert frame(events) == ["bureaucracy", "order", "auctions"], "four phases"


@pytest.mark.rule("EX23", "L12", "L13")
def test_a_network_begins_in_a_city_with_a_house_of_another() -> None:
    game = last_turn(players=[{}, {"cities": ["amber"]}, {}])
    with refused("B4", game):
        game.apply(Build("house", "amber"))
    assert game.apply(Build("plant", "amber")) == [BuildingBuilt(0, "plant", "amber", 5, 0, ["amber"])]
    assert purses(game)[0] == 55


def ending(cities: int, others: list[Seat], modules: dict[str, Any] | None = None, **fields: Any) -> Game:
    """Seat 0 has this many cities and builds last, unless another seat is named."""
    players = [{"money": RICH, "cities": CENTRAL[:cities], "plants": [13, 24], **fields.pop("first", {})}, *others]
    given = {"round": 8, "step": 3, "order": list(range(len(players))), "to_act": 0, **fields}
    return table("building", players, market=[35], deck=[], modules=modules or {}, **given)


@pytest.mark.rule("L24")
@pytest.mark.parametrize(("players", "number"), [(2, 18), (3, 17), (4, 17), (5, 15), (6, 14)])
def test_the_game_ends_after_phase_3_at_so_many_cities(players: int, number: int) -> None:
    assert new(players).view(None).end_at == number
    for cities in (number - 1, number):
        game = ending(cities - 1, [{} for _ in range(players - 1)])
        game.apply(Build("house", CENTRAL[cities - 1]))
        assert game.result is None
        events = finish_round(game)
        assert (game.result is not None) == (cities == number)
        assert ("bureaucracy" in frame(events)) == (cities < number)


@pytest.mark.rule("L24")
def test_the_others_still_take_their_turns() -> None:
    game = ending(17, [{"money": RICH}, {}], order=[1, 0, 2])
    game.apply(Done())
    assert (asked(game), game.result) == ((1, "network"), None)
    game.apply(Build("house", EAST[0]))
    assert game.apply(Done())[-1] == GameEnded([0, 0, 0])


def running(*companies: tuple[Cards, int]) -> dict[str, Any]:
    """By seat: the plants on its board, and its seasonal workers."""
    free = iter(CENTRAL[::2])  # cities with a place for a plant
    sites = {next(free): seat for seat, (plants, _) in enumerate(companies) for _ in plants}
    seats = [{"placed": plants, "seasonal": workers} for plants, workers in companies]
    return {"company": {"sites": sites, "seats": seats}}


@pytest.mark.rule("L24")
@pytest.mark.parametrize(("workers", "supplied"), [(4, 5), (3, 2), (2, 0)])
def test_plants_and_workers_at_hand_decide(workers: int, supplied: int) -> None:
    """Plant 25 takes four workers for five cities, plant 3 three for two; seat 0 could run another if it had any."""
    second = {"cities": EAST, "plants": [3, 25], "fuel": {"workers": workers}}
    game = ending(17, [second, {}], running(([13], 0), ([3, 25], workers), ([], 0)))
    before = purses(game)
    assert finish_round(game)[-1] == GameEnded([0, supplied, 0])
    assert purses(game) == before, "no income any more"
    assert game.result is not None
    assert game.result.winners == ([1] if supplied else [0])
    assert workers_of(game, 1) == workers


def workers_of(game: Game, seat: int) -> int:
    return game.view(None).players[seat].fuel["workers"]


@pytest.mark.rule("L24", "E3")
@pytest.mark.parametrize("more", [False, True])
def test_more_cities_than_the_number_are_allowed(more: bool) -> None:
    """Both supply 17 cities, and seat 1 has more money; with one city more seat 0 supplies 18."""
    ours: Cards = [2, 22, 47, 48]
    theirs: Cards = [25, 36, 37]
    first = {"plants": ours, "fuel": {"workers": 12}}
    second = {"money": 2 * RICH, "cities": CENTRAL[:17], "plants": theirs, "fuel": {"workers": 13}}
    game = ending(16, [second, {}], running((ours, 12), (theirs, 13), ([], 0)), first=first)
    for city in CENTRAL[16 : 18 if more else 17]:
        game.apply(Build("house", city))
    assert finish_round(game)[-1] == GameEnded([18 if more else 17, 17, 0])
    assert game.result is not None
    assert game.result.winners == ([0] if more else [1])


@pytest.mark.rule("L24", "E2")
@pytest.mark.parametrize(("cash", "winners"), [((9, 10, 500), [1]), ((11, 10, 500), [0]), ((10, 10, 500), [0, 1])])
def test_ties_by_money_then_shared(cash: tuple[int, ...], winners: list[int]) -> None:
    """Seats 0 and 1 supply two cities each; unsupplied cities and the money of seat 2 do not count."""
    first = {"money": cash[0], "plants": [12], "fuel": {"workers": 2}}
    second = {"money": cash[1], "cities": EAST[:2], "plants": [22], "fuel": {"workers": 1}}
    third = {"money": cash[2], "cities": WEST[:6]}
    game = ending(17, [second, third], running(([12], 2), ([22], 1), ([], 0)), first=first)
    assert finish_round(game)[-1] == GameEnded([2, 2, 0])
    assert game.result is not None
    assert game.result.winners == winners
    assert game.result.ranking[-1].seat == 2


# --- when nobody can build any more ---


def crowded(first: Seat | None = None, **fields: Any) -> Game:
    """Only the central area, with three houses in every city except one: its last place is open to seat 0."""
    networks: list[list[str]] = [[], [], [], []]
    for number, city in enumerate(CENTRAL):
        for turn in range(number, number + 3):
            if (number, turn) != (0, 0):
                networks[turn % 4].append(city)
    players: list[Seat] = [{"money": RICH, "cities": network} for network in networks]
    players[0] |= first or {}
    given = {"regions": ["central"], "round": 8, "step": 3, "order": [1, 2, 3, 0], "to_act": 0}
    return table("building", players, deck=[36], **{"market": [35], **given, **fields})


@pytest.mark.rule("L24a", "E5")
def test_the_game_ends_when_all_house_places_are_taken() -> None:
    """Company places are left, and cards to buy: they bring no city."""
    takes_it, leaves_it = crowded(), crowded()
    finish_round(leaves_it)
    assert leaves_it.result is None
    takes_it.apply(Build("house", CENTRAL[0]))
    finish_round(takes_it)
    assert takes_it.result is not None
    assert max(row.cities for row in takes_it.result.ranking) == 16 < takes_it.rules.end_at


@pytest.mark.rule("L24a", "L29")
def test_a_house_on_an_outpost_card_of_its_own_can_still_be_built() -> None:
    """Not on a card in the market."""
    owned, on_offer = crowded({"plants": ["32a"]}), crowded(market=["32a"])
    for game in (owned, on_offer):
        game.apply(Build("house", CENTRAL[0]))
        finish_round(game)
    assert owned.result is None
    assert on_offer.result is not None
