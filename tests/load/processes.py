"""What processes cost: a server with its workers, those in which bots think, a database with its backends."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
THINKS = b"stromnetz.server.core.bot_process_main"


class Cost(NamedTuple):
    """Seconds of processor time, ended children and all, and megabytes."""

    server: float = 0.0
    bots: float = 0.0
    database: float = 0.0
    memory: float = 0.0
    """Of the server and its bots; what processes share counts once."""

    def since(self, before: Cost) -> Cost:
        return Cost(self[0] - before[0], self[1] - before[1], self[2] - before[2], self.memory)


def cost_of(server: int, database: int | None = None) -> Cost:
    """What a server has used by now, and the database below its first process."""
    used = [0.0, 0.0]
    memory = 0.0
    for pid in family(server):
        with suppress(OSError, IndexError):
            used[THINKS in Path(f"/proc/{pid}/cmdline").read_bytes()] += cpu_of(pid)
            memory += memory_of(pid)
    stored = 0.0 if database is None else sum(_with_ended(pid) for pid in family(database))
    return Cost(used[0], used[1], stored, round(memory, 1))


def family(pid: int) -> list[int]:
    """A process and all below it."""
    out = [pid]
    for one in out:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                out += map(int, (task / "children").read_text().split())
    return out


def memory_of(pid: int) -> float:
    """Megabytes of a process; of what it shares with others, its part."""
    for file, name in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/{file}").read_text().splitlines():
                if line.startswith(name):
                    return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def cpu_of(pid: int) -> float:
    """Seconds of processor time used so far."""
    return sum(_times(pid)[:2])


def _with_ended(pid: int) -> float:
    """Of a backend and its ended children, which would take what they used with them; nothing where it has gone."""
    with suppress(OSError):
        return sum(_times(pid))
    return 0.0


def _times(pid: int) -> list[float]:
    """Seconds in user and system mode, and the same of children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return [int(field) / TICKS for field in fields[11:15]]
