"""A push service and a mail server run by tests, and helpers for turn notifications."""

from __future__ import annotations

import json
import re
import socket
import threading
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from stromnetz.server.notifications.service import NotificationService
from stromnetz.server.notifications.web_push import to_base64url
from stromnetz.server.table_play.clock_service import ClockService
from tests.server.conftest import Time
from tests.server.local_server import Guest, LocalServer, MakeServer

CONTACT = "mailto:host@example.org"
PUBLIC = "http://localhost"


class PushService:
    """A push service for one browser: it stores messages and responds as told."""

    def __init__(self) -> None:
        self.arrived: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes of"
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.arrived.append(({k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(outer.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Nothing."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def subscription(self, path: str = "/ann") -> dict[str, Any]:
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.origin}{path}",
            "keys": {"p256dh": to_base64url(point), "auth": to_base64url(self._auth)},
        }

    def read(self) -> tuple[dict[str, str], Any]:
        """Return the last message, decrypted as a browser does."""
        headers, body = self.arrived[-1]
        found = http_ece.decrypt(body, private_key=self._private, auth_secret=self._auth, version="aes128gcm")
        return headers, json.loads(found)


class HangingService:
    """A push service that accepts connections and never responds until it is closed."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._listening.settimeout(30)
        self._taken: list[socket.socket] = []
        self.origin = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def take(self, count: int) -> None:
        """Wait for so many connections."""
        while len(self._taken) < count:
            self._taken.append(self._listening.accept()[0])

    def close(self) -> None:
        for one in (*self._taken, self._listening):
            one.close()


class Mailbox:
    """A mail server that stores messages."""

    def __init__(self) -> None:
        self.messages: list[tuple[list[str], Message]] = []
        self.closed = False
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(  # noqa: N802  (the name in the library)
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        if self.closed:
            return "451 not now"
        self.messages.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 OK"

    def stop(self) -> None:
        self._controller.stop()

    def text(self, number: int = -1) -> str:
        body = self.messages[number][1].get_content()  # type: ignore[attr-defined]
        assert isinstance(body, str)
        return body

    def link(self, what: str) -> str:
        found = re.search(rf"{PUBLIC}(/mail/{what}/\S+)", self.text())
        assert found is not None
        return found[1]


def email_server(make_server: MakeServer, mailbox: Mailbox, database: str | None = None) -> LocalServer:
    smtp = {"smtp": f"127.0.0.1:{mailbox.port}", "smtp_from": "Stromnetz <table@example.org>", "smtp_tls": "none"}
    return make_server(database, **smtp, public_url=PUBLIC)


def send_due(server: LocalServer) -> None:
    server.run(server.service(NotificationService).send_due)


def named_pair(server: LocalServer) -> tuple[Guest, Guest]:
    out = server.guest(), server.guest()
    for guest, name in zip(out, ("Ann", "Ben"), strict=True):
        guest.post("/api/me", {"name": name})
    return out


def start_game(server: LocalServer, ann: Guest, ben: Guest) -> tuple[str, Guest, Guest]:
    """Start a game of two; return its id, the player to act and the other one."""
    id = ann.open("person", "open")
    ben.post(f"/api/tables/{id}/join", {})
    ann.post(f"/api/tables/{id}/start")
    first = ann.get(f"/api/tables/{id}")["to_act"]
    return id, *((ann, ben) if first == 0 else (ben, ann))


def move_once(server: LocalServer, id: str, guest: Guest) -> None:
    """Make the first legal move."""
    game = server.game(id)
    guest.move(id, game.position.seat, game.legal_moves[0].to_json(), game.version)


def everyone_leaves(server: LocalServer, time: Time, seconds: float) -> None:
    """Let everyone leave, and let time pass."""
    server.run(server.service(ClockService).store_presence)
    time.pass_by(seconds)
