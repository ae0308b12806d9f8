"""docs/strategy.md: statistics of games between equal bots.

python -m stromnetz.lab.measured.strategy [--play] [--check]
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from stromnetz.arena import svg_charts
from stromnetz.arena.processes import each
from stromnetz.bots import make_bot
from stromnetz.engine import events as ev
from stromnetz.play.game import Game
from stromnetz.play.new import new_game

from .page import DOCS, MAX_MOVES, Result, add_results, command, fill, read_results, standalone_svg, table

PAGE = DOCS / "strategy.md"
FOLDER = DOCS / "strategy"
GAMES = FOLDER / "games.jsonl"
FIRST_SEED = 9_700_000
"""The first seed; these seeds are used only here."""


class Kind(NamedTuple):
    """Games of one kind between copies of one bot."""

    edition: str
    map: str
    players: int
    bot: str
    games: int

    def __str__(self) -> str:
        return f"{self.edition}, {self.map}, {self.players} `{self.bot}`"


KINDS = (
    Kind("classic-2004", "germany", 4, "master", 120),
    Kind("classic-2004", "usa", 4, "master", 120),
    Kind("classic-2004", "germany", 3, "master", 36),
    Kind("classic-2004", "germany", 5, "master", 36),
    Kind("outpost", "planet", 4, "hard", 36),
    Kind("outpost", "planet", 4, "master", 36),
)
CLASSIC, OUTPOST = KINDS[:2], KINDS[4:]


# --- playing ---


class GameStatistics:
    """Collects statistics from the events of a game."""

    def __init__(self, game: Game) -> None:
        players = game.rules.players
        self.round = 0
        self.order: list[int] = []
        self.buys: list[list[Any]] = []
        """Purchases: round, seat, card and price."""
        self.starts: list[str | None] = [None] * players
        self.steps: dict[str, int] = {}
        self.built: list[list[int]] = []
        """Cities connected, by round and seat."""
        self.last: int | None = None
        """The seat that built the last city."""
        for row in game.rows:
            for event in row.events:
                self._take(event)

    def _take(self, event: ev.Event) -> None:
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


def play_one(task: tuple[Kind, int]) -> Result | None:
    """Play a game between copies of the same bot; None if it does not end."""
    kind, seed = task
    game = new_game(kind.edition, kind.map, kind.players, seed)
    bots = [make_bot(kind.bot, 10 * seed + seat) for seat in range(kind.players)]
    while game.decision is not None and game.version < MAX_MOVES:
        seat = game.position.seat
        game.apply(bots[seat].choose(game.view(seat)))
    if game.result is None:
        return None
    statistics = GameStatistics(game)
    ranking = {one.seat: one for one in game.result.ranking}
    return {
        **kind._asdict() | {"games": 1},
        "seed": seed,
        "order": statistics.order,
        "buys": statistics.buys,
        "starts": statistics.starts,
        "steps": statistics.steps,
        "rounds": game.position.round,
        "ended_by": statistics.last,
        "winners": game.result.winners,
        "ends": [[ranking[s].supplied, ranking[s].cities, ranking[s].money] for s in range(kind.players)],
        "built": statistics.built,
    }


def play(jobs: int) -> None:
    """Play missing games, alternating between kinds."""
    there = {(game["edition"], game["map"], game["players"], game["bot"], game["seed"]) for game in read_results(GAMES)}
    tasks = [
        (kind, FIRST_SEED + n) for n in range(max(kind.games for kind in KINDS)) for kind in KINDS if n < kind.games
    ]
    add_results(
        GAMES, each(play_one, [(kind, seed) for kind, seed in tasks if (*kind[:4], seed) not in there], jobs, 1)
    )


# --- tables ---


def games_of_kind(games: list[Result], kind: Kind) -> list[Result]:
    return [game for game in games if (game["edition"], game["map"], game["players"], game["bot"]) == kind[:4]]


def share(game: Result, seat: int) -> float:
    """The seat's share of the win."""
    return 1 / len(game["winners"]) if seat in game["winners"] else 0.0


def percent(values: Sequence[float]) -> str:
    """The mean in per cent, ± half of its 95 % interval."""
    mean = sum(values) / len(values)
    half = 1.96 * sqrt(max(mean * (1 - mean), 0.01) / len(values))
    return f"{100 * mean:.0f} ± {100 * half:.0f} %"


def mean(values: Sequence[float]) -> str:
    return f"{round(sum(values) / len(values), 1) + 0:.1f}" if values else "–"  # + 0: never "-0.0"


def openings(games: list[Result]) -> str:
    found: dict[tuple[str, Any], list[tuple[int, float]]] = defaultdict(list)
    for kind in CLASSIC:
        for game in games_of_kind(games, kind):
            for number, seat, card, price in game["buys"]:
                if number == 1:
                    found[kind.map, card].append((price, share(game, seat)))
    rows = []
    for card in sorted({card for _, card in found}):
        cells = []
        for kind in CLASSIC:
            prices, won = zip(*sorted(own), strict=True) if (own := found[kind.map, card]) else ((), ())
            paid = f"{mean(prices)} ({prices[0]} to {prices[-1]})" if prices else "–"
            cells += [str(len(own)), paid, percent(won) if won else "–"]
        rows.append(f"| {card:02} | {' | '.join(cells)} |")
    return table("| plant | Germany: bought | paid | won | USA: bought | paid | won |", rows)


