"""Routes of server administration: ``stromnetz admin`` in the browser, for admins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Path, Query
from pydantic import Field, model_validator
from sqlalchemy import Connection

from stromnetz.play.words.vocabulary import LANGUAGES
from stromnetz.server.accounts.guests import AdminUser
from stromnetz.server.accounts.store import Person
from stromnetz.server.chat import store as chat_store
from stromnetz.server.chat.routes import ReportReason
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import BaseUrl, DatabaseDep
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.notifications.email import reset_path
from stromnetz.server.tables.schema import SeatNumber
from stromnetz.tables.errors import NotFound
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .action_follower import AdminActionFollower, AdminActionFollowerDep

router = Router(reads=Cost.LIGHT, prefix="/api/admin", tags=["admin"], default_response_class=SafeJson)

T = TypeVar("T")
Find = Annotated[str, Query(max_length=64, description="a part of a name, or an id; default: everything")]
Most = Annotated[int, Query(ge=1, le=200)]
Whom = Annotated[str, Path(min_length=1, max_length=64, description="the name of an account, or an id")]
Which = Annotated[str, Path(min_length=1, max_length=64, description="the id or the code of a table")]
Reason = Annotated[str, Field(min_length=1, max_length=sql.MAX_TEXT_LENGTH)]
Line = Annotated[str, Field(min_length=1, max_length=sql.MAX_TEXT_LENGTH)]


class BanOut(ResponseModel):
    reason: str
    until: int | None = Field(description="null: until it is lifted")


class PersonRow(ResponseModel):
    id: str
    name: str
    account: bool = Field(description="whether it is an account, else a guest")
    admin: bool
    since: int
    tables: int = Field(description="number of tables where they sit")
    banned: BanOut | None


class PeopleOut(ResponseModel):
    people: list[PersonRow]


class PasswordLink(ResponseModel):
    link: str
    minutes: int = Field(description="how long it is valid")


class SeatRow(ResponseModel):
    seat: int
    kind: str
    name: str
    bot: str | None
    person: str | None = Field(description="the id of the player")


class TableRow(ResponseModel):
    id: str
    code: str
    state: Literal["lobby", "running", "finished"]
    edition: str
    map: str
    public: bool
    rated: bool
    version: int
    created_at: int
    changed_at: int
    seats: list[SeatRow]


class TablesFound(ResponseModel):
    tables: list[TableRow]


class ContextLine(ResponseModel):
    seq: int
    guest: str
    seat: int | None = Field(description="of a player; null for a spectator")
    name: str
    phrase: str | None
    text: str | None
    at: int


class ReportRow(ResponseModel):
    id: int
    table_id: str
    room: str
    seq: int
    guest: str = Field(description="the id of the author")
    name: str
    said: str
    said_at: int
    reporter: str
    reporter_name: str = Field(description="empty when the reporter has been deleted")
    reason: ReportReason | None
    note: str | None = Field(description="a remark of the reporter")
    at: int
    settled: bool
    account: bool = Field(description="whether the author has an account, else is a guest")
    admin: bool = Field(description="whether the author is an admin, who cannot be banned")
    banned: BanOut | None = Field(description="whether the author is banned already")
    context: list[ContextLine] = Field(
        description="up to five messages before it, the message itself, up to five after"
    )


class ReportsOut(ResponseModel):
    reports: list[ReportRow]


class ActionRow(ResponseModel):
    id: int
    at: int
    who: str | None = Field(description="the name of the admin; null at the command line")
    action: str
    about: dict[str, Any]


class ActionsOut(ResponseModel):
    actions: list[ActionRow]


class BanWish(RequestModel):
    reason: Reason
    days: Annotated[float, Field(gt=0, le=sql.MAX_BAN_DAYS)] | None = Field(
        None, description="null: until it is lifted"
    )
    address: bool = Field(
        False, description="also keep new guests from the address of a guest away for a day; not for accounts"
    )


class HandOver(RequestModel):
    to: Annotated[str, Field(min_length=1, max_length=64, description="the name of an account, or an id")]


class AdminRight(RequestModel):
    admin: bool


class Broadcast(RequestModel):
    """One text for all languages, or one for each."""

    text: Line | None = None
    texts: Annotated[dict[Literal["en", "de", "nl"], Line], Field(min_length=3, max_length=3)] | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Broadcast:
        if (self.text is None) == (self.texts is None):
            raise ValueError("there is a `text`, or `texts` in all languages, not both and not neither")
        return self


@dataclass(frozen=True, slots=True)
class Admin:
    """An admin who sends a request."""

    guest: str
    _database: Database
    _actions: AdminActionFollower

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self._database.read(work)

    async def act(self, work: Callable[[Connection], T]) -> T:
        """Write an action. This server applies it at once, others within seconds."""
        out = await self._database.write(work)
        await self._actions.apply_new()
        return out


async def _admin(me: AdminUser, database: DatabaseDep, actions: AdminActionFollowerDep) -> Admin:
    return Admin(me.guest, database, actions)


AdminDep = Annotated[Admin, Depends(_admin)]


async def _change_person(admin: Admin, who: str, change: Callable[[Connection, Person], object]) -> SafeJson:
    """Change something about a person, and answer with what they are now."""

    def work(c: Connection) -> list[dict[str, Any]]:
        person = sql.require_person(c, who)
        change(c, person)
        return sql.people(c, person.guest)

    return SafeJson({"people": await admin.act(work)})


@router.get("/people", response_model=PeopleOut, responses=refusals(403))
async def people(admin: AdminDep, find: Find = "", limit: Most = 50) -> SafeJson:
    """List accounts and guests, accounts first."""
    return SafeJson({"people": await admin.read(lambda c: sql.people(c, find, limit))})


@router.put("/people/{who}/ban", cost=Cost.LIGHT, response_model=PeopleOut, responses=refusals(403, 404, 409))
async def ban(admin: AdminDep, who: Whom, body: BanWish) -> SafeJson:
    """Ban someone: they can watch but not act, and bots play their seats."""
    until = None if body.days is None else now_ms() + int(body.days * DAY_MS)
    return await _change_person(
        admin, who, lambda c, person: sql.ban(c, admin.guest, person, body.reason, until, body.address)
    )


@router.delete("/people/{who}/ban", cost=Cost.LIGHT, response_model=PeopleOut, responses=refusals(403, 404, 409))
async def unban(admin: AdminDep, who: Whom) -> SafeJson:
    """Lift a ban."""
    return await _change_person(admin, who, lambda c, person: sql.unban(c, admin.guest, person))


@router.delete("/people/{who}", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def delete_person(admin: AdminDep, who: Whom) -> None:
    """Delete all data about someone. Finished games stay without the name; bots take over in running ones."""
    await admin.act(lambda c: sql.delete_person(c, admin.guest, sql.require_person(c, who)))


@router.post(
    "/people/{who}/password-link", cost=Cost.LIGHT, response_model=PasswordLink, responses=refusals(403, 404, 409)
)
async def password_link(admin: AdminDep, base_url: BaseUrl, who: Whom) -> SafeJson:
    """Create a link to reset the password of an account, valid once within a day."""
    token = await admin.act(lambda c: sql.password_link(c, admin.guest, sql.require_person(c, who)))
    return SafeJson({"link": f"{base_url}{reset_path(token)}", "minutes": sql.LINK_MINUTES})


@router.put("/people/{who}/right", cost=Cost.LIGHT, response_model=PeopleOut, responses=refusals(403, 404, 409))
async def right(admin: AdminDep, who: Whom, body: AdminRight) -> SafeJson:
    """Make an account an admin, or no longer."""
    return await _change_person(admin, who, lambda c, person: sql.grant(c, admin.guest, person, body.admin))


@router.get("/tables", response_model=TablesFound, responses=refusals(403))
async def tables(
    admin: AdminDep,
    find: Find = "",
    state: Annotated[Literal["lobby", "running", "finished"] | None, Query()] = None,
    limit: Most = 50,
) -> SafeJson:
    """List tables by id, code or the name of a player, the most recently changed first."""
    return SafeJson({"tables": await admin.read(lambda c: sql.find_tables(c, find, state, limit))})


@router.get("/tables/{table}", response_model=TableRow, responses=refusals(403, 404))
async def table(admin: AdminDep, table: Which) -> SafeJson:
    """Return one table, with the ids of its players."""
    return SafeJson(await admin.read(lambda c: sql.show_table(c, table)))


@router.post("/tables/{table}/close", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def close(admin: AdminDep, table: Which) -> None:
    """Close a table: before the game it is removed; a game ends without a winner and is not rated."""
    await admin.act(lambda c: sql.close(c, admin.guest, table))


@router.put("/tables/{table}/seats/{seat}", cost=Cost.LIGHT, response_model=TableRow, responses=refusals(403, 404, 409))
async def hand_over(admin: AdminDep, table: Which, seat: SeatNumber, body: HandOver) -> SafeJson:
    """Give a seat to someone else. The game is no longer rated."""

    def work(c: Connection) -> dict[str, Any]:
        return sql.show_table(c, sql.hand_over_seat(c, admin.guest, table, seat, sql.require_person(c, body.to)))

    return SafeJson(await admin.act(work))


@router.delete("/tables/{table}", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def delete_table(admin: AdminDep, table: Which) -> None:
    """Delete a table with its game and chat. Ratings stay as they are."""
    await admin.act(lambda c: sql.delete_table(c, admin.guest, table))


@router.get("/reports", response_model=ReportsOut, responses=refusals(403))
async def reports(admin: AdminDep, settled: bool = False) -> SafeJson:
    """List what players have reported; resolved reports only on request."""
    return SafeJson({"reports": await admin.read(lambda c: chat_store.reports(c, settled))})


@router.post("/reports/{report}/settle", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404))
async def settle(admin: AdminDep, report: Annotated[int, Path(ge=1, le=2_000_000_000)]) -> None:
    """Mark a report as resolved."""

    def work(c: Connection) -> None:
        if chat_store.resolve_reports(c, [report]):
            raise NotFound(f"there is no report {report}", {"report": report})
        sql.log_action(c, admin.guest, sql.SETTLE, report=report)

    await admin.act(work)


@router.post("/broadcast", cost=Cost.LIGHT, status_code=204, responses=refusals(403))
async def broadcast(admin: AdminDep, body: Broadcast) -> None:
    """Show a message to everyone who has a board open."""
    texts = dict.fromkeys(LANGUAGES, body.text or "") | {str(key): text for key, text in (body.texts or {}).items()}
    await admin.act(lambda c: sql.broadcast(c, admin.guest, texts))


@router.get("/actions", response_model=ActionsOut, responses=refusals(403))
async def actions(admin: AdminDep, limit: Most = 50) -> SafeJson:
    """List admin actions, latest first."""
    found = await admin.read(lambda c: sql.latest_actions(c, limit))
    rows = [{"id": a.id, "at": a.at, "who": name, "action": a.action, "about": a.about} for a, name in found]
    return SafeJson({"actions": rows})
