"""The golden games: whole games as text in tests/golden/games, so that a change of the rules shows in a diff.

    python -m tools.golden render   replay all files and rewrite them
    python -m tools.golden check    replay without writing; exit status 1 if a file would change
    python -m tools.golden add      play wanted games that have no file yet
    python -m tools.golden keep …   store the records of these games, to be loaded by later versions
    python -m tools.golden words    write tests/golden/words.txt: every sentence about an event in every language

A file has a header, the start of the game as JSON after "# ", and then every move in notation with its events, and the
position at the start of every round. It contains no sentences, so changed wording changes no file. Moves are read from
their lines; all other lines are derived. Bots only play in ``add``, so a new bot changes no file.

``words`` has the first event for every sentence: with a singular and a plural if it has both, and once more for an
edition with words of its own; then a few positions of every edition.

Records in tests/golden/records are never rewritten: every later version must load them.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import re
import string
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from stromnetz import BadInput, Game, StromnetzError, View
from stromnetz.bots import make_bot
from stromnetz.engine.events import Event, event_from_json
from stromnetz.play.catalogue import editions
from stromnetz.play.files.record_types import Row
from stromnetz.play.files.records import start_game
from stromnetz.play.words.sentences import own_sentences
from stromnetz.play.words.text import position_lines as table_lines
from stromnetz.play.words.text import seat_names, words_for
from stromnetz.play.words.vocabulary import LANGUAGES, Words, common_words, neutral_name
from tests.golden.catalogue import CATALOGUE
from tests.golden.entries import Entry

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "tests" / "golden" / "games"
RECORDS = ROOT / "tests" / "golden" / "records"
INDEX = RECORDS / "index.json"
WORDS = GAMES.parent / "words.txt"
PLAYER_NAMES = ("Ann", "Bob", "Cem", "Dora", "Eva", "Finn")

MOVE_LINE = re.compile(r" {0,3}(\d+)  (\d)  (\S.*)")
"""``  12  0  open 04@4``: row, seat, move. All other lines of a record begin with four spaces or are empty.

