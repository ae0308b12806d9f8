"""Views: what a seat or a spectator may see of a position, and derived facts.

A view is an allow-list of fields. Positions that differ only in hidden information give equal views. Fields are
computed on first use, from a position without hidden information (``redaction``).
"""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, overload

from stromnetz.engine.board import AREA_CACHE_SIZE, UNREACHABLE, Area, Board
from stromnetz.engine.edition import NEVER
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.value_classes import FrozenDict, to_plain_json

from . import view_json
from .catalogue import PlantFacts, cities_in, connections_of, plants
from .decision import Decision
from .face_down import FaceDown
from .files.position_json import STEP_3_WORDS, houses
from .redaction import UNKNOWN, redact_for_seat
from .results import Result, result_of
from .rulesets import rules_for
from .variants import variants_json
from .view_json import next_seats, outgoing_card
from .view_parts import AuctionView, ContinuationJson, FuelView, HeldCard, OutgoingCard, PlayerView
from .view_positions import position_from_view

if TYPE_CHECKING:
    from stromnetz.types import AnyDecision

    from .game import Game
else:
    AnyDecision = Decision  # for those who read the annotations, such as `json_schemas`


T = TypeVar("T")


class cached_field(Generic[T]):  # noqa: N801  (used as a decorator, like property)
    """``functools.cached_property`` without its lock, which takes longer than most fields (until Python 3.12)."""

    def __init__(self, func: Callable[[Any], T]) -> None:
        self.func = func
        self.name = func.__name__
        self.__doc__ = func.__doc__

    @overload
    def __get__(self, owner: None, cls: type) -> cached_field[T]: ...
    @overload
    def __get__(self, owner: object, cls: type) -> T: ...
    def __get__(self, owner: object | None, cls: type) -> T | cached_field[T]:
        if owner is None:
            return self
        # from now on, attribute lookup finds the instance's value first
        value = owner.__dict__[self.name] = self.func(owner)
        return value


def part_json(part: Any) -> Any:
    """Return a field of a view as JSON data."""
    return part.to_json() if isinstance(part, Decision | Result) else to_plain_json(part)


def player_of(player: dict[str, Any]) -> PlayerView:
    """Return a company of a view from its JSON data."""
    return PlayerView(**{**player, "cards": [HeldCard(**card) for card in player["cards"]]})


