"""The figures of docs/strength.md: played by ``--play`` into docs/strength/duels.jsonl, and from there into the tables.

    python -m tools.strength                     fill the tables from the file
    python -m tools.strength --check             only say whether they hold what the file says
    python -m tools.strength --play --jobs 16    play what the file lacks, then fill the tables
    python -m tools.strength --play --masters    and those of the level that has learned, and of its checkpoints
    python -m tools.strength --play --fresh      play everything again: after a change of the bots

A duel is a line of the file, added when it ends; stopped and called again, only what is missing is played.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stromnetz.cli import main as stromnetz
from tools import levels

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "strength.md"
FILE = ROOT / "docs" / "strength" / "duels.jsonl"
LEARNED = ROOT / "docs" / "strength" / "master.jsonl"
"""Duels of the level that has learned: they are played where it was trained."""
HEADLINES, GRID = 9_000_000, 9_100_000
"""Where the deals begin: used for nothing else."""
PLAYERS = (2, 3, 4, 5, 6)
OTHERS = {
    "plain": "`plain`",
    "stromnetz.lab.opponents:WellStarted": "`plain` with the first city of `hard`",
    "normal": "`normal`",
    "easy": "`easy`",
}
Line = dict[str, Any]


@dataclass(frozen=True)
class Column:
    """A game of the grid."""

    title: str
    edition: str
    board: str
    promo: bool = False


COLUMNS = (
    Column("2004, Germany", "classic-2004", "germany"),
    Column("2004, USA", "classic-2004", "usa"),
    Column("2009, Germany", "classic-2009", "germany"),
    Column("2009, USA", "classic-2009", "usa"),
    Column("promo cards", "classic-2004", "germany", promo=True),
    Column("Europe", "deluxe-europe", "europe"),
    Column("North America", "deluxe-north-america", "north-america"),
    Column("Outpost", "outpost", "planet"),
)


@dataclass(frozen=True)
class Asked:
    """A duel that the page tells of."""

    bots: tuple[str, str]
    games: int
    column: Column
    players: int
    seed: int

    def arguments(self) -> list[str]:
        board = ["--edition", self.column.edition, "--map", self.column.board, "--players", str(self.players)]
        promo = ["--promo", "all"] if self.column.promo else []
        return ["duel", *self.bots, "--full", "--games", str(self.games), *board, *promo, "--seed", str(self.seed)]

    def command(self) -> str:
        return "$ stromnetz " + " ".join(self.arguments())

    def found(self, lines: Iterable[Line]) -> Line | None:
        """Its line, the last of them."""
        out = None
        for line in lines:
            kind = (line["edition"], line["map"], line["players"], bool(line["options"].get("promo")))
            mine = (self.column.edition, self.column.board, self.players, self.column.promo)
            if kind == mine and tuple(line["bots"]) == self.bots and line["seed"] == self.seed:
                out = line
        return out

    def lacks(self, line: Line | None) -> bool:
        """Whether it is still to be played; games are played in whole deals, so a few may be wanting."""
        return line is None or line["games"] + self.players <= self.games


HEADS = tuple(
    Asked(bots, 1000, COLUMNS[0], 4, HEADLINES)
    for bots in (*(("hard", other) for other in tuple(OTHERS)[:3]), ("normal", "easy"))
)
CELLS = {
    (players, column): Asked(("hard", "easy"), 400, column, players, GRID) for players in PLAYERS for column in COLUMNS
}


def played(asked: Asked, jobs: int) -> Line:
    """What the command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = stromnetz([*asked.arguments(), "--json", "--jobs", str(jobs)])
    if code:
        raise SystemExit(f"{asked.command()} ended with {code}")
    line: Line = json.loads(out.getvalue())
    return line


