"""Views: what one seat, or a spectator, may see of a position.

A view is an allow-list: nothing appears in it that is not named here field by field. Two positions that differ only in
hidden things give equal views. Fields are worked out when first read, from a position with nothing hidden (``seen``).
"""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Mapping
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any, cast

from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import CardRef
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from . import looks
from .catalogue import PlantFacts, cities_in, connections_of, plants
from .decision import Decision
from .lazy import lazy
from .results import Result, result_of
from .rulesets import rules_for
from .seen import as_seen
from .tabletop import Tabletop
from .upcoming import leaving, to_come
from .variants import variants_json
from .view_json import part_json, parts_from_json, player_of
from .view_parts import AuctionView, CourseJson, FuelView, LeavingCard, PlayerView

if TYPE_CHECKING:
    from .game import Game


class View(Tabletop):
    """What a seat may see (None: a spectator). Every field is listed in ``FIELDS``; ``to_json`` gives them all.

    >>> from stromnetz import new_game
    >>> view = new_game("classic-2004", players=2, seed=7).view(0)
    >>> view.current, view.players[0].money, view.deck
    ([3, 4, 5, 6], 50, 27)
    """

    FIELDS = (
        "seat",
        "version",
        "edition",
        "map",
        "options",
        "round",
        "phase",
        "step",
        "step_3",
        "step_2_at",
        "end_at",
        "plant_limit",
        "must_buy",
        "order",
        "regions",
        "tiles",
        "current",
        "minimum_bids",
        "future",
        "deck",
        "deck_back",
        "under",
        "leaving",
        "boxed",
        "removed",
        "fuels",
        "players",
        "houses",
        "auction",
        "decision",
        "to_come",
        "modules",
        "course",
        "result",
    )

    SHARED = tuple([name for name in FIELDS if name not in ("seat", "players", "decision", "modules", "result")])
    """The fields that are the same whoever looks, and are worked out once for all."""

    def __init__(self, rules: Rules, p: Position, seat: int | None, options: Mapping[str, Any], version: int) -> None:
        self._rules = rules
        self._p = as_seen(rules, p, seat, options["money"] == "hidden")
        self._back = rules.cards[p.deck[-1]].back if p.deck else None
        self.seat = seat
        self._options = options
        self.version = version

    # --- the frame ---

    @lazy
    def options(self) -> dict[str, Any]:
        return variants_json(self._options)

    @lazy
    def edition(self) -> str:
        return self._rules.edition.id

    @lazy
    def map(self) -> str:
        return self._rules.board.id

    @lazy
    def round(self) -> int:
        return self._p.round

    @lazy
    def phase(self) -> str:
        return self._rules.phase(self._p).id

    @lazy
    def step(self) -> int:
        return self._p.step

    @lazy
    def step_3(self) -> str:
        """Whether the "Step 3" card is ``to-come``, ``on-offer`` or has ``changed`` the market."""
        return looks.STEP_3_WORDS[self._p.step_3]

    @lazy
    def step_2_at(self) -> int:
        return self._rules.step_2_at

    @lazy
    def end_at(self) -> int:
        return self._rules.end_at

    @lazy
    def plant_limit(self) -> int | None:
        """How many plants a company can have; None where any number."""
        return self._rules.most_plants

    @lazy
    def must_buy(self) -> bool:
        """Nobody may leave the auctions of this phase (A3)."""
        return self._rules.phase(self._p).must_buy

    @lazy
    def order(self) -> list[int]:
        return self._p.order[:]

    @lazy
    def regions(self) -> list[str]:
        return [self._rules.board.region_ids[r] for r in self._p.regions]

    @lazy
    def tiles(self) -> list[int]:
        """The costs of all connections in the order of the map's data, where they are laid out anew in every game."""
        return list(self._p.tiles)

    # --- plants ---

    @lazy
    def current(self) -> list[CardRef]:
        return self._rules.refs(self._rules.on_offer(self._p))

    @lazy
    def minimum_bids(self) -> list[int]:
        """Of the plants in the current market, one by one."""
        return [self._rules.lowest_bid(self._p, c) for c in self._rules.on_offer(self._p)]

    @lazy
    def future(self) -> list[CardRef]:
        """The rest of the market, "Step 3" among it while it lies there."""
        current = self._rules.on_offer(self._p)
        return self._rules.refs([c for c in self._p.market if c not in current])

    @lazy
    def deck(self) -> int:
        """How many cards the deck has."""
        return len(self._p.deck)

    @lazy
    def deck_back(self) -> str | None:
        """What the back of the top card tells; None where the edition's backs are all alike (I2)."""
        return self._back

    @lazy
    def under(self) -> list[CardRef]:
        """The cards known to lie under the deck, in the order in which they were put there."""
        return self._rules.refs(self._p.under)

    @lazy
    def leaving(self) -> LeavingCard | None:
        """What the update of the market takes out; None while auctions of the round can still change that."""
        card = leaving(self._rules, self._p)
        return None if card is None else LeavingCard(**card)

    @lazy
    def boxed(self) -> list[CardRef]:
        return self._rules.refs(self._p.boxed)

    @lazy
    def removed(self) -> int:
        """How many cards were taken out unseen."""
        return len(self._p.removed)

    # --- fuel, players, map ---

    @lazy
    def fuels(self) -> dict[str, FuelView]:
        return {id: FuelView(**fuel) for id, fuel in looks.fuels(self._rules, self._p).items()}

    @lazy
    def players(self) -> list[PlayerView]:
        """All companies; the ones that nobody plays come last."""
        return [player_of(one) for one in looks.players(self._rules, self._p, self.seat, self._options)]

    @lazy
    def houses(self) -> dict[str, list[int]]:
        """The cities that have houses, with the seats in the order of their places."""
        return looks.houses(self._rules, self._p)

    # --- what is going on ---

    @lazy
    def auction(self) -> AuctionView | None:
        """The auction that is running, with whoever is still in."""
        auction = looks.auction(self._rules, self._p)
        return None if auction is None else AuctionView(**auction)

    @lazy
    def decision(self) -> Decision | None:
        p = self._p
        if p.seat < 0:
            return None
        return Decision(p.seat, p.kind, (self._rules, p) if p.seat == self.seat else None)

    @lazy
    def to_come(self) -> list[int]:
        """Who is due after the deciding seat, as far as the phase, or the auction that is running, tells."""
        return to_come(self._rules, self._p)

    @lazy
    def modules(self) -> dict[str, Any]:
        rules, p = self._rules, self._p
        return {name: p.modules[slot].view(rules, p, self.seat) for name, slot in rules.module_slot.items()}

    @lazy
    def course(self) -> CourseJson:
        return cast(CourseJson, looks.course(self._rules, self._p))

    @lazy
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
    def is_sent(self) -> bool:
        """Whether it came as JSON: then there is no position behind it."""
        return "_p" not in self.__dict__

    def behind(self) -> tuple[Rules, Position, bool]:
        """The rules, the position with nothing hidden in it, and whether money is: what learners encode."""
        if self.is_sent:
            raise BadInput("this view was sent: there is no position behind it")
        return self._rules, self._p, self._options["money"] == "hidden"

    def packed(self) -> str:
        """The same for another process of this program: a text, with nothing in it that the seat may not know."""
        rules, p, _ = self.behind()
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
        return looks.view_json(self._rules, self._p, self.seat, self._options, self.version, self._back)

    def own_json(self, public: dict[str, Any]) -> dict[str, Any]:
        """The fields that are not shared, by a spectator's view of the same moment: what is alike is the same."""
        assert self.seat is not None
        return looks.own_json(self._rules, self._p, self.seat, self._options, public)

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
