"""The figures of docs/strategy.md: games of the strongest bot, played into docs/strategy/games.jsonl, and from there.

    python -m tools.strategy                      fill the page and draw its pictures from the file
    python -m tools.strategy --check              only say whether they hold what the file says
    python -m tools.strategy --play --jobs 16     play what the file lacks, then fill the page
    python -m tools.strategy --play --fresh       play everything again: after a change of the bots

A game is a line of the file, added when it ends; stopped and called again, only what is missing is played.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from stromnetz import new_game
from stromnetz.arena import svg_charts
from stromnetz.bots import make_bot
from stromnetz.engine import events as ev
from stromnetz.play.game import Game

from .reliability import filled, styled

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "strategy.md"
FOLDER = ROOT / "docs" / "strategy"
FILE = FOLDER / "games.jsonl"
DEALS = 9_700_000
"""Where the deals begin: used for nothing else."""
LONGEST = 5000
Line = dict[str, Any]


class Kind(NamedTuple):
    """Games that are looked at."""

    edition: str
    map: str
    players: int
    bot: str
    games: int


KINDS = (
    Kind("classic-2004", "germany", 4, "master", 120),
    Kind("classic-2004", "usa", 4, "master", 120),
    Kind("classic-2004", "germany", 3, "master", 36),
    Kind("classic-2004", "germany", 5, "master", 36),
    Kind("outpost", "planet", 4, "hard", 36),
    Kind("outpost", "planet", 4, "master", 36),
)
PILED = KINDS[4:]
"""Of cards of several kinds, whose values are in question."""


# --- playing ---


def whole(kind: Kind, seed: int) -> Game | None:
    """One game among equals; None where it does not end."""
    game = new_game(kind.edition, kind.map, kind.players, seed)
    bots = [make_bot(kind.bot, 10 * seed + seat) for seat in range(kind.players)]
    while game.decision is not None and game.version < LONGEST:
        seat = game.position.seat
        game.apply(bots[seat].choose(game.view(seat)))
    return None if game.result is None else game


def played(kind: Kind, seed: int) -> Line | None:
    game = whole(kind, seed)
    return None if game is None else told(kind, seed, game)


def told(kind: Kind, seed: int, game: Game) -> Line:
    """What is kept of a game."""
    assert game.result is not None
    seen = Seen(kind.players)
    for row in game.rows:
        for event in row.events:
            seen.take(event)
    ranking = {one.seat: one for one in game.result.ranking}
    return {
        **kind._asdict() | {"games": 1},
        "seed": seed,
        "order": seen.order,
        "buys": seen.buys,
        "starts": seen.starts,
        "steps": seen.steps,
        "rounds": game.position.round,
        "ended_by": seen.last,
        "winners": game.result.winners,
        "ends": [[ranking[s].supplied, ranking[s].cities, ranking[s].money] for s in range(kind.players)],
        "built": seen.built,
    }


class Seen:
    """Follows the events of a game."""

    def __init__(self, players: int) -> None:
        self.round = 0
        self.order: list[int] = []
        self.buys: list[list[Any]] = []
        """Round, seat, card, price."""
        self.starts: list[str | None] = [None] * players
        self.steps: dict[str, int] = {}
        self.built: list[list[int]] = []
        """By round: cities connected, by seat."""
        self.last: int | None = None
        """Who built the last city."""

    def take(self, event: ev.Event) -> None:
        if isinstance(event, ev.OrderSet) and not self.order:
            self.order = list(event.order)
        elif isinstance(event, ev.RoundBegan):
            self.round = event.round
            self.built.append([0] * len(self.starts))
        elif isinstance(event, ev.StepBegan):
            self.steps[str(event.step)] = self.round
        elif isinstance(event, ev.PlantBought):
            self.buys.append([self.round, event.seat, event.plant, event.price])
        elif isinstance(event, ev.CityConnected) and event.seat < len(self.starts):
            self.starts[event.seat] = self.starts[event.seat] or event.city
            self.built[-1][event.seat] += 1
            self.last = event.seat


def read() -> list[Line]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()] if FILE.is_file() else []


def wanted(lines: list[Line]) -> Iterator[tuple[Kind, int]]:
    """The games that are not there, of all kinds in turns."""
    there = {(line["edition"], line["map"], line["players"], line["bot"], line["seed"]) for line in lines}
    for number in range(max(kind.games for kind in KINDS)):
        for kind in KINDS:
            seed = DEALS + number
            if number < kind.games and (*kind[:4], seed) not in there:
                yield kind, seed


def play(jobs: int) -> None:
    asked = list(wanted(read()))
    FOLDER.mkdir(exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool, FILE.open("a", encoding="utf-8") as file:
        for line in pool.map(played, [kind for kind, _ in asked], [seed for _, seed in asked]):
            if line is not None:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()


# --- counting ---


def of(lines: Sequence[Line], kind: Kind) -> list[Line]:
    return [line for line in lines if (line["edition"], line["map"], line["players"], line["bot"]) == kind[:4]]


def share(line: Line, seat: int) -> float:
    """What a seat has of the win."""
    return 1 / len(line["winners"]) if seat in line["winners"] else 0.0


def percent(values: Sequence[float]) -> str:
    """A mean in per cent, with how far it may be off."""
    mean = sum(values) / len(values)
    half = 1.96 * sqrt(max(mean * (1 - mean), 0.01) / len(values))
    return f"{100 * mean:.0f} ± {100 * half:.0f} %"


def mean(values: Sequence[float]) -> str:
    return f"{round(sum(values) / len(values), 1) + 0:.1f}" if values else "–"  # + 0: no minus before nothing


def rows(head: str, right: int, lines: Iterable[str]) -> str:
    """A table: its first column to the left, the others to the right."""
    return "\n".join([head, "| --- |" + " ---: |" * right, *lines])


def openings(lines: list[Line]) -> str:
    found: dict[tuple[str, Any], list[tuple[int, float]]] = defaultdict(list)
    for kind in KINDS[:2]:
        for line in of(lines, kind):
            for number, seat, card, price in line["buys"]:
                if number == 1:
                    found[kind.map, card].append((price, share(line, seat)))
    cards = sorted({card for _, card in found})
    out = []
    for card in cards:
        cells = []
        for kind in KINDS[:2]:
            own = found[kind.map, card]
            prices = sorted(price for price, _ in own)
            cells += (
                [str(len(own)), f"{mean(prices)} ({prices[0]} to {prices[-1]})", percent([won for _, won in own])]
                if own
                else ["0", "–", "–"]
            )
        out.append(f"| {card:02} | {' | '.join(cells)} |")
    return rows("| plant | Germany: bought | paid | won | USA: bought | paid | won |", 6, out)


def prices(lines: list[Line]) -> str:
    """Plants that were bought often: when, and how much over the printed minimum."""
    out = []
    found: dict[Any, list[tuple[int, int]]] = defaultdict(list)
    for kind in KINDS[:2]:
        for line in of(lines, kind):
            for number, _, card, price in line["buys"]:
                found[card].append((number, price))
    games = sum(len(of(lines, kind)) for kind in KINDS[:2])
    for card, own in sorted(found.items()):
        over = [price - card for _, price in own]
        cells = [mean([number for number, _ in own]), mean([price for _, price in own]), mean(over), str(max(over))]
        out.append(f"| {card:02} | {100 * len(own) / games:.0f} % | {' | '.join(cells)} |")
    return rows("| plant | of games | round | paid | over the minimum | at most |", 5, out)


def cards(lines: list[Line]) -> str:
    """Cards that there is one of: how often they were bought, how much over the minimum, and if their buyers won."""
    found: dict[Any, dict[str, list[tuple[int, float]]]] = defaultdict(lambda: defaultdict(list))
    for kind in PILED:
        for line in of(lines, kind):
            for _, seat, card, price in line["buys"]:
                if isinstance(card, int):
                    found[card][kind.bot].append((price - card, share(line, seat)))
    out = []
    for card in sorted(found):
        cells = []
        for kind in PILED:
            own = found[card][kind.bot]
            games = len(of(lines, kind))
            cells += (
                [f"{len(own)} of {games}", mean([over for over, _ in own]), percent([won for _, won in own])]
                if own
                else [f"0 of {games}", "–", "–"]
            )
        out.append(f"| {card:02} | {' | '.join(cells)} |")
    heads = [f"`{kind.bot}`: bought | over the minimum | won" for kind in PILED]
    return rows(f"| card | {' | '.join(heads)} |", 3 * len(PILED), out)


def starts(lines: list[Line]) -> str:
    out = []
    for kind in KINDS[:2]:
        found: dict[str, list[float]] = defaultdict(list)
        for line in of(lines, kind):
            for seat, city in enumerate(line["starts"]):
                if city is not None:
                    found[city].append(share(line, seat))
        for city, own in sorted(found.items(), key=lambda one: -len(one[1]))[:8]:
            out.append(f"| {kind.map}: {city} | {len(own)} | {percent(own)} |")
    return rows("| start | chosen | won |", 2, out)


def ends(lines: list[Line]) -> str:
    out = []
    for kind in KINDS:
        own = of(lines, kind)
        if own:
            enders = [share(line, line["ended_by"]) for line in own if line["ended_by"] is not None]
            steps = [mean([line["steps"][s] for line in own if s in line["steps"]]) for s in ("2", "3")]
            supplied = mean([line["ends"][line["winners"][0]][0] for line in own])
            bought = mean([len(line["buys"]) / kind.players for line in own])
            out.append(
                f"| {kind.edition}, {kind.map}, {kind.players} `{kind.bot}` | {len(own)} "
                f"| {mean([line['rounds'] for line in own])} | {' | '.join(steps)} "
                f"| {percent(enders)} | {supplied} | {bought} |"
            )
    head = (
        "| game | games | rounds | step 2 in round | step 3 in round | last builder wins "
        "| winner supplies | plants a seat |"
    )
    return rows(head, 7, out)


def order(lines: list[Line]) -> str:
    out = []
    for kind in KINDS:
        own = of(lines, kind)
        cells = [
            percent([share(line, line["order"][place]) for line in own]) if place < kind.players and own else ""
            for place in range(5)
        ]
        out.append(f"| {kind.edition}, {kind.map}, {kind.players} `{kind.bot}` | {' | '.join(cells)} |")
    return rows("| game | first | second | third | fourth | fifth |", 5, out)


def premium(lines: list[Line]) -> str:
    """By round: what was paid over the printed minimum, on average."""
    by: dict[int, list[int]] = defaultdict(list)
    for kind in KINDS[:2]:
        for line in of(lines, kind):
            for number, _, card, price in line["buys"]:
                by[number].append(price - card)
    values = {number: sum(own) / len(own) for number, own in sorted(by.items()) if len(own) >= 20}
    return styled(columns("Elektro over the printed minimum, by round", values, "{:.1f}"))


def columns(title: str, values: dict[int, float], said: str) -> str:
    """A column for each number, with what it stands for above it."""
    bottom, most = 130.0, max(values.values(), default=1.0) or 1.0
    step = (svg_charts.WIDTH - 20) / max(1, len(values))
    parts = [svg_charts.line(10, bottom, svg_charts.WIDTH - 10, bottom, "grid")]
    for place, (number, value) in enumerate(values.items()):
        x, height = 10 + step * place, value / most * (bottom - 24)
        parts.append(svg_charts.box(x + 2, bottom - height, step - 4, height, "bar c0"))
        parts.append(svg_charts.text(x + step / 2, bottom - height - 5, said.format(value), "middle", "small"))
        parts.append(svg_charts.text(x + step / 2, bottom + 15, str(number), "middle", "small"))
    return svg_charts.svg(bottom + svg_charts.FOOT_HEIGHT, title, parts)


def lengths(lines: list[Line]) -> str:
    counts = Counter(line["rounds"] for kind in KINDS[:2] for line in of(lines, kind))
    return styled(columns("How many rounds games of four last", {n: counts[n] for n in sorted(counts)}, "{:.0f}"))


PARTS = {"openings": openings, "prices": prices, "starts": starts, "ends": ends, "order": order, "cards": cards}
PICTURES = {"premium.svg": premium, "lengths.svg": lengths}


def written(lines: list[Line]) -> dict[Path, str]:
    page = PAGE.read_text(encoding="utf-8")
    for name, part in PARTS.items():
        page = filled(page, name, part(lines))
    return {PAGE: page, **{FOLDER / name: draw(lines) for name, draw in PICTURES.items()}}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(argv)
    if args.play:
        if args.fresh:
            FILE.unlink(missing_ok=True)
        play(args.jobs)
    made = written(read())
    if args.check:
        stale = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
        for path in stale:
            print(f"{path.relative_to(ROOT)} does not hold what the file says", file=sys.stderr)
        return int(bool(stale))
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
