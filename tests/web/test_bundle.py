"""What is built into the package: a page that a strict policy allows, files with lasting names, a clean lock."""

from __future__ import annotations

import json
import re
from pathlib import Path

from starlette.testclient import TestClient

from stromnetz.server import bundle
from stromnetz.server.app import create_app
from stromnetz.server.config import Config

ROOT = Path(__file__).parent.parent.parent


def test_the_board_is_served_under_the_strict_policy(tmp_path: Path) -> None:
    config = Config(database=str(tmp_path / "games.sqlite"), bot_processes=0)
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
        assert client.get("/new").text == page.text
        assert client.get("/assets/index.html").status_code == 404
        assert client.get("/assets/nothing.js").status_code == 404


def test_nothing_is_fetched_from_elsewhere() -> None:
    for name, (body, kind) in bundle.files().items():
        if kind in ("text/css", "text/javascript", "text/html"):
            text = body.decode()
            found = set(re.findall(r"https?://[^\s\"'`)]+", text)) - {
                "http://www.w3.org/2000/svg",
                "http://www.w3.org/1999/xhtml",
                "http://www.w3.org/1998/Math/MathML",
                "http://www.w3.org/1999/xlink",
            }
            assert not found, name


def test_the_locks_name_no_place_to_fetch_from() -> None:
    for path in (ROOT / "web").glob("**/package-lock.json"):
        if "node_modules" in path.parts:
            continue
        packages = json.loads(path.read_text(encoding="utf-8"))["packages"]
        assert not [name for name, package in packages.items() if "resolved" in package], path
        assert all("integrity" in package for name, package in packages.items() if name), path
