"""Counters, timers and gauges of a server, without names, tables or addresses.

`Metrics` only records spans; `PrometheusMetrics` also counts, if its library is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol

from stromnetz.extras import install_command, missing
from stromnetz.tables.errors import NotFound

from .tracing import OtlpTracer

WAIT, RULES, COMMIT, VIEWS, SEND = "wait", "rules", "commit", "views", "send"
STAGES = (WAIT, RULES, COMMIT, VIEWS, SEND)
"""Stages of a move: wait for the table, apply the rules, commit, build the views, send them."""

PERSON, BOT = "person", "bot"

ALL, LEAST, SAME = "all", "least", "same"
"""How processes combine a gauge: sum, minimum, or equal in all."""


class Count(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class NoCount:
    """A counter that is never shown."""

    def inc(self, amount: float = 1) -> None:
        pass


class Metrics:
    """The metrics of one server. This class records spans if there is a tracer, and counts nothing."""

    content_type = "text/plain"

    def __init__(self, tracer: OtlpTracer | None = None) -> None:
        self.tracer = tracer
        no_span: Callable[[str], AbstractContextManager[object]] = nullcontext
        self.span = no_span if tracer is None else tracer.span
        """Records a stage of a request or of a root span."""
        self.root_span = no_span if tracer is None else tracer.root_span
        """Records work that no request has caused."""
        self.bot_failures: Count = NoCount()
        self.database_failures: Count = NoCount()
        self.socket_messages: Count = NoCount()
        self.sockets_dropped: Count = NoCount()
        self.bus_messages: Count = NoCount()
        self.bus_messages_missed: Count = NoCount()

    def set_gauge(self, name: str, about: str, now: Callable[[], float], of_all: str = ALL) -> None:
        """Register a gauge with a function; ``of_all`` says how several processes are combined."""

    def show(self) -> None:
        """Publish the gauges to other processes; nothing to do in a single process."""

    def request(self, route: str | None, method: str, status: int, seconds: float) -> None:
        """Count a request."""

    @contextmanager
    def stage(self, stage: str) -> Iterator[None]:
        """Time a stage of a move."""
        with self.span(stage):
            yield

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Time a decision of a bot."""
        with self.span("think"):
            yield

    def moved(self, by: str, rows: int) -> None:
        """Count moves of people or bots."""

    def committed(self, pieces: int) -> None:
        """Count a transaction and its writes."""

    def notified(self, channel: str, result: str) -> None:
        """Count a turn notification."""

    def text(self) -> bytes:
        """Return all metrics; raise `NotFound` if the library is not installed."""
        raise NotFound(
            f"metrics need prometheus-client: {install_command('metrics')}", {"missing": "prometheus_client"}
        )


def create_metrics(tracer: OtlpTracer | None) -> Metrics:
    """Return metrics that are counted if the library for it is installed."""
    if missing("prometheus_client"):
        return Metrics(tracer)
    from .prometheus import PrometheusMetrics  # noqa: PLC0415  (an extra)

    return PrometheusMetrics(tracer)
