"""What became of those who bought a card of Outpost: games among equals of a level, for docs/outpost.md.

    python -m tools.values --bot hard --games 300 --jobs 2

For each number of players: how often a card was bought, for how much, and how often its last buyer won; how many seats
supplied nothing in the first round, how many kept more than 100, and how many games were ended by who did not win.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from stromnetz.bots import BOTS
from stromnetz.engine import events as ev

from .strategy import Kind, percent, share, told, whole

DEALS = 9_980_000
"""Where the deals begin: used for nothing else."""
PLAYERS = (3, 4, 5)
RICH = 100
Line = dict[str, Any]


def played(kind: Kind, seed: int) -> Line | None:
    """One game; None where it does not end."""
    game = whole(kind, seed)
    if game is None:
        return None
    events = [event for row in game.rows for event in row.events]
    ran = [event for event in events if isinstance(event, ev.PlantsRan)]
    first = [next((event.supplied for event in ran if event.seat == seat), 0) for seat in range(kind.players)]
    return {
        **told(kind, seed, game),
        "first": first,
        "ended": _who_ended(events, game.rules.end_at),
        "end_at": game.rules.end_at,
    }


def _who_ended(events: Iterable[ev.Event], end_at: int) -> int | None:
    """The first to have as many cities as end the game."""
    cities: Counter[int] = Counter()
    for event in events:
        if isinstance(event, ev.CityConnected):
            cities[event.seat] += 1
            if cities[event.seat] == end_at:
                return event.seat
    return None


def report(players: int, lines: Sequence[Line]) -> Iterator[str]:
    """What is said about games of one number of players."""
    ends = [end for line in lines for end in line["ends"]]
    idle = sum(not supplied for line in lines for supplied in line["first"])
    rich = sum(money > RICH for _, _, money in ends)
    lost = [line for line in lines if line["ended"] not in line["winners"]]
    alone = sum(all(line["ends"][seat][1] < line["end_at"] for seat in line["winners"]) for line in lost)
    yield f"{players} players, {len(lines)} games, fair {100 / players:.0f} %"
    yield f"seats that supplied nothing in the first round: {idle} of {len(ends)}"
    yield f"seats with more than {RICH} left: {rich} of {len(ends)}"
    yield f"games that were ended by somebody who did not win: {len(lost)}"
    yield f"and in which the winner did not have as many cities either: {alone}"
    yield "card   bought    paid   its buyer won"
    for card in sorted({str(buy[2]) for line in lines for buy in line["buys"]}):
        bought = [(line, [buy for buy in line["buys"] if str(buy[2]) == card]) for line in lines]
        last = [(line, buys[-1][1]) for line, buys in bought if buys]
        paid = [buy[3] for _, buys in bought for buy in buys]
        won = percent([share(line, seat) for line, seat in last])
        yield f"{card:6} {len(last):6} {sum(paid) / len(paid):7.1f}   {won}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", choices=sorted(BOTS), default="hard")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(argv)
    if min(args.games, args.jobs) < 1:
        parser.error("--games and --jobs are 1 at least")
    with ProcessPoolExecutor(args.jobs) as pool:
        for players in PLAYERS:
            kind = Kind("outpost", "planet", players, args.bot, args.games)
            found = list(pool.map(partial(played, kind), range(DEALS, DEALS + args.games)))
            lines = [line for line in found if line is not None]
            print(*report(players, lines), f"games that did not end: {len(found) - len(lines)}\n", sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
