"""What an edition is to the engine: what its box prints, the phases of each round, draw effects, named hooks.

An edition is composed outside (from data files, then by modules, each of which appends to the hooks), and is constant
from then on.
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
"""A number of cities that nobody reaches."""

DrawEffect = Callable[["Rules", "Position", int], None]
TableHook = Callable[["Rules", "Position"], None]
TurnHook = Callable[["Rules", "Position"], bool]
SeatCount = Callable[["Rules", "Position", int], int]
SeatCards = Callable[["Rules", "Position", int], "tuple[int, ...]"]
CardHook = Callable[["Rules", "Position", int], None]
SeatHook = Callable[["Rules", "Position", int], None]
AnswerHook = Callable[["Rules", "Position", int, str], bool]
SeatCardHook = Callable[["Rules", "Position", int, int], None]
AssignHook = Callable[["Rules", "Position", int, int, int], None]
CountHook = Callable[["Rules", "Position", int, int], int]
StoresHook = Callable[["Rules", "Position", int], list[tuple[int, int]]]

PLANT: Final = "plant"
STEP_3: Final = "step-3"


class Card:
    """A card of the deck. ``rank`` sorts and breaks ties; plants have a number, other cards None."""

    __slots__ = (
        "back",
        "burns",
        "cities",
        "kind",
        "mask",
        "minimum_bid",
        "number",
        "rank",
        "ref",
    )

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
        """What the back of the card tells, where backs differ (I2)."""


class PrintedFuel:
    """One fuel: the price of every space of its market row, cheapest first, and how it is refilled."""

    __slots__ = ("id", "prices", "refill", "start")

    def __init__(self, id: str, prices: list[int], start: int, refill: Mapping[int, list[int]]) -> None:
        self.id = id
        self.prices = prices
        self.start = start
        self.refill = dict(refill)


class PlayersRow:
    """What depends on the number of players."""

    __slots__ = ("end", "houses", "plants", "regions", "removed", "step_2", "stop")

    def __init__(
        self, regions: int, plants: int, step_2: int, end: int, removed: Mapping[str, int], houses: int
    ) -> None:
        self.regions = regions
        self.plants = plants
        self.step_2 = step_2
        self.end = end
        self.removed = dict(removed)
        """Cards taken out unseen, by the back they show ("" where backs do not differ)."""
        self.houses = houses
        self.stop = NEVER
        """A player with so many cities stops building (short game)."""


class Phase:
    """A phase of a round: the frames it puts on the agenda, in the order in which they are worked off."""

    __slots__ = ("defers_step_3", "frames", "id", "must_buy")

    def __init__(self, id: str, frames: tuple[Frame, ...], must_buy: bool = False, defers_step_3: bool = False) -> None:
        self.id = id
        self.frames = frames
        self.must_buy = must_buy
        self.defers_step_3 = defers_step_3


class Turns:
    """How a phase goes round the table: the decisions of one turn in their order, and which way the order is read."""

    __slots__ = ("reverse", "stages")

    def __init__(self, stages: tuple[str, ...], reverse: bool) -> None:
        self.stages = stages
        self.reverse = reverse


class ExtraAuction:
    """A card that is auctioned the moment it is turned up: who may bid, and what the winner does with it."""

    __slots__ = ("may_bid", "won")

    def __init__(self, may_bid: Callable[[Rules, Position, int], bool], won: SeatCardHook) -> None:
        self.may_bid = may_bid
        self.won = won


class Hooks:
    """The named points at which a module takes hold: it appends to these lists, and each is called in its order."""

    def __init__(self) -> None:
        self.on_set_up: list[TableHook] = []
        """A new table: the seats have their money and are about to get their order. Not where a position is read."""
        self.on_order_set: list[TableHook] = []
        self.on_phase_began: list[TableHook] = []
        self.on_auction_turn: list[TurnHook] = []
        """Before a player opens an auction; True when the hook has put something on the agenda."""
        self.may_draw: list[TurnHook] = []
        """False when the top card of the deck must stay there."""
        self.unsettled: list[TurnHook] = []
        """True when the hook has changed something about a market that does not rest yet."""
        self.on_laid_out: list[TableHook] = []
        """The first cards lie in the market."""
        self.on_taken: list[CardHook] = []
        """A card has left its place in the market."""
        self.on_rest: list[TableHook] = []
        """Somebody has to decide, or the game is over."""
        self.on_entered: list[CardHook] = []
        """A plant has come into the market."""
        self.on_bought: list[SeatCardHook] = []
        self.on_scrapped: list[SeatCardHook] = []
        self.on_connected: list[SeatCardHook] = []
        self.on_assigned: list[AssignHook] = []
        self.more_stores: list[StoresHook] = []
        self.more_output: list[CountHook] = []
        self.minimum_bids: list[CountHook] = []
        self.rebates: list[SeatCount] = []
        """What a seat pays less than it has bid."""
        self.sale_prices: list[CountHook] = []
        """What a seat pays for a plant that it has won, of the price that it would pay otherwise."""
        self.paid_cities: list[CountHook] = []
        """For how many cities a seat is paid beyond those that it supplies."""
        self.answers: list[AnswerHook] = []
        """Before a seat is asked: True when the hook has made the move (``agenda.answer``) or put something on the
        agenda, such as a question to somebody else. So a company can bid, buy and build by rules alone."""
        self.neutral_turns: dict[str, SeatHook] = {}
        """What a company that nobody plays does instead of deciding, by kind of decision."""
        self.supply: SeatCount | None = None
        """The most own cities that a seat can supply, where that is not a matter of fuel."""
        self.working: SeatCards | None = None
        """The cards of a seat that can supply cities, where these are not all."""


class Printed:
    """The numbers that the box of an edition prints: money, costs, payments, fuels, cards, what players get."""

    def __init__(self) -> None:
        self.money = 0
        self.place_costs: list[int] = []
        self.payments: list[int] = []
        self.fuels: list[PrintedFuel] = []
        self.players: dict[int, PlayersRow] = {}
        self.cards: list[Card] = []
        self.tiles: list[int] = []
        """Connection costs that are shuffled onto the board in every game."""
        self.always_regions: list[str] = []
        """Regions that every playing area has."""
        self.tie_breaks: list[str] = []
        self.own_rules: dict[str, str] = {}
        """Rules of the core whose place a rule of the edition takes: refusals and events name that one."""
        self.scrap_new_plant = False
        self.neutral_seats = 0
        """Companies that nobody plays. Their seats come after the players'."""
        self.automatic: dict[int, str] = {}
        """The players' seats for which a module answers, each with the name of its company: no person sits there, and
        nothing about them is hidden."""


