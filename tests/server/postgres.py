"""A PostgreSQL of our own: found on this machine, started in a folder that is thrown away."""

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

TRIES = 40
"""How often it is started after a crash before it is given up."""
ROOM = 2 * 1024**3
"""Bytes: several times what the tests fill."""


def find(program: str) -> Path | None:
    """Debian keeps its programs beside the PATH, one folder a version; the newest is taken."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda p: int(p.parts[-3].split(".")[0])
    )
    on_path = shutil.which(program)
    return versions[-1] if versions else Path(on_path) if on_path else None


def as_user() -> tuple[list[str], str | None]:
    """How to run it: PostgreSQL refuses to be run by root, so root becomes somebody else."""
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
    """A backend whose connection has just been closed may be gone by now."""
    with suppress(ProcessLookupError):
        os.kill(pid, what)


def _runs(pid: int) -> bool:
    """Whether a process is there, and not only waits to be counted."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Postgres:
    """A running server, reached by a socket in its folder."""

    def __init__(self, folder: Path, data: Path, start: Callable[[], None]) -> None:
        self.folder = folder
        self.data = data
        self._start = start

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://stromnetz@/{database}?host={self.folder}"

    @property
    def pid(self) -> int:
        """The first of its processes."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def processes(self) -> list[int]:
        main = self.pid
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]

    def crash(self, pause: float = 0.0) -> None:
        """Kill all of it at once, as when its machine stops, and start it again after a while."""
        killed = self.processes()
        for pid in killed:
            _send(pid, signal.SIGKILL)
        while any(Path(f"/proc/{pid}/fd").exists() and _runs(pid) for pid in killed):
            time.sleep(0.02)
        time.sleep(pause)
        self._start_again()

    def revive(self) -> None:
        """Start it again if it has given up."""
        if not self._is_up():
            self._start_again()

    def _is_up(self) -> bool:
        try:
            pid = self.pid
        except (OSError, IndexError, ValueError):
            return False
        return _runs(pid)

    def _start_again(self) -> None:
        for left in reversed(range(TRIES)):
            try:
                self._start()
                break
            except RuntimeError:
                if not left:
                    raise
                time.sleep(0.5)  # what it left behind in memory is still held by a process that ends just now

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Every process of it halted, as when its machine or its disk hangs: connections stay, nothing is answered."""
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
        """One that is empty, or like another that nobody uses now."""
        with psycopg.connect(self.url(), autocommit=True) as c:
            # older ones copy files anyway
            quickly = "STRATEGY FILE_COPY" if c.info.server_version >= 150_000 else ""
            c.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}" {quickly}')
        return self.url(name)

    def drop(self, name: str) -> None:
        """Whoever is still connected is cut off."""
        with psycopg.connect(self.url(), autocommit=True) as c:
            c.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _in_memory() -> Path | None:
    """Where files take no time, if this machine has room there: a database is copied in a twentieth of the time."""
    memory = Path("/dev/shm")
    roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM
    return memory if roomy else None


@contextmanager
def postgres(hasty: bool = False, data: Path | None = None) -> Iterator[Postgres]:
    """Start one; RuntimeError says why there is none. A hasty one would lose data if its machine stopped.

    What it keeps is thrown away with its folder, unless it gets an empty folder for that.
    """
    initdb, pg_ctl = find("initdb"), find("pg_ctl")
    if initdb is None or pg_ctl is None:
        raise RuntimeError("PostgreSQL is not installed (initdb and pg_ctl are not found)")
    prefix, user = as_user()
    # a short path: the name of a socket has an end at about a hundred characters
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
