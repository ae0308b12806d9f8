"""Who sends a request, and what they may do.

Banned people may read, and use routes that are declared open to them, such as deleting their account. So may strangers
from a banned address.
"""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from stromnetz.play.words import vocabulary
from stromnetz.server.admin.bans import Bans
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.cookies import replace_old_cookie
from stromnetz.server.core.errors import error_body, error_json
from stromnetz.server.core.identity import Identity, IdentityRegistry
from stromnetz.server.core.languages import preferred
from stromnetz.server.core.rate_limits import network_of
from stromnetz.tables.errors import Unavailable

from .base import ADDRESS, IDENTITY, Refusal, RejectingMiddleware, headers_of, rejection_text
from .route_match import POLICY
from .security import SAFE


class BanMiddleware(RejectingMiddleware):
    bans: Bans | None = None
    """Set once the database is open."""

    async def refusal(self, scope: Scope) -> Refusal | None:
        if self.bans is None:
            return None
        identity, address = scope[IDENTITY], scope[ADDRESS]
        if identity.guest is not None and identity.session is None and not identity.program:
            await self.bans.remember_address(identity.guest, address)
        if scope["type"] == "websocket" or scope["method"] in SAFE or identity.unavailable:
            return None
        policy = scope[POLICY]
        if policy is None or policy.banned:
            return None
        try:
            error = await self.bans.refusal(identity.guest, address)
        except Unavailable:
            return None
        if error is None:
            return None
        language = preferred(headers_of(scope).get("accept-language", ""))
        return Refusal(403, error_json(error, vocabulary.refusal(error, language)))


_TABLE = r"/api/tables/[^/]+"
_FACTS = r"/api/(codes|editions|boards|words|rules|bots)(/.*)?"
READ_PATHS = re.compile(rf"{_TABLE}(/(view|decision|turn|history|record|deal|live))?|{_FACTS}|/api/me")
WRITE_PATHS = re.compile(rf"{_TABLE}/(join|leave|moves|preview|forecast|prices|resign)")
TOKEN_PATH = "/api/me/token"
"""Programs may delete their own token here."""


class TokenScopeMiddleware(RejectingMiddleware):
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        self._off = config.no_programs

    async def refusal(self, scope: Scope) -> Refusal | None:
        identity = scope[IDENTITY]
        if not identity.program:
            return None
        if self._off:
            return Refusal(403, error_body("forbidden", rejection_text("programs-off", scope)))
        if identity.guest is None:
            return Refusal(401, error_body("unknown-token", rejection_text("program-token", scope)))
        reads = scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD")
        if (READ_PATHS if reads else WRITE_PATHS).fullmatch(scope["path"]):
            return None
        if scope["type"] == "http" and scope["method"] == "DELETE" and scope["path"] == TOKEN_PATH:
            return None
        return Refusal(403, error_body("forbidden", rejection_text("program-plays", scope)))


STRANGER = Identity()


class IdentityMiddleware(RejectingMiddleware):
    identities: IdentityRegistry | None = None
    """Set once the database is open."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            identity = scope[IDENTITY] = await self._identity(headers_of(scope))
            if identity.replacement is not None:
                send = replace_old_cookie(identity.replacement, send)
            scope[ADDRESS] = network_of((scope.get("client") or ("unknown", 0))[0])
        await self.inner(scope, receive, send)

    async def _identity(self, headers: dict[str, str]) -> Identity:
        if self.identities is None:
            return STRANGER
        token = headers.get("authorization", "")
        program = self.identities.read_token(token) if token else None
        return program or await self.identities.read(headers.get("cookie", ""))
