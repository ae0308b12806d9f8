"""Rows of records, which never change, and the JSON types of a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NotRequired, TypedDict, overload

from stromnetz.engine.events import Event, PhaseBegan, RoundBegan
from stromnetz.engine.moves import CardRef, Move
from stromnetz.play.option_json import EventJson, MoveJson

if TYPE_CHECKING:
    from stromnetz.types import AnyEvent


class RowJson(TypedDict):
    """A row as JSON: a move with its events, or the number of a row that it takes back (``undo``)."""

    seq: int
    seat: NotRequired[int]
    undo: NotRequired[int]
    plan: NotRequired[int]
    move: NotRequired[MoveJson]
    events: NotRequired[list[EventJson]]


class Row(NamedTuple):
    """A row of the record: a move with its events, or (``undoes``) the number of the row taken back.

    Each move of a plan has its own row. ``plan`` of the second and later ones is the number of the first; taking that
    one back takes back all of them.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> _ = game.apply(Open(4, 4))
    >>> game.rows[1].seat, game.rows[1].move, game.rows[1].phase
    (1, Open(4, 4), 'auctions')
    """

    seq: int
    seat: int | None
    move: Move | None
    events: tuple[AnyEvent, ...]
    undoes: int | None = None
    plan: int | None = None
    round: int = 0
    """The round in which the move was made."""
    phase: str = ""
    """The id of the phase in which the move was made."""

    def to_json(self, public: bool = False) -> RowJson:
        return self._to_json([event.public() for event in self.events] if public else self.events)

    def _to_json(self, events: Iterable[Event | None]) -> RowJson:
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
        out["events"] = [event.to_json() for event in events if event is not None]
        return out

    def seen_by(self, seats: Iterable[int]) -> RowJson:
        """Return what the player of these seats may know; without seats, what a spectator may know."""
        return self._to_json([_seen(event, seats) for event in self.events])


class Rows(Sequence[Row]):
    """Read-only rows of a record, which grow with the game."""

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

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"Rows({self._rows!r})"


def effective_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the rows that were not taken back, without the undo rows."""
    rows = list(rows)
    gone = {row.undoes for row in rows if row.undoes is not None}
    return [row for row in rows if row.undoes is None and row.seq not in gone and row.plan not in gone]


def with_phases(rows: Iterable[Row], phase: str, start: Mapping[str, Any] | None = None) -> list[Row]:
    """Return the rows with the round and the phase of each, which the events before them tell.

    ``phase`` is the first one of the edition, ``start`` the position that the game began with, if it was set up.
    """
    round = 1
    if start is not None:
        usual = 2 if any(player.get("plants") for player in start["players"]) else 1
        round, phase = start.get("round", usual), start["phase"]
    out: list[Row] = []
    for row in rows:
        before = round, phase
        for event in row.events:
            if isinstance(event, RoundBegan):
                round = event.round
            elif isinstance(event, PhaseBegan):
                phase = event.phase
        if row.undoes is not None:
            round, phase = out[row.undoes].round, out[row.undoes].phase
        made = (round, phase) if row.move is None and row.undoes is None else before
        out.append(row._replace(round=made[0], phase=made[1]))
    return out


def undoable(rows: Sequence[Row]) -> list[int]:
    """Return the rows that can be undone, oldest first (G1); of a plan only its first."""
    out: list[int] = []
    for row in effective_rows(rows):
        if any(event.reveals for event in row.events):
            out.clear()
        elif row.move is not None and row.plan is None:
            out.append(row.seq)
    return out


def _seen(event: Event, seats: Iterable[int]) -> Event | None:
    """Return the event in the form with the most information: a seat's own, otherwise the public one."""
    public = event.public()
    own = (event.seen_by(seat) for seat in seats)
    return next((seen for seen in own if seen is not None and seen != public), public)


class RecordSetupJson(TypedDict):
    """The start of a game: the seed and everything that was given."""

    seed: str
    regions: Literal["random", "draft"] | list[str]
    deck: NotRequired[list[CardRef]]
    market: NotRequired[list[CardRef]]
    order: NotRequired[list[int]]
    reshuffle: NotRequired[list[CardRef]]
    tiles: NotRequired[list[int]]


class RecordSinceJson(TypedDict):
    """The last row played under an older revision of the rules, and the revision since then."""

    seq: int
    revision: int


class KeptCompanyJson(TypedDict):
    """A seat's property in a stored position; neutral companies have no money."""

    money: NotRequired[int]
    plants: list[CardRef]
    fuel: dict[str, int]


class KeptPositionJson(TypedDict):
    """A whole position, including hidden information. Cards of the deck are listed from the top."""

    # --- generated by tools/generate/position_fields.py: dump_types ---
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
    sat_out: list[int]
    regions: list[str]
    tiles: NotRequired[list[int]]
    market: list[CardRef]
    places: int
    deck: list[CardRef]
    under_deck: list[CardRef]
    mixed: NotRequired[list[CardRef]]
    out_of_game: list[CardRef]
    removed: list[CardRef]
    fuel_market: dict[str, int]
    supply: dict[str, int]
    agenda: list[list[Any]]
    seed: str
    shuffles: int
    reshuffle: list[CardRef] | None
    # --- end ---
    players: list[KeptCompanyJson]
    neutral: NotRequired[list[KeptCompanyJson]]
    houses: dict[str, list[int]]
    cities: list[int]
    modules: dict[str, Any]


class SnapshotJson(TypedDict):
    """The position after a row."""

    seq: int
    position: KeptPositionJson


class GameRecordJson(TypedDict):
    """A game as a file. In a running game, set-up, position, salt and snapshots are left out, because they are hidden.

    It starts with a set-up, or with a position if it was set up by hand.
    """

    format: Literal["stromnetz-record"]
    version: Literal[1]
    edition: str
    map: str
    options: dict[str, Any]
    revision: int
    players: int
    names: NotRequired[list[str]]
    setup: NotRequired[RecordSetupJson]
    position: NotRequired[dict[str, Any]]
    since: NotRequired[RecordSinceJson]
    commitment: NotRequired[str]
    salt: NotRequired[str]
    rows: list[RowJson]
    snapshots: NotRequired[list[SnapshotJson]]
