"""Views: what one seat, or a spectator, may see of a position, with the facts that follow from it.

A view is an allow-list: nothing appears in it that is not named here field by field. Two positions that differ only in
hidden things give equal views. Fields are worked out when first read, from a position with nothing hidden
(``redaction``).
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
from .redaction import UNKNOWN, redact_for_seat
from .results import Result, result_of
from .rulesets import rules_for
from .variants import variants_json
from .view_json import STEP_3_WORDS, next_seats, outgoing_card
from .view_parts import AuctionView, CourseJson, FuelView, HeldCard, LeavingCard, PlayerView
from .view_positions import position_from_view

if TYPE_CHECKING:
    from .game import Game


T = TypeVar("T")


class cached_field(Generic[T]):  # noqa: N801  (it is used as a decorator, like property)
    """``functools.cached_property`` without its lock, which costs more than most of the fields (until Python 3.12)."""

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
        # from now on the instance's own value is found first
        value = owner.__dict__[self.name] = self.func(owner)
        return value


def part_json(part: Any) -> Any:
    """A field of a view as JSON data."""
    return part.to_json() if isinstance(part, Decision | Result) else to_plain_json(part)


def player_of(player: dict[str, Any]) -> PlayerView:
    """A company as a view has it, from its JSON data."""
    return PlayerView(**{**player, "cards": [HeldCard(**card) for card in player["cards"]]})


def parts_from_json(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a view as they were sent, those that are more than plain data as what they are."""
    out = dict(fields)
    try:
        out["fuels"] = {id: FuelView(**fuel) for id, fuel in fields["fuels"].items()}
        out["players"] = [player_of(player) for player in fields["players"]]
        out["leaving"] = fields["leaving"] and LeavingCard(**fields["leaving"])
        out["auction"] = fields["auction"] and AuctionView(**fields["auction"])
        out["decision"] = fields["decision"] and Decision.from_json(fields["decision"], tuple(fields["fuels"]))
        out["result"] = fields["result"] and Result.from_json(fields["result"])
    except (AttributeError, KeyError, TypeError) as error:
        raise BadInput(f"a part of this view is not what it should be: {short_repr(str(error))}", {}) from None
    return out


Costs = Mapping[str, Mapping[str, int]]
"""By city, and by another city."""


class ViewFacts:
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

        @cached_field
        def _rules(self) -> Rules:
            """The rules of a view that was sent; other views are created with them."""
            people = sum(not player.neutral for player in self.players)
            return rules_for(self.edition, self.map, people, self.options)[0]

        @cached_field
        def _p(self) -> Position:
            """What the seat knows, of a view that was sent; any other has made it of a position."""
            return position_from_view(self._rules, self)

    # --- fuel ---

    def price_row(self, fuel: str) -> list[int]:
        """What each marker of a fuel in the market costs, the cheapest first."""
        rules = self._rules
        index = rules.fuel(fuel)
        prices = rules.prices[index]
        return prices[len(prices) - self.fuels[fuel].in_market :]

    @cached_field
    def refills(self) -> Mapping[str, tuple[int, ...]]:
        """By fuel how many markers come into the market in each bureaucracy of step 1, 2 and 3, while there are any."""
        rules = self._rules
        return FrozenDict({id: tuple(rules.refill[f]) for f, id in enumerate(rules.fuel_ids)})

    # --- the deck ---

    def back(self, card: CardRef) -> str | None:
        """What the back of a card tells; None where the edition's backs are all alike."""
        rules = self._rules
        return rules.cards[rules.card(card)].back

    @cached_field
    def unseen(self) -> tuple[CardRef, ...]:
        """Every card of the game that lies face down, in the deck or taken out, those in ``under`` apart."""
        return tuple(self._rules.refs(self._face_down.cards))

    @cached_field
    def in_deck(self) -> tuple[CardRef, ...]:
        """The cards that certainly lie in the deck, ``under`` among them; the other unseen ones may be out."""
        return tuple(self._rules.refs(sorted(self._face_down.sure)))

    @cached_field
    def deck_cards(self) -> tuple[CardRef | None, ...]:
        """The deck, the top card first: which card it is where that is known, else None."""
        refs = self._rules.card_refs
        return tuple([None if card == UNKNOWN else refs[card] for card in reversed(self._face_down.deck)])

    @cached_field
    def _face_down(self) -> FaceDown:
        return FaceDown(self._rules, self._p, self.deck_back)

    # --- places and payments ---

    @cached_field
    def place_costs(self) -> tuple[int, ...]:
        """What the places of a city cost, in the order in which they are taken."""
        return tuple(self._rules.place_costs)

    @cached_field
    def open_places(self) -> int:
        """How many places of every city are open in this step."""
        return min(self.step, len(self._rules.place_costs))

    def place_cost(self, city: str) -> int | None:
        """What the next place of a city costs, without connections; None where it is full in this step."""
        taken = len(self.houses.get(city, ()))
        return self._rules.place_costs[taken] if taken < self.open_places else None

    @cached_field
    def house_limit(self) -> int | None:
        """How many cities a company can have; None where any number."""
        limit = self._rules.build_limit
        return None if limit == NEVER else limit

    @cached_field
    def payments(self) -> tuple[int, ...]:
        """The income for 0, 1, 2, … cities supplied; more cities than these pay like the last."""
        return tuple(self._rules.payments)

    def payment(self, cities: int) -> int:
        """The income for so many cities supplied."""
        return self._rules.payment(cities)

    # --- the map ---

    @cached_field
    def distances(self) -> Costs:
        """The cheapest connection between any two cities of the playing area: ``distances[a][b]``.

        Worked out once for all views of a playing area. A city that cannot be reached from another is missing there.
        """
        return _tables(self._rules.board, self._area)[0]

    @cached_field
    def neighbours(self) -> Costs:
        """The connections of every city of the playing area with their costs: ``neighbours[a][b]``."""
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


