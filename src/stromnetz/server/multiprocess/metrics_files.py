"""The meters of several processes that serve one port: whichever is asked tells the sums of all of them.

Each keeps its numbers in files of its own, which the others read; the process that has started them holds the folder. A
process has a number, and whoever takes the place of one that was killed goes on with its files: what is counted never
goes down, and however many end, there are no more files.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge, Metric, ProcessCollector, values
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from stromnetz.server.core.metrics import ALL, LEAST, SAME, Metrics
from stromnetz.server.core.tracing import NullTracer

# prometheus_client has no types for this part of it, hence what mypy is told below
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where the library looks for the folder."""
MODES = {ALL: "livesum", LEAST: "livemin", SAME: "livemax"}
"""What is told of the levels of all who live."""


PREFIX, LOCK = "stromnetz-metrics-", "lock"


class MetricsFolder:
    """What the processes have counted; of the process that starts them.

    A lock in it tells that its server runs: the system lifts it however the server ends, and the next one that starts
    removes what servers have left behind that were killed.
    """

    def __init__(self) -> None:
        remove_abandoned()
        self.path, self._lock = _new_locked()

    def began(self, number: int, pid: int) -> None:
        new = self.path / f"{number}.new"
        new.write_text(str(pid), encoding="utf-8")
        new.replace(self.path / f"{number}.pid")

    def ended(self, number: int) -> None:
        """Its levels are gone with it; what it has counted stays."""
        (self.path / f"{number}.pid").unlink(missing_ok=True)
        mark_process_dead(number, str(self.path))  # type: ignore[no-untyped-call]

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)

    def meters(self, number: int, spans: NullTracer | None) -> Metrics:
        """In the process with this number, which has no meters yet."""
        os.environ[FOLDER] = str(self.path)
        values.ValueClass = values.MultiProcessValue(lambda: number)  # type: ignore[no-untyped-call]
        return MultiprocessMetrics(self.path, spans)


def _new_locked() -> tuple[Path, int]:
    """A new folder and the open file whose lock shows that it is in use; processes made from this one hold it too."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue  # another server has just taken it for abandoned
        if _take(lock) and (path / LOCK).exists():
            return path, lock
        os.close(lock)


def _take(lock: int) -> bool:
    import fcntl  # noqa: PLC0415  (Windows has none, and no processes that share a port)

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def remove_abandoned() -> None:
    """Remove the folders of servers that were killed: those of this user whose lock nobody holds."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        # a folder without a lock is being made, or is not ours
        with suppress(OSError):
            if path.is_symlink() or path.stat().st_uid != os.getuid():
                continue
            lock = os.open(path / LOCK, os.O_RDWR)
            try:
                if _take(lock):
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)


class MultiprocessMetrics(Metrics):
    def __init__(self, folder: Path, spans: NullTracer | None) -> None:
        super().__init__(spans)
        self._gauges: list[tuple[Gauge, Callable[[], float]]] = []
        self._all = CollectorRegistry()
        MultiProcessCollector(self._all, str(folder))  # type: ignore[no-untyped-call]
        self._all.register(Processes(folder))

    def set_gauge(self, name: str, about: str, now: Callable[[], float], of_all: str = ALL) -> None:
        gauge = Gauge(f"stromnetz_{name}", about, registry=self.registry, multiprocess_mode=MODES[of_all])  # type: ignore[arg-type]
        self._gauges.append((gauge, now))

    def show(self) -> None:
        """Write the gauges down, every second: nobody can ask another process for them."""
        for gauge, now in self._gauges:
            gauge.set(now())

    def text(self) -> bytes:
        self.show()
        return generate_latest(self._all)


class Processes(Collector):
    """Memory and processor time of each: sums would fall when one ends, and be taken for what was used since."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        found: dict[str, Metric] = {}
        for file in sorted(self._folder.glob("*.pid")):
            with suppress(OSError):  # it ends just now
                pid = file.read_text(encoding="utf-8")
                for one in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                    whole = found.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                    for sample in one.samples:
                        whole.add_sample(sample.name, {**sample.labels, "worker": file.stem}, sample.value)
        yield from found.values()
