"""Views of robots: facts and texts, also from views received from a server."""

from __future__ import annotations

from typing import Any

from stromnetz.play.edition_parts import EditionTexts
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words

from .module import NAME


def tiles_of(view: View, seat: int) -> list[str]:
    """Return the five tiles of a robot; empty for a person."""
    robots: list[dict[str, Any]] = view.modules.get(NAME, {}).get("robots", [])
    return next((robot["tiles"] for robot in robots if robot["seat"] == seat), [])


def deciding_for(view: View) -> int | None:
    """Return the robot that the current decision is about."""
    deciding: dict[str, Any] | None = view.modules.get(NAME, {}).get("deciding")
    return None if deciding is None else deciding["seat"]


class RobotTexts(EditionTexts):
    def player_text(self, view: View, seat: int, words: Words) -> str:
        """Return the robot's tiles, each with a short text."""
        tiles = tiles_of(view, seat)
        told = [f"{words.named('tiles', tile)} ({words.named('tile_texts', tile)})" for tile in tiles]
        return f"{words.term('robot_tiles')}: {'; '.join(told)}" if told else ""


TEXTS = RobotTexts()
