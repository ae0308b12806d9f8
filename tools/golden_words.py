"""The words of the golden games, in tests/golden/words.txt: every sentence once in every language.

    python -m tools.golden_words    write the file again, after a rewording

The golden games hold facts and no sentences. Here every sentence about an event stands once, as it comes out of the
first event of a golden game that asks for it: with one and with several where it has two forms, and once more for an
edition that says it in words of its own. Tables stand there too, a few of every edition.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from stromnetz import View
from stromnetz.engine.events import Event, event_from_json
from stromnetz.play.catalogue import editions
from stromnetz.play.words.sentences import own_sentences
from stromnetz.play.words.text import position_lines, seat_names, words_for
from stromnetz.play.words.wording import LANGUAGES, Words, common_words, neutral_name
from tools import golden

FILE = golden.GAMES.parent / "words.txt"
NAMES = ("Ann", "Bob", "Cem", "Dora", "Eva", "Finn")


def header(name: str) -> dict[str, Any]:
    with golden.game_file(name).open(encoding="utf-8") as file:
        data: dict[str, Any] = json.loads(file.readline().removeprefix("# "))
    return data


def event_of(line: str) -> Event:
    """The event of a line of a golden game."""
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
    """What is said of an event there, in every language, before it is filled in."""
    return tuple(
        own_sentences(edition, language, common_words(language)).get("events", {}).get(kind)
        or common_words(language)["events"][kind]
        for language in LANGUAGES
    )


def forms(said: Sequence[str], event: Event) -> tuple[bool, ...]:
    """For each number with a singular: whether it is one."""
    counted = {name for text in said for _, name, spec, _ in string.Formatter().parse(text) if name and spec}
    return tuple(getattr(event, name) == 1 for name in sorted(counted))


def samples() -> Iterator[tuple[dict[str, Any], Event]]:
    """The first event of every sentence and form, with the start of its game."""
    seen: set[tuple[Any, ...]] = set()
    for name in golden.game_names():
        start = header(name)
        for line in golden.read_text(name).splitlines():
            if not line.startswith("        "):
                continue
            kind = line.split(maxsplit=1)[0]
            said = sentences(start["edition"], kind)
            if (said, ()) in seen:  # it has one form, which is shown
                continue
            event = event_of(line)
            key = (said, forms(said, event))
            if key not in seen:
                seen.add(key)
                yield start, event


def words(edition: str, board: str, players: int, language: str) -> Words:
    return Words(edition, board, seat_names(players, NAMES, [neutral_name(edition, language)]), language)


def tables() -> Iterator[tuple[str, int, list[str]]]:
    """Of the first golden game of every edition with three or more players: a table in the middle and the end."""
    for facts in editions():
        starts = ((name, header(name)) for name in golden.game_names())
        name = next((n for n, start in starts if start["edition"] == facts.id and start["players"] > 2), None)
        if name is None:  # an edition without a golden game says what its words say
            continue
        game, _ = golden.replay(golden.read_text(name))
        seq, middle = game.snapshots[len(game.snapshots) // 2]
        for row, view in ((seq, View(game.rules, middle, None, game.options, seq)), (game.version, game.view(None))):
            lines = []
            for language in LANGUAGES:
                lines += [f"{language}  {line}" for line in position_lines(view, words_for(game, language, NAMES))]
            yield name, row, lines


def render() -> str:
    out = ["# Every sentence about an event, and tables of every edition: python -m tools.golden_words writes it."]
    for start, event in sorted(samples(), key=lambda sample: (sample[1].kind, sample[0]["edition"])):
        data = event.to_json()
        out += ["", f"{start['edition']}: {data.pop('kind')} {golden.facts(data)}".rstrip()]
        for language in LANGUAGES:
            said = words(start["edition"], start["map"], start["players"], language).event(event)
            out.append(f"    {language}  {said}")
    for name, row, lines in tables():
        out += ["", f"{name}, the table after row {row}", *(f"    {line}" for line in lines)]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    FILE.write_bytes(render().encode())
    print(f"{FILE.name}: written")
