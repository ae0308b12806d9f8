"""What a seat can be asked: how one move is checked and done, and all legal moves as a lazy sequence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NoReturn

from mypy_extensions import mypyc_attr

from .errors import MAX_INT_BITS, BadInput, IllegalMove, StromnetzError, short_repr
from .move_ranges import MoveList, MoveRange
from .moves import MOVES, Move
from .options import Option
from .position import Position
from .rules import Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class Decider(ABC):
    """One kind of decision."""

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    """The rule a move of a foreign kind is refused with."""
    accepts: ClassVar[tuple[type[Move], ...]] = ()

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether open information leaves the seat more than one thing to do; money never counts, it may be hidden."""
        return True

    def auto(self, rules: Rules, p: Position, seat: int) -> None:
        """What happens instead of asking when there is no choice; it puts nothing on the agenda."""
        return

    @abstractmethod
    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        """Raise the reason why the move is refused; never change anything."""

    @abstractmethod
    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        """Make a checked move."""

    @abstractmethod
    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        """All legal moves."""

    @abstractmethod
    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        """All that can be done, with prices."""

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether the seat could still get a city, in this step or a later one, had it the money (E5).

        Only the decision in which companies expand their networks (``edition.round.expanding``) is asked this.
        """
        return True

    def looked_for(self, rules: Rules, p: Position, seat: int) -> list[Move]:
        """Moves that somebody might look for and not find, where their fields alone do not say which there could be."""
        return []

    def refuse_kind(self, move: Move) -> NoReturn:
        """A move of a kind that this decision does not take."""
        if type(move) not in MOVES.values():
            # a class of somebody's own could say one thing and write down another
            raise BadInput(f"a move is one of {', '.join(MOVES)}, not {short_repr(move)}", {"move": short_repr(move)})
        got = move.kind
        raise IllegalMove(
            self.rule,
            "other-decision",
            {"decision": self.kind, "accepts": [cls.kind for cls in self.accepts], "move": got},
        )


def check_move(rules: Rules, p: Position, move: Move) -> None:
    """Raise why the deciding seat may not make this move."""
    check_move_of(rules, p, p.seat, p.kind, move)


def check_move_of(rules: Rules, p: Position, seat: int, kind: str, move: Move) -> None:
    """Raise why a seat could not make this move, were it asked for a decision of this kind now."""
    decider = rules.deciders[kind]
    try:
        if type(move) not in decider.accepts:
            decider.refuse_kind(move)
        decider.check(rules, p, seat, move)
    except IllegalMove as refusal:
        refusal.rule = rules.own_rule(refusal.rule)
        raise


def is_legal(rules: Rules, p: Position, move: object) -> bool:
    """Whether the deciding seat may make this move; what is no move is not legal."""
    if p.seat < 0 or not isinstance(move, Move):
        return False
    decider = rules.deciders[p.kind]
    if type(move) not in decider.accepts:
        return False
    try:
        decider.check(rules, p, p.seat, move)
    except StromnetzError:
        return False
    return True


class LegalMoves(MoveList):
    """Every legal move of a position; ``in`` asks the rules."""

    __slots__ = ("_p", "_rules", "_turn")

    def __init__(self, rules: Rules, p: Position) -> None:
        self._rules = rules
        self._p = p
        self._turn = p.turn
        super().__init__(rules.deciders[p.kind].ranges(rules, p, p.seat) if p.seat >= 0 else [])

    def __reduce__(self) -> tuple[Any, ...]:
        return (LegalMoves, (self._rules, self._p))

    def made(self, span: MoveRange, number: int) -> Move:
        move = span.make(number)
        if self._turn == self._p.turn:
            self._p.taken = move
        return move

    def __contains__(self, move: object) -> bool:
        return is_legal(self._rules, self._p, move)


def whole(value: object, name: str) -> None:
    """Refuse an amount that is not a whole number; moves can be made without passing through JSON."""
    if type(value) is not int:
        raise BadInput(f"{name} must be a whole number, not {short_repr(value)}", {name: short_repr(value)})
    if value.bit_length() > MAX_INT_BITS:
        raise BadInput(
            f"{name} must be a number of at most {MAX_INT_BITS:,} bits, not {short_repr(value)}",
            {name: short_repr(value)},
        )
