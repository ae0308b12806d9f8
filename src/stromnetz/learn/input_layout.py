"""The layout of a net's inputs, and its mapping to the encoding of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stromnetz.engine.rules import Rules

from .columns import INDEX_COLUMNS, OPTION_OUTLOOK_SIZE, OPTION_SIZE, OUTLOOK_COMPANY, OUTLOOK_RACE
from .encoder import Encoder

OPTION_INPUTS = OPTION_SIZE - INDEX_COLUMNS + OPTION_OUTLOOK_SIZE
"""Inputs of an option: the other columns of its row, then its outlook."""
MAP_PARTS = frozenset({"cities"})
"""Parts that differ between maps."""
NOTHING = ""
"""The first word: none."""
NAMES_0_2: Final = {
    "move leave": "move sit-out",
    "move give-up": "move discard-fuel",
    "move region": "move choose-region",
}
"""Words of the nets of 0.2.0 that have been renamed since."""


class Part(NamedTuple):
    """Rows of a position with the same columns."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    def names(self) -> list[tuple[str, str, str]]:
        return [(self.name, row, column) for row in self.rows for column in self.columns]


@dataclass(slots=True, frozen=True)
class InputLayout:
    """The inputs of a net by name, in their order, and the words in its options."""

    parts: tuple[Part, ...]
    words: tuple[str, ...]

    @classmethod
    def of(cls, kinds: Iterable[Rules]) -> InputLayout:
        """The union of the inputs of these kinds of games."""
        parts: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
        words: dict[str, None] = {NOTHING: None}
        for rules in kinds:
            for part in _parts(rules):
                rows, columns = parts.setdefault(part.name, ({}, {}))
                used = part.rows[: rules.edition.market.places] if part.name == "market" else part.rows
                rows.update(dict.fromkeys(used))
                columns.update(dict.fromkeys(part.columns))
            for column in _words(rules):
                words.update(dict.fromkeys(column))
        ordered = sorted(parts.items(), key=lambda one: one[0] in MAP_PARTS)
        return cls(tuple(Part(n, tuple(rows), tuple(columns)) for n, (rows, columns) in ordered), tuple(words))

    @property
    def size(self) -> int:
        return sum(len(part.rows) * len(part.columns) for part in self.parts)

    @property
    def map_size(self) -> int:
        """Number of inputs that differ between maps; they are the last ones."""
        return sum(len(part.rows) * len(part.columns) for part in self.parts if part.name in MAP_PARTS)

    def to_json(self) -> dict[str, Any]:
        parts = [{"name": one.name, "rows": list(one.rows), "columns": list(one.columns)} for one in self.parts]
        return {"parts": parts, "words": list(self.words)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> InputLayout:
        parts = [Part(str(one["name"]), tuple(one["rows"]), tuple(one["columns"])) for one in data["parts"]]
        return cls(tuple(parts), tuple([NAMES_0_2.get(word, word) for word in data["words"]]))


class LayoutMapping:
    """Maps the encoding of one kind of game to a layout."""

    def __init__(self, shape: InputLayout, rules: Rules) -> None:
        at: dict[tuple[str, str, str], int] = {}
        for part in _parts(rules):
            for key in part.names():
                at[key] = len(at)
        self.source = [at.get(key, -1) for part in shape.parts for key in part.names()]
        """The index in the encoding for each input of the layout; -1 if it is missing."""
        self.places = [place for place, at in enumerate(self.source) if at >= 0]
        """Indices of the inputs that exist in the encoding."""
        self.input_of = [-1] * len(at)
        """The index in the layout for each number of the encoding; -1 if it has no input."""
        for place in self.places:
            self.input_of[self.source[place]] = place
        known = {word: i for i, word in enumerate(shape.words)}
        self.words = [[known.get(word, 0) for word in column] for column in _words(rules)]
        """The words for the values of each index column of an option."""


def _parts(rules: Rules) -> list[Part]:
    """The parts of an encoding with names of their rows; the outlook follows the encoder's."""
    rows = {
        "fuels": tuple(rules.fuel_ids),
        "cards": tuple(str(card.ref) for card in rules.cards),
        "cities": tuple(f"{rules.board.id} {city}" for city in rules.city_ids),
    }
    out = []
    for section in Encoder(rules, False).layout:
        names = rows.get(section.name, tuple(map(str, range(section.rows))))
        out.append(Part(section.name, names, section.columns))
    out.append(Part("race", ("0",), OUTLOOK_RACE))
    out.append(Part("outlook", tuple(map(str, range(rules.players))), OUTLOOK_COMPANY))
    return out


def _words(rules: Rules) -> list[list[str]]:
    """Names for the values of the index columns of an option: kinds of moves, cards, cities, fuels."""
    return [
        [f"move {kind}" for kind in Encoder(rules, False).moves],
        [NOTHING, *[f"card {card.ref}" for card in rules.cards]],
        [NOTHING, *[f"city {rules.board.id} {city}" for city in rules.city_ids]],
        [NOTHING, *[f"fuel {fuel}" for fuel in rules.fuel_ids]],
    ]
