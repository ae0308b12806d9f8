"""What the server has counted, in the words of Prometheus."""

from __future__ import annotations

import hmac
import ipaddress
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep
from stromnetz.server.tables.schema import refusals
from stromnetz.tables.errors import Forbidden

from .http import Router
from .metrics import CONTENT_TYPE
from .route_policy import Cost

router = Router(reads=Cost.LIGHT, tags=["operation"])

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
