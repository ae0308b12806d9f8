"""CPU time and memory of a server with its processes, and of a database with its backends."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
BOT_PROCESS = b"stromnetz.server.core.bot_process_main"


class Cost(NamedTuple):
    """CPU seconds, including ended children, and megabytes."""

    server: float = 0.0
    bots: float = 0.0
    database: float = 0.0
    memory: float = 0.0
    """Memory of the server and its bots, counting shared memory once."""

    def since(self, before: Cost) -> Cost:
        return Cost(self[0] - before[0], self[1] - before[1], self[2] - before[2], self.memory)


def cost_of(server: int, database: int | None = None) -> Cost:
    """Return what a server has used so far, and the database given its main process."""
    used = [0.0, 0.0]
    memory = 0.0
    for pid in family(server):
        with suppress(OSError, IndexError):
            used[BOT_PROCESS in Path(f"/proc/{pid}/cmdline").read_bytes()] += cpu_of(pid)
            memory += memory_of(pid)
    stored = 0.0 if database is None else sum(_with_ended(pid) for pid in family(database))
    return Cost(used[0], used[1], stored, round(memory, 1))


def family(pid: int) -> list[int]:
    """Return a process and its descendants."""
    out = [pid]
    for one in out:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                out += map(int, (task / "children").read_text().split())
    return out


def memory_of(pid: int) -> float:
    """Return the megabytes of a process, with its part of shared memory."""
    for file, name in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/{file}").read_text().splitlines():
                if line.startswith(name):
                    return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def cpu_of(pid: int) -> float:
    """Return the CPU seconds so far."""
    return sum(_times(pid)[:2])


def _with_ended(pid: int) -> float:
    """Return the CPU seconds of a backend and its ended children; 0 if it has ended."""
    with suppress(OSError):
        return sum(_times(pid))
    return 0.0


def _times(pid: int) -> list[float]:
    """Return user and system seconds of a process, and of its ended children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return [int(field) / TICKS for field in fields[11:15]]
