"""Invariants that require in every position of every game."""

from __future__ import annotations

from stromnetz.engine.board import UNREACHABLE
from stromnetz.engine.errors import BadInput
from stromnetz.engine.market import may_draw
from stromnetz.engine.phases.construction import network
from stromnetz.engine.position import NOBODY, Position, own_cities
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import fits
from stromnetz.play.files.position_json import cards_in
from stromnetz.play.game import Game


class InvariantError(Exception):
    """Raised if an invariant does not require."""


def require(condition: bool, what: str) -> None:
    if not condition:
        raise InvariantError(what)


def check_position(rules: Rules, p: Position) -> None:
    """Check that cards and markers are conserved, that money is never negative, and that everything is in a legal
    place."""
    require(sorted(cards_in(rules, p)) == list(range(len(rules.cards))), "a card is lost or doubled")
    for f, id in enumerate(rules.fuel_ids):
        total = p.stock[f] + p.supply[f] + sum(pool[f] for pool in p.fuel)
        require(total == rules.markers[f], f"{total} markers of {id}, not {rules.markers[f]}")
        require(min(p.stock[f], p.supply[f]) >= 0, f"a negative number of {id}")
    require(min(p.money) >= 0, "money is negative")
    require(len(p.market) <= p.places, "too many cards on offer")
    require(p.market == sorted(p.market, key=lambda c: rules.rank[c]), "the market is not sorted")
    require(sorted(p.order) == list(range(rules.seats)), "the order is not one of all seats")
    for seat in range(rules.players):
        _check_seat(rules, p, seat)
    for seats in filter(None, p.occupants):
        players = [seat for seat in seats if seat < rules.players]
        require(len(players) <= p.step and len(seats) <= len(rules.place_costs), "too many houses in a city")
        require(len(set(seats)) == len(seats), "two houses of a seat in a city")
    for module in p.modules:
        try:
            module.check(rules, p)
        except BadInput as error:
            raise InvariantError(error.message) from None
    require((p.seat == NOBODY) == p.ended, "nobody is asked although the game goes on")
    if not any(frame.unsettled for frame in p.agenda):
        require(not (p.deck and may_draw(rules, p) and len(p.market) < p.places), "a place of the market is empty")
        require(not any(rules.obsolete(p, c) for c in p.market), "an obsolete plant on offer")


def _check_seat(rules: Rules, p: Position, seat: int) -> None:
    giving_up = any(frame.gives_up_fuel(seat) for frame in p.agenda)
    over = sum(frame.plants_over_limit(seat) for frame in p.agenda)
    require(p.caps[seat] == rules.storage_caps(p, seat), "storage rooms are not those of the plants")
    require(giving_up or fits(p.fuel[seat], p.caps[seat]), "fuel that no plant can store")
    require(len(p.plants[seat]) <= rules.plant_limit + over, "too many plants")
    require(p.cities[seat] >= len(own_cities(p, seat)), "fewer cities counted than connected")
    require(p.cities[seat] <= rules.house_limit, "more houses than there are")
    own = network(p, seat)
    if own:
        rows = [p.area.rows[c] for c in own]
        nearest = list(map(min, *rows)) if len(rows) > 1 else rows[0]
        require(p.reach[seat] == nearest, "wrong connection costs")
    else:
        require(p.reach[seat] == p.area.free, "connection costs without a network")
    require(not own or p.reach[seat][own[0]] < UNREACHABLE, "a city outside the playing area")


class InvariantChecker:
    """Checks a game after every move, and its money against its events."""

    def __init__(self) -> None:
        self._money: list[int] | None = None

    def __call__(self, game: Game) -> None:
        rules, p = game.rules, game.position
        check_position(rules, p)
        if self._money is not None:
            expected = self._money[:]
            for event in game.rows[-1].events:
                data = event.to_json()
                if "seat" in data:
                    paid = data.get("price", 0) + data.get("cost", 0) + data.get("tax", 0)
                    paid += data.get("place_cost", 0) + data.get("connection_cost", 0)
                    expected[data["seat"]] += data.get("income", 0) - paid
            require(p.money == expected, f"money {p.money} is not what the events say, {expected}")
        require(game.decision is None or len(game.legal_moves) > 0, "somebody must decide but has no legal move")
        self._money = p.money[:]
