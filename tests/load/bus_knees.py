"""The rate of moves at which messages become late: without messages, with NOTIFY, with Redis.

Writers work like a server's writer: moves that arrive during a commit go into the next one, so slower commits hold more
moves. The rules and views of a server are left out: this is the knee of the database and the bus alone.
"""

from __future__ import annotations

import os
import statistics
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psycopg

from tests.server.redis_server import Redis

Json = dict[str, Any]
ROW, POSITION = "r" * 700, "p" * 6000
"""As long as in a game of four."""
NOTHING, NOTIFY, REDIS = "nothing", "notify", "redis"
MAX_BATCH = 100
"""Moves per commit, like in a server."""
MAX_P99_SECONDS = 0.25
"""A rate does not hold if one percent of the messages are later."""
MIN_COMMITTED = 0.95
"""Part of the arriving moves that must be committed by the end."""


def empty(url: str, tables: int) -> None:
    """Create tables without moves, one for each writer."""
    with psycopg.connect(url, autocommit=True) as c:
        c.execute("DROP TABLE IF EXISTS tables, rows, games")
        c.execute("CREATE TABLE tables (id int PRIMARY KEY, version int)")
        c.execute("CREATE TABLE rows (id int, seq int, row text, PRIMARY KEY (id, seq))")
        c.execute("CREATE TABLE games (id int PRIMARY KEY, position text)")
        c.execute("CHECKPOINT")  # otherwise pending writes of the previous measurement would slow this one
        for number in range(tables):
            c.execute("INSERT INTO tables VALUES (%s, 0)", (number,))
            c.execute("INSERT INTO games VALUES (%s, '')", (number,))


def made(c: psycopg.Connection[Any], table: int, number: int) -> None:
    """Write what a move writes."""
    c.execute("UPDATE tables SET version = %s WHERE id = %s", (number, table))
    c.execute("INSERT INTO rows VALUES (%s, %s, %s)", (table, number, ROW))
    c.execute("UPDATE games SET position = %s WHERE id = %s", (POSITION, table))


class Start:
    """Starts all participants at the same time once they are ready."""

    def __init__(self, context: Any, seconds: float) -> None:
        self.ready, self.go = context.Semaphore(0), context.Event()
        self.at = context.Value("d", 0.0)
        self.seconds = seconds

    def wait(self) -> float:
        self.ready.release()
        self.go.wait()
        return float(self.at.value)

    def give(self, count: int) -> None:
        for _ in range(count):
            self.ready.acquire()
        self.at.value = time.monotonic() + 0.2
        self.go.set()


def write(url: str, path: Path | None, how: str, table: int, writers: int, gap: float, start: Start, out: Any) -> None:
    """Commit arriving moves, one after each gap, with the time of arrival."""
    redis = Redis(path) if how == REDIS and path is not None else None
    done = commits = 0
    late: list[float] = []
    with psycopg.connect(url) as c:
        first = start.wait()
        began, end = first + gap * table / writers, first + start.seconds
        while (now := time.monotonic()) < end:
            arrived = int((now - began) / gap)
            if arrived <= done:
                time.sleep(max(0.0, began + (done + 1) * gap - now))
                continue
            some = range(done + 1, min(arrived, done + MAX_BATCH) + 1)
            at = [f"{began + number * gap:.6f}" for number in some]
            with c.transaction():
                for number, when in zip(some, at, strict=True):
                    made(c, table, number)
                    if how == NOTIFY:
                        c.execute("SELECT pg_notify('messages', %s)", (when,))
            if redis is not None:
                redis.send(*[("PUBLISH", "messages", when) for when in at])
                for _ in at:
                    redis.line()
            done, commits = some[-1], commits + 1
            if how == NOTHING:
                now = time.monotonic()
                late += [now - float(when) for when in at]
    out.put((done, commits, late))


def listen(url: str, path: Path | None, how: str, start: Start, out: Any) -> None:
    """Measure how long after its arrival each move is received; stays a little longer than the writers."""
    late: list[float] = []
    if how == REDIS and path is not None:
        bus = Redis(path)
        bus.send(("SUBSCRIBE", "messages"))
        for _ in range(6):
            bus.line()
        bus.socket.settimeout(0.1)
        end = start.wait() + start.seconds + 1
        rest, lines = b"", 0
        while time.monotonic() < end:
            try:
                rest += bus.socket.recv(65536)
            except TimeoutError:
                continue
            now = time.monotonic()
            *whole, rest = rest.split(b"\r\n")
            # the last of the seven lines of a message is the text
            late += [now - float(line) for number, line in enumerate(whole, lines + 1) if number % 7 == 0]
            lines += len(whole)
    else:
        with psycopg.connect(url, autocommit=True) as c:
            c.execute("LISTEN messages")
            end = start.wait() + start.seconds + 1
            while time.monotonic() < end:
                late += [time.monotonic() - float(one.payload) for one in c.notifies(timeout=0.1)]
    out.put((0, 0, late))


def at_rate(url: str, path: Path | None, how: str, writers: int, rate: float, options: Any) -> Json:
    empty(url, writers)
    context = get_context("fork")
    out, start = context.Queue(), Start(context, options.seconds)
    listeners = 0 if how == NOTHING else options.listeners
    tasks = [context.Process(target=listen, args=(url, path, how, start, out)) for _ in range(listeners)]
    rest = (writers, writers / rate, start, out)
    tasks += [context.Process(target=write, args=(url, path, how, number, *rest)) for number in range(writers)]
    for task in tasks:
        task.start()
    start.give(len(tasks))
    found = [out.get() for _ in tasks]
    for task in tasks:
        task.join()
    moves, commits = sum(one[0] for one in found), sum(one[1] for one in found)
    late = [time for one in found for time in one[2]]
    cut = statistics.quantiles(late, n=100) if len(late) > 1 else [float("inf")] * 99
    return {
        "asked_per_s": round(rate),
        "moves_per_s": round(moves / options.seconds),
        "moves_in_a_commit": round(moves / max(1, commits), 1),
        "p50_ms": round(cut[49] * 1000, 1),
        "p99_ms": round(cut[98] * 1000, 1),
        "load_average": round(os.getloadavg()[0], 1),
        "held": cut[98] < MAX_P99_SECONDS and moves >= MIN_COMMITTED * rate * options.seconds,
    }


def knee(url: str, path: Path | None, how: str, writers: int, options: Any) -> Json:
    """Return the highest rate that holds. A failed rate is retried, in case the machine was busy for a moment."""
    rate, best, last = options.first, None, None
    while best is last:
        last = at_rate(url, path, how, writers, rate, options)
        if not last["held"]:
            last = at_rate(url, path, how, writers, rate, options)
        best = last if last["held"] else best
        rate *= options.factor
    return {"how": how, "writers": writers, "knee": best, "beyond": last}
