"""Routes to export and delete all data of a guest or an account."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from stromnetz.server.core.dependencies import DatabaseDep, Guest, Spend, identity_of
from stromnetz.server.core.http import Cost, RecordJson, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.table_play.history import RECORD_COST_MS
from stromnetz.server.tables.schema import Me, TableEventOut
from stromnetz.server.tables.service import TableServiceDep
from stromnetz.tables.errors import NotFound

from . import privacy_store, service
from . import store as sql
from .guests import GuestCookiesDep
from .routes import Password
from .service import AccountServiceDep

router = Router(reads=Cost.LIGHT, prefix="/api/me", tags=["people"], default_response_class=SafeJson)

EXPORT_HEADERS = {"content-disposition": 'attachment; filename="stromnetz.json"'}


class ExportedGame(ResponseModel):
    table: str
    seats: list[int] = Field(description="mine, including resigned ones")
    events: list[TableEventOut]
    record: RecordJson = Field(description="complete after the game, else without hidden information")


class Export(ResponseModel):
    rows: dict[str, list[dict[str, Any]]] = Field(description="all data about me, by table of the database")
    games: list[ExportedGame]


class DeleteConfirmation(RequestModel):
    sure: Literal[True] = Field(description="this cannot be undone")
    password: Password | None = Field(None, description="of the account, if it has one")


@router.get("/export", response_model=Export, responses=refusals(404))
async def export(
    database: DatabaseDep, table_service: TableServiceDep, guest: Guest, spend: Spend
) -> StreamingResponse:
    """Export all data about me, including the records of my games."""
    if guest is None:
        raise NotFound(case="nothing-kept")
    games = await database.read(lambda c: privacy_store.tables_of(c, guest))
    spend(RECORD_COST_MS * (1 + len(games)))
    return StreamingResponse(
        service.export_person(database, table_service, guest), media_type="application/json", headers=EXPORT_HEADERS
    )


@router.post("/delete", cost=Cost.HEAVY, banned=True, response_model=Me, responses=refusals(403, 404, 409))
async def delete(
    database: DatabaseDep,
    accounts: AccountServiceDep,
    cookies: GuestCookiesDep,
    request: Request,
    guest: Guest,
    body: DeleteConfirmation,
) -> SafeJson:
    """Delete all data about me. Finished games stay without my name; bots take over in running ones."""
    if guest is None:
        raise NotFound(case="nothing-kept")
    account = await database.read(lambda c: sql.account_of(c, guest))
    if account is not None:
        address, session = request.scope["stromnetz_address"], identity_of(request).session or ""
        await accounts.require_password(account, body.password, address, session)
    await accounts.delete_person(guest)
    out = SafeJson(accounts.me_json(None, None))
    cookies.forget(out)
    return out
