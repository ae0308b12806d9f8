"""What is mine: take everything along, or leave nothing behind. For guests as for accounts."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from stromnetz.server import leaving
from stromnetz.server.database import accounts as sql
from stromnetz.server.database import belongings
from stromnetz.server.errors import NotFound
from stromnetz.server.looking import RECORD
from stromnetz.server.route_policy import Cost

from .accounts import Password
from .base import Body, Reply
from .context import Guest, Json, Server, Spend, forget_cookie, identity_of
from .models import Me, TableEventOut, refusals
from .people import me_json
from .routes import Router
from .shaped import RecordJson

router = Router(reads=Cost.LIGHT, prefix="/api/me", tags=["people"], default_response_class=Json)

NAMED = {"content-disposition": 'attachment; filename="stromnetz.json"'}


class ExportedGame(Reply):
    table: str
    seats: list[int] = Field(description="mine, also where I have resigned")
    events: list[TableEventOut]
    record: RecordJson = Field(description="whole when the game is over, else without what players may not know")


class Export(Reply):
    rows: dict[str, list[dict[str, Any]]] = Field(description="all that is kept about me, by where it is kept")
    games: list[ExportedGame]


class Leave(Body):
    sure: Literal[True] = Field(description="it cannot be taken back")
    password: Password | None = Field(None, description="of the account, where it has one")


@router.get("/export", response_model=Export, responses=refusals(404))
async def export(server: Server, guest: Guest, spend: Spend) -> StreamingResponse:
    """Everything that is kept about me, with the records of my games."""
    if guest is None:
        raise NotFound(case="nothing-kept")
    games = await server.store.read(lambda c: belongings.tables_of(c, guest))
    spend(RECORD * (1 + len(games)))
    return StreamingResponse(
        leaving.export(server.store, server.desk, guest), media_type="application/json", headers=NAMED
    )


@router.post("/delete", cost=Cost.HEAVY, banned=True, response_model=Me, responses=refusals(403, 404, 409))
async def delete(server: Server, request: Request, guest: Guest, body: Leave) -> Json:
    """Delete all that is kept about me. Games that are over stay, under nobody's name; bots play on in the others."""
    if guest is None:
        raise NotFound(case="nothing-kept")
    account = await server.store.read(lambda c: sql.account_of(c, guest))
    if account is not None:
        address, session = request.scope["stromnetz_address"], identity_of(request).session or ""
        await server.accounts.need_password(account, body.password, address, session)
    await server.accounts.forget(guest)
    out = Json(me_json(server, None, None))
    forget_cookie(server, out)
    return out
