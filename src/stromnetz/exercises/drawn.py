"""What the sketch of an exercise shows: the cities that the question is about, where they lie."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.loading import all_maps

from .collection import Exercise


def drawing(exercise: Exercise) -> dict[str, Any] | None:
    """Cities and what connects them, alike in every language; nothing where the question is not about a map.

    >>> from stromnetz.exercises import exercise_of
    >>> sketch = drawing(exercise_of("cities-1"))
    >>> sketch["cities"][0]["name"], sketch["connections"][0]
    ('Berlin', ['flensburg', 'kiel', 4])
    >>> drawing(exercise_of("fuel-1")) is None
    True
    """
    facts = exercise.facts
    if "connections" not in facts:
        return None
    board = all_maps()[exercise.map]["cities"]
    cities = [
        {
            "id": city,
            "name": board[city]["name"],
            "x": board[city]["lon"],
            "y": -board[city]["lat"] * 1.5,
            "mine": city in facts["network"],
            "place": place,
        }
        for city, place in facts["places"].items()
    ]
    return {"cities": cities, "connections": facts["connections"]}
