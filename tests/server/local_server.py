"""A server in this process, its guests, and helpers to play."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from dataclasses import replace
from itertools import count
from types import TracebackType
from typing import Any, TypeVar

from sqlalchemy import Connection
from starlette.testclient import WebSocketTestSession

from stromnetz.bots import make_bot
from stromnetz.play.game import Game
from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.engine import writing
from stromnetz.server.core.dependencies import Services
from stromnetz.server.tables.cache import LoadedTable, TableCache
from stromnetz.server.tables.service import TableService
from stromnetz.tables.table import Table
from tests.server.in_process_client import Client

BASE = "http://localhost"
_keys = count()

Json = dict[str, Any]
T = TypeVar("T")


class Guest:
    """A client with its own cookies."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def call(self, method: str, path: str, status: int | None = None, **more: Any) -> Any:
        """Send a request; return the JSON of the response, which must have this status or be a success."""
        answer = self.client.request(method, path, **more)
        good = answer.status_code == status if status is not None else answer.is_success
        assert good, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json() if answer.content else None

    def get(self, path: str, status: int | None = None, **params: Any) -> Any:
        return self.call("GET", path, status, params=params)

    def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        return self.call("POST", path, status, json=body)

    def put(self, path: str, body: Any = None, status: int | None = None) -> Any:
        return self.call("PUT", path, status, json=body)

    @contextmanager
    def live(self, id: str, since: int | None = None, **more: Any) -> Iterator[WebSocketTestSession]:
        query = "" if since is None else f"?since={since}"
        with self.client.websocket_connect(f"ws://localhost/api/tables/{id}/live{query}", **more) as socket:
            yield socket

    # --- tables ---

    def open(self, *kinds: str, start: bool = False, **settings: Any) -> str:
        """Open a table with seats of these kinds: "person", "open", "automatic" or the name of a bot."""
        named = ("person", "open", "automatic")
        seats = [{"kind": k} if k in named else {"kind": "bot", "bot": k} for k in kinds]
        made = self.post("/api/tables", {"name": "Ann", "seats": seats, **settings}, 201)
        id: str = made["table"]["id"]
        if start:
            self.post(f"/api/tables/{id}/start")
        return id

    def move(
        self, id: str, seat: int, move: Json, version: int, key: str | None = None, status: int | None = None
    ) -> Any:
        body = {"seat": seat, "moves": [move], "version": version, "key": key or new_key()}
        return self.post(f"/api/tables/{id}/moves", body, status)


def read_until(socket: WebSocketTestSession, kind: str) -> Json:
    """Return the next message of this type."""
    while True:
        message: Json = socket.receive_json()
        if message["type"] == kind:
            return message


def read_until_closed(socket: WebSocketTestSession) -> None:
    while True:
        socket.receive_json()


def new_key() -> str:
    return f"key-{next(_keys)}"


