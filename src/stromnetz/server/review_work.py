"""Chances and reviews in the process in which bots think: of a view as it was packed, of a record in pieces."""

from __future__ import annotations

from typing import Any

from stromnetz.bots.chances import chances_seen
from stromnetz.bots.review import FINE, Moment, Reviewer, turning_points
from stromnetz.play.files.records import load_game
from stromnetz.play.views import View

_open: dict[str, Reviewer] = {}
"""The game that is looked at now; there is one at most."""


def tell_chances(question: dict[str, Any]) -> Any:
    """How likely each seat wins, by what the seat of the view knows."""
    return [round(one, FINE) for one in chances_seen(View.unpacked(question["packed"]))]


def open_review(question: dict[str, Any]) -> Any:
    """Take up a game; how many points its curve has, and the numbers of each seat's moves."""
    _open.clear()
    reviewer = Reviewer(load_game(question["record"]))
    _open[question["key"]] = reviewer
    return {
        "points": len(reviewer.ends) + 1,
        "moves": [reviewer.of(seat) for seat in range(reviewer.game.rules.players)],
    }


def look_on(question: dict[str, Any]) -> Any:
    """The next points of the curve, or what some moves have cost."""
    reviewer = _open[question["key"]]
    if "points" in question:
        return [reviewer.moment(number)._asdict() for number in range(*question["points"])]
    found = [reviewer.choice(number) for number in question["moves"]]
    return [one.to_json() for one in found if one is not None]


def turns_of(curve: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The turning points of a curve that was told in pieces."""
    return [turn._asdict() for turn in turning_points([Moment(**one) for one in curve])]


def mean_cost(choices: list[dict[str, Any]]) -> float:
    return round(sum(one["cost"] for one in choices) / len(choices), FINE) if choices else 0.0
