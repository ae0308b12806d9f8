"""docs/strength.md: duels between the levels of bots.

python -m stromnetz.lab.measured.strength [--play] [--check]
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from .page import DOCS, Result, add_results, command, fill, read_results, table

PAGE = DOCS / "strength.md"
DUELS = DOCS / "strength" / "duels.jsonl"
MASTER_DUELS = DOCS / "strength" / "master.jsonl"
"""Results played on the machine that trained the nets."""
FIRST_SEED, FIRST_GRID_SEED = 9_000_000, 9_100_000
"""First seeds; these seeds are used only here."""
PLAYERS = (2, 3, 4, 5, 6)
OTHERS = {
    "plain": "`plain`",
    "stromnetz.lab.opponents:WellStarted": "`plain` with the first city of `hard`",
    "normal": "`normal`",
    "easy": "`easy`",
    "beginner": "`beginner`",
}
NEWCOMER = "stromnetz.lab.opponents:Newcomer"
ONES = {NEWCOMER: "random sensible moves"}
"""How bots are called that are no levels."""


class Column(NamedTuple):
    """A column of the tables, for a kind of game."""

    title: str
    edition: str
    map: str
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


class Duel(NamedTuple):
    """A duel of the page."""

    bots: tuple[str, str]
    games: int
    column: Column
    players: int
    seed: int = FIRST_SEED

    def arguments(self) -> list[str]:
        board = ["--edition", self.column.edition, "--map", self.column.map, "--players", str(self.players)]
        promo = ["--promo", "all"] if self.column.promo else []
        return ["duel", *self.bots, "--full", "--games", str(self.games), *board, *promo, "--seed", str(self.seed)]

    def console(self) -> str:
        return f"```console\n$ stromnetz {' '.join(self.arguments())}\n```\n"

    def result(self, results: Iterable[Result]) -> Result | None:
        """The latest result of this duel."""
        mine = (list(self.bots), *self.column[1:], self.players, self.seed)
        found = None
        for one in results:
            promo = bool(one["options"].get("promo"))
            if (one["bots"], one["edition"], one["map"], promo, one["players"], one["seed"]) == mine:
                found = one
        return found

    def lacks(self, result: Result | None) -> bool:
        """Whether games are missing. Only whole deals are played, so a few may be."""
        return result is None or result["games"] + self.players <= self.games

    def play(self, jobs: int) -> Result:
        line = [sys.executable, "-m", "stromnetz", *self.arguments(), "--json", "--jobs", str(jobs)]
        result: Result = json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=True).stdout)
        return result


HEADLINES = (
    *(Duel(("hard", other), 1000, COLUMNS[0], 4) for other in tuple(OTHERS)[:3]),
    Duel(("normal", "easy"), 1000, COLUMNS[0], 4),
    Duel(("easy", "beginner"), 1000, COLUMNS[0], 4),
    Duel((NEWCOMER, "beginner"), 1000, COLUMNS[0], 4),
    Duel((NEWCOMER, "easy"), 1000, COLUMNS[0], 4),
)
GRID = {
    (players, column): Duel(("hard", "easy"), 400, column, players, FIRST_GRID_SEED)
    for players in PLAYERS
    for column in COLUMNS
}
MASTER = {
    (players, column): Duel(("master", "hard"), 1000 - 1000 % players, column, players)
    for players in PLAYERS
    for column in COLUMNS
}


def play_missing(path: Path, duels: Iterable[Duel], jobs: int) -> None:
    """Play missing games: first duels without a result, then those with too few games."""
    there = read_results(path)
    for duel in sorted(duels, key=lambda duel: duel.result(there) is not None):
        if duel.lacks(duel.result(there)):
            there.append(duel.play(jobs))
            add_results(path, there[-1:])


def play(jobs: int) -> None:
    play_missing(DUELS, (*HEADLINES, *GRID.values()), jobs)
    play_missing(MASTER_DUELS, MASTER.values(), jobs)


def headlines(results: Sequence[Result]) -> str:
    rows = []
    for duel in HEADLINES:
        if result := duel.result(results):
            own, one = result["each"][duel.bots[0]], ONES.get(duel.bots[0], f"`{duel.bots[0]}`")
            rows.append(
                f"| {one} | {OTHERS[duel.bots[1]]} | {100 * result['share']:.1f} % "
                f"| {100 * result['low']:.1f} to {100 * result['high']:.1f} | {100 * result['fair']:.0f} % "
                f"| {own['median_ms']:.1f} ms, {own['p99_ms']:.1f} ms |"
            )
    head = "| one | against three | won | 95 % interval | fair | decision time (median, p99) |"
    return f"{HEADLINES[0].console()}\n{table(head, rows, left=2)}"


def grid(results: Sequence[Result]) -> str:
    games = sorted({result["games"] for duel in GRID.values() if (result := duel.result(results))})
    counts = " to ".join(str(count) for count in dict.fromkeys([*games[:1], *games[-1:]]))
    about = f"{counts} games each, in complete deals: win rate of `hard` in per cent, with its interval.\n"
    rows = [
        _row(players, [_share(GRID[players, column].result(results), 0) for column in COLUMNS]) for players in PLAYERS
    ]
    head = f"| players (fair) | {' | '.join(column.title for column in COLUMNS)} |"
    return f"{GRID[PLAYERS[0], COLUMNS[0]].console()}\n{about}\n{table(head, rows)}"


def master(results: Sequence[Result]) -> str:
    """The table of ``master`` against ``hard`` on all other seats."""
    rows = []
    for players in PLAYERS:
        found = [MASTER[players, column].result(results) for column in COLUMNS]
        rows.append(_row(players, [f"{_share(one, 1)} | {one['games'] if one else '–'}" for one in found]))
    head = f"| players (fair) | {' | '.join(f'{column.title} | games' for column in COLUMNS)} |"
    return f"{MASTER[4, COLUMNS[0]].console()}\n{table(head, rows)}"


def _row(players: int, cells: Iterable[str]) -> str:
    return f"| {players} ({100 / players:.0f} %) | {' | '.join(cells)} |"


def _share(result: Result | None, digits: int) -> str:
    if result is None:
        return "–"
    share, low, high = (f"{100 * result[key]:.{digits}f}" for key in ("share", "low", "high"))
    return f"{share} ({low} to {high})"


def files() -> dict[Path, str]:
    duels = read_results(DUELS)
    tables = {"headlines": headlines(duels), "grid": grid(duels), "masters": master(read_results(MASTER_DUELS))}
    return {PAGE: fill(PAGE, tables)}


def main(arguments: Sequence[str] | None = None) -> int:
    return command(arguments, __doc__, files, play)


if __name__ == "__main__":
    sys.exit(main())
