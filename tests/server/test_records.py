"""Records: export during and after games, import and validation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from stromnetz import BadInput, new_game, parse_game
from stromnetz.cli import main
from stromnetz.play.files.records import commitment
from stromnetz.server.tables import quotas
from tests.helpers import play_on
from tests.server.local_server import LocalServer, MakeServer

pytestmark = pytest.mark.alone  # these tests count everything on the server


def test_deal_is_committed_at_start_and_revealed_at_end(
    server: LocalServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "plain", options={"short": True})
    assert ann.get(f"/api/tables/{id}")["commitment"] is None
    promised = ann.post(f"/api/tables/{id}/start")["commitment"]
    assert eve.get(f"/api/tables/{id}/deal") == {"commitment": promised, "seed": None, "salt": None}
    server.play(id, {0: ann}, moves=5)
    running = eve.get(f"/api/tables/{id}/record")
    assert running["commitment"] == promised
    with pytest.raises(BadInput, match="without its hidden part"):
        parse_game(running)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(running))
    assert main(["verify", str(file)]) == 1
    server.play(id, {0: ann})
    deal = eve.get(f"/api/tables/{id}/deal")
    assert deal["commitment"] == promised == commitment(deal["seed"], deal["salt"])
    file.write_text(json.dumps(eve.get(f"/api/tables/{id}/record")))
    assert main(["verify", str(file), "--commitment", promised]) == 0
    assert main(["verify", str(file), "--commitment", "0" * 64]) == 1
    assert "a different commitment" in capsys.readouterr().out


def test_every_game_has_its_own_seed(server: LocalServer) -> None:
    ids = [server.ann.open("person", "person", start=True) for _ in range(3)]
    seeds = {server.game(id).position.seed for id in ids}
    assert len(seeds) == 3
    assert all(seed.bit_length() > 200 for seed in seeds)


def finished(seed: int = 5) -> dict[str, Any]:
    game = play_on(new_game("classic-2009", players=2, seed=seed, options={"short": True, "money": "hidden"}), seed)
    assert game.decision is None
    return game.to_json()


def test_record_is_imported_and_can_be_replayed(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    record = finished()
    made = ann.post("/api/records", record, 201)
    table = made["table"]
    assert (table["state"], table["imported"], table["version"]) == ("finished", True, len(record["rows"]) - 1)
    assert eve.get(f"/api/tables/{table['id']}/record") == record
    game = parse_game(record)
    view = eve.get(f"/api/tables/{table['id']}/view")
    assert view == game.view(None).to_json()
    for version in (0, 10, game.version // 2):
        assert eve.get(f"/api/tables/{table['id']}/view", version=version)["version"] == version
    ann.post(f"/api/tables/{table['id']}/rematch", status=409)
    ann.post(f"/api/tables/{table['id']}/join", {}, 409)
    ann.post(f"/api/tables/{table['id']}/start", status=409)


def test_game_is_exported_and_imported_elsewhere(database: str, make_server: MakeServer) -> None:
    server = make_server(database, bot_processes=1)
    ann = server.ann
    id = ann.open("plain", "random", start=True, options={"short": True})
    server.wait_for_end(id)
    record = ann.get(f"/api/tables/{id}/record")
    other = server.guest().post("/api/records", record, 201)["table"]
    assert other["commitment"] == record["commitment"]
    assert ann.get(f"/api/tables/{other['id']}/record") == record


def _changed(**more: Any) -> dict[str, Any]:
    return {**finished(), **more}


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"format": "stromnetz-record"},
        _changed(version=2),
        _changed(edition="none"),
        _changed(rows=finished()["rows"][:-1], snapshots=[]),
        _changed(rows=finished()["rows"][::-1]),
        _changed(setup={"seed": "0x1", "regions": "random"}),
        _changed(commitment="0" * 64, salt="0" * 32),
        new_game("classic-2004", players=2, seed=1).to_json(),
        new_game("classic-2004", players=2, seed=1).to_json(hidden=False),
    ],
    ids=["empty", "no rows", "format", "edition", "cut", "turned round", "seed", "commitment", "running", "hidden"],
)
def test_invalid_records_are_refused(sqlite_server: LocalServer, record: dict[str, Any]) -> None:
    error = sqlite_server.ann.post("/api/records", record, 422)["error"]
    assert error["kind"] == "bad-input"
    assert error["message"]
    assert sqlite_server.ann.get("/api/me/tables")["tables"] == []


def test_same_record_is_imported_once(server: LocalServer) -> None:
    ann, bob = server.ann, server.guest()
    first, second = finished(5), finished(6)
    made = ann.post("/api/records", first, 201)["table"]["id"]
    for who in (ann, bob):
        assert who.post("/api/records", dict(reversed(first.items())), 201)["table"]["id"] == made
    assert ann.post("/api/records", second, 201)["table"]["id"] != made
    assert len(ann.get("/api/me/tables")["tables"]) == 2


def test_records_of_a_guest_are_limited(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_TABLES", 2)
    monkeypatch.setattr(quotas, "MAX_RECORDS", 1)
    ann, bob = server.ann, server.guest()
    first, _ = ann.open("person", "open"), ann.open("person", "person", start=True)
    seats = {"seats": [{"kind": "person"}, {"kind": "bot"}]}
    assert "2 unfinished tables" in ann.post("/api/tables", seats, 409)["error"]["message"]
    bob.post("/api/tables", seats, 201)
    ann.post(f"/api/tables/{first}/leave")
    ann.post("/api/records", finished(5), 201)
    assert "1 uploaded game here" in ann.post("/api/records", finished(6), 409)["error"]["message"]
    ann.post("/api/records", finished(5), 201)
    ann.post("/api/tables", seats, 201)


# --- notation, and what exports of running games hide ---------------------------------------------------------------


def test_game_is_exported_and_imported_in_notation(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "plain", start=True, options={"short": True})
    server.play(id, {0: ann})
    answer = eve.client.get(f"/api/tables/{id}/notation")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="game.txt"'
    game = parse_game(answer.text)
    assert game.names == [seat["name"] for seat in ann.get(f"/api/tables/{id}")["seats"]]
    record = parse_game(eve.get(f"/api/tables/{id}/record"))
    assert (game.position, game.rows, game.header["salt"]) == (record.position, record.rows, record.header["salt"])
    imported = ann.client.post("/api/records", content=answer.content, headers={"content-type": "text/plain"})
    assert imported.status_code == 201
    table = imported.json()["table"]
    assert (table["state"], table["imported"], table["version"]) == ("finished", True, game.version)
    assert parse_game(eve.client.get(f"/api/tables/{table['id']}/notation").text) == game
    broken = answer.text.replace("final: {round:", "final: {round:1")
    refused = ann.client.post("/api/records", content=broken, headers={"content-type": "text/plain"})
    assert (refused.status_code, refused.json()["error"]["kind"]) == (422, "bad-input")
    assert "'final' says" in refused.json()["error"]["message"]


def test_path_is_no_record(server: LocalServer, tmp_path: Path) -> None:
    """A text that names a file of the server must not be read as this file."""
    file = tmp_path / "game.json"
    play_on(new_game("classic-2004", players=2, seed=1, options={"short": True})).save(file)
    for body in (str(file), json.dumps(str(file))):
        refused = server.ann.client.post("/api/records", content=body, headers={"content-type": "text/plain"})
        assert refused.status_code == 422, refused.text


FILLED = {"seat": 0, "version": 3, "number": 3, "row": 3, "edition": "classic-2004", "lang": "en", "language": "en"}


@pytest.mark.parametrize("edition", ["classic-2009", "outpost"])
def test_nothing_about_running_game_tells_its_secrets(server: LocalServer, edition: str) -> None:
    """Every answer about a running game, to a player, to another person and in an export of all data."""
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "plain", "plain", start=True, edition=edition, map=None, options={"money": "hidden"})
    server.play(id, {0: ann}, moves=15)
    game = server.game(id)
    assert game.decision is not None
    deck = game.rules.refs(game.position.deck)
    orders = [f"{json.dumps(part)[1:-1]}" for cards in (deck, deck[::-1]) for part in (cards[1:5], cards[5:9])]
    seed = game.seed or ""
    secrets = [seed, seed.removeprefix("0x"), str(int(seed, 16)), game.header["salt"], *orders]
    secrets += [order.replace(" ", "") for order in orders]
    asked = 0
    for path, operations in ann.get("/openapi.json")["paths"].items():
        if "/tables/{id}" not in path or "get" not in operations:
            continue
        url = path.format_map({**FILLED, "id": id}) if set(re.findall(r"{(\w+)}", path)) <= {"id", *FILLED} else None
        assert url is not None, f"give {path} values for its parameters"
        for who in (ann, eve):
            for params in ({}, {"seat": 0}, {"version": 3, "seat": 0}, {"after": 0, "limit": 500}):
                answer = who.client.get(url, params=params)
                asked += answer.is_success
                found = [secret for secret in secrets if secret in answer.text]
                assert found == [], f"{url} tells {found}"
    assert asked > 30
    assert secrets[0] in json.dumps(game.to_json()), "the same check finds them in the whole record"
    assert any(order in json.dumps(game.to_json()) for order in orders)
    export = ann.client.get("/api/me/export")
    assert id in export.text
    assert [secret for secret in secrets if secret in export.text] == []
    running = eve.client.get(f"/api/tables/{id}/notation").text
    assert "open " in running
    with pytest.raises(BadInput, match="without its hidden part"):
        parse_game(running)
    table = ann.get(f"/api/tables/{id}")
    for shown in (repr(game), repr(game.view(0)), json.dumps(table), game.view(0).position_line()):
        assert [secret for secret in secrets if secret in shown] == []
