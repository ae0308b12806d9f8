"""A server in this process, guests that call it, and a way for them to play."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from itertools import count
from types import TracebackType
from typing import Any, TypeVar

from starlette.testclient import WebSocketTestSession

from stromnetz.bots import make_bot
from stromnetz.play.game import Game
from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.dependencies import Services
from stromnetz.server.tables.service import TableService
from stromnetz.tables.table import Table
from tests.server.in_process_client import Client

BASE = "http://localhost"
_keys = count()

Json = dict[str, Any]
T = TypeVar("T")


class Guest:
    """Somebody with a browser of their own: a client with its own cookies."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def call(self, method: str, path: str, status: int | None = None, **more: Any) -> Any:
        """The JSON of an answer, which must have this status (or be no refusal)."""
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
        """Open a table: a seat for each of these kinds, "person", "open", "automatic" or the name of a bot."""
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


def new_key() -> str:
    return f"key-{next(_keys)}"


class LocalServer:
    """A running server. Its first guest is ``ann``; others come by ``guest()``."""

    def __init__(self, config: ServerConfig) -> None:
        self.config = config
        self.app = create_app(config)
        self._client = Client(self.app, BASE)
        self.ann = Guest(self._client)

    def __enter__(self) -> LocalServer:
        self._client.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client.portal is not None:
            self._client.__exit__(kind, error, trace)

    def visit(self) -> LocalServer:
        """The same server for another test, whose first guest comes for the first time."""
        out = copy(self)
        out.ann = self.guest()
        return out

    def stop(self) -> None:
        self.__exit__(None, None, None)
        self._client.portal = None

    def guest(self, address: str = "testclient") -> Guest:
        """Another browser, served by the same loop."""
        client = Client(self.app, BASE)
        client.address = address
        client.portal = self._client.portal
        return Guest(client)

    def service(self, kind: Callable[..., T]) -> T:
        """The service of this kind inside the server."""
        services: Services = self.app.inner.state.services
        return services.get(kind)

    def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a coroutine function in the server's loop."""
        assert self._client.portal is not None
        return self._client.portal.call(work, *arguments)

    def game(self, id: str) -> Game:
        """The game inside the server."""
        game: Game = self.run(self.service(TableService).get, id).running_game()
        return game

    # --- playing on ---

    def wait(self, done: Callable[[], bool], what: str) -> None:
        """Wait until a condition holds, and fail after five minutes: a loaded machine is slow, but not wrong.

        The pauses between two looks grow, since looking takes time from the server in the same process.
        """
        last, pause = time.monotonic() + 300, 0.002
        while not done():
            assert time.monotonic() < last, f"never: {what}"
            time.sleep(pause)
            pause = min(pause * 1.5, 0.1)

    def wait_for_people(self, id: str) -> Json:
        """Until no bot is to act: the table as it is then."""

        async def table() -> Table:
            return (await self.service(TableService).get(id)).table

        self.wait(lambda: not self.run(table).bot_due(), "a person's turn")
        now: Table = self.run(table)
        return now.to_json(None)

    def finish(self, id: str) -> None:
        """Let bots play for everybody until the game is over."""

        def stand_in(table: Table) -> None:
            for seat in table.seats:
                seat.stand_in = "plain" if seat.kind == "person" else None

        self.run(self.service(TableService).update, id, stand_in)
        self.wait(lambda: self.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")

    def play(
        self,
        id: str,
        players: dict[int, Guest],
        moves: int = 100_000,
        seed: int = 0,
        watch: Callable[[], None] | None = None,
    ) -> Json:
        """Let people move (the plain bot chooses, now and then chance) until so many moves are made or it is over."""
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
"""Starts a server on a database, with settings; the fixture `make_server` stops it."""


def choose(game: Game, rng: random.Random) -> Json:
    """A sensible move, sometimes any."""
    assert game.decision is not None
    moves = game.legal_moves
    if rng.random() < 0.1 and len(moves) < 30:
        return moves[rng.randrange(len(moves))].to_json()
    return make_bot("plain").choose(game.view(game.decision.seat)).to_json()
