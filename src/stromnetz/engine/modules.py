"""Modules: optional parts of the rules that an edition includes, each with its own state in the position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import GetSetDescriptorType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from .edition import Edition
    from .position import Position
    from .rules import Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleState(ABC):
    """The state of a module in a position: how it is copied, compared, saved and shown."""

    __slots__ = ()
    view_type: ClassVar[Any] = Any
    """The type that ``view`` returns: a ``TypedDict`` or a plain annotation. Client types are generated from it."""

    def set_up(self, rules: Rules) -> None:
        """Prepare the state at set-up."""
        return

    def __reduce__(self) -> tuple[Any, ...]:
        names = [name for cls in type(self).__mro__ for name, slot in vars(cls).items() if isinstance(slot, SLOTS)]
        there = [name for name in names if name[:2] != "__" and hasattr(self, name)]
        return (_unpacked, (type(self), {name: getattr(self, name) for name in there} | getattr(self, "__dict__", {})))

    @abstractmethod
    def copy(self) -> ModuleState: ...

    @abstractmethod
    def to_json(self, rules: Rules) -> Any: ...

    @abstractmethod
    def read_json(self, rules: Rules, data: Any) -> None: ...

    def cards(self) -> list[int]:
        """Return the cards that the module holds, so that none gets lost."""
        return []

    def held_cards(self, seat: int) -> list[tuple[int, int | None]]:
        """Return the cards that a seat holds through the module, each with the plant it lies on or None."""
        return []

    def cities(self, seat: int) -> int:
        """Return the number of cities a seat has through the module, besides those on the map."""
        return 0

    def presence(self, seat: int) -> list[int]:
        """Return the cities that a seat's network reaches through the module, besides those with a house."""
        return []

    def infer(self, rules: Rules, p: Position) -> None:
        """Complete a handwritten position that leaves the module out with the state that the rules imply.

        If the state cannot be inferred, the error says what to add.
        """
        return

    def check(self, rules: Rules, p: Position) -> None:
        """Refuse a state that contradicts the rest of the position."""
        return

    def view(self, rules: Rules, p: Position, seat: int | None) -> Any:
        """Return what a seat may see of it; everything, by default."""
        return self.to_json(rules)

    def extra_view_json(self) -> Any:
        """Return open information that ``view`` leaves out because players do not need it; None if there is none."""
        return None

    def read_view(self, rules: Rules, p: Position, data: Any, extra: Any) -> None:
        """Restore the state, and what it implies for the position, from ``view`` and ``extra_view_json``."""
        self.read_json(rules, data)

    def seen_by(self, seat: int | None) -> ModuleState:
        """Return a copy with only the information that a seat may have."""
        return self.copy()

    def reveals_top_card(self, p: Position, seat: int | None) -> bool:
        """Whether it lets a seat look at the top card of the deck."""
        return False


SLOTS = (MemberDescriptorType, GetSetDescriptorType)
"""Types of slot descriptors, interpreted and compiled."""


def _unpacked(cls: type[ModuleState], values: dict[str, Any]) -> ModuleState:
    out = cls.__new__(cls)
    for name, value in values.items():
        setattr(out, name, value)
    return out


S = TypeVar("S", bound=ModuleState)


@mypyc_attr(allow_interpreted_subclasses=True)
class Module(ABC, Generic[S]):
    """The constant part of a module, and the methods that it appends to hooks.

    ``id`` is the name of its state in a saved position.
    """

    def __init__(self, id: str) -> None:
        self.id = id

    def __deepcopy__(self, memo: object) -> Module[S]:
        return self  # immutable

    @abstractmethod
    def new_state(self) -> S:
        """Create the module's state at the start of a game."""

    @abstractmethod
    def join(self, edition: Edition) -> None:
        """Change the edition: its printed values, and the hooks that this module uses."""

    def state(self, rules: Rules, p: Position) -> S:
        """Return the module's state in a position."""
        return p.modules[rules.module_slot[self.id]]  # type: ignore[return-value]  # its slot holds what it made
