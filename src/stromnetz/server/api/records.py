"""Records: taking games out and in."""

from __future__ import annotations

from fastapi import Request, Response
from sqlalchemy import Connection

from stromnetz.server.codes import new_code
from stromnetz.server.database import games
from stromnetz.server.people import new_id
from stromnetz.server.route_policy import Cost
from stromnetz.server.settings import Settings
from stromnetz.server.tables import FINISHED, OPEN, Seat, Table

from .context import Comer, Json, Nameless, Server, Spend, seat_guest, set_cookie
from .models import Seated, TableId, refusals
from .quotas import check_records
from .routes import Router
from .seating import seated
from .shaped import MARK, RecordJson

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["records"], default_response_class=Json)
BODY = {
    "required": True,
    "description": "the record of a finished game, as it was exported",
    "content": {"application/json": {"schema": {"type": "object", MARK: "GameRecord"}}},
}


@router.get("/tables/{id}/record", response_model=RecordJson, responses=refusals(404, 409))
async def export(server: Server, id: TableId, spend: Spend) -> Response:
    """The record of a game: whole when it is over, else without seed, deck and unseen cards."""
    headers = {"content-disposition": 'attachment; filename="game.json"'}
    text = await server.looking.record(await server.desk.get(id), spend)
    return Response(text, media_type="application/json", headers=headers)


@router.post(
    "/records",
    cost=Cost.UPLOAD,
    status_code=201,
    response_model=Seated,
    responses=refusals(403, 409, 413, 503),
    openapi_extra={"requestBody": BODY},
)
async def take_in(server: Server, request: Request, guest: Comer, nameless: Nameless) -> Json:
    """Take in the record of a finished game, to be looked at move by move. Every row is played again and compared.

    The same record is kept once: whoever brings it again is shown the table that there is. A record has at most 768 kB;
    few are taken at a time (503 or 429, with Retry-After), and the larger it is, the more of the heavy limit it costs.
    """
    kept = await server.record_checks.check(await request.body())
    header = kept.header
    there = await server.store.write(lambda c: games.table_of_record(c, kept.digest))
    if there is not None:
        return Json(seated(server, request, await server.desk.get(there), guest), status_code=201)
    await check_records(server, guest)
    regions = header.get("setup", {}).get("regions", "random")
    settings = Settings(header["edition"], header["map"], header["players"], regions, header["options"])
    me, _ = await seat_guest(server, guest, None, nameless)
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
        games.add_texts(c, table.id, header, kept.position, kept.rows, kept.snapshots)
        games.note_record(c, table.id, kept.digest)

    opened = await server.desk.add(table, keep)
    out = Json(seated(server, request, opened, me), status_code=201)
    set_cookie(server, out, me)
    return out
