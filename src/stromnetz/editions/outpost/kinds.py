"""The kinds of cards that only this edition has."""

from __future__ import annotations

HOUSING, TECHNOLOGY = "housing", "technology"
