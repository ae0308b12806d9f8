"""The expert code of the bots, checked part by part against the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import stromnetz
from stromnetz import Game
from stromnetz.bots.expert.auction import PlantValues, bid_extra
from stromnetz.bots.expert.board import BoardNumbers, Plant, city_costs, next_cities, race_costs
from stromnetz.bots.expert.fuel import SOLD_OUT, Supplies, bill, fleets
from stromnetz.bots.expert.game_end import can_end, final_result, is_last, wins_now
from stromnetz.bots.expert.projection import RunWorth, max_price, may_end, project, rounds_left
from stromnetz.bots.expert.start import RACE_CITIES, start
from stromnetz.bots.parameters import weights_from
from stromnetz.engine.moves import Connect, Done
from stromnetz.engine.options import BidOption, BuyOption, ConnectOption
from stromnetz.play.catalogue import payments
from stromnetz.play.views import View
from tests.bot_games import played, watched

W = weights_from(None)
PROMO = ["supply-contract", "theme-park", "transformer-station", "warehouse"]
TABLES = (("classic-2004", "germany", 4, 21), ("deluxe-north-america", None, 3, 22), ("classic-2009", "usa", 5, 23))


Moment = tuple[Game, View, BoardNumbers]


def moments_of(edition: str, board: str | None, players: int, seed: int) -> list[Moment]:
    """Every tenth decision of a game between strong bots, and all building decisions."""
    out = []
    game = stromnetz.new_game(edition, board, players, seed)
    for view in watched(game, *["hard"] * players):
        assert view.decision is not None
        if view.decision.kind == "build" or game.version % 10 == 0:
            out.append((game.copy(), view, BoardNumbers(view, view.decision.seat)))
    return out


@cache
def moments() -> list[Moment]:
    return [moment for table in TABLES for moment in moments_of(*table)]


def of(kind: str) -> Iterator[Moment]:
    return ((g, v, t) for g, v, t in moments() if v.decision is not None and v.decision.kind == kind)


def offered(view: View) -> list[ConnectOption]:
    assert view.decision is not None
    return [option for option in view.decision.options or [] if isinstance(option, ConnectOption)]


def test_city_costs_match_the_game() -> None:
    """The first is the cheapest that the game offers; building them costs as predicted."""
    for game, view, table in of("build"):
        there = offered(view)
        if not there or not table.me.own:
            continue
        line = next_cities(table, table.me, 3)
        assert line[0][0] == min(option.cost for option in there)
        money = table.me.money
        if sum(cost for cost, _ in line) > money:
            continue
        trial = game.copy()
        for _, city in line:
            trial.apply(Connect(table.distances.cities[city]), table.seat)
        assert trial.view(table.seat).players[table.seat].money == money - sum(cost for cost, _ in line)
        assert city_costs(table, table.me, 3) == [cost for cost, _ in line]


def test_claiming_prefers_cities_that_rivals_are_about_to_take() -> None:
    differs = 0
    for _, _, table in of("build"):
        if table.me.own and table.step == 1:
            plain, claimed = next_cities(table, table.me, 1), next_cities(table, table.me, 1, 50.0)
            assert claimed[0][0] >= plain[0][0]
            differs += claimed != plain
    assert differs


def test_in_a_race_the_first_to_build_gets_the_cheapest_city() -> None:
    """Later cities may be cheaper than any is now, because a step that begins in the race opens more places."""
    first = 0
    for _, _, table in of("build"):
        if table.me.own:
            cheapest, got = city_costs(table, table.me, 1), race_costs(table, table.me, 3)
            assert len(got) <= 3
            if cheapest and table.builders[0] == table.seat:
                assert got[0] == cheapest[0]
                first += 1
    assert first


def test_the_start_leaves_room_for_the_whole_race() -> None:
    tried = 0
    for _, view, table in of("build"):
        if not table.me.own:
            told = start(table, offered(view), W)
            assert isinstance(told.move, Connect)
            got = race_costs(table, table.me, RACE_CITIES, table.distances.number[told.move.city])
            assert len(got) == RACE_CITIES
            assert told.candidates[0].score > told.candidates[-1].score
            tried += 1
    assert tried >= 12


def test_fuel_bills_match_the_market() -> None:
    tried = 0
    for _, view, table in of("fuel"):
        assert view.decision is not None
        for option in view.decision.options or []:
            if isinstance(option, BuyOption) and option.costs:
                count = len(option.costs)
                plant = Plant(0, (option.fuel,), count, 1)
                assert bill(table, [plant], {}, {}) == (option.costs[-1], {option.fuel: count})
                assert bill(table, [plant], {option.fuel: 1}, {})[0] == (option.costs[-2] if count > 1 else 0)
                tried += 1
    assert tried
    _, _, table = next(of("fuel"))
    assert bill(table, [Plant(0, tuple(table.rows), 999, 1)], {}, {})[0] == SOLD_OUT
    assert len(fleets(table.me.plants)) == 2 ** len(table.me.plants)


def test_a_plant_gets_less_where_others_buy_first() -> None:
    _, _, table = next(of("fuel"))
    supplies = Supplies(table)
    fuel = next(fuel for fuel, row in table.rows.items() if row)
    assert supplies.reliability(Plant(0, (), 0, 5), 4) == 1.0
    assert supplies.reliability(Plant(0, (fuel,), 1, 1), 1) == 1.0
    assert supplies.reliability(Plant(0, (fuel,), 60, 1), 1) < 0.5
    supplies.ahead[fuel] = len(table.rows[fuel])
    assert supplies.reliability(Plant(0, (fuel,), 1, 1), 1) == 0.0


def test_more_money_or_plants_never_lower_the_projection() -> None:
    for _, _, table in moments()[::7]:
        look, me = project(table, W), table.me
        fleet = RunWorth(table, look.rounds, W).fleet(me.plants)
        worth = [look.worth(fleet, me.money + more, me.cities) for more in (0, 40, 80)]
        assert all(a <= b + W.city for a, b in pairwise(worth))
        better = tuple((size + 3, run) for size, run in fleet)
        assert not fleet or look.worth(better, me.money, me.cities) >= worth[0] - W.city


def test_max_price_leaves_the_company_no_worse_off() -> None:
    tried = 0
    for _, view, table in of("auction"):
        look, me = project(table, W), table.me
        runs = RunWorth(table, look.rounds, W)
        base = look.worth(runs.fleet(me.plants), me.money, me.cities)
        for ref, least in zip(view.current, view.minimum_bids, strict=True):
            if least > me.money or len(me.plants) >= table.limit:
                continue
            fleet = runs.fleet([*me.plants, table.plant(ref)])
            most = max_price(look, fleet, me.money, me.cities, base, least)
            if most >= least:
                assert look.worth(fleet, me.money - int(most), me.cities) >= base
                tried += 1
            else:
                assert look.worth(fleet, me.money - least, me.cities) < base
    assert tried


def test_benefits_are_valued_by_their_effect() -> None:
    tried = 0
    for _, _, table in of("auction"):
        market = PlantValues(table, W, 5)
        for what, at in (("output", table.me.output), ("cities", table.me.cities)):
            worth = market.benefit_value(what, 1, 1)
            assert worth <= 5 * (table.income(at + 1) - table.income(at)) + W.grow_cost
            tried += worth > 10
        assert market.benefit_value("places_back", 1, 1) == 4 * market.projection.in_money(W.order)
        assert market.benefit_value("stores", 3, 1) == 4 * W.extra
    assert tried


def test_each_promo_card_has_a_limit_of_its_own() -> None:
    limits: dict[str, set[int]] = {}
    game = stromnetz.new_game("classic-2004", "germany", 3, 5, options={"promo": PROMO})
    for view in watched(game, "hard", "hard", "hard"):
        assert view.decision is not None
        bids = [option for option in view.decision.options or [] if isinstance(option, BidOption)]
        if bids and view.auction is not None and view.auction.extra:
            told = bid_extra(BoardNumbers(view, view.decision.seat), bids[0], W, None)
            limits.setdefault(str(view.auction.card), set()).add(int(told.reasons[0].facts["limit"]))
    assert len(limits) >= 3
    assert len({frozenset(found) for found in limits.values()}) == len(limits)


def test_rounds_are_counted_down_to_one() -> None:
    for game, _, table in moments():
        assert rounds_left(table, W) >= 1
        if is_last(table):
            assert rounds_left(table, W) == 1
            assert any(may_end(table, company, W) for company in table.companies)
        elif game.position.round == 1:
            assert rounds_left(table, W) > 3


def foreseen(game: Game, view: View, table: BoardNumbers) -> bool | None:
    """Whether ending the game had the predicted result; None if it cannot be ended or others build later."""
    missing = can_end(table)
    if missing is None or view.next_seats:
        return None
    trial = game.copy()
    for _, city in next_cities(table, table.me, max(missing, table.me.powers - table.me.cities)):
        if table.distances.cities[city] in {option.city for option in offered(trial.view(table.seat))}:
            trial.apply(Connect(table.distances.cities[city]), table.seat)
    trial.apply(Done(), table.seat)
    result = played(trial).result
    assert result is not None
    return (table.seat in result.winners) == wins_now(table, missing)


def test_the_last_builder_predicts_whether_ending_wins() -> None:
    """If no company builds after it, a company knows for certain whether ending the game wins it."""
    games = [moments(), *(moments_of("classic-2004", "germany", 3, seed) for seed in range(5))]
    met = [
        told
        for game in games
        for moment in game
        if moment[1].decision is not None
        and moment[1].decision.kind == "build"
        and (told := foreseen(*moment)) is not None
    ]
    assert met
    assert all(met)


def test_a_final_standing_is_within_means() -> None:
    for _, view, table in of("build"):
        for company in table.companies:
            supplied, money = final_result(table, company)
            assert 0 <= money <= company.money
            assert supplied <= company.powers
            assert table.income(supplied) == payments(view.edition)[min(supplied, len(table.pay) - 1)]
