"""Notation: one line a move, written and read alike by terminal, log, golden games and addresses.

open 04@7 · leave · bid 9 · pass · scrap 03 · give-up coal 1 oil 1 · assign 10 · buy coal 2
connect essen · done · run 04 10 coal 4 · run (no plant) · region west
build housing amber · arrange 03 25 26a · hire 2 · make-robot
"""

from __future__ import annotations

import re
from collections.abc import Callable

from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.moves import (
    MOVES,
    Arrange,
    Assign,
    Bid,
    Build,
    Buy,
    CardRef,
    Connect,
    Fuel,
    GiveUp,
    Hire,
    Move,
    Open,
    Place,
    Region,
    Run,
    Scrap,
)

USAGE = {
    "region": "region NAME",
    "open": "open PLANT@BID",
    "leave": "leave",
    "bid": "bid AMOUNT",
    "pass": "pass",
    "scrap": "scrap PLANT",
    "assign": "assign PLANT",
    "buy": "buy FUEL COUNT",
    "connect": "connect CITY",
    "place": "place CITY",
    "done": "done",
    "give-up": "give-up FUEL COUNT …",
    "run": "run PLANT … [FUEL COUNT …]",
    "build": "build house|plant|housing CITY",
    "arrange": "arrange CARD …",
    "hire": "hire COUNT",
    "make-robot": "make-robot",
}


def card_text(ref: CardRef) -> str:
    """A card as it is printed: plants with two digits."""
    return f"{ref:02d}" if isinstance(ref, int) else ref


def format_move(move: Move) -> str:
    """
    >>> format_move(Open(4, 7)), format_move(Run([4, 10], {"coal": 4}))
    ('open 04@7', 'run 04 10 coal 4')
    """
    if isinstance(move, Open):
        return f"open {card_text(move.plant)}@{move.bid}"
    if isinstance(move, Scrap | Assign):
        return f"{move.kind} {card_text(move.plant)}"
    if isinstance(move, GiveUp):
        return " ".join(["give-up", *_fuel_words(move.fuel)])
    if isinstance(move, Run):
        # numbers first: a word before a number would read as an amount of fuel
        plants = sorted(move.plants, key=lambda ref: isinstance(ref, str))
        return " ".join(["run", *map(card_text, plants), *_fuel_words(move.burn or ())])
    if isinstance(move, Arrange):
        return " ".join(["arrange", *map(card_text, move.cards)])
    return " ".join([move.kind, *(str(getattr(move, name)) for name in move.fields)])


def parse_move(text: str) -> Move:
    """The move that a line says.

    >>> parse_move("buy coal 2")
    Buy('coal', 2)
    >>> parse_move("run 13")
    Run((13,), None)
    """
    words = text.split()
    kind = words[0].lower() if words else ""
    if kind not in MOVES:
        known = ", ".join(USAGE)
        raise BadInput(
            f"{shown(kind)} is not a move; the moves are {known}", {"text": shown(text), "known": known}, "no-move"
        )
    reader = _READERS.get(kind)
    try:
        if reader is not None:
            return reader(words[1:])
        if len(words) == 1:
            return MOVES[kind]()
    except (ValueError, IndexError):
        pass
    facts = {"text": shown(text.strip()), "usage": USAGE[kind]}
    raise BadInput(f"cannot read {shown(text.strip())}: write {USAGE[kind]}", facts, "unreadable-move")


def _fuel_words(fuel: Fuel) -> list[str]:
    return [word for name, count in fuel for word in (name, str(count))]


def _card(word: str) -> CardRef:
    return int(word) if word.isascii() and word.isdigit() else word.lower()


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def _one(words: list[str]) -> str:
    (word,) = words
    return word


def _fuel(words: list[str]) -> dict[str, int]:
    """Pairs of a fuel and a count."""
    if len(words) % 2:
        raise ValueError(words)
    return {words[i].lower(): _number(words[i + 1]) for i in range(0, len(words), 2)}


def _open(words: list[str]) -> Move:
    plant, bid = re.split(r"@|\s+", " ".join(words))
    return Open(_card(plant), _number(bid))


def _buy(words: list[str]) -> Move:
    fuel, count = words
    return Buy(fuel.lower(), _number(count))


def _build(words: list[str]) -> Move:
    site, city = words
    return Build(site.lower(), city.lower())


def _run(words: list[str]) -> Move:
    """Plants come first; the first word that is followed by a count and is no number begins the fuel."""
    plants = []
    while words and (words[0].isdigit() or len(words) % 2 or not words[1].isdigit()):
        plants.append(_card(words.pop(0)))
    return Run(plants, _fuel(words) if words else None)


_READERS: dict[str, Callable[[list[str]], Move]] = {
    "region": lambda words: Region(_one(words).lower()),
    "open": _open,
    "bid": lambda words: Bid(_number(_one(words))),
    "scrap": lambda words: Scrap(_card(_one(words))),
    "assign": lambda words: Assign(_card(_one(words))),
    "buy": _buy,
    "connect": lambda words: Connect(_one(words).lower()),
    "place": lambda words: Place(_one(words).lower()),
    "give-up": lambda words: GiveUp(_fuel(words)),
    "build": _build,
    "arrange": lambda words: Arrange([_card(word) for word in words]),
    "hire": lambda words: Hire(_number(_one(words))),
    "run": _run,
}
