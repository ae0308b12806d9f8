"""Latency of a player while another address uploads records, 30 at a time.

    python -m tests.load.uploads [--seconds 10]

Prints JSON: how long small requests and moves of the player take before and meanwhile, the responses to the uploads,
and how much memory they add to the server and its worker processes. Every upload has the maximum size and expands as
much as JSON can: a list of empty lists.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from stromnetz.bots import make_bot
from stromnetz.play.views import View
from stromnetz.server.core.middleware.body import MAX_UPLOAD_BYTES
from tests.load.neighbour import Guest
from tests.load.process_costs import family
from tests.server.server_process import ServerProcess, running

Json = dict[str, Any]
UPLOADS = 30
UPLOADER, PLAYER = "127.0.0.1", "127.0.0.2"
PAUSE_SECONDS = 0.06
"""Pause between two timed requests: with those that prepare a move, below the limit of 30 a second."""
MAX_RETRY_SECONDS = 1.0
"""An uploader retries this soon, even if told to wait longer."""


def upload(url: str, size: int, start: Event, stop: Event, answers: Queue[Counter[str]]) -> None:
    """Upload records of this size from many threads until told to stop."""
    head, end = b'{"format":"stromnetz-record","version":1,"rows":[[]', b"]}"
    body = head + b",[]" * ((size - len(head) - len(end)) // 3) + end
    counts: Counter[str] = Counter()

    def one() -> None:
        while not stop.is_set():
            connection = HTTPConnection(urlsplit(url).netloc, timeout=120, source_address=(UPLOADER, 0))
            try:
                connection.request("POST", "/api/records", body, {"content-type": "application/json"})
                answer = connection.getresponse()
                answer.read()
                counts[str(answer.status)] += 1
                wait = float(answer.getheader("retry-after") or 0)
            except OSError as error:
                counts[type(error).__name__] += 1
                wait = 0
            finally:
                connection.close()
            stop.wait(min(wait, MAX_RETRY_SECONDS))

    threads = [threading.Thread(target=one) for _ in range(UPLOADS)]
    start.set()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put(counts)


def memory_of(pid: int) -> float:
    """Return the resident megabytes of a process and its descendants."""
    total = 0
    for one in family(pid):
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{one}/status").read_text().splitlines()
            total += int(next(line for line in lines if line.startswith("VmRSS")).split()[1])
    return total / 1024


@contextmanager
def peak_memory(pid: int) -> Iterator[list[float]]:
    """Yield a list whose only item becomes the peak memory during the block."""
    most, stop = [memory_of(pid)], threading.Event()

    def look() -> None:
        while not stop.wait(0.1):
            most[0] = max(most[0], memory_of(pid))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield most
    finally:
        stop.set()
        thread.join()


class Player(Guest):
    """Another user at another address, who plays both seats of a table."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._connection = HTTPConnection(urlsplit(url).netloc, timeout=120, source_address=(PLAYER, 0))
        self.table = self.open({"kind": "person"}, {"kind": "person"})
        self._bot = make_bot("plain", seed=1)

    def latencies(self, seconds: float) -> list[float]:
        """Measure small requests in milliseconds: the table, a health check and a move, in turn."""
        out, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            for call in (self._look, self._check, self._prepare_move()):
                began = time.perf_counter()
                call()
                out.append((time.perf_counter() - began) * 1000)
                time.sleep(PAUSE_SECONDS)
        return out

    def _look(self) -> None:
        self._good("GET", f"/api/tables/{self.table}")

    def _check(self) -> None:
        self._good("GET", "/healthz")

    def _prepare_move(self) -> Callable[[], Any]:
        """Prepare the request of a bot's move."""
        table = self._good("GET", f"/api/tables/{self.table}")
        if table["state"] == "finished":
            self.table = self.open({"kind": "person"}, {"kind": "person"})
            table = self._good("GET", f"/api/tables/{self.table}")
        seat = table["to_act"]
        view = View.from_json(self._good("GET", f"/api/tables/{self.table}/view?seat={seat}"))
        move, key = self._bot.choose(view).to_json(), f"{self.table}-{view.version}"
        body = {"seat": seat, "moves": [move], "version": view.version, "key": key}
        return lambda: self._good("POST", f"/api/tables/{self.table}/moves", body)

    def _good(self, method: str, path: str, body: Any = None) -> Any:
        answer, text = self.call(method, path, body)
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:500]!r}")
        return json.loads(text)


def quantiles(times: list[float]) -> Json:
    cut = statistics.quantiles(times, n=100)
    return {
        "requests": len(times),
        "p50_ms": round(cut[49], 1),
        "p99_ms": round(cut[98], 1),
        "max_ms": round(max(times), 1),
    }


def measure(program: ServerProcess, seconds: float, size: int) -> Json:
    player = Player(program.url)
    quiet = player.latencies(seconds)
    context = multiprocessing.get_context("spawn")
    start, stop, answers = context.Event(), context.Event(), context.Queue()
    uploader = context.Process(target=upload, args=(program.url, size, start, stop, answers))
    before = memory_of(program.process.pid)
    with peak_memory(program.process.pid) as most:
        uploader.start()
        start.wait()
        busy = player.latencies(seconds)
        stop.set()
        counts = answers.get(timeout=300)
        uploader.join()
    return {
        "uploads_at_once": UPLOADS,
        "upload_bytes": size,
        "quiet": quantiles(quiet),
        "meanwhile": quantiles(busy),
        "answers": dict(counts),
        "memory_before_mb": round(before, 1),
        "memory_added_mb": round(most[0] - before, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what uploads of one address cost another player.")
    parser.add_argument("--seconds", type=float, default=10, help="of each of the two measurements")
    parser.add_argument("--size", type=int, default=MAX_UPLOAD_BYTES, help="of an upload, in bytes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        flags = ("--log-level", "warning")
        with running(f"{folder}/games.sqlite", Path(folder), *flags) as program:
            print(json.dumps(measure(program, options.seconds, options.size), indent=2))


if __name__ == "__main__":
    main()
