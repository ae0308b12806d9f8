"""The position: everything that changes in a game. Flat lists of small integers, cheap to copy.

Seats, cards, cities and fuels are indices into the lists of :class:`~stromnetz.engine.rules.Rules`. Tuples, frames
and the lists in ``reach`` are never changed in place, only replaced: copies share them.
"""

from __future__ import annotations

from .board import Area
from .events import Event
from .frames import Frame
from .modules import ModuleState
from .storage import Pool

STEP_3_TO_COME = 0
STEP_3_ON_OFFER = 1
"""Drawn in an auction phase: the card lies in the market until the phase ends (T3a)."""
STEP_3_CHANGED = 2
"""The step 3 change is made; step 3 holds from the next phase on."""

NOBODY = -1


class Position:
    __slots__ = (
        "agenda",
        "area",
        "asked_in",
        "bought",
        "boxed",
        "caps",
        "cities",
        "deck",
        "ended",
        "events",
        "fuel",
        "halt",
        "kind",
        "left",
        "market",
        "modules",
        "money",
        "occupants",
        "order",
        "phase",
        "places",
        "plants",
        "reach",
        "regions",
        "removed",
        "reshuffle",
        "round",
        "seat",
        "seed",
        "shuffles",
        "step",
        "step_3",
        "stock",
        "supply",
        "tiles",
        "under",
    )

    def __init__(self) -> None:
        # chance
        self.seed = 0
        self.shuffles = 0
        self.reshuffle: tuple[int, ...] | None = None
        """A scripted order, top first, for the deck after "Step 3" is drawn."""
        # where the game stands
        self.round = 1
        self.phase = 0
        """Index into the phases of the round."""
        self.step = 1
        self.step_3 = STEP_3_TO_COME
        self.agenda: list[Frame] = []
        self.seat = NOBODY
        """The seat that has to decide; NOBODY while the agenda runs or when the game is over."""
        self.kind = ""
        """The kind of decision that is asked."""
        self.asked_in = 1
        """The round in which somebody was last asked."""
        self.ended = False
        # the table
        self.regions: tuple[int, ...] = ()
        self.area: Area = NO_AREA
        self.tiles: tuple[int, ...] = ()
        """The costs of all connections of the board, where they are laid out anew in every game."""
        self.occupants: list[tuple[int, ...]] = []
        """Per city the seats in it, in the order of their places."""
        self.market: list[int] = []
        self.places = 0
        """How many cards the market holds when it is full."""
        self.deck: list[int] = []
        """The top card is the last."""
        self.under: list[int] = []
        """Cards put under the deck since the last shuffle, the first one first: open information (I1)."""
        self.boxed: list[int] = []
        self.removed: list[int] = []
        """Taken out unseen at set-up."""
        self.stock: list[int] = []
        """Per fuel the markers in the market. They always lie on the dearest spaces."""
        self.supply: list[int] = []
        # the players
        self.order: list[int] = []
        self.bought = 0
        """Bit set of the seats that bought a plant in this phase."""
        self.left = 0
        """Bit set of the seats that left this phase."""
        self.money: list[int] = []
        self.plants: list[tuple[int, ...]] = []
        self.fuel: list[Pool] = []
        self.caps: list[Pool] = []
        """Per seat the storage room for each set of fuels; follows from the plants."""
        self.cities: list[int] = []
        self.reach: list[list[int]] = []
        """Per seat and city the cheapest connection cost from the own network; follows from the occupants."""
        self.modules: list[ModuleState] = []
        # the recorder, not part of the state
        self.events: list[Event] | None = None
        self.halt = False
        """A preview stops where a card would be drawn."""

    def copy(self) -> Position:
        """An independent copy; it records no events until told to."""
        q = Position.__new__(Position)
        q.seed = self.seed
        q.shuffles = self.shuffles
        q.reshuffle = self.reshuffle
        q.round = self.round
        q.phase = self.phase
        q.step = self.step
        q.step_3 = self.step_3
        q.agenda = self.agenda[:]
        q.seat = self.seat
        q.kind = self.kind
        q.asked_in = self.asked_in
        q.ended = self.ended
        q.regions = self.regions
        q.area = self.area
        q.tiles = self.tiles
        q.occupants = self.occupants[:]
        q.market = self.market[:]
        q.places = self.places
        q.deck = self.deck[:]
        q.under = self.under[:]
        q.boxed = self.boxed[:]
        q.removed = self.removed
        q.stock = self.stock[:]
        q.supply = self.supply[:]
        q.order = self.order[:]
        q.bought = self.bought
        q.left = self.left
        q.money = self.money[:]
        q.plants = self.plants[:]
        q.fuel = self.fuel[:]
        q.caps = self.caps[:]
        q.cities = self.cities[:]
        q.reach = self.reach[:]
        q.modules = [m.copy() for m in self.modules] if self.modules else []
        q.events = None
        q.halt = False
        return q

    def __eq__(self, other: object) -> bool:
        """Equal in everything that a game can depend on (an area is its regions)."""
        if not isinstance(other, Position):
            return NotImplemented
        skip = ("events", "halt", "area")
        return all(getattr(self, n) == getattr(other, n) for n in self.__slots__ if n not in skip)

    __hash__ = None  # type: ignore[assignment]  # mutable


NO_AREA = Area((), 0, [], [])
"""Before a draft of regions is complete."""
