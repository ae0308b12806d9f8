"""What programs may do: their tokens are accepted for playing only."""

from __future__ import annotations

import re

from starlette.types import Scope

from stromnetz.tables.errors import error_body

from .rejections import IDENTITY, Refusal, rejection_text

_TABLE = r"/api/tables/[^/]+"
_FACTS = r"/api/(codes|editions|boards|words|rules|bots)(/.*)?"
READ_PATHS = re.compile(rf"{_TABLE}(/(view|decision|turn|history|record|deal|live))?|{_FACTS}|/api/me")
WRITE_PATHS = re.compile(rf"{_TABLE}/(join|leave|moves|preview|forecast|prices|resign)")
TOKEN_PATH = "/api/me/token"
"""Programs may delete their own token here."""


def token_refusal(scope: Scope, programs_allowed: bool) -> Refusal | None:
    """Reject the request of a program unless its token is valid and accepted for it."""
    if not programs_allowed:
        return Refusal(403, error_body("forbidden", rejection_text("programs-off", scope)))
    if scope[IDENTITY].guest is None:
        return Refusal(401, error_body("unknown-token", rejection_text("program-token", scope)))
    reads = scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD")
    if (READ_PATHS if reads else WRITE_PATHS).fullmatch(scope["path"]):
        return None
    if scope["type"] == "http" and scope["method"] == "DELETE" and scope["path"] == TOKEN_PATH:
        return None
    return Refusal(403, error_body("forbidden", rejection_text("program-plays", scope)))