class LocalServer:
    """A running server. Its first guest is ``ann``; `guest` returns others."""

    def __init__(self, config: ServerConfig) -> None:
        self.config = config
        self.app = create_app(config)
        self._client = Client(self.app, BASE)
        self.ann = Guest(self._client)
        self._guests = [self.ann]

    def __enter__(self) -> LocalServer:
        self._client.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client.portal is not None:
            self._client.__exit__(kind, error, trace)

    def visit(self) -> LocalServer:
        """Return this server for another test, with a new first guest."""
        out = copy(self)
        out._guests = []
        out.ann = out.guest()
        return out

    def stop(self) -> None:
        self.__exit__(None, None, None)
        self._client.portal = None

    def restart(self, **settings: Any) -> None:
        """Stop and start on the same database, perhaps with other settings; the browsers keep their cookies."""
        self.stop()
        self.config = replace(self.config, **settings)
        self.app = create_app(self.config)
        old = [guest.client for guest in self._guests]
        self._client = Client(self.app, BASE)
        self.__enter__()
        for guest, before in zip(self._guests, old, strict=True):
            guest.client = self._client if guest is self.ann else self._new_client(before.address)
            guest.client.cookies = before.cookies

    def guest(self, address: str = "testclient") -> Guest:
        """Return another browser."""
        guest = Guest(self._new_client(address))
        self._guests.append(guest)
        return guest

    def _new_client(self, address: str) -> Client:
        client = Client(self.app, BASE)
        client.address = address
        client.portal = self._client.portal
        return client

    def service(self, kind: Callable[..., T]) -> T:
        """Return a service of the server."""
        services: Services = self.app.inner.state.services
        return services.get(kind)

    def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a coroutine function in the server's event loop."""
        assert self._client.portal is not None
        return self._client.portal.call(work, *arguments)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Read from the database."""
        found: T = self.run(self.service(Database).read, work)
        return found

    def transaction(self) -> AbstractContextManager[Connection]:
        """Change the database behind the server's back."""
        return writing(self.service(Database).engine).begin()

    def opened(self, id: str) -> LoadedTable:
        """Return a table in the server's memory."""
        opened: LoadedTable = self.run(self.service(TableService).get, id)
        return opened

    def evict(self, id: str) -> None:
        """Let the server load a table from the database when it is needed again."""
        self.service(TableCache).evict(self.opened(id))

    def update(self, id: str, change: Callable[[Table], Any]) -> None:
        """Change a table as a service does."""
        self.run(self.service(TableService).update, id, change)

    def game(self, id: str) -> Game:
        """Return a game in the server's memory."""
        return self.opened(id).running_game()

    # --- playing ---

    def game_of_two(self, *bots: str, **settings: Any) -> tuple[str, Guest, Guest]:
        """Start a game of Ann, Bob and bots; return its id, Ann and Bob."""
        id, (bob,) = self._start(["Bob"], bots, settings)
        return id, self.ann, bob

    def game_of_three(self, *bots: str, **settings: Any) -> tuple[str, Guest, Guest, Guest]:
        """Start a game of Ann, Bob, Cem and bots; return its id and the three."""
        id, (bob, cem) = self._start(["Bob", "Cem"], bots, settings)
        return id, self.ann, bob, cem

    def _start(self, names: list[str], bots: tuple[str, ...], settings: Json) -> tuple[str, list[Guest]]:
        id = self.ann.open("person", *("open" for _ in names), *bots, **settings)
        guests = [self.guest() for _ in names]
        for guest, name in zip(guests, names, strict=True):
            guest.post(f"/api/tables/{id}/join", {"name": name})
        self.ann.post(f"/api/tables/{id}/start")
        return id, guests

    def wait(self, done: Callable[[], bool], what: str) -> None:
        """Wait for a condition, at most five minutes, since the machine may be busy.

        Pauses between checks grow, since checking takes time from the server in the same process.
        """
        last, pause = time.monotonic() + 300, 0.002
        while not done():
            assert time.monotonic() < last, f"never: {what}"
            time.sleep(pause)
            pause = min(pause * 1.5, 0.1)

    def wait_for_people(self, id: str) -> Json:
        """Wait until no bot has to act; return the table."""

        async def table() -> Table:
            return (await self.service(TableService).get(id)).table

        self.wait(lambda: not self.run(table).bot_due(), "a person's turn")
        now: Table = self.run(table)
        return now.to_json(None)

    def stand_in(self, id: str, *numbers: int) -> None:
        """Let bots play for these seats, or for all people."""

        def change(table: Table) -> None:
            for number, seat in enumerate(table.seats):
                if number in numbers or (not numbers and seat.kind == "person"):
                    seat.stand_in = "plain"

        self.update(id, change)

    def finish(self, id: str) -> None:
        """Let bots play for everyone until the game is over."""
        self.stand_in(id)
        self.wait_for_end(id)

    def wait_for_end(self, id: str) -> None:
        self.wait(lambda: self.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")

    def play(
        self,
        id: str,
        players: dict[int, Guest],
        moves: int = 100_000,
        seed: int = 0,
        watch: Callable[[], None] | None = None,
    ) -> Json:
        """Let people make moves (of the plain bot, sometimes random) until so many are made or the game is over."""
        rng = random.Random(seed)
        table = self.wait_for_people(id)
        made = 0
        while table["to_act"] is not None and made < moves:
            seat = table["to_act"]
            game = self.game(id)
            players[seat].move(id, seat, choose(game, rng), game.version)
            made += 1
            if watch is not None:
                watch()
            table = self.wait_for_people(id)
        return table


MakeServer = Callable[..., LocalServer]
"""Starts a server on a database or a new one, with settings; the fixture `make_server` stops it."""


def choose(game: Game, rng: random.Random) -> Json:
    """Return a sensible move, sometimes a random one."""
    assert game.decision is not None
    moves = game.legal_moves
    if rng.random() < 0.1 and len(moves) < 30:
        return moves[rng.randrange(len(moves))].to_json()
    return make_bot("plain").choose(game.view(game.decision.seat)).to_json()
