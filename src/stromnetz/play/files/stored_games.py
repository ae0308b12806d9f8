"""Resuming games that were stored row by row, without replaying everything.

Loading a record (:mod:`stromnetz.play.files.records`) checks every row, since files may come from anywhere. A server
trusts its own rows and needs speed: it takes the newest stored position and the few moves after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.phases.setup import bare_position
from stromnetz.engine.position import Position
from stromnetz.play.game import Game
from stromnetz.play.rulesets import rules_for

from . import json_values as rd
from . import position_json
from .record_types import effective_rows, undoable
from .records import HEADER_KEYS, row_from_json

StoredPositions = Iterable[tuple[int, Mapping[str, Any]]]
"""Pairs of a row and the dump of the position after it."""


def resume(
    data: Mapping[str, Any], rows: Iterable[Any], stored: StoredPositions, now: Mapping[str, Any] | None = None
) -> Game:
    """Return a game from a record's header, its rows as JSON, and positions: the start, some rounds, the last one.

    >>> from stromnetz.play.new import new_game
    >>> game = new_game("classic-2004", players=2, seed=1)
    >>> record = game.to_json()
    >>> resume(record, record["rows"], [(0, record["snapshots"][0]["position"])]) == game
    True
    """
    rules, variants = rules_for(data["edition"], data["map"], data["players"], data.get("options"))
    header = {key: rd.copy_json(data[key]) for key in HEADER_KEYS if key in data}
    read = [row_from_json(number, raw) for number, raw in enumerate(rows)]
    position = None if now is None else position_json.restore(rules, rd.mapping(now, "position"))
    game = Game(rules, position or bare_position(rules), variants, header)
    game.replace_rows(read)
    revision = rules.edition.revision
    if data["revision"] < revision:
        # rows played by older rules are kept as they are (docs/decisions/0006)
        game.header["since"] = {"seq": game.version, "revision": revision}
    return _settle(game, stored, position)


def replay_rows(game: Game, rows: Iterable[Any]) -> Game:
    """Return a copy of the game with more rows, which are replayed and must come out as written.

    >>> from stromnetz.play.new import new_game
    >>> game = new_game("classic-2004", players=2, seed=1)
    >>> ahead = game.copy()
    >>> _ = ahead.apply(ahead.legal_moves[0])
    >>> replay_rows(game, ahead.to_json()["rows"][1:]) == ahead
    True
    """
    out = game.copy()
    out.position = game.position.copy()  # moves change it in place, and views may use the old one
    for raw in rows:
        row = row_from_json(out.version + 1, raw)
        if row.undoes is not None:
            out.undo(row.seat)
        elif row.move is not None:
            out.replay(row.move, row.plan)
        if out.row(out.version)[:6] != row[:6]:  # without round and phase, which are not stored
            raise BadInput(f"row {row.seq} does not come out as it is written", {"row": row.seq})
    return out


def game_at_version(game: Game, version: int, stored: StoredPositions) -> Game:
    """Return the game as it was after a row, given some of its positions."""
    if not 0 <= version <= game.version:
        raise BadInput(
            f"there is no row {short_repr(version)}: the last one is {game.version}",
            {"version": version, "last": game.version},
        )
    out = game.copy()
    out.replace_rows(game.rows[: version + 1])
    return _settle(out, stored, None)


def _settle(game: Game, stored: StoredPositions, position: Position | None) -> Game:
    """Set a game to its last row, from the given position or from the newest stored one and the moves after it."""
    there = {row.seq for row in effective_rows(game.rows)}
    usable = sorted(((seq, dump) for seq, dump in stored if seq in there), key=lambda pair: pair[0])
    undo = undoable(game.rows)
    # undo needs the positions after the first undoable row, and the newest one before it
    last = max((i for i, (seq, _) in enumerate(usable) if not undo or seq < undo[0]), default=None)
    if last is None:
        raise BadInput("no position of this game was kept", {"version": game.version})
    game.snapshots = [
        (seq, position_json.restore(game.rules, rd.mapping(dump, "position"))) for seq, dump in usable[last:]
    ]
    game.position = position if position is not None else game.position_before(len(game.rows))
    since = game.header.get("since", {}).get("seq", -1)
    game.allow_undo(seq for seq in undo if seq > since)
    return game
