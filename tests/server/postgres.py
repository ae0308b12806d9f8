"""A temporary PostgreSQL, if it is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg

MAX_STARTS = 40
"""Attempts to start it after a crash."""
MIN_FREE_BYTES = 2 * 1024**3
"""Several times what the tests use."""


def find(program: str) -> Path | None:
    """Find a program of PostgreSQL; Debian has one folder per version outside the PATH, of which the newest is used."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda p: int(p.parts[-3].split(".")[0])
    )
    on_path = shutil.which(program)
    return versions[-1] if versions else Path(on_path) if on_path else None


def as_user() -> tuple[list[str], str | None]:
    """Return a command prefix to run PostgreSQL as another user, since it refuses to run as root."""
    if os.geteuid() != 0:
        return [], None
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"], name
    raise RuntimeError("there is no user to run PostgreSQL as")


def _send(pid: int, what: signal.Signals) -> None:
    """Send a signal to a process that may have ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, what)


def _runs(pid: int) -> bool:
    """Return whether a process runs, and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Postgres:
    """A running PostgreSQL with a socket in its folder."""

    def __init__(self, folder: Path, data: Path, start: Callable[[], None]) -> None:
        self.folder = folder
        self.data = data
        self._start = start

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://stromnetz@/{database}?host={self.folder}"

    @property
    def pid(self) -> int:
        """The main process."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def processes(self) -> list[int]:
        main = self.pid
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]

    def crash(self, pause: float = 0.0) -> None:
        """Kill all processes at once, like a crash of the machine, and restart after a while."""
        killed = self.processes()
        for pid in killed:
            _send(pid, signal.SIGKILL)
        while any(Path(f"/proc/{pid}/fd").exists() and _runs(pid) for pid in killed):
            time.sleep(0.02)
        time.sleep(pause)
        self._start_again()

    def revive(self) -> None:
        """Restart it if it has stopped."""
        if not self._is_up():
            self._start_again()

    def _is_up(self) -> bool:
        try:
            pid = self.pid
        except (OSError, IndexError, ValueError):
            return False
        return _runs(pid)

    def _start_again(self) -> None:
        for left in reversed(range(MAX_STARTS)):
            try:
                self._start()
                break
            except RuntimeError:
                if not left:
                    raise
                time.sleep(0.5)  # a process that is ending still holds its shared memory

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Suspend all processes, like a hanging machine or disk: connections stay, nothing is answered."""
        os.kill(self.pid, signal.SIGSTOP)
        halted = self.processes()
        try:
            for pid in halted:
                _send(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in halted:
                _send(pid, signal.SIGCONT)

    def new_database(self, name: str, like: str = "template0") -> str:
        """Create a database, empty or as a copy of another one."""
        with psycopg.connect(self.url(), autocommit=True) as c:
            # older versions copy files anyway
            quickly = "STRATEGY FILE_COPY" if c.info.server_version >= 150_000 else ""
            c.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}" {quickly}')
        return self.url(name)

    def drop(self, name: str) -> None:
        """Drop a database and close its connections."""
        with psycopg.connect(self.url(), autocommit=True) as c:
            c.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _in_memory() -> Path | None:
    """Return the folder of a RAM disk with enough room, which makes copying a database twenty times faster."""
    memory = Path("/dev/shm")
    roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > MIN_FREE_BYTES
    return memory if roomy else None


@contextmanager
def postgres(hasty: bool = False, data: Path | None = None) -> Iterator[Postgres]:
    """Start PostgreSQL; raise RuntimeError if it is not installed. A hasty one could lose data in a crash.

    The data is deleted at the end, unless it is in the folder ``data``.
    """
    initdb, pg_ctl = find("initdb"), find("pg_ctl")
    if initdb is None or pg_ctl is None:
        raise RuntimeError("PostgreSQL is not installed (initdb and pg_ctl are not found)")
    prefix, user = as_user()
    # a short path: socket names are limited to about a hundred characters
    folder = Path(tempfile.mkdtemp(prefix="stromnetz-pg-", dir=_in_memory() if hasty else None))
    if user is not None:
        shutil.chown(folder, user)
    if data is None:
        data = folder / "data"
    elif user is not None:
        shutil.chown(data, user)
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c max_connections=60"
    if hasty:
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"

    def run(*command: str) -> None:
        done = subprocess.run([*prefix, *command], capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode:
            raise RuntimeError(f"PostgreSQL does not start: {done.stderr or done.stdout}")

    try:
        run(str(initdb), "-D", str(data), "-U", "stromnetz", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        start = partial(run, str(pg_ctl), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        start()
        try:
            yield Postgres(folder, data, start)
        finally:
            run(str(pg_ctl), "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
