"""The server as a separate process, as a host runs it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class ServerProcess:
    """A process of ``stromnetz serve`` or ``stromnetz work``."""

    def __init__(
        self, database: str, log: Path, *flags: str, port: int = 0, wait: bool = True, command: str = "serve"
    ) -> None:
        options = ["--port", str(port), "--database", database, *flags]
        program = [sys.executable, "-m", "stromnetz.cli", command, *options]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("STROMNETZ_")}
        self.log = log
        with log.open("ab") as errors:
            self.process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=errors, env=environment, text=True)
        self.url = ""
        if wait:
            self.wait()

    def wait(self) -> None:
        """Wait until the server prints its address."""
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"(?:is at|works for) (\S+)", line)
            if found:
                return found[1]
        raise AssertionError(f"the server did not start: {self.log.read_text()}")

    def stop(self, sign: int = signal.SIGTERM) -> int:
        """Stop the process and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def running(database: str, folder: Path, *flags: str) -> Iterator[ServerProcess]:
    program = ServerProcess(database, folder / "log.txt", *flags)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.stop(signal.SIGKILL)
