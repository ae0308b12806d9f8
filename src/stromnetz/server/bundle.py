"""The browser board as it was built into the package: its page and the files that the page names."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from .errors import NotFound

STATIC = Path(__file__).parent / "static"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
"""The name of a file changes when its content does."""
TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".json": "application/json"}

router = APIRouter(include_in_schema=False)


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """Every file of the bundle with its type, read once; none where the board was not built."""
    found = [path for path in STATIC.glob("*.*") if path.is_file() and not path.name.startswith(".")]
    return {path.name: (path.read_bytes(), _type(path)) for path in found}


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def board_page() -> HTMLResponse | None:
    """The page of the board, the same at every address: what to show, it asks the server itself."""
    page = files().get("index.html")
    return HTMLResponse(page[0]) if page is not None else None


@router.get("/assets/{name}")
async def asset(name: str) -> Response:
    if name not in files() or name == "index.html":
        raise NotFound("there is no such file", {})
    body, kind = files()[name]
    return Response(body, media_type=kind, headers=FOREVER)


@router.get("/new")
@router.get("/rules")
async def page() -> HTMLResponse:
    """Addresses inside the board."""
    found = board_page()
    if found is None:
        raise NotFound("the board was not built", {})
    return found
