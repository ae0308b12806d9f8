"""Faults of `make chaos`: killed processes, a hanging database, a full disk, a failing network."""

from __future__ import annotations

import errno
import random
import select
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.load.chaos_processes import SERVER, WORKER, ServerProcesses
from tests.server.postgres import Postgres
from tests.server.redis_server import RedisServer

DATABASE, REDIS = "database", "redis"
HANG, CUT, SLOW, TIME, BACK, FULL = "hang", "cut", "slow", "time", "back", "full"
KILLS = (SERVER, SERVER, SERVER, WORKER, WORKER, DATABASE)
"""What is killed is drawn from these; repeated ones are killed more often."""
OTHERS = (HANG, CUT, SLOW, TIME, BACK, FULL)
DISK_MB = 300
"""Size of the disk that is filled."""


class Proxy:
    """The network between servers and database: it can be slow, and close all connections."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: set[socket.socket] = set()
        self.delay = 0.0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            there = socket.socket(socket.AF_UNIX)
            try:
                there.connect(str(self._target))
            except OSError:
                here.close()
                there.close()
                continue
            self._open |= {here, there}
            threading.Thread(target=self._carry, args=(here, there), daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        try:
            while True:
                ready, _, _ = select.select([here, there], [], [])
                for one in ready:
                    data = one.recv(65536)
                    if not data:
                        return
                    if self.delay:
                        time.sleep(self.delay)
                    (there if one is here else here).sendall(data)
        except (OSError, ValueError):
            return
        finally:
            for one in (here, there):
                self._open.discard(one)
                one.close()

    def cut(self) -> None:
        for one in list(self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listening.close()
        self.cut()


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a small file system that can be filled; yield False if that is not permitted."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "stromnetz", str(folder)]
    made = subprocess.run(command, capture_output=True, check=False)
    try:
        yield made.returncode == 0
    finally:
        if made.returncode == 0:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


class Faults:
    """Causes faults and counts them. Only a separate disk is filled."""

    def __init__(
        self,
        server: Postgres,
        proxy: Proxy,
        servers: ServerProcesses,
        direct: str,
        rng: random.Random,
        disk: Path | None,
        redis: RedisServer | None,
    ) -> None:
        self._server, self._proxy, self._servers, self._direct, self._rng = server, proxy, servers, direct, rng
        self._disk = disk
        self._redis = redis
        self._kills = KILLS if redis is None else (*KILLS, REDIS)
        self._others = [kind for kind in OTHERS if kind != FULL or disk is not None]
        self.count: Counter[str] = Counter()
        self._does: dict[str, Callable[[], None]] = {
            SERVER: lambda: servers.kill(SERVER, rng, rng.uniform(0, 0.5)),
            WORKER: lambda: servers.kill(WORKER, rng, rng.uniform(0, 0.5)),
            DATABASE: lambda: server.crash(rng.uniform(0, 0.5)),
            REDIS: self._lose_bus,
            HANG: self._hang,
            CUT: proxy.cut,
            SLOW: self._slow,
            TIME: self._run_out,
            BACK: self._set_back,
            FULL: self._fill,
        }

    def kill(self) -> str:
        return self._happen(self._rng.choice(self._kills))

    def other(self) -> str:
        return self._happen(self._rng.choice(self._others))

    def _happen(self, kind: str) -> str:
        self._does[kind]()
        self.count[kind] += 1
        return kind

    def _lose_bus(self) -> None:
        assert self._redis is not None
        self._redis.kill()
        time.sleep(self._rng.uniform(0, 2))
        self._redis.start()

    def _hang(self) -> None:
        with self._server.stopped():
            time.sleep(self._rng.uniform(0.5, 5))

    def _slow(self) -> None:
        self._proxy.delay = self._rng.uniform(0.05, 0.5)
        time.sleep(self._rng.uniform(1, 3))
        self._proxy.delay = 0.0

    def _run_out(self) -> None:
        """Expire all running turns."""
        with suppress(psycopg.Error), psycopg.connect(self._direct, autocommit=True) as c:
            c.execute("UPDATE turns SET deadline = 1 WHERE deadline IS NOT NULL")

    def _set_back(self) -> None:
        """Set all clocks back by up to an hour, and correct them again."""
        self._servers.set_clock(-self._rng.uniform(1, 3600))
        time.sleep(self._rng.uniform(0.5, 2))
        self._servers.set_clock(0)

    def _fill(self) -> None:
        """Prevent all writes for a while, and restart the database if it has given up."""
        assert self._disk is not None
        ballast = self._disk / "ballast"
        piece = bytes(1 << 16)
        with ballast.open("wb", buffering=0) as file:
            end = time.monotonic() + self._rng.uniform(0.5, 2)
            while time.monotonic() < end:
                try:
                    file.write(piece)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    time.sleep(0.02)  # also take what is freed meanwhile
        ballast.unlink()
        self._server.revive()
