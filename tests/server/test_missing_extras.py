"""A server without the libraries of extras: it names the extra that a setting needs, and works otherwise."""

from __future__ import annotations

import sys

import pytest

from stromnetz import BadInput
from stromnetz.cli import main
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.metrics import Metrics, create_metrics
from stromnetz.server.core.prometheus import PrometheusMetrics
from tests.server.local_server import MakeServer


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the libraries, as in an installation without extras."""
    for name in ("psycopg", "prometheus_client"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize("command", [("serve",), ("work",), ("admin", "people")])
@pytest.mark.usefixtures("hidden")
def test_postgresql_names_its_extra(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--database", "postgresql://localhost/games"]) == 2
    assert capsys.readouterr().err.strip().endswith('PostgreSQL needs psycopg: pip install "stromnetz[postgres]"')


@pytest.mark.usefixtures("hidden")
def test_token_for_metrics_names_the_extra() -> None:
    with pytest.raises(BadInput, match=r'metrics need prometheus-client: pip install "stromnetz\[metrics\]"'):
        ServerConfig(metrics_token="secret")


@pytest.mark.usefixtures("hidden")
def test_game_without_metrics(make_server: MakeServer) -> None:
    server = make_server()
    ann = server.ann
    id = ann.open("person", "plain", "plain", start=True)
    server.play(id, dict.fromkeys(range(3), ann), moves=2)
    assert type(server.service(Database).meters) is Metrics
    ann.client.address = "127.0.0.1"
    answer = ann.client.get("/metrics")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"].endswith('pip install "stromnetz[metrics]"')


def test_metrics_are_counted_if_their_library_is_installed() -> None:
    assert type(create_metrics(None)) is PrometheusMetrics
