"""Rules: all constants of one game, flattened into lists for speed and shared by all copies."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any, Final

from . import events as ev
from .board import Board
from .edition import NEVER, STEP_3, Edition, Phase
from .errors import BadInput, short_repr
from .moves import CardRef, Fuel
from .position import NOBODY, Position
from .storage import STORAGE_CACHE_SIZE, Plant, Pool, Runs, caps_of, room, run_set, runs, strongest_run

ROUNDS_CACHE_SIZE: Final = 1 << 8
"""Maximum number of rounds whose phases are cached."""
STORAGE_CACHES_SIZE: Final = 1 << 13
"""Maximum number of combinations of fuel and plants with cached values."""


class StorageCache:
    """Values that follow from a company's fuel and plants alone, computed on demand."""

    __slots__ = ("room", "run_set", "runs")

    def __init__(self) -> None:
        self.room: Pool | None = None
        self.runs: Runs | None = None
        self.run_set: frozenset[tuple[int, Pool]] | None = None


class Rules:
    def __init__(self, edition: Edition, board: Board, players: int) -> None:
        self.edition = edition
        self.hooks = edition.hooks
        self.automatic_moves = edition.hooks.automatic_moves
        self.board = board
        self.players = players
        self.source: tuple[Callable[..., Rules], tuple[Any, ...]] | None = None
        """A function and arguments that compose these rules, used for pickling."""
        self.seats = players + edition.printed.neutral_seats
        """The number of players plus neutral companies."""
        self.automatic = edition.printed.automatic
        """The players' seats that a module plays."""
        row = edition.printed.players[players]
        self.row = row
        self.place_costs = edition.printed.place_costs
        self.payments = edition.printed.payments
        self.house_limit = row.houses
        self.build_limit = min(row.houses, row.stop)
        self.plant_limit = row.plants
        self.public_plant_limit = None if row.plants == NEVER else row.plants
        """``plant_limit`` for users: None if there is no limit."""
        self.step_2_at = row.step_2
        self.end_at = row.end
        self.last_step = 3 if edition.market.step_3_in_deck else 1 if row.step_2 == NEVER else 2
        """The step in which cities have the most places."""
        self.current = edition.market.current
        self.obsolescence = edition.market.obsolescence

        # Cards are numbered by rank, so that sorting indices sorts cards.
        self.cards = sorted(edition.printed.cards, key=lambda c: c.rank)
        self.card_refs: list[CardRef] = [c.ref for c in self.cards]
        self.card_index: dict[CardRef, int] = {c.ref: i for i, c in enumerate(self.cards)}
        self.number = [c.number for c in self.cards]
        self.rank = [c.rank for c in self.cards]
        self.for_sale = [c.kind in edition.market.for_sale for c in self.cards]
        self.minimum_bid = [c.minimum_bid for c in self.cards]
        self.mask = [c.mask for c in self.cards]
        self.step_3_card = next((i for i, c in enumerate(self.cards) if c.kind == STEP_3), -1)

        self.fuel_ids = [f.id for f in edition.printed.fuels]
        self.fuel_index = {f: i for i, f in enumerate(self.fuel_ids)}
        self.no_fuel: Pool = (0,) * len(self.fuel_ids)
        self.markers = [len(f.prices) for f in edition.printed.fuels]
        self.prices = [f.prices for f in edition.printed.fuels]
        # Price of the first k markers of a full row: the price of any range of markers is one subtraction.
        self.price_sums = [[0, *accumulate(prices)] for prices in self.prices]
        self.refill = [f.refill[players] for f in edition.printed.fuels]

        self.city_ids = board.city_ids
        self.city_index = {c: i for i, c in enumerate(self.city_ids)}
        self.region_index = {r: i for i, r in enumerate(board.region_ids)}
        self.always_regions = tuple([self.region_index[r] for r in edition.printed.always_regions])

        self.frames = edition.round.frames
        self.deciders = edition.round.deciders
        self.turns = edition.round.turns
        draws = edition.market.draws
        self.draws = [draws.get(str(c.ref), draws.get(c.kind, _never_drawn)) for c in self.cards]
        self.module_slot = {name: i for i, name in enumerate(edition.modules)}
        # Caches are cleared when full, because positions sent by clients can contain anything.
        self._phases: dict[int, tuple[Phase, ...]] = {}
        self._fuel_by_pool: dict[Pool, Fuel] = {}
        self._caps: dict[tuple[int, ...], Pool] = {}
        self._plants: dict[tuple[int, ...], tuple[Plant, ...]] = {}
        self._storage_caches: dict[tuple[Pool, tuple[int, ...]], StorageCache] = {}
        self._last_lookups: list[tuple[Pool, tuple[int, ...], StorageCache]] = [((), (), StorageCache())] * self.seats
        """Per seat the fuel and plants of the last lookup, which is usually repeated."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments that the rules were composed from."""
        if self.source is None:
            raise TypeError("these rules cannot be pickled: it is not known what they were composed of")
        return self.source

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: object) -> Rules:
        return self  # immutable

    # --- phases -----------------------------------------------------------------------------------------------

    def phases(self, round: int) -> tuple[Phase, ...]:
        found = self._phases.get(round)
        if found is None:
            if len(self._phases) >= ROUNDS_CACHE_SIZE:
                self._phases.clear()
            found = self._phases[round] = self.edition.round.phases(round)
        return found

    def phase(self, p: Position) -> Phase:
        return self.phases(p.round)[p.phase]

    # --- ids --------------------------------------------------------------------------------------------------

    def card(self, ref: object) -> int:
        # 4.0 and True equal plant numbers in Python, but are not plants
        index = self.card_index.get(ref) if type(ref) is int or type(ref) is str else None
        if index is None:
            raise BadInput(facts={"card": short_repr(ref)}, case="unknown-card")
        return index

    def city(self, id: object) -> int:
        index = self.city_index.get(id) if type(id) is str else None
        if index is None:
            raise BadInput(facts={"city": short_repr(id)}, case="unknown-city")
        return index

    def fuel(self, id: object) -> int:
        index = self.fuel_index.get(id) if type(id) is str else None
        if index is None:
            known = ", ".join(self.fuel_ids)
            facts = {"fuel": short_repr(id), "known": known}
            raise BadInput(facts=facts, case="unknown-fuel")
        return index

    def region(self, id: object) -> int:
        index = self.region_index.get(id) if type(id) is str else None
        if index is None:
            known = ", ".join(self.board.region_ids)
            raise BadInput(facts={"region": short_repr(id), "known": known}, case="unknown-region")
        return index

    def pool_json(self, pool: Pool) -> dict[str, int]:
        """Return a pool as users see it: amounts by fuel, without zeros."""
        return {self.fuel_ids[f]: n for f, n in enumerate(pool) if n}

    def to_fuel(self, pool: Pool) -> Fuel:
        """Return a pool as moves name it: sorted, without zeros."""
        found = self._fuel_by_pool.get(pool)
        if found is None:
            if len(self._fuel_by_pool) >= STORAGE_CACHE_SIZE:
                self._fuel_by_pool.clear()
            found = self._fuel_by_pool[pool] = tuple(sorted(self.pool_json(pool).items()))
        return found

    def card_label(self, card: int) -> str:
        """Return a card's name for messages, such as "plant 4"."""
        return f"{self.cards[card].kind} {self.card_refs[card]}"

    def refs(self, cards: list[int] | tuple[int, ...]) -> list[CardRef]:
        return [self.card_refs[c] for c in cards]

    # --- what plants can do -----------------------------------------------------------------------------------

    def storage_caps(self, p: Position, seat: int) -> Pool:
        """Return a seat's storage for each set of fuels: twice what each plant burns (P3), and what modules add."""
        plants = p.plants[seat]
        if not self.hooks.more_stores:
            caps = self._caps.get(plants)
            if caps is None:
                if len(self._caps) >= STORAGE_CACHE_SIZE:
                    self._caps.clear()
                caps = self._caps[plants] = self._plant_caps(plants, [])
            return caps
        more = [store for hook in self.hooks.more_stores for store in hook(self, p, seat)]
        return self._plant_caps(plants, more)

    def _plant_caps(self, plants: tuple[int, ...], more: list[tuple[int, int]]) -> Pool:
        stores = [(self.mask[c], 2 * self.cards[c].burns) for c in plants]
        return caps_of(stores + more, len(self.fuel_ids))

    def output(self, p: Position, seat: int, card: int) -> int:
        """Return the number of cities that one run of a plant supplies."""
        cities = self.cards[card].cities
        for hook in self.hooks.more_output:
            cities += hook(self, p, seat, card)
        return cities

    def working(self, p: Position, seat: int) -> tuple[int, ...]:
        """Return the cards of a seat that can supply cities."""
        return p.plants[seat] if self.hooks.working is None else self.hooks.working(self, p, seat)

    def runnable(self, p: Position, seat: int) -> tuple[Plant, ...]:
        """Return the seat's plants as (fuel mask, markers burnt, cities supplied)."""
        plants = p.plants[seat]
        if self.hooks.more_output:
            return self._runnable(p, seat)
        found = self._plants.get(plants)
        if found is None:
            if len(self._plants) >= STORAGE_CACHE_SIZE:
                self._plants.clear()
            found = self._plants[plants] = self._runnable(p, seat)
        return found

    def _runnable(self, p: Position, seat: int) -> tuple[Plant, ...]:
        return tuple([(self.mask[c], self.cards[c].burns, self.output(p, seat, c)) for c in p.plants[seat]])

    def storage_cache(self, p: Position, seat: int) -> StorageCache:
        """Return the cache entry for a seat's fuel and plants. Only valid if no module adds storage or output."""
        fuel, plants = p.fuel[seat], p.plants[seat]
        last = self._last_lookups[seat]
        if last[0] is fuel and last[1] is plants:
            return last[2]
        key = (fuel, plants)
        found = self._storage_caches.get(key)
        if found is None:
            if len(self._storage_caches) >= STORAGE_CACHES_SIZE:
                self._storage_caches.clear()
            found = self._storage_caches[key] = StorageCache()
        self._last_lookups[seat] = (fuel, plants, found)
        return found

    def room(self, p: Position, seat: int) -> Pool:
        """Return for each fuel how many more markers the plants of a seat can store."""
        if self.hooks.more_stores:
            return room(p.fuel[seat], p.caps[seat])
        cache = self.storage_cache(p, seat)
        found = cache.room
        if found is None:
            found = cache.room = room(p.fuel[seat], self.storage_caps(p, seat))
        return found

    def possible_runs(self, p: Position, seat: int) -> Runs:
        """Return all possible runs of a seat."""
        if self.hooks.more_stores or self.hooks.more_output:
            return runs(p.fuel[seat], self.runnable(p, seat), p.caps[seat])
        cache = self.storage_cache(p, seat)
        found = cache.runs
        if found is None:
            found = cache.runs = runs(p.fuel[seat], self.runnable(p, seat), self.storage_caps(p, seat))
        return found

    def best_run(self, p: Position, seat: int) -> tuple[int, int]:
        """Return the run with the largest output, however many cities the seat has: (bit set of plants, output)."""
        # where the fuel is stored decides what plants burn, not which of them can run (P4a)
        return strongest_run(p.fuel[seat], self.runnable(p, seat))

    def is_possible_run(self, p: Position, seat: int, bits: int, burn: Pool) -> bool:
        """Whether a seat can run these plants with this fuel."""
        if self.hooks.more_stores:
            return (bits, burn) in run_set(p.fuel[seat], self.runnable(p, seat), p.caps[seat])
        cache = self.storage_cache(p, seat)
        found = cache.run_set
        if found is None:
            found = cache.run_set = run_set(p.fuel[seat], self.runnable(p, seat), self.storage_caps(p, seat))
        return (bits, burn) in found

    def payment(self, supplied: int) -> int:
        """Return the payment for a number of cities; beyond the list, its last line applies (C8)."""
        return self.payments[min(supplied, len(self.payments) - 1)]

    def income(self, p: Position, seat: int, supplied: int) -> int:
        """Return a seat's income for a number of supplied cities."""
        paid = supplied
        for hook in self.hooks.paid_cities:
            paid += hook(self, p, seat, supplied)
        return self.payment(paid)

    def human_seats(self, p: Position) -> list[int]:
        """Return the seats played by people, in order."""
        return [seat for seat in p.order if seat < self.players and seat not in self.automatic]

    def fuel_cost(self, p: Position, fuel: int, count: int) -> int:
        """Return the price of the next ``count`` markers of a fuel; they lie on the most expensive spaces."""
        sums = self.price_sums[fuel]
        first = self.markers[fuel] - p.stock[fuel]
        return sums[first + count] - sums[first]

    def lowest_bid(self, p: Position, card: int) -> int:
        bid = self.minimum_bid[card]
        for hook in self.hooks.minimum_bids:
            bid = hook(self, p, card, bid)
        return bid

    def rebate(self, p: Position, seat: int) -> int:
        """Return the difference between a seat's bid and what it pays."""
        return sum([hook(self, p, seat) for hook in self.hooks.rebates])

    def max_bid(self, p: Position, seat: int) -> int:
        """Return the highest bid that a seat can make."""
        return p.money[seat] + self.rebate(p, seat) if self.hooks.rebates else p.money[seat]

    def own_rule(self, rule: str) -> str:
        """Return the id of the edition's rule that replaces this one, if there is one."""
        return self.edition.printed.own_rules.get(rule, rule)

    def obsolete(self, p: Position, card: int) -> bool:
        """Whether a plant is too small to stay on offer (M3)."""
        return self.for_sale[card] and self.obsolescence and self.number[card] <= max(p.cities)

    def on_offer(self, p: Position) -> list[int]:
        """Return the current market: the smallest four, in step 3 all (M1, M4); never the "Step 3" card (T3)."""
        cards = p.market if p.step == 3 else p.market[: self.current]
        return [c for c in cards if self.for_sale[c]]


def _never_drawn(rules: Rules, p: Position, card: int) -> None:
    raise TypeError(f"{rules.card_refs[card]!r} does not belong into a deck")


def max_supplied_cities(rules: Rules, p: Position, seat: int) -> int:
    """Return the most own cities that a seat can supply with its plants and fuel."""
    if rules.hooks.supply is not None:
        return rules.hooks.supply(rules, p, seat)
    return min(rules.best_run(p, seat)[1], p.cities[seat])


def end_game(rules: Rules, p: Position) -> None:
    p.agenda.clear()
    p.seat = NOBODY
    p.kind = ""
    p.ended = True
    if p.events is not None:
        p.events.append(ev.GameEnded([max_supplied_cities(rules, p, seat) for seat in range(rules.players)]))
