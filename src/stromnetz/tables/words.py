"""Texts about the game at a table, with the names of its players."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.errors import StromnetzError
from stromnetz.play.game import Game
from stromnetz.play.words import vocabulary
from stromnetz.play.words.sentences import isolated
from stromnetz.play.words.vocabulary import Words, neutral_name

from .errors import error_json
from .table import Table


def words_at(table: Table, game: Game, language: str) -> Words:
    """Return the words of the game at a table, with the names of its players."""
    rules = game.rules
    neutral = [neutral_name(rules.edition.id, language)] * (rules.seats - rules.players)
    web = vocabulary.common_words(language)["web"]
    # like the board, which numbers bots of the same level
    bots = web["bot_names"].split(", ")
    names = [
        bots[seat.seat] if seat.bot and seat.name == seat.bot else isolated(seat.name or web["somebody"])
        for seat in table.seats
    ]
    return Words(rules.edition.id, rules.board.id, [*names, *neutral], language)


def refusal_json(
    error: StromnetzError, language: str, table: Table | None = None, game: Game | None = None
) -> dict[str, Any]:
    """Return the JSON of a refusal, with the names of players, cities and cards if a game is running."""
    if table is None or game is None:
        return error_json(error, vocabulary.refusal(error, language))
    return error_json(error, words_at(table, game, language).refusal(error))
