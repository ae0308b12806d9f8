"""Spans for OpenTelemetry, where an endpoint is set: a request or a bot's move, and the stages it went through.

Like the log and the metrics they hold routes, never addresses: nobody finds a table or a person by them. Without an
endpoint nothing of the libraries is loaded.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from typing import Any

from stromnetz.engine.errors import BadInput

from .config import ServerConfig, program_version
from .logs import REQUEST

log = logging.getLogger("stromnetz.server")

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
"""The variable by which every program of OpenTelemetry is told where spans go."""
STOP_SECONDS = 3.0
"""How long the end of a server may wait for its last spans to be taken."""
NO_EXCEPTIONS = {"record_exception": False, "set_status_on_exception": False}
"""The text of an exception may name a table: it stands in the log, redacted, with the name of the request."""
_NOTHING: AbstractContextManager[None] = nullcontext()

Note = Callable[[str | None, int], None]
"""Says of a request, once it is answered, by which route and with which status."""


class NullTracer:
    """None: what a server without an endpoint has."""

    def request(self, method: str, headers: Mapping[str, str]) -> AbstractContextManager[Note]:
        return nullcontext(_note_nothing)

    def root_span(self, name: str) -> AbstractContextManager[None]:
        """Something that nobody has asked for over the network."""
        return _NOTHING

    def span(self, name: str) -> AbstractContextManager[None]:
        """A stage of a request or of something whole."""
        return _NOTHING

    def stop(self) -> None:
        """Hand over what is still here."""


def _note_nothing(route: str | None, status: int) -> None:
    pass


class OtlpTracer(NullTracer):
    """Spans that are told to a collector by OTLP over HTTP, from a thread of their own, many at a time."""

    def __init__(self, endpoint: str) -> None:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        about = {"service.name": os.environ.get("OTEL_SERVICE_NAME", "stromnetz"), "service.version": program_version()}
        resource = Resource.create({**about, "service.instance.id": secrets.token_hex(8)})
        self._provider: Any = TracerProvider(resource=resource, shutdown_on_exit=False)
        # without an address it reads the variables of OpenTelemetry itself
        exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces") if endpoint else OTLPSpanExporter()
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer: Any = self._provider.get_tracer("stromnetz")
        self._trace: Any = trace
        self._parents: Any = TraceContextTextMapPropagator()

    @contextmanager
    def request(self, method: str, headers: Mapping[str, str]) -> Iterator[Note]:
        facts = {"http.request.method": method, "stromnetz.request": REQUEST.get() or ""}
        begun = self._tracer.start_as_current_span(
            method,
            context=self._parents.extract(headers),
            kind=self._trace.SpanKind.SERVER,
            attributes=facts,
            **NO_EXCEPTIONS,
        )
        with begun as span:

            def note(route: str | None, status: int) -> None:
                if route is not None:
                    span.update_name(f"{method} {route}")
                    span.set_attribute("http.route", route)
                span.set_attribute("http.response.status_code", status)
                if status >= 500:
                    span.set_status(self._trace.StatusCode.ERROR)

            yield note

    @contextmanager
    def root_span(self, name: str) -> Iterator[None]:
        with self._tracer.start_as_current_span(name, **NO_EXCEPTIONS):
            yield

    def span(self, name: str) -> AbstractContextManager[None]:
        # what a viewer is told belongs to no request any more
        return self.root_span(name) if self._trace.get_current_span().is_recording() else _NOTHING

    def stop(self) -> None:
        # a collector that does not answer is tried for longer than anybody should wait for the end
        last = threading.Thread(target=self._provider.shutdown, daemon=True)
        last.start()
        last.join(STOP_SECONDS)


def create_tracer(config: ServerConfig, environ: Mapping[str, str] = os.environ) -> NullTracer:
    """The spans of a server; none where no endpoint is set."""
    if not config.traces and not environ.get(ENDPOINT):
        return NullTracer()
    lacking = [name for name in ("sdk", "exporter.otlp.proto.http") if not _there(f"opentelemetry.{name}")]
    if not lacking:
        return OtlpTracer(config.traces)
    if config.traces:
        raise BadInput("spans need the libraries of OpenTelemetry: install 'stromnetz[tracing]'", {})
    log.warning("%s is set, but spans need 'stromnetz[tracing]': none are told", ENDPOINT)
    return NullTracer()


def _there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False
