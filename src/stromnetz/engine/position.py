"""The position: everything that changes in a game. Flat lists of small integers, cheap to copy.

Seats, cards, cities and fuels are indices into the lists of :class:`~stromnetz.engine.rules.Rules`. Tuples, frames,
and the lists of what changes seldom are never changed in place, only replaced: copies share them, and whoever has seen
one before knows by its identity that nothing in it has changed. These are all but ``agenda``, ``money``, ``fuel``,
``stock`` and ``supply``; :func:`with_item` makes the list that takes the place of another.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr

from .board import Area
from .events import Event
from .frames import Frame
from .modules import ModuleState
from .moves import Move
from .storage import Pool

T = TypeVar("T")

STEP_3_TO_COME: Final = 0
STEP_3_ON_OFFER: Final = 1
"""Drawn in an auction phase: the card lies in the market until the phase ends (T3a)."""
STEP_3_CHANGED: Final = 2
"""The step 3 change is made; step 3 holds from the next phase on."""

NOBODY: Final = -1


@mypyc_attr(acyclic=True)
class Position:
    NAMES: ClassVar[tuple[str, ...]] = (
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
        "mixed",
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
    __slots__ = (*NAMES, "taken", "turn")

    # chance
    seed: int
    shuffles: int
    reshuffle: tuple[int, ...] | None
    """A scripted order, top first, for the deck after "Step 3" is drawn."""
    # where the game stands
    round: int
    phase: int
    """Index into the phases of the round."""
    step: int
    step_3: int
    agenda: list[Frame]
    seat: int
    """The seat that has to decide; NOBODY while the agenda runs or when the game is over."""
    kind: str
    """The kind of decision that is asked."""
    asked_in: int
    """The round in which somebody was last asked."""
    ended: bool
    # the table
    regions: tuple[int, ...]
    area: Area
    tiles: tuple[int, ...]
    """The costs of all connections of the board, where they are laid out anew in every game."""
    occupants: list[tuple[int, ...]]
    """Per city the seats in it, in the order of their places."""
    market: list[int]
    places: int
    """How many cards the market holds when it is full."""
    deck: list[int]
    """The top card is the last."""
    under: list[int]
    """Cards put under the deck since the last shuffle, the first one first: open information (I1)."""
    mixed: tuple[int, ...]
    """Cards that everybody had seen when they were shuffled into the deck: open information, like those under it."""
    boxed: list[int]
    removed: list[int]
    """Taken out unseen at set-up."""
    stock: list[int]
    """Per fuel the markers in the market. They always lie on the dearest spaces."""
    supply: list[int]
    # the players
    order: list[int]
    bought: int
    """Bit set of the seats that bought a plant in this phase."""
    left: int
    """Bit set of the seats that left this phase."""
    money: list[int]
    plants: list[tuple[int, ...]]
    fuel: list[Pool]
    caps: list[Pool]
    """Per seat the storage room for each set of fuels; follows from the plants."""
    cities: list[int]
    reach: list[list[int]]
    """Per seat and city the cheapest connection cost from the own network; follows from the occupants."""
    modules: list[ModuleState]
    # the recorder, not part of the state
    events: list[Event] | None
    halt: bool
    """A preview stops where a card would be drawn."""
    taken: Move | None
    """The move that was last taken from the legal ones of this very position: it needs no second check."""
    turn: int
    """How many moves were made, as far as somebody counts: legal moves of another turn are no longer legal here."""

    def __init__(self, p: Position | None = None) -> None:
        """A position before any set-up, or a copy of another; it records no events until told to.

        Both are written out here, long as it is: only of what ``__init__`` itself sets does the compiler know that it
        is always there, and a copy is what search and previews make most of.
        """
        if p is not None:
            self.seed = p.seed
            self.shuffles = p.shuffles
            self.reshuffle = p.reshuffle
            self.round = p.round
            self.phase = p.phase
            self.step = p.step
            self.step_3 = p.step_3
            self.agenda = p.agenda[:]
            self.seat = p.seat
            self.kind = p.kind
            self.asked_in = p.asked_in
            self.ended = p.ended
            self.regions = p.regions
            self.area = p.area
            self.tiles = p.tiles
            self.occupants = p.occupants
            self.market = p.market
            self.places = p.places
            self.deck = p.deck
            self.under = p.under
            self.mixed = p.mixed
            self.boxed = p.boxed
            self.removed = p.removed
            self.stock = p.stock[:]
            self.supply = p.supply[:]
            self.order = p.order
            self.bought = p.bought
            self.left = p.left
            self.money = p.money[:]
            self.plants = p.plants
            self.fuel = p.fuel[:]
            self.caps = p.caps
            self.cities = p.cities
            self.reach = p.reach
            self.modules = [m.copy() for m in p.modules] if p.modules else []
            self.events = None
            self.halt = False
            self.taken = None
            self.turn = p.turn
            return
        self.seed = 0
        self.shuffles = 0
        self.reshuffle = None
        self.round = 1
        self.phase = 0
        self.step = 1
        self.step_3 = STEP_3_TO_COME
        self.agenda = []
        self.seat = NOBODY
        self.kind = ""
        self.asked_in = 1
        self.ended = False
        self.regions = ()
        self.area = NO_AREA
        self.tiles = ()
        self.occupants = []
        self.market = []
        self.places = 0
        self.deck = []
        self.under = []
        self.mixed = ()
        self.boxed = []
        self.removed = []
        self.stock = []
        self.supply = []
        self.order = []
        self.bought = 0
        self.left = 0
        self.money = []
        self.plants = []
        self.fuel = []
        self.caps = []
        self.cities = []
        self.reach = []
        self.modules = []
        self.events = None
        self.halt = False
        self.taken = None
        self.turn = 0

    def copy(self) -> Position:
        """An independent copy; it records no events until told to."""
        return Position(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpacked, ([getattr(self, name) for name in self.NAMES],))

    def __eq__(self, other: object) -> bool:
        """Equal in everything that a game can depend on (an area is its regions; what is known changes nothing)."""
        if not isinstance(other, Position):
            return NotImplemented
        skip = ("events", "halt", "area", "mixed")
        return all(getattr(self, n) == getattr(other, n) for n in self.NAMES if n not in skip)

    __hash__ = None  # type: ignore[assignment]  # mutable


def with_item(items: list[T], index: int, item: T) -> list[T]:
    """A copy of a list with one item replaced; use it for lists that positions share."""
    out = items[:]
    out[index] = item
    return out


NO_AREA: Final = Area((), 0, [], [])
"""Before a draft of regions is complete."""


def _unpacked(values: list[Any]) -> Position:
    """The position of these values, in the order of the names."""
    p = Position()
    for name, value in zip(Position.NAMES, values, strict=True):
        setattr(p, name, value)
    return p
