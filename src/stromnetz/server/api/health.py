"""Whether the server is well."""

from __future__ import annotations

from fastapi import APIRouter

from stromnetz.server.config import program_version

from .context import Json, Server
from .models import Health, refusals

router = APIRouter(tags=["operation"], default_response_class=Json)


@router.get("/healthz", response_model=Health, responses=refusals())
async def healthz(server: Server) -> Json:
    """200 when the database answers, 503 when it does not."""
    await server.store.ping()
    return Json(
        {
            "status": "ok",
            "version": program_version(),
            "database": server.store.engine.dialect.name,
            "open_tables": len(server.desk),
            "sockets": len(server.hub),
        }
    )