def parts_from_json(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a view received as JSON, with objects for the structured ones."""
    out = dict(fields)
    try:
        out["fuels"] = {id: FuelView(**fuel) for id, fuel in fields["fuels"].items()}
        out["players"] = [player_of(player) for player in fields["players"]]
        out["outgoing_card"] = fields["outgoing_card"] and OutgoingCard(**fields["outgoing_card"])
        out["auction"] = fields["auction"] and AuctionView(**fields["auction"])
        out["decision"] = fields["decision"] and Decision.from_json(fields["decision"], tuple(fields["fuels"]))
        out["result"] = fields["result"] and Result.from_json(fields["result"])
    except (AttributeError, KeyError, TypeError) as error:
        raise BadInput(f"a part of this view is not what it should be: {short_repr(str(error))}", {}) from None
    return out


Costs = Mapping[str, Mapping[str, int]]
"""By city, and by another city."""


class ViewFacts:
    """Facts that follow from a view and are not part of its JSON."""

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

        @cached_field
        def _rules(self) -> Rules:
            """The rules of a view received as JSON; other views get them when created."""
            people = sum(not player.neutral for player in self.players)
            return rules_for(self.edition, self.map, people, self.options)[0]

        @cached_field
        def _p(self) -> Position:
            """The position of a view received as JSON; other views are created from one."""
            return position_from_view(self._rules, self)

    # --- fuel ---

    def price_row(self, fuel: str) -> list[int]:
        """Return the prices of a fuel's markers in the market, cheapest first."""
        rules = self._rules
        index = rules.fuel(fuel)
        prices = rules.prices[index]
        return prices[len(prices) - self.fuels[fuel].in_market :]

    def all_prices(self, fuel: str) -> list[int]:
        """Return the prices of all spaces of a fuel in the market, cheapest first; the filled ones are the last."""
        rules = self._rules
        return list(rules.prices[rules.fuel(fuel)])

    @cached_field
    def refills(self) -> Mapping[str, tuple[int, ...]]:
        """By fuel: the number of markers refilled in each bureaucracy of steps 1, 2 and 3, limited by the supply."""
        rules = self._rules
        return FrozenDict({id: tuple(rules.refill[f]) for f, id in enumerate(rules.fuel_ids)})

    # --- the deck ---

    def back(self, card: CardRef) -> str | None:
        """Return what a card's back shows; None if all backs of the edition are alike."""
        rules = self._rules
        return rules.cards[rules.card(card)].back

    @cached_field
    def unseen(self) -> tuple[CardRef, ...]:
        """The hidden cards, in the deck or removed, except those in ``under_deck``."""
        return tuple(self._rules.refs(self._face_down.cards))

    @cached_field
    def in_deck(self) -> tuple[CardRef, ...]:
        """The cards that are certainly in the deck, including ``under_deck``; other unseen ones may be removed."""
        return tuple(self._rules.refs(sorted(self._face_down.certain)))

    @cached_field
    def deck_cards(self) -> tuple[CardRef | None, ...]:
        """The deck from the top: the card if it is known, otherwise None."""
        refs = self._rules.card_refs
        return tuple([None if card == UNKNOWN else refs[card] for card in reversed(self._face_down.deck)])

    @cached_field
    def _face_down(self) -> FaceDown:
        return FaceDown(self._rules, self._p, self.deck_back)

    # --- places and payments ---

    @cached_field
    def place_costs(self) -> tuple[int, ...]:
        """The costs of a city's places, in the order in which they are taken."""
        return tuple(self._rules.place_costs)

    @cached_field
    def open_places(self) -> int:
        """The number of places of each city that are open in this step."""
        return min(self.step, len(self._rules.place_costs))

    def place_cost(self, city: str) -> int | None:
        """Return the cost of the next place in a city, without connections; None if the city is full in this step."""
        taken = len(self.houses.get(city, ()))
        return self._rules.place_costs[taken] if taken < self.open_places else None

    @cached_field
    def house_limit(self) -> int | None:
        """The maximum number of cities of a company; None if there is no limit."""
        limit = self._rules.build_limit
        return None if limit == NEVER else limit

    @cached_field
    def payments(self) -> tuple[int, ...]:
        """The income for 0, 1, 2, … supplied cities; beyond that, the last value applies."""
        return tuple(self._rules.payments)

    def payment(self, cities: int) -> int:
        """Return the income for a number of supplied cities."""
        return self._rules.payment(cities)

    # --- the map ---

    @cached_field
    def distances(self) -> Costs:
        """The cheapest connection between any two cities of the playing area: ``distances[a][b]``.

        Computed once for all views of a playing area. Pairs without a connection are missing.
        """
        return _tables(self._rules.board, self._area)[0]

    @cached_field
    def neighbours(self) -> Costs:
        """The connections of each city of the playing area with their costs: ``neighbours[a][b]``."""
        return _tables(self._rules.board, self._area)[1]

    @property
    def _area(self) -> Area:
        rules = self._rules
        return rules.board.area([rules.region_index[id] for id in self.regions], tuple(self.tiles))


@lru_cache(maxsize=AREA_CACHE_SIZE)
def _tables(board: Board, area: Area) -> tuple[Costs, Costs]:
    ids = board.city_ids
    distances: dict[str, FrozenDict[str, int]] = {}
    neighbours: dict[str, FrozenDict[str, int]] = {}
    for a in area.cities:
        row = area.rows[a]
        distances[ids[a]] = FrozenDict({ids[b]: row[b] for b in area.cities if row[b] < UNREACHABLE})
        costs: dict[str, int] = {}
        for b, cost in area.neighbours[a]:
            costs[ids[b]] = min(cost, costs.get(ids[b], cost))
        neighbours[ids[a]] = FrozenDict(costs)
    return FrozenDict(distances), FrozenDict(neighbours)


def describe(view: View) -> str:
    """Return in one line what is played and where it stands."""
    played = f"{view.edition} on {view.map}, {len(view.players)} players"
    if view.decision is None:
        return f"{played}: over in round {view.round}"
    seat, kind = view.decision.seat, view.decision.kind
    return f"{played}: round {view.round}, step {view.step}, {view.phase}, seat {seat} decides ({kind})"


class View(ViewFacts):
    """What a seat may see (None: a spectator). All fields are listed in ``FIELDS`` and in ``to_json``.

    >>> from stromnetz import new_game
    >>> view = new_game("classic-2004", players=2, seed=7).view(0)
    >>> view.current, view.players[0].money, view.deck
    ([3, 4, 5, 6], 50, 27)
    """

    FIELDS: ClassVar[tuple[str, ...]]
    SHARED: ClassVar[tuple[str, ...]]
    """Fields that are equal for all seats and computed once."""

    def __init__(self, rules: Rules, p: Position, seat: int | None, options: Mapping[str, Any], version: int) -> None:
        self._rules = rules
        self._p = redact_for_seat(rules, p, seat, options["money"] == "hidden")
        self._back = rules.cards[p.deck[-1]].back if p.deck else None
        self.seat = seat
        self._options = options
        self.version = version

    # --- the frame ---

    @cached_field
    def edition(self) -> str:
        return self._rules.edition.id

    @cached_field
    def map(self) -> str:
        return self._rules.board.id

    @cached_field
    def options(self) -> dict[str, Any]:
        return variants_json(self._options)

    # --- generated by tools/generate/position_fields.py: view_properties ---
    @cached_field
    def round(self) -> int:
        p = self._p
        return p.round

    @cached_field
    def phase(self) -> str:
        rules, p = self._rules, self._p
        return rules.phase(p).id

    @cached_field
    def step(self) -> int:
        p = self._p
        return p.step

    @cached_field
    def step_3(self) -> str:
        """Whether the "Step 3" card is ``to-come``, ``on-offer`` or has ``changed`` the market."""
        p = self._p
        return STEP_3_WORDS[p.step_3]

    @cached_field
    def order(self) -> list[int]:
        p = self._p
        return p.order[:]

    @cached_field
    def regions(self) -> list[str]:
        rules, p = self._rules, self._p
        return [rules.board.region_ids[r] for r in p.regions]

    @cached_field
    def tiles(self) -> list[int]:
        """The costs of all connections in the order of the map's data, in editions that lay tiles."""
        p = self._p
        return list(p.tiles)

    @cached_field
    def deck(self) -> int:
        """The number of cards in the deck."""
        p = self._p
        return len(p.deck)

    @cached_field
    def under_deck(self) -> list[CardRef]:
        """The cards known to be under the deck, in the order in which they were put there."""
        rules, p = self._rules, self._p
        return rules.refs(p.under_deck)

    @cached_field
    def out_of_game(self) -> list[CardRef]:
        rules, p = self._rules, self._p
        return rules.refs(p.out_of_game)

    @cached_field
    def removed(self) -> int:
        """The number of cards removed unseen."""
        p = self._p
        return len(p.removed)

    # --- end ---

    @cached_field
    def step_2_at(self) -> int:
        return self._rules.step_2_at

    @cached_field
    def end_at(self) -> int:
        return self._rules.end_at

    @cached_field
    def plant_limit(self) -> int | None:
        """The maximum number of plants of a company; None if there is no limit."""
        return self._rules.public_plant_limit

    @cached_field
    def must_buy(self) -> bool:
        """Whether sitting out is not allowed in this phase (A3)."""
        return self._rules.phase(self._p).must_buy

    # --- plants ---

    @cached_field
    def current(self) -> list[CardRef]:
        return self._rules.refs(self._rules.on_offer(self._p))

    @cached_field
    def minimum_bids(self) -> list[int]:
        """The minimum bid for each plant in the current market."""
        return [self._rules.lowest_bid(self._p, c) for c in self._rules.on_offer(self._p)]

    @cached_field
    def future(self) -> list[CardRef]:
        """The rest of the market, including "Step 3" while it is there."""
        current = self._rules.on_offer(self._p)
        return self._rules.refs([c for c in self._p.market if c not in current])

    @cached_field
    def deck_back(self) -> str | None:
        """What the back of the top card shows; None if all backs of the edition are alike (I2)."""
        return self._back

    @cached_field
    def outgoing_card(self) -> OutgoingCard | None:
        """The card that the market update will remove; None if auctions of this round can still change that."""
        card = outgoing_card(self._rules, self._p)
        return None if card is None else OutgoingCard(**card)

    # --- fuel, players, map ---

    @cached_field
    def fuels(self) -> dict[str, FuelView]:
        return {id: FuelView(**fuel) for id, fuel in view_json.fuels(self._rules, self._p).items()}

    @cached_field
    def players(self) -> list[PlayerView]:
        """All companies, neutral ones last."""
        return [player_of(one) for one in view_json.players(self._rules, self._p, self.seat, self._options)]

    @cached_field
    def houses(self) -> dict[str, list[int]]:
        """The cities with houses: the seats in the order of their places."""
        return houses(self._rules, self._p)

    # --- what is going on ---

    @cached_field
    def auction(self) -> AuctionView | None:
        """The current auction with the remaining bidders."""
        auction = view_json.auction(self._rules, self._p)
        return None if auction is None else AuctionView(**auction)

    @cached_field
    def decision(self) -> AnyDecision | None:
        p = self._p
        if p.seat < 0:
            return None
        return cast("AnyDecision", Decision(p.seat, p.kind, (self._rules, p) if p.seat == self.seat else None))

    @cached_field
    def next_seats(self) -> list[int]:
        """The seats after the deciding one, as far as the phase or the current auction determines them."""
        return next_seats(self._rules, self._p)

    @cached_field
    def modules(self) -> dict[str, Any]:
        rules, p = self._rules, self._p
        return {name: p.modules[slot].view(rules, p, self.seat) for name, slot in rules.module_slot.items()}

    @cached_field
    def continuation(self) -> ContinuationJson:
        return cast(ContinuationJson, view_json.continuation(self._rules, self._p))

    @cached_field
    def result(self) -> Result | None:
        if self._p.stop_at_draw and self._options["money"] == "hidden":
            return None
        return result_of(self._rules, self._p)

    def connections(self) -> list[tuple[str, str, int]]:
        """Return the connections of the playing area with their costs in this game."""
        inside = set(self.cities())
        pairs = zip(connections_of(self.map), self.tiles or repeat(0), strict=False)
        return [(a, b, tile or cost) for (a, b, cost), tile in pairs if a in inside and b in inside]

    def cities(self) -> list[str]:
        return [city for cities in self.cities_by_region().values() for city in cities]

    def cities_by_region(self) -> dict[str, list[str]]:
        return {region: cities_in(self.map, region) for region in self.regions}

    def is_plant(self, card: CardRef) -> bool:
        return card in plants(self.edition)

    def plant(self, plant: CardRef) -> PlantFacts:
        """Return a plant as printed."""
        return plants(self.edition)[plant]

    def sample(self, rng: Random) -> Game:
        """Return a complete game that agrees with this view, with everything hidden drawn at random.

        All orders of the deck and selections of removed cards that agree with the view are equally likely. If money is
        hidden, each company gets a random amount between its possible minimum and maximum.
        """
        from .rollouts import sample  # noqa: PLC0415  (cyclic: games create views)

        return sample(self, rng)

    @property
    def is_detached(self) -> bool:
        """Whether the view was read from JSON, so that it has no position."""
        return "_p" not in self.__dict__

    def known_position(self) -> tuple[Rules, Position, bool]:
        """Return the rules, the position as the seat knows it, and whether money is hidden. Used by encoders."""
        if self.is_detached:
            raise BadInput("this view was sent: there is no position behind it")
        return self._rules, self._p, self._options["money"] == "hidden"

    def packed(self) -> str:
        """Return the view as text for another process of this program; without hidden information."""
        rules, p, _ = self.known_position()
        kind = (rules.edition.id, rules.board.id, rules.players, dict(self._options))
        return b64encode(pickle.dumps((kind, p, self._back, self.seat, self.version))).decode("ascii")

    @classmethod
    def unpacked(cls, text: str) -> View:
        """Return a packed view. Never use it for untrusted texts: unpickling can run any code."""
        (edition, board, players, options), p, back, seat, version = pickle.loads(b64decode(text))
        out = cls.__new__(cls)
        out._rules, _ = rules_for(edition, board, players, options)
        out._p, out._back, out.seat, out._options, out.version = p, back, seat, options, version
        return out

    # --- JSON ---

    def to_json(self) -> dict[str, Any]:
        if "_options" not in self.__dict__:  # received as JSON
            return {name: part_json(getattr(self, name)) for name in self.FIELDS}
        return view_json.view_json(self._rules, self._p, self.seat, self._options, self.version, self._back)

    def position_json(self) -> dict[str, Any]:
        """Return the position as far as the seat knows it; :func:`stromnetz.parse_position` draws what is hidden."""
        from .seen_positions import seen_position  # noqa: PLC0415  (cyclic: it reads views)

        return seen_position(self)

    def position_line(self) -> str:
        """Return the position as far as the seat knows it as one line, for people, links and other programs.

        >>> from stromnetz import new_game, parse_position
        >>> view = new_game("classic-2004", players=2, seed=7).view(1)
        >>> view.position_line()[:68]
        'stromnetz-position 1 edition=classic-2004 map=germany round=1 phase='
        >>> parse_position(view.position_line(), seed=3).view(1) == view
        True
        """
        from .files.position_line import position_line  # noqa: PLC0415  (loaded on demand)

        return position_line(self.position_json())

    def private_json(self, public: dict[str, Any]) -> dict[str, Any]:
        """Return the fields that differ from ``public``, the JSON of a spectator's view at the same moment."""
        assert self.seat is not None
        return view_json.private_json(self._rules, self._p, self.seat, self._options, public)

    @classmethod
    def from_json(cls, data: Any) -> View:
        """Return a view received as JSON, with the options and legal moves of its decision, for bots elsewhere.

        >>> from stromnetz.play.new import new_game
        >>> view = new_game("classic-2004", players=3, seed=1).view(1)
        >>> sent = View.from_json(view.to_json())
        >>> sent == view, sent.decision.legal_moves[0]
        (True, Open(3, 3))
        """
        if not isinstance(data, Mapping) or set(cls.FIELDS) - data.keys():
            raise BadInput(f"a view is an object with the fields {', '.join(cls.FIELDS)}")
        out = cls.__new__(cls)
        fields = parts_from_json({name: data[name] for name in cls.FIELDS})
        out.__dict__.update(fields)  # cached fields are looked up there first
        return out

    def _repr_svg_(self) -> str:
        """Return the board as the seat sees it; Jupyter shows it."""
        from .pictures.board import svg  # noqa: PLC0415  (cyclic: it draws views)

        return svg(self)

    def __repr__(self) -> str:
        return f"<View of {'a spectator' if self.seat is None else f'seat {self.seat}'}: {describe(self)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through JSON, without the rules, which are composed again on arrival."""
        return (type(self).from_json, (self.to_json(),))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


View.FIELDS = ("seat", "version", *[name for name, value in vars(View).items() if isinstance(value, cached_field)])
View.SHARED = tuple([name for name in View.FIELDS if name not in ("seat", "players", "decision", "modules", "result")])


@dataclass(slots=True)
class Preview:
    """The result of a plan: the number of moves made, and the view after them.

    ``stopped`` is the reason if the plan ends early: ``"draw"`` if a card would be drawn (the last move is made up to
    that point), ``"turn"`` if it is no longer the seat's turn.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> plan = game.preview([Open(4, 4)])
    >>> plan.made, plan.view.auction.bid, game.version
    (1, 4, 0)
    """

    made: int
    stopped: str | None
    view: View
    events: list[Event]
