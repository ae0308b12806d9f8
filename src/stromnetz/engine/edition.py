"""The engine's model of an edition: printed numbers, market, phases, draw effects, named hooks.

An edition is composed elsewhere, from data files and then by modules that append to the hooks. It never changes after
that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from .frames import Frame
from .modules import Module
from .moves import CardRef

if TYPE_CHECKING:
    from .decisions import Decider
    from .position import Position
    from .rules import Rules

NEVER: Final = 1 << 20
"""More cities than anyone can connect."""

DrawEffect = Callable[["Rules", "Position", int], None]
TableHook = Callable[["Rules", "Position"], None]
TurnHook = Callable[["Rules", "Position"], bool]
SeatCount = Callable[["Rules", "Position", int], int]
SeatCards = Callable[["Rules", "Position", int], "tuple[int, ...]"]
CardHook = Callable[["Rules", "Position", int], None]
SeatHook = Callable[["Rules", "Position", int], None]
AutomaticMoveHook = Callable[["Rules", "Position", int, str], bool]
SeatCardHook = Callable[["Rules", "Position", int, int], None]
AssignHook = Callable[["Rules", "Position", int, int, int], None]
CountHook = Callable[["Rules", "Position", int, int], int]
StoresHook = Callable[["Rules", "Position", int], list[tuple[int, int]]]

PLANT: Final = "plant"
STEP_3: Final = "step-3"


class Card:
    """A card of the deck. ``rank`` sorts and breaks ties; plants have a number, other cards None."""

    __slots__ = ("back", "burns", "cities", "kind", "mask", "minimum_bid", "number", "rank", "ref")

    def __init__(
        self,
        ref: CardRef,
        kind: str,
        rank: int,
        number: int = 0,
        mask: int = 0,
        burns: int = 0,
        cities: int = 0,
        minimum_bid: int = 0,
        back: str | None = None,
    ) -> None:
        self.ref = ref
        self.kind = kind
        self.rank = rank
        self.number = number
        self.mask = mask
        self.burns = burns
        self.cities = cities
        self.minimum_bid = minimum_bid
        self.back = back
        """What the card's back shows, in editions with different backs (I2)."""


class PrintedFuel:
    """A fuel: the prices of its market spaces, cheapest first, and its refill."""

    __slots__ = ("id", "prices", "refill", "start")

    def __init__(self, id: str, prices: list[int], start: int, refill: Mapping[int, list[int]]) -> None:
        self.id = id
        self.prices = prices
        self.start = start
        self.refill = dict(refill)


class PlayersRow:
    """The numbers of an edition that depend on the number of players."""

    __slots__ = ("end", "houses", "plants", "regions", "removed", "step_2", "stop")

    def __init__(
        self, regions: int, plants: int, step_2: int, end: int, removed: Mapping[str, int], houses: int
    ) -> None:
        self.regions = regions
        self.plants = plants
        self.step_2 = step_2
        self.end = end
        self.removed = dict(removed)
        """Number of cards removed unseen, by back ("" if all backs are alike)."""
        self.houses = houses
        self.stop = NEVER
        """Number of cities at which a player stops building (short game)."""


class Phase:
    """A phase of a round: the frames that it puts on the agenda, in order of execution."""

    __slots__ = ("defers_step_3", "frames", "id", "must_buy")

    def __init__(self, id: str, frames: tuple[Frame, ...], must_buy: bool = False, defers_step_3: bool = False) -> None:
        self.id = id
        self.frames = frames
        self.must_buy = must_buy
        self.defers_step_3 = defers_step_3


class Turns:
    """The turns of a phase: the decisions of one turn, and whether seats act in reverse order."""

    __slots__ = ("reverse", "stages")

    def __init__(self, stages: tuple[str, ...], reverse: bool) -> None:
        self.stages = stages
        self.reverse = reverse


class ExtraAuction:
    """A card that is auctioned as soon as it is drawn: who may bid, and what the winner gets."""

    __slots__ = ("may_bid", "won")

    def __init__(self, may_bid: Callable[[Rules, Position, int], bool], won: SeatCardHook) -> None:
        self.may_bid = may_bid
        self.won = won


class Hooks:
    """Named extension points. A module appends functions to these lists; they are called in that order."""

    def __init__(self) -> None:
        self.on_set_up: list[TableHook] = []
        """At set-up, after the seats got their money and before the order is set. Not called for loaded positions."""
        self.on_order_set: list[TableHook] = []
        self.on_phase_began: list[TableHook] = []
        self.on_auction_turn: list[TurnHook] = []
        """Before a player opens an auction; True if the hook put something on the agenda."""
        self.may_draw: list[TurnHook] = []
        """False if the top card of the deck must stay there."""
        self.unsettled: list[TurnHook] = []
        """True if the hook changed the market, which then settles further."""
        self.on_laid_out: list[TableHook] = []
        """After the first cards were put into the market."""
        self.on_taken: list[CardHook] = []
        """After a card left its place in the market."""
        self.on_pause: list[TableHook] = []
        """When a seat has to decide or the game is over."""
        self.on_entered: list[CardHook] = []
        """After a plant entered the market."""
        self.on_bought: list[SeatCardHook] = []
        self.on_scrapped: list[SeatCardHook] = []
        self.on_connected: list[SeatCardHook] = []
        self.on_assigned: list[AssignHook] = []
        self.more_stores: list[StoresHook] = []
        self.more_output: list[CountHook] = []
        self.minimum_bids: list[CountHook] = []
        self.rebates: list[SeatCount] = []
        """The rebate of a seat: the difference between its bid and what it pays."""
        self.sale_prices: list[CountHook] = []
        """The price that a seat pays for a plant it won, given the price so far."""
        self.paid_cities: list[CountHook] = []
        """The number of cities for which a seat is paid beyond those it supplies."""
        self.automatic_moves: list[AutomaticMoveHook] = []
        """Before a seat is asked: True if the hook made the move or put something on the agenda, such as a question to
        another seat. This is how companies bid, buy and build without a player.
        """
        self.neutral_turns: dict[str, SeatHook] = {}
        """What a neutral company does instead of deciding, by kind of decision."""
        self.supply: SeatCount | None = None
        """The most own cities that a seat can supply, in editions where this does not depend on fuel."""
        self.working: SeatCards | None = None
        """The cards of a seat that can supply cities, if not all of them can."""


