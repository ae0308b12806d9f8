"""`make load`: many live games with many sockets, and how long a move takes to reach everybody.

    python -m tests.load.run [--games 200] [--sockets 1000] [--seconds 30] [--rate 50] [--database FILE]

It starts a server beside itself, opens the games with two people each, connects the viewers, and makes moves at a
steady rate. Measured is the time from sending a move to each viewer having it. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import statistics
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select
from websockets.asyncio.client import ClientConnection, connect

from stromnetz.server.config import database_url
from stromnetz.server.storage import schema
from stromnetz.server.storage.database import open_database, writing
from tests.server.program import Program

Json = dict[str, Any]


class Http:
    """One connection that is kept open; standard library only, so that the client costs little."""

    def __init__(self, url: str) -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = ""

    async def call(self, method: str, path: str, body: Json | None = None) -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"host: {self._host}:{self._port}", f"content-length: {len(data)}"]
        if body is not None:
            head.append("content-type: application/json")
        if self.cookie:
            head.append(f"cookie: {self.cookie}")
        line = b""
        while not line:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._host, self._port)
            reader, writer = self._streams
            writer.write("\r\n".join([*head, "", ""]).encode() + data)
            line = await reader.readline()
            if not line:
                # the server has closed a connection that was quiet; asking again is safe, the key is the same
                writer.close()
                self._streams = None
        status = int(line.split()[1])
        length = 0
        while (line := await reader.readline()) != b"\r\n":
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.strip().split(";")[0]
        answer = json.loads(await reader.readexactly(length)) if length else None
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer


class Game:
    """One table: who plays it, who looks on, and when its newest move was sent."""

    def __init__(self, http: Http, id: str) -> None:
        self.http = http
        self.id = id
        self.version = 0
        self.view: Json = {}
        self.sent: dict[int, float] = {}
        self.ready = asyncio.Event()


async def follow(game: Game, socket: ClientConnection, first: bool, times: list[float]) -> None:
    """Read what a viewer gets; the first viewer of a game also learns from it what can be played."""
    async for text in socket:
        now = time.perf_counter()
        message = json.loads(text)
        if message["type"] == "rows":
            times += [now - game.sent[row["seq"]] for row in message["rows"] if row["seq"] in game.sent]
        if first and message["type"] in ("rows", "state"):
            game.version = message["version"]
            seat = message["views"][0]["decision"] and message["views"][0]["decision"]["seat"]
            game.view = next((v for v in message["views"] if v["seat"] == seat), message["views"][0])
            game.ready.set()


def choose(view: Json, rng: random.Random) -> Json:
    """Something that can be played without knowing a rule, and that keeps games going."""
    options = view["decision"]["options"]
    option = next((o for o in options if o["kind"] in ("leave", "pass", "done")), None) or rng.choice(options)
    kind = option["kind"]
    if kind == "open":
        return {"kind": kind, "plant": option["plant"], "bid": option["minimum"]}
    if kind == "run":
        return {"kind": kind, "plants": option["plants"], "burn": option["burn"]}
    fields = {"scrap": "plant", "assign": "plant", "give-up": "fuel", "region": "region", "place": "city"}
    return {"kind": kind} if kind not in fields else {"kind": kind, fields[kind]: option[fields[kind]]}


async def move(game: Game, rng: random.Random) -> None:
    await game.ready.wait()
    game.ready.clear()
    if game.view["decision"] is None:
        return
    seat, version = game.view["decision"]["seat"], game.version
    body = {"seat": seat, "move": choose(game.view, rng), "version": version, "key": f"k{version}"}
    game.sent[version + 1] = time.perf_counter()
    await game.http.call("POST", f"/api/tables/{game.id}/moves", body)


async def open_game(url: str) -> Game:
    http = Http(url)
    seats = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]
    table = (await http.call("POST", "/api/tables", {"seats": seats}))["table"]
    await http.call("POST", f"/api/tables/{table['id']}/start")
    return Game(http, table["id"])


def memory_of(pid: int) -> float:
    """Resident memory in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


