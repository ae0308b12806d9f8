"""Metrics, which reveal nothing about tables and people."""

from __future__ import annotations

import io
import json
import logging
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from stromnetz.server.core.logs import JsonFormatter, add_request_id
from stromnetz.server.core.metrics import STAGES
from stromnetz.server.multiprocess.metrics_files import MetricsFolder
from tests.server.local_server import Guest, LocalServer, MakeServer

pytestmark = pytest.mark.alone  # these tests count everything on the server

ROOT = Path(__file__).parents[2]


def metrics_of(guest: Guest) -> Any:
    """Return the metrics as a program on the same machine gets them."""
    before, guest.client.address = guest.client.address, "127.0.0.1"
    answer = guest.client.get("/metrics")
    guest.client.address = before
    return answer


def samples_in(metrics: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(metrics)
        for sample in family.samples
    }


def read(guest: Guest) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    answer = metrics_of(guest)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return samples_in(answer.text)


def test_moves_stages_sockets_and_bots_are_counted(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "plain", "plain", start=True)
    with ann.live(id) as live:
        live.receive_json()
        server.play(id, dict.fromkeys(range(3), ann), moves=2)
        live.receive_json()
        found = read(ann)
        assert found["stromnetz_sockets", ()] == 1
    rows = [row for row in server.game(id).rows if row.move is not None]
    assert found["stromnetz_moves_total", (("by", "person"),)] == 2
    assert found["stromnetz_moves_total", (("by", "bot"),)] == len(rows) - 2 > 0
    assert found["stromnetz_bot_seconds_count", ()] >= len(rows) - 2
    assert found["stromnetz_open_tables", ()] == 1
    assert found["stromnetz_database_up", ()] == 1
    assert found["stromnetz_database_writes_total", ()] >= found["stromnetz_database_commits_total", ()] > len(rows)
    for stage in STAGES:
        assert found["stromnetz_stage_seconds_count", (("stage", stage),)] > 0, stage
    route = (("method", "POST"), ("route", "/api/tables/{id}/moves"), ("status", "200"))
    assert found["stromnetz_request_seconds_count", route] == 2
    assert found["process_resident_memory_bytes", ()] > 1_000_000


def test_metrics_reveal_no_tables_or_people(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", name="Annabella")
    ann.get(f"/api/tables/{id}", 200)
    for path in (f"/t/{id}x", "/etc/passwd", f"/api/tables/{id}/nothing"):
        ann.client.get(path)
    ann.client.request("BREW", "/api/tables")
    text = metrics_of(ann).text
    assert id not in text
    assert "Annabella" not in text
    assert "passwd" not in text
    assert "BREW" not in text
    # strangers cannot add series: unknown paths are one route, unknown methods one method
    routes = set(re.findall(r'route="([^"]*)"', text))
    assert "none" in routes
    assert routes <= {"none", *server.app.inner.openapi()["paths"]}


def test_without_token_metrics_are_for_this_machine(sqlite_server: LocalServer) -> None:
    client = sqlite_server.ann.client
    for address, headers, allowed in (
        ("127.0.0.1", {}, True),
        ("::1", {"host": "127.0.0.1:8765"}, True),
        ("::1", {"host": "[::1]:8765"}, True),
        ("testclient", {}, False),
        ("10.0.0.7", {"host": "localhost"}, False),
        # a proxy on this machine asks for others, whatever its headers say
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"host": "192.168.1.5"}, False),
    ):
        client.address = address
        answer = client.get("/metrics", headers=headers)
        assert answer.status_code == (200 if allowed else 403), (address, headers)


def test_token_protects_metrics(make_server: MakeServer) -> None:
    server = make_server(metrics_token="watcher")
    client = server.ann.client
    for sent in (
        {},
        {"authorization": "watcher"},
        {"authorization": "Bearer watche"},
        {"authorization": "Bearer wätcher"},
    ):
        refused = client.get("/metrics", headers={name.encode(): value.encode() for name, value in sent.items()})
        assert (refused.status_code, refused.json()["error"]["kind"]) == (403, "forbidden")
    assert client.get("/metrics", headers={"authorization": "Bearer watcher"}).status_code == 200
    server.ann.get("/healthz", 200)


@pytest.mark.skipif(sys.platform == "win32", reason="processes share no port on Windows")
def test_folders_of_killed_servers_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = (
        "import os, signal\n"
        "from stromnetz.server.multiprocess.metrics_files import MetricsFolder\n"
        "folder = MetricsFolder()\n"
        "folder.began(0, os.getpid())\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert subprocess.run([sys.executable, "-c", killed], check=False).returncode == -signal.SIGKILL
    foreign = tmp_path / "stromnetz-metrics-of-something-else"
    foreign.mkdir()
    (left,) = set(tmp_path.iterdir()) - {foreign}
    assert (left / "0.pid").is_file()
    one = MetricsFolder()
    assert {path.stat().st_mode & 0o777 for path in one.path.iterdir()} == {0o600}, "nobody else can read it"
    assert set(tmp_path.iterdir()) == {foreign, one.path}, "what the killed one has left is gone"
    other = MetricsFolder()
    assert set(tmp_path.iterdir()) == {foreign, one.path, other.path}, "what is in use stays"
    one.remove()
    other.remove()
    assert set(tmp_path.iterdir()) == {foreign}


def test_request_id_is_in_log_and_response(server: LocalServer) -> None:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(add_request_id)
    log = logging.getLogger("stromnetz.http")
    before = log.level
    log.addHandler(handler)
    log.setLevel("INFO")
    try:
        client = server.ann.client
        given = client.get("/healthz", headers={"x-request-id": "from-the-proxy.1"})
        own = [client.get("/healthz", headers={"x-request-id": bad}) for bad in ("short", "two words here", 'a"quote-')]
        missing = client.get("/nowhere/at/all")
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
    assert given.headers["x-request-id"] == "from-the-proxy.1"
    names = [answer.headers["x-request-id"] for answer in (*own, missing)]
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)
    assert len(set(names)) == len(names)
    logged = [json.loads(line)["request"] for line in lines.getvalue().splitlines()]
    assert logged == ["from-the-proxy.1", *names]


def test_dashboard_uses_existing_metrics(server: LocalServer) -> None:
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"(?:stromnetz|process)_[a-z_]+", target["expr"])
    }
    server.ann.get("/healthz", 200)
    there = {name for name, _ in read(server.ann)}
    assert asked <= there
    # all our metrics are on the dashboard
    counted = {name for name in there if name.startswith("stromnetz_") and not name.endswith(("_created", "_sum"))}
    heads = {name.removesuffix("_bucket").removesuffix("_count") for name in asked}
    assert {name.removesuffix("_bucket").removesuffix("_count") for name in counted} <= heads
