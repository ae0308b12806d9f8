"""Who sends a request, and from where: noted for all who come after."""

from __future__ import annotations

from starlette.types import Scope

from stromnetz.server.identities import Identities, Identity
from stromnetz.server.limits import network_of

from .door import ADDRESS, IDENTITY, Door, Refusal, headers_of

NOBODY = Identity()


class Guests(Door):
    identities: Identities | None = None
    """Set when the database is open."""

    def refusal(self, scope: Scope) -> Refusal | None:
        cookie = headers_of(scope).get("cookie", "")
        token = headers_of(scope).get("authorization", "")
        scope[IDENTITY] = NOBODY
        if self.identities is not None:
            scope[IDENTITY] = (self.identities.read_token(token) if token else None) or self.identities.read(cookie)
        scope[ADDRESS] = network_of((scope.get("client") or ("unknown", 0))[0])
        return None
