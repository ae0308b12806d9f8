"""People of every kind who send requests to a server in this process, and objects for their requests."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from sqlalchemy import delete
from starlette.types import Message, Scope

from stromnetz.lessons import all_lessons
from stromnetz.play import catalogue
from stromnetz.play.catalogue import rating_group
from stromnetz.server.accounts.oidc_routes import LOGIN_COOKIE
from stromnetz.server.accounts.store import set_admin
from stromnetz.server.core.cookies import COOKIE
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import address_bans
from stromnetz.server.core.dependencies import Services
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.core.middleware.stack import MiddlewareStack
from stromnetz.server.notifications.email import CONFIRM, STOP, token
from stromnetz.server.notifications.store import set_address
from stromnetz.server.tables.service import TableService
from stromnetz.tables.table import FINISHED
from stromnetz.tables.time import now_ms
from tests.load.schema_values import Json, ValueGenerator
from tests.server.oidc_provider import Provider

ADDRESS = "ann@example.org"
PASSWORD = "four words in a row"
DROPPED = 1006
"""The close code of a connection without one."""


@asynccontextmanager
async def served(app: MiddlewareStack) -> AsyncIterator[None]:
    """Run the application during the block."""
    asked: asyncio.Queue[Message] = asyncio.Queue()
    said: asyncio.Queue[Message] = asyncio.Queue()
    task = asyncio.create_task(app({"type": "lifespan", "asgi": {"version": "3.0"}}, asked.get, said.put))
    await asked.put({"type": "lifespan.startup"})
    started = await said.get()
    assert started["type"] == "lifespan.startup.complete", started
    yield
    await asked.put({"type": "lifespan.shutdown"})
    await task


class Client:
    """A client with a cookie, a token or neither."""

    def __init__(self, app: MiddlewareStack) -> None:
        self._app = app
        self.cookie: str | None = None
        self.begun: str | None = None
        """Binds a log-in at the provider to this browser."""
        self.token: str | None = None

    @staticmethod
    def services(app: MiddlewareStack) -> Services:
        services: Services = app.inner.state.services
        return services

    def _scope(self, kind: str, target: str, more: list[tuple[bytes, bytes]]) -> Scope:
        path, _, query = target.partition("?")
        headers = [(b"host", b"localhost"), *more]
        cookies = {COOKIE: self.cookie, LOGIN_COOKIE: self.begun}
        if any(cookies.values()):
            headers.append((b"cookie", "; ".join(f"{name}={one}" for name, one in cookies.items() if one).encode()))
        if self.token is not None:
            headers.append((b"authorization", f"Bearer {self.token}".encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(path, errors="replace"),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }

    async def send(self, method: str, target: str, body: bytes = b"", kind: str | None = None) -> tuple[int, bytes]:
        """Send a request; return status and body. Cookies are kept."""
        more = [(b"content-length", str(len(body)).encode())] if body else []
        if kind is not None:
            more.append((b"content-type", kind.encode()))
        scope = {**self._scope("http", target, more), "method": method}
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        status, parts = 599, []
        gone: asyncio.Queue[Message] = asyncio.Queue()

        async def receive() -> Message:
            # the client waits for the whole response: it would end early after a disconnect
            return given.pop() if given else await gone.get()

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                for name, value in message["headers"]:
                    if name == b"set-cookie":
                        self._keep(value.decode())
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await self._app(scope, receive, answer)
        return status, b"".join(parts)

    def _keep(self, cookie: str) -> None:
        name, _, value = cookie.partition(";")[0].partition("=")
        if name == LOGIN_COOKIE:
            self.begun = value.strip('"') or None
        elif name == COOKIE:
            self.cookie = value.strip('"') or None

    async def ask(self, method: str, target: str, body: Any = None) -> Any:
        """Send a request that must succeed."""
        data = b"" if body is None else json.dumps(body).encode()
        status, answer = await self.send(method, target, data, "application/json" if data else None)
        assert status < 400, (method, target, status, answer[:300])
        return json.loads(answer) if answer else None

    async def watch(self, target: str, messages: list[str | bytes]) -> tuple[int, int]:
        """Connect and send messages; return the close code, and how many messages the server read."""
        left, code, heard = list(reversed(messages)), DROPPED, 0
        connected = gone = False

        async def receive() -> Message:
            nonlocal connected, gone, heard
            if not connected:
                connected = True
                return {"type": "websocket.connect"}
            await asyncio.sleep(0)
            if not left:
                gone = True
                return {"type": "websocket.disconnect", "code": 1000}
            heard += 1
            one = left.pop()
            return {"type": "websocket.receive", "text" if isinstance(one, str) else "bytes": one}

        async def answer(message: Message) -> None:
            nonlocal code
            if message["type"] == "websocket.accept":
                code = 1000
            elif message["type"] == "websocket.close" and not gone:
                code = message.get("code", 1000)

        scope = {**self._scope("websocket", target, [(b"origin", b"http://localhost")]), "subprotocols": []}
        try:
            await self._app(scope, receive, answer)
        except Exception:
            return 1011, heard
        return code, heard


def known(names: list[str]) -> dict[str, list[Any]]:
    """Return objects that exist on every server, apart from people's names."""
    return {
        "name": [*names, "Ann", "Jörg", "山田"],
        "password": [PASSWORD, "a wrong one"],
        "old": [PASSWORD, None],
        "what": [CONFIRM, STOP],
        "seat": [0, 1, 2, 5],
        "round": [1],
        "group": sorted({rating_group(one.id) for one in catalogue.editions()}),
        "version": [0, 1, 2],
        "edition": [one.id for one in catalogue.editions()],
        "map": [one for edition in catalogue.editions() for one in edition.maps],
        "bot": ["easy", "plain"],
        "address": [ADDRESS],
        "room": ["players", "spectators"],
    }


