"""Records: taking games out and in."""

from __future__ import annotations

from fastapi import Request, Response
from sqlalchemy import Connection

from stromnetz.server.core.dependencies import (
    GuestName,
    NewGuest,
    SafeJson,
    Server,
    Spend,
    get_or_create_guest,
    set_cookie,
)
from stromnetz.server.core.http import Router
from stromnetz.server.core.identity import new_id
from stromnetz.server.core.openapi import MARK, RecordJson
from stromnetz.server.core.route_policy import Cost
from stromnetz.server.table_play import game_store
from stromnetz.server.tables.invitations import joined_json
from stromnetz.server.tables.quotas import require_record_quota
from stromnetz.server.tables.schema import Seated, TableId, refusals
from stromnetz.tables.codes import new_code
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import FINISHED, OPEN, Seat, Table

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["records"], default_response_class=SafeJson)
BODY = {
    "required": True,
    "description": "the record of a finished game, as it was exported",
    "content": {"application/json": {"schema": {"type": "object", MARK: "GameRecord"}}},
}


@router.get("/tables/{id}/record", response_model=RecordJson, responses=refusals(404, 409))
async def export(server: Server, id: TableId, spend: Spend) -> Response:
    """The record of a game: whole when it is over, else without seed, deck and unseen cards."""
    headers = {"content-disposition": 'attachment; filename="game.json"'}
    text = await server.history.record(await server.table_service.get(id), spend)
    return Response(text, media_type="application/json", headers=headers)


@router.post(
    "/records",
    cost=Cost.UPLOAD,
    status_code=201,
    response_model=Seated,
    responses=refusals(403, 409, 413, 503),
    openapi_extra={"requestBody": BODY},
)
async def import_record(server: Server, request: Request, guest: NewGuest, nameless: GuestName) -> SafeJson:
    """Take in the record of a finished game, to be looked at move by move. Every row is played again and compared.

    The same record is kept once: whoever brings it again is shown the table that there is. A record has at most 768 kB;
    few are taken at a time (503 or 429, with Retry-After), and the larger it is, the more of the heavy limit it costs.
    """
    kept = await server.record_checks.check(await request.body())
    header = kept.header
    there = await server.store.write(lambda c: game_store.table_of_record(c, kept.digest))
    if there is not None:
        return SafeJson(joined_json(server, request, await server.table_service.get(there), guest), status_code=201)
    await require_record_quota(server, guest)
    regions = header.get("setup", {}).get("regions", "random")
    settings = TableSettings(header["edition"], header["map"], header["players"], regions, header["options"])
    me, _ = await get_or_create_guest(server, guest, None, nameless)
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
        version=len(kept.rows) - 1,
        commitment=header.get("commitment"),
        imported=True,
    )

    def keep(c: Connection) -> None:
        game_store.add_texts(c, table.id, header, kept.position, kept.rows, kept.snapshots)
        game_store.note_record(c, table.id, kept.digest)

    opened = await server.table_service.add(table, keep)
    out = SafeJson(joined_json(server, request, opened, me), status_code=201)
    set_cookie(server, out, me)
    return out