async def load(program: Program, games: int, sockets: int, seconds: float, rate: float) -> Json:
    rng = random.Random(1)
    url = program.url
    tables = [await open_game(url) for _ in range(games)]
    times: list[float] = []
    tasks = []
    live = f"{url.replace('http', 'ws', 1)}/api/tables"
    for number in range(sockets):
        game = tables[number % games]
        first = number < games
        headers = {"cookie": game.http.cookie} if first else {}
        socket = await connect(f"{live}/{game.id}/live", additional_headers=headers, max_size=None, compression=None)
        tasks.append(asyncio.create_task(follow(game, socket, first, times)))
    await asyncio.gather(*(game.ready.wait() for game in tables))
    memory = memory_of(program.process.pid)
    times.clear()
    used = cpu_of(program.process.pid)
    made: list[asyncio.Task[None]] = []
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        if len(made) < passed * rate:
            made.append(asyncio.create_task(move(tables[len(made) % games], rng)))
        else:
            await asyncio.sleep(0.001)
    await asyncio.wait_for(asyncio.gather(*made), 60)
    wall = time.perf_counter() - began
    used = cpu_of(program.process.pid) - used
    await asyncio.sleep(0.5)
    for task in tasks:
        task.cancel()
    times.sort()
    cut = statistics.quantiles(times, n=100)
    return {
        "games": games,
        "sockets": sockets,
        "moves": len(made),
        "moves_per_s": round(len(made) / wall, 1),
        "deliveries": len(times),
        "p50_ms": round(cut[49] * 1000, 1),
        "p95_ms": round(cut[94] * 1000, 1),
        "p99_ms": round(cut[98] * 1000, 1),
        "max_ms": round(times[-1] * 1000, 1),
        "memory_loaded_mb": memory,
        "cpu_ms_per_move": round(used / len(made) * 1000, 2),
    }


def stored_games(database: str, folder: Path, count: int) -> Json:
    """Fill a database with games and look what an idle server with it costs."""
    engine = open_database(database_url(database))
    with writing(engine).begin() as c:
        table = dict(
            c.execute(select(schema.tables).where(schema.tables.c.state == "running")).mappings().first() or {}
        )
        parts = {
            part: [dict(row) for row in c.execute(select(part).where(part.c.table_id == table["id"])).mappings()]
            for part in (schema.seats, schema.games, schema.rows, schema.snapshots)
        }
        for number in range(count):
            id = f"{number:022d}"
            c.execute(insert(schema.tables).values({**table, "id": id, "code": f"{number:010d}"}))
            for part, rows in parts.items():
                own = {"table_id": id} | ({"recovery": None} if part is schema.seats else {})
                c.execute(insert(part), [{**row, **own} for row in rows])
    engine.dispose()
    began = time.perf_counter()
    program = Program(database, folder / "idle.txt")
    start = time.perf_counter() - began
    urllib.request.urlopen(f"{program.url}/healthz").read()
    before = cpu_of(program.process.pid)
    time.sleep(5)
    out = {
        "stored_games": count,
        "cold_start_s": round(start, 2),
        "idle_memory_mb": memory_of(program.process.pid),
        "idle_cpu_percent": round((cpu_of(program.process.pid) - before) / 5 * 100, 2),
    }
    program.stop()
    return out


def cpu_of(pid: int) -> float:
    """Seconds of processor time used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a server under load.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=float, default=50, help="moves a second in all")
    parser.add_argument("--stored", type=int, default=10_000, help="games in the database of the idle server")
    parser.add_argument("--database", help="default: a new SQLite file")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = options.database or str(folder / "games.sqlite")
        flags = ("--rate", "0", "--heavy-rate", "0", "--sockets-each", "100000", "--log-level", "warning")
        began = time.perf_counter()
        program = Program(database, folder / "log.txt", *flags)
        out: Json = {"empty_cold_start_s": round(time.perf_counter() - began, 2)}
        out["empty_idle_memory_mb"] = memory_of(program.process.pid)
        try:
            out |= asyncio.run(load(program, options.games, options.sockets, options.seconds, options.rate))
        finally:
            program.stop()
        out |= stored_games(database, folder, options.stored)
        print(json.dumps(out, indent=2))


if __name__ == "__main__":
    main()
