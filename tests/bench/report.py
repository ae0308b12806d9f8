"""Figures as tables and as JSON, and the targets that they must meet."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.bench.measure import IN_TURNS, Ratio, Results, ratio_of

Table = tuple[str, list[list[str]]]
"""A heading, and rows; the first row has the names of the columns."""

COMPARED = ("loop, 4 players", "rollout", "library", "loop, deluxe-europe", "loop, outpost", IN_TURNS)
"""Tasks used in comparisons, which are measured longer."""
BUILDS = ("pure", "compiled")


def machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.machine()}, {os.cpu_count()} cores"


@dataclass(slots=True)
class Verdict:
    name: str
    value: float
    target: float
    holds: bool
    text: str


@dataclass(slots=True)
class Report:
    """All measurements of a run; tasks are prefixed by their worker and a colon."""

    peer: str
    rounds: int
    results: Results
    counted: dict[str, Any]
    machine: str = field(default_factory=machine)

    def figure(self, who: str, task: str, what: str = "us") -> float:
        return self.results.figure(f"{who}: {task}", what)

    # --- comparisons ---

    def times(self, build: str, task: str, what: str = "decisions_per_s") -> Ratio:
        """The rate as a multiple of the other engine's."""
        return self.results.ratio(f"{build}: {task}", f"theirs: {self.peer}", what)

    def cheaper(self, build: str, task: str, theirs: str) -> Ratio:
        return self.results.ratio(f"theirs: {theirs}", f"{build}: {task}", "us")

    def share(self, build: str, edition: str) -> Ratio:
        """The rate as a share of that of the main edition, which is the first."""
        slices = self.results.slices[f"{build}: {IN_TURNS}"]
        first = next(iter(slices[0]))
        return ratio_of(edition, [one[edition] for one in slices], [one[first] for one in slices])

    def verdicts(self) -> list[Verdict]:
        """The targets of the compiled build."""
        c = "compiled"
        memory = self.counted[c]["memory"].values()
        return [
            at_least("loop, times their plies/s", self.times(c, "loop, 4 players").best, 10),
            at_least("rollout, times their plies/s", self.times(c, "rollout").best, 15),
            at_least("rollout, times their games/s", self.times(c, "rollout", "games_per_s").best, 20),
            at_least("library, times their plies/s", self.times(c, "library").best, 4.5),
            at_least("deluxe-europe, share of classic", self.share(c, "deluxe-europe").best, 0.9),
            at_least("outpost, share of classic", self.share(c, "outpost").best, 0.5),
            below("Position.copy, µs", self.figure(c, "Position.copy"), 2),
            below("new_game, µs", self.figure(c, "new_game"), 60),
            below("load a record, µs", self.figure(c, "load a record"), 5000),
            below("save a record, µs", self.figure(c, "save a record"), 2000),
            below("view as JSON, deciding seat, µs", self.figure(c, "view as JSON, deciding seat"), 150),
            below("view as JSON, another seat, µs", self.figure(c, "view as JSON, another seat"), 80),
            below("encode a state, µs", self.figure(c, "encode a state"), 5),
            below("encode a state and its options, µs", self.figure(c, "encode a state and its options"), 5),
            below("bytes of one more copy", max(row["copy_bytes"] for row in memory), 2212),  # before it was compiled
        ]

    # --- tables ---

    def tables(self) -> list[Table]:
        return [
            self.play_table(),
            self.edition_table(),
            self.cost_table("Copying", ("Position.copy", "Game.copy", "copy, then a random move")),
            self.memory_table(),
            self.cost_table("Other operations", self._names("new_game", "view as JSON, spectator")),
            self.cost_table("For learners", self._names("encode a state", "encode a state, games in turns")),
            self.cost_table("A search node, by tenth of a game", self._names("node, tenth 1", "node, tenth 10")),
            self.decision_table(),
            self.their_table(),
        ]

    def _names(self, first: str, last: str) -> tuple[str, ...]:
        names: list[str] = self.counted["pure"]["tasks"]
        return tuple(names[names.index(first) : names.index(last) + 1])

    def play_table(self) -> Table:
        rows = [["", "pure", "compiled", "games/s, compiled", "compiled / theirs", "games, compiled / theirs"]]
        for task in self.counted["pure"]["tasks"]:
            if task.startswith(("loop", "rollout", "library")):
                each = [number(self.figure(build, task, "decisions_per_s")) for build in BUILDS]
                games = number(self.figure("compiled", task, "games_per_s"))
                compared = [str(self.times("compiled", task)), str(self.times("compiled", task, "games_per_s"))]
                rows.append([task, *each, games, *compared])
        theirs = [number(self.figure("theirs", self.peer, what)) for what in ("decisions_per_s", "games_per_s")]
        rows.append([self.peer, theirs[0], "", theirs[1]])
        return "Uniformly random play, decisions/s", rows

    def edition_table(self) -> Table:
        rows = [["", *BUILDS, *[f"share of the first, {build}" for build in BUILDS]]]
        for edition in self.results.slices[f"pure: {IN_TURNS}"][0]:
            rates = [number(self.figure(build, IN_TURNS, edition)) for build in BUILDS]
            shares = [self.share(build, edition) for build in BUILDS]
            rows.append(
                [edition, *rates, *[f"{one.best:.2f} ({one.lowest:.2f} to {one.highest:.2f})" for one in shares]]
            )
        return "A game of each edition in turns, decisions/s", rows

    def cost_table(self, heading: str, tasks: Sequence[str]) -> Table:
        rows = [["", "pure", "compiled"]]
        rows += [[task, *[number(self.figure(build, task)) for build in BUILDS]] for task in tasks]
        return f"{heading}, µs", rows

    def memory_table(self) -> Table:
        rows = [["players", "one more copy, pure", "compiled", "deep size, pure", "largest deep size, pure"]]
        for players, one in self.counted["pure"]["memory"].items():
            other = self.counted["compiled"]["memory"][players]["copy_bytes"]
            sizes = (one["copy_bytes"], other, one["deep_bytes"], one["deep_bytes_most"])
            rows.append([players, *map(number, sizes)])
        return "Memory of a position, bytes", rows

    def decision_table(self) -> Table:
        rows = [["decision", "options", "pure", "compiled", "legal moves", "one of all, pure", "compiled"]]
        for kind, have in self.counted["pure"]["options"].items():
            spent = [number(self.figure(build, f"{kind} options")) for build in BUILDS]
            one = [number(self.figure(build, f"{kind} moves")) for build in BUILDS]
            rows.append([kind, number(have["options"]), *spent, number(have["moves"]), *one])
        return "Options and moves, µs", rows

    def their_table(self) -> Table:
        rows = [["", "µs", "times ours, compiled"]]
        pairs = {
            "their Game.copy": "Position.copy",
            "their copy, then a random move": "copy, then a random move",
            "their set-up": "new_game",
        }
        for task in self.counted["theirs"]["tasks"][1:]:
            ratio = str(self.cheaper("compiled", pairs[task], task)) if task in pairs else ""
            rows.append([task, number(self.figure("theirs", task)), ratio])
        rows.append(["bytes of one more copy of theirs", number(self.counted["theirs"]["copy_bytes"])])
        record = self.counted["pure"]["record"]
        rows.append(["moves of a record of ours", number(record["moves"])])
        rows.append(["bytes of a record of ours", number(record["bytes"])])
        return f"{self.peer}, and counts", rows

    # --- JSON ---

    def to_json(self) -> dict[str, Any]:
        return {
            "machine": self.machine,
            "peer": self.peer,
            "rounds": self.rounds,
            "figures": self.results.all_figures(),
            "counted": self.counted,
            "verdicts": [asdict(verdict) for verdict in self.verdicts()],
        }


