"""Play a whole game against bots over HTTP and WebSocket.

    stromnetz serve &
    python examples/client.py http://127.0.0.1:8765

HTTP is the standard library's; the WebSocket comes with the server (`websockets`). The client knows no rules: it takes
what the server offers, and a rule of thumb for each kind of offer.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
import uuid
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

Json = dict[str, Any]


class Client:
    """A guest: what it asks by HTTP, with the cookie that the server gave it."""

    def __init__(self, server: str) -> None:
        self.server = server.rstrip("/")
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, {"content-type": "application/json"}, method=method)
        try:
            with self._opener.open(request, timeout=30) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            refusal = json.loads(error.read())["error"]
            raise SystemExit(
                f"{method} {path}: {refusal['message']} ({refusal.get('rule', refusal['kind'])})"
            ) from None
        return json.loads(text) if text else None

    def live(self, table: str) -> Any:
        url = f"{self.server.replace('http', 'ws', 1)}/api/tables/{table}/live"
        cookie = "; ".join(f"{c.name}={c.value}" for c in self.cookies)
        return connect(url, additional_headers={"Cookie": cookie}, max_size=None)


def choose(view: Json) -> Json:
    """A move out of the offers of a decision: modest bids, fuel for what is owned, the cheapest city."""
    decision = view["decision"]
    me = view["players"][decision["seat"]]
    offers: dict[str, list[Json]] = {}
    for option in decision["options"]:
        if option.get("costs") != []:  # fuel that is there, but not for this purse
            offers.setdefault(option["kind"], []).append(option)
    if "run" in offers:
        best = max(offers["run"], key=lambda run: run["income"])
        return {"kind": "run", "plants": best["plants"], "burn": best["burn"]}
    if "open" in offers and ("sit-out" not in offers or (me["output"] < view["end_at"] and len(me["plants"]) < 3)):
        best = max(offers["open"], key=lambda plant: int(plant["minimum"]))
        return {"kind": "open", "plant": best["plant"], "bid": best["minimum"]}
    if "buy" in offers and sum(me["fuel"].values()) < 6:
        best = min(offers["buy"], key=lambda fuel: int(fuel["costs"][0]))
        return {"kind": "buy", "fuel": best["fuel"], "count": 1}
    if "connect" in offers:
        best = min(offers["connect"], key=lambda city: int(city["cost"]))
        return {"kind": "connect", "city": best["city"]}
    for kind in ("pass", "sit-out", "done"):
        if kind in offers:
            return {"kind": kind}
    # whatever else there is to choose from: the first, as it is offered
    option = decision["options"][0]
    fields = {"scrap": "plant", "assign": "plant", "discard-fuel": "fuel", "choose-region": "region", "place": "city"}
    name = fields[option["kind"]]
    return {"kind": option["kind"], name: option[name]}


def play(client: Client, bots: int) -> Json:
    """Open a table, start, and answer every decision until the game is over; the last view."""
    seats = [{"kind": "person"}, *({"kind": "bot", "bot": "plain"} for _ in range(bots))]
    table = client.call("POST", "/api/tables", {"name": "Example", "seats": seats, "options": {"short": True}})["table"]
    path = f"/api/tables/{table['id']}"
    started = client.call("POST", f"{path}/start")
    print(f"The deal is promised by {started['commitment']}")
    with client.live(table["id"]) as socket:
        version = -1
        for text in socket:
            message = json.loads(text)
            if message["type"] == "rows" and message["after"] != version:
                # a gap: ask for what is missing
                socket.send(json.dumps({"type": "resume", "version": version}))
                continue
            if message["type"] not in ("rows", "state"):
                continue
            version, view = message["version"], message["views"][0]
            if view["result"] is not None:
                return {"path": path, "view": view}
            if view["decision"]["options"] is not None:
                moves = [choose(view)]
                if moves[0]["kind"] == "connect":
                    moves.append({"kind": "done"})  # a plan: both or neither, and one undo would take them back
                key = uuid.uuid4().hex  # the same key again would never move twice
                client.call("POST", f"{path}/moves", {"seat": 0, "moves": moves, "version": version, "key": key})
    raise SystemExit("the server closed the connection")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Play a whole game against bots over HTTP and WebSocket.")
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8765")
    parser.add_argument("--bots", type=int, default=2)
    parser.add_argument("--save", metavar="FILE", help="keep the record, for 'stromnetz verify FILE'")
    options = parser.parse_args(arguments)
    client = Client(options.server)
    end = play(client, options.bots)
    for row in end["view"]["result"]["ranking"]:
        print(f"{row['rank']}. seat {row['seat']}: {row['supplied']} cities supplied, {row['money']} left")
    if options.save:
        record = client.call("GET", f"{end['path']}/record")
        Path(options.save).write_text(json.dumps(record), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
