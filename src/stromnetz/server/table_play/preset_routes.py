"""Routes of pre-set moves, which only their own player can read and change."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from pydantic import Field, model_validator

from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep, EventBusDep, Guest
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, ShortText, refusals
from stromnetz.server.tables.schema import SeatNumber, TableId
from stromnetz.server.tables.service import TableDep, TableServiceDep
from stromnetz.tables.errors import Conflict, VersionConflict
from stromnetz.tables.preset_moves import PresetMoves, PresetPurchase, check_plans, presets_json
from stromnetz.tables.table import RUNNING

from . import preset_store as sql
from .preset_moves import PresetMovePlayerDep, PresetMovesChanged

router = Router(
    reads=Cost.LIGHT, prefix="/api/tables/{id}/seats/{seat}", tags=["preset-moves"], default_response_class=SafeJson
)
Money = Annotated[int, Field(ge=0, le=9999)]


class MaxBid(RequestModel):
    plant: int | ShortText
    most: Money = Field(description="raise by the minimum up to this bid, then pass; 0 passes at once")


class FuelPlan(RequestModel):
    buy: Annotated[dict[ShortText, Annotated[int, Field(ge=1, le=99)]], Field(min_length=1, max_length=12)]
    most: Money = Field(description="buy as much of the plan as this pays for")


class BuildPlan(RequestModel):
    cities: Annotated[list[ShortText], Field(min_length=1, max_length=20)] = Field(description="in building order")
    most: Money = Field(description="build nothing if the plan costs more")


Scope = Annotated[Literal["round", "always"] | None, Field(description="for this round, or until cancelled")]


class PresetMovesIn(RequestModel):
    """My pre-set moves for this round. Omitted ones are revoked."""

    round: Annotated[int, Field(ge=0, le=1000)] = Field(description="the round that the client has seen")
    bids: Annotated[list[MaxBid], Field(max_length=12)] = Field(default_factory=list)
    pass_phase: bool = Field(False, description="pass for every plant, and sit out this round's auctions")
    fuel: FuelPlan | None = None
    build: BuildPlan | None = None
    buy_nothing: Scope = None
    build_nothing: Scope = None
    run: Scope = Field(None, description="run the plants that earn most, with as little fuel as possible")

    @model_validator(mode="after")
    def _one_of_two(self) -> PresetMovesIn:
        if (self.fuel and self.buy_nothing) or (self.build and self.build_nothing):
            raise ValueError("pre-set a plan, or that nothing is bought or built: not both")
        return self


class PresetMovesOut(ResponseModel):
    round: int
    bids: list[MaxBid]
    pass_phase: bool
    fuel: FuelPlan | None
    build: BuildPlan | None
    buy_nothing: Scope
    build_nothing: Scope
    run: Scope
    dropped: list[str] = Field(description="plans that were dropped because they were impossible or too expensive")
    bought_less: bool = Field(description="less fuel was bought than planned: the market or the limit allowed no more")


@router.get("/preset-moves", response_model=PresetMovesOut, responses=refusals(403, 404, 409))
async def my_presets(database: DatabaseDep, opened: TableDep, guest: Guest, id: TableId, seat: SeatNumber) -> SafeJson:
    """Return the pre-set moves of my seat."""
    opened.table.own_seat(seat, guest)
    round = opened.running_game().position.round
    presets = await database.read(lambda c: sql.read_presets(c, id, seat))
    return SafeJson(presets_json(PresetMoves(round) if presets is None else presets.in_round(round)))


@router.put("/preset-moves", cost=Cost.LIGHT, response_model=PresetMovesOut, responses=refusals(403, 404, 409))
async def set_presets(
    config: ConfigDep,
    database: DatabaseDep,
    table_service: TableServiceDep,
    events: EventBusDep,
    preset_player: PresetMovePlayerDep,
    latest: TableDep,
    guest: Guest,
    seat: SeatNumber,
    body: PresetMovesIn,
) -> SafeJson:
    """Set the moves of my seat in advance for this round; an empty request revokes them."""
    if config.no_preset_moves:
        raise Conflict(case="no-preset-moves")
    presets = PresetMoves(
        body.round,
        tuple((one.plant, one.most) for one in body.bids),
        body.pass_phase,
        None if body.fuel is None else PresetPurchase(tuple(body.fuel.buy.items()), body.fuel.most),
        None if body.build is None else PresetPurchase(tuple((city, 1) for city in body.build.cities), body.build.most),
        buy_nothing=body.buy_nothing,
        build_nothing=body.build_nothing,
        run=body.run,
    )
    id = latest.table.id
    async with table_service.cache.locked(id) as opened:
        opened.table.own_seat(seat, guest)
        opened.table.require_state(RUNNING)
        game = opened.running_game()
        round = game.position.round
        if body.round != round:
            raise VersionConflict(facts={"round": round}, case="version-passed")
        before = await database.read(lambda c: sql.read_presets(c, id, seat))
        await asyncio.to_thread(check_plans, game, seat, presets, (before or PresetMoves(round)).in_round(round))
        await database.write(lambda c: sql.save_presets(c, id, seat, presets))
    if opened.table.to_act == seat and opened.table.person_due():
        preset_player.schedule(opened.table)
    events.publish(PresetMovesChanged(id, seat))
    return SafeJson(presets_json(presets))