Only players move: a company that nobody plays has events, never a line of its own.
"""
TABLE = ("round", "step", "phase", "step_3", "deck", "deck_back", "must_buy")
LISTS = (
    "order",
    "current",
    "minimum_bids",
    "future",
    "under_deck",
    "out_of_game",
    "fuels",
    "houses",
    "auction",
    "next_seats",
)
LAST_FIELDS = ("modules", "result")
"""The stored fields of a view in their order; the players come before the last two."""
MAX_SEEDS = 5000
"""Seeds to try before a search is given up."""
MAX_ROUNDS = 100


# --- files ----------------------------------------------------------------------------------------------------------


def game_file(name: str) -> Path:
    return GAMES / f"{name}.txt"


def game_names() -> list[str]:
    return sorted(path.stem for path in GAMES.glob("*.txt"))


def read_text(name: str) -> str:
    return game_file(name).read_bytes().decode()


def write_text(name: str, text: str) -> None:
    game_file(name).write_bytes(text.encode())


def facts(data: Mapping[str, Any]) -> str:
    """``seat=0 fuel={"coal":2}``"""
    return " ".join(f"{key}={json.dumps(data[key], ensure_ascii=False, separators=(',', ':'))}" for key in data)


def present(data: Mapping[str, Any]) -> str:
    """The facts without empty values."""
    return facts(
        {
            key: value
            for key, value in data.items()
            if value is not None and value is not False and value not in ([], {})
        }
    )


def row_lines(row: Row) -> Iterator[str]:
    """The lines of a row: its move in notation, then all events with all facts."""
    if row.undoes is not None:
        yield f"{row.seq:>4}  {row.seat}  undo {row.undoes}"
    elif row.move is not None:
        yield f"{row.seq:>4}  {row.seat}  {row.move!s}"
    for event in row.events:
        data = event.to_json()
        yield f"        {data.pop('kind')} {facts(data)}".rstrip()


def position_lines(view: View) -> Iterator[str]:
    data = view.to_json()
    decision = data["decision"] and {key: data["decision"][key] for key in ("seat", "kind")}
    yield present({**{name: data[name] for name in TABLE}, "decision": decision})
    yield from filter(None, (present({name: data[name]}) for name in LISTS))
    yield from (f"player {present(player)}" for player in data["players"])
    yield from filter(None, (present({name: data[name]}) for name in LAST_FIELDS))


def record_lines(game: Game) -> Iterator[str]:
    """The lines of a record, with the position at the start of every round and at the end."""
    starts = dict(game.snapshots)
    for row in game.rows:
        yield from row_lines(row)
        if row.seq in starts:
            view = View(game.rules, starts[row.seq], None, {**game.options, "money": "open"}, row.seq)
            yield from ("", *(f"    {line}" for line in position_lines(view)), "")
    if game.position.ended:
        yield from ("", *(f"    {line}" for line in position_lines(game.view(None))))


def render(game: Game, why: str) -> str:
    """The text of a file."""
    record = game.to_json()
    start = {key: record[key] for key in ("edition", "map", "players", "revision", "options")}
    header = {"why": why, **start, **game.header}
    first = json.dumps(header, ensure_ascii=False, separators=(",", ":"))
    body = "\n".join(record_lines(game)).strip("\n")
    return f"# {first}\n\n{body}\n"


def replay(text: str) -> tuple[Game, str]:
    """Replay the moves of a file; returns the game, and why it is in the collection."""
    first, *lines = text.splitlines()
    header: Mapping[str, Any] = json.loads(first.removeprefix("# "))
    game = start_game(header)
    for number, line in enumerate(lines, 2):
        if (found := MOVE_LINE.fullmatch(line)) is not None:
            row, seat, words = int(found[1]), int(found[2]), found[3]
            try:
                _play_line(game, row, seat, words)
            except StromnetzError as error:
                raise BadInput(f"line {number}, {line.strip()!r}: {error}", {"line": number}) from error
    return game, header["why"]


def _play_line(game: Game, row: int, seat: int, words: str) -> None:
    if row != len(game.rows):
        raise BadInput(f"row {len(game.rows)} comes next", {"row": row})
    if words.startswith("undo "):
        game.undo(seat)
        if words != f"undo {game.rows[-1].undoes}":
            raise BadInput(f"the move of row {game.rows[-1].undoes} was taken back", {"row": row})
    else:
        game.apply(words, seat)


# --- playing what is missing ----------------------------------------------------------------------------------------


def start(entry: Entry, seed: int) -> Game:
    header: dict[str, Any] = {
        "edition": entry.edition,
        "map": entry.map,
        "players": entry.players,
        "options": dict(entry.options),
    }
    if entry.position is not None:
        return start_game({**header, "position": {**entry.position, "seed": seed}})
    return start_game({**header, "setup": {"seed": seed, "regions": entry.regions}})


def play(entry: Entry, seed: int) -> Game:
    """Let bots play a game to its end or to `MAX_ROUNDS`."""
    game = start(entry, seed)
    for line in entry.moves:
        game.apply(line)
    bots = [make_bot(entry.bots[seat % len(entry.bots)], seed * 8 + seat) for seat in range(entry.players)]
    while (decision := game.decision) is not None and game.position.round <= MAX_ROUNDS:
        seat = decision.seat
        game.apply(bots[seat].choose(game.view(seat)), seat)
    return game


def find(entry: Entry) -> Game:
    """The game of the first seed that ends and shows what the entry wants."""
    for seed in range(1, MAX_SEEDS + 1):
        game = play(entry, seed)
        if game.result is not None and entry.claim(game):
            return game
    raise SystemExit(f"{entry.name}: no game of {MAX_SEEDS} shows it: {entry.why}")


# --- words -----------------------------------------------------------------------------------------------------------


def start_of(name: str) -> dict[str, Any]:
    with game_file(name).open(encoding="utf-8") as file:
        data: dict[str, Any] = json.loads(file.readline().removeprefix("# "))
    return data


def event_of(line: str) -> Event:
    """Parse the event in a line of a golden game."""
    kind, _, rest = line.strip().partition(" ")
    data: dict[str, Any] = {"kind": kind}
    decoder = json.JSONDecoder()
    while rest:
        name, _, rest = rest.partition("=")
        data[name.strip()], end = decoder.raw_decode(rest)
        rest = rest[end:]
    return event_from_json(data)


@cache
def sentences(edition: str, kind: str) -> tuple[str, ...]:
    """The templates of the sentence about an event in every language."""
    return tuple(
        own_sentences(edition, language, common_words(language)).get("events", {}).get(kind)
        or common_words(language)["events"][kind]
        for language in LANGUAGES
    )


def number_forms(said: Sequence[str], event: Event) -> tuple[bool, ...]:
    """For each number with singular and plural forms, whether it is 1."""
    counted = {name for text in said for _, name, spec, _ in string.Formatter().parse(text) if name and spec}
    return tuple(getattr(event, name) == 1 for name in sorted(counted))


def event_samples() -> Iterator[tuple[dict[str, Any], Event]]:
    """The first event for every sentence and form, with the start of its game."""
    seen: set[tuple[Any, ...]] = set()
    for name in game_names():
        start = start_of(name)
        for line in read_text(name).splitlines():
            if not line.startswith("        "):
                continue
            kind = line.split(maxsplit=1)[0]
            said = sentences(start["edition"], kind)
            if (said, ()) in seen:  # it has one form, which is shown
                continue
            event = event_of(line)
            key = (said, number_forms(said, event))
            if key not in seen:
                seen.add(key)
                yield start, event


def words_of(edition: str, board: str, players: int, language: str) -> Words:
    return Words(edition, board, seat_names(players, PLAYER_NAMES, [neutral_name(edition, language)]), language)


def table_samples() -> Iterator[tuple[str, int, list[str]]]:
    """A position in the middle and at the end of the first golden game of every edition with three or more players."""
    for facts in editions():
        starts = ((name, start_of(name)) for name in game_names())
        name = next((n for n, start in starts if start["edition"] == facts.id and start["players"] > 2), None)
        if name is None:  # the edition has no golden game
            continue
        game, _ = replay(read_text(name))
        seq, middle = game.snapshots[len(game.snapshots) // 2]
        for row, view in ((seq, View(game.rules, middle, None, game.options, seq)), (game.version, game.view(None))):
            lines = []
            for language in LANGUAGES:
                lines += [f"{language}  {line}" for line in table_lines(view, words_for(game, language, PLAYER_NAMES))]
            yield name, row, lines


def render_words() -> str:
    out = ["# Every sentence about an event, and tables of every edition: python -m tools.golden words writes it."]
    for start, event in sorted(event_samples(), key=lambda sample: (sample[1].kind, sample[0]["edition"])):
        data = event.to_json()
        out += ["", f"{start['edition']}: {data.pop('kind')} {facts(data)}".rstrip()]
        for language in LANGUAGES:
            said = words_of(start["edition"], start["map"], start["players"], language).event(event)
            out.append(f"    {language}  {said}")
    for name, row, lines in table_samples():
        out += ["", f"{name}, the table after row {row}", *(f"    {line}" for line in lines)]
    return "\n".join(out) + "\n"


# --- commands -------------------------------------------------------------------------------------------------------


def changed(names: list[str]) -> Iterator[tuple[str, str, str]]:
    """The files that differ from their replayed games: name, old text, new text."""
    for name in names:
        old = read_text(name)
        try:
            new = render(*replay(old))
        except StromnetzError as error:
            raise SystemExit(f"{name}: {error}") from None
        if new != old:
            yield name, old, new


def command_render(names: list[str]) -> int:
    count = 0
    for name, _, new in changed(names or game_names()):
        write_text(name, new)
        print(f"{name}: written")
        count += 1
    print(f"{count} files changed" if count else "nothing changed")
    return 0


def command_check(names: list[str]) -> int:
    bad = 0
    for name, old, new in changed(names or game_names()):
        bad += 1
        diff = list(
            difflib.unified_diff(old.splitlines(), new.splitlines(), f"{name}.txt", "played again", "", "", 2, "")
        )
        print("\n".join([*diff[:20], *(["…"] if len(diff) > 20 else [])]))
    print(f"{bad} files differ" if bad else "all golden games come out as they are written")
    return 1 if bad else 0


def command_add(names: list[str]) -> int:
    for name in names or CATALOGUE:
        if name not in CATALOGUE:
            raise SystemExit(f"{name}: not among those that are wanted")
        entry = CATALOGUE[name]
        if game_file(name).exists():
            continue
        text = render(find(entry), entry.why)
        if render(*replay(text)) != text:
            raise SystemExit(f"{name}: the text does not bring the same game again")
        write_text(name, text)
        print(f"{name}: {len(text.splitlines())} lines, {len(text.encode()) // 1000} kB", flush=True)
    return 0


def command_keep(names: list[str]) -> int:
    index: dict[str, Any] = json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.exists() else {}
    for name in names:
        game, _ = replay(read_text(name))
        record = game.to_json()
        key = f"{name}.r{record['revision']}"
        file = RECORDS / f"{key}.json.gz"
        if file.exists() or key in index:
            raise SystemExit(f"{key} is kept already, and for good")
        assert game.result is not None
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
        index[key] = game.result.to_json()
        print(f"{key}: {file.stat().st_size // 1000} kB")
    # one record per line
    lines = [f"{json.dumps(key)}: {json.dumps(index[key], separators=(',', ':'))}" for key in sorted(index)]
    INDEX.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")
    return 0


def command_words(_names: list[str]) -> int:
    WORDS.write_bytes(render_words().encode())
    return 0


COMMANDS = {
    "render": command_render,
    "check": command_check,
    "add": command_add,
    "keep": command_keep,
    "words": command_words,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.golden", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("names", nargs="*", help="games by name; all of them when none is named (not for keep)")
    given = parser.parse_args(arguments)
    return COMMANDS[given.command](given.names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
