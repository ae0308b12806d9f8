"""Request and response types of tables and games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import ConfigDict, Field

from stromnetz.server.core.http import (
    DecisionJson,
    EventJson,
    MoveJson,
    OfferJson,
    RequestModel,
    ResponseModel,
    RowJson,
    ShortText,
    ViewJson,
)
from stromnetz.server.table_play.clock_schema import ClockOut, ClockSettingsOut, ClockWish

TableId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$", description="the unguessable id of a table: its link")]
SeatNumber = Annotated[int, Path(ge=0, le=7, description="a seat, counted from 0")]
Since = Annotated[int | None, Query(ge=0, le=1_000_000)]
Key = Annotated[
    str,
    Field(pattern="^[A-Za-z0-9_-]{1,64}$", description="chosen by the client; a repeat with the same key acts once"),
]
Version = Annotated[int, Field(ge=0, le=1_000_000, description="the version that the client has seen")]
SeatField = Annotated[int, Field(ge=0, le=7, description="which of your seats acts")]
Name = Annotated[str, Field(min_length=1, max_length=100, description="1 to 24 characters, shown as text")]
Colour = Annotated[int, Field(ge=0, le=5)]
MAX_MOVES = 60
"""The moves of a plan."""


class NamedGuest(RequestModel):
    name: Name = Field(examples=["Ann"])


class SeatIn(RequestModel):
    """A seat of a new table."""

    kind: Literal["open", "person", "bot", "automatic"] = Field(
        description="open, a person on this screen, a bot, or a company that the options let the rules play"
    )
    name: Name | None = Field(None, description="of the person; default: the one who opens the table")
    bot: ShortText | None = Field(None, description="which bot (GET /api/bots lists them)")
    colour: Colour | None = Field(None, description="one of six; default: a free one")


class NewTable(RequestModel):
    """A table to open. The number of seats is the number of players."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Ann",
                    "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "bot": "plain"}],
                    "regions": "random",
                    "options": {"money": "hidden"},
                    "public": False,
                }
            ]
        }
    )
    name: Name | None = Field(None, description="yours, where this server does not know it yet")
    edition: ShortText | None = Field(None, description="which game; the default edition if left out")
    map: ShortText | None = Field(None, description="which board; the edition's first if left out")
    seats: Annotated[list[SeatIn], Field(min_length=1, max_length=8)]
    regions: Literal["random", "draft"] | Annotated[list[ShortText], Field(max_length=20)] = Field(
        "random", description="drawn, drafted by the players, or named"
    )
    options: dict[str, Any] = Field(default_factory=dict, description="the options of the edition")
    public: bool = Field(False, description="listed for everybody; otherwise reachable by link or code only")
    clock: ClockWish | None = Field(None, description="how long people may take")
    silent: bool = Field(False, description="nothing is said at this table, unless its host opens the chat")
    rated: bool = Field(
        False,
        description="the game changes ratings: for people with an account, one on each seat, and our own bots; "
        "there is no undo and there are no hints, and the game is shown on their profiles",
    )


class Join(RequestModel):
    name: Name | None = Field(None, examples=["Bob"])
    seat: SeatField | None = Field(None, description="the first free one if left out")
    colour: Colour | None = Field(None, description="one of six that is free at the table")


class ChangeSeat(RequestModel):
    kind: Literal["open", "person", "bot"] = Field(examples=["bot"])
    name: Name | None = None
    bot: ShortText | None = Field(None, examples=["plain"])


