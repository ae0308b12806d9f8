"""Players of `make chaos`: they repeat requests without response, and record what was acknowledged."""

from __future__ import annotations

import json
import random
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from typing import Any

from tests.load.chaos_viewers import Follower
from tests.load.client import move_of

Json = dict[str, Any]


class Gone(Exception):
    """The server did not respond."""


class ServerAddress:
    """The current address of the server, which changes with every restart."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.stop = threading.Event()
        self.watched: list[Follower] | None = None
        """The follower of each table, if any."""


class Player(threading.Thread):
    """Plays both seats of a table, and records what was acknowledged."""

    def __init__(self, server: ServerAddress, number: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.number = number
        self.rng = random.Random(f"{seed} {number}")
        self.cookie = ""
        self.tables: list[str] = []
        self.acknowledged: dict[str, dict[int, Json]] = {}
        self.asked_again = 0
        self.internal = 0
        """Unexpected errors of the server."""
        self.errors: list[str] = []

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request; raise `Gone` if there is no response for any reason."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        url = self.rng.choice(self.server.urls)
        request = urllib.request.Request(url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                if "set-cookie" in answer.headers:
                    self.cookie = answer.headers["set-cookie"].split(";")[0]
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            refusal = json.loads(error.read())["error"]
            self.internal += refusal["kind"] == "internal"
            if refusal["kind"] in ("unavailable", "internal"):
                raise Gone from None
            raise RuntimeError(f"{path}: {refusal}") from None
        except (OSError, HTTPException, ValueError):
            raise Gone from None

    def persist(self, method: str, path: str, body: Json | None = None) -> Any:
        """Repeat a request until there is a response."""
        first = True
        while not self.server.stop.is_set():
            try:
                return self.call(method, path, body)
            except Gone:
                self.asked_again += not first
                first = False
                time.sleep(0.05)
        raise Gone

    def run(self) -> None:
        try:
            while not self.server.stop.is_set():
                self.play()
        except Gone:
            pass
        except Exception as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    @property
    def plain(self) -> bool:
        """Whether nothing moves for this player: no clock, no pre-set moves."""
        return self.number % 4 < 2

    def play(self) -> None:
        seats = [{"kind": "person"}, {"kind": "bot", "bot": "plain"} if self.number % 2 else {"kind": "person"}]
        wanted: Json = {"seats": seats, "options": {"short": True}}
        if not self.plain:
            wanted["clock"] = {"kind": "live", "bank": 600, "increment": 60}
        try:
            table = self.call("POST", "/api/tables", wanted)["table"]
        except Gone:
            return  # opening a table has no key, so it is retried with a new one
        id = table["id"]
        self.tables.append(id)
        self.acknowledged[id] = {}
        while self.persist("GET", f"/api/tables/{id}")["state"] == "lobby":
            try:
                self.call("POST", f"/api/tables/{id}/start")
            except (Gone, RuntimeError):
                continue  # it may have started all the same, so check again
        if self.server.watched is not None:
            self.server.watched.append(Follower(self.server.urls, id, self.server.stop))
            self.server.watched[-1].start()
        while not self.server.stop.is_set():
            table = self.persist("GET", f"/api/tables/{id}")
            if table["to_act"] is None:
                return
            self.take_turn(id, table, table["to_act"])

    def take_turn(self, id: str, table: Json, seat: int) -> None:
        if table["seats"][seat]["kind"] == "bot":
            time.sleep(0.05)
            return
        if table["clock"]["seats"][seat]["stand_in"] is not None:
            self.try_to("POST", f"/api/tables/{id}/seats/{seat}/return")
        view = self.persist("GET", f"/api/tables/{id}/view?seat={seat}")
        if view["decision"] is None or view["decision"]["seat"] != seat:
            return
        if not self.plain and view["decision"]["kind"] == "bid" and self.rng.random() < 0.5:
            # the other seat has to act by then: the pre-set move is used later
            self.try_to(
                "PUT", f"/api/tables/{id}/seats/{seat}/preset-moves", {"round": view["round"], "pass_phase": True}
            )
            time.sleep(0.5)
        version = view["version"]
        key = f"{version}-{self.rng.getrandbits(48)}"
        body = {"seat": seat, "moves": [choose(view, self.rng)], "version": version, "key": key}
        try:
            made = self.persist("POST", f"/api/tables/{id}/moves", body)
        except RuntimeError:
            # without its database a server shows the last known state: the move is refused, and the state read again
            if self.plain and version >= max(self.acknowledged[id], default=0):
                raise
            return  # the clock or a pre-set move was faster
        self.acknowledged[id][made["version"]] = {"seat": seat, "move": body["moves"][0]}

    def try_to(self, method: str, path: str, body: Json | None = None) -> None:
        """Send a request that may be refused because the game has advanced."""
        with suppress(RuntimeError, Gone):
            self.call(method, path, body)


def choose(view: Json, rng: random.Random) -> Json:
    """Choose any option."""
    return move_of(rng.choice([o for o in view["decision"]["options"] if o.get("costs") != []]))