def prices(games: list[Result]) -> str:
    """The table of plants: how often and when each was bought, and its premium over the minimum."""
    found: dict[Any, list[tuple[int, int]]] = defaultdict(list)
    own = [game for kind in CLASSIC for game in games_of_kind(games, kind)]
    for game in own:
        for number, _, card, price in game["buys"]:
            found[card].append((number, price))
    rows = []
    for card, bought in sorted(found.items()):
        over = [price - card for _, price in bought]
        cells = [
            mean([number for number, _ in bought]),
            mean([price for _, price in bought]),
            mean(over),
            str(max(over)),
        ]
        rows.append(f"| {card:02} | {100 * len(bought) / len(own):.0f} % | {' | '.join(cells)} |")
    return table("| plant | of games | round | paid | over the minimum | at most |", rows)


def cards(games: list[Result]) -> str:
    """The table of Outpost cards: how often each was bought, its premium, and how often its buyers won."""
    found: dict[tuple[str, Any], list[tuple[int, float]]] = defaultdict(list)
    for kind in OUTPOST:
        for game in games_of_kind(games, kind):
            for _, seat, card, price in game["buys"]:
                if isinstance(card, int):
                    found[kind.bot, card].append((price - card, share(game, seat)))
    rows = []
    for card in sorted({card for _, card in found}):
        cells = []
        for kind in OUTPOST:
            over, won = zip(*own, strict=True) if (own := found[kind.bot, card]) else ((), ())
            cells += [f"{len(own)} of {len(games_of_kind(games, kind))}", mean(over), percent(won) if won else "–"]
        rows.append(f"| {card:02} | {' | '.join(cells)} |")
    heads = [f"`{kind.bot}`: bought | over the minimum | won" for kind in OUTPOST]
    return table(f"| card | {' | '.join(heads)} |", rows)


def starts(games: list[Result]) -> str:
    rows = []
    for kind in CLASSIC:
        found: dict[str, list[float]] = defaultdict(list)
        for game in games_of_kind(games, kind):
            for seat, city in enumerate(game["starts"]):
                if city is not None:
                    found[city].append(share(game, seat))
        for city, own in sorted(found.items(), key=lambda one: -len(one[1]))[:8]:
            rows.append(f"| {kind.map}: {city} | {len(own)} | {percent(own)} |")
    return table("| start | chosen | won |", rows)


def ends(games: list[Result]) -> str:
    rows = []
    for kind in KINDS:
        own = games_of_kind(games, kind)
        if own:
            enders = [share(game, game["ended_by"]) for game in own if game["ended_by"] is not None]
            steps = [mean([game["steps"][s] for game in own if s in game["steps"]]) for s in ("2", "3")]
            supplied = mean([game["ends"][game["winners"][0]][0] for game in own])
            bought = mean([len(game["buys"]) / kind.players for game in own])
            rounds = mean([game["rounds"] for game in own])
            rows.append(
                f"| {kind} | {len(own)} | {rounds} | {' | '.join(steps)} | {percent(enders)} | {supplied} | {bought} |"
            )
    return table(
        "| game | games | rounds | step 2 in round | step 3 in round | last builder wins "
        "| winner supplies | plants per seat |",
        rows,
    )


def order(games: list[Result]) -> str:
    rows = []
    for kind in KINDS:
        own = games_of_kind(games, kind)
        cells = [
            percent([share(game, game["order"][place]) for game in own]) if place < kind.players and own else ""
            for place in range(5)
        ]
        rows.append(f"| {kind} | {' | '.join(cells)} |")
    return table("| game | first | second | third | fourth | fifth |", rows)


# --- charts ---


def premium(games: list[Result]) -> str:
    """The chart of the mean premium over the printed minimum, by round."""
    by: dict[int, list[int]] = defaultdict(list)
    for kind in CLASSIC:
        for game in games_of_kind(games, kind):
            for number, _, card, price in game["buys"]:
                by[number].append(price - card)
    values = {number: sum(own) / len(own) for number, own in sorted(by.items()) if len(own) >= 20}
    return columns("Elektro over the printed minimum, by round", values, "{:.1f}")


def lengths(games: list[Result]) -> str:
    counts = Counter(game["rounds"] for kind in CLASSIC for game in games_of_kind(games, kind))
    return columns("How many rounds games of four last", dict(sorted(counts.items())), "{:.0f}")


def columns(title: str, values: dict[int, float], label: str) -> str:
    """A column chart with the value above each column."""
    bottom, most = 130.0, max(values.values(), default=1.0) or 1.0
    step = (svg_charts.CHART_WIDTH - 20) / max(1, len(values))
    parts = [svg_charts.line(10, bottom, svg_charts.CHART_WIDTH - 10, bottom, "grid")]
    for place, (number, value) in enumerate(values.items()):
        x, height = 10 + step * place, value / most * (bottom - 24)
        parts.append(svg_charts.box(x + 2, bottom - height, step - 4, height, "bar c0"))
        parts.append(svg_charts.text(x + step / 2, bottom - height - 5, label.format(value), "middle", "small"))
        parts.append(svg_charts.text(x + step / 2, bottom + 15, str(number), "middle", "small"))
    return standalone_svg(svg_charts.svg(bottom + svg_charts.FOOT_HEIGHT, title, parts))


TABLES = {"openings": openings, "prices": prices, "starts": starts, "ends": ends, "order": order, "cards": cards}
CHARTS = {"premium.svg": premium, "lengths.svg": lengths}


def files() -> dict[Path, str]:
    games = read_results(GAMES)
    page = fill(PAGE, {name: make(games) for name, make in TABLES.items()})
    return {PAGE: page, **{FOLDER / name: draw(games) for name, draw in CHARTS.items()}}


def main(arguments: Sequence[str] | None = None) -> int:
    return command(arguments, __doc__, files, play)


if __name__ == "__main__":
    sys.exit(main())
