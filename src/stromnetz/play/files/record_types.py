"""Records: their rows, which never change, and the JSON types of a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, overload

from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef, Move
from stromnetz.play.option_json import EventJson, MoveJson


class RowJson(TypedDict):
    """A row as JSON data: a move with what came of it, or the number of a row that it takes back (``undo``)."""

    seq: int
    seat: NotRequired[int]
    undo: NotRequired[int]
    plan: NotRequired[int]
    move: NotRequired[MoveJson]
    events: NotRequired[list[EventJson]]


class Row(NamedTuple):
    """One row of the record: a move with the events it caused, or (``undoes``) the number of the row taken back.

    Moves made in one go are a row each. ``plan`` of the second and later ones is the number of the first, and whoever
    takes that one back takes back all of them.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> _ = game.apply(Open(4, 4))
    >>> game.rows[1].seat, game.rows[1].move
    (1, Open(4, 4))
    """

    seq: int
    seat: int | None
    move: Move | None
    events: tuple[Event, ...]
    undoes: int | None = None
    plan: int | None = None

    def to_json(self, public: bool = False) -> RowJson:
        out: RowJson = {"seq": self.seq}
        if self.seat is not None:
            out["seat"] = self.seat
        if self.undoes is not None:
            out["undo"] = self.undoes
            return out
        if self.plan is not None:
            out["plan"] = self.plan
        if self.move is not None:
            out["move"] = self.move.to_json()
        seen = [e.public() for e in self.events] if public else self.events
        out["events"] = [e.to_json() for e in seen if e is not None]
        return out

    def seen_by(self, seats: Iterable[int]) -> RowJson:
        """What somebody who plays these seats may know of it; without any, what a spectator may."""
        out = self.to_json(public=True)
        if self.undoes is None:
            seen = [_seen(event, seats) for event in self.events]
            out["events"] = [e.to_json() for e in seen if e is not None]
        return out


class Rows(Sequence[Row]):
    """The rows of a record, to read: it grows with its game."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        return self._rows[index]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self._rows == other._rows

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return f"Rows({self._rows!r})"


def effective_rows(rows: Iterable[Row]) -> list[Row]:
    """The rows that no later one has taken back, without the undo rows themselves."""
    rows = list(rows)
    gone = {row.undoes for row in rows if row.undoes is not None}
    return [row for row in rows if row.undoes is None and row.seq not in gone and row.plan not in gone]


def _seen(event: Event, seats: Iterable[int]) -> Event | None:
    """An event in the form that tells most: a seat's own, else everybody's."""
    public = event.public()
    own = (event.seen_by(seat) for seat in seats)
    return next((seen for seen in own if seen is not None and seen != public), public)


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
