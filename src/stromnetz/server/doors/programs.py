"""What a program may ask for: to sit and to play at tables, and what everybody may know. The rest is for people."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Scope

from stromnetz.server.config import Config
from stromnetz.server.errors import error_body

from .door import IDENTITY, Door, Refusal, said

_TABLE = r"/api/tables/[^/]+"
_FACTS = r"/api/(codes|editions|boards|words|rules|bots)(/.*)?"
READS = re.compile(rf"{_TABLE}(/(view|decision|turn|history|record|deal|live))?|{_FACTS}|/api/me")
DOES = re.compile(rf"{_TABLE}/(join|leave|moves|preview|forecast|prices|resign)")
ENDS = "/api/me/program"
"""Where a program ends itself."""


class Programs(Door):
    def __init__(self, inner: ASGIApp, config: Config) -> None:
        super().__init__(inner)
        self._off = config.no_programs

    def refusal(self, scope: Scope) -> Refusal | None:
        identity = scope[IDENTITY]
        if not identity.program:
            return None
        if self._off:
            return Refusal(403, error_body("forbidden", said("programs-off", scope)))
        if identity.guest is None:
            return Refusal(401, error_body("unknown-token", said("program-token", scope)))
        reads = scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD")
        if (READS if reads else DOES).fullmatch(scope["path"]):
            return None
        if scope["type"] == "http" and scope["method"] == "DELETE" and scope["path"] == ENDS:
            return None
        return Refusal(403, error_body("forbidden", said("program-plays", scope)))