def read(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []


def play(path: Path, asked: Iterable[Asked], jobs: int) -> None:
    """Add what is missing: first what was never played, then what was played less often than is asked."""
    there = read(path)
    for one in sorted(asked, key=lambda one: one.found(there) is not None):
        if one.lacks(one.found(there)):
            line = played(one, jobs)
            there.append(line)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{100 * line['share']:5.1f} %  {one.command()}", file=sys.stderr, flush=True)


# --- tables ---


def headlines(lines: Sequence[Line]) -> str:
    rows = [
        f"```console\n{HEADS[0].command()}\n```\n",
        "| one | against three | won | 95 % interval | fair | decides in (median, p99) |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for asked in HEADS:
        line = asked.found(lines)
        if line is not None:
            own = line["each"][asked.bots[0]]
            rows.append(
                f"| `{asked.bots[0]}` | {OTHERS[asked.bots[1]]} | {100 * line['share']:.1f} % "
                f"| {100 * line['low']:.1f} to {100 * line['high']:.1f} | {100 * line['fair']:.0f} % "
                f"| {own['median_ms']:.1f} ms, {own['p99_ms']:.1f} ms |"
            )
    return "\n".join(rows)


def grid(lines: Sequence[Line]) -> str:
    games = sorted({line["games"] for asked in CELLS.values() if (line := asked.found(lines)) is not None})
    told = " to ".join(str(count) for count in dict.fromkeys([*games[:1], *games[-1:]]))
    rows = [
        f"```console\n{CELLS[PLAYERS[0], COLUMNS[0]].command()}\n```\n",
        f"{told} games each, in whole deals: the share that `hard` won in per cent, with its interval.\n",
        "| players (fair) | " + " | ".join(column.title for column in COLUMNS) + " |",
        "| --- |" + " ---: |" * len(COLUMNS),
    ]
    for players in PLAYERS:
        cells = [_cell(CELLS[players, column].found(lines)) for column in COLUMNS]
        rows.append(f"| {players} ({100 / players:.0f} %) | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def masters(lines: Sequence[Line]) -> str:
    """One against ``hard`` on all other seats."""
    columns = [one for one in COLUMNS if any(_learned(one, players).found(lines) for players in PLAYERS)]
    rows = [
        f"```console\n{_learned(COLUMNS[0], 4).command()}\n```\n",
        "| players (fair) | " + " | ".join(f"{column.title} | games" for column in columns) + " |",
        "| --- |" + " ---: | ---: |" * len(columns),
    ]
    for players in PLAYERS:
        cells = [_learned(column, players).found(lines) for column in columns]
        told = [f"{_fine(line)} | {line['games'] if line else '–'}" for line in cells]
        rows.append(f"| {players} ({100 / players:.0f} %) | " + " | ".join(told) + " |")
    return "\n".join(rows)


def _learned(column: Column, players: int) -> Asked:
    return Asked(("master", "hard"), 1000 - 1000 % players, column, players, HEADLINES)


def _fine(line: Line | None) -> str:
    if line is None:
        return "–"
    return f"{100 * line['share']:.1f} ({100 * line['low']:.1f} to {100 * line['high']:.1f})"


def _cell(line: Line | None) -> str:
    return "–" if line is None else f"{100 * line['share']:.0f} ({100 * line['low']:.0f} to {100 * line['high']:.0f})"


def filled(page: str, lines: Sequence[Line], learned: Sequence[Line]) -> str:
    """The page with its tables as the lines have them."""
    tables = {
        "headlines": headlines(lines),
        "grid": grid(lines),
        "masters": masters(learned),
        "levels": levels.table(levels.read()),
    }
    for name, table in tables.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        if begin not in page or end not in page:
            raise SystemExit(f"{PAGE.name} has no place for the {name}: {begin} ... {end}")
        before, rest = page.split(begin, 1)
        page = f"{before}{begin}\n{table}\n{end}{rest.split(end, 1)[1]}"
    return page


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fill docs/strength.md from the duels that were played.")
    parser.add_argument("--play", action="store_true", help="play what the file lacks")
    parser.add_argument("--masters", action="store_true", help="play those of the level that has learned too")
    parser.add_argument("--fresh", action="store_true", help="forget what the file has")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 where the page is stale")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--file", type=Path, default=FILE)
    options = parser.parse_args(arguments)
    if options.play:
        if options.fresh:
            options.file.write_text("", encoding="utf-8")
        play(options.file, (*HEADS, *CELLS.values()), options.jobs)
        if options.masters:
            play(LEARNED, [_learned(column, players) for players in PLAYERS for column in COLUMNS], options.jobs)
            levels.play(options.jobs)
    page = options.page.read_text(encoding="utf-8")
    new = filled(page, read(options.file), read(LEARNED))
    if options.check:
        if page != new:
            print(f"{options.page.name} does not say what {options.file.name} has: python -m tools.strength fills it")
        return int(page != new)
    options.page.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
