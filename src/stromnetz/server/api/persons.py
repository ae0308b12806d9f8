"""Who asks, for operations that are for some people only.

``me: Named`` is somebody with an account, ``me: Admin`` one who may do what the host may. Everybody else is refused.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from stromnetz.server.database.accounts import Person, person_of
from stromnetz.server.errors import Forbidden

from .context import Guest, Server


async def _named(server: Server, guest: Guest) -> Person:
    found = await server.store.read(lambda c: person_of(c, guest))
    if found is None or not found.named:
        raise Forbidden(case="no-account")
    return found


Named = Annotated[Person, Depends(_named)]


async def _admin(server: Server, me: Named) -> Person:
    if server.config.no_admin_pages:
        raise Forbidden(case="no-admin-pages")
    if not me.admin:
        raise Forbidden(case="admins-only")
    return me


Admin = Annotated[Person, Depends(_admin)]
