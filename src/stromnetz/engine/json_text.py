"""JSON text of values, exactly as ``json.dumps`` writes it.

A record consists of thousands of short values. Writing them directly takes a fraction of the time that it takes to
build lists and objects first.
"""

from __future__ import annotations

from json import JSONEncoder
from json.encoder import encode_basestring_ascii
from typing import Any, Final

encoded: Final = JSONEncoder(check_circular=False).encode
"""Encodes JSON data as text, without looking for reference cycles: games write none."""

QUOTED_CACHE_SIZE: Final = 1 << 12
_quoted: Final[dict[str, str]] = {}


def quoted(text: str) -> str:
    """Return a text in quotes, cached because ids repeat."""
    found = _quoted.get(text)
    if found is None:
        if len(_quoted) >= QUOTED_CACHE_SIZE:
            _quoted.clear()
        found = _quoted[text] = encode_basestring_ascii(text)
    return found


def json_text(value: Any) -> str:
    """Return JSON data as text; tuples become lists."""
    kind = type(value)
    if kind is int:
        return str(value)
    if kind is str:
        return quoted(value)
    if kind is list or kind is tuple:
        values: list[Any] = value if kind is list else list(value)
        return "[" + ", ".join([json_text(one) for one in values]) + "]"
    if isinstance(value, dict):
        return _object(value)
    return "null" if value is None else encoded(value)


def _object(data: dict[Any, Any]) -> str:
    parts: list[str] = []
    for key, one in data.items():
        if type(key) is not str:
            return encoded(data)
        parts.append(f"{quoted(key)}: {json_text(one)}")
    return "{" + ", ".join(parts) + "}"
