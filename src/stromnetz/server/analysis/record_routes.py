"""Routes to export and import records of games."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse
from sqlalchemy import Connection

from stromnetz.server.accounts.guests import VisitorDep
from stromnetz.server.core.dependencies import BaseUrl, DatabaseDep, Spend
from stromnetz.server.core.http import SCHEMA_KEY, Cost, RecordJson, Router, SafeJson, refusals
from stromnetz.server.table_play import game_store
from stromnetz.server.table_play.history import HistoryReaderDep
from stromnetz.server.tables.quotas import QuotasDep
from stromnetz.server.tables.schema import Seated
from stromnetz.server.tables.service import InvitationsDep, TableDep, TableServiceDep
from stromnetz.tables.ids import new_code, new_id
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import FINISHED, OPEN, Seat, Table

from .record_checks import RecordChecksDep

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["records"], default_response_class=SafeJson)
BODY = {
    "required": True,
    "description": "the record of a finished game, as it was exported",
    "content": {
        "application/json": {"schema": {"type": "object", SCHEMA_KEY: "GameRecord"}},
        "text/plain": {"schema": {"type": "string", "description": "the game in notation"}},
    },
}


@router.get("/tables/{id}/record", response_model=RecordJson, responses=refusals(404, 409))
async def export(history_reader: HistoryReaderDep, opened: TableDep, spend: Spend) -> Response:
    """Export the record of a game; until it is over, without seed, deck and hidden cards."""
    headers = {"content-disposition": 'attachment; filename="game.json"'}
    text = await history_reader.record(opened, spend)
    return Response(text, media_type="application/json", headers=headers)


@router.get("/tables/{id}/notation", response_class=PlainTextResponse, responses=refusals(404, 409))
async def export_notation(history_reader: HistoryReaderDep, opened: TableDep, spend: Spend) -> Response:
    """Export a game in notation: a header and a line for each move; until it is over, without seed and set-up."""
    headers = {"content-disposition": 'attachment; filename="game.txt"'}
    return PlainTextResponse(await history_reader.notation(opened, spend), headers=headers)


@router.post(
    "/records",
    cost=Cost.UPLOAD,
    status_code=201,
    response_model=Seated,
    responses=refusals(403, 409, 413, 503),
    openapi_extra={"requestBody": BODY},
)
async def import_record(
    database: DatabaseDep,
    table_service: TableServiceDep,
    record_checks: RecordChecksDep,
    quotas: QuotasDep,
    invitations: InvitationsDep,
    base_url: BaseUrl,
    request: Request,
    visitor: VisitorDep,
) -> SafeJson:
    """Import the record of a finished game, for replay. Every row is replayed and compared.

    The same record is imported once; then the existing table is returned. A record has at most 768 kB. Imports at a
    time are limited (503 or 429, with Retry-After); larger ones cost more of the heavy limit.
    """
    record = await record_checks.check(await request.body())
    header = record.header
    existing = await database.write(lambda c: game_store.table_of_record(c, record.digest))
    if existing is not None:
        return SafeJson(
            invitations.joined_json(base_url, await table_service.get(existing), visitor.guest), status_code=201
        )
    await quotas.require_record(visitor.guest)
    regions = header.get("setup", {}).get("regions", "random")
    settings = TableSettings(header["edition"], header["map"], header["players"], regions, header["options"])
    me, _ = await visitor.get_or_create()
    seats = [Seat(number, OPEN) for number in range(settings.players)]
    for number, name in settings.automatic().items():
        seats[number].give_to_rules(name)
    table = Table(
        new_id(),
        new_code(),
        settings,
        seats,
        host=me,
        state=FINISHED,
        version=len(record.rows) - 1,
        commitment=header.get("commitment"),
        imported=True,
    )

    def save(c: Connection) -> None:
        game_store.add_texts(c, table.id, header, record.position, record.rows, record.snapshots)
        game_store.set_record_digest(c, table.id, record.digest)

    opened = await table_service.add(table, save)
    return visitor.answer(invitations.joined_json(base_url, opened, me), me, 201)
