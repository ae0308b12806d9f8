"""Hidden information never leaves the server: all messages of whole games are checked, by HTTP and WebSocket.

Each message is compared with what its reader must not know: unseen cards, seed and salt, hidden money. The checker
itself is tested against servers that leak on purpose.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from stromnetz.play import views
from stromnetz.play.files.record_types import Row
from stromnetz.play.game import Game
from stromnetz.play.views import View
from stromnetz.server.table_play import service as play_service
from tests.properties.test_hidden import named_cards, unseen
from tests.server.local_server import Guest, LocalServer, choose

Json = dict[str, Any]


HIDDEN_WORDS = ('"setup"', '"deck": [', '"removed": [', '"snapshots"', '"reshuffle"', '"agenda"')


class Reader:
    """Checks everything that one guest receives."""

    def __init__(self, name: str, seats: list[int]) -> None:
        self.name = name
        self.seats = seats
        self.read = 0
        self._known: tuple[int, set[Any]] = (-1, set())

    def check(self, game: Game, data: Any) -> None:
        """Check data about this or an earlier position of the game."""
        self.read += 1
        if game.position.ended:
            return
        text = json.dumps(data)
        for secret in (f"{game.position.seed:x}", str(game.position.seed), game.header["salt"]):
            assert secret not in text, f"{self.name} reads the seed or the salt"
        for word in HIDDEN_WORDS:
            assert word not in text, f"{self.name} reads {word}"
        if self._known[0] != game.version:
            self._known = game.version, unseen(game) - set(self.told(game))
        assert not named_cards(data) & self._known[1], f"{self.name} reads unseen cards"
        self.money(game, data)

    def told(self, game: Game) -> Iterator[Any]:
        """Return the cards of the deck that only this reader was shown."""
        for row in game.rows:
            for event in row.events:
                for seat in self.seats:
                    seen = event.seen_by(seat)
                    if seen is not None and seen != event.public():
                        yield from named_cards(seen.to_json())

    def money(self, game: Game, data: Any) -> None:
        """Check that lists of players contain only the reader's money, and options only belong to the seat to act."""
        if isinstance(data, dict):
            if game.options["money"] == "hidden" and "money" in data and "seat" in data and data["money"] is not None:
                assert data["seat"] in self.seats, f"{self.name} reads the money of seat {data['seat']}"
            if data.get("options") and "kind" in data and "seat" in data:
                assert data["seat"] in self.seats, f"{self.name} reads the options of seat {data['seat']}"
            for value in data.values():
                self.money(game, value)
        elif isinstance(data, list):
            for value in data:
                self.money(game, value)


def everything(guest: Guest, id: str, seats: list[int], version: int) -> Iterator[Any]:
    """Yield the responses of all reading requests about a game."""
    base = f"/api/tables/{id}"
    for path in ("", "/view", "/decision", "/history", "/record", "/deal", f"/view?version={version // 2}"):
        yield guest.call("GET", base + path)
    for seat in range(3):
        yield guest.client.get(f"{base}/view?seat={seat}").json()
        for moves in ([], [{"kind": "done"}], [{"kind": "pass"}]):
            yield guest.client.post(f"{base}/preview", json={"seat": seat, "moves": moves}).json()
    yield guest.get("/api/tables", state="running")
    yield guest.get("/api/me/tables")
    yield guest.client.get(f"/tables/{id}").text


@contextmanager
def players(server: LocalServer, settings: Json) -> Iterator[tuple[str, list[tuple[Guest, Reader, Any]]]]:
    """Start a game of Ann, Bob and a bot, with Eve watching, each with a WebSocket."""
    ann, bob, eve = server.ann, server.guest(), server.guest()
    id = ann.open("person", "open", "plain", public=True, **settings)
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    with ann.live(id) as a, bob.live(id) as b, eve.live(id) as e:
        yield id, [(ann, Reader("Ann", [0]), a), (bob, Reader("Bob", [1]), b), (eve, Reader("Eve", []), e)]


def drain(socket: Any, version: int) -> list[Json]:
    """Return the messages of a socket up to this version."""
    out: list[Json] = []
    while not out or out[-1].get("version") != version or out[-1]["type"] == "hello":
        out.append(socket.receive_json())
    return out


