"""Bans: banned people may read, and do what a route declares open to them, such as deleting their account."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.types import ASGIApp, Scope

from stromnetz.play.words import wording
from stromnetz.server.admin.store import Ban
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.errors import error_body, error_json
from stromnetz.server.core.languages import preferred
from stromnetz.server.core.middleware.base import Refusal, RejectingMiddleware, headers_of, rejection_body
from stromnetz.tables.errors import Forbidden
from stromnetz.tables.time import now_ms

from .base import IDENTITY
from .route_match import POLICY
from .security import SAFE


class BanMiddleware(RejectingMiddleware):
    def __init__(self, inner: ASGIApp) -> None:
        super().__init__(inner)
        self._banned: Mapping[str, Ban] = {}

    def update(self, banned: Mapping[str, Ban]) -> None:
        """Take these bans, by guest, in place of those until now."""
        self._banned = banned

    def refusal(self, scope: Scope) -> Refusal | None:
        guest = scope[IDENTITY].guest
        if guest is None or guest not in self._banned:
            return None
        ban = self._banned[guest]
        if ban.until is not None and ban.until <= now_ms():
            return None
        if scope["type"] == "websocket" or scope["method"] in SAFE:
            return None
        policy = scope[POLICY]
        if policy is None or policy.banned:
            return None
        language = preferred(headers_of(scope).get("accept-language", ""))
        error = refusal_of(ban)
        return Refusal(403, error_json(error, wording.refusal(error, language)))


def refusal_of(ban: Ban) -> Forbidden:
    if ban.until is None:
        return Forbidden(facts={"reason": ban.reason}, case="banned")
    until = datetime.fromtimestamp(ban.until / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    facts = {"reason": ban.reason, "until": until}
    return Forbidden(facts=facts, case="banned-until")


_TABLE = r"/api/tables/[^/]+"
_FACTS = r"/api/(codes|editions|boards|words|rules|bots)(/.*)?"
READS = re.compile(rf"{_TABLE}(/(view|decision|turn|history|record|deal|live))?|{_FACTS}|/api/me")
DOES = re.compile(rf"{_TABLE}/(join|leave|moves|preview|forecast|prices|resign)")
ENDS = "/api/me/program"
"""Where a program ends itself."""


class TokenScopeMiddleware(RejectingMiddleware):
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        self._off = config.no_programs

    def refusal(self, scope: Scope) -> Refusal | None:
        identity = scope[IDENTITY]
        if not identity.program:
            return None
        if self._off:
            return Refusal(403, error_body("forbidden", rejection_body("programs-off", scope)))
        if identity.guest is None:
            return Refusal(401, error_body("unknown-token", rejection_body("program-token", scope)))
        reads = scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD")
        if (READS if reads else DOES).fullmatch(scope["path"]):
            return None
        if scope["type"] == "http" and scope["method"] == "DELETE" and scope["path"] == ENDS:
            return None
        return Refusal(403, error_body("forbidden", rejection_body("program-plays", scope)))
