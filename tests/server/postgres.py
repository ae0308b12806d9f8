"""A PostgreSQL of our own: found on this machine, started in a folder that is thrown away."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg


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


class Postgres:
    """A running server, reached by a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://stromnetz@/{database}?host={self.folder}"

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Every process of it halted, as when its machine or its disk hangs: connections stay, nothing is answered."""
        main = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(main, signal.SIGSTOP)
        halted = [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]
        try:
            for pid in halted:
                _send(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in halted:
                _send(pid, signal.SIGCONT)

    def new_database(self, name: str) -> str:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)


@contextmanager
def postgres(hasty: bool = False) -> Iterator[Postgres]:
    """Start one; RuntimeError says why there is none. A hasty one would lose data if its machine stopped."""
    initdb, pg_ctl = find("initdb"), find("pg_ctl")
    if initdb is None or pg_ctl is None:
        raise RuntimeError("PostgreSQL is not installed (initdb and pg_ctl are not found)")
    prefix, user = as_user()
    # a short path: the name of a socket has an end at about a hundred characters
    folder = Path(tempfile.mkdtemp(prefix="stromnetz-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c max_connections=60"
    if hasty:
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"

    def run(*command: str) -> None:
        done = subprocess.run([*prefix, *command], capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode:
            raise RuntimeError(f"PostgreSQL does not start: {done.stderr or done.stdout}")

    try:
        run(str(initdb), "-D", str(data), "-U", "stromnetz", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        run(str(pg_ctl), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield Postgres(folder)
        finally:
            run(str(pg_ctl), "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
