"""What the server has counted, in the words of Prometheus."""

from __future__ import annotations

import hmac

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from stromnetz.server.errors import Forbidden
from stromnetz.server.meters import CONTENT_TYPE

from .context import Server
from .models import refusals
from .routes import Router

router = Router(tags=["operation"])


@router.get("/metrics", response_class=PlainTextResponse, responses=refusals(403))
async def metrics(server: Server, request: Request) -> Response:
    """Counts, times and levels. No name, table or address is in it; whoever wants it to themselves sets a token."""
    token = server.config.metrics_token
    given = request.headers.get("authorization", "")
    if token and not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise Forbidden(case="metrics-token")
    return Response(server.store.meters.text(), media_type=CONTENT_TYPE)
