"""`make chaos`: kill -9 a server again and again during play, and count what is lost or doubled.

    python -m tests.load.chaos [--kills 100] [--database sqlite|postgresql]

Some people play games among themselves, others watch bots. Each person sends moves with keys and, when the server is
gone in the middle of one, sends it again with the same key when it is back. What was acknowledged must be in the
record, once, in its place. In the end every record is played again and compared. Prints JSON; the exit code is 1 when
anything was lost or doubled.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from typing import Any

from stromnetz.play.files.records import load_game
from stromnetz.server.config import database_url
from stromnetz.server.database.opening import open_database
from stromnetz.server.drawer import read_table
from tests.server.postgres import postgres
from tests.server.program import Program

Json = dict[str, Any]


class Gone(Exception):
    """The server did not answer."""


class House:
    """Where the server is now; it moves on with every restart."""

    def __init__(self) -> None:
        self.url = ""
        self.stop = threading.Event()


class Player(threading.Thread):
    """Plays both seats of a table and writes down what was acknowledged."""

    def __init__(self, house: House, number: int) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.number = number
        self.rng = random.Random(number)
        self.cookie = ""
        self.tables: list[str] = []
        self.acknowledged: dict[str, dict[int, Json]] = {}
        self.asked_again = 0
        self.errors: list[str] = []

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """An answer of the server; Gone where there was none, whatever happened on the way."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(self.house.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                if "set-cookie" in answer.headers:
                    self.cookie = answer.headers["set-cookie"].split(";")[0]
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            refusal = json.loads(error.read())["error"]
            if refusal["kind"] == "unavailable":
                raise Gone from None
            raise RuntimeError(f"{path}: {refusal}") from None
        except (OSError, HTTPException, ValueError):
            raise Gone from None

    def persist(self, method: str, path: str, body: Json | None = None) -> Any:
        """Ask until there is an answer."""
        first = True
        while not self.house.stop.is_set():
            try:
                return self.call(method, path, body)
            except Gone:
                self.asked_again += not first
                first = False
                time.sleep(0.05)
        raise Gone

    def run(self) -> None:
        try:
            while not self.house.stop.is_set():
                self.play()
        except Gone:
            pass
        except Exception as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    def play(self) -> None:
        bots = self.number % 2
        seats = [{"kind": "person"}, {"kind": "bot"} if bots else {"kind": "person"}]
        try:
            table = self.call("POST", "/api/tables", {"seats": seats, "options": {"short": True}})["table"]
        except Gone:
            return  # opening a table has no key: it is tried anew
        id = table["id"]
        self.tables.append(id)
        self.acknowledged[id] = {}
        while self.persist("GET", f"/api/tables/{id}")["state"] == "lobby":
            try:
                self.call("POST", f"/api/tables/{id}/start")
            except (Gone, RuntimeError):
                continue  # it may have started all the same: look again
        while not self.house.stop.is_set():
            table = self.persist("GET", f"/api/tables/{id}")
            seat = table["to_act"]
            if seat is None:
                return
            if table["seats"][seat]["kind"] == "bot":
                time.sleep(0.01)
                continue
            view = self.persist("GET", f"/api/tables/{id}/view?seat={seat}")
            if view["decision"] is None or view["decision"]["seat"] != seat:
                continue
            version = view["version"]
            body = {"seat": seat, "move": choose(view, self.rng), "version": version, "key": f"k{version}"}
            made = self.persist("POST", f"/api/tables/{id}/moves", body)
            self.acknowledged[id][made["version"]] = {"seat": seat, "move": body["move"]}


def choose(view: Json, rng: random.Random) -> Json:
    """Any offer, as it is offered."""
    option = rng.choice([o for o in view["decision"]["options"] if o.get("costs") != []])
    kind = option["kind"]
    if kind in ("open", "bid"):
        amount = {"bid": option["minimum"]} if kind == "open" else {"amount": option["minimum"]}
        return {"kind": kind, **({"plant": option["plant"]} if kind == "open" else {}), **amount}
    if kind == "buy":
        return {"kind": kind, "fuel": option["fuel"], "count": 1}
    if kind == "run":
        return {"kind": kind, "plants": option["plants"], "burn": option["burn"]}
    fields = {"scrap": "plant", "assign": "plant", "give-up": "fuel", "region": "region"}
    fields |= {"place": "city", "connect": "city"}
    return {"kind": kind} if kind not in fields else {"kind": kind, fields[kind]: option[fields[kind]]}


def check(database: str, players: list[Player]) -> Json:
    """Hold what was acknowledged against what the database has."""
    engine = open_database(database_url(database))
    lost = doubled = acknowledged = rows = 0
    broken: list[str] = []
    for player in players:
        for id in player.tables:
            promised = player.acknowledged[id]
            acknowledged += len(promised)
            with engine.connect() as connection:
                found = read_table(connection, id)
            game = found[1] if found is not None else None
            if game is None:
                lost += len(promised)
                continue
            rows += game.version
            for version, made in promised.items():
                row: Mapping[str, Any] = game.rows[version].to_json() if version <= game.version else {}
                lost += row.get("seat") != made["seat"] or row.get("move") != normal(made["move"], row.get("move"))
            own = (0,) if player.number % 2 else (0, 1)
            mine = [row for row in game.rows if row.seat in own]
            # one more than acknowledged is the move whose answer was still on its way at the end
            doubled += max(0, len(mine) - len(promised) - 1)
            try:
                again = load_game({**game.to_json(), "snapshots": []})
                if again.position != game.position:
                    broken.append(f"{id}: the kept position is not the one that comes out")
            except Exception as error:
                broken.append(f"{id}: {error}")
    engine.dispose()
    return {"acknowledged": acknowledged, "lost": lost, "doubled": doubled, "rows": rows, "broken": broken}


def normal(sent: Json, kept: Json | None) -> Json:
    """A move as it was sent, in the form in which the record keeps it: fuel without zeros, in order."""
    return kept if kept is not None and all(kept.get(k) == v or isinstance(v, dict) for k, v in sent.items()) else sent


def chaos(database: str, kills: int, games: int, folder: Path, seed: int) -> Json:
    rng = random.Random(seed)
    house = House()
    players = [Player(house, number) for number in range(games)]
    flags = ("--rate", "0", "--heavy-rate", "0", "--log-level", "error")
    began = time.perf_counter()
    for kill in range(kills + 1):
        program = Program(database, folder / "log.txt", *flags)
        house.url = program.url
        if kill == 0:
            for player in players:
                player.start()
        time.sleep(rng.uniform(0.2, 2.0))
        if kill < kills:
            program.stop(signal.SIGKILL)
        print(f"{kill} of {kills}", end="\r", file=sys.stderr, flush=True)
    house.stop.set()
    for player in players:
        player.join(30)
    program.stop()
    out = check(database, players)
    out |= {
        "kills": kills,
        "games": sum(len(player.tables) for player in players),
        "asked_again": sum(player.asked_again for player in players),
        "errors": [error for player in players for error in player.errors],
        "seconds": round(time.perf_counter() - began, 1),
    }
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a server during play and count what is lost.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--games", type=int, default=8, help="games at a time")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if options.database == "sqlite":
            database = str(folder / "games.sqlite")
        else:
            database = stack.enter_context(postgres()).new_database("chaos")
        out = {"database": options.database, **chaos(database, options.kills, options.games, folder, options.seed)}
    print(json.dumps(out, indent=2))
    return 1 if out["lost"] or out["doubled"] or out["broken"] or out["errors"] else 0


if __name__ == "__main__":
    sys.exit(main())
