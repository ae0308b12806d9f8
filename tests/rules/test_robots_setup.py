"""Robots: composition, seats, promo cards and the Trust (R0 to R7, R50, R51, R61, R70, R71)."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Game, Open, Pass, SitOut
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.engine.errors import StromnetzError
from stromnetz.play.variants import variant_facts
from stromnetz.play.words.vocabulary import LANGUAGES, refusal
from tests.helpers import position, said_in_every_language
from tests.rules.robot_tables import ROBOT, SLOT, USUAL, asked, auctions, made_of, money, told, with_robot

EDITIONS = ["classic-2004", "classic-2009", "deluxe-europe", "deluxe-north-america"]


def new(robots: Any, players: int = 4, edition: str = "classic-2009", **more: Any) -> Game:
    options = {"robots": robots, **more.pop("options", {})}
    return stromnetz.new_game(edition, players=players, seed=more.pop("seed", 1), options=options, **more)


def tiles(game: Game) -> list[list[str]]:
    return [robot["tiles"] for robot in game.view(None).modules["robots"]["robots"]]


# --- making and seating -----------------------------------------------------------------------------------------------


@pytest.mark.rule("R0")
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_with_fuel_takes_robots_and_they_play_to_the_end(edition: str) -> None:
    for players in (2, 3, 6):
        maps = stromnetz.new_game(edition, players=2, seed=0).rules.board.id
        robots = ("random",) * (players - 1)
        game = play(MatchSetup(edition, maps, players, ("plain",) * players, 5, (("robots", robots),)))
        assert game.result is not None
        assert {row.seat for row in game.result.ranking} == set(range(players))
        assert {row.seat for row in game.rows if row.seat is not None} == {0}, "one person against robots"


@pytest.mark.rule("R0")
def test_they_count_as_players() -> None:
    robots, people = new(["random", "random"], players=5), stromnetz.new_game("classic-2009", players=5, seed=1)
    assert (robots.view(None).end_at, robots.view(None).deck) == (people.view(None).end_at, people.view(None).deck)
    assert len(robots.view(None).regions) == len(people.view(None).regions)


@pytest.mark.rule("R0")
def test_outpost_is_played_without_them() -> None:
    with pytest.raises(BadInput, match="outpost can't be played with robots") as refused:
        new(["random"], edition="outpost")
    said_in_every_language(refused.value, None)


@pytest.mark.rule("R0")
def test_no_robots_are_the_same_game_as_no_word_of_them() -> None:
    assert new([]) == stromnetz.new_game("classic-2009", players=4, seed=1)


@pytest.mark.rule("R1")
def test_there_are_six_tiles_a_slot() -> None:
    slots = variant_facts("classic-2009")["robots"]["slots"]
    assert [len(ids) for ids in slots.values()] == [6] * 5
    assert {id: place for place, ids in enumerate(slots.values()) for id in ids} == SLOT


@pytest.mark.rule("R1")
def test_tiles_are_taken_in_any_order_and_kept_in_that_of_the_slots() -> None:
    game = new([list(USUAL)[::-1]])
    assert tiles(game) == [list(USUAL)]
    assert game.to_json()["options"]["robots"] == [list(USUAL)]


@pytest.mark.rule("R1", "R3")
def test_others_are_drawn_by_slot_and_no_tile_twice() -> None:
    seen = set()
    for seed in range(30):
        made = tiles(new(["random", list(USUAL), "random", "random"], players=6, seed=seed))
        assert made[1] == list(USUAL)
        for place in range(5):
            column = [robot[place] for robot in made]
            assert len(set(column)) == 4
            assert all(SLOT[id] == place for id in column)
            seen |= set(column)
    assert seen == SLOT.keys() - {"always-last"}
    assert "always-last" in {made[4] for seed in range(40) for made in tiles(new(["random"], seed=seed))}


@pytest.mark.rule("R1")
def test_the_seed_draws_them() -> None:
    one, other = new(["random"], seed=3), new(["random"], seed=3)
    assert one == other
    assert any(tiles(new(["random"], seed=seed)) != tiles(one) for seed in range(4, 8))


@pytest.mark.rule("R2")
def test_they_have_the_last_seats_in_the_order_in_which_they_are_named() -> None:
    second = ["last-choice", "all-power-plants", "all-resources", "one-two-three-cities", "half-bid"]
    game = new([list(USUAL), second], players=5)
    assert [(r["seat"], r["tiles"]) for r in game.view(None).modules["robots"]["robots"]] == [
        (3, list(USUAL)),
        (4, second),
    ]
    assert sorted(game.rules.human_seats(game.position)) == [0, 1, 2]
    assert [told["seat"] for told in map(dict, (e.to_json() for e in game.rows[0].events)) if "ability" in told] == [
        3,
        4,
    ]


BAD: list[tuple[Any, int, str]] = [
    ("random", 4, "robots are a list"),
    (7, 4, "robots are a list"),
    ([7], 4, 'a robot is "random" or five tiles, not 7'),
    (["wild"], 4, 'a robot is "random" or five tiles'),
    ([["wild"]], 4, "there is no tile 'wild'"),
    ([[4]], 4, "there is no tile 4"),
    ([[*USUAL, "half-bid"]], 4, "one tile of each kind: income-for-one-more and half-bid"),
    ([list(USUAL[:4])], 4, "ability is missing (starts-with-100-elektro"),
    ([[]], 4, "first-city is missing"),
    ([list(USUAL), list(USUAL)], 4, "there is only one tile random-choice"),
    ([made_of("always-last"), "random"], 4, "always-last isn't used with two or more robots"),
    (["random"] * 3, 3, "at least one player must be human: a table of 3 has no room for 3 robots"),
    (["random"] * 6, 6, "a table of 6 has no room for 6 robots"),
]


@pytest.mark.rule("R1", "R3", "R0")
@pytest.mark.parametrize(("robots", "players", "why"), BAD)
def test_what_cannot_be_is_refused_with_a_reason_in_every_language(robots: Any, players: int, why: str) -> None:
    with pytest.raises(BadInput) as refused:
        new(robots, players)
    assert why in str(refused.value)
    said_in_every_language(refused.value, None)
    said = [refusal(refused.value, language) for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)


@pytest.mark.rule("R0")
def test_there_are_no_more_seats_than_ever() -> None:
    with pytest.raises(BadInput, match="2 to 6 players, not 7"):
        new(["random"] * 3, players=7)


@pytest.mark.rule("R3")
def test_one_robot_may_be_always_last() -> None:
    assert tiles(new([made_of("always-last")])) == [made_of("always-last")]


@pytest.mark.rule("R4")
def test_their_money_is_open_where_that_of_people_is_hidden() -> None:
    game = new(["random"], players=3, options={"money": "hidden"})
    for seat in (0, 1, None):
        shown = [row.money for row in game.view(seat).players]
        assert shown[2] == game.position_json()["players"][2]["money"]
        assert [shown[s] is not None for s in (0, 1)] == [seat == 0, seat == 1]


@pytest.mark.rule("R5")
def test_what_no_tile_says_the_next_person_clockwise_decides() -> None:
    game = new(["random", "random"], players=4, regions="draft")
    named = []
    while game.decision is not None and game.decision.kind == "region":
        named.append(game.decision.seat)
        game.apply(game.legal_moves[0])
    assert named == [0, 1, 0, 0], "the robots on the seats 2 and 3 leave it to seat 0"


@pytest.mark.rule("R6", "R14")
def test_first_and_last_are_people_and_the_phases_run_as_usual() -> None:
    """Seat 2 is first of all; of the people it is seat 1."""
    game = auctions(["second-smallest-number"], order=[ROBOT, 1, 0])
    assert [row["plant"] for row in told(game.rows[0].events, "plant-bought")] == []
    assert game.rules.human_seats(game.position) == [1, 0]
    assert game.view(None).auction is not None, "the robot has put up its plant, and people are asked"
    assert game.view(None).auction.high == ROBOT  # type: ignore[union-attr]


@pytest.mark.rule("R7", "R50")
def test_it_starts_with_50_or_with_100() -> None:
    assert money(new([made_of("half-bid")], players=3, order=[0, 1, 2])) == 50
    assert money(new([made_of("starts-with-100-elektro")], players=3, order=[0, 1, 2])) == 100
    assert [money(new([made_of("starts-with-100-elektro")], 3, order=[0, 1, 2]), seat) for seat in (0, 1)] == [50, 50]


@pytest.mark.rule("R51")
def test_it_is_last_whenever_the_order_is_set() -> None:
    game = new([made_of("always-last")], players=3, seed=2)
    orders = [e.to_json()["order"] for row in play_plain(game).rows for e in row.events if e.kind == "order-set"]
    assert len(orders) > 4
    assert {order[-1] for order in orders} == {2}


def play_plain(game: Game) -> Game:
    bots = ("plain",) * game.rules.players
    options = tuple((key, value) for key, value in game.options.items())
    rules = game.rules
    return play(
        MatchSetup(
            rules.edition.id, rules.board.id, rules.players, bots, int(game.position_json()["seed"], 16), options
        )
    )


@pytest.mark.rule("R61", "E2")
def test_a_robot_can_win() -> None:
    winners = set()
    for seed in range(6):
        game = play_plain(new(["random", "random"], players=3, seed=seed))
        assert game.result is not None
        winners |= set(game.result.winners)
    assert winners & {1, 2}


# --- positions --------------------------------------------------------------------------------------------------------


def test_a_position_written_by_hand_may_name_the_tiles_or_leave_them_to_the_seed() -> None:
    seats: list[dict[str, Any]] = [{}, {}, {}]
    game = position("auctions", seats, options={"robots": ["random"]}, seed=5)
    assert len(tiles(game)[0]) == 5
    named = made_of("half-bid")
    given = {"robots": {"tiles": [named]}}
    assert tiles(position("auctions", seats, options={"robots": ["random"]}, modules=given)) == [named]


@pytest.mark.parametrize(
    "state",
    [
        7,
        {"tiles": []},
        {"tiles": [["wild"]]},
        {"tiles": [list(USUAL)], "built": [1, 2]},
        {"tiles": [list(USUAL)], "built": ["x"]},
        {"tiles": [list(USUAL)], "told": [0]},
        {"tiles": [list(USUAL)], "late": 5},
        {"tiles": [list(USUAL)], "marked": ["essen"]},
        {"tiles": [list(USUAL)], "other": []},
        {"tiles": [made_of("half-bid")]},
    ],
)
def test_a_state_that_does_not_fit_is_refused(state: Any) -> None:
    with pytest.raises(StromnetzError):
        position("auctions", [{}, {}, {}], options={"robots": [list(USUAL)]}, modules={"robots": state})


# --- promo cards and the Trust ----------------------------------------------------------------------------------------


def extra(card: str, **fields: Any) -> Game:
    """The card is on top of the deck, and nobody wants a plant: it is drawn at the end of the auctions."""
    seats: list[dict[str, Any]] = [
        {"plants": [3], "money": 60},
        {"plants": [4], "money": 60},
        {"plants": [30], "money": 60},
    ]
    given = {"step": 2, "deck": [card, 24, 25, 26, "step-3"], "order": [0, 1, 2], **fields}
    return with_robot("auctions", ["second-smallest-number"], *seats, options={"promo": [card]}, **given)


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("transformer-station", marks=pytest.mark.rule("Q12a", "Q12")),
        pytest.param("theme-park", marks=pytest.mark.rule("Q12b")),
        pytest.param("supply-contract", marks=pytest.mark.rule("Q12c")),
        pytest.param("warehouse", marks=pytest.mark.rule("Q12f")),
    ],
)
def test_a_robot_is_not_in_the_auction_of_a_card(card: str) -> None:
    game = extra(card)
    game.apply(SitOut())
    game.apply(SitOut())
    auction = game.view(None).auction
    assert auction is not None
    assert (auction.card, auction.bidders) == (card, [0, 1])
    game.apply(Pass())
    events = game.apply(Pass())
    assert {"kind": "card-boxed", "card": card, "rule": "X2"} in [e.to_json() for e in events]


@pytest.mark.rule("Q12g", "X2")
@pytest.mark.parametrize(("order", "asked_first"), [([2, 1, 0], 0), ([2, 0, 1], 0), ([1, 2, 0], 1)])
def test_after_a_robot_the_next_player_clockwise_starts_the_auction(order: list[int], asked_first: int) -> None:
    """Not the first person in the order: from the robot on seat 2 the next one is seat 0."""
    game = extra("warehouse", order=order)
    while game.decision is not None and game.decision.kind == "auction":
        game.apply(SitOut())
    assert asked(game) == (asked_first, "bid")
    game.apply(Pass())
    assert asked(game) == (1 - asked_first, "bid")


@pytest.mark.rule("Q12d", "Q6")
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [0, 2, 1]])
def test_a_robot_is_skipped_by_the_spy(order: list[int]) -> None:
    """Given to the last person when the order of round 2 is set, then passed on among people."""
    seats = [{"plants": [30], "money": 90}, {"plants": [21], "money": 90}, {"plants": [25], "money": 9}]
    options = {"promo": ["industrial-espionage"]}
    game = with_robot("auctions", ["half-bid"], *seats, options=options, order=order, round=3, step=2)
    holder = game.view(None).modules["industrial-espionage"]["seat"]
    assert holder == [seat for seat in order if seat != ROBOT][-1]
    for _ in range(6):
        if game.decision is None or game.decision.kind not in ("auction", "bid"):
            break
        mine = game.decision.seat == holder
        if game.decision.kind == "bid":
            game.apply(Pass())
        else:
            card = game.view(None).current[0]
            game.apply(Open(card, game.view(None).minimum_bids[0]) if mine else SitOut())
    assert game.view(None).modules["industrial-espionage"]["seat"] == 1 - holder


@pytest.mark.rule("Q12e", "Q7")
def test_a_robot_pays_taxes() -> None:
    seats: list[dict[str, Any]] = [{"plants": [13], "cities": ["kiel"], "money": 50}, {"money": 20}, {"money": 41}]
    modules = {"taxes": "beside the market"}
    options = {"promo": ["taxes"]}
    given = {"step": 2, "round": 5, "order": [0, 1, 2]}
    game = with_robot("building", ["all-cities"], *seats, options=options, modules=modules, **given)
    taxes: list[dict[str, Any]] = []
    while game.decision is not None and not taxes:
        kind = game.decision.kind
        events = game.apply({"kind": "done"} if kind == "build" else game.legal_moves[0])
        taxes = [e.to_json() for e in events if e.kind == "tax-paid"]
    assert {row["seat"] for row in taxes} == {0, 1, 2}


@pytest.mark.rule("R70", "Q2")
def test_the_flux_generator_is_a_plant_to_it() -> None:
    market = [30, 31, 32, "flux-generator", 35, 36, 38, 40]
    options = {"promo": ["flux-generator"]}
    game = auctions(["highest-number"], {"money": 60}, market=market, options=options, step=2)
    game.apply(SitOut())
    bought = told(game.apply(SitOut()), "plant-bought")
    assert bought == [{"kind": "plant-bought", "seat": ROBOT, "plant": "flux-generator", "price": 33}]


@pytest.mark.rule("R71", "K0")
def test_with_two_seats_of_the_deluxe_game_the_trust_joins_and_a_person_places_for_the_robot() -> None:
    game = new(["random"], players=2, edition="deluxe-europe")
    assert [row.neutral for row in game.view(None).players] == [False, False, True]
    while game.decision is not None and game.decision.kind == "place":
        assert game.decision.seat == 0
        game.apply(game.legal_moves[0])
    assert game.decision is not None
    assert game.decision.kind == "auction"
