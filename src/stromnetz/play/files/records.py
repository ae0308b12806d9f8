"""Records: games as files. Loading replays and compares every row; rows of older revisions are taken as written.

A record has a header (edition, map, options, start), rows, and snapshots: the first position of every round and the
last one. Its revision names the rules it was played by. A record of the current revision must replay exactly. An older
one cannot be checked by today's rules, so its content is taken as it is, and an unfinished game continues from its last
position. When it is saved again, ``since`` says up to which row that applies.
"""

from __future__ import annotations

import gc
import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

from stromnetz.engine.errors import BadInput, StromnetzError, short_repr
from stromnetz.engine.events import event_from_json
from stromnetz.engine.moves import CARD, CITY, TEXT, WHOLE, Done, Move, move_from_json
from stromnetz.play.game import Game
from stromnetz.play.new import GAME_KEYS, new_game, parse_json_document, parse_position
from stromnetz.play.rulesets import rules_for

from . import json_values as rd
from . import position_json
from .record_types import Row

if TYPE_CHECKING:
    from stromnetz.types import AnyEvent

HEADER_KEYS = ("players", "names", "setup", "position", "since", "commitment", "salt")
RECORD_VERSION: Final = 1
"""Version of the format; files of newer ones are refused."""
KEYS = (*GAME_KEYS, "revision", *HEADER_KEYS, "rows", "snapshots")
NEEDED = ("format", "version", "edition", "map", "revision", "players", "rows")
SETUP_KEYS: tuple[str, ...] = ("seed", "regions", "deck", "market", "order", "reshuffle", "tiles")


def parse_record(data: Any) -> Game:
    """Return the game of a record in JSON: its data or its text.

    >>> game = new_game("classic-2004", players=2, seed=1)
    >>> parse_record(game.to_json()) == game
    True
    """
    with no_garbage_collection():
        return _loaded(parse_json_document(data, "record"))


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Switch garbage collection off for a moment in which it would search many new objects in vain."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _loaded(data: Mapping[str, Any]) -> Game:
    if data.get("format") == "stromnetz-position":
        raise BadInput("this is a position, not a game: stromnetz.parse_position reads it", {"format": data["format"]})
    rd.keys(data, "record", KEYS)
    version = data.get("version")
    if data.get("format") != "stromnetz-record" or type(version) is not int or version < 1:
        raise BadInput(
            "this is not a record that can be read here",
            {"format": short_repr(data.get("format")), "version": short_repr(version)},
        )
    rd.format_version(data, "record", RECORD_VERSION)
    rd.keys(data, "record", KEYS, NEEDED)
    if "setup" not in data and "position" not in data:
        raise BadInput("this record was exported without its hidden part: it can be read, but not played on")
    rows = rd.listed(data["rows"], "rows")
    if not rows:
        raise BadInput("a record has at least the row of its set-up", {"row": 0})
    rules, _ = rules_for(data["edition"], data["map"], data["players"], data.get("options"))
    revision = rd.integer(data["revision"], "revision", 1)
    current = rules.edition.revision
    if revision > current:
        raise BadInput(
            f"the record is of rules revision {short_repr(revision)}; this version knows revision {current}",
            {"revision": revision},
        )
    if revision < current or "since" in data:
        game = _load_older(data, revision, current)
    else:
        game = start_game(data)
    game.header |= check_names(data) | check_commitment(data)
    for number in range(game.version, len(rows)):
        _replay(game, number, rows[number])
    if "snapshots" in data:
        _check_snapshots(game, data["snapshots"])
    return game


def start_game(data: Mapping[str, Any]) -> Game:
    """Return the game at its start, from the header of a record."""
    if "setup" in data:
        setup = rd.keys(data["setup"], "setup", SETUP_KEYS, ("seed", "regions"), strict=True)
        return new_game(data["edition"], data["map"], data["players"], options=data.get("options"), **setup)
    shared = {key: data[key] for key in ("edition", "map", "options") if key in data}
    return parse_position({**shared, **rd.mapping(data["position"], "position")})


