"""docs/reliability.md: how well ``game.chances()`` predicts who wins, measured on games that no net was trained on.

    python -m stromnetz.lab.measured.reliability [--play] [--check]

In half of the games ``master`` plays on all seats, in the others each seat's level is drawn. Of each game some moments
are kept: the forecast for each seat, and who won in the end.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

from stromnetz.arena import svg_charts
from stromnetz.arena.processes import each
from stromnetz.bots import make_bot
from stromnetz.bots.chances import net_for
from stromnetz.bots.master import loaded_nets
from stromnetz.bots.net_chances import SHARPNESS, normalise
from stromnetz.play.new import new_game

from .page import DOCS, MAX_MOVES, Result, add_results, command, fill, read_results, standalone_svg, table

PAGE = DOCS / "reliability.md"
CHART = DOCS / "images" / "reliability.svg"
GAMES = DOCS / "strength" / "reliability.jsonl"
SEEDS = range(9_800_000, 9_800_400)
"""Seeds used only here."""
MAX_POSITIONS = 10
"""Maximum number of positions kept per game."""
LEVELS = ("master", "hard", "normal", "easy", "plain")
BINS = tuple(pairwise((0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)))
POWERS = (1.0, 1.25, SHARPNESS, 1.75, 2.0)
SEATINGS = {"equal": "`master` on all seats", "mixed": "levels drawn for each seat"}


def play_one(seed: int) -> Result | None:
    """Play a game and keep some of its positions; None if it does not end."""
    rng = Random(seed)
    net = rng.choice(loaded_nets())  # each as often, however many kinds of games it plays
    edition, board, players = kind = rng.choice(net.judge.weights.card["plays"])
    duels = net.judge.weights.card["duels"]
    options = rng.choice([d.get("options", {}) for d in duels if [d["edition"], d["map"], d["players"]] == kind])
    mixed = seed % 2 == 1
    bots = [make_bot(rng.choice(LEVELS) if mixed else LEVELS[0], 10 * seed + seat) for seat in range(players)]
    game = new_game(edition, board, players, seed, options=options)
    judge = net_for(game.rules)
    moments: list[tuple[int, list[float]]] = []
    while game.decision is not None and game.version < MAX_MOVES:
        p = game.position
        # reservoir sampling: each position is kept with the same probability, however long the game lasts
        at = len(moments) if len(moments) < MAX_POSITIONS else rng.randrange(game.version + 1)
        if at < MAX_POSITIONS:
            hopes = [round(judge.chances(game.rules, p, seat, False)[0], 4) for seat in range(players)]
            moments[at : at + 1] = [(game.version, hopes)]
        game.apply(bots[p.seat].choose(game.view(p.seat)))
    if game.result is None:
        return None
    won = [round(1 / len(game.result.winners), 4) if s in game.result.winners else 0 for s in range(players)]
    facts = {"net": net.name, "edition": edition, "map": board, "players": players}
    return {**facts, "table": "mixed" if mixed else "equal", "seed": seed, "won": won, "moments": sorted(moments)}


def play(jobs: int) -> None:
    there = {game["seed"] for game in read_results(GAMES)}
    add_results(GAMES, each(play_one, [seed for seed in SEEDS if seed not in there], jobs, chunk=1))


# --- scores ---


class Forecast(NamedTuple):
    """A seat's forecast in a position, and its share of the win."""

    game: int
    chance: float
    won: float


class Bin(NamedTuple):
    """Forecasts in the same range, with the 95 % interval of the share won."""

    range: tuple[float, float]
    times: int
    chance: float
    won: float
    low: float
    high: float


def forecasts(games: Sequence[Result], sharper: float = SHARPNESS) -> list[list[Forecast]]:
    """The forecasts for all seats, by position."""
    return [
        [Forecast(number, *pair) for pair in zip(normalise(hopes, sharper), game["won"], strict=True)]
        for number, game in enumerate(games)
        for _, hopes in game["moments"]
    ]


def bins(moments: Sequence[Sequence[Forecast]]) -> list[Bin]:
    """Group forecasts by size. Intervals are clustered by game, because positions of a game are not independent."""
    out = []
    for low, high in BINS:
        own = [one for moment in moments for one in moment if low <= one.chance < high or one.chance == high == 1.0]
        if own:
            by_game: dict[int, list[float]] = {}
            for one in own:
                by_game.setdefault(one.game, []).append(one.won - one.chance)
            chance, won = (sum(values) / len(own) for values in zip(*[one[1:] for one in own], strict=True))
            off = won - chance
            squares = sum((sum(values) - off * len(values)) ** 2 for values in by_game.values())
            half = 1.96 * sqrt(squares + (len(by_game) < 2)) / len(own)
            out.append(Bin((low, high), len(own), chance, won, max(0.0, won - half), min(1.0, won + half)))
    return out


