"""Who asks, for operations that are for some people only.

``me: Named`` is somebody with an account, ``me: Admin`` one who may do what the host may. Everybody else is refused.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep, Guest
from stromnetz.tables.errors import Forbidden

from .store import Person, person_of


async def _named(database: DatabaseDep, guest: Guest) -> Person:
    found = await database.read(lambda c: person_of(c, guest))
    if found is None or not found.named:
        raise Forbidden(case="no-account")
    return found


AccountHolder = Annotated[Person, Depends(_named)]


async def _admin(config: ConfigDep, me: AccountHolder) -> Person:
    if config.no_admin_pages:
        raise Forbidden(case="no-admin-pages")
    if not me.admin:
        raise Forbidden(case="admins-only")
    return me


AdminUser = Annotated[Person, Depends(_admin)]
