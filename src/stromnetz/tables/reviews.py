"""Winning chances and reviews: who may see them, and the review as its reader gets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stromnetz.bots.review import CHANCE_DIGITS, Moment, turning_points
from stromnetz.engine.moves import move_from_json
from stromnetz.play.game import Game
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words

from .errors import Conflict, Forbidden
from .table import FINISHED, PERSON, Table

Json = dict[str, Any]


def require_single_person(table: Table, guest: str | None) -> None:
    """Refuse chances in running games with other people, to whom they would be unfair."""
    people = [seat.seat for seat in table.seats if seat.kind == PERSON]
    if table.settings.rated or len(people) > 1 or any(seat not in table.seats_of(guest) for seat in people):
        raise Forbidden(case="chances-alone")


def require_net(table: Table) -> None:
    """Refuse a game for which there is no net."""
    from stromnetz.bots.master import loaded_nets  # noqa: PLC0415  (loads the nets)

    edition, map, players = table.settings.edition, table.settings.map, table.settings.players
    if not any(one.plays(edition, map, players) for one in loaded_nets()):
        raise Conflict(facts={"edition": edition, "map": map, "players": players}, case="unlearned")


def require_reviewable(table: Table, seat: int) -> None:
    """Refuse the review of a game that is not over or has no net, and of a seat that nobody plays."""
    if table.state != FINISHED:
        raise Conflict(facts={"state": table.state}, case="review-later")
    if seat >= table.settings.players:
        raise Conflict(facts={"seat": seat}, case="no-such-seat")
    require_net(table)


def open_view(game: Game) -> View:
    """Return a view with open money: a finished game has no secrets."""
    return View(game.rules, game.position, None, {**game.options, "money": "open"}, game.version)


def review_json(table: Table, seat: int, curve: Sequence[Json], choices: Sequence[Json], language: str) -> Json:
    """Return a review as far as it is ready: ``curve`` is complete or empty."""
    words = Words(table.settings.edition, table.settings.map, [], language)
    costs = [one["cost"] for one in choices]
    return {
        "seat": seat,
        "curve": curve,
        "turns": [turn._asdict() for turn in turning_points([Moment(**one) for one in curve])],
        "cost": round(sum(costs) / len(costs), CHANCE_DIGITS) if costs else 0.0,
        "choices": [_with_texts(one, words) for one in choices],
    }


def _with_texts(choice: Json, words: Words) -> Json:
    better, auction = choice["better"], choice["auction"]
    move = words.move(move_from_json(choice["move"]))
    return {
        **choice,
        "text": words.reviewed_auction(auction) if auction else move,
        "move_text": move,
        "better_text": None if better is None else words.move(move_from_json(better)),
    }
