"""How far ``game.chances()`` can be relied on: docs/reliability.md, measured on games that nobody has learned from.

    python -m tools.reliability                      fill the page and draw its picture from the file
    python -m tools.reliability --check              only say whether they hold what the file says
    python -m tools.reliability --play --games 400   play what the file lacks of so many games, then fill the page
    python -m tools.reliability --play --fresh       play everything again: after a change of the nets

In half of the games all seats are ``master``'s, in the others each is drawn among the levels. Of each game some moments
are kept: what each seat hoped for, and who has won in the end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from stromnetz.arena import svg_charts
from stromnetz.bots import make_bot
from stromnetz.bots.chances import SHARPNESS, judge_of, together
from stromnetz.bots.master import loaded_nets
from stromnetz.play.new import new_game

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reliability.md"
PICTURE = ROOT / "docs" / "images" / "reliability.svg"
FILE = ROOT / "docs" / "strength" / "reliability.jsonl"
DEALS = 9_800_000
"""Where the deals begin: used for nothing else."""
MOMENTS = 10
"""Of each game."""
LONGEST = 5000
LEVELS = ("master", "hard", "normal", "easy", "plain")
BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
TABLES = {"equal": "`master` on all seats", "mixed": "levels drawn for each seat"}
Line = dict[str, Any]


# --- playing ---


def played(seed: int) -> Line | None:
    """A game and some of its moments; None where it does not end."""
    rng = Random(seed)
    net = rng.choice(loaded_nets())  # each as often, however many kinds of games it plays
    edition, board, players = kind = rng.choice(net.judge.weights.card["plays"])
    duels = net.judge.weights.card["duels"]
    options = rng.choice([d.get("options", {}) for d in duels if [d["edition"], d["map"], d["players"]] == kind])
    mixed = seed % 2 == 1
    bots = [make_bot(rng.choice(LEVELS) if mixed else LEVELS[0], 10 * seed + seat) for seat in range(players)]
    game = new_game(edition, board, players, seed, options=options)
    judge = judge_of(game.rules)
    moments: list[tuple[int, list[float]]] = []
    while game.decision is not None and game.version < LONGEST:
        p = game.position
        # which moments are kept must not depend on how long the game lasts: each has the same chance, and few stay
        at = len(moments) if len(moments) < MOMENTS else rng.randrange(game.version + 1)
        if at < MOMENTS:
            hopes = [round(judge.chances(game.rules, p, seat, False)[0], 4) for seat in range(players)]
            moments[at : at + 1] = [(game.version, hopes)]
        game.apply(bots[p.seat].choose(game.view(p.seat)))
    if game.result is None:
        return None
    won = [round(1 / len(game.result.winners), 4) if s in game.result.winners else 0 for s in range(players)]
    facts = {
        "net": net.name,
        "edition": edition,
        "map": board,
        "players": players,
        "table": "mixed" if mixed else "equal",
    }
    return {**facts, "seed": seed, "won": won, "moments": sorted(moments)}


def read() -> list[Line]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()] if FILE.is_file() else []


def play(games: int, jobs: int) -> None:
    there = {line["seed"] for line in read()}
    seeds = [seed for seed in range(DEALS, DEALS + games) if seed not in there]
    with ProcessPoolExecutor(jobs) as pool, FILE.open("a", encoding="utf-8") as file:
        for line in pool.map(played, seeds):
            if line is not None:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()


# --- counting ---


class Told(NamedTuple):
    """A chance that was told, and what came of it."""

    game: int
    chance: float
    won: float


class Bin(NamedTuple):
    """Chances of about the same size."""

    times: int
    chance: float
    won: float
    low: float
    high: float


def told(lines: Sequence[Line], sharper: float = SHARPNESS) -> list[list[Told]]:
    """By moment, the chances of all seats."""
    out = []
    for game, line in enumerate(lines):
        for _, hopes in line["moments"]:
            shares = together(hopes, sharper)
            out.append([Told(game, share, won) for share, won in zip(shares, line["won"], strict=True)])
    return out


def bins(moments: Sequence[Sequence[Told]]) -> list[Bin]:
    """The interval of what was won counts each game once: moments of one game go together."""
    out = []
    for low, high in pairwise(BINS):
        own = [one for moment in moments for one in moment if low <= one.chance < high or one.chance == high == 1.0]
        if own:
            by_game: dict[int, list[float]] = {}
            for one in own:
                by_game.setdefault(one.game, []).append(one.won - one.chance)
            chance, won = (sum(values) / len(own) for values in zip(*[one[1:] for one in own], strict=True))
            off = won - chance
            squares = sum((sum(values) - off * len(values)) ** 2 for values in by_game.values())
            half = 1.96 * sqrt(squares + (len(by_game) < 2)) / len(own)
            out.append(Bin(len(own), chance, won, max(0.0, won - half), min(1.0, won + half)))
    return out


def brier(moments: Sequence[Sequence[Told]]) -> float:
    """The mean square by which all chances of a moment were off."""
    return sum((one.chance - one.won) ** 2 for moment in moments for one in moment) / len(moments)


def fair(moments: Sequence[Sequence[Told]]) -> float:
    """The same where everybody is told to have the same chance."""
    return sum((1 / len(moment) - one.won) ** 2 for moment in moments for one in moment) / len(moments)


def surprise(moments: Sequence[Sequence[Told]]) -> float:
    """The mean logarithm of the chance that was told for who has won."""
    lost = [one.won * log(max(one.chance, 1e-6)) for moment in moments for one in moment if one.won]
    return -sum(lost) / len(moments)


def error(found: Sequence[Bin]) -> float:
    """By how much a chance is off on average, over the bins."""
    count = sum(one.times for one in found)
    return sum(one.times * abs(one.won - one.chance) for one in found) / count


# --- telling ---


def picture(tables: dict[str, list[Bin]]) -> str:
    """Told against won: on the line they are equal."""
    left, top, size = 40.0, 10.0, 320.0

    def x(share: float) -> float:
        return left + share * size

    def y(share: float) -> float:
        return top + (1 - share) * size

    parts = [svg_charts.line(x(0), y(0), x(1), y(1), "fair")]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts += [
            svg_charts.line(x(0), y(tick), x(1), y(tick), "grid"),
            svg_charts.line(x(tick), y(0), x(tick), y(1), "grid"),
        ]
        parts += [svg_charts.text(left - 6, y(tick) + 4, f"{100 * tick:.0f}", "end", "small")]
        parts += [svg_charts.text(x(tick), y(0) + 16, f"{100 * tick:.0f}", "middle", "small")]
    parts.append(svg_charts.text(x(0.5), y(0) + 34, "told, in per cent; upwards: won", "middle", "small"))
    for number, found in enumerate(tables.values()):
        for one in found:
            at = x(one.chance) + (3 if number else -3)
            parts.append(f'<g class="c{number}">{svg_charts.line(at, y(one.low), at, y(one.high), "interval")}')
            parts.append(f'<circle cx="{at:.1f}" cy="{y(one.won):.1f}" r="4"/></g>')
    for number, name in enumerate(TABLES.values()):
        parts.append(f'<g class="c{number}"><circle cx="{x(0.04):.1f}" cy="{y(0.96) + 18 * number:.1f}" r="4"/></g>')
        parts.append(svg_charts.text(x(0.07), y(0.96) + 18 * number + 4, name.replace("`", "")))
    return styled(svg_charts.svg(top + size + 44, "Chances that were told, and games won", parts, left + size + 16))


STYLE = (
    "<style>text{font:13px sans-serif;fill:#51585a}.small{font-size:12px}path{fill:none}.grid{stroke:#d8ceb9}"
    ".fair{stroke:#51585a;stroke-dasharray:4 3}.interval{stroke-width:2}.c0{stroke:#0072b2;fill:#0072b2}"
    ".c1{stroke:#d55e00;fill:#d55e00}.c2{stroke:#009e73;fill:#009e73}.c3{stroke:#aa4499;fill:#aa4499}"
    "circle,rect{stroke:none}</style>"
)


def styled(svg: str) -> str:
    """A picture that stands alone, on any ground."""
    head, rest = svg.split("\n", 1)
    named = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"{named}\n{STYLE}\n{rest}\n"


def table(lines: Sequence[Line]) -> str:
    rows = [
        "| games | number | moments | off by | Brier score | all alike | surprise |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    groups = [(words, [line for line in lines if line["table"] == name]) for name, words in TABLES.items()]
    nets = sorted({line["net"] for line in lines})
    groups += [(f"all of `{net}`", [line for line in lines if line["net"] == net]) for net in nets]
    for words, own in groups:
        moments = told(own)
        rows.append(
            f"| {words} | {len(own)} | {len(moments)} | {100 * error(bins(moments)):.1f} % | {brier(moments):.3f} "
            f"| {fair(moments):.3f} | {surprise(moments):.3f} |"
        )
    return "\n".join(rows)


def bin_table(lines: Sequence[Line]) -> str:
    rows = ["| told | times | told on average | won | 95 % interval |", "| --- | ---: | ---: | ---: | ---: |"]
    for one, low, high in _ranges(bins(told(lines))):
        rows.append(
            f"| {100 * low:.0f} to {100 * high:.0f} % | {one.times} | {100 * one.chance:.1f} % | {100 * one.won:.1f} % "
            f"| {100 * one.low:.1f} to {100 * one.high:.1f} |"
        )
    return "\n".join(rows)


def _ranges(found: Sequence[Bin]) -> list[tuple[Bin, float, float]]:
    edges = list(pairwise(BINS))
    return [(one, *next(edge for edge in edges if edge[0] <= one.chance <= edge[1])) for one in found]


def powers(lines: Sequence[Line]) -> str:
    rows = ["| power | " + " | ".join(TABLES.values()) + " |", "| ---: |" + " ---: |" * len(TABLES)]
    for power in (1.0, 1.25, SHARPNESS, 1.75, 2.0):
        own = [surprise(told([line for line in lines if line["table"] == name], power)) for name in TABLES]
        rows.append(f"| {power:g} | " + " | ".join(f"{one:.3f}" for one in own) + " |")
    return "\n".join(rows)


def filled(page: str, name: str, text: str) -> str:
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}"


def written(lines: Sequence[Line]) -> dict[Path, str]:
    page = PAGE.read_text(encoding="utf-8")
    for name, text in (("scores", table(lines)), ("bins", bin_table(lines)), ("powers", powers(lines))):
        page = filled(page, name, text)
    drawn = {name: bins(told([line for line in lines if line["table"] == name])) for name in TABLES}
    return {PAGE: page, PICTURE: picture(drawn)}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(argv)
    if args.play:
        if args.fresh:
            FILE.unlink(missing_ok=True)
        play(args.games, args.jobs)
    stale = [path for path, text in written(read()).items() if not path.is_file() or path.read_text() != text]
    if args.check:
        for path in stale:
            print(f"{path.relative_to(ROOT)} does not hold what the file says", file=sys.stderr)
        return int(bool(stale))
    for path, text in written(read()).items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
