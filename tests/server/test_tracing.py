"""Spans are exported to a collector run by the test, without data about players."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from stromnetz import BadInput
from stromnetz.server.core import tracing
from stromnetz.server.core.config import ServerConfig
from tests.helpers import needed
from tests.server.local_server import MakeServer, choose

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


class Collector:
    """Receives OTLP over HTTP."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        taken = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/traces"
                taken.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def spans(self) -> list[Any]:
        service = needed("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
        requests = [service.ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [
            span
            for request in requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


@pytest.fixture
def collector() -> Iterator[Collector]:
    out = Collector()
    yield out
    out.server.shutdown()
    out.server.server_close()


def test_spans_of_a_move_and_its_stages(collector: Collector, make_server: MakeServer) -> None:
    server = make_server(traces=collector.url)
    ann = server.ann
    id = ann.open("person", "plain", start=True, name="Annabella")
    server.wait_for_people(id)
    game = server.game(id)
    move = choose(game, random.Random(1))
    given = {"x-request-id": "from-the-proxy", "traceparent": f"00-{TRACE}-{PARENT}-01"}
    body = {"seat": 0, "moves": [move], "version": game.version, "key": "once"}
    assert ann.client.post(f"/api/tables/{id}/moves", json=body, headers=given).status_code == 200
    server.wait_for_people(id)
    assert ann.client.get("/api/nothing").status_code == 404
    server.stop()

    spans = collector.spans()
    name = "POST /api/tables/{id}/moves"
    (made,) = [span for span in spans if span.name == name]
    facts = {one.key: one.value for one in made.attributes}
    assert (made.trace_id.hex(), made.parent_span_id.hex()) == (TRACE, PARENT)
    assert facts["stromnetz.request"].string_value == "from-the-proxy"
    assert facts["http.route"].string_value == "/api/tables/{id}/moves"
    assert facts["http.response.status_code"].int_value == 200
    parts = [span for span in spans if span.parent_span_id == made.span_id]
    assert {"wait", "rules", "commit"} <= {span.name for span in parts}
    for span in parts:
        assert made.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
        assert span.end_time_unix_nano <= made.end_time_unix_nano
    by_bots = {span.span_id for span in spans if span.name == "bot move"}
    assert {"think", "commit"} <= {span.name for span in spans if span.parent_span_id in by_bots}
    for secret in (id, "Annabella", *ann.client.cookies.values()):
        assert not any(secret.encode() in told for told in collector.bodies)


def test_missing_libraries_are_reported(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(BadInput, match="begin with http"):
        ServerConfig(traces="localhost:4318")
    assert tracing.create_tracer(ServerConfig(), {}) is None
    monkeypatch.setattr("stromnetz.server.core.tracing.missing", lambda *names: names)
    with pytest.raises(BadInput, match=r"stromnetz\[tracing\]"):
        tracing.create_tracer(ServerConfig(traces="http://localhost:4318"), {})
    # a variable of the whole machine does not prevent the start
    assert tracing.create_tracer(ServerConfig(), {tracing.ENDPOINT: "http://localhost:4318"}) is None
    assert "stromnetz[tracing]" in caplog.text


def test_missing_collector_delays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "STOP_SECONDS", 0.2)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # it does not listen
        spans = tracing.create_tracer(ServerConfig(traces=f"http://127.0.0.1:{free.getsockname()[1]}"), {})
        assert spans is not None
        with spans.root_span("anything"):
            pass
        began = time.monotonic()
        spans.stop()
    assert time.monotonic() - began < 2
