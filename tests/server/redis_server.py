"""A temporary Redis."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class RedisServer:
    """A Redis that stores nothing on disk."""

    def __init__(self, program: str, folder: Path) -> None:
        self.path = folder / "redis.sock"
        options = ["--port", "0", "--unixsocket", str(self.path), "--save", "", "--appendonly", "no"]
        self._command = [program, *options, "--dir", str(folder)]
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        self.path.unlink(missing_ok=True)
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        while not self.path.exists():
            if self._process.poll() is not None:
                raise RuntimeError("Redis does not start")
            time.sleep(0.02)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def redis_server() -> Iterator[RedisServer | None]:
    """Start Redis; yield None if it is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        yield None
        return
    # a short path: socket names are limited to about a hundred characters
    with tempfile.TemporaryDirectory(prefix="stromnetz-redis-") as folder:
        server = RedisServer(program, Path(folder))
        try:
            yield server
        finally:
            server.kill()
