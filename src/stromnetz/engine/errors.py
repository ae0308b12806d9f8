"""Error classes. Each error says what was wrong, with the numbers concerned in ``facts``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

MAX_REPR_LENGTH = 80
"""Maximum number of characters of a value in a message."""
MAX_REPR_ITEMS = 12
"""Maximum number of items of a list or object in a message."""
MAX_INT_BITS = 1000
"""Maximum size of integers in input; Python refuses to print integers of several thousand digits."""


def misspelt(name: str, known: Iterable[str]) -> bool:
    """Whether an unknown name looks like a known one.

    >>> [misspelt(name, ["money", "fuel", "commitment"]) for name in ("mony", "fule", "comment")]
    [True, True, False]
    """
    from difflib import get_close_matches  # noqa: PLC0415  (only needed for unknown names)

    names = list(known)
    letters = sorted(name.lower())
    return any(sorted(one) == letters for one in names) or len(get_close_matches(name.lower(), names, 1, 0.85)) > 0


def short_repr(value: object) -> str:
    """Return a short text for any value. All messages that repeat input use it.

    >>> short_repr([4, "coal"]), short_repr(10**30), short_repr({10**5000: 1})
    ("[4, 'coal']", '100000000000... (31 digits)', '{a whole number of 16,610 bits: 1}')
    """
    text = _text(value, 3)
    return text if len(text) <= MAX_REPR_LENGTH else f"{text[: MAX_REPR_LENGTH - 3]}..."


def _text(value: object, depth: int) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return _number(value)
    if isinstance(value, str | bytes | bytearray):
        return repr(value[:MAX_REPR_LENGTH])
    if type(value) in (list, tuple, set, frozenset, dict):
        return _items(value, depth)
    try:
        return repr(value)[: MAX_REPR_LENGTH + 1]
    except Exception:  # a broken __repr__ must not hide the actual error
        return f"a {type(value).__name__}"


def _number(value: int) -> str:
    bits = int.bit_length(value)
    if bits <= 64:
        return int.__repr__(value)
    if bits > MAX_INT_BITS:
        return f"a {'negative' if value < 0 else 'whole'} number of {bits:,} bits"
    digits = int.__repr__(abs(value))
    return f"{'-' if value < 0 else ''}{digits[:12]}... ({len(digits)} digits)"


def _items(value: Any, depth: int) -> str:
    """Return the text of a list or object, ``depth`` levels deep."""
    if depth == 0 and value:
        inside = "..."
    else:
        first = [item for item, _ in zip(value, range(MAX_REPR_ITEMS), strict=False)]
        parts = [_text(item, depth - 1) for item in first]
        if isinstance(value, dict):
            parts = [f"{part}: {_text(value[key], depth - 1)}" for part, key in zip(parts, first, strict=True)]
        inside = ", ".join([*parts, "..."] if len(value) > MAX_REPR_ITEMS else parts)
    if isinstance(value, list):
        return f"[{inside}]"
    if isinstance(value, tuple):
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, dict) or (type(value) is set and value):
        return f"{{{inside}}}"
    return f"{type(value).__name__}({{{inside}}})" if value else f"{type(value).__name__}()"


def shorten_fact(value: Any) -> Any:
    """Return a fact, with oversized numbers and texts shortened."""
    kind = type(value)
    if kind is int:
        return value if value.bit_length() <= 64 else short_repr(value)
    if kind is str:
        return value if len(value) <= 10 * MAX_REPR_LENGTH else short_repr(value)
    if kind is list or kind is tuple:
        return [shorten_fact(item) for item in value]
    if isinstance(value, dict):
        return {shorten_fact(key): shorten_fact(item) for key, item in value.items()}
    return value


MessageFormatter = Callable[["StromnetzError"], str]
_formatters: list[MessageFormatter] = []


def set_message_formatter(formatter: MessageFormatter) -> None:
    """Set the function that turns errors into sentences: ``play.words`` has them, and ``engine`` must not import it."""
    _formatters[:] = [formatter]


class StromnetzError(Exception):
    """Base class of all errors that the library raises on purpose.

    Errors that players can meet have a ``case``, which names their sentence in each language; ``facts`` fill it in.
    Errors that only programs meet have a message instead. ``message`` is always English. ``move`` is the index of the
    move of a plan that the error is about.

    >>> from stromnetz import new_game
    >>> try:
    ...     new_game("classic-2004", players=9)
    ... except StromnetzError as error:
    ...     print(error)
    classic-2004 is for 2 to 6 players, not 9
    """

    def __init__(self, message: str = "", facts: Mapping[str, Any] | None = None, case: str = "") -> None:
        super().__init__(message or case)
        self._message = message
        self.facts: dict[str, Any] = {name: shorten_fact(value) for name, value in facts.items()} if facts else {}
        self.case = case
        self.move: int | None = None

    @property
    def message(self) -> str:
        """The error in English, with ids instead of translated names."""
        return _formatters[0](self) if _formatters and not self._message else self.untranslated_message

    @property
    def untranslated_message(self) -> str:
        """The message without the sentences of ``play.words``: the case and its facts."""
        return self._message or f"{self.case} {self.facts}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without calling ``__init__``, whose parameters differ between classes."""
        return (_rebuilt, (type(self), self.args), self.__dict__)

    def __str__(self) -> str:
        return self.message if self.move is None else f"move {self.move + 1} of the plan: {self.message}"

    def to_json(self) -> dict[str, Any]:
        out = {"error": type(self).__name__, "message": self.message, "facts": self.facts}
        return out if self.move is None else {**out, "move": self.move}


