"""Games of tournaments, played in a bot process."""

from __future__ import annotations

from itertools import islice
from typing import Any

from stromnetz.arena.matches import play_match
from stromnetz.arena.tournament import TournamentPlan


def play_number(question: dict[str, Any]) -> Any:
    """Play one game of a plan; the result does not depend on the process."""
    plan = TournamentPlan.from_json(question["plan"])
    return play_match(next(islice(plan.matches(), question["number"], None))).to_json()
