"""The servers and workers of `make chaos`: killed and restarted, each at its own address, with a clock that can be set.

They are forked from a process that has everything loaded, so that restarts are cheap. The child runs the same command
as a host does, and shares nothing with the others but the file with the offset of the clock.
"""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import random
import signal
import socket
import sys
import time
import urllib.request
from http.client import HTTPException
from multiprocessing.process import BaseProcess
from pathlib import Path

SERVER, WORKER = "server", "worker"
READY_SECONDS = 120.0
"""Time in which a server has to get ready."""

_fork = multiprocessing.get_context("forkserver")
_fork.set_forkserver_preload(["stromnetz.cli", "tests.load.chaos_preload"])


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def run(command: list[str], log: str, clock: str) -> None:
    """Run a ``stromnetz`` command in the new process, with the offset of the clock."""
    from stromnetz.cli import main  # noqa: PLC0415
    from stromnetz.tables import time as table_time  # noqa: PLC0415

    table_time.clock_ns = lambda: time.time_ns() + int(Path(clock).read_text() or 0)
    for name in [name for name in os.environ if name.startswith("STROMNETZ_")]:
        del os.environ[name]
    with Path(log).open("ab") as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
    faulthandler.register(signal.SIGUSR1)
    sys.exit(main(command))


class ServerProcesses:
    def __init__(self, database: str, folder: Path, servers: int, workers: int, *flags: str) -> None:
        self._database, self.log, self._clock = database, folder / "log.txt", folder / "clock"
        self.set_clock(0)
        self.ended_alone = 0
        self._flags = ("--rate", "0", "--heavy-rate", "0", "--log-level", "warning", "--bot-processes", "0", *flags)
        ports = [free_port() for _ in range(servers)]
        self.urls = [f"http://127.0.0.1:{port}" for port in ports]
        self._kinds = [(SERVER, port) for port in ports] + [(WORKER, 0)] * workers
        # the first one creates the schema
        self._running = [self._start(SERVER, ports[0])]
        try:
            self.until_ready()
            self._running += [self._start(*kind) for kind in self._kinds[1:]]
            self.until_ready()
        except BaseException:
            self.close()
            raise

    def _start(self, kind: str, port: int) -> BaseProcess:
        command = ["serve", "--port", str(port)] if kind == SERVER else ["work"]
        command += ["--database", self._database, *self._flags]
        process = _fork.Process(target=run, args=(command, str(self.log), str(self._clock)))
        process.start()
        return process

    def set_clock(self, seconds: float) -> None:
        """Set the offset for all processes at once; the file is replaced, so that nobody reads half of it."""
        new = self._clock.with_suffix(".new")
        new.write_text(str(int(seconds * 1e9)))
        new.replace(self._clock)

    def kill(self, kind: str, rng: random.Random, pause: float) -> None:
        number = rng.choice([number for number, one in enumerate(self._kinds) if one[0] == kind])
        self._running[number].kill()
        self._running[number].join()
        time.sleep(pause)
        self._running[number] = self._start(*self._kinds[number])

    def tend(self) -> None:
        """Restart processes that have ended because the database was not available at their start."""
        for number, process in enumerate(self._running):
            if not process.is_alive():
                self.ended_alone += 1
                self._running[number] = self._start(*self._kinds[number])

    def until_ready(self) -> None:
        for url in self.urls[: len(self._running)]:
            end = time.monotonic() + READY_SECONDS
            while not _is_ready(url):
                if time.monotonic() > end:
                    raise TimeoutError(f"a server is not ready after {READY_SECONDS:.0f} s: {self._stand()}")
                self.tend()
                time.sleep(0.1)

    def _stand(self) -> str:
        """Return the stacks of all processes, from their logs."""
        for process in self._running:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGUSR1)
        time.sleep(0.5)
        return self.log.read_text()[-6000:]

    def close(self) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.join(30)
            with contextlib.suppress(ValueError):
                process.close()


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5):
            return True
    except (OSError, HTTPException):
        return False