def _replay(game: Game, number: int, written: Any) -> None:
    """Replay one row of a record and compare it."""
    # an exact dict is the common case, and isinstance with an abstract class is slow
    raw: dict[Any, Any] = written if type(written) is dict else _as_dict(written)
    if raw.get("seq") != number:
        raise _wrong(number, f"it is not a row with the number {number}")
    if number > game.version:
        try:
            if "undo" in raw:
                game.undo(raw.get("seat", -1))
            elif "plan" in raw:
                move = move_from_json(raw.get("move"))
                game.replay(move, plan_start(game, raw, move))
            elif raw.get("seat") != game.position.seat:
                game.apply(move_from_json(raw.get("move")), raw.get("seat", -1))
            else:
                game.replay(move_from_json(raw.get("move")))
        except StromnetzError as error:
            raise _wrong(number, str(error)) from error
    if not _as_written(game.row(number), raw):
        raise _wrong(number, "what it says did not come out when it was played again")


def _as_dict(raw: Any) -> dict[Any, Any]:
    """Return a row as an exact dict; anything else becomes an empty one, which has no number."""
    return dict(raw) if isinstance(raw, Mapping) else {}


def _as_written(row: Row, raw: dict[Any, Any]) -> bool:
    """Whether a replayed row equals the one in the record; builds JSON only as far as necessary."""
    _, seat, move, events, undoes, plan, _, _ = row
    if undoes is not None:
        return bool(row.to_json() == raw)
    parts = 2 + (seat is not None) + (plan is not None) + (move is not None)
    if len(raw) != parts or raw.get("seat") != seat or raw.get("plan") != plan:
        return False
    if move is not None and not _as_read(move) and move.to_json() != raw.get("move"):
        return False
    told: object = raw.get("events")
    if not isinstance(told, list) or len(told) != len(events):
        return False
    for i, event in enumerate(events):
        if not event.equals_json(told[i]):
            return False
    return True


_read_as_written: Final[dict[str, bool]] = {}


def _as_read(move: Move) -> bool:
    """Whether a move read from JSON gives the same JSON: only lists and amounts can be written differently."""
    found = _read_as_written.get(move.kind)
    if found is None:
        own = any("to_json" in vars(cls) for cls in type(move).__mro__ if cls is not Move)
        found = not own and all(form in (TEXT, CITY, WHOLE, CARD) for form in move.forms)
        _read_as_written[move.kind] = found
    return found


def plan_start(game: Game, raw: Mapping[str, Any], move: Move) -> int:
    """Return the first row of the plan that a row belongs to; the row before is part of the same plan."""
    last = game.rows[-1]
    first = last.seq if last.plan is None else last.plan
    if last.move is None or raw["plan"] != first or {raw.get("seat"), game.position.seat} != {last.seat}:
        raise BadInput(f"it does not go on with a plan that begins with row {short_repr(raw['plan'])}")
    turned_up = [row.seq for row in game.rows[first:] if any(event.reveals for event in row.events)]
    if turned_up and (turned_up[-1] != last.seq or move != Done()):
        raise BadInput("a plan ends where a card is turned up")
    return first


def _wrong(number: int, why: str) -> BadInput:
    return BadInput(f"row {number}: {why}", {"row": number})


def _check_snapshots(game: Game, value: Any) -> None:
    """Check that the positions in the record are those of the replayed game."""
    written = {}
    for raw in rd.listed(value, "snapshots"):
        snapshot = rd.keys(raw, "snapshot", ("seq", "position"), ("seq", "position"))
        written[rd.integer(snapshot["seq"], "snapshot seq", 0)] = rd.mapping(snapshot["position"], "snapshot position")
    kept = dict([*game.snapshots, (game.version, game.position)])
    if written.keys() - kept.keys():
        raise BadInput("a record keeps the first position of each round and the last one, no others", {})
    for seq, position in kept.items():
        if seq not in written:
            continue
        came_out, kept_there = position_json.dump(game.rules, position), written[seq]
        if kept_there == came_out:
            continue
        # older files lack keys that were added later
        for key, value in kept_there.items():
            if key not in came_out or value != came_out[key]:
                raise BadInput(
                    f"row {seq}: {short_repr(key)} of the position kept after it did not come out", {"row": seq}
                )


