"""OpenTelemetry spans of requests, bots' moves and their stages, if an endpoint is set.

Like the log and the metrics they hold routes, never paths with ids. Without an endpoint the libraries are not loaded.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stromnetz.build import VERSION
from stromnetz.engine.errors import BadInput
from stromnetz.extras import install_command, missing

from .config import ServerConfig
from .logs import REQUEST

log = logging.getLogger("stromnetz.server")

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
"""The standard variable of OpenTelemetry for the address of the collector."""
STOP_SECONDS = 3.0
"""How long the server waits for its last spans to be exported."""
NO_EXCEPTIONS = {"record_exception": False, "set_status_on_exception": False}
"""Texts of exceptions may contain ids of tables; the log has them, redacted."""
_NO_SPAN: AbstractContextManager[None] = nullcontext()

ResponseNote = Callable[[str | None, int], None]
"""Records the route and the status of a response."""


class OtlpTracer:
    """Exports spans to a collector by OTLP over HTTP, in batches from a thread."""

    def __init__(self, endpoint: str) -> None:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        about = {"service.name": os.environ.get("OTEL_SERVICE_NAME", "stromnetz"), "service.version": VERSION}
        resource = Resource.create({**about, "service.instance.id": secrets.token_hex(8)})
        self._provider: Any = TracerProvider(resource=resource, shutdown_on_exit=False)
        # without an endpoint the exporter reads the variables of OpenTelemetry
        exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces") if endpoint else OTLPSpanExporter()
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer: Any = self._provider.get_tracer("stromnetz")
        self._trace: Any = trace
        self._parents: Any = TraceContextTextMapPropagator()

    @contextmanager
    def request(self, method: str, headers: Mapping[str, str]) -> Iterator[ResponseNote]:
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
        """Record work that no request has caused."""
        with self._tracer.start_as_current_span(name, **NO_EXCEPTIONS):
            yield

    def span(self, name: str) -> AbstractContextManager[None]:
        """Record a stage of a request or of a root span."""
        # messages to viewers belong to no request
        return self.root_span(name) if self._trace.get_current_span().is_recording() else _NO_SPAN

    def stop(self) -> None:
        """Export the remaining spans."""
        # the exporter would retry for longer than a shutdown may take
        last = threading.Thread(target=self._provider.shutdown, daemon=True)
        last.start()
        last.join(STOP_SECONDS)


class TracingMiddleware:
    """Records a span of each request."""

    def __init__(self, inner: ASGIApp, tracer: OtlpTracer) -> None:
        self._inner = inner
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        with self._tracer.request(scope["method"], headers) as note:
            try:
                await self._inner(scope, receive, answer)
            except ConnectionError:
                raise
            except Exception:
                status = status or 500  # the response of `RequestLogMiddleware`
                raise
            finally:
                note(getattr(scope.get("route"), "path", None), status)


def create_tracer(config: ServerConfig, environ: Mapping[str, str] = os.environ) -> OtlpTracer | None:
    """Return the tracer of a server if an endpoint is set."""
    if not config.traces and not environ.get(ENDPOINT):
        return None
    if not missing("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"):
        return OtlpTracer(config.traces)
    if config.traces:
        raise BadInput(f"traces need OpenTelemetry: {install_command('tracing')}", {})
    log.warning("%s is set, but traces need OpenTelemetry: %s", ENDPOINT, install_command("tracing"))
    return None
