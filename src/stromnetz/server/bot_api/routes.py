"""Routes of programs that play as bots: tokens, and waiting for a turn."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path, Query, Request
from pydantic import Field

from stromnetz.server.accounts.guests import VisitorDep
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.dependencies import (
    ConfigDep,
    DatabaseDep,
    EventBusDep,
    Guest,
    IdentityRegistryDep,
    identity_of,
)
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, ViewJson, refusals
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.schema import Name, Since
from stromnetz.server.tables.service import TableDep, TableServiceDep
from stromnetz.tables.errors import Conflict, Forbidden, NotFound
from stromnetz.tables.ids import new_id
from stromnetz.tables.names import validate_display_name
from stromnetz.tables.table import FINISHED
from stromnetz.tables.views import view_json

from . import store as sql
from .turns import ProgramTurnsDep, wait_until

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["programs"], default_response_class=SafeJson)

MAX_TOKENS = 10
"""Per guest."""
MAX_WAIT_SECONDS = 50
ProgramId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$")]


class TokenIn(RequestModel):
    name: Name = Field(description="the bot's name at tables", examples=["Tesla"])


class TokenOut(ResponseModel):
    id: str
    name: str
    created_at: int


class NewToken(TokenOut):
    token: str = Field(description="send it as `Authorization: Bearer …`; it is shown once")


class Tokens(ResponseModel):
    tokens: list[TokenOut]


class TurnOut(ResponseModel):
    version: int | None = Field(description="null before the game begins")
    state: Literal["lobby", "running", "finished"] = Field(
        description="before the game, during it, or after: once it is finished nothing more comes, so stop asking"
    )
    due: bool = Field(description="whether one of your seats has to act")
    seat: int | None = Field(description="your seat that has to act")
    view: ViewJson | None = Field(
        description="what that seat sees, with every option it can choose; once the game is finished, what your first "
        "seat sees, with the result; else null"
    )


def _require_programs(config: ServerConfig) -> None:
    if config.no_programs:
        raise Conflict(case="programs-off")


@router.post("/me/tokens", cost=Cost.HEAVY, status_code=201, response_model=NewToken, responses=refusals(403, 409))
async def make(
    config: ConfigDep, database: DatabaseDep, identities: IdentityRegistryDep, visitor: VisitorDep, body: TokenIn
) -> SafeJson:
    """Create a token for a program of mine. It plays under this name, visibly as a bot."""
    _require_programs(config)
    name = validate_display_name(body.name)
    owner, _ = await visitor.get_or_create()
    if len(await database.read(lambda c: sql.programs_of(c, owner))) >= MAX_TOKENS:
        raise Conflict(facts={"most": MAX_TOKENS}, case="too-many-programs")
    id = new_id()
    at = await database.write(lambda c: sql.add_program(c, id, owner, name))
    made = {"id": id, "name": name, "created_at": at, "token": identities.token(id)}
    return visitor.answer(made, owner, 201)


@router.get("/me/tokens", response_model=Tokens, responses=refusals())
async def mine(database: DatabaseDep, guest: Guest) -> SafeJson:
    """List my programs that have a token."""
    found = [] if guest is None else await database.read(lambda c: sql.programs_of(c, guest))
    return SafeJson({"tokens": [{"id": id, "name": name, "created_at": at} for id, name, at in found]})


@router.delete("/me/tokens/{program}", cost=Cost.LIGHT, banned=True, status_code=204, responses=refusals(403, 404))
async def end(
    database: DatabaseDep, identities: IdentityRegistryDep, events: EventBusDep, guest: Guest, program: ProgramId
) -> None:
    """Revoke the token of a program. Default moves are made for it in running games."""
    generation = None if guest is None else await database.write(lambda c: sql.end_program(c, program, guest))
    await _end(identities, events, program, generation)


async def _end(identities: IdentityRegistry, events: EventBus, program: str, generation: int | None) -> None:
    """Invalidate the token of a program and close its WebSockets."""
    if generation is None:
        raise NotFound(case="no-program")
    identities.generations[program] = generation
    events.publish(GuestLoggedOut(program))


@router.delete("/me/token", cost=Cost.LIGHT, banned=True, status_code=204, responses=refusals(403, 404))
async def end_own(
    database: DatabaseDep, identities: IdentityRegistryDep, events: EventBusDep, request: Request, guest: Guest
) -> None:
    """Revoke the token that is sent. Owners can do so even if they cannot log in."""
    if guest is None or not identity_of(request).program:
        raise NotFound(case="no-program")
    await _end(identities, events, guest, await database.write(lambda c: sql.end_program(c, guest)))


@router.get("/tables/{id}/turn", response_model=TurnOut, responses=refusals(403, 404))
async def turn(
    table_service: TableServiceDep,
    program_turns: ProgramTurnsDep,
    opened: TableDep,
    guest: Guest,
    after: Since = None,
    wait: Annotated[int, Query(ge=0, le=MAX_WAIT_SECONDS, description="seconds to wait for it")] = 0,
) -> SafeJson:
    """Wait for my turn: until one of my seats has to act after a version, the game is over, or the time has passed.

    The end of the game is reported at once the first time; later requests wait.
    """

    def ready(opened: LoadedTable) -> bool:
        table = opened.table
        if table.state == FINISHED:
            return not (guest is not None and program_turns.was_end_reported(table.id, guest))
        if not table.seats_of(guest):
            return True
        newer = opened.game is not None and (after is None or opened.game.version > after)
        return newer and table.to_act in table.seats_of(guest)

    if guest is None or not opened.table.seats_of(guest):
        raise Forbidden(case="not-at-the-table")
    opened = await wait_until(program_turns, table_service, opened.table.id, guest, ready, wait)
    table, game = opened.table, opened.game
    own = table.seats_of(guest)
    seat = table.to_act if table.to_act in own else None
    eyes = own[0] if table.state == FINISHED and own else seat
    if table.state == FINISHED:
        program_turns.report_end(table.id, guest)
    view = None if game is None or eyes is None else view_json(table, game, eyes)
    version = None if game is None else game.version
    return SafeJson({"version": version, "state": table.state, "due": seat is not None, "seat": seat, "view": view})
