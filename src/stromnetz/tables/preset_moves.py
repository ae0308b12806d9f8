"""Pre-set moves: what a player has decided in advance, and the moves that follow from it.

Pure functions of a game and the pre-set moves. Only the player of the seat may see them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.engine.moves import Bid, Buy, CardRef, Connect, Done, Move, Pass, Run, SitOut
from stromnetz.engine.options import BidOption, BuyOption, RunOption, same_id
from stromnetz.play.forecast import prices
from stromnetz.play.game import Game

BIDS, PHASE, FUEL, BUILD = "bids", "pass_phase", "fuel", "build"
ROUND, ALWAYS = "round", "always"
"""How long a standing pre-set move is valid: this round, or until it is cancelled."""
STANDING = {"fuel": "buy_nothing", "build": "build_nothing", "run": "run"}
"""The standing pre-set move for each kind of decision."""


@dataclass(frozen=True, slots=True)
class PresetPurchase:
    """Fuel, or cities in order, with a limit of the total cost."""

    what: tuple[tuple[str, int], ...]
    most: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PresetPurchase:
        return cls(tuple((name, count) for name, count in data["what"]), data["most"])


@dataclass(frozen=True, slots=True)
class PresetMoves:
    """The pre-set moves of a seat for one round; standing ones may last until they are cancelled."""

    round: int
    bids: tuple[tuple[CardRef, int], ...] = ()
    """The maximum bid for each plant; 0 passes."""
    pass_phase: bool = False
    fuel: PresetPurchase | None = None
    build: PresetPurchase | None = None
    dropped: tuple[str, ...] = ()
    """Plans that were dropped because they were not possible, to inform the player."""
    buy_nothing: str | None = None
    build_nothing: str | None = None
    run: str | None = None
    """Run the plants that earn most, with as little fuel as possible."""
    bought_less: bool = False
    """Whether less fuel was bought than planned, to inform the player."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PresetMoves:
        return cls(
            data["round"],
            tuple((plant, most) for plant, most in data["bids"]),
            data["pass_phase"],
            None if data["fuel"] is None else PresetPurchase.from_json(data["fuel"]),
            None if data["build"] is None else PresetPurchase.from_json(data["build"]),
            tuple(data["dropped"]),
            # missing in data of earlier versions
            data.get("buy_nothing"),
            data.get("build_nothing"),
            data.get("run"),
            data.get("bought_less", False),
        )

    @property
    def empty(self) -> bool:
        return self == PresetMoves(self.round)

    def in_round(self, round: int) -> PresetMoves:
        """Return what is valid in a round: in a later one, only moves that last until cancelled."""
        if self.round == round:
            return self
        standing: dict[str, Any] = {name: ALWAYS for name in STANDING.values() if getattr(self, name) == ALWAYS}
        return PresetMoves(round, **standing)

    def after_undo(self, round: int, kind: str) -> PresetMoves:
        """Return what remains after an undo: nothing that would repeat the move."""
        undone: dict[str, Any] = {STANDING[kind]: None} if kind in STANDING else {}
        return replace(self.in_round(-1), round=round, **undone)

    def without(self, what: str) -> PresetMoves:
        """Return the pre-set moves after one was used."""
        if what == BIDS:
            return replace(self, bids=())
        if what == PHASE:
            return replace(self, pass_phase=False)
        return replace(self, fuel=None) if what == FUEL else replace(self, build=None)

    def drop(self, what: str) -> PresetMoves:
        """Return the pre-set moves after one was dropped because it was not possible."""
        return replace(self.without(what), dropped=(*(one for one in self.dropped if one != what), what))


def next_moves(game: Game, seat: int, stored: PresetMoves) -> tuple[list[Move], PresetMoves]:
    """Return the pre-set moves for the current decision, and what is left to store; no moves if there are none."""
    decision = game.decision
    presets = stored.in_round(game.position.round)
    if decision is None or decision.seat != seat:
        return [], stored
    kind = decision.kind
    if kind == "bid":
        moves, left = _bid(game, seat, presets)
    elif kind == "auction" and presets.pass_phase:
        moves, left = ([SitOut()], presets) if game.is_legal(SitOut()) else ([], presets.drop(PHASE))
    elif kind == "fuel" and presets.fuel is not None:
        moves, left = _buy(game, seat, presets, presets.fuel)
    elif kind == "build" and presets.build is not None:
        moves, left = _build(game, seat, presets, presets.build)
    else:
        moves, left = (_stand(game, kind) if _stands(presets, kind) else []), presets
    return (moves, left) if moves or left != presets else ([], stored)


def _stands(presets: PresetMoves, kind: str) -> bool:
    """Return whether a standing pre-set move applies; after a dropped plan the player decides."""
    return kind in STANDING and getattr(presets, STANDING[kind]) is not None and kind not in presets.dropped