def at_least(name: str, value: float, target: float) -> Verdict:
    holds = value >= target
    return Verdict(name, value, target, holds, f"{verb(holds)}: {name}: {value:.2f} (target: at least {target})")


def below(name: str, value: float, target: float) -> Verdict:
    holds = value < target
    return Verdict(
        name, value, target, holds, f"{verb(holds)}: {name}: {number(value)} (target: less than {target:,.0f})"
    )


def verb(holds: bool) -> str:
    return "met" if holds else "missed"


def number(value: float) -> str:
    """A number with at least three digits and thousands separators."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def plain(tables: Sequence[Table]) -> str:
    """Tables with aligned columns."""
    out: list[str] = []
    for heading, rows in tables:
        widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(len(rows[0]))]
        out += [heading, ""]
        for row in rows:
            cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=False)]
            cells[0] = row[0].ljust(widths[0])
            out.append(f"  {'  '.join(cells)}".rstrip())
        out.append("")
    return "\n".join(out)


def markdown(tables: Sequence[Table]) -> str:
    """Tables in Markdown."""
    out: list[str] = []
    for heading, rows in tables:
        lines = [row + [""] * (len(rows[0]) - len(row)) for row in rows]
        lines.insert(1, ["---", *["---:"] * (len(rows[0]) - 1)])
        out += [f"**{heading}**", "", *(f"| {' | '.join(line)} |" for line in lines), ""]
    return "\n".join(out)
