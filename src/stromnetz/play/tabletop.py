"""What a thinking player reads off the table, beyond what changes: prices, refills, places, distances, payments.

None of it is sent with a view: it follows from the edition, the map and the options, which a view names. So it is there
on a view that was read back from JSON as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from stromnetz.engine.board import FAR, KEPT_AREAS, Area, Board
from stromnetz.engine.edition import NEVER
from stromnetz.engine.fixed import FixedDict
from stromnetz.engine.moves import CardRef
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .lazy import lazy
from .recalled import recalled
from .rulesets import rules_for
from .seen import UNKNOWN
from .unseen import FaceDown

Costs = Mapping[str, Mapping[str, int]]
"""By city, and by another city."""


class Tabletop:
    """The part of a view that is not sent."""

    if TYPE_CHECKING:
        map: str
        edition: str
        options: dict[str, Any]
        step: int
        regions: list[str]
        tiles: list[int]
        houses: dict[str, list[int]]
        fuels: dict[str, Any]
        players: list[Any]
        deck_back: str | None
        _rules: Rules
        _p: Position
    else:

        @lazy
        def _rules(self) -> Rules:
            """Of a view that was sent; any other has been given them."""
            people = sum(not player.neutral for player in self.players)
            return rules_for(self.edition, self.map, people, self.options)[0]

        @lazy
        def _p(self) -> Position:
            """What the seat knows, of a view that was sent; any other has made it of a position."""
            return recalled(self._rules, self)

    # --- fuel ---

    def price_row(self, fuel: str) -> list[int]:
        """What each marker of a fuel in the market costs, the cheapest first."""
        rules = self._rules
        index = rules.fuel(fuel)
        prices = rules.prices[index]
        return prices[len(prices) - self.fuels[fuel].in_market :]

    @lazy
    def refills(self) -> Mapping[str, tuple[int, ...]]:
        """By fuel how many markers come into the market in each bureaucracy of step 1, 2 and 3, while there are any."""
        rules = self._rules
        return FixedDict({id: tuple(rules.refill[f]) for f, id in enumerate(rules.fuel_ids)})

    # --- the deck ---

    def back(self, card: CardRef) -> str | None:
        """What the back of a card tells; None where the edition's backs are all alike."""
        rules = self._rules
        return rules.cards[rules.card(card)].back

    @lazy
    def unseen(self) -> tuple[CardRef, ...]:
        """Every card of the game that lies face down, in the deck or taken out, those in ``under`` apart."""
        return tuple(self._rules.refs(self._face_down.cards))

    @lazy
    def in_deck(self) -> tuple[CardRef, ...]:
        """The cards that certainly lie in the deck, ``under`` among them; the other unseen ones may be out."""
        return tuple(self._rules.refs(sorted(self._face_down.sure)))

    @lazy
    def deck_cards(self) -> tuple[CardRef | None, ...]:
        """The deck, the top card first: which card it is where that is known, else None."""
        refs = self._rules.card_refs
        return tuple([None if card == UNKNOWN else refs[card] for card in reversed(self._face_down.deck)])

    @lazy
    def _face_down(self) -> FaceDown:
        return FaceDown(self._rules, self._p, self.deck_back)

    # --- places and payments ---

    @lazy
    def place_costs(self) -> tuple[int, ...]:
        """What the places of a city cost, in the order in which they are taken."""
        return tuple(self._rules.place_costs)

    @lazy
    def open_places(self) -> int:
        """How many places of every city are open in this step."""
        return min(self.step, len(self._rules.place_costs))

    def place_cost(self, city: str) -> int | None:
        """What the next place of a city costs, without connections; None where it is full in this step."""
        taken = len(self.houses.get(city, ()))
        return self._rules.place_costs[taken] if taken < self.open_places else None

    @lazy
    def house_limit(self) -> int | None:
        """How many cities a company can have; None where any number."""
        limit = self._rules.build_limit
        return None if limit == NEVER else limit

    @lazy
    def payments(self) -> tuple[int, ...]:
        """The income for 0, 1, 2, … cities supplied; more cities than these pay like the last."""
        return tuple(self._rules.payments)

    def payment(self, cities: int) -> int:
        """The income for so many cities supplied."""
        return self._rules.payment(cities)

    # --- the map ---

    @lazy
    def distances(self) -> Costs:
        """The cheapest connection between any two cities of the playing area: ``distances[a][b]``.

        Worked out once for all views of a playing area. A city that cannot be reached from another is missing there.
        """
        return _tables(self._rules.board, self._area)[0]

    @lazy
    def neighbours(self) -> Costs:
        """The connections of every city of the playing area with their costs: ``neighbours[a][b]``."""
        return _tables(self._rules.board, self._area)[1]

    @property
    def _area(self) -> Area:
        rules = self._rules
        return rules.board.area([rules.region_index[id] for id in self.regions], tuple(self.tiles))


@lru_cache(maxsize=KEPT_AREAS)
def _tables(board: Board, area: Area) -> tuple[Costs, Costs]:
    ids = board.city_ids
    distances: dict[str, FixedDict[str, int]] = {}
    neighbours: dict[str, FixedDict[str, int]] = {}
    for a in area.cities:
        row = area.rows[a]
        distances[ids[a]] = FixedDict({ids[b]: row[b] for b in area.cities if row[b] < FAR})
        costs: dict[str, int] = {}
        for b, cost in area.neighbours[a]:
            costs[ids[b]] = min(cost, costs.get(ids[b], cost))
        neighbours[ids[a]] = FixedDict(costs)
    return FixedDict(distances), FixedDict(neighbours)
