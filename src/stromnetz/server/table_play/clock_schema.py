"""Request and response types of clocks, stand-ins and rest hours."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stromnetz.server.core.http import RequestModel, ResponseModel, ShortText
from stromnetz.tables.settings import AWAY_ELSE, AWAY_LIVE, CORRESPONDENCE, DAY, DEFAULT_BOT, HOUR, LIVE, ClockSettings

ClockKind = Literal["none", "live", "correspondence"]


class ClockWish(RequestModel):
    """Time limits, in seconds; fields that a kind of clock does not use are omitted."""

    kind: ClockKind = "none"
    bank: Annotated[int, Field(ge=60, le=6 * HOUR)] = Field(1200, description="initial time of a live clock")
    increment: Annotated[int, Field(ge=0, le=600)] = Field(15, description="time that a live clock gains per turn")
    turn: Annotated[int, Field(ge=HOUR, le=14 * DAY)] = Field(
        DAY, description="time per turn by correspondence; the player's nights and holidays do not count"
    )
    away: Annotated[int, Field(ge=300, le=30 * DAY)] | None = Field(
        None, description="absence after which a player counts as away: ten minutes with a live clock, else three days"
    )
    bot: ShortText | None = Field(None, description="the bot that moves when time is out, and stands in")

    def settings(self) -> ClockSettings:
        live = self.kind == LIVE
        return ClockSettings(
            self.kind,
            bank=self.bank if live else 0,
            increment=self.increment if live else 0,
            turn=self.turn if self.kind == CORRESPONDENCE else 0,
            away=self.away or (AWAY_LIVE if live else AWAY_ELSE),
            bot=self.bot or DEFAULT_BOT,
        )


class ClockSettingsOut(ResponseModel):
    kind: ClockKind
    bank: int
    increment: int
    turn: int
    away: int
    bot: str


class SeatClock(ResponseModel):
    seat: int
    bank: int | None = Field(description="milliseconds on a live clock when the turn began")
    missed: int = Field(description="expired turns in a row; after the third a bot stands in")
    away: bool
    stand_in: str | None = Field(description="the bot that stands in until the player takes the seat back")
    votes: list[int] = Field(description="seats of the people who voted for a stand-in")
    voters: int = Field(description="number of people who may vote; more than half of them decide")
    holiday: str | None = Field(description="the last day of the player's current holiday", examples=["2030-03-20"])
    votable: bool = Field(description="whether the others may vote for a stand-in")
    vote_at: int | None = Field(description="when they may, if a holiday stops the clock")


class ClockOut(ResponseModel):
    """The state of the clocks. Times are milliseconds since 1970, by the server's clock."""

    now: int
    seat: int | None = Field(description="the seat whose clock runs")
    since: int | None
    deadline: int | None = Field(description="when the time is out; null if no clock runs")
    timed_out: bool = Field(description="time is out: a bot makes the moves of this turn")
    seats: list[SeatClock]


class StandInVote(RequestModel):
    vote: bool = Field(description="whether you vote for a bot; false withdraws a vote")


class Features(ResponseModel):
    """Features that the host has switched on, whether the documentation was built, and the version of this API.

    The version (`api`) is raised when requests or answers change so that older programs would fail.
    """

    api: int
    clocks: bool
    stand_ins: bool
    preset_moves: bool
    seeking: bool
    public_tables: bool
    help: bool
    chat: bool
    programs: bool
    ratings: bool


TimeOfDay = Annotated[str, Field(pattern="^[0-2][0-9]:[0-5][0-9]$", examples=["22:30"])]
Day = Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2027-08-01"])]


class Night(RequestModel):
    from_: TimeOfDay = Field(alias="from")
    to: TimeOfDay


class Holiday(RequestModel):
    from_: Day = Field(alias="from")
    to: Day


class RestHoursIn(RequestModel):
    """Nights and holidays, in which my correspondence clocks stop. A holiday starts with my next turn."""

    zone: ShortText = Field(examples=["Pacific/Auckland"])
    night: Night | None = None
    holidays: Annotated[list[Holiday], Field(max_length=60)] = Field(default_factory=list)


class RestHoursOut(ResponseModel):
    zone: str | None = Field(description="null if none is set")
    night: Night | None
    holidays: list[Holiday]
