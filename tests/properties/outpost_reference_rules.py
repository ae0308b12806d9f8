"""A second implementation of the rules of Outpost: legal moves, and all moves that could exist."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from stromnetz import Bid, Buy, ChooseRegion, Connect, Done, Game, Move, Open, Pass, Place, Run, Scrap, SitOut
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from stromnetz.engine.position import Position
from tests.properties.move_grids import Grid
from tests.properties.outpost_games import (
    BOARD,
    CONNECTIONS,
    DATA_LIBRARY,
    ECOPLANTS,
    FACTS,
    HOUSES,
    MOON_BASE,
    OUTPOSTS,
    PIECES,
    PRINTED,
    REGION,
    ROBOTS,
    SITE,
    TRUST,
    Card,
    State,
    distances,
    number,
)

Boards = frozenset[frozenset[Card]]


_read: list[tuple[Position, State]] = []


def asked(game: Game) -> tuple[State, int]:
    """The state of a game, read once while many moves are tried, and the deciding seat."""
    if not _read or _read[0][0] is not game.position:
        _read[:] = [(game.position, State(game))]
    return _read[0][1], game.position.seat


def purse(state: State, seat: int) -> int:
    """The highest bid of a seat: Data Library pays five less (L25)."""
    return state.seats[seat].money + 5 * state.seats[seat].has(DATA_LIBRARY)


def _auction(game: Game, move: Move) -> bool:
    """Minimum bid: number minus discounts, at least 1 (L8); in the first phase 2 of round 1 everyone buys (L9)."""
    state, seat = asked(game)
    most = purse(state, seat)
    lowest = {card: max(1, number(card) - state.off.get(card, 0)) for card in state.current}
    if isinstance(move, Open):
        return move.plant in lowest and lowest[move.plant] <= move.bid <= most
    must = (state.data["round"], state.data["phase"]) == (1, "auctions") and min(lowest.values()) <= most
    return isinstance(move, SitOut) and not must


def _bid(game: Game, move: Move) -> bool:
    state, seat = asked(game)
    auction = game.view(seat).auction
    assert auction is not None
    return isinstance(move, Pass) or (isinstance(move, Bid) and auction.bid < move.amount <= purse(state, seat))


def _network(game: Game, move: Move) -> bool:
    """L12 to L14; on Outpost cards L29."""
    if not isinstance(move, Build):
        return isinstance(move, Done)
    if move.site not in ("house", "plant", "housing"):
        return False
    state, seat = asked(game)
    own = state.seats[seat]
    left = own.cities < HOUSES if move.site == "house" else own.slots(move.site) < PIECES
    if move.city in map(str, OUTPOSTS):
        there = [(str(card), site) for card, site in own.on_cards]
        return left and move.city in map(str, own.cards) and (move.city, move.site) not in there
    if move.city not in REGION or REGION[move.city] not in state.data["regions"] or not left:
        return False
    houses = state.data["houses"].get(move.city, [])
    if move.site == "house":
        if seat in houses or len(houses) >= state.data["step"]:
            return False
        place = (10, 15, 20)[len(houses)]
    else:
        if SITE[move.city] != move.site or any(move.city in company.sites for company in state.seats):
            return False
        place = 5
    return place + state.reach(seat)[move.city] <= own.money


@cache
def boards(cards: frozenset[Card], placed: frozenset[Card], plants: int, housings: int) -> Boards:
    """Return all sets of cards that can be on the board after adding and exchanging one by one (L15, L31).

    The slot of Moon Base is not part of the move: any slot where it fits will do.
    """
    kinds = {card: FACTS[card]["kind"] for card in cards}
    usable = {
        "plant": {card for card in cards if kinds[card] == "plant" or card == MOON_BASE},
        "housing": {card for card in cards if kinds[card] == "housing" or card == MOON_BASE},
    }
    slots = {"plant": plants, "housing": housings}
    todo = []
    for side in ("plant", "housing"):
        start = {kind: {card for card in placed if kinds[card] == kind} for kind in slots}
        if MOON_BASE in placed:
            start[side].add(MOON_BASE)
        if all(len(start[kind]) <= slots[kind] for kind in slots):
            todo.append((frozenset(start["plant"]), frozenset(start["housing"])))
    seen = set(todo)
    while todo:
        now = dict(zip(("plant", "housing"), todo.pop(), strict=True))
        beside = cards - now["plant"] - now["housing"]
        for kind, unlocked in slots.items():
            for card in usable[kind] & beside:
                outs: list[frozenset[Card]] = [frozenset({old}) for old in now[kind]]
                if len(now[kind]) < unlocked:
                    outs.append(frozenset())
                for out in outs:
                    then = {**now, kind: now[kind] - out | {card}}
                    pair = (then["plant"], then["housing"])
                    if pair not in seen:
                        seen.add(pair)
                        todo.append(pair)
    return frozenset(a | b for a, b in seen)


def _company(game: Game, move: Move) -> bool:
    if not isinstance(move, Arrange):
        return isinstance(move, Done)
    state, seat = asked(game)
    own = state.seats[seat]
    wanted = frozenset(move.cards)
    slots = own.slots("plant"), own.slots("housing")
    return len(wanted) == len(move.cards) and wanted in boards(frozenset(own.cards), frozenset(own.placed), *slots)


def _workers(game: Game, move: Move) -> bool:
    """Seasonal workers up to the need beyond the places; workers without a place count as places (L16, L16a)."""
    if not isinstance(move, Hire):
        return isinstance(move, Done)
    state, seat = asked(game)
    own = state.seats[seat]
    each = {row["count"]: row["workers"] for row in PRINTED["players"]}[game.rules.players]
    prices = [price for price in (*range(1, 9), 10, 10) for _ in range(each)]
    cheaper = 3 * own.has(ECOPLANTS)
    offered = [max(0, price - cheaper) for price in prices[len(prices) - state.stock :]]
    most = min(state.stock, own.need - max(own.places, own.workers - own.seasonal))
    count: int = move.count
    return count == 0 or (0 < count <= most and sum(offered[:count]) <= own.money)


def _robot(game: Game, move: Move) -> bool:
    """Once a round, with an own worker or robot, while robots are left (L27, L27a)."""
    state, seat = asked(game)
    own = state.seats[seat]
    can = own.has(ROBOTS) and own.workers + own.robots > 0 and sum(row.robots for row in state.seats) < 9
    return isinstance(move, Done) or (isinstance(move, MakeRobot) and can and not own.made)


def _trust_site(game: Game, move: Move) -> bool:
    """The first card beside the Trust's board that it can build for, and the equally good places (L34, L34a)."""
    state, seat = asked(game)
    trust = state.seats[TRUST]
    assert seat == state.data["order"][-1], "the worse-placed player chooses"
    taken = {city for seat in state.seats for city in seat.sites}
    free: dict[str, list[str]] = {
        kind: [c for c in SITE if SITE[c] == kind and c not in taken and REGION[c] in state.data["regions"]]
        for kind in ("plant", "housing")
    }
    beside = sorted((card for card in trust.cards if card not in trust.placed), key=number)
    kinds = [FACTS[card]["kind"] for card in beside]
    kind = next(kind for kind in kinds if kind in free and trust.slots(kind) < PIECES and free[kind])
    assert sum(FACTS[card]["kind"] == kind for card in trust.placed) == trust.slots(kind), "no slot is free"
    best = set(free[kind]) & set(trust.houses)
    if not best:
        own = {*trust.houses, *trust.sites}
        links = [*zip(CONNECTIONS, state.data["tiles"], strict=True)]
        near = [(cost, b) for (x, y), cost in links for a, b in ((x, y), (y, x)) if a in own and b in free[kind]]
        if not near:
            area = tuple(city for city in BOARD.city_ids if REGION[city] in state.data["regions"])
            table = distances(area, tuple(state.data["tiles"]))
            near = [(table[a][b], b) for a in own for b in free[kind]]
        best = {city for cost, city in near if cost == min(near)[0]}
    assert len(best) > 1, "nobody is asked when there is nothing to choose"
    return isinstance(move, Place) and move.city in best


