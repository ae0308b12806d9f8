"""Backup while moves are made: how long it takes, how it affects players, and whether it is complete.

    python -m tests.load.backup [--games 200] [--rate 50] [--seconds 20] [--database sqlite|postgresql]

Players make moves at a steady rate for so many seconds, twice: without backups, and with one after another. Then the
last backup is restored into another database, which must have everything that was acknowledged before the backup began;
every game is replayed. Prints JSON; the exit code is 1 if anything is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from stromnetz.play.files.game_files import parse_game
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.engine import open_database
from stromnetz.server.tables.cache import read_table
from tests.load.client import Game, Http, Json, Times, ask_on, watch
from tests.load.game_stages import spread
from tests.load.run import CROWD, FLAGS, PLAYERS, Place, at_rate, prepare
from tests.server.postgres import postgres
from tests.server.server_process import ServerProcess


async def admin(*words: str) -> float:
    """Run an admin command; return how long it took."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "stromnetz.cli", "admin", *words, stdout=asyncio.subprocess.DEVNULL
    )
    if await process.wait():
        raise RuntimeError(f"admin {' '.join(words)} failed")
    return time.perf_counter() - began


async def copies(database: str, folder: Path, games: list[Game], stop: asyncio.Event) -> tuple[list[float], Json]:
    """Make backups one after another; return their durations, and the known moves when the last one began."""
    took: list[float] = []
    known: Json = {}
    while not stop.is_set():
        known = {game.id: game.version for game in games}
        took.append(await admin("backup", str(folder / f"copy{len(took)}"), "--database", database))
    return took, known


async def measure(
    program: ServerProcess, games: list[Game], database: str, folder: Path, options: argparse.Namespace
) -> Json:
    times, stop = Times(), asyncio.Event()
    tasks = [await watch(program.url, game, n, times) for n in range(PLAYERS) for game in games]
    for game in games:
        game.http = Http(program.url)
    await asyncio.gather(*(game.ready.wait() for game in games))
    tasks.append(asyncio.create_task(ask_on(Http(program.url), games, times)))
    before = await at_rate(Place(program), games, times, options.rate, options.seconds)
    copying = asyncio.create_task(copies(database, folder, games, stop))
    meanwhile = await at_rate(Place(program), games, times, options.rate, options.seconds)
    stop.set()
    took, known = await copying
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    shown = ("moves_per_s", "p50_ms", "p99_ms", "answer_p50_ms", "answer_p99_ms", "cpu_ms_per_move")
    return {
        "before": {name: before[name] for name in shown},
        "meanwhile": {name: meanwhile[name] for name in shown},
        "copies": len(took),
        "seconds_each": round(sum(took) / len(took), 2),
        "megabytes": round((folder / "copy0").stat().st_size / 1e6, 1),
        "known": known,
    }


def missing(database: str, known: Json) -> int:
    """Count the games of a restored database that lack known moves or cannot be replayed."""
    engine = open_database(database_url(database))
    out = 0
    with engine.connect() as c:
        for id, version in known.items():
            found = read_table(c, id)
            game = None if found is None else found[1]
            if game is None or game.version < version:
                out += 1
                continue
            again = parse_game({**game.to_json(), "snapshots": []})
            out += again.position != game.position
    engine.dispose()
    return out


def run(options: argparse.Namespace, folder: Path, stack: ExitStack) -> Json:
    if options.database == "sqlite":
        database, other = str(folder / "games.sqlite"), str(folder / "other.sqlite")
    else:
        server = stack.enter_context(postgres())
        database, other = server.new_database("games"), server.new_database("other")
    program = ServerProcess(database, folder / "log.txt", *FLAGS, *CROWD)
    games = asyncio.run(prepare(program.url, options.games))
    program.stop()
    spread(database, [game.id for game in games])
    program = ServerProcess(database, folder / "log.txt", *FLAGS, *CROWD)
    try:
        out = asyncio.run(measure(program, games, database, folder, options))
    finally:
        program.stop()
    last = folder / f"copy{out['copies'] - 1}"
    out["restored_in_s"] = round(asyncio.run(admin("restore", str(last), "--database", other)), 2)
    out["missing"] = missing(other, out.pop("known"))
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="Copy a database while moves come in.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        out = run(parser.parse_args(), Path(name), stack)
    print(json.dumps(out, indent=2))
    return int(out["missing"] > 0)


if __name__ == "__main__":
    sys.exit(main())
