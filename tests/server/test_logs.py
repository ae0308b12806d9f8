"""The log of failures, which contains no secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event, select, text

from stromnetz.server.core.database import db_schema
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.engine import writing
from stromnetz.server.core.logs import JsonFormatter, PlainFormatter, log_digest, redact
from tests.server.local_server import LocalServer

KEY = "key-of-a-move-9f31c5aa07e2"


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Capture the log in both formats, at the debug level."""
    lines, root = io.StringIO(), logging.getLogger()
    handlers = [logging.StreamHandler(lines), logging.StreamHandler(lines)]
    handlers[0].setFormatter(JsonFormatter())
    handlers[1].setFormatter(PlainFormatter())
    before, level = list(root.handlers), root.level
    root.handlers[:] = handlers
    root.setLevel("INFO")
    try:
        yield lines
    finally:
        root.handlers[:] = before
        root.setLevel(level)


@contextmanager
def failing(server: LocalServer, *names: str) -> Iterator[None]:
    """Make insertions into these tables fail; the errors quote the rows."""
    engine = writing(server.service(Database).engine)
    if engine.dialect.name == "postgresql":
        with engine.begin() as c:
            for name in names:
                c.execute(text(f"ALTER TABLE {name} ADD CONSTRAINT never_{name} CHECK (false) NOT VALID"))
        yield
        with engine.begin() as c:
            for name in names:
                c.execute(text(f"ALTER TABLE {name} DROP CONSTRAINT never_{name}"))
        return

    def refuse(connection: Any, record: object, proxy: object) -> None:
        connection.execute("PRAGMA query_only=1")

    def allow(connection: Any, record: object, proxy: object) -> None:
        connection.execute("PRAGMA query_only=0")

    event.listen(engine, "checkout", refuse)
    yield
    event.remove(engine, "checkout", refuse)
    event.listen(engine, "checkout", allow)


def secrets_of(c: Connection, id: str) -> set[str]:
    """Return the secrets of a table: ids, the signing key, and seed and salt of the game."""
    header = json.loads(
        c.execute(select(db_schema.games.c.header_json).where(db_schema.games.c.table_id == id)).scalar_one()
    )
    return {
        id,
        KEY,
        header["setup"]["seed"],
        header["salt"],
        *c.execute(select(db_schema.guests.c.id)).scalars(),
        c.execute(select(db_schema.meta.c.value).where(db_schema.meta.c.name == "cookie-key")).scalar_one(),
    }


@pytest.mark.alone
def test_log_has_no_secrets_when_database_fails(server: LocalServer) -> None:
    ann = server.ann
    with logged() as lines:
        id = ann.open("person", "person")
        with failing(server, "games"):
            assert ann.client.post(f"/api/tables/{id}/start").status_code >= 500
        ann.post(f"/api/tables/{id}/start")
        server.play(id, {0: ann, 1: ann}, moves=5)
        game = server.game(id)
        move = {"seat": game.position.seat, "moves": [game.legal_moves[0].to_json()]}
        body = {**move, "version": game.version, "key": KEY}
        with failing(server, "rows"):
            assert ann.client.post(f"/api/tables/{id}/moves", json=body).status_code >= 409
        ann.post(f"/api/tables/{id}/moves", body)
        logging.getLogger("stromnetz.server").warning(
            "a bot is due at a table that cannot be read", extra={"table": id}
        )
    with server.service(Database).engine.connect() as c:
        secrets = secrets_of(c, id)
    found = lines.getvalue()
    assert "failed" in found
    assert not {secret for secret in secrets if secret in found}
    assert log_digest(id) in found, "the lines of a table are still found by what stands for its id"


def test_random_text_is_redacted() -> None:
    id, seed = "Zk3v-8_qTz0aWb1XcYd2eQ", "c0ffee" * 8
    for secret in (id, seed, f"{id}.0.{id}"):
        assert id not in redact(f"a trace (/tables/{secret}/live)")
    assert redact(f"x={seed};") == f"x={log_digest(seed)};"
    plain = (
        "2026-11-18T19:43 test_updates_are_sent_after_commit, RefusedConnectionHandler, /srv/stromnetz-games-2026_b2/x"
    )
    assert redact(plain) == plain
    record = logging.makeLogRecord({"msg": "a game has ended", "table": id, "request": "a" * 32 + "1"})
    assert json.loads(JsonFormatter().format(record))["table"] == log_digest(id)
    assert json.loads(JsonFormatter().format(record))["request"] == "a" * 32 + "1"
