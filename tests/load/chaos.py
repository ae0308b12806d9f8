"""`make chaos`: let servers, workers and the database fail again and again during play, and count what is lost.

    python -m tests.load.chaos [--kills 100] [--database sqlite|postgresql] [--bus notify|redis] [--minutes 9]
        [--state FILE]

Some people play among themselves, others against bots, with clocks and pre-set moves. They send moves with keys and
repeat them if the server is gone. Each acknowledged move must be in the record, once, in its place. At the end every
record is replayed and compared.

On SQLite one server is killed (-9). On PostgreSQL two servers and a worker share the games, requests go to any server,
and a viewer follows each table; a server, the worker, PostgreSQL or Redis, if that is the bus, is killed and restarted.
In between other things fail: PostgreSQL hangs for some seconds, all its connections are closed, the network is slow,
all turns expire, clocks are set back and corrected, the disk is full. From time to time nothing fails: once everything
is ready, viewers have ten seconds to catch up with the database.

A long run can be cut into slices, each with its own database: a state file sums up their results. Prints JSON; the exit
code is 1 if anything was lost or doubled, or a viewer was left behind.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg

from stromnetz.play.files.game_files import parse_game
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.engine import open_database
from stromnetz.server.tables.cache import read_table
from tests.load.chaos_faults import Faults, Proxy, small_disk
from tests.load.chaos_players import Player, ServerAddress
from tests.load.chaos_processes import SERVER, ServerProcesses
from tests.load.chaos_viewers import Follower
from tests.server.postgres import Postgres, postgres
from tests.server.redis_server import RedisServer, redis_server

Json = dict[str, Any]
MAX_LAG_SECONDS = 10.0
"""Time in which viewers have to catch up with the database."""
KILLS_PER_CALM = 15
"""Kills between pauses in which nothing fails."""
FAILURES = ("lost", "doubled", "broken", "errors", "left_behind", "gaps")
"""Results that must be 0."""


def check(database: str, players: list[Player]) -> Json:
    """Compare acknowledged moves with the database."""
    engine = open_database(database_url(database))
    lost = doubled = acknowledged = rows = 0
    broken: list[str] = []
    for player in players:
        for id in player.tables:
            promised = player.acknowledged[id]
            acknowledged += len(promised)
            with engine.connect() as connection:
                found = read_table(connection, id)
            game = found[1] if found is not None else None
            if game is None:
                lost += len(promised)
                continue
            rows += game.version
            for version, made in promised.items():
                row: Mapping[str, Any] = game.rows[version].to_json() if version <= game.version else {}
                lost += row.get("seat") != made["seat"] or row.get("move") != normal(made["move"], row.get("move"))
            own = (0,) if player.number % 2 else (0, 1)
            mine = [row for row in game.rows if row.seat in own]
            # one more than acknowledged: the response was still on its way at the end
            doubled += max(0, len(mine) - len(promised) - 1) if player.plain else 0
            try:
                again = parse_game({**game.to_json(), "snapshots": []})
                if again.position != game.position:
                    broken.append(f"{id}: the kept position is not the one that comes out")
            except Exception as error:
                broken.append(f"{id}: {error}")
    engine.dispose()
    return {"acknowledged": acknowledged, "lost": lost, "doubled": doubled, "rows": rows, "broken": broken}


def normal(sent: Json, kept: Json | None) -> Json:
    """Return a move as the record stores it: fuel in order, without zeros."""
    return kept if kept is not None and all(kept.get(k) == v or isinstance(v, dict) for k, v in sent.items()) else sent


class Run:
    """One slice: so many kills or so many seconds."""

    def __init__(self, kills: int, seconds: float, games: int, folder: Path, seed: int) -> None:
        self.kills, self.folder = kills, folder
        self.rng = random.Random(seed)
        self._seconds, self.end = seconds, 0.0
        self.server = ServerAddress()
        self.players = [Player(self.server, number, seed) for number in range(games)]
        self.made = 0

    def next(self) -> bool:
        """Wait, and return whether something else is to be killed."""
        if self.made >= self.kills or time.monotonic() > self.end:
            return False
        time.sleep(self.rng.uniform(0.1, 1.0))
        self.made += 1
        print(f"{self.made} of {self.kills}", end="\r", file=sys.stderr, flush=True)
        return True

    def begin(self, urls: list[str]) -> None:
        """Start the clients once everything is up."""
        self.server.urls = urls
        self.end = time.monotonic() + self._seconds
        for player in self.players:
            player.start()

    def finish(self, database: str) -> Json:
        self.server.stop.set()
        for player in self.players:
            player.join(30)
        return {
            "kills": self.made,
            **check(database, self.players),
            "games": sum(len(player.tables) for player in self.players),
            "asked_again": sum(player.asked_again for player in self.players),
            "internal": sum(player.internal for player in self.players),
            "errors": [error for player in self.players for error in player.errors],
        }


def chaos(database: str, run: Run) -> Json:
    """Run one server on SQLite, which is killed again and again; its clock is set back at times."""
    faults: Counter[str] = Counter()
    with closing(ServerProcesses(database, run.folder, 1, 0)) as servers:
        run.begin(servers.urls)
        while run.next():
            if run.rng.random() < 0.2:
                servers.set_clock(-run.rng.uniform(0, 3600))
                faults["back"] += 1
            servers.kill(SERVER, run.rng, 0)
            faults[SERVER] += 1
            if run.rng.random() < 0.7:
                servers.until_ready()
        servers.until_ready()
        return {**run.finish(database), "faults": dict(faults)}


def chaos_together(server: Postgres, disk: Path | None, redis: RedisServer | None, run: Run) -> Json:
    """Run two servers and a worker on PostgreSQL, behind a network that fails, too."""
    direct = server.new_database("chaos")
    followers: list[Follower] = []
    run.server.watched = followers
    seen: Json = {"left_behind": 0, "caught_up_after_s": 0.0, "busiest_load": 0.0}
    with ExitStack() as stack:
        proxy = stack.enter_context(closing(Proxy(server.folder / ".s.PGSQL.5432")))
        url = f"postgresql://stromnetz@127.0.0.1:{proxy.port}/chaos"
        bus = () if redis is None else ("--bus", redis.url)
        servers = stack.enter_context(closing(ServerProcesses(url, run.folder, 2, 1, "--database-time", "3", *bus)))
        faults = Faults(server, proxy, servers, direct, run.rng, disk, redis)
        run.begin(servers.urls)
        while run.next():
            faults.kill()
            if run.rng.random() < 0.3:
                faults.other()
            if run.made % KILLS_PER_CALM == 0:
                calm(servers, direct, followers, seen)
            elif run.rng.random() < 0.5:
                servers.until_ready()  # the next fault waits for the end of this one
            else:
                servers.tend()
        calm(servers, direct, followers, seen)
        out = run.finish(direct)
    seen |= {name: sum(getattr(one, name) for one in followers) for name in ("returns", "gaps")}
    return {
        **out,
        **seen,
        "followers": len(followers),
        "faults": dict(faults.count),
        "ended_alone": servers.ended_alone,
    }


def calm(servers: ServerProcesses, direct: str, followers: list[Follower], seen: Json) -> None:
    """Wait until everything is up; count viewers that do not catch up, and record the slowest."""
    servers.until_ready()
    with psycopg.connect(direct) as c:
        now: dict[str, int] = dict(c.execute("SELECT id, version FROM tables").fetchall())
    began = time.monotonic()
    while True:
        behind = [one for one in list(followers) if one.version < now.get(one.id, 0)]
        passed = time.monotonic() - began
        if not behind or passed > MAX_LAG_SECONDS:
            break
        time.sleep(0.05)
    seen["left_behind"] += len(behind)
    seen["caught_up_after_s"] = max(seen["caught_up_after_s"], round(passed, 1))
    seen["busiest_load"] = max(seen["busiest_load"], round(os.getloadavg()[0], 1))


def add(before: Json, more: Json) -> Json:
    """Add up the results of two slices."""
    out = dict(before)
    for name, value in more.items():
        old = out.get(name)
        if old is None:
            out[name] = value
        elif name in ("caught_up_after_s", "busiest_load"):
            out[name] = max(old, value)
        elif isinstance(value, dict):
            out[name] = dict(Counter(old) + Counter(value))
        elif not isinstance(value, str):
            out[name] = old + value
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="Let a server and what it needs fail during play; count what is lost.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--bus", choices=("notify", "redis"), default="notify", help="between servers on PostgreSQL")
    parser.add_argument("--games", type=int, default=8, help="games at a time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e6, help="end after so many, if not before")
    parser.add_argument("--state", metavar="FILE", help="sum up what came of this slice and those before it")
    parser.add_argument("--keep-log", help="a file for what the servers have logged")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # terminate all child processes
    state = Path(options.state) if options.state else None
    before: Json = json.loads(state.read_text()) if state is not None and state.exists() else {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        began = time.perf_counter()
        run = Run(options.kills, options.minutes * 60, options.games, folder, options.seed + before.get("slices", 0))
        if options.database == "sqlite":
            out = chaos(str(folder / "games.sqlite"), run)
        else:
            disk = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            own = stack.enter_context(small_disk(disk))
            (disk / "data").mkdir()
            redis = stack.enter_context(redis_server()) if options.bus == "redis" else None
            if options.bus == "redis" and redis is None:
                parser.error("redis-server is not installed")
            server = stack.enter_context(postgres(data=disk / "data"))
            out = chaos_together(server, disk if own else None, redis, run)
        if options.keep_log:
            shutil.copy(folder / "log.txt", options.keep_log)
    out |= {"database": options.database, "slices": 1, "seconds": round(time.perf_counter() - began, 1)}
    if state is not None:
        state.write_text(json.dumps(add(before, out)))
    print(json.dumps(out if state is None else {"slice": out, "all": add(before, out)}, indent=2))
    return 1 if any(out.get(what) for what in FAILURES) else 0


if __name__ == "__main__":
    sys.exit(main())
