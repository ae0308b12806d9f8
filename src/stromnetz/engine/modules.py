"""Modules: parts of the rules that an edition takes in, each with a state of its own in the position."""

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
    """What a module keeps in a position. The class says how it is copied, compared, saved and shown."""

    __slots__ = ()
    shows: ClassVar[Any] = Any
    """The type of what ``view`` gives: a ``TypedDict``, or a plain annotation. Clients are told of it."""

    def begin(self, rules: Rules) -> None:
        """Once, when a table is set up."""
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
        """The cards it holds, so that none gets lost."""
        return []

    def held(self, seat: int) -> list[tuple[int, int | None]]:
        """The cards that a seat holds by it, each with the plant it lies on, if any."""
        return []

    def cities(self, seat: int) -> int:
        """The cities that a seat has by it, beyond those on the map."""
        return 0

    def presence(self, seat: int) -> list[int]:
        """The cities to which a seat's network reaches by it, beyond those with a house."""
        return []

    def fill_in(self, rules: Rules, p: Position) -> None:
        """A position was written by hand and says nothing of the module: what the rules have brought by now.

        What cannot be known is refused, with what has to be said.
        """
        return

    def check(self, rules: Rules, p: Position) -> None:
        """Refuse a state that does not fit the rest of the position."""
        return

    def view(self, rules: Rules, p: Position, seat: int | None) -> Any:
        """What a seat may see of it; everything unless the module says otherwise."""
        return self.to_json(rules)

    def extra_view_json(self) -> Any:
        """What is open about it and yet in no ``view``, because nobody looks for it; None where there is nothing."""
        return None

    def read_view(self, rules: Rules, p: Position, data: Any, beside: Any) -> None:
        """Restore the state, and what it implies for the position, from ``view`` and ``extra_view_json``."""
        self.read_json(rules, data)

    def seen_by(self, seat: int | None) -> ModuleState:
        """A copy that holds nothing but what a seat may know."""
        return self.copy()

    def reveals_top_card(self, p: Position, seat: int | None) -> bool:
        """Whether it lets a seat look at the top card of the deck."""
        return False


SLOTS = (MemberDescriptorType, GetSetDescriptorType)
"""How a class holds the attributes of its slots: as it stands, and compiled."""


def _unpacked(cls: type[ModuleState], values: dict[str, Any]) -> ModuleState:
    out = cls.__new__(cls)
    for name, value in values.items():
        setattr(out, name, value)
    return out


S = TypeVar("S", bound=ModuleState)


@mypyc_attr(allow_interpreted_subclasses=True)
class Module(ABC, Generic[S]):
    """What is constant about a module, and its methods, which it hangs on the hooks that it uses.

    ``id`` is the name of its state in a saved position.
    """

    def __init__(self, id: str) -> None:
        self.id = id

    def __deepcopy__(self, memo: object) -> Module[S]:
        return self  # nothing in it ever changes

    @abstractmethod
    def new_state(self) -> S:
        """The module's state at the start of a game."""

    @abstractmethod
    def join(self, edition: Edition) -> None:
        """Change the edition: what it prints, and the hooks at which this module takes hold."""

    def state(self, rules: Rules, p: Position) -> S:
        """What it keeps in a position."""
        return p.modules[rules.module_slot[self.id]]  # type: ignore[return-value]  # its slot holds what it made
