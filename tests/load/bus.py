"""What telling others costs: commits with nothing, with NOTIFY inside, and with Redis after them.

    python -m tests.load.bus [--seconds 5] [--writers 1,2,4,8] [--batch 1,10] [--listeners 4]

It starts a PostgreSQL that writes through to the disk, and a Redis where there is one. Writers, a process each as
servers are, commit what a move writes (a row, a position, the table) as fast as they can, one move in a commit or
several, as a server does that is busy. Listeners hear the news. Printed is, as JSON, how many moves a second were
committed, and the processor time of a move at the writer, in the database, in Redis and at a listener.

A server needs several milliseconds of the processor for a move. What counts is from how many servers on the commits of
all of them would come to what is measured here.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import psycopg

from tests.server.postgres import postgres

Json = dict[str, Any]
ROW, POSITION = "r" * 700, "p" * 6000
"""As long as those of a game for four."""
NEWS = "0123abcd rows abcdefghijklmnopqrstuv 123"
NOTHING, NOTIFY, REDIS = "nothing", "notify", "redis"


class Redis:
    """As much of its protocol as is needed here."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._file = self._socket.makefile("rb")

    def send(self, *commands: tuple[str, ...]) -> None:
        parts = []
        for command in commands:
            parts.append(f"*{len(command)}\r\n")
            parts += [f"${len(word)}\r\n{word}\r\n" for word in command]
        self._socket.sendall("".join(parts).encode())

    def line(self) -> bytes:
        return self._file.readline()


@contextmanager
def redis(folder: Path) -> Iterator[tuple[Path, int] | None]:
    """Where it listens, and its process; None where it is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        yield None
        return
    path = folder / "redis.sock"
    options = ["--port", "0", "--unixsocket", str(path), "--save", "", "--appendonly", "no", "--dir", str(folder)]
    process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    try:
        while not path.exists():
            time.sleep(0.02)
        yield path, process.pid
    finally:
        process.terminate()
        process.wait()


def write(url: str, path: Path | None, how: str, number: int, batch: int, go: Event, end: Event, out: Any) -> None:
    """Commit moves until it is over."""
    news = Redis(path) if how == REDIS and path is not None else None
    moves = 0
    with psycopg.connect(url) as c:
        go.wait()
        began = time.process_time()
        while not end.is_set():
            with c.transaction():
                for _ in range(batch):
                    moves += 1
                    c.execute("UPDATE tables SET version = %s WHERE id = %s", (moves, number))
                    c.execute("INSERT INTO rows VALUES (%s, %s, %s)", (number, moves, ROW))
                    c.execute("UPDATE games SET position = %s WHERE id = %s", (POSITION, number))
                    if how == NOTIFY:
                        c.execute("SELECT pg_notify('news', %s)", (f"{NEWS} {number} {moves}",))
            if news is not None:
                news.send(*[("PUBLISH", "news", NEWS)] * batch)
                for _ in range(batch):
                    news.line()
        out.put(("writer", moves, time.process_time() - began))


def listen(url: str, path: Path | None, how: str, go: Event, end: Event, out: Any) -> None:
    heard = 0
    if how == REDIS and path is not None:
        bus = Redis(path)
        bus.send(("SUBSCRIBE", "news"))
        for _ in range(6):
            bus.line()
        bus._socket.settimeout(0.2)
        go.wait()
        began = time.process_time()
        while not end.is_set():
            try:
                heard += len(bus._socket.recv(65536).split(b"message\r\n")) - 1
            except TimeoutError:
                continue
    else:
        with psycopg.connect(url, autocommit=True) as c:
            c.execute("LISTEN news")
            go.wait()
            began = time.process_time()
            while not end.is_set():
                for _ in c.notifies(timeout=0.2):
                    heard += 1
    out.put(("listener", heard, time.process_time() - began))


def measure(
    url: str, main: int, bus: tuple[Path, int] | None, how: str, writers: int, batch: int, options: Any
) -> Json:
    with psycopg.connect(url, autocommit=True) as c:
        c.execute("DROP TABLE IF EXISTS tables, rows, games")
        c.execute("CREATE TABLE tables (id int PRIMARY KEY, version int)")
        c.execute("CREATE TABLE rows (id int, seq int, row text, PRIMARY KEY (id, seq))")
        c.execute("CREATE TABLE games (id int PRIMARY KEY, position text)")
        for number in range(writers):
            c.execute("INSERT INTO tables VALUES (%s, 0)", (number,))
            c.execute("INSERT INTO games VALUES (%s, '')", (number,))
    context = get_context("fork")
    go, end, out = context.Event(), context.Event(), context.Queue()
    path = bus[0] if bus is not None else None
    tasks = [
        context.Process(target=write, args=(url, path, how, number, batch, go, end, out)) for number in range(writers)
    ]
    if how != NOTHING:
        tasks += [context.Process(target=listen, args=(url, path, how, go, end, out)) for _ in range(options.listeners)]
    for task in tasks:
        task.start()
    time.sleep(0.5)
    redis_before = cpu_of(bus[1]) if bus is not None else 0.0
    backends = [int(pid) for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
    database_before = sum(map(cpu_of, backends))
    began = time.perf_counter()
    go.set()
    time.sleep(options.seconds)
    database = sum(map(cpu_of, backends)) - database_before
    redis_used = (cpu_of(bus[1]) if bus is not None else 0.0) - redis_before
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
    """Seconds of processor time used so far; none by who is gone."""
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
    options = parser.parse_args()
    with ExitStack() as stack:
        server = stack.enter_context(postgres())
        bus = stack.enter_context(redis(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        main = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
        url = server.new_database("bus")
        out = [
            measure(url, main, bus, how, int(writers), int(batch), options)
            for writers in options.writers.split(",")
            for batch in options.batch.split(",")
            for how in (NOTHING, NOTIFY, *([REDIS] if bus is not None else []))
        ]
    print(json.dumps(out, indent=2))


if __name__ == "__main__":
    main()
