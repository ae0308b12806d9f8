"""Deciders: how a move of each kind of decision is checked and made, and the legal moves as a lazy sequence."""

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
    """A kind of decision: its options, and how its moves are checked and made."""

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    """The rule named when a move of another kind is refused."""
    accepts: ClassVar[tuple[type[Move], ...]] = ()

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether open information leaves more than one choice. Money never counts, because it may be hidden."""
        return True

    def auto(self, rules: Rules, p: Position, seat: int) -> None:
        """Act for the seat if it has no choice; puts nothing on the agenda."""
        return

    @abstractmethod
    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        """Raise an error with the reason if the move is not allowed; changes nothing."""

    @abstractmethod
    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        """Make a move that has been checked."""

    @abstractmethod
    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        """Return all legal moves as ranges."""

    @abstractmethod
    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        """Return all options, with their prices."""

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        """Whether the seat could ever get another city, in this step or later, if it had the money (E5).

        Only asked of the decision in which companies expand their networks (``edition.round.expanding``).
        """
        return True

    def expected_moves(self, rules: Rules, p: Position, seat: int) -> list[Move]:
        """Moves that players might expect but that are not legal, if they do not follow from the moves' fields."""
        return []

    def refuse_kind(self, move: Move) -> NoReturn:
        """Raise the error for a move of a kind that this decision does not accept."""
        if type(move) not in MOVES.values():
            # a foreign class could behave one way and serialise another
            raise BadInput(f"a move is one of {', '.join(MOVES)}, not {short_repr(move)}", {"move": short_repr(move)})
        got = move.kind
        raise IllegalMove(
            self.rule,
            "other-decision",
            {"decision": self.kind, "accepts": [cls.kind for cls in self.accepts], "move": got},
        )


def check_move(rules: Rules, p: Position, move: Move) -> None:
    """Raise an error with the reason if the deciding seat may not make this move."""
    check_move_of(rules, p, p.seat, p.kind, move)


def check_move_of(rules: Rules, p: Position, seat: int, kind: str, move: Move) -> None:
    """Raise an error with the reason if a seat could not make this move in a decision of this kind now."""
    decider = rules.deciders[kind]
    try:
        if type(move) not in decider.accepts:
            decider.refuse_kind(move)
        decider.check(rules, p, seat, move)
    except IllegalMove as refusal:
        refusal.rule = rules.own_rule(refusal.rule)
        raise


def is_legal(rules: Rules, p: Position, move: object) -> bool:
    """Whether the deciding seat may make this move; False for objects that are not moves."""
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
    """All legal moves of a position; ``in`` checks the rules instead of searching."""

    __slots__ = ("_p", "_rules", "_turn")

    def __init__(self, rules: Rules, p: Position) -> None:
        self._rules = rules
        self._p = p
        self._turn = p.turn
        super().__init__(rules.deciders[p.kind].ranges(rules, p, p.seat) if p.seat >= 0 else [])

    def __reduce__(self) -> tuple[Any, ...]:
        return (LegalMoves, (self._rules, self._p))

    def create_move(self, move_range: MoveRange, number: int) -> Move:
        move = move_range.make(number)
        if self._turn == self._p.turn:
            self._p.checked_move = move
        return move

    def __contains__(self, move: object) -> bool:
        return is_legal(self._rules, self._p, move)


def require_int(value: object, name: str) -> None:
    """Refuse an amount that is not an int: moves can be created without passing through JSON."""
    if type(value) is not int:
        raise BadInput(f"{name} must be a whole number, not {short_repr(value)}", {name: short_repr(value)})
    if value.bit_length() > MAX_INT_BITS:
        raise BadInput(
            f"{name} must be a number of at most {MAX_INT_BITS:,} bits, not {short_repr(value)}",
            {name: short_repr(value)},
        )
