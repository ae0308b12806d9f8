"""The documentation at /help if it was built (`make docs`); otherwise /help redirects to the rules in the app."""

from __future__ import annotations

import json
import mimetypes
from functools import cache
from pathlib import Path

from fastapi.responses import RedirectResponse, Response

from stromnetz.server.core.http import Cost, Router
from stromnetz.server.core.middleware.security import CSP
from stromnetz.tables.errors import NotFound

from .static_files import TYPES

RULES_PAGE = "/rules"
HELP = Path(__file__).parents[1] / "help"
CACHE_CONTROL = "public, max-age=300"

router = Router(reads=Cost.LIGHT, include_in_schema=False)


def is_built() -> bool:
    return (HELP / "index.html").is_file()


@cache
def _pages() -> dict[str, Path]:
    """Return all files by path: nothing else can be requested."""
    return {path.relative_to(HELP).as_posix(): path for path in HELP.rglob("*") if path.is_file()}


@cache
def _policy() -> str:
    """Return the content security policy: that of the board, and hashes of the inline scripts."""
    hashes = json.loads((HELP / "scripts.json").read_text(encoding="utf-8"))
    allowed = " ".join(f"'sha256-{one}'" for one in hashes)
    policy = CSP.replace("script-src 'self'", f"script-src 'self' {allowed}")
    return policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") + "; worker-src 'self'"


@router.get("/help")
async def index() -> Response:
    if not is_built():
        return RedirectResponse(RULES_PAGE)
    return RedirectResponse("/help/index.html")


@router.get("/help/{path:path}")
async def page(path: str) -> Response:
    if path == "" or not is_built():
        return await index()
    found = _pages().get(path)
    if found is None:
        raise NotFound("there is no such file", {})
    kind = TYPES.get(found.suffix) or mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    return Response(
        found.read_bytes(),
        media_type=kind,
        headers={"cache-control": CACHE_CONTROL, "content-security-policy": _policy()},
    )
