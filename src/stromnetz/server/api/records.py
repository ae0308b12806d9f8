"""Records: taking games out and in."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any

from fastapi import Body, Request, Response
from sqlalchemy import Connection

from stromnetz.engine.errors import BadInput
from stromnetz.server.database import games
from stromnetz.server.database import store as sql
from stromnetz.server.people import new_id
from stromnetz.server.settings import Settings
from stromnetz.server.tables import FINISHED, OPEN, Seat, Table, new_code

from .context import Comer, Json, Nameless, Server, Spend, seat_guest, set_cookie
from .models import Seated, TableId, refusals
from .quotas import check_records
from .routes import Router
from .seating import seated
from .shaped import RecordJson

router = Router(prefix="/api", tags=["records"], default_response_class=Json)
Data = dict[str, Any]


@router.get("/tables/{id}/record", response_model=RecordJson, responses=refusals(404, 409))
async def export(server: Server, id: TableId, spend: Spend) -> Response:
    """The record of a game: whole when it is over, else without seed, deck and unseen cards."""
    headers = {"content-disposition": 'attachment; filename="game.json"'}
    text = await server.looking.record(await server.desk.get(id), spend)
    return Response(text, media_type="application/json", headers=headers)


@router.post("/records", status_code=201, response_model=Seated, responses=refusals(403, 409, 413))
async def take_in(
    server: Server,
    request: Request,
    guest: Comer,
    nameless: Nameless,
    body: Annotated[Data, Body(description="the record of a finished game, as it was exported")],
) -> Json:
    """Take in the record of a finished game, to be looked at move by move. Every row is played again and compared.

    The same record is kept once: whoever brings it again is shown the table that there is.
    """
    kept = await server.bots.check_record(body)
    header = kept["header"]
    digest = hashlib.sha256(json.dumps([header, kept["rows"]], sort_keys=True).encode()).hexdigest()
    there = await server.store.write(lambda c: sql.table_of_record(c, digest))
    if there is not None:
        return Json(seated(server, request, await server.desk.get(there), guest), status_code=201)
    await check_records(server, guest)
    snapshots = [(shot["seq"], shot["position"]) for shot in kept["snapshots"]]
    if "setup" not in header and "position" not in header:
        raise BadInput("this record was exported without its hidden part", {})
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
        version=len(kept["rows"]) - 1,
        commitment=header.get("commitment"),
        imported=True,
    )
    last = snapshots[-1][1]

    def keep(c: Connection) -> None:
        games.add_game(c, table.id, header, last, kept["rows"], snapshots)
        sql.note_record(c, table.id, digest)

    opened = await server.desk.add(table, keep)
    out = Json(seated(server, request, opened, me), status_code=201)
    set_cookie(server, out, me)
    return out
