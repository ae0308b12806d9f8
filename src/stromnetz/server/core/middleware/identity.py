"""Who sends a request, and from where: noted for all who come after."""

from __future__ import annotations

from starlette.types import Receive, Scope, Send

from stromnetz.server.core.cookies import replacing_old
from stromnetz.server.core.identity import Identity, IdentityRegistry
from stromnetz.server.core.middleware.base import RejectingMiddleware, headers_of
from stromnetz.server.core.rate_limits import network_of

from .base import ADDRESS, IDENTITY

NOBODY = Identity()


class IdentityMiddleware(RejectingMiddleware):
    identities: IdentityRegistry | None = None
    """Set when the database is open."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            identity = scope[IDENTITY] = await self._identity(headers_of(scope))
            if identity.replacement is not None:
                send = replacing_old(identity.replacement, send)
            scope[ADDRESS] = network_of((scope.get("client") or ("unknown", 0))[0])
        await self.inner(scope, receive, send)

    async def _identity(self, headers: dict[str, str]) -> Identity:
        if self.identities is None:
            return NOBODY
        token = headers.get("authorization", "")
        program = self.identities.read_token(token) if token else None
        return program or await self.identities.read(headers.get("cookie", ""))
