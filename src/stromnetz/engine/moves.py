"""Moves: small typed records of one action each, in the public ids (plant numbers, city and fuel names).

Moves can be created and read without a game; the game checks whether their ids exist and whether they are legal. They
are immutable: fields are read-only, and mutable arguments are copied. Simulations create many moves, and slots behind
properties are faster to create than frozen dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from .errors import MAX_INT_BITS, BadInput, short_repr
from .json_text import json_text

CardRef = int | str
"""A card's public name: its printed number if that is unique, otherwise its id."""

Json = dict[str, Any]
Unchecked = Any
"""An argument of any type. The game reports what is wrong with it; compiled code must not raise first."""


Fuel = tuple[tuple[str, int], ...]
"""Amounts by fuel in canonical form: sorted by name, without zeros."""

MIN_SIMILARITY: Final = 0.62
"""Least similarity of a word to the kind of move that is suggested instead, from 0 to 1."""
MAX_UNCHECKED_INT: Final = 1 << 60
"""Up to this number, bits need no counting."""


class Form:
    """A text; base class of all field types. ``what`` describes the type in messages."""

    description = "a text"

    def read(self, kind: str, name: str, value: Any) -> Any:
        """Return the field's value from JSON data."""
        if not isinstance(value, str):
            raise self.refused(kind, name, value)
        return value

    def words(self, value: Any) -> list[str]:
        """Return the words of a value in notation."""
        return [str(value)]

    def take(self, words: list[str]) -> Any:
        """Remove the words of this field from the front of a line in notation, and return its value."""
        return words.pop(0).lower()

    def refused(self, kind: str, name: str, value: Any) -> BadInput:
        return BadInput(
            f"'{name}' of a '{kind}' move must be {self.description}, not {short_repr(value)}",
            {"field": name, "value": short_repr(value)},
        )


class City(Form):
    """The id of a city, or of whatever takes a city's place; in the notation, people may type its name."""


class Whole(Form):
    description = "a whole number of 0 or more"

    def take(self, words: list[str]) -> int:
        return _number(words.pop(0))

    def read(self, kind: str, name: str, value: Any) -> Any:
        # bool is a subclass of int, but `true` is no amount of money
        if type(value) is not int:
            raise self.refused(kind, name, value)
        amount: int = value
        if amount < 0:
            raise self.refused(kind, name, value)
        if amount > MAX_UNCHECKED_INT and amount.bit_length() > MAX_INT_BITS:
            raise BadInput(
                f"'{name}' of a '{kind}' move must be a number of at most {MAX_INT_BITS:,} bits, "
                f"not {short_repr(value)}",
                {"field": name, "value": short_repr(value)},
            )
        return value


class Card(Form):
    description = "a card's number or id"

    def words(self, value: Any) -> list[str]:
        return [card_text(value)]

    def take(self, words: list[str]) -> CardRef:
        return _card(words.pop(0))

    def read(self, kind: str, name: str, value: Any) -> int | str:
        if type(value) is not int and not isinstance(value, str):
            raise self.refused(kind, name, value)
        return value


class Cards(Form):
    description = "a list"

    def words(self, value: Any) -> list[str]:
        return [card_text(ref) for ref in value]

    def take(self, words: list[str]) -> list[CardRef]:
        """Take all words that are left."""
        out = [_card(word) for word in words]
        words.clear()
        return out

    def read(self, kind: str, name: str, value: Any) -> list[int | str]:
        if not isinstance(value, list | tuple):
            raise self.refused(kind, name, value)
        return [CARD.read(kind, name, one) for one in value]


class Amounts(Form):
    description = "an object of fuel and amount"

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def words(self, value: Any) -> list[str]:
        return [word for fuel, count in value or () for word in (fuel, str(count))]

    def take(self, words: list[str]) -> dict[str, int]:
        """Take all words that are left: pairs of a fuel and a count."""
        out: dict[str, int] = {}
        while words:
            fuel = words.pop(0).lower()
            out[fuel] = _number(words.pop(0))
        return out

    def read(self, kind: str, name: str, value: Any) -> dict[str, int] | None:
        if value is None and self.optional:
            return None
        if type(value) is not dict and not isinstance(value, Mapping):
            raise self.refused(kind, name, value)
        return {TEXT.read(kind, name, fuel): WHOLE.read(kind, name, count) for fuel, count in value.items()}


