"""The documentation at /help, and the check of its links."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stromnetz import server
from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.web import help_site
from tools import check_links


def test_built_documentation_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "help"
    (folder / "rules").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Start</h1>", encoding="utf-8")
    (folder / "rules" / "core.html").write_text("<h1>Rules</h1>", encoding="utf-8")
    (folder / "scripts.json").write_text(json.dumps(["abc="]), encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    config = ServerConfig(database=str(tmp_path / "games.sqlite"), bot_processes=0)
    assert Path(server.__file__).parent / "help" == help_site.HELP
    with TestClient(create_app(config), base_url="http://localhost") as client:
        monkeypatch.setattr(help_site, "HELP", tmp_path / "nothing")
        for path in ("/help", "/help/", "/help/rules/core.html"):
            redirect = client.get(path, follow_redirects=False)
            assert (redirect.status_code, redirect.headers["location"]) == (307, "/rules"), path
        assert client.get("/api/features").json()["help"] is False

        monkeypatch.setattr(help_site, "HELP", folder)
        help_site._pages.cache_clear()
        help_site._policy.cache_clear()
        assert client.get("/api/features").json()["help"] is True
        first = client.get("/help")
        assert (first.text, first.headers["content-type"]) == ("<h1>Start</h1>", "text/html; charset=utf-8")
        policy = first.headers["content-security-policy"]
        assert "script-src 'self' 'sha256-abc='" in policy
        assert "default-src 'none'" in policy
        assert client.get("/help/rules/core.html").text == "<h1>Rules</h1>"
        for path in ("nothing.html", "..%2fsecret.html", "rules"):
            assert client.get(f"/help/{path}").status_code == 404
    help_site._pages.cache_clear()
    help_site._policy.cache_clear()


def test_broken_links_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text(
        "# One thing\n- **A1** rule\n- **A3 Name** rule\n"
        "[b](b.md#two) [c](c.md) [here](#one-thing) [rule](#A1) [named](#A3) [no](#A2) `[x](y.md)`\n"
        "```\n[code](none.md)\n```\n[web](https://example.org/none)\n",
        encoding="utf-8",
    )
    (tmp_path / "b.md").write_text("## Two\n## Two\n[again](#two-1)\n", encoding="utf-8")
    monkeypatch.setattr(check_links, "ROOT", tmp_path)
    assert list(check_links.problems()) == ["a.md: there is no c.md", "a.md: the page has no heading or rule #A2"]
