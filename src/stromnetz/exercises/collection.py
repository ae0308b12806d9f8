"""The exercises that come with the package, and the one of each day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from stromnetz.engine.errors import BadInput, shown

Choice = dict[str, Any]
FIRST = date(2024, 1, 1)
"""The day from which days are counted."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question: what is seen, what can be answered, and what each answer is worth."""

    id: str
    kind: str
    edition: str
    map: str
    facts: dict[str, Any]
    """What is seen."""
    choices: Sequence[Choice]
    worth: Sequence[int]
    """What each choice costs or brings; which it is, the kind says."""
    answer: int

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "edition": self.edition,
            "map": self.map,
            "facts": self.facts,
            "choices": list(self.choices),
            "worth": list(self.worth),
            "answer": self.answer,
        }


@cache
def all_exercises() -> dict[str, Exercise]:
    """Every exercise by its id, in the order of the file."""
    text = files("stromnetz.exercises").joinpath("collection.jsonl").read_text(encoding="utf-8")
    found = (Exercise(**json.loads(line)) for line in text.splitlines())
    return {one.id: one for one in found}


def exercise_of(id: str) -> Exercise:
    found = all_exercises().get(id)
    if found is None:
        raise BadInput(f"there is no exercise {shown(id)}", {"id": shown(id)}, "no-exercise")
    return found


def of_the_day(day: date) -> Exercise:
    """The exercise of a day: the same for everybody, another one every day until all have been asked.

    >>> of_the_day(date(2026, 3, 1)) is of_the_day(date(2026, 3, 1))
    True
    """
    ids = list(all_exercises())
    # a step that shares no factor with the number of exercises visits all of them
    step = next(n for n in range(len(ids) // 3 + 1, len(ids) + 2) if _coprime(n, len(ids)))
    return all_exercises()[ids[(day - FIRST).days * step % len(ids)]]


def _coprime(a: int, b: int) -> bool:
    while b:
        a, b = b, a % b
    return a == 1
