"""The values in game and position notation: numbers, words, lists and objects, a JSON without most quotation marks.

The grammar is in docs/reference/notation.md. Every JSON value without fractions has exactly one text.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from stromnetz.engine.errors import BadInput, short_repr

WORD: Final = re.compile(r"[A-Za-z0-9_.-]+")
NUMBER: Final = re.compile(r"-?[0-9]{1,300}")
QUOTED: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
CONSTANTS: Final = {"true": True, "false": False, "null": None}
MAX_DEPTH: Final = 16
"""Lists and objects in one another; positions have four."""


def value_text(value: Any) -> str:
    """Return the text of a JSON value.

    >>> value_text({"seed": "0x1", "deck": [4, "05a", "step-3"], "names": ["Ann", "Bob B."], "short": True})
    '{seed:0x1,deck:[4,05a,step-3],names:[Ann,"Bob B."],short:true}'
    """
    if isinstance(value, dict):
        return "{" + ",".join([f"{_word(str(key))}:{value_text(one)}" for key, one in value.items()]) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(value_text, value)) + "]"
    if isinstance(value, str):
        return _word(value)
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    raise BadInput(f"{short_repr(value)} cannot be written in notation", {"value": short_repr(value)})


def _word(text: str) -> str:
    plain = WORD.fullmatch(text) and not NUMBER.fullmatch(text) and text not in CONSTANTS
    return text if plain else json.dumps(text, ensure_ascii=False)


class ValueReader:
    """Reads values from a line, from left to right.

    >>> ValueReader("{seed:0x1,deck:[4,05a]}").value()
    {'seed': '0x1', 'deck': [4, '05a']}
    >>> ValueReader("[4,").value()
    Traceback (most recent call last):
    ...
    stromnetz.engine.errors.BadInput: column 4: there must be a value, not the end of the line
    """

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0

    def value(self, depth: int = 0) -> Any:
        """Read a value."""
        if depth > MAX_DEPTH:
            raise self.bad(f"at most {MAX_DEPTH} lists in one another")
        if self.skip("["):
            return self._items("]", lambda: self.value(depth + 1))
        if self.skip("{"):
            pairs = self._items("}", lambda: self._pair(depth))
            out = dict(pairs)
            if len(out) < len(pairs):
                raise self.bad("an object that names each of its fields once")
            return out
        if self.line[self.at : self.at + 1] == '"':
            return self.quoted()
        word = self.word()
        if NUMBER.fullmatch(word):
            return int(word)
        return CONSTANTS.get(word, word)

    def word(self) -> str:
        """Read a word without quotation marks."""
        found = WORD.match(self.line, self.at)
        if found is None:
            raise self.bad("a value")
        self.at = found.end()
        return found[0]

    def quoted(self) -> str:
        found = QUOTED.match(self.line, self.at)
        try:
            text: str = json.loads(found[0] if found else "")
            text.encode()  # half of a character outside the basic plane
        except ValueError:
            raise self.bad("a text in quotation marks, as in JSON") from None
        self.at += len(found[0]) if found else 0
        return text

    def skip(self, mark: str) -> bool:
        """Whether this mark comes next; if so, go past it."""
        if not self.line.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def end(self) -> None:
        """Check that nothing follows."""
        if self.at < len(self.line):
            raise self.bad("the end of the line")

    def _items(self, last: str, read: Any) -> list[Any]:
        out: list[Any] = []
        if self.skip(last):
            return out
        while True:
            out.append(read())
            if self.skip(last):
                return out
            if not self.skip(","):
                raise self.bad(f"',' or '{last}'")

    def _pair(self, depth: int) -> tuple[str, Any]:
        key = self.quoted() if self.line[self.at : self.at + 1] == '"' else self.word()
        if not self.skip(":"):
            raise self.bad("':'")
        return key, self.value(depth + 1)

    def bad(self, wanted: str) -> BadInput:
        """Return the error for what stands at this place."""
        rest = self.line[self.at :]
        found = repr(rest[:12]) if rest else "the end of the line"
        return BadInput(f"column {self.at + 1}: there must be {wanted}, not {found}", {"column": self.at + 1})
