"""Answers in advance: mine alone to read, to change and to revoke."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from stromnetz.server.advance import Answers, Shopping
from stromnetz.server.database import answers as sql
from stromnetz.server.errors import Conflict, VersionConflict
from stromnetz.server.tables import RUNNING

from .base import Body, Reply, Word
from .context import Guest, Json, Parts, Server
from .models import SeatNumber, TableId, refusals
from .routes import Router

router = Router(prefix="/api/tables/{id}/seats/{seat}", tags=["answers"], default_response_class=Json)
Money = Annotated[int, Field(ge=0, le=9999)]


class MostFor(Body):
    plant: int | Word
    most: Money = Field(description="the server raises by as little as it can, up to this; then it passes. 0 passes")


class FuelPlan(Body):
    buy: Annotated[dict[Word, Annotated[int, Field(ge=1, le=99)]], Field(min_length=1, max_length=12)]
    most: Money = Field(description="if it costs more when my turn comes, nothing is bought and I am told")


class BuildPlan(Body):
    cities: Annotated[list[Word], Field(min_length=1, max_length=20)] = Field(description="in the order of building")
    most: Money


class AnswersBody(Body):
    """What I answer in this round. What is left out is revoked."""

    round: Annotated[int, Field(ge=0, le=1000)] = Field(description="the round that the client has seen")
    bids: Annotated[list[MostFor], Field(max_length=12)] = Field(default_factory=list)
    pass_phase: bool = Field(False, description="pass for every plant, and leave the auctions of this round")
    fuel: FuelPlan | None = None
    build: BuildPlan | None = None


class AnswersOut(Reply):
    round: int
    bids: list[MostFor]
    pass_phase: bool
    fuel: FuelPlan | None
    build: BuildPlan | None
    dropped: list[str] = Field(description="what was given up, since it could not be done or cost too much")


@router.get("/answers", response_model=AnswersOut, responses=refusals(403, 404, 409))
async def my_answers(server: Server, guest: Guest, id: TableId, seat: SeatNumber) -> Json:
    """What my seat has said in advance. Nobody else can read it."""
    opened = await server.desk.get(id)
    opened.table.own_seat(seat, guest)
    round = opened.running_game().position.round
    said = await server.store.read(lambda c: sql.read_answers(c, id, seat))
    return Json(_told(said if said is not None and said.round == round else Answers(round)))


@router.put("/answers", response_model=AnswersOut, responses=refusals(403, 404, 409))
async def set_answers(server: Server, guest: Guest, id: TableId, seat: SeatNumber, body: AnswersBody) -> Json:
    """Say in advance what my seat answers in this round; an empty one revokes it all."""
    _need_on(server)
    said = Answers(
        body.round,
        tuple((one.plant, one.most) for one in body.bids),
        body.pass_phase,
        None if body.fuel is None else Shopping(tuple(body.fuel.buy.items()), body.fuel.most),
        None if body.build is None else Shopping(tuple((city, 1) for city in body.build.cities), body.build.most),
    )
    await server.desk.get(id)  # as it is now, wherever the last move was made
    async with server.desk.alone(id) as opened:
        opened.table.own_seat(seat, guest)
        opened.table.need(RUNNING)
        round = opened.running_game().position.round
        if body.round != round:
            raise VersionConflict(facts={"round": round}, case="version-passed")
        await server.store.write(lambda c: sql.save_answers(c, id, seat, said))
    if opened.table.to_act == seat:
        server.answering.due(opened)
    server.hub.tell_answers(id, seat)
    return Json(_told(said))


def _need_on(server: Parts) -> None:
    if server.config.no_answers:
        raise Conflict(case="no-answers")


def _told(said: Answers) -> dict[str, Any]:
    fuel, build = said.fuel, said.build
    return {
        "round": said.round,
        "bids": [{"plant": plant, "most": most} for plant, most in said.bids],
        "pass_phase": said.pass_phase,
        "fuel": None if fuel is None else {"buy": dict(fuel.what), "most": fuel.most},
        "build": None if build is None else {"cities": [city for city, _ in build.what], "most": build.most},
        "dropped": list(said.dropped),
    }
