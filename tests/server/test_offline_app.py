"""The offline app answers the same requests with the same JSON as a server."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

import pytest

from stromnetz.offline.requests import Request
from stromnetz.play.catalogue import editions
from tests.offline.device import Device
from tests.server.local_server import LocalServer, MakeServer

SEED = 11
OWN = ("id", "code", "created_at", "changed_at", "commitment", "clock", "host", "table", "account", "recovery", "link")
"""Fields that differ between two tables, or that only a server has."""

REFERENCE = [
    *("/api/editions", "/api/boards", "/api/bots", "/api/rules", "/api/rules/A3", "/api/rules/a3?edition=outpost"),
    *("/api/words/en", "/api/words/de", "/api/words/nl/newtable", "/api/words/xx", "/api/words/en/nowhere"),
    *(
        "/api/guides/the-game",
        "/api/guides/glossary",
        "/api/guides/other",
        "/api/lessons",
        "/api/puzzles?day=2026-11-20",
    ),
    *(f"/api/editions/{one.id}{rest}" for one in editions() for rest in ("", "/rules", "/help", "?language=de")),
    *(f"/api/boards/{map}" for map in sorted({map for one in editions() for map in one.maps})),
]


@pytest.fixture
def server(make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> LocalServer:
    monkeypatch.setattr(secrets, "randbits", lambda bits: SEED)
    return make_server()


def shared(value: Any) -> Any:
    """Return JSON without what is different at every table."""
    if isinstance(value, dict):
        return {key: shared(one) for key, one in value.items() if key not in OWN}
    return [shared(one) for one in value] if isinstance(value, list) else value


def server_answer(server: LocalServer, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    response = server.ann.client.request(method, path, json=body)
    return response.status_code, response.json() if response.content else None


def offline_answer(device: Device, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    at, _, query = path.partition("?")
    asked = dict(part.split("=", 1) for part in query.split("&")) if query else {}
    response = device.app.request(Request(method, at, asked, body or {}))
    device.keep()
    return response.status, json.loads(json.dumps(response.body))


@pytest.mark.parametrize("path", REFERENCE)
def test_reference_data_is_the_same(server: LocalServer, path: str) -> None:
    status, body = server_answer(server, "GET", path)
    found, offline = offline_answer(Device(), "GET", path)
    assert found == status
    assert offline == body


QUESTIONS = (
    *("view", "view?version=3", "history", "history?after=2", "events", "undo?seat=0", "undo?seat=1", "advice"),
    *(
        "refused-moves?seat=0",
        "refused-moves?seat=1",
        "ranking",
        "times",
        "chances",
        "review?seat=0",
        "record",
        "lesson",
    ),
    *("view?seat=7", "refused-moves?seat=7"),
)


# in tier 1, one game with the rules of the others and one with its own
SOONER = ("classic-2004", "outpost")


@pytest.mark.parametrize(
    "edition", [pytest.param(one.id, marks=[] if one.id in SOONER else [pytest.mark.slow]) for one in editions()]
)
def test_games_are_the_same(server: LocalServer, edition: str) -> None:
    """Two people at one screen, the same moves, all questions in between and after the end."""
    device, rng = Device(SEED), random.Random(4)
    wish = {"edition": edition, "seats": [{"kind": "person"}, {"kind": "person", "name": "Bob"}], "name": "Ann"}
    opened = server_answer(server, "POST", "/api/tables", wish), offline_answer(device, "POST", "/api/tables", wish)
    assert [status for status, _ in opened] == [201, 201]
    ids = [body["table"]["id"] for _, body in opened]
    made = 0
    while True:
        pairs: list[tuple[str, str, Any]] = [("POST", "start", {})] if made == 0 else []
        game = device.app.table(ids[1]).session.game
        if game is not None and game.decision is not None:
            move = rng.choice(game.legal_moves).to_json()
            body = {"seat": game.decision.seat, "moves": [move], "version": game.version, "key": f"k{made}"}
            wrong = {**body, "seat": 1 - game.decision.seat, "key": f"w{made}"}
            looks = made % 60 == 5
            plan = {"seat": game.decision.seat, "moves": [move]}
            asked = [("POST", "preview", plan), ("POST", "moves", wrong), ("POST", "prices", {**plan, "moves": []})]
            pairs = [*(asked if looks else []), ("POST", "moves", body)]
            if looks:
                undo = {"seat": game.decision.seat, "version": game.version + 1, "key": f"u{made}"}
                pairs += [("POST", "undo", undo), *(("GET", question, None) for question in QUESTIONS)]
        for method, path, body in pairs:
            compare(server, device, ids, method, path, body)
        made += 1
        if made > 1 and (game is None or game.decision is None):
            break
    for question in QUESTIONS:
        if not question.startswith(("review", "times", "record")):
            compare(server, device, ids, "GET", question, None)
    record = offline_answer(device, "GET", f"/api/tables/{ids[1]}/record")[1]
    assert record["rows"] == server_answer(server, "GET", f"/api/tables/{ids[0]}/record")[1]["rows"]


def compare(server: LocalServer, device: Device, ids: list[str], method: str, path: str, body: Any) -> None:
    expected = server_answer(server, method, f"/api/tables/{ids[0]}/{path}", body)
    found = offline_answer(device, method, f"/api/tables/{ids[1]}/{path}", body)
    assert found[0] == expected[0], (method, path)
    assert shared(found[1]) == shared(expected[1]), (method, path)