def _rebuilt(cls: type[StromnetzError], args: tuple[Any, ...]) -> StromnetzError:
    """Unpickle an error; pickle sets its attributes afterwards."""
    return cls.__new__(cls, *args)


class IllegalMove(StromnetzError):
    """A well-formed move that a rule forbids; ``rule`` is the rule's id in ``docs/rules``.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> try:
    ...     game.apply(Open(10, 10))
    ... except IllegalMove as error:
    ...     print(error.rule, error.facts)
    M1 {'plant': 10, 'current': [3, 4, 5, 6]}
    """

    def __init__(self, rule: str, case: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__("", facts, case)
        self.rule = rule

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})"

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "rule": self.rule}


class NotYourTurn(StromnetzError):
    """A move for a seat that is not the deciding one; the move itself may be fine.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> try:
    ...     game.apply(Open(3, 3), seat=(game.decision.seat + 1) % 3)
    ... except NotYourTurn as error:
    ...     print(error.facts["to_act"] == game.decision.seat)
    True
    """


class GameOver(StromnetzError):
    """The game has ended: no move can be made or undone.

    >>> from random import Random
    >>> from stromnetz import Pass, new_game
    >>> game = new_game("classic-2004", players=2, seed=1)
    >>> rng = Random(1)
    >>> while game.decision:
    ...     _ = game.apply(rng.choice(game.legal_moves))
    >>> try:
    ...     game.apply(Pass())
    ... except GameOver as error:
    ...     print(error)
    the game is over
    """


class BadInput(StromnetzError):
    """Input without a meaning in this game: unknown ids, wrong types, numbers that do not add up.

    >>> from stromnetz import new_game
    >>> try:
    ...     new_game("classic-2004", players=3, seed=1).apply({"kind": "open", "plant": 99, "bid": 99})
    ... except BadInput as error:
    ...     print(error)
    there is no card 99 in this game
    """


class ScriptMismatch(StromnetzError):
    """A scripted set-up (deck, market, order, reshuffle) that cannot be followed.

    >>> from stromnetz import new_game
    >>> try:
    ...     new_game("classic-2004", players=3, seed=1, order=[0, 1])
    ... except ScriptMismatch as error:
    ...     print(error)
    the script cannot be followed: 'order' must be a list of all seats 0 to 2, not [0, 1]
    """


def bad_value(name: str, wanted: str, value: object) -> BadInput:
    """Return the error for a value of a file or request that does not fit its field."""
    return BadInput(f"'{name}' must be {wanted}, not {short_repr(value)}", {"field": name, "value": short_repr(value)})
