"""Automatic companies: a made-up module plays a seat by rules, using hooks only."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from stromnetz import Game, IllegalMove
from stromnetz.arena.invariants import InvariantChecker
from stromnetz.editions.compose import compose
from stromnetz.engine.agenda import make_automatic_move
from stromnetz.engine.edition import Edition, Script
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.moves import Bid, Buy, Connect, Done, Move, Open, Pass, Run, Scrap, SitOut
from stromnetz.engine.phases.auction import top_auction
from stromnetz.engine.phases.construction import open_cities
from stromnetz.engine.phases.setup import new_position
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import room, runs
from stromnetz.play.files.position_json import dump, restore

COMPANY = 1
"""The seat that the module plays; people play the others."""
MORE = 5
"""The company bids up to this much above the minimum, for plants larger than its smallest."""


class Decided(ModuleState):
    """Counts the decisions of the company."""

    __slots__ = ("count",)

    def __init__(self, count: int = 0) -> None:
        self.count = count

    def copy(self) -> ModuleState:
        return Decided(self.count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decided) and self.count == other.count

    __hash__ = None  # type: ignore[assignment]  # mutable

    def to_json(self, rules: Rules) -> Any:
        return self.count

    def read_json(self, rules: Rules, data: Any) -> None:
        self.count = data


class Automaton(Module[Decided]):
    """Opens the largest plant on offer, fills its storage, builds the cheapest city, supplies all it can."""

    def new_state(self) -> Decided:
        return Decided()

    def join(self, edition: Edition) -> None:
        edition.hooks.automatic_moves.append(self.automatic_moves)

    def automatic_moves(self, rules: Rules, p: Position, seat: int, kind: str) -> bool:
        if seat != COMPANY:
            return False
        self.state(rules, p).count += 1
        make_automatic_move(rules, p, seat, kind, self.move(rules, p, kind))
        return True

    def move(self, rules: Rules, p: Position, kind: str) -> Move:
        if kind == "auction":
            return self.open(rules, p)
        if kind == "bid":
            return self.bid(rules, p)
        if kind == "scrap":
            return Scrap(rules.card_refs[p.plants[COMPANY][0]])
        if kind == "fuel":
            return self.buy(rules, p)
        if kind == "build":
            return self.build(rules, p)
        if kind == "run":
            return self.run(rules, p)
        first = rules.deciders[kind].ranges(rules, p, COMPANY)[0]
        return first.make(first.low)

    def limit(self, rules: Rules, p: Position, card: int) -> int:
        own = p.plants[COMPANY]
        wanted = not own or card > own[0]
        return min(p.money[COMPANY], rules.lowest_bid(p, card) + MORE) if wanted else 0

    def open(self, rules: Rules, p: Position) -> Move:
        for card in reversed(rules.on_offer(p)):
            lowest = rules.lowest_bid(p, card)
            if lowest <= self.limit(rules, p, card):
                return Open(rules.card_refs[card], lowest)
        return SitOut()

    def bid(self, rules: Rules, p: Position) -> Move:
        auction = top_auction(p)
        amount = auction.bid + 1
        for_sale = rules.for_sale[auction.card]
        return Bid(amount) if for_sale and amount <= self.limit(rules, p, auction.card) else Pass()

    def buy(self, rules: Rules, p: Position) -> Move:
        for f, free in enumerate(room(p.fuel[COMPANY], p.caps[COMPANY])):
            if free and p.stock[f] and rules.fuel_cost(p, f, 1) <= p.money[COMPANY]:
                return Buy(rules.fuel_ids[f], 1)
        return Done()

    def build(self, rules: Rules, p: Position) -> Move:
        cities = open_cities(rules, p, COMPANY, p.money[COMPANY])
        costs = [(rules.place_costs[len(p.occupants[c])] + p.reach[COMPANY][c], c) for c in cities]
        return Connect(rules.city_ids[min(costs)[1]]) if costs else Done()

    def run(self, rules: Rules, p: Position) -> Move:
        own = p.plants[COMPANY]
        best = max(runs(p.fuel[COMPANY], rules.runnable(p, COMPANY), p.caps[COMPANY]), key=lambda run: run[2])
        plants = [rules.card_refs[c] for k, c in enumerate(own) if best[0] >> k & 1]
        return Run(plants, [(rules.fuel_ids[f], n) for f, n in enumerate(best[1]) if n])


def game_with(automaton: Automaton, players: int, seed: int) -> Game:
    composed = compose("classic-2009", None, players, {})
    composed.edition.add_module(automaton)
    rules = Rules(composed.edition, composed.board, players)
    position = new_position(rules, seed, Script())
    events, position.events = position.events, None
    return Game(rules, position, {}, {"players": players}, events)


def play(game: Game, seed: int) -> dict[str, int]:
    """Play to the end with random but active people; return the company's events by kind."""
    rng, watch, told = Random(seed), InvariantChecker(), dict[str, int]()
    while game.decision is not None:
        assert game.decision.seat != COMPANY, "nobody is asked what the company does"
        moves = game.legal_moves
        for event in game.apply(moves[rng.randrange(len(moves))]):
            data = event.to_json()
            if data.get("seat") == COMPANY:
                told[event.kind] = told.get(event.kind, 0) + 1
        assert game.position.round < 60
    watch(game)
    return told


