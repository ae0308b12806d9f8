"""Messages between servers: which changes send them, and their text format."""

from __future__ import annotations

import pytest

from stromnetz.play.catalogue import default_edition
from stromnetz.server.core.cluster import (
    CHAT,
    GONE,
    LOOK,
    ROWS,
    SEEKS,
    TABLE,
    Bus,
    BusMessage,
    Cluster,
    read_bus_message,
)
from stromnetz.server.multiprocess.cluster import change_message
from tests.server.local_server import LocalServer


@pytest.mark.parametrize("message", [BusMessage(CHAT, "t" * 22, 1234), BusMessage(CHAT, "table"), BusMessage(CHAT)])
def test_message_round_trip(message: BusMessage) -> None:
    assert read_bus_message(message.text("abcd1234")) == ("abcd1234", message)
    assert len(message.text("abcd1234")) < 60


@pytest.mark.parametrize(
    "text", ["", "here", "here chat table", "here chat table x", "here chat table 1 2", "here chat table -1"]
)
def test_message_of_other_version_is_ignored(text: str) -> None:
    assert read_bus_message(text) is None


def test_every_change_sends_a_message(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[BusMessage] = []
    monkeypatch.setattr(Bus, "publish", lambda self, c, *messages: sent.extend(messages))
    # what a cluster sends in the commit of a table
    monkeypatch.setattr(Cluster, "record_change", lambda self, c, *tables: sent.append(change_message(*tables)))
    ann, bob, eve = sqlite_server.ann, sqlite_server.guest(), sqlite_server.guest()
    bob.post("/api/me", {"name": "Bob"})
    eve.post("/api/me", {"name": "Eve"})

    def told() -> list[BusMessage]:
        out, sent[:] = list(sent), []
        return out

    id = ann.open("person", "open")
    assert told() == [BusMessage(TABLE, id)]
    for guest, players in ((ann, 1), (eve, 0)):
        guest.post(f"/api/tables/{id}/chat", {"text": "hello", "key": "k"})
        assert told() == [BusMessage(CHAT, id, players)]
    bob.post(f"/api/tables/{id}/join", {})
    assert told() == [BusMessage(TABLE, id, 1)]
    ann.post(f"/api/tables/{id}/start")
    assert told() == [BusMessage(TABLE, id, 2)]
    sqlite_server.play(id, {0: ann, 1: bob}, moves=1)
    assert told() == [BusMessage(ROWS, id, 1)]
    ann.post(f"/api/tables/{id}/resign", {"seat": 0})
    assert told() == [BusMessage(TABLE, id, 3)]
    rematch = ann.post(f"/api/tables/{id}/rematch")["table"]["id"]
    assert told() == [BusMessage(LOOK, id), BusMessage(TABLE, rematch)]
    ann.post(f"/api/tables/{rematch}/leave", status=204)
    assert told() == [BusMessage(GONE, rematch)]
    for method, body in (("PUT", {"edition": default_edition(), "players": 2}), ("DELETE", None)):
        ann.call(method, "/api/me/seek", json=body)
        assert told() == [BusMessage(SEEKS)]