def read_a_game(server: LocalServer, settings: Json, moves: int = 100_000) -> int:
    """Play a game and check everything; return the number of messages."""
    rng = random.Random(1)
    with players(server, settings) as (id, people):
        made, version = 0, -1
        while made < moves:
            server.wait_for_people(id)
            game = server.game(id)
            for guest, reader, socket in people:
                if game.version > version:
                    for message in drain(socket, game.version):
                        reader.check(game, message)
                if made % 30 == 0:
                    for answer in everything(guest, id, reader.seats, game.version):
                        reader.check(game, answer)
            version = game.version
            if game.decision is None:
                break
            seat = game.decision.seat
            guest, reader, _ = people[seat]
            reader.check(
                game, guest.move(id, seat, {"kind": "buy", "fuel": "coal", "count": 99}, game.version, status=409)
            )
            answer = guest.move(id, seat, choose(game, rng), game.version)
            reader.check(server.game(id), answer)
            made += 1
        return sum(reader.read for _, reader, _ in people)


GAMES: list[Json] = [
    {"options": {"money": "hidden"}},
    {"edition": "deluxe-north-america", "options": {"money": "hidden"}},
    {"options": {"money": "hidden", "promo": ["industrial-espionage", "flux-generator"]}, "regions": "draft"},
    {"edition": "outpost", "options": {"money": "hidden"}},
]


@pytest.mark.parametrize(
    "settings",
    [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])],
    ids=["classic", "deluxe", "promo", "workers"],
)
def test_no_message_contains_hidden_information(sqlite_server: LocalServer, settings: Json) -> None:
    assert read_a_game(sqlite_server, settings) > 500


# --- servers that leak, and must be caught ---


def leak_view(field: str) -> Callable[[pytest.MonkeyPatch], None]:
    def leak(monkeypatch: pytest.MonkeyPatch) -> None:
        true = View.to_json
        # views keep no hidden fields any more, so this server skips their redaction
        monkeypatch.setattr(views, "redact_for_seat", lambda rules, p, seat, hidden_money: p)

        def to_json(self: View) -> Json:
            out = true(self)
            if field == "top":
                out["current"] = [*out["current"], *self._rules.refs(self._p.deck[-1:])]
            elif field == "money":
                out["players"][1]["money"] = self._p.money[1]
                out["players"][0]["money"] = self._p.money[0]
            elif field == "seed":
                out["hash"] = hex(self._p.seed)
            else:
                out["decision"] = self.decision and {
                    "seat": self._p.seat,
                    "kind": self._p.kind,
                    "options": [{"kind": "bid", "maximum": 50}],
                }
            return out

        monkeypatch.setattr(View, "to_json", to_json)

    return leak


def leak_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Row, "seen_by", lambda self, seats: self.to_json())


def leak_record(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Game.to_json
    monkeypatch.setattr(Game, "to_json", lambda self, hidden=True: true(self))


def leak_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        play_service, "_move_result", lambda opened, seq, guest: {"version": seq, "rows": [opened.game.header]}
    )


@pytest.mark.parametrize(
    "leak",
    [leak_view("top"), leak_view("money"), leak_view("seed"), leak_view("options"), leak_rows, leak_record, leak_salt],
    ids=["top card", "money", "seed", "options", "rows", "record", "answer"],
)
def test_leaking_server_is_caught(
    sqlite_server: LocalServer, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="reads"):
        read_a_game(sqlite_server, GAMES[0], moves=60)


@pytest.mark.alone
def test_private_table_is_hidden_from_other_guests(sqlite_server: LocalServer) -> None:
    ann, eve = sqlite_server.ann, sqlite_server.guest()
    id = ann.open("person", "person", start=True)
    for state in ("lobby", "running", "finished"):
        assert eve.get("/api/tables", state=state)["tables"] == []
    assert eve.get("/api/me/tables")["tables"] == []
    assert id not in eve.client.get("/").text
    for wrong in (id[:-1], f"{id[:-1]}A", "A" * 22):
        if wrong != id:
            assert eve.client.get(f"/api/tables/{wrong}").status_code in (404, 422)
    with pytest.raises(WebSocketDisconnect), eve.live("A" * 22):
        pass
