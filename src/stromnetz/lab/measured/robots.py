"""docs/robots.md: the strength of robot tiles, as mean ranks in a tournament of random robots.

    python -m stromnetz.lab.measured.robots [--games 1000] [--seed 1] [--jobs 2] [--json FILE]

Alternates two kinds of games: four robots and one plain bot, and one robot and three plain bots, which allows the tile
that is excluded with several robots. The same arguments give the same games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stromnetz.arena.matches import MatchSetup, play
from stromnetz.arena.processes import each
from stromnetz.arena.statistics import mean_interval
from stromnetz.play.variants import variant_facts
from stromnetz.play.words.vocabulary import all_words

from .page import table

NAME = "robots"
EDITION, MAPS = "classic-2009", ("germany", "usa")
TABLES = {"several": (5, 4), "alone": (4, 1)}
"""Players and robots of each kind of game."""
PLAIN = "plain"


class PlayedGame(NamedTuple):
    table: str
    ended: bool
    ranks: list[tuple[list[str], float]]
    """The tiles and the rank of each robot; ties share the mean of their ranks."""
    wins: float
    """Share of the win of all robots."""


def setups(games: int, seed: int) -> Iterator[tuple[str, MatchSetup]]:
    for i in range(games):
        name = list(TABLES)[i % len(TABLES)]
        players, robots = TABLES[name]
        options = ((NAME, ("random",) * robots),)
        yield name, MatchSetup(EDITION, MAPS[i // 2 % 2], players, (PLAIN,) * players, seed * 1_000_003 + i, options)


def play_one(work: tuple[str, MatchSetup]) -> PlayedGame:
    name, setup = work
    game = play(setup)
    if game.result is None:
        return PlayedGame(name, False, [], 0.0)
    rank = {row.seat: row.rank for row in game.result.ranking}
    shared = {seat: own + (sum(other == own for other in rank.values()) - 1) / 2 for seat, own in rank.items()}
    robots = game.view(None).modules[NAME]["robots"]
    winners = game.result.winners
    wins = sum(robot["seat"] in winners for robot in robots) / len(winners)
    return PlayedGame(name, True, [(robot["tiles"], shared[robot["seat"]]) for robot in robots], wins)


def tile_ranks(played: Sequence[PlayedGame]) -> Iterator[dict[str, Any]]:
    """Mean rank by tile with half of its 95 % interval, by slot and from best to worst."""
    for slot, tiles in variant_facts(EDITION)[NAME]["slots"].items():
        found = []
        for tile in tiles:
            ranks = [rank for game in played for robot_tiles, rank in game.ranks if tile in robot_tiles]
            if ranks:
                mean, low, _ = mean_interval(ranks)
                found.append((mean, {"slot": slot, "tile": tile, "robots": len(ranks), "half": round(mean - low, 3)}))
        for mean, row in sorted(found, key=lambda one: one[0]):
            yield {**row, "mean": round(mean, 3)}


def tournament(games: int, seed: int, jobs: int) -> dict[str, Any]:
    played = list(each(play_one, setups(games, seed), jobs))
    tables: dict[str, Any] = {}
    for name, (players, robots) in TABLES.items():
        mine = [one for one in played if one.table == name and one.ended]
        tables[name] = {
            "players": players,
            "robots": robots,
            "games": len(mine),
            "robots_won": round(sum(one.wins for one in mine) / max(1, len(mine)), 3),
            "tiles": list(tile_ranks(mine)),
        }
    cut = sum(not one.ended for one in played)
    return {"edition": EDITION, "maps": list(MAPS), "games": games, "cut": cut, "seed": seed, "tables": tables}


def table_of(result: dict[str, Any]) -> str:
    words = all_words("en")
    rows = [
        f"| {words['slots'][row['slot']]} | {words['tiles'][row['tile']]} | {row['robots']} "
        f"| {row['mean']:.2f} ± {row['half']:.2f} |"
        for row in result["tiles"]
    ]
    return table("| slot | tile | robots | mean rank |", rows, left=2)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result here")
    options = parser.parse_args(arguments)
    result = tournament(options.games, options.seed, options.jobs)
    if options.json is not None:
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    for name, one in result["tables"].items():
        print(f"{name}: {one['robots']} of {one['players']} are robots, {one['games']} games, ", end="")
        print(f"robots won {one['robots_won']:.0%}\n\n{table_of(one)}\n")
    print(f"{result['cut']} of {result['games']} games were cut")
    return 0


if __name__ == "__main__":
    sys.exit(main())
