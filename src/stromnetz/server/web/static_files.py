"""The browser board as it was built into the package: its page and the files that the page names."""

from __future__ import annotations

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
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
"""The name of a file changes when its content does."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".woff2": "font/woff2",
}

router = Router(reads=Cost.LIGHT, include_in_schema=False)


SUFFIXES = {".br": "br", ".gz": "gzip"}
"""How the prepared forms of a file are named."""


@dataclass(slots=True)
class StaticFile:
    body: bytes
    type: str
    packed: dict[str, bytes]
    """The same, packed in the ways that browsers ask for; none for what is small already."""

    def answer(self, request: Request, headers: Mapping[str, str]) -> Response:
        """The file in the smallest form that the client takes."""
        way = next((way for way in accepted(request.headers.get("accept-encoding", "")) if way in self.packed), None)
        more = {"vary": "accept-encoding"} if self.packed else {}
        if way is not None:
            more["content-encoding"] = way
        body = self.body if way is None else self.packed[way]
        return Response(body, media_type=self.type, headers={**headers, **more})


@cache
def files() -> dict[str, StaticFile]:
    """Every file of the bundle, read once; none where the board was not built."""
    found = [path for path in sorted(STATIC.glob("*.*")) if path.is_file() and not path.name.startswith(".")]
    out = {path.name: StaticFile(path.read_bytes(), _type(path), {}) for path in found if path.suffix not in SUFFIXES}
    for path in found:
        if path.suffix in SUFFIXES:
            out[path.stem].packed[SUFFIXES[path.suffix]] = path.read_bytes()
    return out


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def board_page(request: Request) -> Response | None:
    """The page of the board, the same at every address: what to show, it asks the server itself."""
    page = files().get("index.html")
    return page.answer(request, {}) if page is not None else None


@router.get("/assets/{name}")
async def asset(request: Request, name: str) -> Response:
    if name not in files() or name == "index.html":
        raise NotFound("there is no such file", {})
    return files()[name].answer(request, FOREVER)


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """The service worker of the board, in charge of all pages; browsers look themselves whether there is another."""
    found = files().get("sw.js")
    if found is None:
        raise NotFound("the board was not built", {})
    return found.answer(request, {"cache-control": "no-cache"})


@router.get("/learn")
@router.get("/exercises")
@router.get("/exercises/{id}")
@router.get("/new")
@router.get("/find")
@router.get("/mine")
@router.get("/account")
@router.get("/rules")
@router.get("/ladder")
@router.get("/ladder/{group}")
@router.get("/people/{name}")
@router.get("/profile")
@router.get("/admin")
@router.get("/programs")
async def page(request: Request) -> Response:
    """Addresses inside the board."""
    found = board_page(request)
    if found is None:
        raise NotFound("the board was not built", {})
    return found