def brier_score(moments: Sequence[Sequence[Forecast]], fair: bool = False) -> float:
    """Mean squared error of the forecasts per position, or of equal chances if ``fair``."""
    errors = [(1 / len(moment) if fair else one.chance) - one.won for moment in moments for one in moment]
    return sum(error**2 for error in errors) / len(moments)


def log_loss(moments: Sequence[Sequence[Forecast]]) -> float:
    """Mean negative log-probability given to the winner."""
    lost = [one.won * log(max(one.chance, 1e-6)) for moment in moments for one in moment if one.won]
    return -sum(lost) / len(moments)


def calibration_error(found: Sequence[Bin]) -> float:
    """Expected calibration error: the mean distance of forecasts and results, weighted by bin."""
    return sum(one.times * abs(one.won - one.chance) for one in found) / sum(one.times for one in found)


# --- tables and chart ---


def seated(games: Sequence[Result], seating: str) -> list[Result]:
    return [game for game in games if game["table"] == seating]


def score_table(games: Sequence[Result]) -> str:
    nets = sorted({game["net"] for game in games})
    groups = {words: seated(games, name) for name, words in SEATINGS.items()}
    groups |= {f"all of `{net}`": [game for game in games if game["net"] == net] for net in nets}
    rows = []
    for words, own in groups.items():
        moments = forecasts(own)
        rows.append(
            f"| {words} | {len(own)} | {len(moments)} | {100 * calibration_error(bins(moments)):.1f} % "
            f"| {brier_score(moments):.3f} | {brier_score(moments, fair=True):.3f} | {log_loss(moments):.3f} |"
        )
    return table("| games | number | positions | calibration error | Brier score | uniform | log loss |", rows)


def bin_table(games: Sequence[Result]) -> str:
    rows = [
        f"| {100 * one.range[0]:.0f} to {100 * one.range[1]:.0f} % | {one.times} | {100 * one.chance:.1f} % "
        f"| {100 * one.won:.1f} % | {100 * one.low:.1f} to {100 * one.high:.1f} |"
        for one in bins(forecasts(games))
    ]
    return table("| forecast | count | mean forecast | won | 95 % interval |", rows)


def power_table(games: Sequence[Result]) -> str:
    rows = []
    for power in POWERS:
        losses = [log_loss(forecasts(seated(games, name), power)) for name in SEATINGS]
        rows.append(f"| {power:g} | {' | '.join(f'{loss:.3f}' for loss in losses)} |")
    return table(f"| power | {' | '.join(SEATINGS.values())} |", rows, left=0)


def chart(games: Sequence[Result]) -> str:
    """The reliability diagram: forecasts against shares of wins."""
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
            svg_charts.text(left - 6, y(tick) + 4, f"{100 * tick:.0f}", "end", "small"),
            svg_charts.text(x(tick), y(0) + 16, f"{100 * tick:.0f}", "middle", "small"),
        ]
    parts.append(svg_charts.text(x(0.5), y(0) + 34, "forecast in per cent; upwards: won", "middle", "small"))
    for number, (name, words) in enumerate(SEATINGS.items()):
        for one in bins(forecasts(seated(games, name))):
            at = x(one.chance) + (3 if number else -3)
            parts.append(f'<g class="c{number}">{svg_charts.line(at, y(one.low), at, y(one.high), "interval")}')
            parts.append(f'<circle cx="{at:.1f}" cy="{y(one.won):.1f}" r="4"/></g>')
        parts.append(f'<g class="c{number}"><circle cx="{x(0.04):.1f}" cy="{y(0.96) + 18 * number:.1f}" r="4"/></g>')
        parts.append(svg_charts.text(x(0.07), y(0.96) + 18 * number + 4, words.replace("`", "")))
    return standalone_svg(svg_charts.svg(top + size + 44, "Forecasts against games won", parts, left + size + 16))


def files() -> dict[Path, str]:
    games = read_results(GAMES)
    tables = {"scores": score_table(games), "bins": bin_table(games), "powers": power_table(games)}
    return {PAGE: fill(PAGE, tables), CHART: chart(games)}


def main(arguments: Sequence[str] | None = None) -> int:
    return command(arguments, __doc__, files, play)


if __name__ == "__main__":
    sys.exit(main())
