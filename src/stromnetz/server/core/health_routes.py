"""Whether the server is alive, and whether it can do its work."""

from __future__ import annotations

import asyncio

from stromnetz.build import BUILD
from stromnetz.server.core.dependencies import DatabaseDep
from stromnetz.server.live.drain import ConnectionDrainDep
from stromnetz.server.live.hub import LiveHubDep
from stromnetz.server.tables.schema import Health, Ready, refusals
from stromnetz.server.tables.service import TableServiceDep
from stromnetz.tables.errors import Unavailable

from .config import program_version
from .http import Router, SafeJson
from .route_policy import Cost

router = Router(reads=Cost.LIGHT, tags=["operation"], default_response_class=SafeJson)

READY_SECONDS = 2.0
"""Whoever asks whether the server is ready wants to know now."""


@router.get("/healthz", response_model=Health, responses=refusals())
async def healthz(database: DatabaseDep, table_service: TableServiceDep, hub: LiveHubDep) -> SafeJson:
    """Whether the server runs. The database is not asked: starting the server again would not mend it."""
    return SafeJson(
        {
            "status": "ok",
            "version": program_version(),
            "build": BUILD,
            "database": database.engine.dialect.name,
            "open_tables": len(table_service.cache),
            "sockets": len(hub),
            "bus": database.bus.kind,
            "bus_up": database.bus.up,
        }
    )


@router.get("/readyz", response_model=Ready, responses=refusals())
async def readyz(database: DatabaseDep, drain: ConnectionDrainDep) -> SafeJson:
    """Whether a move could be kept: 200 when something could be written, 503 when not, for lack of room too.

    Also 503 once the server has been told to stop, and where a newer one has brought the database up to its version.
    Without the bus it is ready all the same: news of other servers comes by polling then, which is slower.
    """
    if drain.begun:
        raise Unavailable(case="leaving")
    try:
        async with asyncio.timeout(READY_SECONDS):
            await database.check_writable()
    except TimeoutError:
        raise Unavailable(case="no-database") from None
    return SafeJson({"status": "ready", "news": "bus" if database.bus.up else "polling"})
