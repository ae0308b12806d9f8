"""Costs of messages between servers: commits without messages, with NOTIFY, and with Redis.

    python -m tests.load.bus [--seconds 5] [--writers 1,4,8] [--batch 1,10] [--listeners 4] [--knees] [--quick]

It starts a PostgreSQL that writes through to the disk, and Redis if it is installed. Writers, one process each like
servers, commit what a move writes (a row, a position, the table) as fast as they can, one move per commit or several,
like a busy server. Listeners receive the messages. Prints JSON: moves per second, and the CPU time of a move at the
writer, in the database, in Redis and at a listener. Then it finds the knee of each: moves arrive at a steady rate,
which rises until one percent of them is received a quarter of a second late.

A server needs several milliseconds of CPU time for a move. The question is from how many servers on their commits would
reach what is measured here.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import psycopg

from tests.load.bus_knees import NOTHING, NOTIFY, REDIS, Json, empty, knee, made
from tests.server.postgres import postgres
from tests.server.redis_server import Redis, RedisServer, redis_server

MESSAGE = "0123abcd rows abcdefghijklmnopqrstuv 123"


def write(url: str, path: Path | None, how: str, number: int, batch: int, go: Event, end: Event, out: Any) -> None:
    """Commit moves until the end."""
    redis = Redis(path) if how == REDIS and path is not None else None
    moves = 0
    with psycopg.connect(url) as c:
        go.wait()
        began = time.process_time()
        while not end.is_set():
            with c.transaction():
                for _ in range(batch):
                    moves += 1
                    made(c, number, moves)
                    if how == NOTIFY:
                        c.execute("SELECT pg_notify('messages', %s)", (f"{MESSAGE} {number} {moves}",))
            if redis is not None:
                redis.send(*[("PUBLISH", "messages", MESSAGE)] * batch)
                for _ in range(batch):
                    redis.line()
        out.put(("writer", moves, time.process_time() - began))


def listen(url: str, path: Path | None, how: str, go: Event, end: Event, out: Any) -> None:
    heard = 0
    if how == REDIS and path is not None:
        bus = Redis(path)
        bus.send(("SUBSCRIBE", "messages"))
        for _ in range(6):
            bus.line()
        bus.socket.settimeout(0.2)
        go.wait()
        began = time.process_time()
        while not end.is_set():
            try:
                heard += len(bus.socket.recv(65536).split(b"message\r\n")) - 1
            except TimeoutError:
                continue
    else:
        with psycopg.connect(url, autocommit=True) as c:
            c.execute("LISTEN messages")
            go.wait()
            began = time.process_time()
            while not end.is_set():
                for _ in c.notifies(timeout=0.2):
                    heard += 1
    out.put(("listener", heard, time.process_time() - began))


def measure(url: str, main: int, bus: RedisServer | None, how: str, writers: int, batch: int, options: Any) -> Json:
    empty(url, writers)
    context = get_context("fork")
    go, end, out = context.Event(), context.Event(), context.Queue()
    path = bus.path if bus is not None else None
    tasks = [
        context.Process(target=write, args=(url, path, how, number, batch, go, end, out)) for number in range(writers)
    ]
    if how != NOTHING:
        tasks += [context.Process(target=listen, args=(url, path, how, go, end, out)) for _ in range(options.listeners)]
    for task in tasks:
        task.start()
    time.sleep(0.5)
    redis_before = cpu_of(bus.pid) if bus is not None else 0.0
    backends = [int(pid) for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
    database_before = sum(map(cpu_of, backends))
    began = time.perf_counter()
    go.set()
    time.sleep(options.seconds)
    database = sum(map(cpu_of, backends)) - database_before
    redis_used = (cpu_of(bus.pid) if bus is not None else 0.0) - redis_before
    end.set()
    seconds = time.perf_counter() - began
    found = [out.get() for _ in tasks]
    for task in tasks:
        task.join()
    moves = sum(number for kind, number, _ in found if kind == "writer")
    heard = sum(number for kind, number, _ in found if kind == "listener")
    used = {kind: sum(cpu for of, _, cpu in found if of == kind) for kind in ("writer", "listener")}
    return {
        "how": how,
        "writers": writers,
        "batch": batch,
        "moves_per_s": round(moves / seconds),
        "commits_per_s": round(moves / batch / seconds),
        "cpu_us_writer": round(used["writer"] / moves * 1e6),
        "cpu_us_database": round(database / moves * 1e6),
        "cpu_us_redis": round(redis_used / moves * 1e6) if how == REDIS else 0,
        "cpu_us_listener": round(used["listener"] / max(1, heard) * 1e6, 1),
    }


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what it costs to tell others.")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--writers", default="1,4,8")
    parser.add_argument("--batch", default="1,10")
    parser.add_argument("--listeners", type=int, default=4)
    parser.add_argument("--first", type=float, default=50, help="moves a second in all, where the knee is looked for")
    parser.add_argument("--factor", type=float, default=1.25, help="how much more with each step")
    parser.add_argument("--quick", action="store_true", help="a minute: whether it works, not what it says")
    parser.add_argument("--knees", action="store_true", help="look for the knees alone")
    options = parser.parse_args()
    if options.quick:
        options.seconds, options.writers, options.batch, options.factor = 1.0, "2", "1", 3.0
    with ExitStack() as stack:
        server = stack.enter_context(postgres())
        bus = stack.enter_context(redis_server())
        url = server.new_database("bus")
        ways = (NOTHING, NOTIFY, *([REDIS] if bus is not None else []))
        writers = [int(number) for number in options.writers.split(",")]
        batches = [] if options.knees else [int(batch) for batch in options.batch.split(",")]
        fastest = [
            measure(url, server.pid, bus, how, number, batch, options)
            for number in writers
            for batch in batches
            for how in ways
        ]
        path = None if bus is None else bus.path
        knees = [knee(url, path, how, number, options) for number in writers for how in ways]
    print(json.dumps({"as_fast_as_can_be": fastest, "knees": knees}, indent=2))


if __name__ == "__main__":
    main()