TEXT, CITY, WHOLE, CARD, CARDS = Form(), City(), Whole(), Card(), Cards()
AMOUNTS, OPTIONAL_AMOUNTS = Amounts(), Amounts(optional=True)


def read_cards(value: Any, description: str, name: str) -> tuple[Any, ...]:
    """Return cards from a list or another collection; refuses texts, bytes and objects, which are iterable too."""
    if type(value) is list or type(value) is tuple:
        return tuple(value)
    if isinstance(value, str | bytes | bytearray | memoryview | Mapping) or not isinstance(value, Iterable):
        raise BadInput(f"{description} are a list, not {short_repr(value)}", {name: short_repr(value)})
    return tuple(value)


def amounts(fuel: Mapping[str, int] | Iterable[tuple[str, int]], name: str = "fuel") -> tuple[Fuel, tuple[str, ...]]:
    """Return fuel amounts in canonical form (sorted, added up, without zeros), and the fuels only named with 0.

    >>> amounts([("oil", 1), ("coal", 1), ("oil", 1), ("uranium", 0)])
    ((('coal', 1), ('oil', 2)), ('uranium',))
    """
    total: dict[str, int] = {}
    given: Any = fuel
    try:
        if isinstance(given, str | bytes | bytearray):
            raise TypeError
        for kind, count in given.items() if type(given) is dict or isinstance(given, Mapping) else given:
            if type(kind) is not str or type(count) is not int:
                raise TypeError
            if count < 0 or count.bit_length() > MAX_INT_BITS:
                raise BadInput(
                    f"an amount of fuel must be a whole number of 0 or more and at most {MAX_INT_BITS:,} bits, "
                    f"not {short_repr(count)}",
                    {name: short_repr(fuel)},
                )
            total[kind] = total[kind] + count if kind in total else count
    except (TypeError, ValueError):
        raise BadInput(f"'{name}' is whole amounts by fuel, not {short_repr(fuel)}", {name: short_repr(fuel)}) from None
    if 0 in total.values():
        return tuple(sorted([pair for pair in total.items() if pair[1]])), tuple([k for k, n in total.items() if not n])
    return tuple(sorted(total.items())), ()


def card_text(ref: CardRef) -> str:
    """Return a card as printed: plants with two digits."""
    return f"{ref:02d}" if isinstance(ref, int) else ref