def _load_older(data: Mapping[str, Any], revision: int, current: int) -> Game:
    """Load a record with rows of an older revision, using its rows and the last of its positions as they are."""
    last: Any = len(data["rows"]) - 1
    if revision == current:
        last = data["since"].get("seq") if isinstance(data["since"], Mapping) else None
    if type(last) is not int or not 0 <= last < len(data["rows"]):
        raise rd.bad("since", "an object with the number of the last older row", data.get("since"))
    rules, variants = rules_for(data["edition"], data["map"], data["players"], data.get("options"))
    header = {key: rd.copy_json(data[key]) for key in ("players", "setup", "position") if key in data}
    kept = {}
    for raw in rd.listed(data.get("snapshots", []), "snapshots"):
        snapshot = rd.keys(raw, "snapshot", ("seq", "position"), ("seq", "position"))
        kept[snapshot["seq"]] = position_json.restore(rules, rd.mapping(snapshot["position"], "snapshot position"))
    if last not in kept:
        raise BadInput(
            f"the rows up to {last} are of an older rules revision, and the position after them is not kept",
            {"row": last, "revision": revision},
        )
    game = Game(rules, kept[last], variants, header)
    game.replace_rows([row_from_json(number, raw) for number, raw in enumerate(data["rows"][: last + 1])])
    game.snapshots = [(seq, kept[seq]) for seq in sorted(kept) if seq <= last]
    game.header["since"] = {"seq": last, "revision": current}
    return game


def row_from_json(number: int, raw: Any) -> Row:
    """Return a row as written, without playing it."""
    row = rd.keys(raw, f"row {number}", ("seq", "seat", "move", "events", "undo", "plan"), ("seq",), strict=True)
    if row["seq"] != number:
        raise _wrong(number, f"its number is {short_repr(row['seq'])}")
    if "undo" in row:
        return Row(number, row.get("seat"), None, (), rd.integer(row["undo"], "undo", 0))
    move = move_from_json(row["move"]) if "move" in row else None
    events = tuple([event_from_json(e) for e in rd.listed(row.get("events", []), "events")])
    plan = rd.integer(row["plan"], "plan", 1) if "plan" in row else None
    return Row(number, row.get("seat"), move, cast("tuple[AnyEvent, ...]", events), plan=plan)


def check_names(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names of the players in a record, if it has any."""
    if "names" not in data:
        return {}
    names = rd.listed(data["names"], "names")
    if len(names) != data["players"] or not all(isinstance(name, str) and 0 < len(name) <= MAX_NAME for name in names):
        form = f"{data['players']} texts of 1 to {MAX_NAME} characters"
        raise rd.bad("names", form, data["names"])
    return {"names": list(names)}


MAX_NAME = 100
"""The longest name of a player, in characters."""
SALT = re.compile(r"[0-9a-f]{32}")
DIGEST = re.compile(r"[0-9a-f]{64}")


def new_salt() -> str:
    """Return 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def commitment(seed: int | str, salt: str) -> str:
    """Return the digest of a seed: SHA-256 of a text that anyone can write down.

    >>> commitment(7, "00" * 16)
    '6be58b782809b31443cbf352401a092c136230d647210e8a576a2a4c0ac84543'
    """
    return hashlib.sha256(f"stromnetz seed {rd.seed(seed):064x} salt {salt}".encode()).hexdigest()


def check_commitment(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's commitment and salt, if it has one, after checking them against its seed."""
    out = {key: data[key] for key in ("commitment", "salt") if key in data}
    if not out:
        return out
    for key, form in (("commitment", DIGEST), ("salt", SALT)):
        if not isinstance(out.get(key), str) or not form.fullmatch(out[key]):
            raise rd.bad(key, "a number in hexadecimal, given together with the other", out.get(key))
    setup = data.get("setup")
    if not isinstance(setup, Mapping) or commitment(setup.get("seed", ""), out["salt"]) != out["commitment"]:
        raise BadInput("the commitment of this record is not that of its seed", {"commitment": out["commitment"]})
    return out


def is_dealt_by_seed(data: Mapping[str, Any]) -> bool:
    """Whether a game was dealt by chance alone: nothing of its set-up was given except the regions."""
    setup = data.get("setup")
    return isinstance(setup, Mapping) and set(setup) <= {"seed", "regions"}