class SubmitMoves(RequestModel):
    """One move or several, as JSON data (a ``kind`` and its fields), for the version that the client has seen.

    They are made all or none.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"seat": 0, "moves": [{"kind": "open", "plant": 4, "bid": 4}], "version": 0, "key": "b7a0c1"},
                {
                    "seat": 0,
                    "moves": [{"kind": "connect", "city": "essen"}, {"kind": "done"}],
                    "version": 40,
                    "key": "b7a0c2",
                },
            ]
        }
    )
    seat: SeatField
    moves: Annotated[list[MoveJson], Field(min_length=1, max_length=MAX_MOVES)]
    version: Version
    key: Key


class TakeBack(RequestModel):
    seat: SeatField
    version: Version
    key: Key


class Plan(RequestModel):
    """Moves to preview."""

    seat: SeatField
    moves: Annotated[list[MoveJson], Field(max_length=MAX_MOVES)] = Field(
        examples=[[{"kind": "open", "plant": 4, "bid": 4}]]
    )


class ForecastIn(RequestModel):
    """Other plants, more fuel, other cities; omitted fields stay as they are."""

    seat: SeatField
    plants: Annotated[list[int | str], Field(max_length=8)] | None = Field(None, examples=[[4, 13]])
    buy: Annotated[dict[str, Annotated[int, Field(ge=0, le=99)]], Field(max_length=12)] = Field(
        default_factory=dict, examples=[{"coal": 2}]
    )
    cities: Annotated[int, Field(ge=0, le=99)] | None = None
    card: int | str | None = Field(None, description="a further plant; if that is one too many, the weakest one goes")


class Resign(RequestModel):
    seat: SeatField


class Abandon(RequestModel):
    agree: bool = Field(description="true offers to abandon the game or agrees; false withdraws that, or declines")


class LogOut(RequestModel):
    stay: bool = Field(False, description="end the cookie everywhere else: this browser gets a new one")


class Recover(RequestModel):
    token: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{32}$", examples=["x" * 32])]


# --- answers ---------------------------------------------------------------------------------------------------------


class Me(ResponseModel):
    guest: bool = Field(description="whether this browser or program has a cookie that is known here")
    name: str | None
    unreadable: bool = Field(description="there is a cookie of another server, or of someone who has logged out")
    account: bool | None = Field(description="whether I have an account; null where there are none here")


class SeatOut(ResponseModel):
    seat: int
    kind: str
    name: str
    bot: str | None
    invited: bool
    resigned: bool
    advice: bool = Field(description="whether its player agrees to hints for everyone at the table")
    colour: int = Field(description="one of six, different from other seats: the chosen one, or a free one")
    mine: bool = Field(description="whether you play it, or did until you resigned")


class SettingsOut(ResponseModel):
    edition: str
    map: str
    players: int
    regions: str | list[str]
    options: dict[str, Any]
    clock: ClockSettingsOut
    lesson: str | None = Field(description="the lesson of the table, if any")
    rated: bool
    puzzle: str | None = Field(description="the puzzle from which the game started, if any")
    unrated: Literal["handed-over"] | None = Field(
        description="why a rated table is no longer rated: an admin gave a seat to someone else"
    )


class OfferOut(ResponseModel):
    """The offer to abandon the running game, by seats. It lapses when the round ends or the voters change."""

    voters: list[int] = Field(
        description="seats whose players must all agree: people who still play, no bots or programs"
    )
    agreed: list[int] = Field(description="seats whose players have agreed; empty without an offer")
    declined: int | None = Field(description="the seat whose player declined; there is no other offer in this round")


class TableOut(ResponseModel):
    id: str
    code: str = Field(description="short enough to read out: GET /api/codes/{code} finds the table")
    state: Literal["lobby", "running", "finished"]
    public: bool
    settings: SettingsOut
    seats: list[SeatOut]
    advised: bool = Field(description="whether hints are allowed: without other people, or if all agree")
    host: bool = Field(description="whether you opened it")
    revision: int
    version: int
    to_act: int | None
    commitment: str | None = Field(description="SHA-256 of the seed, published when the game begins")
    rematch_of: str | None
    rematch: str | None
    imported: bool
    origin: Literal["seek"] | None = Field(description="seek: its people were looking for a game")
    ending: Literal["resigned", "closed", "abandoned"] | None = Field(
        description="how it ended before its game did: all players but one resigned, an admin or the last player closed"
        " it, or the players agreed to abandon the game"
    )
    round: int | None = Field(description="how far the game is; null before it begins")
    created_at: int
    changed_at: int
    clock: ClockOut
    offer: OfferOut
    removed: bool = Field(description="whether the host removed you from your seat before the game")


class TableEventOut(ResponseModel):
    """An event at a table, besides moves."""

    kind: Literal["resigned", "time-out", "stand-in", "returned", "handed-over", "closed", "abandoned"]
    version: int = Field(description="the version of the game at that time")
    at: int
    seat: int | None
    bot: str | None = Field(description="the bot that plays for the seat from now on")
    reason: Literal["time", "vote", "admin", "host", "player"] | None = Field(
        description="why a bot stands in: turns ran out of time, the others voted for it, an admin did it; or who"
        " closed the table: an admin, its host, or the only person who still played"
    )


class TableEvents(ResponseModel):
    events: list[TableEventOut]


class Recovery(ResponseModel):
    seat: int
    token: str
    link: str = Field(description="opens this seat, and no other, on another device: keep it to yourself")


class Seated(ResponseModel):
    table: TableOut
    link: str = Field(description="for anyone who wants to join or watch")
    recovery: list[Recovery]


class Tables(ResponseModel):
    tables: list[TableOut]
    next: str | None = Field(description="the `before` of the next page")


class TableRef(ResponseModel):
    id: str


class MoveResult(ResponseModel):
    """The rows of the request; of an undo, the last one. Repeated requests get the same."""

    version: int = Field(description="the number of the last of them")
    rows: list[RowJson]
    view: ViewJson | None = Field(None, description="for programs: the view of the seat, with its options")


class Rows(ResponseModel):
    version: int
    rows: list[RowJson]


class MoveTimesOut(ResponseModel):
    """How long a person took for moves. Moves that were sent together count as one."""

    seat: int
    moves: int
    median_seconds: float
    total_seconds: float


class Times(ResponseModel):
    players: list[MoveTimesOut]


class DecisionOut(ResponseModel):
    version: int
    decision: DecisionJson | None


class PreviewOut(ResponseModel):
    made: int
    stopped: str | None
    view: ViewJson
    events: list[EventJson]


class ForecastOut(ResponseModel):
    plants: list[int | str]
    fuel: dict[str, int]
    costs: dict[str, int]
    cost: int
    room: dict[str, int]
    fits: bool
    cities: int
    output: int
    supplies: int
    powered_now: int = Field(description="the cities that the fuel could supply, regardless of the company's cities")
    idle: list[int | str] = Field(description="the plants that would not run for lack of fuel")
    replaces: int | str | None = Field(description="the plant that `card` would replace")
    income: int
    run: list[int | str] | None
    burn: dict[str, int] | None


class NextCities(ResponseModel):
    cities: list[str] = Field(description="in building order")
    cost: int


class PricesOut(ResponseModel):
    version: int
    offers: list[OfferJson] = Field(description="options, as in a decision to build, paid for or not")
    next: list[NextCities] = Field(description="the cheapest next city, then the cheapest two together")
    planned: list[OfferJson] = Field(description="the cost of each city of the plan, in order")


class DealProof(ResponseModel):
    commitment: str | None
    seed: str | None = Field(description="shown when the game is over")
    salt: str | None = Field(description="shown when the game is over")


class Health(ResponseModel):
    status: str
    version: str
    build: str
    """``compiled`` or ``pure``: whether the rules run as extensions or as Python."""
    database: str
    open_tables: int
    sockets: int
    bus: str
    """The bus to other servers on the same database; ``none`` for a single server."""
    bus_up: bool


class Ready(ResponseModel):
    status: str
    updates: str
    """``bus``, or ``polling`` if the bus is interrupted."""
