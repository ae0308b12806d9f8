"""Find puzzles in a game: positions with a clearly best answer, computed exactly.

Costs of cities and fuel are enumerated, and so is the winner if the game ended now. The worth of a plant comes from the
nets of ``master``: the auction ends with or without the plant, on several samples of hidden facts; all seats play on as
``master`` until the phase is over, and the chances are compared. It becomes a puzzle only if they differ by a lot, in
the same direction on every sample, the strong bot would also pay far more or far less, and a hint says the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import inf
from random import Random
from typing import Any, NamedTuple

from stromnetz.bots import make_bot
from stromnetz.bots.chances import net_for
from stromnetz.bots.move_comparison import compare_moves
from stromnetz.engine.agenda import apply
from stromnetz.engine.moves import Bid, Pass
from stromnetz.engine.options import BuyOption
from stromnetz.engine.position import Position
from stromnetz.play.game import Game
from stromnetz.play.results import chances_of
from stromnetz.play.views import View

KINDS = CITIES, FUEL, WORTH, END = "cities", "fuel", "worth", "end"
MIN_ADVANTAGE = {CITIES: 3, FUEL: 2}
"""Minimum advantage of the best choice, in money."""
MIN_WORTH_DIFFERENCE = 0.35
"""Minimum difference between price and worth of a plant, as a share of the price."""
CHOICES_PER_PUZZLE = 4
MAX_NEAR_CITIES = 14
"""Number of cities near a network that are considered for three cheap ones."""


class FoundPuzzle(NamedTuple):
    """A puzzle found in a game, without an id.

    >>> FoundPuzzle("worth", {}, [{"yes": True}, {"yes": False}], [40, 29], 0).choices[0]
    {'yes': True}
    """

    kind: str
    facts: dict[str, Any]
    choices: list[dict[str, Any]]
    worth: list[int]
    answer: int


def found_in(game: Game, rng: Random, kinds: Collection[str] = KINDS) -> Iterator[FoundPuzzle]:
    """Find puzzles of these kinds in the position of the deciding seat.

    >>> from random import Random
    >>> from stromnetz.puzzles import puzzle_of
    >>> one = puzzle_of("fuel-1")
    >>> [question.kind for question in found_in(one.begin(), Random(1), ["fuel"])]
    ['fuel']
    """
    decision = game.decision
    if decision is None:
        return
    view = game.view(decision.seat)
    if decision.kind == "build" and CITIES in kinds:
        yield from _cities(game, view, rng)
    if decision.kind == "build" and END in kinds:
        yield from _end(game, view)
    if decision.kind == "fuel" and FUEL in kinds:
        yield from _fuel(view, rng)
    if decision.kind == "bid" and WORTH in kinds:
        yield from _worth(view)


# --- the cheapest three cities ---------------------------------------------------------------------------------------


def distances(connections: Sequence[tuple[str, str, int]], cities: Sequence[str]) -> dict[tuple[str, str], float]:
    """The cheapest connection between any two cities."""
    out = {(a, b): 0 if a == b else inf for a in cities for b in cities}
    for a, b, cost in connections:
        out[a, b] = out[b, a] = min(out[a, b], cost)
    for via, a, b in product(cities, cities, cities):
        out[a, b] = min(out[a, b], out[a, via] + out[via, b])
    return out


def cost_of(three: Sequence[str], network: Sequence[str], places: Mapping[str, int], ways: Mapping[Any, float]) -> int:
    """The cost of these cities in the best order."""
    best = inf
    for order in permutations(three):
        have, sum_ = list(network), 0.0
        for city in order:
            sum_ += places[city] + min(ways[one, city] for one in have)
            have.append(city)
        best = min(best, sum_)
    return int(best)


def cheapest(count: int, network: Sequence[str], places: Mapping[str, int], ways: Mapping[Any, float]) -> int | None:
    """The lowest cost of so many more cities; None if there are not so many."""
    if len(places) < count:
        return None
    return min(cost_of(some, network, places, ways) for some in combinations(places, count))


def _cities(game: Game, view: View, rng: Random) -> Iterator[FoundPuzzle]:
    me = view.players[view.seat or 0]
    if not 2 <= me.cities <= 9 or me.money is None:
        return
    places, ways = _places(game, view, me.network), distances(view.connections(), view.cities())
    alone = {city: cost_of([city], me.network, places, ways) for city in places}
    nearby = sorted(alone, key=lambda city: (alone[city], city))[:MAX_NEAR_CITIES]
    costs: dict[tuple[str, ...], int] = {}
    for three in combinations(nearby, 3):
        costs[three] = cost_of(three, me.network, places, ways)
    ranked = sorted(costs, key=lambda three: (costs[three], three))
    if len(ranked) < CHOICES_PER_PUZZLE or costs[ranked[0]] > me.money or costs[ranked[1]] == costs[ranked[0]]:
        return
    best = ranked[0]
    others = [three for three in ranked[1:] if costs[three] >= costs[best] + MIN_ADVANTAGE[CITIES]]
    # the greedy answer must be wrong, otherwise it is no puzzle
    trap = next((three for three in others if set(three) == set(nearby[:3])), None)
    if trap is None or cheapest(3, me.network, places, ways) != costs[best]:
        return
    wrong = [trap, *[three for three in others[:8] if three != trap]][: CHOICES_PER_PUZZLE - 1]
    mixed = [best, *wrong]
    rng.shuffle(mixed)
    facts = {"network": me.network, "step": view.step}
    yield FoundPuzzle(
        CITIES, facts, [{"cities": list(one)} for one in mixed], [costs[one] for one in mixed], mixed.index(best)
    )


def _places(game: Game, view: View, network: Sequence[str]) -> dict[str, int]:
    """The price of the cheapest free place, for every city that can be connected."""
    taken = view.houses
    out = {}
    for city in view.cities():
        owners = taken.get(city, [])
        if city not in network and len(owners) < view.step:
            out[city] = game.rules.place_costs[len(owners)]
    return out


# --- cheapest fuel for two --------------------------------------------------------------------------------------------


def mixes(plants: Sequence[tuple[Sequence[str], int]]) -> set[tuple[tuple[str, int], ...]]:
    """All fuel mixes that let every plant run once."""
    ways = []
    for fuels, burns in plants:
        first, *rest = fuels
        other = rest[0] if rest else None
        ways.append([{first: burns}] if other is None else [{first: n, other: burns - n} for n in range(burns + 1)])
    out = set()
    for chosen in product(*ways):
        total: dict[str, int] = {}
        for one in chosen:
            for fuel, count in one.items():
                total[fuel] = total.get(fuel, 0) + count
        out.add(tuple(sorted((fuel, count) for fuel, count in total.items() if count)))
    return out


def _fuel(view: View, rng: Random) -> Iterator[FoundPuzzle]:
    me = view.players[view.seat or 0]
    burning = [view.plant(one) for one in me.plants if view.plant(one).burns and len(view.plant(one).fuels) <= 2]
    options = (view.decision.options if view.decision else None) or []
    costs = {one.fuel: one.costs for one in options if isinstance(one, BuyOption)}
    for pair in combinations(burning, 2):
        if not any(len(one.fuels) == 2 for one in pair) or any(me.fuel.get(f) for one in pair for f in one.fuels):
            continue
        priced = {}
        for mix in mixes([(one.fuels, one.burns) for one in pair]):
            if all(len(costs.get(fuel, ())) >= count for fuel, count in mix):
                priced[mix] = sum(costs[fuel][count - 1] for fuel, count in mix)
        ranked = sorted(priced, key=lambda mix: (priced[mix], mix))
        if (
            len(ranked) < 3
            or priced[ranked[1]] < priced[ranked[0]] + MIN_ADVANTAGE[FUEL]
            or priced[ranked[0]] > (me.money or 0)
        ):
            continue
        mixed = ranked[:CHOICES_PER_PUZZLE]
        rng.shuffle(mixed)
        fuels = sorted({fuel for one in pair for fuel in one.fuels})
        single = {fuel: _singles(costs.get(fuel, ())) for fuel in fuels}
        facts = {"plants": [one.plant for one in pair], "prices": single}
        yield FoundPuzzle(
            FUEL, facts, [{"fuel": dict(one)} for one in mixed], [priced[one] for one in mixed], mixed.index(ranked[0])
        )


def _singles(costs: Sequence[int]) -> list[int]:
    """The price of each marker, the cheapest first."""
    return [cost - (costs[i - 1] if i else 0) for i, cost in enumerate(costs)]


# --- the worth of a plant -- ------------------------------------------------------------------------------------------


def _worth(view: View) -> Iterator[FoundPuzzle]:
    auction, me = view.auction, view.players[view.seat or 0]
    if auction is None or auction.extra or auction.bid < 8 or not view.is_plant(auction.card) or me.cities < 2:
        return
    thought = make_bot("hard", 0).explain(view)
    reason = next((one for one in thought.reasons if "limit" in one.facts and "earns" in one.facts), None)
    price = auction.bid + 1
    if reason is None or (me.money or 0) < price + 5:
        return
    limit = int(reason.facts["limit"])
    if abs(limit - price) < MIN_WORTH_DIFFERENCE * price or limit < 0:
        return
    chances = plant_chances(view, price)
    if chances is None or (chances.difference > 0) != (limit >= price):
        return
    if isinstance(compare_moves(net_for(view.known_position()[0]), view).best, Bid) != (limit >= price):
        return
    told = {key: int(reason.facts[key]) for key in ("cities", "earns", "rounds", "running")}
    facts = {
        "plant": auction.card,
        "price": price,
        "own": list(me.plants),
        "cities": me.cities,
        "money": me.money,
        "lead": max(one.cities for one in view.players),
        "end_at": view.end_at,
        "told": {**told, "limit": limit, **chances._asdict()},
    }
    yield FoundPuzzle(WORTH, facts, [{"yes": True}, {"yes": False}], [limit, price], 0 if limit >= price else 1)


# --- can I end the game and win --------------------------------------------------------------------------------------


def _end(game: Game, view: View) -> Iterator[FoundPuzzle]:
    """Puzzles about the end: the last builder knows what everybody can supply and decides how many cities to buy."""
    me, last = view.players[view.seat or 0], not view.next_seats
    need = view.end_at - me.cities
    # with more plants than that, a city beyond the number could matter
    if not last or not 1 <= need <= 3 or me.money is None or not me.network or me.powered_now > view.end_at:
        return
    if max(one.cities for one in view.players) >= view.end_at:
        return
    ways = distances(view.connections(), view.cities())
    price = cheapest(need, me.network, _places(game, view, me.network), ways)
    others = [one for one in view.players if one.seat != me.seat and not one.neutral]
    rival = max(others, key=lambda one: (one.supplies, one.money or 0))
    mine = me.powered_now
    reach = price is not None and price <= me.money
    if price is None or abs(me.money - price) < 4 or mine == rival.supplies:
        return
    wins = reach and mine > rival.supplies
    answer = 0 if wins else 1 if reach else 2
    facts = {
        "cities": me.cities,
        "end_at": view.end_at,
        "money": me.money,
        "price": price,
        "powers": me.powered_now,
        "rivals": [
            {"seat": one.seat, "cities": one.cities, "supplies": one.supplies, "money": one.money} for one in others
        ],
        "told": {"mine": mine, "theirs": rival.supplies, "need": need},
    }
    choices: list[dict[str, Any]] = [{"end": "win"}, {"end": "lose"}, {"end": "short"}]
    yield FoundPuzzle(END, facts, choices, [mine, rival.supplies, me.money - price], answer)


SAMPLED_DEALS = 4
"""Samples of the hidden facts."""
MIN_CHANCE_DIFFERENCE = 6
"""Minimum difference of the chances, in hundredths."""
MAX_LOOKAHEAD_DECISIONS = 400
"""Upper bound of decisions in a phase."""


class Chances(NamedTuple):
    """Chances of the deciding seat with and without the plant, in hundredths."""

    having: int
    lacking: int

    @property
    def difference(self) -> int:
        return self.having - self.lacking


def plant_chances(view: View, price: int) -> Chances | None:
    """Chances with the plant at this price, and without it; None if it is not clear which are better."""
    rng = Random(view.version)
    having, lacking = [], []
    for _ in range(SAMPLED_DEALS):
        p = view.sample(rng).position
        having.append(_after(view, p.copy(), price))
        lacking.append(_after(view, p, None))
        if (having[-1] > lacking[-1]) != (having[0] > lacking[0]):
            return None
    found = Chances(_hundredths(having), _hundredths(lacking))
    return found if abs(found.difference) >= MIN_CHANCE_DIFFERENCE else None


def _hundredths(chances: list[float]) -> int:
    return round(100 * sum(chances) / len(chances))


def _after(view: View, p: Position, price: int | None) -> float:
    """The chances when the phase is over. If the seat buys the plant at the price, nobody outbids it."""
    rules, _, hidden = view.known_position()
    judge = net_for(rules)
    seat, phase, owned = p.seat, (p.round, p.phase), p.plants[p.seat]
    apply(rules, p, Pass() if price is None else Bid(price))
    for _ in range(MAX_LOOKAHEAD_DECISIONS):
        if p.seat < 0 or (p.round, p.phase) != phase:
            break
        if price is not None and p.kind == "bid" and p.plants[seat] == owned:
            apply(rules, p, Pass())
            continue
        judged = judge.judge(rules, p, hidden)
        apply(rules, p, judged.moves[judged.best])
    return chances_of(rules, p, hidden)[seat]
