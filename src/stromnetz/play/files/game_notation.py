"""Whole games in notation: a header, and one line for each move. docs/reference/notation.md has the specification.

Cards, events and positions are not written: reading a game plays it again from its seed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stromnetz.engine.errors import BadInput, NotYourTurn, StromnetzError, short_repr
from stromnetz.engine.moves import Move, move_from_json
from stromnetz.play.game import Game
from stromnetz.play.variants import chosen_variants

from .plain_values import ValueReader, value_text
from .record_types import Row
from .records import SETUP_KEYS, check_commitment, check_names, plan_start, start_game

MAGIC: Final = "stromnetz-game"
VERSION: Final = 1
NEEDED: Final = ("edition", "map", "players", "revision")
KNOWN: Final = (*NEEDED, "options", "names", *SETUP_KEYS, "position", "commitment", "salt", "final")


def is_game_notation(text: str) -> bool:
    """Whether a text begins like a game in notation."""
    return text.lstrip("\ufeff \t\r\n").startswith(MAGIC)


def game_notation(game: Game, hidden: bool = True) -> str:
    """Return a game in notation; ``hidden=False`` leaves out what players of a running game may not know."""
    if "since" in game.header:
        row = game.header["since"]["seq"]
        raise BadInput(f"the rows up to {row} were played by older rules, which only a record keeps", {"row": row})
    record = game.header_json(hidden)
    facts = {key: record[key] for key in ("edition", "map", "revision", "players")}
    options = chosen_variants(game.edition, game.options)
    if options:
        facts["options"] = options
    facts |= {key: record[key] for key in ("names", "commitment", "salt") if key in record}
    facts |= record.get("setup", {})
    facts |= {key: record[key] for key in ("position",) if key in record}
    if hidden:
        facts["final"] = final_facts(game)
    header = [f"{key}: {value_text(value)}" for key, value in facts.items()]
    return "\n".join([f"{MAGIC} {VERSION}", *header, "", *_move_lines(game), ""])


def final_facts(game: Game) -> dict[str, Any]:
    """Return what must come out when the game is played again."""
    rules, p = game.rules, game.position
    return {
        "round": p.round,
        "money": p.money[: rules.players],
        "cities": p.cities[: rules.players],
        "plants": [rules.refs(p.plants[seat]) for seat in range(rules.players)],
    }


def _move_lines(game: Game) -> Iterator[str]:
    at = (0, "")
    for row in game.rows[1:]:
        if (row.round, row.phase) != at:
            at = (row.round, row.phase)
            yield f"# round {row.round}, {row.phase}"
        yield _line(row)


def _line(row: Row) -> str:
    if row.move is None:
        return f"{row.seat} undo"
    text = str(row.move)
    try:
        exact = Move.parse(text).to_json() == row.move.to_json()
    except BadInput:
        exact = False
    if not exact:
        text = json.dumps(row.move.to_json(), separators=(",", ":"))
    return f"{'+' if row.plan is not None else row.seat} {text}"


# --- reading --------------------------------------------------------------------------------------------------------


def read_game_notation(text: str) -> Game:
    """Return the game of a text, after playing it again."""
    lines = text.lstrip("\ufeff").splitlines()
    numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    first = next((i for i, (_, line) in enumerate(numbered) if line), 0)
    _check_first_line(numbered[first] if numbered else (1, ""))
    header, moves = _split(numbered[first + 1 :])
    facts = _read_header(header)
    game = _begin(facts)
    for number, line in moves:
        try:
            _make(game, line)
        except StromnetzError as error:
            raise _bad(number, f"{error}{_older(game, facts)}") from None
    if "final" in facts:
        _check_final(game, facts)
    return game


def _bad(number: int, why: str) -> BadInput:
    return BadInput(f"line {number}: {why}", {"line": number})


def _check_first_line(first: tuple[int, str]) -> None:
    number, line = first
    if line != f"{MAGIC} {VERSION}":
        raise _bad(number, f"a game begins with '{MAGIC} {VERSION}', not {short_repr(line)}")


def _split(lines: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the lines of the header and those of the moves, which an empty line separates."""
    end = next((i for i, (_, line) in enumerate(lines) if not line), len(lines))
    parts = lines[:end], lines[end:]
    header, moves = [[(number, line) for number, line in part if line and line[0] != "#"] for part in parts]
    return header, moves