class MarketPlan:
    """How the plant market is laid out, filled and thinned out, and what the cards of the deck do."""

    def __init__(self) -> None:
        self.current = 0
        self.places = 0
        self.places_step_3 = 0
        self.opening: list[CardRef] = []
        self.deck_top: CardRef | None = None
        self.opening_back: str | None = None
        """Where the market is drawn: the back of the cards it is drawn from."""
        self.top_cards = 0
        """How many more of them lie unseen on top of the deck."""
        self.for_sale: frozenset[str] = frozenset({PLANT})
        """The kinds of cards that lie in the market."""
        self.obsolescence = True
        """Whether plants leave that are no larger than the leader's number of cities (M3)."""
        self.step_2_replaces = True
        """Whether the plant that leaves when step 2 begins is replaced."""
        self.step_3_in_deck = True
        self.step_3_boxes = True
        """Whether the smallest plant leaves in each bureaucracy of step 3 (U3)."""
        self.late_cards: list[CardRef] = []
        """Shuffled into the deck after cards were taken out unseen."""
        self.cards_beside: list[CardRef] = []
        """Never in the deck."""
        self.assignable: list[CardRef] = []
        """Cards that are put on a plant."""
        self.prepare: Callable[[Rules, Position, Script], None] = _no_set_up
        self.draws: dict[str, DrawEffect] = {}
        self.extra_auctions: dict[str, ExtraAuction] = {}


class RoundPlan:
    """How a round goes: its phases with their frames, the decisions of a turn, what can lie on the agenda."""

    def __init__(self) -> None:
        self.phases: Callable[[int], tuple[Phase, ...]] = _no_rounds
        """The phases of each round."""
        self.phase_frames: dict[str, list[Frame]] = {}
        """What happens in each phase, in its order; modules may insert."""
        self.turns: dict[str, Turns] = {}
        self.opening_frames: list[Frame] = []
        """What happens between the choice of regions and round 1."""
        self.frames: dict[str, Frame] = {}
        """One frame of each kind, by name: those that are read from a file are made from it."""
        self.deciders: dict[str, Decider] = {}
        self.expanding = "build"
        """The kind of decision in which a company expands its network."""

    def add_frame(self, frame: Frame) -> None:
        """Let frames of this kind lie on the agenda; one of the same name does its part from now on."""
        self.frames[frame.name] = frame

    def add_decider(self, decider: Decider) -> None:
        """Let seats be asked this; one of the same kind is asked in its place from now on."""
        self.deciders[decider.kind] = decider


class Edition:
    """Everything that makes one game of the family different from another, in four parts, and its modules."""

    def __init__(self, id: str, revision: int) -> None:
        self.id = id
        self.revision = revision
        self.printed = Printed()
        self.market = MarketPlan()
        self.round = RoundPlan()
        self.hooks = Hooks()
        self.modules: dict[str, Module[Any]] = {}

    def add_module(self, module: Module[Any]) -> None:
        """Let a module join: it keeps a state in every position and hangs its methods on the hooks that it uses."""
        self.modules[module.id] = module
        module.join(self)


class Script:
    """A set-up that is dictated instead of drawn: cards as indices, tops first; None where chance decides."""

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
