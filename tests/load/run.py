"""`make load`: many live games with many WebSockets, and the latency of moves and requests.

    python -m tests.load.run [--games 200] [--viewers 5] [--seconds 30] [--rate 50] [--knee] [--database FILE]
    python -m tests.load.run --workers 1,2,4 --bots 1 [--knee]

It starts a server and opens tables of four guests each. Every table gets a part of a game that bots have played, so
that all stages occur, from the first auction to the last round. Then the viewers connect, the four players first, and
moves are made at a steady rate. Measured are the times from sending a move until each viewer has it, from sending it to
its response, and of small requests on a kept connection. With ``--knee`` the rate rises step by step until the 99th
percentile of deliveries reaches a quarter of a second, or the rate is not reached; if the first rate is too high, it
falls until one holds. With ``--workers`` this is repeated for each number of processes, on a separate PostgreSQL.
Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import insert, select

from stromnetz.server.core.config import database_url
from stromnetz.server.core.database import db_schema
from stromnetz.server.core.database.engine import open_database, writing
from tests.load.client import Game, Http, Json, Times, ask_on, move, open_game, watch
from tests.load.game_stages import spread
from tests.load.process_costs import Cost, cost_of, cpu_of, memory_of
from tests.server.postgres import postgres
from tests.server.server_process import ServerProcess

PLAYERS = 4
MAX_P99_SECONDS = 0.25
"""The server has reached its limit when one percent of deliveries takes longer."""
FLAGS = ("--rate", "0", "--heavy-rate", "0", "--log-level", "warning")
CROWD = ("--sockets-each", "100000", "--connections-each", "100000")


class Place(NamedTuple):
    """A running server, and the main process of its database, if any."""

    program: ServerProcess
    database: int | None = None

    def cost(self) -> Cost:
        return cost_of(self.program.process.pid, self.database)


async def prepare(url: str, games: int, bots: int = 0) -> list[Game]:
    http = Http(url)
    return [await open_game(http, PLAYERS - bots, bots) for _ in range(games)]


async def load(place: Place, games: list[Game], options: argparse.Namespace) -> Json:
    program = place.program
    times = Times()
    tasks = [await watch(program.url, game, n, times) for n in range(options.viewers) for game in games]
    for game in games:
        game.http = Http(program.url)
    await asyncio.gather(*(game.ready.wait() for game in games))
    out: Json = {
        "games": len(games),
        "sockets": len(tasks),
        "memory_loaded_mb": place.cost().memory,
    }
    tasks.append(asyncio.create_task(ask_on(Http(program.url), games, times)))
    if options.knee:
        out |= await find_knee(place, games, times, options)
    else:
        out |= await at_rate(place, games, times, options.rate, options.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return out


async def find_knee(place: Place, games: list[Game], times: Times, options: argparse.Namespace) -> Json:
    """Return the highest rate that holds, searching upwards from the first, or downwards if that is too high.

    A failed rate is retried, in case the machine was busy for a moment.
    """
    steps: list[Json] = []

    async def held(rate: float) -> bool:
        steps.append(await at_rate(place, games, times, rate, options.seconds))
        return bool(steps[-1]["p99_ms"] < MAX_P99_SECONDS * 1000 and steps[-1]["moves_per_s"] >= 0.95 * rate)

    async def holds(rate: float) -> bool:
        return await held(rate) or await held(rate)

    rate, knee = options.rate, None
    if await holds(rate):
        knee = rate
        while await holds(knee + options.step):
            knee += options.step
    else:
        while knee is None and (rate := rate - options.step) > 0:
            knee = rate if await holds(rate) else None
    return {"knee_moves_per_s": knee, "steps": steps}


async def at_rate(place: Place, games: list[Game], times: Times, rate: float, seconds: float) -> Json:
    """Make moves at a steady rate, table after table."""
    rng = random.Random(1)
    times.clear()
    before = place.cost()
    made: list[asyncio.Task[None]] = []
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        running = [game for game in games if not game.over]
        if not running:
            raise SystemExit(f"all {len(games)} games ended at {rate} moves/s: start with more (--games)")
        if len(made) < passed * rate:
            made.append(asyncio.create_task(move(running[len(made) % len(running)], rng, times)))
        else:
            await asyncio.sleep(0.001)
    await asyncio.wait_for(asyncio.gather(*made), 60)
    wall = time.perf_counter() - began
    await asyncio.sleep(0.5)
    used = place.cost().since(before)
    count, rows = len(times.answers), times.rows
    return {
        "asked_per_s": rate,
        "moves": count,
        "moves_per_s": round(count / wall, 1),
        "deliveries": len(times.moves),
        **quantiles("", times.moves),
        **quantiles("answer_", times.answers),
        **quantiles("get_", times.gets),
        "bot_moves_per_s": round((rows - count) / wall, 1),
        "cpu_ms_per_move": round(used.server / rows * 1000, 2),
        "database_ms_per_move": round(used.database / rows * 1000, 2),
        "thinking_ms_per_bot_move": round(used.bots / max(1, rows - count) * 1000, 2),
        "memory_mb": used.memory,
        "games_over": sum(game.over for game in games),
        "load_average": round(os.getloadavg()[0], 1),
    }


def quantiles(name: str, times: Sequence[float]) -> Json:
    cut = statistics.quantiles(times, n=100)
    out = {"p50": cut[49], "p95": cut[94], "p99": cut[98], "max": max(times)}
    return {f"{name}{key}_ms": round(value * 1000, 1) for key, value in out.items()}


def stored_games(database: str, folder: Path, count: int) -> Json:
    """Fill a database with games, and measure an idle server with it."""
    engine = open_database(database_url(database))
    with writing(engine).begin() as c:
        table = dict(
            c.execute(select(db_schema.tables).where(db_schema.tables.c.state == "running")).mappings().first() or {}
        )
        parts = {
            part: [dict(row) for row in c.execute(select(part).where(part.c.table_id == table["id"])).mappings()]
            for part in (db_schema.seats, db_schema.games, db_schema.rows, db_schema.snapshots)
        }
        for number in range(count):
            id = f"{number:022d}"
            c.execute(insert(db_schema.tables).values({**table, "id": id, "code": f"{number:010d}"}))
            for part, rows in parts.items():
                own = {"table_id": id} | ({"recovery": None} if part is db_schema.seats else {})
                c.execute(insert(part), [{**row, **own} for row in rows])
    engine.dispose()
    began = time.perf_counter()
    program = ServerProcess(database, folder / "idle.txt")
    start = time.perf_counter() - began
    urllib.request.urlopen(f"{program.url}/healthz").read()
    before = cpu_of(program.process.pid)
    time.sleep(5)
    out = {
        "stored_games": count,
        "cold_start_s": round(start, 2),
        "idle_memory_mb": memory_of(program.process.pid),
        "idle_cpu_percent": round((cpu_of(program.process.pid) - before) / 5 * 100, 2),
    }
    program.stop()
    return out


def several(options: argparse.Namespace, folder: Path) -> list[Json]:
    """Measure several numbers of processes, each on a separate PostgreSQL."""
    out = []
    for workers in options.workers:
        with postgres() as server:
            own = folder / str(workers)
            own.mkdir()
            database, many = server.new_database("load"), ("--workers", str(workers)) if workers > 1 else ()
            out.append({"workers": workers, **measured(database, own, options, many, server.pid)})
    return out


def measured(
    database: str, folder: Path, options: argparse.Namespace, flags: Sequence[str] = (), postgres_pid: int | None = None
) -> Json:
    began = time.perf_counter()
    flags = (*FLAGS, *CROWD, *flags)
    place = Place(ServerProcess(database, folder / "log.txt", *flags), postgres_pid)
    out: Json = {"empty_cold_start_s": round(time.perf_counter() - began, 2)}
    out["empty_idle_memory_mb"] = place.cost().memory
    try:
        games = asyncio.run(prepare(place.program.url, options.games, options.bots))
        place.program.stop()
        spread(database, [game.id for game in games])
        place = Place(ServerProcess(database, folder / "log.txt", *flags), postgres_pid)
        out |= asyncio.run(load(place, games, options))
    finally:
        place.program.stop()
    return out


def numbers(text: str) -> list[int]:
    """Parse numbers of processes such as 1,2,4."""
    found = [int(part) for part in text.split(",")]
    if min(found) < 1:
        raise ValueError
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a server under load.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=5, help="sockets a game: four players, and who looks on")
    parser.add_argument("--seconds", type=float, default=30, help="of measuring, or of each step")
    parser.add_argument("--rate", type=float, default=50, help="moves a second in all, or those of the first step")
    parser.add_argument("--knee", action="store_true", help="raise the rate until the server can no more")
    parser.add_argument("--step", type=float, default=25, help="moves a second more with each step")
    parser.add_argument("--stored", type=int, default=10_000, help="games in the database of the idle server; 0: none")
    parser.add_argument("--bots", type=int, default=0, choices=range(PLAYERS), help="seats of each table for bots")
    parser.add_argument("--workers", type=numbers, metavar="N[,N…]", help="numbers of processes, on PostgreSQL")
    parser.add_argument("--database", help="default: a new SQLite file")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.workers:
            print(json.dumps(several(options, folder), indent=2))
            return
        database = options.database or str(folder / "games.sqlite")
        out = measured(database, folder, options)
        if options.stored:
            out |= stored_games(database, folder, options.stored)
        print(json.dumps(out, indent=2))


if __name__ == "__main__":
    main()