class People:
    """People on a server: an admin, another account, a guest, a program, a banned person, a stranger."""

    def __init__(self, app: MiddlewareStack) -> None:
        self.app = app
        self.people: dict[str, Client] = {}
        self.pool: dict[str, list[Any]] = {}

    @classmethod
    async def gather(cls, app: MiddlewareStack, rng: random.Random, site: Provider, before: People | None) -> People:
        out = cls(app)
        number = rng.randrange(10**9)
        names = {"admin": f"Ann {number}", "account": f"Bob {number}", "guest": f"Eve {number}"}
        for kind in (*names, "banned", "stranger", "program"):
            out.people[kind] = Client(app)
        admin, account, guest = (out.people[kind] for kind in names)
        store = Client.services(app).get(Database)
        # an earlier request may have banned the address that all of them share
        await store.write(lambda c: c.execute(delete(address_bans)))
        for kind, one in (("admin", admin), ("account", account)):
            await one.ask("POST", "/api/account", {"name": names[kind], "password": PASSWORD})
        await guest.ask("POST", "/api/me", {"name": names["guest"]})
        await out.people["banned"].ask("POST", "/api/me", {"name": "Mallory"})
        ids = [one.cookie.split(".")[0] for one in (admin, account, guest, out.people["banned"]) if one.cookie]
        await store.write(lambda c: set_admin(c, ids[0], True))
        await admin.ask("PUT", f"/api/admin/people/{ids[3]}/ban", {"reason": "noise"})
        made = await account.ask("POST", "/api/me/tokens", {"name": f"Bot {number}"})
        out.people["program"].token = made["token"]
        tables = [await out._table(state) for state in ("lobby", "running", "rated", "finished")]
        tables.append((await guest.ask("POST", f"/api/lessons/{all_lessons()[0].id}", {}))["table"])
        lobby = await admin.ask("GET", f"/api/tables/{tables[0]}")
        seat = (await account.ask("GET", f"/api/tables/{tables[1]}/seats/1/recovery"))["token"]
        sessions = (await account.ask("GET", "/api/account"))["account"]["sessions"]
        link = await admin.ask("POST", f"/api/admin/people/{ids[1]}/password-link")
        said = await account.ask("POST", f"/api/tables/{tables[1]}/chat", {"text": "hello", "key": "k"})
        await admin.ask("POST", f"/api/tables/{tables[1]}/chat/reports", {"room": "players", "seq": said["seq"]})
        reports = (await admin.ask("GET", "/api/admin/reports"))["reports"]
        # set directly: emails to one address are limited
        await store.write(lambda c: set_address(c, ids[1], ADDRESS, "en", now_ms()))
        key = Client.services(app).get(IdentityRegistry).key
        letters = [token(what, ids[1], ADDRESS, key) for what in (CONFIRM, STOP)]
        asked = (await account.ask("POST", "/api/account/oidc"))["url"]
        back = site.authorize({name: values[0] for name, values in parse_qs(urlsplit(asked).query).items()})
        visit = parse_qs(urlsplit(back).query)
        over = before.pool["over"] if before is not None else [await out._over()]
        out.pool = known(list(names.values())) | {
            "over": over,
            "id": [*tables, *over],
            "table": [*tables, lobby["code"]],
            "code": [lobby["code"], *visit["code"]],
            "state": visit["state"],
            "who": [*ids, *names.values()],
            "to": [*ids, *names.values()],
            "session": [one["id"] for one in sessions],
            "token": [seat, link["link"].partition("=")[2], *letters],
            "program": [made["id"]] if "id" in made else [],
            "author": [said["author"]],
            "seq": [said["seq"], said["seq"] + 1],
            "report": [one["id"] for one in reports],
        }
        return out

    async def _table(self, state: str) -> str:
        """Open a table of the two accounts, with a free seat before the game."""
        admin, account = self.people["admin"], self.people["account"]
        body: Json = {"seats": [{"kind": "person"}, {"kind": "open"}], "public": True, "rated": state == "rated"}
        if state == "lobby":
            body["seats"].append({"kind": "open"})
        if state == "running":
            body["clock"] = {"kind": "live"}
        id: str = (await admin.ask("POST", "/api/tables", body))["table"]["id"]
        await account.ask("POST", f"/api/tables/{id}/join", {})
        if state != "lobby":
            await admin.ask("POST", f"/api/tables/{id}/start")
        if state == "finished":
            await (
                Client.services(self.app).get(TableService).update(id, lambda table: setattr(table, "state", FINISHED))
            )
        return id

    async def _over(self) -> str:
        """Play a game with bots to its end."""
        admin = self.people["admin"]
        body = {"seats": [{"kind": "person"}, {"kind": "bot", "bot": "random"}], "options": {"short": True}}
        id: str = (await admin.ask("POST", "/api/tables", body))["table"]["id"]
        await admin.ask("POST", f"/api/tables/{id}/start")
        await admin.ask("POST", f"/api/tables/{id}/resign", {"seat": 0})
        while (await admin.ask("GET", f"/api/tables/{id}"))["state"] != "finished":
            await asyncio.sleep(0.05)
        return id

    def anybody(self, rng: random.Random, tag: str) -> Client:
        """Return who sends a request; more often someone who is allowed to."""
        likely = "admin" if tag == "admin" else "program" if tag == "programs" and rng.random() < 0.3 else "account"
        return self.people[likely if rng.random() < 0.5 else rng.choice(sorted(self.people))]

    def value(self, rng: random.Random, name: str, schema: Json, shapes: ValueGenerator, wild: bool) -> Any:
        """Return a value for a parameter: an existing object, or something of the same form."""
        if wild and rng.random() < 0.15:
            return shapes.strange(rng)
        if self.pool.get(name) and rng.random() < 0.8:
            return rng.choice(self.pool[name])
        return shapes.draw(rng, schema, wild)

    def body(self, rng: random.Random, schema: Json, shapes: ValueGenerator, wild: bool) -> Any:
        out = shapes.draw(rng, schema, wild)
        if isinstance(out, dict):
            for name in out:
                if self.pool.get(name) and rng.random() < 0.6:
                    out[name] = rng.choice(self.pool[name])
        return out
