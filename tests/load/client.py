"""Players and viewers of `make load`, which do little work because they share the machine with the server."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
HEAD = re.compile(r'\{"type":"rows","after":(\d+),"version":(\d+)')
"""The beginning of updates with moves, which is all that viewers read."""


class Http:
    """One kept connection, with the standard library only, to cost little."""

    def __init__(self, url: str) -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = ""
        """The last cookie."""

    async def call(self, method: str, path: str, body: Json | None = None, cookie: str = "") -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"host: {self._host}:{self._port}", f"content-length: {len(data)}"]
        if body is not None:
            head.append("content-type: application/json")
        if cookie:
            head.append(f"cookie: {cookie}")
        request = "\r\n".join([*head, "", ""]).encode() + data
        for attempt in range(5):
            try:
                status, answer = await self._exchange(request)
            except (OSError, asyncio.IncompleteReadError):
                # the server has closed an idle connection; repeating the request is safe, since the key is the same
                self.close()
                await asyncio.sleep(0.02 * attempt)
                continue
            if status >= 400:
                raise RuntimeError(f"{method} {path}: {status} {answer}")
            return answer
        raise RuntimeError(f"{method} {path}: no answer")

    async def _exchange(self, request: bytes) -> tuple[int, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        writer.write(request)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = 0
        for line in lines[1:]:
            name, _, value = line.partition(":")
            if name == "content-length":
                length = int(value)
            elif name == "set-cookie":
                self.cookie = value.strip().split(";")[0]
        answer = json.loads(await reader.readexactly(length)) if length else None
        return int(lines[0].split()[1]), answer

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass(eq=False)
class Game:
    """A table: its players, the view of the seat to act, and when its moves were sent."""

    id: str
    cookies: list[str]
    """Cookies of the players by seat."""
    http: Http | None = None
    version: int = 0
    view: Json = field(default_factory=dict)
    over: bool = False
    sent: dict[int, float] = field(default_factory=dict)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the next move can be chosen."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One move at a time: a viewer may receive a move before its response arrives."""


@dataclass
class Times:
    """Measured times, in seconds."""

    moves: list[float] = field(default_factory=list)
    """From sending a move until each viewer has it."""
    answers: list[float] = field(default_factory=list)
    """From sending a move to its response."""
    gets: list[float] = field(default_factory=list)
    """Of a small request on a kept connection."""
    rows: int = 0
    """Moves at all tables, of people and bots."""

    def clear(self) -> None:
        self.rows = 0
        self.moves.clear()
        self.answers.clear()
        self.gets.clear()


async def open_game(http: Http, players: int, bots: int = 0) -> Game:
    """Open a table with this many guests, and bots."""
    seats = [
        {"kind": "person"},
        *({"kind": "open"} for _ in range(players - 1)),
        *({"kind": "bot"} for _ in range(bots)),
    ]
    table = (await http.call("POST", "/api/tables", {"name": "A", "seats": seats}))["table"]
    cookies = [http.cookie]
    for seat in range(1, players):
        await http.call("POST", f"/api/tables/{table['id']}/join", {"name": "B", "seat": seat})
        cookies.append(http.cookie)
    await http.call("POST", f"/api/tables/{table['id']}/start", cookie=cookies[0])
    return Game(table["id"], cookies)


async def watch(url: str, game: Game, number: int, times: Times) -> asyncio.Task[None]:
    """Connect a viewer: first the players, then spectators."""
    seat = number if number < len(game.cookies) else None
    headers = {"cookie": game.cookies[seat]} if seat is not None else {}
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{game.id}/live"
    socket = await connect(address, additional_headers=headers, max_size=None, compression=None)
    return asyncio.create_task(_follow(game, socket, seat, times))


async def _follow(game: Game, socket: ClientConnection, seat: int | None, times: Times) -> None:
    """Read updates; a player also learns the possible moves from them."""
    try:
        async for text in socket:
            now = time.perf_counter()
            assert isinstance(text, str)
            if (head := HEAD.match(text)) is not None:
                versions = range(int(head[1]) + 1, int(head[2]) + 1)
                times.rows += len(versions) if seat == 0 else 0
                times.moves += [now - game.sent[version] for version in versions if version in game.sent]
            if seat is not None:
                _learn(game, seat, text)
    except ConnectionClosed:
        game.over = True
        game.ready.set()


def _learn(game: Game, seat: int, text: str) -> None:
    """Read the options of the seat to act; the texts of others are not parsed."""
    if '"options":[' not in text and '"ranking"' not in text:
        return
    message = json.loads(text)
    if message["type"] not in ("rows", "state") or message["version"] < game.version:
        return
    view = message["views"][0]
    game.over = view["decision"] is None
    if game.over or view["decision"]["seat"] == seat:
        game.version, game.view = message["version"], view
        game.ready.set()


async def move(game: Game, rng: random.Random, times: Times) -> None:
    assert game.http is not None
    async with game.turn:
        await game.ready.wait()
        if game.over:
            return
        game.ready.clear()
        seat, version = game.view["decision"]["seat"], game.version
        body = {"seat": seat, "moves": [choose(game.view, rng)], "version": version, "key": f"k{version}"}
        game.sent = {version + 1: time.perf_counter()}
        await game.http.call("POST", f"/api/tables/{game.id}/moves", body, game.cookies[seat])
        times.answers.append(time.perf_counter() - game.sent[version + 1])


async def ask_on(http: Http, games: list[Game], times: Times) -> None:
    """Send small requests one after another on one connection."""
    while True:
        for game in games:
            began = time.perf_counter()
            await http.call("GET", f"/api/tables/{game.id}")
            times.gets.append(time.perf_counter() - began)
            await asyncio.sleep(0.2)


def choose(view: Json, rng: random.Random) -> Json:
    """Choose any option that advances the game: buying, building, sometimes passing."""
    options = [option for option in view["decision"]["options"] if option.get("costs") != []]
    option = max((o for o in options if o["kind"] == "run"), key=lambda o: int(o["income"]), default=None)
    if option is None:
        option = rng.choice([o for o in options if o["kind"] not in ("sit-out", "pass", "done")] or options)
        end = next((o for o in options if o["kind"] in ("sit-out", "pass", "done")), None)
        if end is not None and rng.random() < 0.25:
            option = end
    return move_of(option)


def move_of(option: Json) -> Json:
    """Return the cheapest move of an option."""
    kind = option["kind"]
    if kind == "open":
        return {"kind": kind, "plant": option["plant"], "bid": option["minimum"]}
    if kind == "bid":
        return {"kind": kind, "amount": option["minimum"]}
    if kind == "buy":
        return {"kind": kind, "fuel": option["fuel"], "count": 1}
    if kind == "run":
        return {"kind": kind, "plants": option["plants"], "burn": option["burn"]}
    fields = {"scrap": "plant", "assign": "plant", "discard-fuel": "fuel", "choose-region": "region"}
    fields |= {"place": "city", "connect": "city"}
    return {"kind": kind} if kind not in fields else {"kind": kind, fields[kind]: option[fields[kind]]}
