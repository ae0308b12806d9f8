"""The levels in Outpost: expert code part by part; games end, and moves are explained."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import Done, Game, Move, Open, SitOut
from stromnetz.bots import make_bot
from stromnetz.bots.explanation import Explanation
from stromnetz.editions.outpost.company_rules import printed_cards
from stromnetz.editions.outpost.expert.auction import CardValues
from stromnetz.editions.outpost.expert.future import (
    BuildingCosts,
    OutpostProjection,
    TypicalCards,
    affordable,
    project,
    rounds_left,
)
from stromnetz.editions.outpost.expert.game_end import best_rival_result, can_end, final_result, is_last, wins_now
from stromnetz.editions.outpost.expert.hand import Hand, runs
from stromnetz.editions.outpost.expert.labour import hired_before, seasonal, wages
from stromnetz.editions.outpost.expert.start import first_round, race_cost, site_cost
from stromnetz.editions.outpost.expert.table import OutpostBoardNumbers
from stromnetz.editions.outpost.expert.tuned import CompanyBot
from stromnetz.editions.outpost.expert.weights import default_weights
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from stromnetz.lab.tuner import weights_of
from tests.bot_games import played
from tests.rules.outpost_companies import ECOPLANTS, NODULE, ROBOTS, at, turn
from tests.rules.outpost_tables import table

W = default_weights()
CARDS = printed_cards("outpost")
CITIES = ["amber", "basalt", "cinder", "dune", "ember", "flint", "geyser", "halite", "ice-well", "jasper", "karst"]
MORE = ["lava-rim", "mesa", "nickel", "onyx", "pumice", "quartz", "ridge", "sulphur"]
THREE: dict[str, Any] = {"regions": ["central"]}


def seen(game: Game) -> OutpostBoardNumbers:
    assert game.decision is not None
    return OutpostBoardNumbers(game.view(game.decision.seat), game.decision.seat)


def told(game: Game, level: str = "hard") -> Explanation:
    assert game.decision is not None
    return make_bot(level, 0).explain(game.view(game.decision.seat))


def chosen(game: Game) -> Move:
    return told(game).move


def game_of(names: list[str], seed: int) -> Game:
    return played(stromnetz.new_game("outpost", players=len(names), seed=seed), *names, rounds=29)


# --- hands: what cards do together ---


def test_the_fewest_workers_for_each_number_of_cities() -> None:
    assert runs(((2, 2), (3, 2), (4, 5)), 2) == ((0, 0), (2, 2), (5, 4), (7, 6))
    assert runs(((2, 2),), 0) == ((0, 0),)


def test_cards_change_what_a_hand_can_do() -> None:
    hand = Hand(((2, 2), (4, 5)), (2, 1), 2, 1)
    board = hand.board()
    assert (board.output, board.places, board.idle) == (7, 2, (0, 1))
    assert hand.with_card(CARDS[42]).board().output == 9
    assert hand.with_card(CARDS[NODULE]).board().places == 3
    assert hand.with_card(CARDS["26a"]).board().places == 3
    assert hand.with_card(CARDS["32a"]).board().places == 3
    assert hand.with_card(CARDS[ROBOTS]).factory
    assert hand.with_card(CARDS[8]).auction_rebate == 5


def test_a_card_that_is_both_takes_the_slot_that_costs_least() -> None:
    base = CARDS[50]
    assert Hand(((2, 2),), (), 1, 1).with_card(base).board()[1:3] == (3, 6)  # an empty housing slot
    assert Hand(((2, 2),), (1,), 1, 1).with_card(base).board()[1:3] == (3, 6)  # instead of the small housing
    assert Hand(((2, 2),), (), 1, 0).with_card(base).board()[1:3] == (3, 4)  # instead of the plant


# --- labour ---


def test_wages_rise_with_each_worker_and_fall_with_the_rebate() -> None:
    table = seen(at("workers", placed=[25], slots=(1, 0), houses=CITIES[:3]))
    now, later = wages(table, 2, W)
    assert now[:8] == (0, 1, 2, 3, 5, 7, 9, 12)
    assert later[1] >= now[1]
    assert wages(table, 1, W, 3)[0][:8] == (0,) * 8


def test_earlier_hires_count_only_during_auctions() -> None:
    seats: list[dict[str, Any]] = [{"money": 60}, {"money": 60, "plants": [25], "cities": CITIES[:3]}, {"money": 60}]
    game = table("auctions", seats, order=[0, 1, 2], round=3, market=[13, 14, 15, 22, 23, 24, 33, 34], **THREE)
    table_ = seen(game)
    assert seasonal(table_.companies[1]) == 4
    assert hired_before(table_) == 4
    assert hired_before(seen(turn(placed=[25], slots=(1, 0)))) == 0


# --- the future ---


def look(wage: int = 3, rounds: int = 6) -> OutpostProjection:
    row = tuple(wage * n for n in range(20))
    free = tuple(max(0, wage - 3) * n for n in range(20))
    ground = BuildingCosts((14,) * 9, (16,) * 10, (5, 9), (5, 9))
    pay = (10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145)
    return OutpostProjection(ground, ((row,) * rounds, (free,) * rounds), TypicalCards(), (17, pay), W)


def test_runs_whose_wages_cannot_be_paid_do_not_count() -> None:
    assert affordable(((0, 0), (2, 2), (5, 6)), 1, (0, 4, 8, 12, 16, 20), 16) == [(0, 0), (2, 4)]


def test_wages_are_part_of_every_reserve() -> None:
    """Money needed for wages is worth more than the same money spent on a house without supply."""
    hand, ahead = Hand(((4, 3),), (), 1, 0), look(wage=3, rounds=2)
    assert ahead.worth(hand, 14, 1, 0, settled=True) > ahead.worth(hand, 0, 2, 1, settled=True)


@pytest.mark.parametrize("card", [ROBOTS, ECOPLANTS, "26a", 42])
def test_lasting_gains_are_worth_more_early(card: int | str) -> None:
    hand = Hand(((4, 4), (4, 5), (5, 5)), (1,), 3, 2)
    more = hand.with_card(CARDS[card])

    def gain(rounds: int) -> float:
        ahead = look(wage=5, rounds=rounds)
        return ahead.worth(more, 60, 7) - ahead.worth(hand, 60, 7)

    assert gain(6) > gain(1) >= 0


def test_rich_companies_with_supply_shorten_the_game() -> None:
    few, many = ([*CITIES, *MORE][:n] for n in (3, 14))
    cards = [15, 25, 36, 37]
    early = turn(cards, houses=few, money=10, **THREE)
    late = turn(cards, houses=many, money=150, step=3, **THREE)
    assert rounds_left(seen(late), W) == 1
    assert rounds_left(seen(early), W) > 4
    assert project(seen(early), W, 3).rounds == 3


# --- auctions ---


def offering(round: int, money: int, **seat: Any) -> Game:
    seats = [{"money": money, **seat}, {"money": 60}, {"money": 60}]
    market = ["05a", 13, 14, 15, 24, "26a", 33, 44]
    return table("auctions", seats, order=[0, 1, 2], round=round, market=market, sat_out=[1, 2], **THREE)


def test_a_plant_is_worth_what_it_adds_until_the_end() -> None:
    first = CardValues(seen(offering(2, 60)), W, None)
    assert min(first.value(14), first.value(13)) > 20  # without one there is no income
    full = {"plants": [37, 36, 47, 48], "cities": CITIES}
    assert CardValues(seen(offering(8, 60, **full)), W, None).value(13) < 3


def test_a_card_is_put_up_or_none_where_none_pays() -> None:
    out = told(offering(2, 60))
    assert isinstance(out.move, Open)
    assert out.reasons[0].facts["limit"] >= 13
    full = {"plants": [37, 36, 47, 48, "38a", "38b", "38c", "26b"], "cities": CITIES}
    assert chosen(offering(8, 20, **full)) == SitOut()


def test_weights_for_companies_can_be_tuned() -> None:
    """With the usual weights it plays like hard, with others it does not."""
    usual_bot, other = CompanyBot(3), CompanyBot(3, {**CompanyBot.WEIGHTS, "keep": 300.0, "city": 1.0})
    game, hard, differs = stromnetz.new_game("outpost", players=3, seed=5), make_bot("hard", 3), 0
    while (decision := game.decision) is not None and game.position.round < 4:
        view = game.view(decision.seat)
        move = hard.choose(view)
        assert usual_bot.choose(view) == move
        differs += other.choose(view) != move
        game.apply(move, decision.seat)
    assert differs
    assert weights_of("stromnetz.editions.outpost.expert.tuned:CompanyBot") == CompanyBot.WEIGHTS


# --- the first city ---


def test_the_race_and_the_company_places_decide_where_to_start() -> None:
    assert race_cost((10,) * 9, W) < race_cost((12,) * 9, W) < race_cost((12,) * 8, W)
    game = turn([13], round=1, money=40, **THREE)
    table = seen(game)
    number = table.distances.number
    assert site_cost(table, number["amber"]) < site_cost(table, number["halite"])  # a place for a plant, and none
    move = chosen(game)
    assert isinstance(move, Build)
    assert number[str(move.city)] in table.places[0]


def test_a_start_leaves_money_for_the_first_workers() -> None:
    """The plant needs a building and two workers at once: a city with a plant place leaves enough money for both."""
    game = turn([12, "16a"], round=1, money=18, **THREE)
    table = seen(game)
    plant, housing = table.distances.number["amber"], table.distances.number["jasper"]
    assert first_round(table, plant, W) == 7
    assert first_round(table, housing, W) > 8
    while (decision := game.decision) is not None and decision.kind != "workers":
        game.apply(chosen(game))
    assert chosen(game) == Hire(2)


# --- building ---


def test_a_card_without_a_slot_gets_its_building_first() -> None:
    move = chosen(turn([25], [12], (1, 0), houses=CITIES[:3], money=60, **THREE))
    assert isinstance(move, Build)
    assert move.site == "plant"


def test_houses_are_built_for_what_can_be_supplied() -> None:
    out = told(turn((), [25], (1, 0), houses=CITIES[:3], money=80, **THREE))
    assert isinstance(out.move, Build)
    assert out.move.site == "house"
    assert chosen(turn((), [12], (1, 0), houses=CITIES[:4], money=25, **THREE)) == Done()


def test_free_buildings_are_built() -> None:
    assert chosen(turn(["32a"], [25], (1, 0), houses=CITIES[:3], money=5, **THREE)) in {
        Build(site, "32a") for site in ("house", "plant", "housing")
    }


# --- the end ---


def ending(theirs: int) -> Game:
    """Seat 0 builds last and can end the game; seat 1 can supply this many cities."""
    others = [{"money": 50, "plants": [48, 47], "fuel": {"workers": 0}}, {}]
    houses = {city: [0] for city in [*CITIES, *MORE][:16]}
    for city in list(houses)[:theirs]:
        houses[city].append(1)
    return turn((), [36, 37, 46], (3, 0), houses_of_all=houses, money=200, others=others, step=3, round=9, **THREE)


def test_the_game_is_ended_where_that_wins() -> None:
    game = ending(2)
    table = seen(game)
    assert can_end(table) == 1
    won = wins_now(table, 1, wages(table, 1, W)[0])
    assert won is not None
    assert won.supplied == 18  # no company has more houses
    out = told(game)
    assert out.reasons[0].key == "end-it"
    assert isinstance(out.move, Build)


def test_the_game_is_not_ended_in_favour_of_a_rival() -> None:
    others = [{"money": 50}, {}]
    game = turn((), [11], (1, 0), houses=[*CITIES, *MORE][:16], money=60, others=others, round=9, **THREE)
    table = seen(game)
    assert final_result(table, table.me, wages(table, 1, W)[0]).supplied == 1
    assert can_end(table) == 1
    table.rivals[0].supplies = 5
    assert best_rival_result(table, wages(table, 1, W)[0]).supplied == 5
    assert wins_now(table, 1, wages(table, 1, W)[0]) is None


def test_in_the_last_round_only_supplied_cities_count() -> None:
    others = [{"cities": [*CITIES, *MORE][:17]}, {}]
    game = turn([36], [25], (1, 0), houses=CITIES[:3], money=150, others=others, step=3, round=9, **THREE)
    assert is_last(seen(game))
    out = told(game)
    assert out.reasons[0].key == "last-round"
    assert out.reasons[0].facts["supplied"] > 5
    assert out.move.kind == "build"


# --- the board and its hands ---


def test_the_board_that_earns_most_is_laid_out() -> None:
    game = at("company", [25, "26a"], [3, "05a"], (1, 1), houses=CITIES[:5])
    assert chosen(game) == Arrange([25, "26a"])


def test_as_many_are_hired_as_bring_in_more_than_they_cost() -> None:
    assert chosen(at("workers", placed=[3, 25], slots=(2, 0), houses=CITIES[:7])) == Hire(7)
    assert chosen(at("workers", placed=[3, 25], slots=(2, 0), houses=CITIES[:5])) == Hire(4)
    assert chosen(at("workers", placed=[15], slots=(1, 0), houses=CITIES[:1], labour=5)) == Hire(0)


def test_robots_are_made() -> None:
    assert chosen(at("robot", [ROBOTS], [12, "16a"], (1, 1), houses=CITIES[:2], workers=2)) == MakeRobot()


# --- whole games ---


def test_games_end_and_reasons_are_told_in_three_languages() -> None:
    keys: set[str] = set()
    for seed, names in enumerate((["hard", "easy", "hard"], ["normal", "hard"])):
        game = stromnetz.new_game("outpost", players=len(names), seed=seed)
        bots = [make_bot(name, seat) for seat, name in enumerate(names)]
        while (decision := game.decision) is not None:
            assert game.position.round < 20
            view = game.view(decision.seat)
            out = bots[decision.seat].explain(view)
            assert view.decision is not None
            assert out.move in view.decision.legal_moves
            new = {reason.key for reason in out.reasons} - keys
            if new:
                keys |= new
                texts = {out.text(view, language) for language in ("en", "de", "nl")}
                assert len(texts) == 3
                assert not any(not text or "{" in text for text in texts)
            game.apply(out.move, decision.seat)
        assert game.result is not None
    assert {"plant-card", "housing-card", "technology-card", "start", "build-houses", "arrange", "hire"} <= keys


def test_hard_wins_against_plain() -> None:
    """In three games with three players; random play would win one."""
    won = 0
    for seat in range(3):
        result = game_of(["hard" if other == seat else "plain" for other in range(3)], 70 + seat).result
        assert result is not None
        won += seat in result.winners
    assert won >= 2
