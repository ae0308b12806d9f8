"""The built board: content security policy, caching, compression, and locked packages."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.web import static_files

ROOT = Path(__file__).parent.parent.parent


def test_board_is_served_with_a_strict_policy(tmp_path: Path) -> None:
    config = ServerConfig(database=str(tmp_path / "games.sqlite"), bot_processes=0)
    with TestClient(create_app(config), base_url="http://localhost") as client:
        page = client.get("/")
        assert page.status_code == 200
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert page.headers["cache-control"] == "no-store"
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page.text)
        for address in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text):
            file = client.get(address)
            assert file.status_code == 200, address
            assert "immutable" in file.headers["cache-control"]
        pages = ("/new", "/puzzles/x", "/find-players", "/games", "/players/Ann", "/account/profile", "/account/tokens")
        for path in pages:
            assert client.get(path).text == page.text, path
        assert client.get("/assets/index.html").status_code == 404
        assert client.get("/assets/nothing.js").status_code == 404


def test_content_encoding_is_negotiated(tmp_path: Path) -> None:
    config = ServerConfig(database=str(tmp_path / "games.sqlite"), bot_processes=0)
    script = max((len(file.body), name) for name, file in static_files.files().items() if name.endswith(".js"))[1]
    font = next(name for name in static_files.files() if name.endswith(".woff2"))
    whole = static_files.files()[script].body
    encodings = (("br, gzip", "br"), ("gzip;q=0.5", "gzip"), ("br;q=0, *", "gzip"), ("identity", None), ("", None))
    with TestClient(create_app(config), base_url="http://localhost") as client:
        for header, encoding in encodings:
            with client.stream("GET", f"/assets/{script}", headers={"accept-encoding": header}) as answer:
                body = b"".join(answer.iter_raw())
            assert answer.headers.get("content-encoding") == encoding
            assert answer.headers["vary"] == "accept-encoding"
            assert answer.headers["content-type"].startswith("text/javascript")
            assert (gzip.decompress(body) if encoding == "gzip" else whole if encoding == "br" else body) == whole
            assert len(body) == len(whole) if encoding is None else len(body) < len(whole) / 2
        answer = client.get(f"/assets/{font}", headers={"accept-encoding": "br, gzip"})
        assert "content-encoding" not in answer.headers
        # compressed files have no URLs of their own
        assert client.get(f"/assets/{script}.br").status_code == 404


def test_only_answers_without_secrets_are_compressed(tmp_path: Path) -> None:
    """The length of a compressed answer reveals repetitions, so it must not contain foreign text and a secret
    (BREACH)."""
    config = ServerConfig(database=str(tmp_path / "games.sqlite"), bot_processes=0)
    with TestClient(create_app(config), base_url="http://localhost") as client:
        client.headers["accept-encoding"] = "gzip"
        seats = [{"kind": "person", "name": "x" * 24} for _ in range(6)]
        made = client.post("/api/tables", json={"seats": seats})
        id = made.json()["table"]["id"]
        client.post(f"/api/tables/{id}/start")
        for path in ("/api/words/en", "/api/rules", f"/api/tables/{id}/view"):
            answer = client.get(path)
            assert answer.headers.get("content-encoding") == "gzip", path
            assert "accept-encoding" in answer.headers["vary"]
            assert answer.json()
            plain = client.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.json() == answer.json()
            assert len(plain.content) == int(plain.headers["content-length"]) > int(answer.headers["content-length"])
        assert "accept-language" in client.get("/api/rules").headers["vary"]
        for answer in (
            made,
            client.get(f"/api/tables/{id}"),
            client.get("/api/me/tables"),
            client.get("/api/rules/A1"),
        ):
            assert "content-encoding" not in answer.headers


def test_board_loads_nothing_from_other_sites() -> None:
    for name, file in static_files.files().items():
        if file.type in ("text/css", "text/javascript", "text/html"):
            text = file.body.decode()
            found = set(re.findall(r"https?://[^\s\"'`)]+", text)) - {
                "http://www.w3.org/2000/svg",
                "http://www.w3.org/1999/xhtml",
                "http://www.w3.org/1998/Math/MathML",
                "http://www.w3.org/1999/xlink",
            }
            assert not found, name


def test_npm_locks_have_hashes_and_no_urls() -> None:
    for path in (ROOT / "web").glob("**/package-lock.json"):
        if "node_modules" in path.parts:
            continue
        packages = json.loads(path.read_text(encoding="utf-8"))["packages"]
        assert not [name for name, package in packages.items() if "resolved" in package], path
        assert all("integrity" in package for name, package in packages.items() if name), path


def test_installation_serves_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages have only the compressed form of scripts, styles, pictures and maps."""
    here = static_files.files()
    for path in static_files.STATIC.glob("*.*"):
        if path.suffix in (".br", ".gz", ".html", ".woff2"):
            shutil.copy(path, tmp_path)
    monkeypatch.setattr(static_files, "STATIC", tmp_path)
    there = static_files.files.__wrapped__()
    assert len(list(tmp_path.glob("*.js"))) == 0
    assert there == here
