"""The table of all levels and three checkpoints against each other: docs/strength/levels.json, for docs/strength.md.

Every choice of four of them meets on the same deals and on every seat (``stromnetz tournament``).
"""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

from stromnetz.cli import main as stromnetz
from stromnetz.lab.checkpoints import CHECKPOINTS

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "strength" / "levels.json"
GAMES = ROOT / "build" / "levels.jsonl"
"""The games one by one: stopped and called again, only what is missing is played."""
BOTS = ("easy", "normal", "hard", "master", *CHECKPOINTS)
DEALS, SEED = 8, 9_600_000
"""How many, and where they begin: used for nothing else."""
Told = dict[str, Any]


def arguments() -> list[str]:
    board = ["--edition", "classic-2004", "--map", "germany", "--players", "4"]
    return ["--bots", ",".join(BOTS), *board, "--deals", str(DEALS), "--seed", str(SEED)]


def play(jobs: int) -> None:
    """Play what is missing, and keep what the command prints."""
    GAMES.parent.mkdir(exist_ok=True)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = stromnetz(["tournament", str(GAMES), *arguments(), "--jobs", str(jobs), "--json"])
    if code:
        raise SystemExit(f"the tournament ended with {code}")
    FILE.write_text(json.dumps(json.loads(out.getvalue()), indent=0) + "\n", encoding="utf-8")


def read() -> Told:
    told: Told = json.loads(FILE.read_text(encoding="utf-8"))
    return told


def name_of(bot: str) -> str:
    return CHECKPOINTS[bot].title if bot in CHECKPOINTS else f"`{bot}`"


def table(told: Told) -> str:
    """Won, and how often each was ahead of each other, in per cent."""
    bots = [one["bot"] for one in told["bots"]]
    ahead = {(one["bot"], one["other"]): one for one in told["before"]}
    deals = "one deal" if told["plan"]["deals"] == 1 else f"{told['plan']['deals']} deals"
    rows = [
        f"{told['games']} games on {deals}:\n",
        "| | seats | won | " + " | ".join(name_of(bot) for bot in bots) + " |",
        "| --- | ---: | ---: |" + " ---: |" * len(bots),
    ]
    for one in told["bots"]:
        cells = [_cell(ahead.get((one["bot"], other))) for other in bots]
        rows.append(f"| {name_of(one['bot'])} | {one['seats']} | {_cell(one)} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _cell(one: Told | None) -> str:
    return "" if one is None else f"{100 * one['share']:.0f} ({100 * one['low']:.0f} to {100 * one['high']:.0f})"
