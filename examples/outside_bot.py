"""A bot that plays from outside: it sits down at a table, waits for its turn and moves, until the game is over.

python examples/outside_bot.py http://localhost:8765 CODE-OF-TABLE

The brain is a bot of Stromnetz; put your own in its place: anything that makes a move of a view.
"""

import json
import os
import secrets
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from stromnetz.bots import make_bot
from stromnetz.play.views import View


class Server:
    def __init__(self, url: str, token: str | None = None) -> None:
        self.url, self.token = url, token

    def call(self, method: str, path: str, body: object = None) -> Any:
        headers = {"content-type": "application/json", "authorization": f"Bearer {self.token or ''}"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.url + path, data, headers, method=method), timeout=90) as answer:
            return json.load(answer)


def play(server: Server, table: str) -> None:
    """Play until the game is over."""
    brain = make_bot("normal")
    while True:
        turn = server.call("GET", f"/api/tables/{table}/turn?wait=50")
        if turn["state"] == "finished":
            return
        if not turn["due"]:
            continue
        move = brain.choose(View.from_json(turn["view"])).to_json()
        body = {"seat": turn["seat"], "moves": [move], "version": turn["version"], "key": secrets.token_hex(8)}
        try:
            server.call("POST", f"/api/tables/{table}/moves", body)
        except HTTPError as error:
            # too late: a plain move was made instead; or a move that the rules forbid
            print(f"{error.code}: {error.read().decode()}", file=sys.stderr)


def main(url: str, code: str) -> None:
    token = os.environ.get("STROMNETZ_TOKEN")
    server = Server(url, token or Server(url).call("POST", "/api/me/tokens", {"name": "Tesla"})["token"])
    table = server.call("GET", f"/api/codes/{code}")["id"]
    server.call("POST", f"/api/tables/{table}/join", {})
    print(f"sitting at {table}", flush=True)
    play(server, table)


if __name__ == "__main__":
    main(*sys.argv[1:])
