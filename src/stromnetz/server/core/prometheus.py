"""The metrics of a server in the format of Prometheus, with the library of the extra ``metrics``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, GCCollector, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from .metrics import ALL, BOT, PERSON, STAGES, Metrics
from .tracing import OtlpTracer

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SHORT = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class PrometheusMetrics(Metrics):
    """The metrics of one server, in a registry of its own, so that several in one process are counted separately."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self, tracer: OtlpTracer | None = None) -> None:
        super().__init__(tracer)
        own = self.registry = CollectorRegistry()
        ProcessCollector(registry=own)
        GCCollector(registry=own)
        self._requests = Histogram(
            "stromnetz_request_seconds",
            "Requests by route, method and status",
            ("route", "method", "status"),
            buckets=SECONDS,
            registry=own,
        )
        self._moves = Counter("stromnetz_moves", "Committed moves and undos", ("by",), registry=own)
        self._stages = Histogram(
            "stromnetz_stage_seconds", "Duration of a move by stage", ("stage",), buckets=SHORT, registry=own
        )
        self._thinking = Histogram(
            "stromnetz_bot_seconds", "Thinking time of bots per decision", buckets=SECONDS, registry=own
        )
        self.bot_failures = Counter("stromnetz_bot_failures", "Default moves made for bots that failed", registry=own)
        self._writes = Counter("stromnetz_database_writes", "Committed writes", registry=own)
        self._commits = Counter("stromnetz_database_commits", "Committed transactions", registry=own)
        self.database_failures = Counter("stromnetz_database_failures", "Failed reads and transactions", registry=own)
        self._notifications = Counter(
            "stromnetz_notifications", "Turn notifications", ("channel", "result"), registry=own
        )
        self.socket_messages = Counter("stromnetz_socket_messages", "Messages sent to viewers", registry=own)
        self.sockets_dropped = Counter(
            "stromnetz_sockets_dropped", "Viewers dropped because they read too slowly", registry=own
        )
        self.bus_messages = Counter("stromnetz_bus_messages", "Messages received from other servers", registry=own)
        self.bus_messages_missed = Counter(
            "stromnetz_bus_messages_missed", "Changed tables that were found without a message", registry=own
        )
        # start at 0, so that rates are right from the first increment
        for by in (PERSON, BOT):
            self._moves.labels(by)
        self._stage = {stage: self._stages.labels(stage) for stage in STAGES}

    def set_gauge(self, name: str, about: str, now: Callable[[], float], of_all: str = ALL) -> None:
        Gauge(f"stromnetz_{name}", about, registry=self.registry).set_function(now)

    def request(self, route: str | None, method: str, status: int, seconds: float) -> None:
        # unknown paths count as one route, or strangers could fill the memory
        known = method if method in METHODS else "other"
        self._requests.labels(route or "none", known, str(status)).observe(seconds)

    @contextmanager
    def stage(self, stage: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            with self.span(stage):
                yield
        finally:
            self._stage[stage].observe(time.perf_counter() - began)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        with self._thinking.time(), self.span("think"):
            yield

    def moved(self, by: str, rows: int) -> None:
        self._moves.labels(by).inc(rows)

    def committed(self, pieces: int) -> None:
        self._commits.inc()
        self._writes.inc(pieces)

    def notified(self, channel: str, result: str) -> None:
        self._notifications.labels(channel, result).inc()

    def text(self) -> bytes:
        return generate_latest(self.registry)
