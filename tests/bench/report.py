"""The figures as tables for people and as JSON for programs, and what must hold."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.bench.measure import Figures, Ratio, Results

Table = tuple[str, list[list[str]]]
"""A heading and rows; the first row names the columns."""

COPY_TARGET = 20
PLAY_TARGET = 2
BYTES_TARGET = 20_000


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
    """Everything one run has measured."""

    peer: str
    rounds: int
    play: Results
    copies: Results
    chores: Results
    decisions: Results
    memory: dict[int, Figures]
    options: dict[str, Figures]
    """Per kind of decision how many options and legal moves there are on average."""
    record: Figures
    """The moves and the bytes of a whole record on average."""
    main: int
    """The number of players that is compared."""
    machine: str = field(default_factory=machine)

    # --- what is compared ---

    def play_ratio(self, through: str) -> Ratio:
        return self.play.ratio(f"{through}, {self.main} players", self.peer, "decisions_per_s")

    def copy_ratio(self, theirs: str, ours: str) -> Ratio:
        """How many times cheaper ours is."""
        return self.copies.ratio(theirs, ours, "us")

    def ratios(self) -> dict[str, Ratio]:
        return {
            "random play, engine": self.play_ratio("engine"),
            "random play, library": self.play_ratio("library"),
            "Position.copy": self.copy_ratio("their Game.copy", "Position.copy"),
            "Game.copy": self.copy_ratio("their Game.copy", "Game.copy"),
            "copy, then a random move": self.copy_ratio("their copy, then a random move", "copy, then a random move"),
        }

    def verdicts(self) -> list[Verdict]:
        ratios = self.ratios()
        # the dearer of our two copies counts
        copy = min(ratios["Position.copy"].middle, ratios["Game.copy"].middle)
        play = ratios["random play, engine"].middle
        size = max(max(row["copy_bytes"], row["deep_bytes_most"]) for row in self.memory.values())
        return [
            at_least("copying, times cheaper", copy, COPY_TARGET),
            at_least("random play, times faster", play, PLAY_TARGET),
            below("bytes of the largest position", size, BYTES_TARGET),
        ]

    # --- for people ---

    def tables(self) -> list[Table]:
        return [self.play_table(), self.copy_table(), self.memory_table(), self.chore_table(), self.decision_table()]

    def play_table(self) -> Table:
        rows = [["", "decisions/s", "games/s", "decisions/game", "set-up µs"]]
        for name, one in self.play.all_figures().items():
            keys = ("decisions_per_s", "games_per_s", "decisions_per_game", "setup_us")
            rows.append([name, *(number(one[key]) for key in keys)])
        rows += [[f"{through} / {self.peer}", str(self.play_ratio(through))] for through in ("engine", "library")]
        return "Uniformly random play", rows

    def copy_table(self) -> Table:
        rows = [["", "µs", "times cheaper than theirs"]]
        ratios = self.ratios()
        for name, one in self.copies.all_figures().items():
            rows.append([name, number(one["us"]), str(ratios[name]) if name in ratios else ""])
        return f"Copying, {self.main} players", rows

    def memory_table(self) -> Table:
        rows = [["players", "bytes of one more copy", "deep size", "largest deep size"]]
        for players, one in self.memory.items():
            rows.append([str(players), *(number(value) for value in one.values())])
        return "Memory of a position", rows

    def chore_table(self) -> Table:
        rows = [["", "µs"]]
        for name, one in self.chores.all_figures().items():
            rows.append([name, number(one["us"])])
        rows.append(["moves of a record", number(self.record["moves"])])
        rows.append(["bytes of a record", number(self.record["bytes"])])
        theirs = self.record["their_actions"]
        rows.append(
            ["their playable actions, per action", number(self.chores.figure("their playable actions", "us") / theirs)]
        )
        rows.append(["bytes of one more copy of theirs", number(self.record["their_copy_bytes"])])
        return f"Besides playing, {self.main} players", rows

    def decision_table(self) -> Table:
        rows = [["decision", "options", "options µs", "µs/option", "legal moves", "one move of all µs"]]
        for kind, have in self.options.items():
            spent = self.decisions.figure(f"{kind} options", "us")
            one = self.decisions.figure(f"{kind} moves", "us")
            amounts = (have["options"], spent, spent / have["options"], have["moves"], one)
            rows.append([kind, *(number(value) for value in amounts)])
        return f"What is offered, {self.main} players", rows

    # --- for programs ---

    def to_json(self) -> dict[str, Any]:
        return {
            "machine": self.machine,
            "peer": self.peer,
            "rounds": self.rounds,
            "players_compared": self.main,
            "play": self.play.all_figures(),
            "copies": self.copies.all_figures(),
            "memory": self.memory,
            "chores": self.chores.all_figures(),
            "record": self.record,
            "decisions": self.decisions.all_figures(),
            "options": self.options,
            "ratios": {name: asdict(ratio) for name, ratio in self.ratios().items()},
            "verdicts": [asdict(verdict) for verdict in self.verdicts()],
        }


def at_least(name: str, value: float, target: float) -> Verdict:
    holds = value >= target
    return Verdict(name, value, target, holds, f"{verb(holds)}: {name}: {value:.1f}, at least {target} wanted")


def below(name: str, value: float, target: float) -> Verdict:
    holds = value < target
    return Verdict(name, value, target, holds, f"{verb(holds)}: {name}: {value:,.0f}, less than {target:,.0f} wanted")


def verb(holds: bool) -> str:
    return "holds" if holds else "fails"


def number(value: float) -> str:
    """Three digits or more, thousands apart."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def plain(tables: Sequence[Table]) -> str:
    """Tables with their columns in line."""
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
    """The same for a page of the documentation."""
    out: list[str] = []
    for heading, rows in tables:
        lines = [row + [""] * (len(rows[0]) - len(row)) for row in rows]
        lines.insert(1, ["---", *["---:"] * (len(rows[0]) - 1)])
        out += [f"**{heading}**", "", *(f"| {' | '.join(line)} |" for line in lines), ""]
    return "\n".join(out)