def _card(word: str) -> CardRef:
    return int(word) if word.isascii() and word.isdigit() else word.lower()


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Move:
    """Base class of all moves, with equality, hash, notation and JSON derived from their fields.

    >>> Bid(12) == Bid(12), isinstance(Bid(12), Move), str(Bid(12)), Bid(12).to_json()
    (True, True, 'bid 12', {'kind': 'bid', 'amount': 12})
    >>> Move.parse("open 04@7"), str(Run([4, 10], {"coal": 4}))
    (Open(4, 7), 'run 04 10 coal 4')
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ()
    forms: ClassVar[tuple[Form, ...]] = ()
    """The type of each field, from which JSON is read and, by default, the notation."""
    usage: ClassVar[str] = ""
    """Syntax of the move in notation."""

    @staticmethod
    def parse(text: Unchecked) -> Move:
        """Return the move that a line in notation describes."""
        if not isinstance(text, str):
            raise BadInput(f"a move in notation is a text, not {short_repr(text)}", {"text": short_repr(text)})
        words = text.split()
        kind = words.pop(0).lower() if words else ""
        if kind not in MOVES:
            raise _unknown_move(text.strip(), kind)
        cls = MOVES[kind]
        try:
            values = cls.values_of(words)
            if words:
                raise ValueError(words)
            make: Callable[..., Move] = cls
            return make(*values)
        except (ValueError, IndexError):
            facts = {"text": short_repr(text.strip()), "usage": cls.usage}
            raise BadInput(facts=facts, case="unreadable-move") from None

    @classmethod
    def values_of(cls, words: list[str]) -> list[Any]:
        """Take the values of the fields from the words after the kind in notation."""
        return [form.take(words) for form in cls.forms]

    def __str__(self) -> str:
        """Return the move in notation."""
        words = [self.kind]
        for name, form in zip(self.fields, self.forms, strict=True):
            words += form.words(getattr(self, name))
        return " ".join(words)

    def to_json(self) -> Json:
        out: Json = {"kind": self.kind}
        for name in self.fields:
            out[name] = getattr(self, name)
        return out

    def to_text(self) -> str:
        """Return the JSON text, as ``json.dumps`` writes it. Frequent kinds write it directly."""
        return json_text(self.to_json())

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
class ChooseRegion(Move):
    """Choose a region of the playing area (draft).

    >>> from stromnetz import new_game
    >>> game = new_game("classic-2004", players=3, seed=1, regions="draft")
    >>> game.apply(ChooseRegion("south"))[0].kind
    'region-named'
    """

    __slots__ = ("_region",)
    kind = "choose-region"
    fields = ("region",)
    forms = (TEXT,)
    usage = "choose-region NAME"

    def __init__(self, region: Unchecked) -> None:
        self._region = region

    @property
    def region(self) -> Unchecked:
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

    def __init__(self, plant: Unchecked, bid: Unchecked) -> None:
        self._plant = plant
        self._bid = bid

    @property
    def plant(self) -> Unchecked:
        return self._plant

    @property
    def bid(self) -> Unchecked:
        return self._bid

    @classmethod
    def values_of(cls, words: list[str]) -> list[Any]:
        words[:] = " ".join(words).replace("@", " ").split()
        return [form.take(words) for form in cls.forms]

    def __str__(self) -> str:
        return f"open {card_text(self._plant)}@{self._bid}"

    def to_text(self) -> str:
        return f'{{"kind": "open", "plant": {json_text(self._plant)}, "bid": {json_text(self._bid)}}}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class SitOut(Move):
    """Sit out the auctions of this round: no plant.

    >>> SitOut().to_json()
    {'kind': 'sit-out'}
    """

    __slots__ = ()
    kind = "sit-out"
    usage = "sit-out"


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Bid(Move):
    """Raise the bid to an amount.

    >>> Bid(12).to_json()
    {'kind': 'bid', 'amount': 12}
    """

    __slots__ = ("_amount",)
    kind = "bid"
    fields = ("amount",)
    forms = (WHOLE,)
    usage = "bid AMOUNT"

    def __init__(self, amount: Unchecked) -> None:
        self._amount = amount

    @property
    def amount(self) -> Unchecked:
        return self._amount

    def to_text(self) -> str:
        return f'{{"kind": "bid", "amount": {json_text(self._amount)}}}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Pass(Move):
    """Drop out of this auction.

    >>> Pass().to_json()
    {'kind': 'pass'}
    """

    __slots__ = ()
    kind = "pass"
    usage = "pass"

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

    def __init__(self, plant: Unchecked) -> None:
        self._plant = plant

    @property
    def plant(self) -> Unchecked:
        return self._plant


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Assign(Move):
    """Put a card that belongs on a plant on one of your plants.

    >>> Assign(25).to_json()
    {'kind': 'assign', 'plant': 25}
    """

    __slots__ = ("_plant",)
    kind = "assign"
    fields = ("plant",)
    forms = (CARD,)
    usage = "assign PLANT"

    def __init__(self, plant: Unchecked) -> None:
        self._plant = plant

    @property
    def plant(self) -> Unchecked:
        return self._plant


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Buy(Move):
    """Buy markers of one fuel, cheapest first.

    >>> Buy("coal", 3).to_json()
    {'kind': 'buy', 'fuel': 'coal', 'count': 3}
    """

    __slots__ = ("_count", "_fuel")
    kind = "buy"
    fields = ("fuel", "count")
    forms = (TEXT, WHOLE)
    usage = "buy FUEL COUNT"

    def __init__(self, fuel: Unchecked, count: Unchecked) -> None:
        self._fuel = fuel
        self._count = count

    @property
    def fuel(self) -> Unchecked:
        return self._fuel

    @property
    def count(self) -> Unchecked:
        return self._count

    def to_text(self) -> str:
        return f'{{"kind": "buy", "fuel": {json_text(self._fuel)}, "count": {json_text(self._count)}}}'


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

    def __init__(self, city: Unchecked) -> None:
        self._city = city

    @property
    def city(self) -> Unchecked:
        return self._city

    def to_text(self) -> str:
        return f'{{"kind": "connect", "city": {json_text(self._city)}}}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Done(Move):
    """Finish buying or building, or pass an action.

    >>> Done().to_json()
    {'kind': 'done'}
    """

    __slots__ = ()
    kind = "done"
    usage = "done"

    def to_text(self) -> str:
        return '{"kind": "done"}'


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class DiscardFuel(Move):
    """Discard fuel that no plant can hold after scrapping.

    >>> DiscardFuel({"coal": 2}).to_json()
    {'kind': 'discard-fuel', 'fuel': {'coal': 2}}
    """

    __slots__ = ("_fuel", "_unused")
    kind = "discard-fuel"
    fields = ("fuel",)
    forms = (AMOUNTS,)
    usage = "discard-fuel FUEL COUNT …"

    def __init__(self, fuel: Mapping[str, int] | Iterable[tuple[str, int]]) -> None:
        self._fuel, self._unused = amounts(fuel)

    @property
    def fuel(self) -> Fuel:
        return self._fuel

    @property
    def unused(self) -> tuple[str, ...]:
        """Fuels named with 0: they do not count as part of the move, but the game must know them."""
        return self._unused

    def to_json(self) -> Json:
        return {"kind": self.kind, "fuel": dict(self.fuel)}

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), ([*self.fuel, *[(name, 0) for name in self.unused]],))


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Run(Move):
    """Run plants and burn this fuel in total; ``burn`` may be left out if there is only one way.

    >>> Run([4, 8], {"coal": 5}).to_json()
    {'kind': 'run', 'plants': [4, 8], 'burn': {'coal': 5}}
    """

    __slots__ = ("_burn", "_plants", "_unused")
    kind = "run"
    fields = ("plants", "burn")
    forms = (CARDS, OPTIONAL_AMOUNTS)
    usage = "run PLANT … [FUEL COUNT …]"

    def __init__(
        self, plants: Iterable[CardRef] = (), burn: Mapping[str, int] | Iterable[tuple[str, int]] | None = None
    ) -> None:
        self._plants = read_cards(plants, "the plants of a run", "plants")
        self._burn: Fuel | None = None
        self._unused: tuple[str, ...] = ()
        if burn is not None:
            self._burn, self._unused = amounts(burn, "burn")

    @property
    def plants(self) -> tuple[Unchecked, ...]:
        return self._plants

    @property
    def burn(self) -> Fuel | None:
        return self._burn

    @classmethod
    def values_of(cls, words: list[str]) -> list[Any]:
        """Take plants first; the first word that is not a number and precedes a count starts the fuel."""
        plants = []
        while words and (words[0].isdigit() or len(words) % 2 or not words[1].isdigit()):
            plants.append(_card(words.pop(0)))
        return [plants, AMOUNTS.take(words) if words else None]

    def __str__(self) -> str:
        # numbers first: a word before a number would read as an amount of fuel
        plants = sorted(self._plants, key=lambda ref: isinstance(ref, str))
        return " ".join(["run", *map(card_text, plants), *AMOUNTS.words(self._burn)])

    @property
    def unused(self) -> tuple[str, ...]:
        """Fuels named with 0: they do not count as part of the move, but the game must know them."""
        return self._unused

    def to_json(self) -> Json:
        out: Json = {"kind": self.kind, "plants": list(self.plants)}
        if self.burn is not None:
            out["burn"] = dict(self.burn)
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        burn = None if self.burn is None else [*self.burn, *[(name, 0) for name in self.unused]]
        return (type(self), (self.plants, burn))


def run_with_fuel(plants: tuple[CardRef, ...], burn: Fuel) -> Run:
    """Create a run from fuel that is already in canonical form."""
    out = Run(plants)
    out._burn = burn
    return out


MOVES: dict[str, type[Move]] = {}
"""All kinds of moves, of the common rules and of editions."""


def _unknown_move(text: str, kind: str) -> BadInput:
    """Return the error for a line whose first word is no kind of move."""
    from difflib import get_close_matches  # noqa: PLC0415  (only for errors)

    close = get_close_matches(kind[:40], MOVES, 1, MIN_SIMILARITY)
    if close:
        return BadInput(facts={"text": short_repr(text), "suggestion": close[0]}, case="no-move-but")
    return BadInput(facts={"text": short_repr(text), "known": ", ".join(MOVES)}, case="no-move")


def add_moves(*kinds: type[Move]) -> None:
    """Register kinds of moves, so that they can be read. Names must be unique."""
    for cls in kinds:
        if cls.kind in MOVES and vars(MOVES[cls.kind])["__module__"] != vars(cls)["__module__"]:
            raise TypeError(f"there is a move {cls.kind!r} already, of {vars(MOVES[cls.kind])['__module__']}")
        if len(cls.forms) != len(cls.fields):
            raise TypeError(f"a {cls.kind!r} move has the fields {cls.fields}: each needs a form")
        MOVES[cls.kind] = cls


add_moves(ChooseRegion, Open, SitOut, Bid, Pass, Scrap, Assign, Buy, Connect, Done, DiscardFuel, Run)


def move_from_json(data: object) -> Move:
    """Return the move that a JSON object describes.

    >>> move_from_json({"kind": "open", "plant": 4, "bid": 4})
    Open(4, 4)
    >>> move_from_json({"kind": "bid", "amount": 7.5})
    Traceback (most recent call last):
    ...
    stromnetz.engine.errors.BadInput: 'amount' of a 'bid' move must be a whole number of 0 or more, not 7.5
    """
    # an exact dict is the common case, and isinstance with an abstract class is slow
    if type(data) is dict:
        return _from_dict(data)
    if not isinstance(data, Mapping):
        raise BadInput(
            f"a move must be a JSON object such as {{'kind': 'pass'}}, not {short_repr(data)}",
            {"value": short_repr(data)},
        )
    return _from_dict(dict(data))


class MoveReader:
    """Reads moves of one kind. (Compiled code knows this object's attributes, but has to look up those of a class.)"""

    def __init__(self, cls: type[Move]) -> None:
        self.cls = cls
        self.make: Callable[..., Move] = cls
        self.kind = cls.kind
        self.fields = cls.fields
        self.forms = cls.forms
        self.move: Move | None = None if cls.fields else cls()
        """The move itself, if it has no fields."""


_readers: Final[dict[str, MoveReader]] = {}


def _from_dict(data: dict[Any, Any]) -> Move:
    kind: object = data.get("kind")
    if not isinstance(kind, str) or (cls := MOVES.get(kind)) is None:
        raise BadInput(
            f"unknown kind of move {short_repr(kind)}; known are {', '.join(MOVES)}", {"kind": short_repr(kind)}
        )
    reader = _readers.get(kind)
    if reader is None or reader.cls is not cls:
        reader = _readers[kind] = MoveReader(cls)
    fields = reader.fields
    count = len(fields)
    if len(data) != count + 1 or count > 2:
        return _from_incomplete_dict(cls, data)
    # fast path: nearly all moves have at most two fields, all of them present
    if reader.move is not None:
        return reader.move
    first = data.get(fields[0], data)
    if first is data:
        return _from_incomplete_dict(cls, data)
    if count == 1:
        first = reader.forms[0].read(reader.kind, fields[0], first)
        return Bid(first) if cls is Bid else Connect(first) if cls is Connect else reader.make(first)
    second = data.get(fields[1], data)
    if second is data:
        return _from_incomplete_dict(cls, data)
    first = reader.forms[0].read(reader.kind, fields[0], first)
    second = reader.forms[1].read(reader.kind, fields[1], second)
    return Buy(first, second) if cls is Buy else Open(first, second) if cls is Open else reader.make(first, second)


def _from_incomplete_dict(cls: type[Move], data: dict[Any, Any]) -> Move:
    """Read a move whose JSON may lack a field or have unknown ones."""
    fields = cls.fields
    known_ones = 1
    for name in fields:
        if name in data:
            known_ones += 1
    if len(data) > known_ones:
        extra = [key for key in data if key != "kind" and key not in cls.fields]
        known = ", ".join(cls.fields) or "no fields"
        raise BadInput(
            f"a '{cls.kind}' move has no field {short_repr(extra[0])} (it has {known})", {"field": short_repr(extra[0])}
        )
    values: list[Any] = []
    for i, name in enumerate(fields):
        form = cls.forms[i]
        if name not in data and form is not OPTIONAL_AMOUNTS:
            raise BadInput(f"a '{cls.kind}' move needs the field {name!r}", {"field": name})
        values.append(form.read(cls.kind, name, data.get(name)))
    make: Callable[..., Move] = cls
    return make(*values)
