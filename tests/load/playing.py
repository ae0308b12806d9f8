"""People in `make chaos`: they play, ask again when nobody answers, and write down what was acknowledged."""

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

from tests.load.client import move_of
from tests.load.viewers import Follower

Json = dict[str, Any]


class Gone(Exception):
    """The server did not answer."""


class LocalServer:
    """Where the server is now; it moves on with every restart."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.stop = threading.Event()
        self.watched: list[Follower] | None = None
        """Who follows each table; None where nobody does."""


class Player(threading.Thread):
    """Plays both seats of a table and writes down what was acknowledged."""

    def __init__(self, server: LocalServer, number: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.number = number
        self.rng = random.Random(f"{seed} {number}")
        self.cookie = ""
        self.tables: list[str] = []
        self.acknowledged: dict[str, dict[int, Json]] = {}
        self.asked_again = 0
        self.internal = 0
        """Answers of a server that did not know what was wrong."""
        self.errors: list[str] = []

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """An answer of the server; Gone where there was none, whatever happened on the way."""
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
        """Ask until there is an answer."""
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
        """Whether nobody answers for this player: no clock, and nothing is said in advance."""
        return self.number % 4 < 2

    def play(self) -> None:
        seats = [{"kind": "person"}, {"kind": "bot", "bot": "plain"} if self.number % 2 else {"kind": "person"}]
        wanted: Json = {"seats": seats, "options": {"short": True}}
        if not self.plain:
            wanted["clock"] = {"kind": "live", "bank": 600, "increment": 60}
        try:
            table = self.call("POST", "/api/tables", wanted)["table"]
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
            # somebody else is to move by then: what is said is answered in a while
            self.try_to("PUT", f"/api/tables/{id}/answers?seat={seat}", {"round": view["round"], "pass_phase": True})
            time.sleep(0.5)
        version = view["version"]
        key = f"{version}-{self.rng.getrandbits(48)}"
        body = {"seat": seat, "moves": [choose(view, self.rng)], "version": version, "key": key}
        try:
            made = self.persist("POST", f"/api/tables/{id}/moves", body)
        except RuntimeError:
            # a server whose database is gone shows what it knew last; that is refused, and it is looked at again
            if self.plain and version >= max(self.acknowledged[id], default=0):
                raise
            return  # the clock or an answer in advance was faster
        self.acknowledged[id][made["version"]] = {"seat": seat, "move": body["moves"][0]}

    def try_to(self, method: str, path: str, body: Json | None = None) -> None:
        """What may be refused, since the game has gone on."""
        with suppress(RuntimeError, Gone):
            self.call(method, path, body)


def choose(view: Json, rng: random.Random) -> Json:
    """Any offer, as it is offered."""
    return move_of(rng.choice([o for o in view["decision"]["options"] if o.get("costs") != []]))