def _stand(game: Game, kind: str) -> list[Move]:
    """Return the moves of a standing pre-set move: nothing, or the best run with the least fuel."""
    if kind != "run":
        return [Done()] if game.is_legal(Done()) else []
    decision = game.decision
    runs = [] if decision is None else [one for one in decision.options or () if isinstance(one, RunOption)]
    if not runs:
        return []
    best = min(runs, key=lambda one: (-one.income, sum(one.burn.values()), len(one.plants)))
    return [Run(best.plants, best.burn)]


def _bid(game: Game, seat: int, presets: PresetMoves) -> tuple[list[Move], PresetMoves]:
    auction, decision = game.view(seat).auction, game.decision
    if auction is None or decision is None:
        return [], presets
    most = next((most for plant, most in presets.bids if same_id(plant, auction.card)), None)
    if most is None and not presets.pass_phase:
        return [], presets
    lowest = next((one.minimum for one in decision.options or () if isinstance(one, BidOption)), None)
    move: Move = Bid(lowest) if most is not None and lowest is not None and lowest <= most else Pass()
    if not game.is_legal(move):
        return [], presets.drop(BIDS if presets.bids else PHASE)
    return [move], presets


def _cost(game: Game, seat: int, plan: list[Move]) -> int | None:
    """Return the cost of a plan of the deciding seat; None if it is impossible."""
    draft = game.copy()
    try:
        draft.play(plan, seat)
    except StromnetzError:
        return None
    return game.position.money[seat] - draft.position.money[seat]


def _build(game: Game, seat: int, presets: PresetMoves, plan: PresetPurchase) -> tuple[list[Move], PresetMoves]:
    """Connect all planned cities if they cost at most the limit, else none."""
    moves: list[Move] = [*(Connect(city) for city, _ in plan.what), Done()]
    cost = _cost(game, seat, moves)
    return ([], presets.drop(BUILD)) if cost is None or cost > plan.most else (moves, presets.without(BUILD))


def _buy(game: Game, seat: int, presets: PresetMoves, plan: PresetPurchase) -> tuple[list[Move], PresetMoves]:
    """Buy as much of the planned fuel as market, plants and limit allow, leaving out the most expensive first."""
    decision = game.decision
    offers = {one.fuel: one.costs for one in (decision and decision.options) or () if isinstance(one, BuyOption)}
    counts = {fuel: min(count, len(offers.get(fuel, ()))) for fuel, count in plan.what}
    while any(counts.values()):
        spent = sum(offers[fuel][count - 1] for fuel, count in counts.items() if count)
        if spent <= plan.most:
            moves: list[Move] = [*(Buy(fuel, count) for fuel, count in counts.items() if count), Done()]
            if _cost(game, seat, moves) is not None:
                return moves, replace(presets.without(FUEL), bought_less=counts != dict(plan.what))
        dearest = max(
            (fuel for fuel in counts if counts[fuel]), key=lambda fuel: _last_price(offers[fuel], counts[fuel])
        )
        counts[dearest] -= 1
    return [], presets.drop(FUEL)


def _last_price(costs: Sequence[int], count: int) -> int:
    """Return the price of the last of so many markers."""
    return costs[count - 1] - (costs[count - 2] if count > 1 else 0)


def check_plans(game: Game, seat: int, presets: PresetMoves, before: PresetMoves) -> None:
    """Refuse new plans that are impossible already now: within a round prices rise, and money does not."""
    fuel = presets.fuel if presets.fuel != before.fuel else None
    build = presets.build if presets.build != before.build else None
    if fuel is None and build is None:
        return
    cost = 0
    if presets.fuel is not None:
        cost += game.forecast(seat, buy=dict(presets.fuel.what)).cost
        cheapest = min(game.forecast(seat, buy={name: 1}).cost for name, _ in presets.fuel.what)
        if fuel is not None and cheapest > fuel.most:
            raise BadInput(facts={"cost": cheapest, "most": fuel.most}, case="preset-over-limit")
    if presets.build is not None:
        plan = [Connect(city) for city, _ in presets.build.what]
        built = sum(one.cost for one in prices(game.rules, game.position, seat, plan).planned)
        if build is not None and built > build.most:
            raise BadInput(facts={"cost": built, "most": build.most}, case="preset-over-limit")
        cost += built
    money = game.position.money[seat]
    if cost > money:
        raise BadInput(facts={"cost": cost, "money": money}, case="preset-too-dear")


def presets_json(presets: PresetMoves) -> dict[str, Any]:
    """Return the pre-set moves as their player sees them."""
    fuel, build = presets.fuel, presets.build
    return {
        "round": presets.round,
        "bids": [{"plant": plant, "most": most} for plant, most in presets.bids],
        "pass_phase": presets.pass_phase,
        "fuel": None if fuel is None else {"buy": dict(fuel.what), "most": fuel.most},
        "build": None if build is None else {"cities": [city for city, _ in build.what], "most": build.most},
        "buy_nothing": presets.buy_nothing,
        "build_nothing": presets.build_nothing,
        "run": presets.run,
        "dropped": list(presets.dropped),
        "bought_less": presets.bought_less,
    }
