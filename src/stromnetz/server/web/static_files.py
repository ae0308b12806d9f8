"""The built web app: its page and assets."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response

from stromnetz.server.core.http import Cost, Router
from stromnetz.server.core.middleware.compression import accepted
from stromnetz.tables.errors import NotFound

STATIC = Path(__file__).parents[1] / "static"
IMMUTABLE = {"cache-control": "public, max-age=31536000, immutable"}
"""Names of assets change with their content."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".woff2": "font/woff2",
}

router = Router(reads=Cost.LIGHT, include_in_schema=False)


SUFFIXES = {".br": "br", ".gz": "gzip"}
"""File name suffixes of compressed files and their encodings."""


@dataclass(slots=True)
class StaticFile:
    body: bytes
    type: str
    compressed: dict[str, bytes]
    """The content by encoding; empty for small files."""

    def response(self, request: Request, headers: Mapping[str, str]) -> Response:
        """Return the file in the smallest encoding that the client accepts."""
        encodings = accepted(request.headers.get("accept-encoding", ""))
        encoding = next((one for one in encodings if one in self.compressed), None)
        more = {"vary": "accept-encoding"} if self.compressed else {}
        if encoding is not None:
            more["content-encoding"] = encoding
        body = self.body if encoding is None else self.compressed[encoding]
        return Response(body, media_type=self.type, headers={**headers, **more})


@cache
def files() -> dict[str, StaticFile]:
    """Return all files of the web app, read once; empty if it was not built."""
    found = [path for path in sorted(STATIC.glob("*.*")) if path.is_file() and not path.name.startswith(".")]
    out = {path.name: StaticFile(path.read_bytes(), _type(path), {}) for path in found if path.suffix not in SUFFIXES}
    for path in found:
        if path.suffix in SUFFIXES:
            name = path.with_suffix("")
            if name.name not in out:  # in an installation, there is only the compressed form
                out[name.name] = StaticFile(gzip.decompress(Path(f"{name}.gz").read_bytes()), _type(name), {})
            out[name.name].compressed[SUFFIXES[path.suffix]] = path.read_bytes()
    return out


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def board_page(request: Request) -> Response | None:
    """Return the page of the web app, the same for every path; None if it was not built."""
    page = files().get("index.html")
    return page.response(request, {}) if page is not None else None


@router.get("/assets/{name}")
async def asset(request: Request, name: str) -> Response:
    if name not in files() or name == "index.html":
        raise NotFound("there is no such file", {})
    return files()[name].response(request, IMMUTABLE)


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """The service worker of the web app; browsers check for updates themselves."""
    found = files().get("sw.js")
    if found is None:
        raise NotFound("the board was not built", {})
    return found.response(request, {"cache-control": "no-cache"})


@router.get("/learn")
@router.get("/puzzles")
@router.get("/puzzles/{id}")
@router.get("/new")
@router.get("/find-players")
@router.get("/games")
@router.get("/account")
@router.get("/rules")
@router.get("/ladder")
@router.get("/ladder/{group}")
@router.get("/players/{name}")
@router.get("/account/profile")
@router.get("/admin")
@router.get("/account/tokens")
async def page(request: Request) -> Response:
    """Paths of the web app."""
    found = board_page(request)
    if found is None:
        raise NotFound("the board was not built", {})
    return found
