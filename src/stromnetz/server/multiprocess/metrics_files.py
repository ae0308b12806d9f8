"""Metrics of several processes on one port: whichever process is asked, it returns the sums of all.

Each process writes its numbers to files, which the others read; the parent process owns the folder. A process that
replaces another continues with its files, so counters never decrease and files do not accumulate.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge, Metric, ProcessCollector, values
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from stromnetz.server.core.metrics import ALL, LEAST, SAME, Metrics
from stromnetz.server.core.prometheus import PrometheusMetrics
from stromnetz.server.core.tracing import OtlpTracer

from .processes import ProcessObserver

# prometheus_client has no types for multiprocess mode
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The library's variable for the folder."""
MODES = {ALL: "livesum", LEAST: "livemin", SAME: "livemax"}
"""Modes of gauges, over running processes."""

PREFIX, LOCK = "stromnetz-metrics-", "lock"


class MetricsFolder(ProcessObserver):
    """The files of all processes, owned by the parent process.

    A lock marks the folder as used; the system releases it however the server ends. The next server that starts removes
    the folders of killed servers.
    """

    def __init__(self) -> None:
        remove_abandoned()
        self.path, self._lock = _new_locked()

    def began(self, number: int, pid: int) -> None:
        new = self.path / f"{number}.new"
        new.write_text(str(pid), encoding="utf-8")
        new.replace(self.path / f"{number}.pid")

    def ended(self, number: int) -> None:
        """Remove the gauges of a process; its counters stay."""
        (self.path / f"{number}.pid").unlink(missing_ok=True)
        mark_process_dead(number, str(self.path))  # type: ignore[no-untyped-call]

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)

    def meters(self, number: int, tracer: OtlpTracer | None) -> Metrics:
        """Return the metrics of the process with this number, which calls it once."""
        os.environ[FOLDER] = str(self.path)
        values.ValueClass = values.MultiProcessValue(lambda: number)  # type: ignore[no-untyped-call]
        return MultiprocessMetrics(self.path, tracer)


def _new_locked() -> tuple[Path, int]:
    """Create a folder and an open lock file, which forked processes keep locked, too."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue  # another server has just removed it as abandoned
        if _lock(lock) and (path / LOCK).exists():
            return path, lock
        os.close(lock)


def _lock(lock: int) -> bool:
    if sys.platform == "win32":
        raise NotImplementedError  # the settings refuse several processes
    import fcntl  # noqa: PLC0415

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def remove_abandoned() -> None:
    """Remove this user's folders that no running server has locked."""
    if sys.platform == "win32":
        raise NotImplementedError
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        # a folder without a lock file is being created, or not ours
        with suppress(OSError):
            if path.is_symlink() or path.stat().st_uid != os.getuid():
                continue
            lock = os.open(path / LOCK, os.O_RDWR)
            try:
                if _lock(lock):
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)


class MultiprocessMetrics(PrometheusMetrics):
    def __init__(self, folder: Path, tracer: OtlpTracer | None) -> None:
        super().__init__(tracer)
        self._gauges: list[tuple[Gauge, Callable[[], float]]] = []
        self._all = CollectorRegistry()
        MultiProcessCollector(self._all, str(folder))  # type: ignore[no-untyped-call]
        self._all.register(Processes(folder))

    def set_gauge(self, name: str, about: str, now: Callable[[], float], of_all: str = ALL) -> None:
        gauge = Gauge(f"stromnetz_{name}", about, registry=self.registry, multiprocess_mode=MODES[of_all])  # type: ignore[arg-type]
        self._gauges.append((gauge, now))

    def show(self) -> None:
        """Write the gauges every second, since processes cannot ask each other for them."""
        for gauge, now in self._gauges:
            gauge.set(now())

    def text(self) -> bytes:
        self.show()
        return generate_latest(self._all)


class Processes(Collector):
    """Memory and CPU time by process: sums would decrease when a process ends, and be taken for new usage."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        found: dict[str, Metric] = {}
        for file in sorted(self._folder.glob("*.pid")):
            with suppress(OSError):  # it is ending
                pid = file.read_text(encoding="utf-8")
                for one in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                    whole = found.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                    for sample in one.samples:
                        whole.add_sample(sample.name, {**sample.labels, "worker": file.stem}, sample.value)
        yield from found.values()