class Printed:
    """The numbers printed on an edition's components: money, costs, payments, fuels, cards, values per player count."""

    def __init__(self) -> None:
        self.money = 0
        self.place_costs: list[int] = []
        self.payments: list[int] = []
        self.fuels: list[PrintedFuel] = []
        self.players: dict[int, PlayersRow] = {}
        self.cards: list[Card] = []
        self.tiles: list[int] = []
        """Connection costs that are shuffled onto the board at set-up."""
        self.always_regions: list[str] = []
        """Regions that are part of every playing area."""
        self.tie_breaks: list[str] = []
        self.own_rules: dict[str, str] = {}
        """Shared rules replaced by rules of the edition, which refusals and events name instead."""
        self.scrap_new_plant = False
        self.neutral_seats = 0
        """Number of neutral companies. Their seats follow the players' seats."""
        self.automatic: dict[int, str] = {}
        """The players' seats that a module plays, with their companies' names. They have no hidden information."""


class MarketPlan:
    """How the plant market is set up, filled and cleared, and the effects of drawn cards."""

    def __init__(self) -> None:
        self.current = 0
        self.places = 0
        self.places_step_3 = 0
        self.opening: list[CardRef] = []
        self.deck_top: CardRef | None = None
        self.opening_back: str | None = None
        """If the first market is drawn: the back of the cards it is drawn from."""
        self.top_cards = 0
        """Number of further cards of this back on top of the deck."""
        self.for_sale: frozenset[str] = frozenset({PLANT})
        """The kinds of cards that can be in the market."""
        self.obsolescence = True
        """Whether plants leave whose number is at most the leader's number of cities (M3)."""
        self.step_2_replaces = True
        """Whether the plant that leaves when step 2 begins is replaced."""
        self.step_3_in_deck = True
        self.step_3_boxes = True
        """Whether the smallest plant is boxed in each bureaucracy phase of step 3 (U3)."""
        self.late_cards: list[CardRef] = []
        """Cards shuffled into the deck after others were removed unseen."""
        self.cards_beside: list[CardRef] = []
        """Cards that never enter the deck."""
        self.assignable: list[CardRef] = []
        """Cards that are put on a plant."""
        self.prepare: Callable[[Rules, Position, Script], None] = _no_set_up
        self.draws: dict[str, DrawEffect] = {}
        self.extra_auctions: dict[str, ExtraAuction] = {}


class RoundPlan:
    """The course of a round: its phases with their frames, the decisions of a turn, the kinds of frames."""

    def __init__(self) -> None:
        self.phases: Callable[[int], tuple[Phase, ...]] = _no_rounds
        """Returns the phases of a round."""
        self.phase_frames: dict[str, list[Frame]] = {}
        """The frames of each phase, in order; modules may insert some."""
        self.turns: dict[str, Turns] = {}
        self.opening_frames: list[Frame] = []
        """Frames between the choice of regions and round 1."""
        self.frames: dict[str, Frame] = {}
        """One frame of each kind, by name: frames read from files are created from it."""
        self.deciders: dict[str, Decider] = {}
        self.expanding = "build"
        """The kind of decision in which companies expand their networks."""

    def add_frame(self, frame: Frame) -> None:
        """Register a kind of frame; it replaces one of the same name."""
        self.frames[frame.name] = frame

    def add_decider(self, decider: Decider) -> None:
        """Register a kind of decision; it replaces one of the same kind."""
        self.deciders[decider.kind] = decider


class Edition:
    """Everything that distinguishes one game of the family from another: four groups of values, and modules."""

    def __init__(self, id: str, revision: int) -> None:
        self.id = id
        self.revision = revision
        self.printed = Printed()
        self.market = MarketPlan()
        self.round = RoundPlan()
        self.hooks = Hooks()
        self.modules: dict[str, Module[Any]] = {}

    def add_module(self, module: Module[Any]) -> None:
        """Add a module, which keeps a state in every position and appends its methods to hooks."""
        self.modules[module.id] = module
        module.join(self)


class Script:
    """A set-up given instead of drawn: cards as indices, top first; None is left to chance."""

    __slots__ = ("deck", "market", "order", "regions", "reshuffle", "tiles")

    def __init__(
        self,
        deck: list[int] | None = None,
        market: list[int] | None = None,
        order: list[int] | None = None,
        reshuffle: list[int] | None = None,
        regions: list[int] | None = None,
        tiles: list[int] | None = None,
    ) -> None:
        self.deck = deck
        self.market = market
        self.order = order
        self.reshuffle = reshuffle
        self.regions = regions
        self.tiles = tiles


def _no_set_up(rules: Rules, p: Position, script: Script) -> None:
    raise TypeError(f"edition {rules.edition.id!r} does not say how its cards are prepared")


def _no_rounds(number: int) -> tuple[Phase, ...]:
    raise TypeError(f"the edition does not say which phases round {number} has")
