"""Moves: small typed records, one atomic act each, in the public ids (plant numbers, city and fuel names).

A move can be made and read without a game; whether it means something in one, and is legal there, the game says. It
never changes: its fields are read-only, and what it was made from is copied. (Plain slots behind properties are quicker
to make than frozen dataclasses, and simulations make many moves.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from .forms import AMOUNTS, CARD, CARDS, CITY, MAYBE_AMOUNTS, TEXT, WHOLE, Form, Fuel, amounts, cards_of
from .texts import text_of

CardRef = int | str
"""A card as users name it: its printed number where that is unique, else its id."""

Json = dict[str, Any]
Given = Any
"""What a caller put into a move. It can be anything: a game says what is wrong with it, and compiled code must not."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Move:
    """The base of all moves: equality, hash and JSON by the fields that each kind declares.

    >>> Bid(12) == Bid(12), isinstance(Bid(12), Move), Bid(12).to_json()
    (True, True, {'kind': 'bid', 'amount': 12})
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ()
    forms: ClassVar[tuple[Form, ...]] = ()
    """The form of each field: JSON, and unless a kind has a notation of its own, the notation follow from them."""
    usage: ClassVar[str] = ""
    """How a line of the notation is written; the kind alone unless given."""

    def to_json(self) -> Json:
        out: Json = {"kind": self.kind}
        for name in self.fields:
            out[name] = getattr(self, name)
        return out

    def to_text(self) -> str:
        """What ``json.dumps`` makes of it. The kinds of which a record is full write it straight away."""
        return text_of(self.to_json())

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and type(other) is type(self) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.kind, self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._values()))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), self._values())


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Region(Move):
    """Name a region of the playing area (draft).

    >>> from stromnetz import new_game
    >>> game = new_game("classic-2004", players=3, seed=1, regions="draft")
    >>> game.apply(Region("south"))[0].kind
    'region-named'
    """

    __slots__ = ("_region",)
    kind = "region"
    fields = ("region",)
    forms = (TEXT,)
    usage = "region NAME"

    def __init__(self, region: Given) -> None:
        self._region = region

    @property
    def region(self) -> Given:
        return self._region


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Open(Move):
    """Put a plant of the current market up for auction with an opening bid.

    >>> Open(4, 6).to_json()
    {'kind': 'open', 'plant': 4, 'bid': 6}
    """

    __slots__ = ("_bid", "_plant")
    kind = "open"
    fields = ("plant", "bid")
    forms = (CARD, WHOLE)
    usage = "open PLANT@BID"

    def __init__(self, plant: Given, bid: Given) -> None:
        self._plant = plant
        self._bid = bid

    @property
    def plant(self) -> Given:
        return self._plant

    @property
    def bid(self) -> Given:
        return self._bid

    def to_text(self) -> str:
        return f'{{"kind": "open", "plant": {text_of(self._plant)}, "bid": {text_of(self._bid)}}}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Leave(Move):
    """Leave the auction phase: no plant this round.

    >>> Leave().to_json()
    {'kind': 'leave'}
    """

    __slots__ = ()
    kind = "leave"


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Bid(Move):
    """Raise to an amount.

    >>> Bid(12).to_json()
    {'kind': 'bid', 'amount': 12}
    """

    __slots__ = ("_amount",)
    kind = "bid"
    fields = ("amount",)
    forms = (WHOLE,)
    usage = "bid AMOUNT"

    def __init__(self, amount: Given) -> None:
        self._amount = amount

    @property
    def amount(self) -> Given:
        return self._amount

    def to_text(self) -> str:
        return f'{{"kind": "bid", "amount": {text_of(self._amount)}}}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Pass(Move):
    """Drop out of this auction.

    >>> Pass().to_json()
    {'kind': 'pass'}
    """

    __slots__ = ()
    kind = "pass"

    def to_text(self) -> str:
        return '{"kind": "pass"}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Scrap(Move):
    """Scrap a plant to make room for the new one.

    >>> Scrap(3).to_json()
    {'kind': 'scrap', 'plant': 3}
    """

    __slots__ = ("_plant",)
    kind = "scrap"
    fields = ("plant",)
    forms = (CARD,)
    usage = "scrap PLANT"

    def __init__(self, plant: Given) -> None:
        self._plant = plant

    @property
    def plant(self) -> Given:
        return self._plant


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Assign(Move):
    """Put a card that belongs to a plant on one of the own plants.

    >>> Assign(25).to_json()
    {'kind': 'assign', 'plant': 25}
    """

    __slots__ = ("_plant",)
    kind = "assign"
    fields = ("plant",)
    forms = (CARD,)
    usage = "assign PLANT"

    def __init__(self, plant: Given) -> None:
        self._plant = plant

    @property
    def plant(self) -> Given:
        return self._plant


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Buy(Move):
    """Buy so many markers of one fuel, the cheapest first.

    >>> Buy("coal", 3).to_json()
    {'kind': 'buy', 'fuel': 'coal', 'count': 3}
    """

    __slots__ = ("_count", "_fuel")
    kind = "buy"
    fields = ("fuel", "count")
    forms = (TEXT, WHOLE)
    usage = "buy FUEL COUNT"

    def __init__(self, fuel: Given, count: Given) -> None:
        self._fuel = fuel
        self._count = count

    @property
    def fuel(self) -> Given:
        return self._fuel

    @property
    def count(self) -> Given:
        return self._count

    def to_text(self) -> str:
        return f'{{"kind": "buy", "fuel": {text_of(self._fuel)}, "count": {text_of(self._count)}}}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Connect(Move):
    """Connect a city by the cheapest path.

    >>> Connect("berlin").to_json()
    {'kind': 'connect', 'city': 'berlin'}
    """

    __slots__ = ("_city",)
    kind = "connect"
    fields = ("city",)
    forms = (CITY,)
    usage = "connect CITY"

    def __init__(self, city: Given) -> None:
        self._city = city

    @property
    def city(self) -> Given:
        return self._city

    def to_text(self) -> str:
        return f'{{"kind": "connect", "city": {text_of(self._city)}}}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Done(Move):
    """Finish buying or building, or pass an action.

    >>> Done().to_json()
    {'kind': 'done'}
    """

    __slots__ = ()
    kind = "done"

    def to_text(self) -> str:
        return '{"kind": "done"}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class GiveUp(Move):
    """Give up fuel that no plant can hold after scrapping.

    >>> GiveUp({"coal": 2}).to_json()
    {'kind': 'give-up', 'fuel': {'coal': 2}}
    """

    __slots__ = ("_fuel", "_unused")
    kind = "give-up"
    fields = ("fuel",)
    forms = (AMOUNTS,)
    usage = "give-up FUEL COUNT …"

    def __init__(self, fuel: Mapping[str, int] | Iterable[tuple[str, int]]) -> None:
        self._fuel, self._unused = amounts(fuel)

    @property
    def fuel(self) -> Fuel:
        return self._fuel

    @property
    def unused(self) -> tuple[str, ...]:
        """Fuels that were named with 0: no part of the move, but a game must know them."""
        return self._unused

    def to_json(self) -> Json:
        return {"kind": self.kind, "fuel": dict(self.fuel)}

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), ([*self.fuel, *[(name, 0) for name in self.unused]],))


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Run(Move):
    """Run these plants, burning this fuel in all; without ``burn`` when only one way is possible.

    >>> Run([4, 8], {"coal": 5}).to_json()
    {'kind': 'run', 'plants': [4, 8], 'burn': {'coal': 5}}
    """

    __slots__ = ("_burn", "_plants", "_unused")
    kind = "run"
    fields = ("plants", "burn")
    forms = (CARDS, MAYBE_AMOUNTS)
    usage = "run PLANT … [FUEL COUNT …]"

    def __init__(
        self, plants: Iterable[CardRef] = (), burn: Mapping[str, int] | Iterable[tuple[str, int]] | None = None
    ) -> None:
        self._plants = cards_of(plants, "the plants of a run", "plants")
        self._burn: Fuel | None = None
        self._unused: tuple[str, ...] = ()
        if burn is not None:
            self._burn, self._unused = amounts(burn, "burn")

    @property
    def plants(self) -> tuple[Given, ...]:
        return self._plants

    @property
    def burn(self) -> Fuel | None:
        return self._burn

    @property
    def unused(self) -> tuple[str, ...]:
        """Fuels that were named with 0: no part of the move, but a game must know them."""
        return self._unused

    def to_json(self) -> Json:
        out: Json = {"kind": self.kind, "plants": list(self.plants)}
        if self.burn is not None:
            out["burn"] = dict(self.burn)
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        burn = None if self.burn is None else [*self.burn, *[(name, 0) for name in self.unused]]
        return (type(self), (self.plants, burn))


def run_of(plants: tuple[CardRef, ...], burn: Fuel) -> Run:
    """A run whose fuel has its canonical form already."""
    out = Run(plants)
    out._burn = burn
    return out


MOVES: dict[str, type[Move]] = {}
"""Every kind of move there is, of the common rules and of editions."""


def add_moves(*kinds: type[Move]) -> None:
    """Make kinds of moves known, so that they can be read. Two that are not the same cannot have one name."""
    for cls in kinds:
        if cls.kind in MOVES and vars(MOVES[cls.kind])["__module__"] != vars(cls)["__module__"]:
            raise TypeError(f"there is a move {cls.kind!r} already, of {vars(MOVES[cls.kind])['__module__']}")
        if len(cls.forms) != len(cls.fields):
            raise TypeError(f"a {cls.kind!r} move has the fields {cls.fields}: each needs a form")
        MOVES[cls.kind] = cls


add_moves(Region, Open, Leave, Bid, Pass, Scrap, Assign, Buy, Connect, Done, GiveUp, Run)
