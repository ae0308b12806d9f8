"""Latency of a player while 16 threads of another guest request records, history and earlier versions.

    python -m tests.load.neighbour

Prints JSON: how long a view takes before and meanwhile, and how the costly requests were answered.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.server.server_process import running

THREADS = 16
PAUSE_SECONDS = 0.06
"""Pause between two views of the player: well below the rate limit."""


class Guest:
    def __init__(self, url: str, cookie: str = "") -> None:
        self._connection = HTTPConnection(urlsplit(url).netloc, timeout=60)
        self.cookie = cookie

    def call(self, method: str, path: str, body: Any = None) -> tuple[HTTPResponse, bytes]:
        headers = {"content-type": "application/json", "cookie": self.cookie}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        text = answer.read()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        return answer, text

    def open(self, *seats: dict[str, str]) -> str:
        id: str = json.loads(self.call("POST", "/api/tables", {"seats": seats})[1])["table"]["id"]
        self.call("POST", f"/api/tables/{id}/start", {})
        return id

    def looks(self, id: str, seconds: float) -> list[float]:
        out, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.perf_counter()
            self.call("GET", f"/api/tables/{id}/view")
            out.append((time.perf_counter() - began) * 1000)
            time.sleep(PAUSE_SECONDS)
        return out


def measure(url: str) -> dict[str, Any]:
    reader, neighbour = Guest(url), Guest(url)
    game = reader.open(*[{"kind": "bot", "bot": "plain"}] * 4)
    while (table := json.loads(reader.call("GET", f"/api/tables/{game}")[1]))["state"] != "finished":
        time.sleep(0.5)
    mine = neighbour.open({"kind": "person"}, {"kind": "person"})
    quiet = neighbour.looks(mine, 4)
    answers: Counter[int] = Counter()
    stop = threading.Event()

    def ask(number: int) -> None:
        guest = Guest(url, reader.cookie)
        while not stop.is_set():
            number += 1
            paths = ("record", f"history?after={number % 50 - 1}", f"view?version={number * 7 % table['version']}")
            answer, _ = guest.call("GET", f"/api/tables/{game}/{paths[number % 3]}")
            answers[answer.status] += 1
            stop.wait(PAUSE_SECONDS if answer.status == 429 else 0)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    busy = neighbour.looks(mine, 8)
    stop.set()
    for thread in threads:
        thread.join()
    return {
        "quiet_ms": round(statistics.median(quiet), 1),
        "meanwhile_ms": round(statistics.median(busy), 1),
        "answers": dict(answers),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running(f"{folder}/games.sqlite", Path(folder)) as program:
        sys.stdout.write(json.dumps(measure(program.url), indent=2) + "\n")


if __name__ == "__main__":
    main()