def _read_header(lines: list[tuple[int, str]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for number, line in lines:
        key, colon, rest = line.partition(":")
        if not colon:
            raise _bad(number, f"a line of the header is 'NAME: VALUE', not {short_repr(line)}")
        if key not in KNOWN:
            continue
        if key in out:
            raise _bad(number, f"'{key}' is there twice")
        reader = ValueReader(rest.strip())
        try:
            out[key] = reader.value()
            reader.end()
        except BadInput as error:
            raise _bad(number, f"'{key}': {error.message}") from None
    missing = [key for key in NEEDED if key not in out]
    if missing:
        raise BadInput(f"the header has no '{missing[0]}'", {"field": missing[0]})
    return out


def _begin(facts: dict[str, Any]) -> Game:
    """Return the game at its start."""
    if "position" not in facts and "seed" not in facts:
        raise BadInput(
            "this game was exported without its hidden part: it can be read, but not played again (no 'seed')"
        )
    shared = (*NEEDED, "options", "position", "names", "commitment", "salt")
    data: dict[str, Any] = {key: facts[key] for key in shared if key in facts}
    if "position" not in facts:
        setup = {key: facts[key] for key in SETUP_KEYS if key in facts}
        data["setup"] = {"regions": "random", **setup}
    try:
        game = start_game(data)
        game.header |= check_commitment(data) | check_names(data)
    except StromnetzError as error:
        raise BadInput(f"the header: {error.message}", error.facts) from None
    revision, current = facts["revision"], game.rules.edition.revision
    if type(revision) is not int or not 1 <= revision <= current:
        raise BadInput(
            f"the game is of rules revision {short_repr(revision)}; this version knows revision {current}",
            {"revision": short_repr(revision)},
        )
    return game


def _make(game: Game, line: str) -> None:
    """Make the move of a line."""
    who, _, text = line.partition(" ")
    if not (who == "+" or (who.isascii() and who.isdigit() and len(who) < 4)):
        who, text = str(game.position.seat), line
    if text.strip() == "undo":
        game.undo(int(who) if who != "+" else -1)
        return
    move = _json_move(text) if text.lstrip().startswith("{") else Move.parse(text)
    if who == "+":
        last = game.rows[-1]
        plan = {"plan": last.seq if last.plan is None else last.plan, "seat": last.seat}
        game.replay(move, plan_start(game, plan, move))
    elif int(who) == game.position.seat:
        game.replay(move)
    elif game.position.seat < 0:
        game.apply(move)
    else:
        facts = {"seat": int(who), "to_act": game.position.seat, "decision": game.position.kind}
        raise NotYourTurn(facts=facts, case="not-your-turn")


def _json_move(text: str) -> Move:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(f"{short_repr(text)} is not JSON", {"text": short_repr(text)}) from None
    return move_from_json(data)


def _older(game: Game, facts: Mapping[str, Any]) -> str:
    """Return a remark for errors that may be due to changed rules."""
    if facts["revision"] == game.rules.edition.revision:
        return ""
    return f" (the game is of rules revision {facts['revision']}, this version has {game.rules.edition.revision})"


def _check_final(game: Game, facts: Mapping[str, Any]) -> None:
    """Check that the game came out as its header says."""
    written, now = facts["final"], final_facts(game)
    if not isinstance(written, dict):
        raise BadInput(f"'final' must be an object, not {short_repr(written)}", {"final": short_repr(written)})
    for key, value in now.items():
        if key in written and written[key] != value:
            raise BadInput(
                f"at the end of the moves {key} is {short_repr(value)}, but 'final' says "
                f"{short_repr(written[key])}{_older(game, facts)}",
                {"field": key},
            )