class View(ViewFacts):
    """What a seat may see (None: a spectator). Every field is listed in ``FIELDS``; ``to_json`` gives them all.

    >>> from stromnetz import new_game
    >>> view = new_game("classic-2004", players=2, seed=7).view(0)
    >>> view.current, view.players[0].money, view.deck
    ([3, 4, 5, 6], 50, 27)
    """

    FIELDS: ClassVar[tuple[str, ...]]
    SHARED: ClassVar[tuple[str, ...]]
    """The fields that are the same whoever looks, and are worked out once for all."""

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
        """The costs of all connections in the order of the map's data, where they are laid out anew in every game."""
        p = self._p
        return list(p.tiles)

    @cached_field
    def deck(self) -> int:
        """How many cards the deck has."""
        p = self._p
        return len(p.deck)

    @cached_field
    def under(self) -> list[CardRef]:
        """The cards known to lie under the deck, in the order in which they were put there."""
        rules, p = self._rules, self._p
        return rules.refs(p.under)

    @cached_field
    def boxed(self) -> list[CardRef]:
        rules, p = self._rules, self._p
        return rules.refs(p.boxed)

    @cached_field
    def removed(self) -> int:
        """How many cards were taken out unseen."""
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
        """How many plants a company can have; None where any number."""
        return self._rules.most_plants

    @cached_field
    def must_buy(self) -> bool:
        """Whether nobody may leave the auctions of this phase (A3)."""
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
        """The rest of the market, "Step 3" among it while it lies there."""
        current = self._rules.on_offer(self._p)
        return self._rules.refs([c for c in self._p.market if c not in current])

    @cached_field
    def deck_back(self) -> str | None:
        """What the back of the top card tells; None where the edition's backs are all alike (I2)."""
        return self._back

    @cached_field
    def leaving(self) -> LeavingCard | None:
        """What the update of the market takes out; None while auctions of the round can still change that."""
        card = outgoing_card(self._rules, self._p)
        return None if card is None else LeavingCard(**card)

    # --- fuel, players, map ---

    @cached_field
    def fuels(self) -> dict[str, FuelView]:
        return {id: FuelView(**fuel) for id, fuel in view_json.fuels(self._rules, self._p).items()}

    @cached_field
    def players(self) -> list[PlayerView]:
        """All companies; the ones that nobody plays come last."""
        return [player_of(one) for one in view_json.players(self._rules, self._p, self.seat, self._options)]

    @cached_field
    def houses(self) -> dict[str, list[int]]:
        """The cities that have houses, with the seats in the order of their places."""
        return view_json.houses(self._rules, self._p)

    # --- what is going on ---

    @cached_field
    def auction(self) -> AuctionView | None:
        """The auction that is running, with whoever is still in."""
        auction = view_json.auction(self._rules, self._p)
        return None if auction is None else AuctionView(**auction)

    @cached_field
    def decision(self) -> Decision | None:
        p = self._p
        if p.seat < 0:
            return None
        return Decision(p.seat, p.kind, (self._rules, p) if p.seat == self.seat else None)

    @cached_field
    def to_come(self) -> list[int]:
        """The seats after the deciding one, as far as the phase or the current auction determines them."""
        return next_seats(self._rules, self._p)

    @cached_field
    def modules(self) -> dict[str, Any]:
        rules, p = self._rules, self._p
        return {name: p.modules[slot].view(rules, p, self.seat) for name, slot in rules.module_slot.items()}

    @cached_field
    def course(self) -> CourseJson:
        return cast(CourseJson, view_json.course(self._rules, self._p))

    @cached_field
    def result(self) -> Result | None:
        if self._p.halt and self._options["money"] == "hidden":
            return None
        return result_of(self._rules, self._p)

    def connections(self) -> list[tuple[str, str, int]]:
        """The connections of the playing area with their costs in this game."""
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
        """What is printed on a plant."""
        return plants(self.edition)[plant]

    def sample(self, rng: Random) -> Game:
        """A whole game that is as this seat may know it, with everything hidden filled in at random.

        Every order of the deck, and every choice of cards taken out, that agrees with the view is as likely as any
        other. Where money is hidden, each company gets as much as it may have, from the least to the most.
        """
        from .sampling import sample  # noqa: PLC0415  (a game makes views)

        return sample(self, rng)

    @property
    def is_detached(self) -> bool:
        """Whether the view was read from JSON, so that it has no position."""
        return "_p" not in self.__dict__

    def known_position(self) -> tuple[Rules, Position, bool]:
        """The rules, the position as far as the seat knows it, and whether money is hidden. Encoders read it."""
        if self.is_detached:
            raise BadInput("this view was sent: there is no position behind it")
        return self._rules, self._p, self._options["money"] == "hidden"

    def packed(self) -> str:
        """The view as text for another process of this program; it holds nothing that the seat may not know."""
        rules, p, _ = self.known_position()
        kind = (rules.edition.id, rules.board.id, rules.players, dict(self._options))
        return b64encode(pickle.dumps((kind, p, self._back, self.seat, self.version))).decode("ascii")

    @classmethod
    def unpacked(cls, text: str) -> View:
        """A view that was packed. Never for texts from outside: unpacking can run anything."""
        (edition, board, players, options), p, back, seat, version = pickle.loads(b64decode(text))
        out = cls.__new__(cls)
        out._rules, _ = rules_for(edition, board, players, options)
        out._p, out._back, out.seat, out._options, out.version = p, back, seat, options, version
        return out

    # --- JSON ---

    def to_json(self) -> dict[str, Any]:
        if "_options" not in self.__dict__:  # it was sent
            return {name: part_json(getattr(self, name)) for name in self.FIELDS}
        return view_json.view_json(self._rules, self._p, self.seat, self._options, self.version, self._back)

    def private_json(self, public: dict[str, Any]) -> dict[str, Any]:
        """The fields that differ from ``public``, the JSON of a spectator's view of the same moment."""
        assert self.seat is not None
        return view_json.private_json(self._rules, self._p, self.seat, self._options, public)

    @classmethod
    def from_json(cls, data: Any) -> View:
        """A view that was sent, with the options and the legal moves of its decision: all that a bot elsewhere needs.

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
        out.__dict__.update(fields)  # where lazy fields are looked up first
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and packed as it would be sent: the rules stay here, and are put together again elsewhere."""
        return (type(self).from_json, (self.to_json(),))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


View.FIELDS = ("seat", "version", *[name for name, value in vars(View).items() if isinstance(value, cached_field)])
View.SHARED = tuple([name for name in View.FIELDS if name not in ("seat", "players", "decision", "modules", "result")])


@dataclass(slots=True)
class Preview:
    """What a plan would bring: how many of its moves were made, and the view after them.

    ``stopped`` says why the plan ends early: ``"draw"`` where a card would be turned up (the last move is made up to
    there), ``"turn"`` when it is no longer the seat's turn.

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
