"""The base class of frames, the entries of the agenda: their fields, their step, and how they are saved and checked.

Each kind of frame is a small class next to the rules it belongs to. Frames never change: copies of a position share
them, and a step that needs another value replaces the frame. An edition registers one frame of each kind
(``Edition.frames``); frames read from files are created from it, so its constants are kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from .errors import bad_value

if TYPE_CHECKING:
    from .position import Position
    from .rules import Rules

MAX_NUMBER: Final = 1_000_000_000
"""The largest number allowed in a saved game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Field(ABC):
    """The type of a frame's field: how its value is written and read."""

    def write(self, rules: Rules, value: Any) -> Any:
        return value

    @abstractmethod
    def read(self, rules: Rules, value: Any, where: str) -> Any: ...


class Number(Field):
    def read(self, rules: Rules, value: Any, where: str) -> int:
        if type(value) is not int or not 0 <= value <= MAX_NUMBER:
            raise bad_value(where, f"a whole number from 0 to {MAX_NUMBER}", value)
        return value


class Seat(Field):
    """A seat, or -1 for none."""

    def read(self, rules: Rules, value: Any, where: str) -> int:
        if type(value) is not int or not -1 <= value < rules.seats:
            raise bad_value(where, f"a whole number from -1 to {rules.seats - 1}", value)
        return value


class CardField(Field):
    """A card, written as its public id."""

    def write(self, rules: Rules, value: Any) -> Any:
        return rules.card_refs[value]

    def read(self, rules: Rules, value: Any, where: str) -> int:
        return rules.card(value)


class TurnsField(Field):
    """The id of the turns of a phase."""

    def read(self, rules: Rules, value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in rules.turns:
            raise bad_value(where, "one of " + ", ".join(rules.turns), value)
        return value


NUMBER, SEAT, CARD, TURNS = Number(), Seat(), CardField(), TurnsField()


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(ABC):
    """An entry of the agenda."""

    __slots__ = ()

    name: ClassVar[str] = ""
    """The name it is saved under."""
    fields: ClassVar[dict[str, Field]] = {}
    """The saved attributes, in the order of the constructor's parameters."""
    transient: ClassVar[bool] = False
    """Whether it comes and goes within a phase; other frames belong to a phase or to the set-up."""
    most: ClassVar[int] = 1
    """How many frames of this kind may be on the agenda at once, if they come and go within a phase."""
    unsettled: ClassVar[bool] = False
    """Whether the market may be incomplete while it is on the agenda."""

    @abstractmethod
    def step(self, rules: Rules, p: Position) -> None:
        """Continue with this frame on top and no decision pending: remove or replace it, or push other frames."""

    # --- as data ---

    def values(self) -> list[Any]:
        return [getattr(self, field) for field in self.fields]

    def filled(self, values: list[Any]) -> Frame:
        """Return a frame of this kind with these values."""
        return cast("Callable[..., Frame]", type(self))(*values) if values else self

    def to_json(self, rules: Rules) -> list[Any]:
        return [self.name, *[field.write(rules, getattr(self, key)) for key, field in self.fields.items()]]

    def read_json(self, rules: Rules, data: list[Any]) -> Frame:
        """Return the frame of this kind that was saved as this list."""
        where = f"agenda {self.name}"
        if len(data) != len(self.fields) + 1:
            raise bad_value("agenda " + self.name, f"a name and {len(self.fields)} values", data)
        pairs = zip(self.fields.values(), data[1:], strict=True)
        return self.filled([field.read(rules, value, where) for field, value in pairs])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and type(self) is type(other) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((self.name, *self.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), tuple(self.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([repr(value) for value in self.values()])})"

    # --- what others ask ---

    def is_planned_as(self, rules: Rules, plan: Frame) -> bool:
        """Whether this is a later state of a frame that the phase put on the agenda."""
        return type(self) is type(plan)

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        """Refuse values that cannot occur in a game; ``under`` is the frame below."""
        return

    def next_seats(self, rules: Rules, p: Position) -> list[int] | None:
        """Return the seats that act in this frame after the deciding one; None if it has no such order."""
        return None

    def cards(self, rules: Rules) -> list[int]:
        """Return the cards that are nowhere else."""
        return []

    def plants_over_limit(self, seat: int) -> int:
        """Return the number of plants above the limit that a seat may have during this frame."""
        return 0

    def gives_up_fuel(self, seat: int) -> bool:
        """Whether a seat may still have fuel that its plants cannot store."""
        return False
