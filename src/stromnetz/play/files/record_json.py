"""A record as JSON data, field by field: what is exported, and what the server describes."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from stromnetz.engine.moves import CardRef

from .rows import RowJson


class RecordSetupJson(TypedDict):
    """How a game began: by a seed, and by what was written down beforehand."""

    seed: str
    regions: Literal["random", "draft"] | list[str]
    deck: NotRequired[list[CardRef]]
    market: NotRequired[list[CardRef]]
    order: NotRequired[list[int]]
    reshuffle: NotRequired[list[CardRef]]
    tiles: NotRequired[list[int]]


class RecordSinceJson(TypedDict):
    """The last row that was played by an older revision of the rules, and the revision from then on."""

    seq: int
    revision: int


class KeptCompanyJson(TypedDict):
    """What a seat has, in a position that is kept; a company that nobody plays has no money."""

    money: NotRequired[int]
    plants: list[CardRef]
    fuel: dict[str, int]


class KeptPositionJson(TypedDict):
    """Everything that a position is, hidden things too. Cards of the deck stand in the order in which they come."""

    round: int
    phase: str
    step: int
    step_3: str
    asked_in: NotRequired[int]
    ended: bool
    to_act: int | None
    decision: str | None
    order: list[int]
    bought: list[int]
    left: list[int]
    regions: list[str]
    tiles: NotRequired[list[int]]
    players: list[KeptCompanyJson]
    neutral: NotRequired[list[KeptCompanyJson]]
    houses: dict[str, list[int]]
    cities: list[int]
    market: list[CardRef]
    places: int
    deck: list[CardRef]
    under: list[CardRef]
    mixed: NotRequired[list[CardRef]]
    boxed: list[CardRef]
    removed: list[CardRef]
    fuel_market: dict[str, int]
    supply: dict[str, int]
    modules: dict[str, Any]
    agenda: list[list[Any]]
    seed: str
    shuffles: int
    reshuffle: list[CardRef] | None


class SnapshotJson(TypedDict):
    """The position after a row."""

    seq: int
    position: KeptPositionJson


class GameRecordJson(TypedDict):
    """A game as a file. Of a running game there is no set-up, position, salt or snapshot: they tell hidden things.

    It begins by a set-up or, where it was set up by hand, at a position.
    """

    format: Literal["stromnetz-record"]
    version: Literal[1]
    edition: str
    map: str
    options: dict[str, Any]
    revision: int
    players: int
    setup: NotRequired[RecordSetupJson]
    position: NotRequired[dict[str, Any]]
    since: NotRequired[RecordSinceJson]
    commitment: NotRequired[str]
    salt: NotRequired[str]
    rows: list[RowJson]
    snapshots: NotRequired[list[SnapshotJson]]