OWN: dict[str, Callable[[Game, Move], bool]] = {
    "auction": _auction,
    "bid": _bid,
    "network": _network,
    "company": _company,
    "workers": _workers,
    "robot": _robot,
    "trust-site": _trust_site,
}

MOST_CARDS = 10
"""With more cards a board can be laid in too many ways to try them all."""


def layable(game: Game) -> list[Card]:
    """Return the cards that the deciding seat can lay."""
    rules, p = game.rules, game.position
    own = rules.refs(p.plants[p.seat])
    return [card for card in own if FACTS[card]["kind"] != "technology" or card == MOON_BASE]


def countable(game: Game) -> bool:
    """Whether all moves of a decision can be tried."""
    return game.position.kind != "company" or len(layable(game)) <= MOST_CARDS


def possible(game: Game) -> list[Sequence[Move]]:
    """All combinations of kind, id and amount, and all sets of own cards, one foreign card and a technology."""
    rules, p = game.rules, game.position
    amounts = range(p.money[p.seat] + 8)
    own, cards = rules.refs(p.plants[p.seat]), layable(game)
    cards += [next(card for card in FACTS if card not in own), *[card for card in own if card not in cards][:1]]
    cards.sort(key=rules.card_index.__getitem__)
    most = len(cards) if len(cards) <= MOST_CARDS + 2 else 1
    return [
        (SitOut(), Pass(), Done(), MakeRobot(), Connect("amber"), Buy("workers", 1), Run([]), Scrap(2)),
        Grid(ChooseRegion, rules.board.region_ids),
        Grid(Bid, amounts),
        Grid(Open, rules.card_refs, amounts),
        Grid(Place, rules.city_ids),
        Grid(Build, ("house", "plant", "housing", "robot"), [*rules.city_ids, *map(str, rules.card_refs)]),
        Grid(Hire, range(-1, 52)),
        Grid(Arrange, [laid for n in range(most + 1) for laid in combinations(cards, n)]),
        Grid(Arrange, [[card, card] for card in cards]),
    ]
