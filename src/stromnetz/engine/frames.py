"""What a frame is: one entry of the agenda, with its fields, its step, and how it is saved, checked and looked at.

Each kind of frame is a small class beside the rules it belongs to. A frame never changes: copies of a position share
it, and a step that needs another value puts another frame in its place. An edition registers one frame of each kind
(``Edition.frames``); frames that are read from a file are made from it, so what is constant about it comes along.
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
"""No number in a saved game is larger."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Field(ABC):
    """What a value of a frame is: how it is written and read."""

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
    """A seat, or -1 for nobody."""

    def read(self, rules: Rules, value: Any, where: str) -> int:
        if type(value) is not int or not -1 <= value < rules.seats:
            raise bad_value(where, f"a whole number from -1 to {rules.seats - 1}", value)
        return value


class CardField(Field):
    """Cards are written by their public ids."""

    def write(self, rules: Rules, value: Any) -> Any:
        return rules.card_refs[value]

    def read(self, rules: Rules, value: Any, where: str) -> int:
        return rules.card(value)


class TurnsField(Field):
    """One of the ways in which a phase goes round the table."""

    def read(self, rules: Rules, value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in rules.turns:
            raise bad_value(where, "one of " + ", ".join(rules.turns), value)
        return value


NUMBER, SEAT, CARD, TURNS = Number(), Seat(), CardField(), TurnsField()


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(ABC):
    """One entry of the agenda."""

    __slots__ = ()

    name: ClassVar[str] = ""
    """As it is saved."""
    fields: ClassVar[dict[str, Field]] = {}
    """Attributes in the order in which they are saved, and of the constructor's arguments."""
    passing: ClassVar[bool] = False
    """Whether it comes and goes within a phase; all others belong to a phase or to the set-up."""
    most: ClassVar[int] = 1
    """How many of a passing kind may lie on one agenda."""
    unsettled: ClassVar[bool] = False
    """Whether the market may be incomplete while it lies on the agenda."""

    @abstractmethod
    def step(self, rules: Rules, p: Position) -> None:
        """Continue while the frame is on top and nobody has to decide: remove or replace it, or push other frames."""

    # --- as data ---

    def values(self) -> list[Any]:
        return [getattr(self, field) for field in self.fields]

    def filled(self, values: list[Any]) -> Frame:
        """A frame of this kind with these values."""
        return cast("Callable[..., Frame]", type(self))(*values) if values else self

    def to_json(self, rules: Rules) -> list[Any]:
        return [self.name, *[field.write(rules, getattr(self, key)) for key, field in self.fields.items()]]

    def read_json(self, rules: Rules, data: list[Any]) -> Frame:
        """The frame of this kind that was saved as this list."""
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
        """Whether it is what has become of a frame that the phase has put on the agenda."""
        return type(self) is type(plan)

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        """Refuse values that no game can lead to; ``under`` lies below it."""
        return

    def to_come(self, rules: Rules, p: Position) -> list[int] | None:
        """The seats that are due in it after the deciding one; None where that is no matter of this frame."""
        return None

    def cards(self, rules: Rules) -> list[int]:
        """The cards that lie nowhere else."""
        return []

    def plants_over_limit(self, seat: int) -> int:
        """How many plants beyond the limit a seat may have while it lies on the agenda."""
        return 0

    def gives_up_fuel(self, seat: int) -> bool:
        """Whether a seat may still have fuel that its plants cannot store."""
        return False
