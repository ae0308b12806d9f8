"""A game of a tournament, in the process in which bots think."""

from __future__ import annotations

from itertools import islice
from typing import Any

from stromnetz.arena.matches import play_match
from stromnetz.arena.tournament import Plan


def play_number(question: dict[str, Any]) -> Any:
    """Play one game of a plan; the same game comes out whoever plays it."""
    plan = Plan.from_json(question["plan"])
    return play_match(next(islice(plan.matches(), question["number"], None))).to_json()
