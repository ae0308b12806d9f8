"""Whether the server is alive, whether it can do its work, and what it has counted, in the words of Prometheus."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from stromnetz.build import BUILD
from stromnetz.server.live.drain import ConnectionDrainDep
from stromnetz.server.live.hub import LiveHubDep
from stromnetz.server.tables.schema import Health, Ready
from stromnetz.server.tables.service import TableServiceDep
from stromnetz.tables.errors import Forbidden, Unavailable

from .config import program_version
from .dependencies import ConfigDep, DatabaseDep
from .http import Cost, Router, SafeJson, refusals
from .metrics import CONTENT_TYPE

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


FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What a proxy says of those for whom it asks."""


@router.get("/metrics", response_class=PlainTextResponse, responses=refusals(403))
async def metrics(config: ConfigDep, database: DatabaseDep, request: Request) -> Response:
    """Counts, times and levels; no name, table or address. For whoever has the token, and for this machine without."""
    token = config.metrics_token
    given = request.headers.get("authorization", "")
    if token:
        allowed = hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    else:
        allowed = is_local(request)
    if not allowed:
        raise Forbidden(case="metrics-token")
    return Response(database.meters.text(), media_type=CONTENT_TYPE)


def is_local(request: Request) -> bool:
    """Whether a program on this machine asks for itself, not a proxy for somebody else."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname
    except ValueError:
        return False
    return _is_loopback(request.client.host) and (host == "localhost" or _is_loopback(host or ""))


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
