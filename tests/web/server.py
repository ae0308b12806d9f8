"""The real server for tests of the web app, with additional routes for tables at prepared positions.

    python -m tests.web.server FOLDER

prints its address and serves until standard input is closed. ``POST /prepared`` takes a `Request` as JSON and returns
the table's id, and a cookie and a recovery token for each person. Every request gets its own table and its own people;
requests with the same `group` share the people.

More routes with JSON: ``POST /prepared/admin`` makes the account of a name an admin, ``POST /prepared/emails`` lists
the emails to an address, ``POST /prepared/rated`` stores finished rated games. ``GET /decisions/NAME`` lists the
decisions of a golden game by kind, as rows before which they come and seats.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import aiosmtplib
import uvicorn
from sqlalchemy import Connection, Engine

from stromnetz.play.game import Game
from stromnetz.server.accounts import passwords, store
from stromnetz.server.accounts.store import find_person_by_name, set_admin
from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig, database_url
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.live import lobby_feed
from stromnetz.server.matchmaking import rating_store
from stromnetz.server.matchmaking.rating_service import LadderCache
from stromnetz.server.notifications import service as notifications_service
from stromnetz.server.notifications.service import NotificationService
from stromnetz.server.serve import listen
from stromnetz.server.table_play import clock_service
from stromnetz.tables.settings import ClockSettings
from stromnetz.tables.table import BOT, FINISHED, PERSON, Seat
from tests.server.oidc_provider import CLIENT, SECRET, provider

from .pictures import LOBBIES, OTHER_SCENES, SCENES, Scene, draft
from .positions import DECISIONS
from .prepare import PEOPLE, RUN_OUT, Prepared, fill, settings_of, store_table, table_of
from .robots import ROBOTS

KEY = hashlib.sha256(b"cookies").hexdigest()
SCENES_BY_NAME = {scene.name: scene for scene in (*OTHER_SCENES, *SCENES)}
LOBBIES_BY_NAME = {lobby.name: lobby for lobby in LOBBIES}
CLOCKS = {
    "run-out": RUN_OUT,
    "live": ClockSettings("live", bank=5400, increment=15, away=600),
    "blitz": ClockSettings("live", bank=60, increment=5, away=600),
    "hour": ClockSettings("correspondence", turn=3600),
    "correspondence": ClockSettings("correspondence", turn=2 * 24 * 3600),
    "away": ClockSettings(away=600),
}


@dataclass
class Request:
    """The table to set up: a decision, a scene, a lobby, or a golden game before a row."""

    name: str
    row: int = 0
    seats: Sequence[str | None] | None = None
    clock: str | None = None
    group: str | None = None
    public: bool = False


@cache
def replayed(name: str, row: int) -> Game:
    if row:
        return golden(name, row)
    if name in DECISIONS:
        return DECISIONS[name]()
    if name in ROBOTS:
        return ROBOTS[name]()
    if name == "draft":
        return draft()
    scene = SCENES_BY_NAME.get(name.removeprefix("scene/"))
    return scene.play() if scene is not None else golden(name, row)


@cache
def golden(name: str, row: int = 0) -> Game:
    """A golden game before a row, or at its end."""
    return Scene(name, row, game=name).play()


@cache
def decisions_of(name: str) -> dict[str, list[tuple[int, int]]]:
    """The decisions of a golden game by kind, each as the row before it and the deciding seat."""
    game = golden(name)
    out: dict[str, list[tuple[int, int]]] = {}
    for row in range(1, len(game.rows)):
        position = game.position_before(row)
        out.setdefault(position.kind, []).append((row, position.seat))
    return out


def prepared(request: Request, number: int) -> Prepared:
    name = f"{request.name} {number}"
    lobby = LOBBIES_BY_NAME.get(request.name)
    if lobby is not None:
        return Prepared(name, lobby.settings, request.seats or lobby.seats, public=lobby.public)
    game = replayed(request.name, request.row).copy()
    settings = settings_of(game)
    if request.clock is not None:
        settings.clock = CLOCKS[request.clock]
    seats = request.seats or PEOPLE[: game.rules.players]
    return Prepared(name, settings, seats, game, public=request.public)


@dataclass
class RatedGames:
    """Rated games to store: the end of a scene, with accounts and bots on its seats."""

    seats: Sequence[str]
    scene: str = "end"
    games: int = 1
    rate: bool = True
    """Whether the games are rated at once; otherwise the server rates them when it loads one."""


class TestServer:
    """The app with the additional routes."""

    def __init__(self, file: Path, port: int, issuer: str) -> None:
        self._engine: Engine = open_database(database_url(str(file)))
        with writing(self._engine).begin() as c:
            store.set_meta(c, "cookie-key", KEY)
        self._numbers = count()
        config = ServerConfig(
            database=str(file),
            rate=0.0,
            heavy_rate=0.0,
            read_rate=1e6,
            read_burst=1e6,
            bot_processes=0,
            lobby_days=0,
            log_level="warning",
            public_url=f"http://127.0.0.1:{port}",
            origins=f"http://localhost:{port}",
            smtp="mail.invalid",
            smtp_from="table@example.org",
            push_contact="mailto:host@example.org",
            oidc_issuer=issuer,
            oidc_client_id=CLIENT,
            oidc_client_secret=SECRET,
        )
        self._app = create_app(config)
        self._emails: list[EmailMessage] = []
        aiosmtplib.send = self._take_email  # type: ignore[assignment]
        # each poll checks all tables of all tests
        notifications_service.MAIL_POLL_SECONDS = notifications_service.PUSH_POLL_SECONDS = 3600.0
        lobby_feed.BATCH_SECONDS = 0.05
        clock_service.MAX_SLEEP_SECONDS = 0.5
        passwords.COSTS.update(time_cost=1, memory_cost=64, parallelism=1)
        passwords.FREE_ATTEMPTS.update(name=10_000, address=10_000)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not path.startswith(("/prepared", "/decisions/")):
            await self._app(scope, receive, send)
            return
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        try:
            if path == "/prepared/emails":
                await self._app.inner.state.services.get(NotificationService).send_due()
            status, answer = 200, self._answer(path, body)
        except Exception as error:  # reported by the test that sent the request
            status, answer = 400, {"error": repr(error)}
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})

    def _answer(self, path: str, body: bytes) -> dict[str, Any]:
        if path == "/prepared":
            return self._prepare(Request(**json.loads(body)))
        if path.startswith("/prepared/"):
            return self._extras[path.removeprefix("/prepared/")](self, json.loads(body))
        return dict(decisions_of(path.removeprefix("/decisions/")))

    def _prepare(self, request: Request) -> dict[str, Any]:
        number = next(self._numbers)
        table = prepared(request, number)
        with writing(self._engine).begin() as c:
            made = fill(c, KEY, request.group or f"people {number}", [table])
        answer: dict[str, Any] = made[table.name]
        return answer

    async def _take_email(self, email: EmailMessage, **_: Any) -> None:
        self._emails.append(email)

    def _emails_to(self, asked: Any) -> dict[str, Any]:
        found = [one for one in self._emails if str(one["To"]) == asked["to"]]
        return {"emails": [{"subject": one["Subject"], "text": one.get_content()} for one in found]}

    def _make_admin(self, asked: Any) -> dict[str, Any]:
        with writing(self._engine).begin() as c:
            person = find_person_by_name(c, asked["name"])
            return {"made": person is not None and set_admin(c, person.guest, True)}

    def _write_rated(self, asked: Any) -> dict[str, Any]:
        wish = RatedGames(**asked)
        with writing(self._engine).begin() as c:
            tables = [self._rated_table(c, wish) for _ in range(wish.games)]
            if wish.rate:
                rating_store.rate_due(c)
        self._app.inner.state.services.get(LadderCache).clear()
        return {"tables": tables}

    def _rated_table(self, c: Connection, wish: RatedGames) -> str:
        number = next(self._numbers)
        game = replayed(f"scene/{wish.scene}", 0).copy()
        settings = settings_of(game)
        settings.rated = True
        table = table_of(Prepared(f"rated {number}", settings, PEOPLE[: game.rules.players], game), number, "rated")
        table.seats = [self._rated_seat(c, n, who) for n, who in enumerate(wish.seats)]
        table.host = next(seat.guest for seat in table.seats if seat.guest is not None)
        table.state = FINISHED
        store_table(c, table, game)
        rating_store.register_game(c, table)
        return table.id

    def _rated_seat(self, c: Connection, number: int, who: str) -> Seat:
        person = find_person_by_name(c, who)
        if person is None:
            return Seat(number, BOT, name=who, bot=who)
        return Seat(number, PERSON, guest=person.guest, name=who)

    _extras: ClassVar[dict[str, Callable[[TestServer, Any], dict[str, Any]]]] = {
        "admin": _make_admin,
        "emails": _emails_to,
        "rated": _write_rated,
    }


async def main(folder: Path) -> None:
    listening = listen("127.0.0.1", 0)
    stack = ExitStack()
    site = stack.enter_context(provider())
    app = TestServer(folder / "games.sqlite", listening.getsockname()[1], site.issuer)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        timeout_keep_alive=600,  # on a busy machine, tests might use a connection that is being closed
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    # the starting process has ended when its end of the pipe is closed
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.should_exit = True
    await running
    stack.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