@pytest.mark.parametrize("players", [3, 4])
def test_a_company_plays_a_whole_game_by_rules(players: int) -> None:
    game = game_with(Automaton("automaton"), players, seed=7)
    told = play(game, seed=7)
    assert game.position.ended
    for kind in ("auction-opened", "plant-bought", "fuel-bought", "city-connected", "plants-ran"):
        assert told[kind] > 0, kind
    assert game.position.cities[COMPANY] > 3
    assert game.position.money[COMPANY] >= 0


def test_a_saved_position_with_such_a_company_goes_on_alike() -> None:
    game = game_with(Automaton("automaton"), 3, seed=3)
    rng = Random(3)
    for _ in range(60):
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    rules, p = game.rules, game.position.copy()
    q = restore(rules, json.loads(json.dumps(dump(rules, p))))
    assert q == p
    assert q.modules[rules.module_slot["automaton"]] == Decided(told := dump(rules, p)["modules"]["automaton"])
    assert told > 0
    one, other = Game(rules, p, {}, {}), Game(rules, q, {}, {})
    for _ in range(40):
        moves = one.legal_moves
        move = moves[rng.randrange(len(moves))]
        assert one.apply(move) == other.apply(move)
        assert one.position == other.position


class Cheat(Automaton):
    def open(self, rules: Rules, p: Position) -> Move:
        return Open(rules.card_refs[p.market[-1]], 1)


def test_what_such_a_company_does_is_held_to_the_rules() -> None:
    with pytest.raises(IllegalMove, match="future market"):
        play(game_with(Cheat("automaton"), 3, seed=1), seed=1)


class Favoured(Automaton):
    """Starts with more money, pays half of its bids, and is paid for two more cities than it supplies."""

    def join(self, edition: Edition) -> None:
        super().join(edition)
        edition.printed.automatic = {COMPANY: "Automaton"}
        edition.hooks.on_set_up.append(self.begin)
        edition.hooks.sale_prices.append(lambda rules, p, seat, price: price // 2 if seat == COMPANY else price)
        edition.hooks.paid_cities.append(lambda rules, p, seat, supplied: 2 if seat == COMPANY else 0)

    def begin(self, rules: Rules, p: Position) -> None:
        p.money[COMPANY] += 25


def test_a_module_can_favour_its_company() -> None:
    game = game_with(Favoured("automaton"), 3, seed=5)
    assert game.rules.human_seats(game.position) == [seat for seat in game.position.order if seat != COMPANY]
    start = game.rules.edition.printed.money
    assert game.forecast(COMPANY).income == game.rules.payment(2)
    assert game.forecast(0).income == game.rules.payment(0)
    rng, watch, bids = Random(5), InvariantChecker(), dict[Any, int]()
    bought: list[tuple[int, int, int]] = []
    ran: list[tuple[int, int, int]] = []
    while game.decision is not None and game.position.round < 4:
        watch(game)
        moves = game.legal_moves
        for event in game.apply(moves[rng.randrange(len(moves))]):
            data = event.to_json()
            if event.kind in ("auction-opened", "bid-made"):
                bids[data["seat"]] = data.get("bid") or data["amount"]
            elif event.kind == "plant-bought":
                bought.append((data["seat"], bids[data["seat"]], data["price"]))
            elif event.kind == "plants-ran":
                ran.append((data["seat"], data["supplied"], data["income"]))
    assert start + 25 == 75
    assert all(price == (bid // 2 if seat == COMPANY else bid) for seat, bid, price in bought)
    assert all(game.rules.payment(n + 2 * (seat == COMPANY)) == income for seat, n, income in ran)
    assert {COMPANY, 0} <= {seat for seat, _, _ in bought} & {seat for seat, _, _ in ran}


def test_the_money_of_such_a_company_is_open() -> None:
    game = game_with(Favoured("automaton"), 3, seed=5)
    game = Game(game.rules, game.position, {"money": "hidden"}, {})
    for seat in (0, 2, None):
        shown = [player.money for player in game.view(seat).players]
        assert shown[COMPANY] == game.position.money[COMPANY] > 0
        assert [s for s in (0, 2) if shown[s] is not None] == [s for s in (0, 2) if s == seat]


class Confused(Automaton):
    def open(self, rules: Rules, p: Position) -> Move:
        return Buy("coal", 1)


def test_a_company_only_makes_moves_of_its_decision() -> None:
    with pytest.raises(IllegalMove, match="auction"):
        play(game_with(Confused("automaton"), 3, seed=1), seed=1)
