"""Which robots are hard: a tournament of random ones, the mean rank by tile with intervals, as JSON and as a picture.

    python -m tools.robots [--games 1000] [--seed 1] [--jobs 2] [--json FILE] [--svg FILE]
    python -m tools.robots --soak 5000 [--jobs 2]     robots in every count, on every board: nothing breaks, all end

Two tables, in turn: four robots beside one plain bot, and one robot beside three plain bots (the only one at which the
tile sits that is barred with several). The same arguments give the same games.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from stromnetz.arena.matches import MatchSetup, play
from stromnetz.arena.processes import each
from stromnetz.arena.soak import crashed, soak_one
from stromnetz.play.catalogue import editions
from stromnetz.play.variants import random_variants, variant_facts
from stromnetz.play.words.wording import all_words

NAME = "robots"
EDITION, MAPS = "classic-2009", ("germany", "usa")
TABLES = {"several": (5, 4), "alone": (4, 1)}
"""By name: the players of a table, and how many of them are robots."""
PLAIN = "plain"


class Row(NamedTuple):
    """How the robots with a tile came off."""

    slot: str
    tile: str
    robots: int
    mean: float
    half: float
    """Half of the 95 % interval."""


class Played(NamedTuple):
    table: str
    ended: bool
    ranks: list[tuple[list[str], float]]
    """The tiles of each robot, and its rank; who is equal shares the mean of the ranks."""
    wins: float
    """The part of the win that went to robots."""


def setups(games: int, seed: int) -> Iterable[tuple[str, MatchSetup]]:
    for i in range(games):
        table = list(TABLES)[i % len(TABLES)]
        players, robots = TABLES[table]
        options = ((NAME, ("random",) * robots),)
        yield table, MatchSetup(EDITION, MAPS[i // 2 % 2], players, (PLAIN,) * players, seed * 1_000_003 + i, options)


def play_one(work: tuple[str, MatchSetup]) -> Played:
    table, setup = work
    game = play(setup)
    if game.result is None:
        return Played(table, False, [], 0.0)
    rank = {row.seat: row.rank for row in game.result.ranking}
    shared = {seat: own + (sum(other == own for other in rank.values()) - 1) / 2 for seat, own in rank.items()}
    robots = game.view(None).modules[NAME]["robots"]
    winners = game.result.winners
    wins = sum(robot["seat"] in winners for robot in robots) / len(winners)
    return Played(table, True, [(robot["tiles"], shared[robot["seat"]]) for robot in robots], wins)


def rows(ranks: Iterable[tuple[list[str], float]], slots: dict[str, list[str]]) -> list[Row]:
    by_tile: dict[str, list[float]] = {tile: [] for tiles in slots.values() for tile in tiles}
    for tiles, rank in ranks:
        for tile in tiles:
            by_tile[tile].append(rank)
    out = []
    for slot, tiles in slots.items():
        for tile in tiles:
            found = by_tile[tile]
            mean = sum(found) / len(found) if found else math.nan
            spread = sum((rank - mean) ** 2 for rank in found) / max(1, len(found) - 1)
            half = 1.96 * math.sqrt(spread / len(found)) if found else math.nan
            out.append(Row(slot, tile, len(found), mean, half))
    return out


def tournament(games: int, seed: int, jobs: int) -> dict[str, Any]:
    slots: dict[str, list[str]] = variant_facts(EDITION)[NAME]["slots"]
    played = list(each(play_one, setups(games, seed), jobs))
    tables: dict[str, Any] = {}
    for name, (players, robots) in TABLES.items():
        mine = [one for one in played if one.table == name and one.ended]
        found = [row for row in rows([rank for one in mine for rank in one.ranks], slots) if row.robots]
        tables[name] = {
            "players": players,
            "robots": robots,
            "games": len(mine),
            "robots_won": round(sum(one.wins for one in mine) / len(mine), 3) if mine else 0.0,
            "tiles": [
                {**row._asdict(), "mean": round(row.mean, 3), "half": round(row.half, 3)}
                for row in sorted(found, key=lambda row: (list(slots).index(row.slot), row.mean))
            ],
        }
    cut = sum(not one.ended for one in played)
    return {"edition": EDITION, "maps": list(MAPS), "games": games, "cut": cut, "seed": seed, "tables": tables}


# --- all of them ------------------------------------------------------------------------------------------------------


def every_kind(games: int, seed: int) -> Iterable[tuple[MatchSetup, bool]]:
    """Every edition, map, number of players and number of robots in turn; bots, promo cards and the rest by chance."""
    rng = Random(seed)
    kinds = [
        (e.id, board, players, robots)
        for e in editions()
        if NAME in variant_facts(e.id)
        for board in e.maps
        for players in e.players_on[board]
        for robots in range(1, players)
    ]
    for number in range(games):
        edition, board, players, robots = kinds[number % len(kinds)]
        options = {**random_variants(edition, players, rng), NAME: ("random",) * robots}
        bots = tuple(rng.choice(("plain", "random")) for _ in range(players))
        regions = rng.choice(("random", "draft"))
        yield (
            MatchSetup(edition, board, players, bots, rng.getrandbits(64), tuple(sorted(options.items())), regions),
            True,
        )


def soak(games: int, seed: int, jobs: int) -> int:
    """Play them all, with the invariants after every move; how many broke."""
    ended: Counter[str] = Counter()
    broken = 0
    for setup, over, _, why, _ in each(soak_one, every_kind(games, seed), jobs, crashed=crashed):
        if why is not None:
            broken += 1
            print(f"BROKEN {why} in {setup}")
        robots = len(dict(setup.options)[NAME])
        ended[f"{robots} of {setup.players}" if over else "cut"] += 1
    for kind, count in sorted(ended.items()):
        print(f"{kind}: {count}")
    print(f"{games} games, {ended['cut'] - broken} cut, {broken} broken")
    return broken


# --- the picture ------------------------------------------------------------------------------------------------------

WIDTH, LEFT, RIGHT, LINE, HEAD = 900, 290, 30, 20, 30
FONT = 'font-family="sans-serif" font-size="13"'
BAR = 'stroke-width="3" stroke-linecap="round" opacity="0.5"'
COLOURS = ("#3b6ea5", "#b5532a", "#4b8b3b", "#8a5a9e", "#8c7a1f")


def picture(result: dict[str, Any], table: str = "several") -> str:
    """The tiles by slot, each a point with its interval: further left is better."""
    words = all_words("en")
    data = result["tables"][table]
    found: list[dict[str, Any]] = data["tiles"]
    slots = list(dict.fromkeys(row["slot"] for row in found))
    low: float = min(row["mean"] - row["half"] for row in found) - 0.05
    high: float = max(row["mean"] + row["half"] for row in found) + 0.05
    height = HEAD * (len(slots) + 2) + LINE * len(found)

    def x(value: float) -> float:
        return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    middle = (data["players"] + 1) / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" {FONT}>',
        f"<title>Mean rank of robots by tile, {data['games']} games</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<path d="M{x(middle)} {HEAD}V{height - HEAD}" stroke="#999" stroke-dasharray="3 3"/>',
        f'<text x="{x(middle)}" y="20" text-anchor="middle" fill="#555">mean rank {middle:g}</text>',
        f'<text x="{LEFT}" y="{height - 10}" fill="#555">← better</text>',
        f'<text x="{WIDTH - RIGHT}" y="{height - 10}" text-anchor="end" fill="#555">worse →</text>',
    ]
    y = HEAD
    for number, slot in enumerate(slots):
        colour = COLOURS[number % len(COLOURS)]
        y += HEAD
        out.append(f'<text x="10" y="{y - 8}" font-weight="bold" fill="{colour}">{words["slots"][slot]}</text>')
        for row in [row for row in found if row["slot"] == slot]:
            mean, half, name = row["mean"], row["half"], words["tiles"][row["tile"]]
            out += [
                f'<g><text x="{LEFT - 12}" y="{y + 9}" text-anchor="end" fill="#222">{name}</text>',
                f'<path d="M{x(mean - half)} {y + 5}H{x(mean + half)}" stroke="{colour}" {BAR}/>',
                f'<circle cx="{x(mean)}" cy="{y + 5}" r="4.5" fill="{colour}"/>',
                f"<title>{mean:.2f} ± {half:.2f}</title></g>",
            ]
            y += LINE
    return "\n".join([*out, "</svg>", ""])


def table_lines(result: dict[str, Any], table: str) -> list[str]:
    words = all_words("en")
    out = ["| slot | tile | robots | mean rank |", "| --- | --- | --- | --- |"]
    for row in result["tables"][table]["tiles"]:
        slot, tile = words["slots"][row["slot"]], words["tiles"][row["tile"]]
        out.append(f"| {slot} | {tile} | {row['robots']} | {row['mean']:.2f} ± {row['half']:.2f} |")
    return out


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.robots", description=(__doc__ or "").split("\n", maxsplit=1)[0]
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything here")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the table of several robots here")
    parser.add_argument("--from", dest="earlier", type=Path, metavar="FILE", help="draw what was counted before")
    parser.add_argument("--soak", type=int, metavar="N", help="instead: N games of every kind, each move checked")
    args = parser.parse_args(argv)
    if args.soak is not None:
        return 1 if soak(args.soak, args.seed, args.jobs) else 0
    if args.earlier is not None:
        result = json.loads(args.earlier.read_text(encoding="utf-8"))
    else:
        result = tournament(args.games, args.seed, args.jobs)
    if args.json is not None:
        args.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    if args.svg is not None:
        args.svg.write_text(picture(result), encoding="utf-8")
    for table in result["tables"]:
        facts = result["tables"][table]
        print(f"\n{table}: {facts['robots']} of {facts['players']} are robots, {facts['games']} games, ", end="")
        print(f"robots won {facts['robots_won']:.0%}\n")
        print("\n".join(table_lines(result, table)))
    print(f"\n{result['cut']} of {result['games']} games were cut")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
