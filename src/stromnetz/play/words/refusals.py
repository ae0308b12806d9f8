"""Refusals in words: the sentence of a case; of a plan with the move that it is about."""

from __future__ import annotations

from collections.abc import Mapping

from stromnetz.engine.errors import StromnetzError

from .facts import Say, filled

SECTION = "refusals"

Sections = Mapping[str, Mapping[str, str]]


def told(error: StromnetzError, sections: Sections, say: Say) -> str:
    """Why not; as the error itself puts it where there is no sentence for its case."""
    sentence = sections[SECTION].get(error.case)
    why = error.bare if sentence is None else _beginning(filled(sentence, error.facts, say))
    return why if error.move is None else sections["terms"]["plan_move"].format(n=error.move + 1, why=why)


def _beginning(text: str) -> str:
    return text[:1].upper() + text[1:]
