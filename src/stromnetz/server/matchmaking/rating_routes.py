"""Routes of ratings: ladders by group of editions, and profiles of players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query
from pydantic import Field

from stromnetz.bots import BOTS
from stromnetz.engine.moves import CardRef
from stromnetz.play import catalogue
from stromnetz.server.accounts.guests import AccountHolder
from stromnetz.server.accounts.store import find_person_by_name
from stromnetz.server.core.dependencies import DatabaseDep, Guest
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.tables.service import TableDep
from stromnetz.tables.endings import WITHOUT_WINNER
from stromnetz.tables.errors import NotFound
from stromnetz.tables.table import FINISHED

from . import profile_store as sql
from .rating_service import LadderCacheDep, RatingServiceDep

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["ratings"], default_response_class=SafeJson)

PAGE_SIZE = 100
CACHE_HEADERS = {"cache-control": "public, max-age=10"}
Group = Annotated[str, Path(min_length=1, max_length=60, description="the edition under which a group is rated")]
First = Annotated[int, Query(ge=0, le=10_000, description="number of entries to skip")]
Called = Annotated[
    str, Path(min_length=1, max_length=100, description="the name of an account, or a level of our bots")
]


async def _require_enabled(ratings: RatingServiceDep) -> None:
    """Refuse before accounts are checked: an account would not help without ratings."""
    ratings.require_enabled()


ON = [Depends(_require_enabled)]


class RatingOut(ResponseModel):
    points: int = Field(description="1500 is the average")
    deviation: int = Field(description="how uncertain that is, as a standard deviation")
    games: int
    wins: int
    provisional: bool = Field(description="fewer than ten games: not ranked yet")


class LadderRow(RatingOut):
    place: int | None = Field(description="null for a bot")
    name: str
    bot: bool


class Ladder(ResponseModel):
    group: str
    editions: list[str]
    players: list[LadderRow]
    next: int | None = Field(description="`first` of the next page; null if there is none")


class GroupOut(ResponseModel):
    id: str
    editions: list[str] = Field(description="the editions that are rated together")
    ranked: int = Field(description="number of people on its ladder")


class Groups(ResponseModel):
    groups: list[GroupOut]


class GroupStanding(RatingOut):
    group: str
    curve: list[tuple[int, int]] = Field(description="when a game ended, and the rating after it; the latest 200")


class ByEdition(ResponseModel):
    edition: str
    games: int
    wins: int


class BySeat(ResponseModel):
    seat: int
    games: int
    wins: int


class Favourite(ResponseModel):
    edition: str
    plant: CardRef
    times: int


class ProfileGame(ResponseModel):
    table: str | None = Field(description="the table for replay; null if it was deleted")
    at: int
    edition: str
    map: str
    seat: int
    rank: int
    players: int
    resigned: bool
    points: int
    change: int | None = Field(description="compared with the previous game; null for the first")


class Profile(ResponseModel):
    name: str
    bot: bool
    since: int | None = Field(description="when the account was created; null for a bot")
    mine: bool
    hidden: bool = Field(description="only you can see it")
    standings: list[GroupStanding]
    editions: list[ByEdition]
    seats: list[BySeat]
    plants: list[Favourite]
    games: list[ProfileGame]


class SeatRating(ResponseModel):
    seat: int
    before: int | None = Field(description="null if the player hides their profile")
    after: int | None
    provisional: bool = Field(description="fewer than ten games, this one included: not ranked yet")


class GameRatings(ResponseModel):
    state: Literal["rated", "pending", "unrated"] = Field(description="pending: the ratings are being computed")
    reason: Literal["closed", "abandoned", "handed-over", "off"] | None = Field(
        description="why it is not rated: the table was closed, the players abandoned the game, an admin gave a seat "
        "to someone else, or ratings are off on this server; null for a table that was opened as not rated"
    )
    seats: list[SeatRating] = Field(description="empty unless the game is rated")


class ProfileVisibility(RequestModel):
    hidden: bool = Field(description="show neither profile nor place on the ladder to others")


def groups_of_editions() -> dict[str, list[str]]:
    """Return the editions of each rating group."""
    out: dict[str, list[str]] = {}
    for edition in catalogue.editions():
        out.setdefault(catalogue.rating_group(edition.id), []).append(edition.id)
    return out


@router.get("/ratings", response_model=Groups, responses=refusals(409), dependencies=ON)
async def groups(database: DatabaseDep, ladder_cache: LadderCacheDep) -> SafeJson:
    """List the groups of editions that are rated together."""
    counts = await ladder_cache.get("groups", lambda: database.read(sql.ranked))
    found = [{"id": id, "editions": ids, "ranked": counts.get(id, 0)} for id, ids in groups_of_editions().items()]
    return SafeJson({"groups": found}, headers=CACHE_HEADERS)


@router.get("/ratings/{group}", response_model=Ladder, responses=refusals(404, 409), dependencies=ON)
async def ladder(database: DatabaseDep, ladder_cache: LadderCacheDep, group: Group, first: First = 0) -> SafeJson:
    """Return the ladder of a group, best first: people with at least ten rated games, and our bots among them."""
    editions = groups_of_editions().get(group)
    if editions is None:
        known = list(groups_of_editions())
        raise NotFound(f"there is no group of that name; there are {', '.join(known)}", {"known": known})
    rows = await ladder_cache.get(
        f"ladder {group} {first}", lambda: database.read(lambda c: sql.ladder(c, group, first, PAGE_SIZE))
    )
    more = first + PAGE_SIZE if len(rows) == PAGE_SIZE else None
    return SafeJson({"group": group, "editions": editions, "players": rows, "next": more}, headers=CACHE_HEADERS)


@router.get("/players/{name}", response_model=Profile, responses=refusals(404, 409), dependencies=ON)
async def profile(database: DatabaseDep, ladder_cache: LadderCacheDep, guest: Guest, name: Called) -> SafeJson:
    """Return the profile of a player or bot with rated games: ratings and results."""

    def find(c: Any) -> sql.Player | None:
        if name in BOTS:
            return sql.find_profile(c, level=name)
        person = find_person_by_name(c, name)
        return None if person is None else sql.find_profile(c, person.guest)

    player = await database.read(find)
    if player is None or (player.hidden and player.guest != guest):
        raise NotFound(case="no-profile")
    return await _profile(database, ladder_cache, player, guest)


@router.get("/me/profile", response_model=Profile, responses=refusals(403, 404, 409), dependencies=ON)
async def my_profile(database: DatabaseDep, ladder_cache: LadderCacheDep, me: AccountHolder) -> SafeJson:
    """Return my own profile."""
    player = await database.read(lambda c: sql.find_profile(c, me.guest))
    if player is None:
        raise NotFound(case="no-rated-game")
    return await _profile(database, ladder_cache, player, me.guest)


@router.put("/me/profile", cost=Cost.LIGHT, response_model=Profile, responses=refusals(403, 404, 409), dependencies=ON)
async def set_visibility(
    database: DatabaseDep, ladder_cache: LadderCacheDep, me: AccountHolder, body: ProfileVisibility
) -> SafeJson:
    """Show my profile and my place on the ladder to others, or hide them."""
    player = await database.read(lambda c: sql.find_profile(c, me.guest))
    if player is None:
        raise NotFound(case="no-rated-game")
    await database.write(lambda c: sql.hide(c, player.id, body.hidden))
    ladder_cache.clear()
    return await my_profile(database, ladder_cache, me)


@router.get("/tables/{id}/ratings", response_model=GameRatings, responses=refusals(404, 409))
async def game_ratings(database: DatabaseDep, ratings: RatingServiceDep, opened: TableDep, guest: Guest) -> SafeJson:
    """Return each player's rating before and after a finished game.

    Games are rated shortly after they end; the WebSocket then sends ``ratings``.
    """
    table = opened.table
    table.require_state(FINISHED)
    seats = await database.read(lambda c: sql.game_ratings(c, table.id, guest))
    if seats:
        return SafeJson({"state": "rated", "reason": None, "seats": seats})
    if seats is None:
        ended = table.settings.rated and table.ending in WITHOUT_WINNER
        return SafeJson({"state": "unrated", "reason": table.ending if ended else table.settings.unrated, "seats": []})
    if not ratings.runs:
        return SafeJson({"state": "unrated", "reason": "off", "seats": []})
    return SafeJson({"state": "pending", "reason": None, "seats": []})


async def _profile(
    database: DatabaseDep, ladder_cache: LadderCacheDep, player: sql.Player, guest: str | None
) -> SafeJson:
    known = await ladder_cache.get(f"profile {player.id}", lambda: database.read(lambda c: sql.profile(c, player)))
    mine = player.guest is not None and player.guest == guest
    return SafeJson({**known, "mine": mine, "hidden": player.hidden})
