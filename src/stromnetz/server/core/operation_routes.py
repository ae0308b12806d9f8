"""Health checks and metrics for monitoring."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from stromnetz.build import BUILD, VERSION
from stromnetz.server.live.drain import ConnectionDrainDep
from stromnetz.server.live.hub import LiveHubDep
from stromnetz.server.tables.schema import Health, Ready
from stromnetz.server.tables.service import TableServiceDep
from stromnetz.tables.errors import Forbidden, Unavailable

from .dependencies import ConfigDep, DatabaseDep
from .http import Cost, Router, SafeJson, refusals

router = Router(reads=Cost.LIGHT, tags=["operation"], default_response_class=SafeJson)

READY_SECONDS = 2.0
"""How long /readyz waits for the database."""


@router.get("/healthz", response_model=Health, responses=refusals())
async def healthz(database: DatabaseDep, table_service: TableServiceDep, hub: LiveHubDep) -> SafeJson:
    """Whether the server runs. The database is not checked, since restarting the server would not repair it."""
    return SafeJson(
        {
            "status": "ok",
            "version": VERSION,
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
    """Whether moves can be saved: 200 if the database is writable, else 503.

    Also 503 while the server stops, and if a newer server has upgraded the database. Without the bus the server is
    ready all the same: it polls for changes by other servers, which is slower.
    """
    if drain.begun:
        raise Unavailable(case="leaving")
    try:
        async with asyncio.timeout(READY_SECONDS):
            await database.check_writable()
    except TimeoutError:
        raise Unavailable(case="no-database") from None
    return SafeJson({"status": "ready", "updates": "bus" if database.bus.up else "polling"})


FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers by which a proxy names its client."""


@router.get("/metrics", response_class=PlainTextResponse, responses=refusals(403, 404))
async def metrics(config: ConfigDep, database: DatabaseDep, request: Request) -> Response:
    """Counters, timers and gauges, without names, tables or addresses.

    Needs the token, if one is set, else this machine. 404 if the library for metrics is not installed.
    """
    token = config.metrics_token
    given = request.headers.get("authorization", "")
    if token:
        allowed = hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    else:
        allowed = is_local(request)
    if not allowed:
        raise Forbidden(case="metrics-token")
    return Response(database.meters.text(), media_type=database.meters.content_type)


def is_local(request: Request) -> bool:
    """Whether the request comes from this machine, and not through a proxy."""
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
