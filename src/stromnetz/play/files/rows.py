"""The rows of a record: what was done, and what came of it. They never change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, NotRequired, TypedDict, overload

from stromnetz.engine.events import Event
from stromnetz.engine.moves import Move
from stromnetz.play.wire import EventJson, MoveJson


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


def standing(rows: Iterable[Row]) -> list[Row]:
    """The rows that no later one has taken back, without the undo rows themselves."""
    rows = list(rows)
    gone = {row.undoes for row in rows if row.undoes is not None}
    return [row for row in rows if row.undoes is None and row.seq not in gone and row.plan not in gone]


def _seen(event: Event, seats: Iterable[int]) -> Event | None:
    """An event in the form that tells most: a seat's own, else everybody's."""
    public = event.public()
    own = (event.seen_by(seat) for seat in seats)
    return next((seen for seen in own if seen is not None and seen != public), public)
