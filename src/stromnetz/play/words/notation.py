"""Notation: one line per move, used by terminal, log, golden games and URLs.

open 04@7 · sit-out · bid 9 · pass · scrap 03 · discard-fuel coal 1 oil 1 · assign 10 · buy coal 2
connect essen · done · run 04 10 coal 4 · run (no plant) · choose-region west
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.moves import CARD, CARDS, MOVES, WHOLE, CardRef, DiscardFuel, Form, Fuel, Move, Open, Run


def card_text(ref: CardRef) -> str:
    """Return a card as printed: plants with two digits."""
    return f"{ref:02d}" if isinstance(ref, int) else ref


def format_move(move: Move) -> str:
    """Return a move in notation.

    >>> format_move(Open(4, 7)), format_move(Run([4, 10], {"coal": 4}))
    ('open 04@7', 'run 04 10 coal 4')
    """
    if isinstance(move, Open):
        return f"open {card_text(move.plant)}@{move.bid}"
    if isinstance(move, DiscardFuel):
        return " ".join(["discard-fuel", *_fuel_words(move.fuel)])
    if isinstance(move, Run):
        # numbers first: a word before a number would read as an amount of fuel
        plants = sorted(move.plants, key=lambda ref: isinstance(ref, str))
        return " ".join(["run", *map(card_text, plants), *_fuel_words(move.burn or ())])
    words = [move.kind]
    for name, form in zip(move.fields, move.forms, strict=True):
        words += _written(form, getattr(move, name))
    return " ".join(words)


def _written(form: Form, value: Any) -> list[str]:
    if form is CARDS:
        return [card_text(ref) for ref in value]
    return [card_text(value) if form is CARD else str(value)]


def parse_move(text: str) -> Move:
    """Return the move of a line in notation.

    >>> parse_move("buy coal 2")
    Buy('coal', 2)
    >>> parse_move("run 13")
    Run((13,), None)
    """
    words = text.split()
    kind = words[0].lower() if words else ""
    if kind not in MOVES:
        known = ", ".join(MOVES)
        raise BadInput(facts={"text": short_repr(text), "known": known}, case="no-move")
    cls = MOVES[kind]
    reader = _READERS.get(kind)
    try:
        return reader(words[1:]) if reader is not None else _plain(cls, words[1:])
    except (ValueError, IndexError):
        usage = usage_of(cls)
        facts = {"text": short_repr(text.strip()), "usage": usage}
        raise BadInput(facts=facts, case="unreadable-move") from None


def usage_of(cls: type[Move]) -> str:
    """Return the syntax of this kind of move."""
    return cls.usage or cls.kind


def _plain(cls: type[Move], words: list[str]) -> Move:
    """Read a move whose fields are written in sequence; only the last field can be a list of cards."""
    values: list[Any] = []
    for form in cls.forms:
        if form is CARDS:
            values.append([_card(word) for word in words])
            words = []
        else:
            values.append(_value(form, words[0]))
            words = words[1:]
    if words:
        raise ValueError(words)
    make: Callable[..., Move] = cls
    return make(*values)


def _value(form: Form, word: str) -> Any:
    if form is WHOLE:
        return _number(word)
    return _card(word) if form is CARD else word.lower()


def _fuel_words(fuel: Fuel) -> list[str]:
    return [word for name, count in fuel for word in (name, str(count))]


def _card(word: str) -> CardRef:
    return int(word) if word.isascii() and word.isdigit() else word.lower()


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def _fuel(words: list[str]) -> dict[str, int]:
    """Read pairs of a fuel and a count."""
    if len(words) % 2:
        raise ValueError(words)
    return {words[i].lower(): _number(words[i + 1]) for i in range(0, len(words), 2)}


def _open(words: list[str]) -> Move:
    plant, bid = re.split(r"@|\s+", " ".join(words))
    return Open(_card(plant), _number(bid))


def _run(words: list[str]) -> Move:
    """Read a run: plants first; the first word that is not a number and precedes a count starts the fuel."""
    plants = []
    while words and (words[0].isdigit() or len(words) % 2 or not words[1].isdigit()):
        plants.append(_card(words.pop(0)))
    return Run(plants, _fuel(words) if words else None)


_READERS: dict[str, Callable[[list[str]], Move]] = {
    "open": _open,
    "discard-fuel": lambda words: DiscardFuel(_fuel(words)),
    "run": _run,
}
"""Kinds of moves with a notation of their own."""
