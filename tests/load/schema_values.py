"""Random values for JSON schemas, valid or invalid."""

from __future__ import annotations

import random
import string
from typing import Any

Json = dict[str, Any]
CHARACTERS = [chr(one) for one in (*range(32, 127), *range(160, 700), 0x4E2D, 0x1F47E)]
LETTERS = string.ascii_letters + string.digits + "_-"
STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 0.5, 1e308, -0.0),
    *("", " ", "\x00", "a\nb", "\u202eabc", "\u200b", "\ud800", "\udfff", "\U0001f47e", "x" * 300, "x" * 5000),
    *("' OR 1=1 --", "<script>", "%00", "../../etc/passwd", "{}", "null", "٣", "1e5", "constructor", "__proto__"),
    *([], {}, [[]], [None], {"": ""}, {"kind": None}, list(range(300)), {"a": {"b": {"c": [1, 2, {"d": None}]}}}),
)
MAX_DEPTH = 6


class ValueGenerator:
    def __init__(self, schema: Json) -> None:
        self._parts = schema["components"]["schemas"]

    def strange(self, rng: random.Random) -> Any:
        return rng.choice(STRANGE)

    def draw(self, rng: random.Random, schema: Json, wild: bool, depth: int = 0) -> Any:
        """Return a value for a schema; a wild one is invalid here and there."""
        if "$ref" in schema:
            schema = self._parts[schema["$ref"].rsplit("/", 1)[-1]]
        if wild and rng.random() < 0.12:
            return self.strange(rng)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.draw(rng, rng.choice(schema[several]), wild, depth + 1)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if schema.get("examples") and rng.random() < 0.3:
            return rng.choice(schema["examples"])
        kind = schema.get("type", "object" if "properties" in schema else None)
        draw = {
            "object": self._object,
            "array": self._array,
            "string": self._string,
            "integer": self._integer,
            "number": self._integer,
        }.get(str(kind))
        if draw is not None:
            return draw(rng, schema, wild, depth)
        return rng.random() < 0.5 if kind == "boolean" else None if kind == "null" else self.strange(rng)

    def _object(self, rng: random.Random, schema: Json, wild: bool, depth: int) -> Any:
        needed = set(schema.get("required", ()))
        out = {}
        for name, inner in schema.get("properties", {}).items():
            left_out = rng.random() < (0.05 if name in needed else 0.5)
            if depth < MAX_DEPTH and not (left_out and (wild or name not in needed)):
                out[name] = self.draw(rng, inner, wild, depth + 1)
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            out |= {self._word(rng): self.draw(rng, more, wild, depth + 1) for _ in range(rng.randrange(3))}
        if wild and rng.random() < 0.05:
            out[self._word(rng)] = self.strange(rng)
        return out

    def _array(self, rng: random.Random, schema: Json, wild: bool, depth: int) -> Any:
        least, most = schema.get("minItems", 0), schema.get("maxItems", 4)
        count = rng.randint(least, max(least, min(most, 6)))
        if wild and rng.random() < 0.1:
            count = rng.choice([0, most + 1, 100])
        inner = schema.get("items", {})
        return [] if depth > MAX_DEPTH else [self.draw(rng, inner, wild, depth + 1) for _ in range(count)]

    def _string(self, rng: random.Random, schema: Json, wild: bool, depth: int) -> Any:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 40)
        length = rng.randint(least, max(least, min(most, 50)))
        if wild and rng.random() < 0.1:
            length = rng.choice([0, most, most + 1])
        if "pattern" in schema and "{22}" in schema["pattern"]:
            length = 22
        if rng.random() < 0.2:
            return "".join(rng.choices(CHARACTERS, k=length))
        return "".join(rng.choices(LETTERS, k=length))

    def _integer(self, rng: random.Random, schema: Json, wild: bool, depth: int) -> Any:
        least, most = schema.get("minimum", -5), schema.get("maximum", 1000)
        if wild and rng.random() < 0.2:
            return rng.choice([least - 1, most + 1, least, most])
        return rng.randint(int(least), int(most))

    def _word(self, rng: random.Random) -> str:
        return "".join(rng.choice(LETTERS) for _ in range(rng.randrange(1, 9)))

    def message(self, rng: random.Random) -> str | bytes:
        """Return a WebSocket message of a viewer, valid or invalid."""
        messages: list[str | bytes] = [
            '{"type":"ping"}',
            f'{{"type":"resume","version":{rng.randrange(-3, 30)}}}',
            '{"type":"resume"}',
            '{"type":"resume","version":1e400}',
            f'{{"type":"{self._word(rng)}","version":null}}',
            '{"type":["ping"]}',
            "[]",
            "null",
            "",
            "{" * rng.randrange(1, 3000),
            '"\\ud800"',
            "x" * rng.randrange(1, 70_000),
            bytes(rng.randrange(256) for _ in range(rng.randrange(50))),
        ]
        return rng.choice(messages)
