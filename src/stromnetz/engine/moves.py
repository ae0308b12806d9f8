"""Moves: small typed records, one atomic act each, in the public ids (plant numbers, city and fuel names).

A move can be made and read without a game; whether it means something in one, and is legal there, the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from .errors import BadInput, shown

CardRef = int | str
"""A card as users name it: its printed number where that is unique, else its id."""

Json = dict[str, Any]
Fuel = tuple[tuple[str, int], ...]


class Move:
    """The base of all moves: equality, hash and JSON by the fields that each kind declares."""

    __slots__ = ()
    kind: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ()

    def to_json(self) -> Json:
        return {"kind": self.kind, **{name: getattr(self, name) for name in self.fields}}

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.kind, self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._values()))})"


class Region(Move):
    """Name a region of the playing area (draft)."""

    __slots__ = ("region",)
    kind = "region"
    fields = ("region",)

    def __init__(self, region: str) -> None:
        self.region = region


class Open(Move):
    """Put a plant of the current market up for auction with an opening bid."""

    __slots__ = ("bid", "plant")
    kind = "open"
    fields = ("plant", "bid")

    def __init__(self, plant: CardRef, bid: int) -> None:
        self.plant = plant
        self.bid = bid


class Leave(Move):
    """Leave the auction phase: no plant this round."""

    __slots__ = ()
    kind = "leave"


class Bid(Move):
    """Raise to an amount."""

    __slots__ = ("amount",)
    kind = "bid"
    fields = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount


class Pass(Move):
    """Drop out of this auction."""

    __slots__ = ()
    kind = "pass"


class Scrap(Move):
    """Scrap a plant to make room for the new one."""

    __slots__ = ("plant",)
    kind = "scrap"
    fields = ("plant",)

    def __init__(self, plant: CardRef) -> None:
        self.plant = plant


class Assign(Move):
    """Put a card that belongs to a plant on one of the own plants."""

    __slots__ = ("plant",)
    kind = "assign"
    fields = ("plant",)

    def __init__(self, plant: CardRef) -> None:
        self.plant = plant


class Buy(Move):
    """Buy so many markers of one fuel, the cheapest first."""

    __slots__ = ("count", "fuel")
    kind = "buy"
    fields = ("fuel", "count")

    def __init__(self, fuel: str, count: int) -> None:
        self.fuel = fuel
        self.count = count


class Connect(Move):
    """Connect a city by the cheapest path."""

    __slots__ = ("city",)
    kind = "connect"
    fields = ("city",)

    def __init__(self, city: str) -> None:
        self.city = city


class Place(Move):
    """Put a house of a company that nobody plays into a city (set-up)."""

    __slots__ = ("city",)
    kind = "place"
    fields = ("city",)

    def __init__(self, city: str) -> None:
        self.city = city


class Build(Move):
    """Build a house, a plant or a housing (``site``) in a city by the cheapest path, or on a card that takes one."""

    __slots__ = ("city", "site")
    kind = "build"
    fields = ("site", "city")

    def __init__(self, site: str, city: str) -> None:
        self.site = site
        self.city = city


class Arrange(Move):
    """Lay exactly these cards on the company board."""

    __slots__ = ("cards",)
    kind = "arrange"
    fields = ("cards",)

    def __init__(self, cards: Iterable[CardRef] = ()) -> None:
        if isinstance(cards, str) or not isinstance(cards, Iterable):
            raise BadInput(f"the cards of a company are a list, not {shown(cards)}", {"cards": shown(cards)})
        self.cards: tuple[CardRef, ...] = tuple(cards)

    def to_json(self) -> Json:
        return {"kind": self.kind, "cards": list(self.cards)}


class Hire(Move):
    """Hire so many seasonal workers, then fill the housings."""

    __slots__ = ("count",)
    kind = "hire"
    fields = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count


class MakeRobot(Move):
    """Let a worker make a robot."""

    __slots__ = ()
    kind = "make-robot"


class Done(Move):
    """Finish buying or building, or pass an action."""

    __slots__ = ()
    kind = "done"


class GiveUp(Move):
    """Give up fuel that no plant can hold after scrapping."""

    __slots__ = ("fuel",)
    kind = "give-up"
    fields = ("fuel",)

    def __init__(self, fuel: Mapping[str, int] | Iterable[tuple[str, int]]) -> None:
        self.fuel: Fuel = amounts(fuel)

    def to_json(self) -> Json:
        return {"kind": self.kind, "fuel": dict(self.fuel)}


class Run(Move):
    """Run these plants, burning this fuel in all; without ``burn`` when only one way is possible."""

    __slots__ = ("burn", "plants")
    kind = "run"
    fields = ("plants", "burn")

    def __init__(
        self, plants: Iterable[CardRef] = (), burn: Mapping[str, int] | Iterable[tuple[str, int]] | None = None
    ) -> None:
        if type(plants) is not list and (isinstance(plants, str) or not isinstance(plants, Iterable)):
            raise BadInput(f"the plants of a run are a list, not {shown(plants)}", {"plants": shown(plants)})
        self.plants: tuple[CardRef, ...] = tuple(plants)
        self.burn: Fuel | None = None if burn is None else amounts(burn, "burn")

    def to_json(self) -> Json:
        out: Json = {"kind": self.kind, "plants": list(self.plants)}
        if self.burn is not None:
            out["burn"] = dict(self.burn)
        return out


def amounts(fuel: Mapping[str, int] | Iterable[tuple[str, int]], name: str = "fuel") -> Fuel:
    """Fuel amounts in one canonical form: sorted by name, without zeros."""
    try:
        pairs = [
            (kind, count) for kind, count in (fuel.items() if type(fuel) is dict or isinstance(fuel, Mapping) else fuel)
        ]
    except (TypeError, ValueError):
        raise BadInput(f"'{name}' is amounts by fuel, not {shown(fuel)}", {name: shown(fuel)}) from None
    for kind, count in pairs:
        if not isinstance(kind, str) or type(count) is not int:
            raise BadInput(f"'{name}' is whole amounts by fuel, not {shown(fuel)}", {name: shown(fuel)})
    return tuple(sorted([(kind, count) for kind, count in pairs if count]))


# --- JSON -------------------------------------------------------------------------------------------------------


def _whole(kind: str, name: str, value: Any) -> int:
    # bool is an int to Python, but `true` is no amount of money
    if type(value) is not int or value < 0:
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a whole number of 0 or more, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )
    return value


def _text(kind: str, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a text, not {shown(value)}", {"field": name, "value": shown(value)}
        )
    return value


def _card(kind: str, name: str, value: Any) -> CardRef:
    if type(value) is not int and not isinstance(value, str):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a card's number or id, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )
    return value


def _cards(kind: str, name: str, value: Any) -> list[CardRef]:
    if not isinstance(value, list | tuple):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a list, not {shown(value)}", {"field": name, "value": shown(value)}
        )
    return [_card(kind, name, one) for one in value]


def _amounts(kind: str, name: str, value: Any) -> Fuel | None:
    if value is None and kind == "run":
        return None
    if type(value) is not dict and not isinstance(value, Mapping):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be an object of fuel and amount, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )
    return amounts({_text(kind, name, k): _whole(kind, name, v) for k, v in value.items()})


_Reader = Callable[[str, str, Any], Any]
_READERS: dict[str, _Reader] = {
    "region": _text,
    "bid": _whole,
    "amount": _whole,
    "count": _whole,
    "plant": _card,
    "city": _text,
    "plants": _cards,
    "cards": _cards,
    "burn": _amounts,
}

_KINDS: tuple[type[Move], ...] = (Region, Open, Leave, Bid, Pass, Scrap, Assign, Buy, Connect, Place, Done, GiveUp, Run)
_COMPANY: tuple[type[Move], ...] = (Build, Arrange, Hire, MakeRobot)
MOVES: dict[str, type[Move]] = {cls.kind: cls for cls in (*_KINDS, *_COMPANY)}


def move_from_json(data: object) -> Move:
    """The move that a JSON object describes.

    >>> move_from_json({"kind": "open", "plant": 4, "bid": 4})
    Open(4, 4)
    >>> move_from_json({"kind": "bid", "amount": 7.5})
    Traceback (most recent call last):
    ...
    stromnetz.engine.errors.BadInput: 'amount' of a 'bid' move must be a whole number of 0 or more, not 7.5
    """
    # an exact dict is the common case, and asking an abstract class is slow
    if type(data) is not dict and not isinstance(data, Mapping):
        raise BadInput(
            f"a move must be a JSON object such as {{'kind': 'pass'}}, not {shown(data)}", {"value": shown(data)}
        )
    kind = data.get("kind")
    cls = MOVES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise BadInput(f"unknown kind of move {shown(kind)}; known are {', '.join(MOVES)}", {"kind": shown(kind)})
    if len(data) > len(cls.fields) + 1 or not data.keys() <= {"kind", *cls.fields}:
        extra = [key for key in data if key != "kind" and key not in cls.fields]
        known = ", ".join(cls.fields) or "no fields"
        raise BadInput(f"a '{cls.kind}' move has no field {extra[0]!r} (it has {known})", {"field": extra[0]})
    values: list[Any] = []
    for name in cls.fields:
        if name not in data and name != "burn":
            raise BadInput(f"a '{cls.kind}' move needs the field {name!r}", {"field": name})
        reader = _amounts if (cls.kind, name) == ("give-up", "fuel") else _READERS.get(name, _text)
        values.append(reader(cls.kind, name, data.get(name)))
    make: Callable[..., Move] = cls
    return make(*values)
