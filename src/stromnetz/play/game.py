"""A game in progress: a position, its record, and what can be done next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from stromnetz.engine.agenda import apply
from stromnetz.engine.decisions import LegalMoves, is_legal
from stromnetz.engine.errors import BadInput, GameOver, IllegalMove, NotYourTurn, StromnetzError, short_repr
from stromnetz.engine.events import Event
from stromnetz.engine.market import DrawReached
from stromnetz.engine.moves import CardRef, Done, Move, Unchecked, move_from_json
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.value_classes import FrozenDict
from stromnetz.play.files.json_values import copy_json
from stromnetz.play.files.position_json import POSITION_VERSION, dump
from stromnetz.play.files.record_text import record_text
from stromnetz.play.files.record_types import Row, Rows, effective_rows, undoable, with_phases

from .decision import Decision
from .forecast import Forecast, Prices, forecast, prices
from .results import Result, chances_of, result_of
from .variants import freeze, variants_json
from .views import Preview, View, describe

if TYPE_CHECKING:
    from stromnetz.types import AnyDecision, AnyEvent

NEW_ROW: Final[Callable[[tuple[Any, ...]], Row]] = partial(tuple.__new__, Row)
"""Creates a row from all its values, faster than ``Row`` with its defaults."""

HIDDEN_KEYS = ("setup", "position", "salt")
"""Keys of the header that players of a running game may not see."""


class Game:
    """A game in progress.

    :func:`stromnetz.new_game`, :func:`stromnetz.load_game`, :func:`stromnetz.parse_game` and
    :func:`stromnetz.parse_position` create one.

    The position is never changed in place: every move creates a new one, so views and copies stay valid.

    >>> from stromnetz import Bid, Open, parse_game, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> game.decision, game.legal_moves[0], game.is_legal(Bid(5))
    (Decision(seat=1, kind='auction'), Open(3, 3), False)
    >>> [event.kind for event in game.apply(Open(4, 4))], game.undo_seat
    (['auction-opened'], 1)
    >>> parse_game(game.to_json()) == game
    True
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        options: Mapping[str, Any],
        header: Mapping[str, Any],
        events: Iterable[Event] | None = None,
        rows: list[Row] | None = None,
        since: int = 0,
    ) -> None:
        """Take over the values in the header, which must not be changed afterwards."""
        self.rules = rules
        self.position = position
        if type(options) is FrozenDict:
            self.options: FrozenDict[str, Any] = options
        else:
            self.options = FrozenDict({key: freeze(value) for key, value in options.items()})
        self.header = dict(header)
        """How the game began, as stored in records."""
        if rows is None:
            first = cast("tuple[AnyEvent, ...]", tuple(events or ()))
            rows = [Row(0, None, None, first, round=position.round, phase=rules.phase(position).id)]
        self._rows = rows
        self.snapshots: list[tuple[int, Position]] = [(0, position)]
        """(row, position after it) for the start and the first position of every later round."""
        self.since = since
        """The version of the game that this one was sampled from; versions of views continue from there."""
        self._undo: list[int] = []
        """The undoable rows, newest last; of a plan its first row. Their positions are not stored: undo is rare, and
        objects cost memory and time for garbage collection.
        """

    # --- what is played -------------------------------------------------------------------------------------------

    @property
    def edition(self) -> str:
        """The id of the edition."""
        return self.rules.edition.id

    @property
    def map(self) -> str:
        """The id of the map."""
        return self.rules.board.id

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.rules.players

    @property
    def seed(self) -> str | None:
        """The seed in hexadecimal; None if the game started at a given position. Do not show it to players."""
        setup = self.header.get("setup")
        return None if setup is None else setup["seed"]

    @property
    def names(self) -> list[str] | None:
        """The names of the players by seat, for people who read the game; None if it has none.

        >>> from stromnetz import new_game
        >>> game = new_game("classic-2004", players=2, seed=7)
        >>> game.names = ["Ann", "Ben"]
        >>> game.to_json()["names"]
        ['Ann', 'Ben']
        """
        names = self.header.get("names")
        return None if names is None else list(names)

    @names.setter
    def names(self, names: Sequence[str]) -> None:
        from .files.records import check_names  # noqa: PLC0415  (cyclic: records are made of games)

        self.header |= check_names({"names": names, "players": self.players})

    # --- where it stands ------------------------------------------------------------------------------------------

    @property
    def round(self) -> int:
        return self.position.round

    @property
    def step(self) -> int:
        return self.position.step

    @property
    def phase(self) -> str:
        """The id of the phase."""
        return self.rules.phase(self.position).id

    @property
    def is_over(self) -> bool:
        return self.position.seat < 0

    @property
    def record(self) -> dict[str, Any]:
        """The whole record with hidden information, as `to_json` returns it."""
        return self.to_json()

    @property
    def rows(self) -> Rows:
        """The record so far."""
        return Rows(self._rows)

    def row(self, number: int) -> Row:
        """Return one row of the record."""
        return self._rows[number]

    @property
    def version(self) -> int:
        """The number of the last row; it grows with every move and every undo."""
        return len(self._rows) - 1

    @property
    def decision(self) -> AnyDecision | None:
        """The current decision with all its options; None at the end of the game."""
        p = self.position
        return cast("AnyDecision", Decision(p.seat, p.kind, (self.rules, p))) if p.seat >= 0 else None

    @property
    def legal_moves(self) -> LegalMoves:
        """All legal moves of the deciding seat as a lazy sequence; empty at the end."""
        return LegalMoves(self.rules, self.position)

    @property
    def result(self) -> Result | None:
        """The ranking; None while the game is running."""
        return result_of(self.rules, self.position)

    def is_legal(self, move: object) -> bool:
        """Whether ``apply`` would accept this from the deciding seat; False for anything that is not a move."""
        try:
            return is_legal(self.rules, self.position, parse_move(move))
        except BadInput:
            return False

    def view(self, seat: Unchecked) -> View:
        """Return what a seat may see; None for a spectator."""
        if seat is not None:
            self._seat(seat)
        return View(self.rules, self.position, seat, self.options, self.since + self.version)

    # --- playing --------------------------------------------------------------------------------------------------

    def apply(self, move: Move | str | Mapping[str, Any], seat: Unchecked = None) -> list[AnyEvent]:
        """Make a move and return the events. If the move is refused, an error is raised and nothing changes."""
        return self._make(parse_move(move), seat)

    def play(self, moves: Iterable[Move | str | Mapping[str, Any]], seat: Unchecked = None) -> list[AnyEvent]:
        """Make several moves of a seat, all or none, and return the events. One undo takes them back together.

        If one is refused, ``error.move`` is its index. After a move that reveals a card, a plan can only contain
        :class:`Done`; otherwise a later move that is refused would reveal the card for nothing. If the turn has ended
        by itself because nothing more could be bought or built, a final ``Done`` is accepted and ignored.
        """
        plan = parse_plan(moves)
        draft, first = self.copy(), len(self._rows)
        events: list[AnyEvent] = []
        before = self.position
        for number, move in enumerate(plan):
            try:
                rest = plan[number + 1 :]
                if number and not rest and parse_move(move) == Done() and draft._is_done(before):
                    break
                before = draft.position
                events += draft._make(parse_move(move), seat, first if number else None)
                if rest and not draft._undo and [parse_move(one) for one in rest] != [Done()]:
                    raise IllegalMove("G1", "plan-past-a-card")
                seat = self.position.seat
            except StromnetzError as error:
                error.move = number if len(plan) > 1 else None
                raise
        self._rows += draft._rows[first:]
        self.position, self.snapshots, self._undo = draft.position, draft.snapshots, draft._undo
        return events

    def _is_done(self, before: Position) -> bool:
        """Whether the last move ended its turn automatically, although ``Done`` was a legal move."""
        p, last = self.position, self._rows[-1].move
        if (p.seat, p.kind, p.round, p.phase) == (before.seat, before.kind, before.round, before.phase):
            return False
        return last != Done() and is_legal(self.rules, before, Done())

    def _make(self, move: Move, seat: Unchecked, plan: int | None = None) -> list[AnyEvent]:
        """Make a move; ``plan`` is the first row of the plan that it continues."""
        before = self.position
        if before.seat < 0:
            raise GameOver(case="game-over")
        if seat is not None and self._seat(seat) != before.seat:
            raise NotYourTurn(
                facts={"seat": seat, "to_act": before.seat, "decision": before.kind}, case="not-your-turn"
            )
        after = before.copy()
        after.checked_move = before.checked_move  # moves that were legal in the original are legal in the copy
        events = self._move(after, move)
        self.position = after
        self._append_row(before.seat, move, events, plan, before.round, self.rules.phase(before).id)
        if after.round != before.round:
            self.snapshots.append((len(self._rows) - 1, after))
        return events

    def _append_row(
        self, seat: int, move: Move, events: Sequence[AnyEvent], plan: int | None, round: int, phase: str
    ) -> None:
        """Append the row of a move."""
        seq = len(self._rows)
        self._rows.append(NEW_ROW((seq, seat, move, tuple(events), None, plan, round, phase)))
        for event in events:
            if event.reveals:  # after a card was revealed, nothing can be undone (G1)
                self._undo.clear()
                return
        if plan is None:
            self._undo.append(seq)

    def _move(self, p: Position, move: Move) -> list[AnyEvent]:
        events: list[Event] = []
        p.events = events
        apply(self.rules, p, move)
        p.events = None
        return cast("list[AnyEvent]", events)

    def replay(self, move: Move, plan: int | None = None) -> None:
        """Make a move of a record that is being loaded, without copying the position where nothing refers to it."""
        p = self.position
        if p.seat < 0:
            raise GameOver(case="game-over")
        if self.snapshots[-1][1] is p:
            p = self.position = p.copy()
        seat, round, phase = p.seat, p.round, self.phase
        events = self._move(p, move)
        self._append_row(seat, move, events, plan, round, phase)
        if p.round != round:
            self.snapshots.append((self.version, p))

    def undo(self, seat: Unchecked) -> None:
        """Undo the seat's last move, or its last plan (G1). The record keeps both."""
        self._seat(seat)
        if self.position.seat < 0:
            raise GameOver(case="game-over-undo")
        if not self._undo:
            facts = {"version": self.version}
            if any(row.move is not None for row in effective_rows(self._rows)):  # and not taken back
                raise IllegalMove("G1", "undo-after-a-card", facts)
            raise IllegalMove("G1", "nothing-to-undo", facts)
        seq = self._undo[-1]
        owner = self._rows[seq].seat
        if owner != seat:
            raise IllegalMove("G1", "undo-of-another", {"seat": seat, "last": owner})
        self._undo.pop()
        self._rows.append(Row(len(self._rows), seat, None, (), undoes=seq, round=self.round, phase=self.phase))
        self.position = self.position_before(seq)
        while self.snapshots[-1][0] >= seq:
            self.snapshots.pop()

    @property
    def undo_seat(self) -> int | None:
        """The seat that can undo its last move now (G1)."""
        return self._rows[self._undo[-1]].seat if self._undo and self.position.seat >= 0 else None

    @property
    def undo_seats(self) -> list[int]:
        """The seats whose moves could be undone one after another, the last move first."""
        seats = [self._rows[seq].seat for seq in reversed(self._undo)] if self.position.seat >= 0 else []
        return [seat for seat in seats if seat is not None]

    def position_before(self, seq: int) -> Position:
        """Return the position before a row, by replaying moves from the newest stored position."""
        start, position = next((s, p) for s, p in reversed(self.snapshots) if s < seq)
        out = position.copy()
        for row in effective_rows(self._rows):
            if row.move is not None and start < row.seq < seq:
                apply(self.rules, out, row.move)
        return out

    def at(self, row: Unchecked) -> Game:
        """Return the game as it was after a row of its record."""
        if type(row) is not int or not 0 <= row <= self.version:
            raise BadInput(
                f"a row is a number from 0 to {self.version}, not {short_repr(row)}", {"row": short_repr(row)}
            )
        since = self._since_row()
        if row < since:
            raise BadInput(f"rows before {since} were played by older rules", {"row": row, "first": since})
        out = self.copy()
        out._rows = self._rows[: row + 1]
        out.snapshots = [(seq, position) for seq, position in self.snapshots if seq <= row]
        out.position = out.position_before(row + 1)
        out._undo = [seq for seq in undoable(out._rows) if seq > since]
        return out

    def _since_row(self) -> int:
        """Return the last row that was played by older rules; 0 if there is none."""
        since = self.header.get("since")
        return 0 if since is None else since["seq"]

    def replace_rows(self, rows: Iterable[Row]) -> None:
        """Replace the rows by those of a record that is not replayed."""
        self._rows = with_phases(rows, self.rules.phases(1)[0].id, self.header.get("position"))

    def allow_undo(self, rows: Iterable[int]) -> None:
        """Allow undoing these rows, oldest first, in a resumed game."""
        self._undo = list(rows)

    def preview(self, moves: Iterable[Move | str | Mapping[str, Any]]) -> Preview:
        """Return the result of the deciding seat's plan, without changing anything or revealing hidden information."""
        p, made, stopped = self._simulate_plan(moves)
        seat = self.position.seat
        seen = [event for e in p.events or [] if (event := e.seen_by(seat)) is not None]
        p.events = None
        return Preview(made, stopped, View(self.rules, p, seat, self.options, self.since + self.version), seen)

    def _simulate_plan(self, moves: Iterable[Move | str | Mapping[str, Any]]) -> tuple[Position, int, str | None]:
        """Return the position after the deciding seat's plan, the number of moves made, and the reason for stopping."""
        if self.position.seat < 0:
            raise GameOver(case="game-over")
        p = self.position.copy()
        seat = p.seat
        p.stop_at_draw = True
        p.events = []
        made = 0
        stopped: str | None = None
        for move in moves:
            if p.seat != seat:
                stopped = "turn"
                break
            try:
                apply(self.rules, p, parse_move(move))
            except DrawReached:
                stopped = "draw"
            made += 1
            if stopped:
                break
        return p, made, stopped

    def forecast(
        self,
        seat: Unchecked,
        plants: Sequence[CardRef] | None = None,
        buy: Mapping[str, int] | None = None,
        cities: Unchecked = None,
        card: Unchecked = None,
    ) -> Forecast:
        """Return what a company would supply and earn with other plants, more fuel, or other cities."""
        return forecast(self.rules, self.position, self._seat(seat), plants, buy, cities, card)

    def prices(self, seat: Unchecked, moves: Iterable[Move | str | Mapping[str, Any]] = ()) -> Prices:
        """Return the price of every city for a company, affordable or not; after its plan, with the prices in the plan.

        While another seat is to act, the plan can only have cities, and may exceed the company's money. For robots,
        tiles that affect prices, cities and connections apply, but not those that limit the number of cities.
        """
        self._seat(seat)
        plan = [parse_move(move) for move in moves]
        if plan and seat == self.position.seat:
            return prices(self.rules, self._simulate_plan(plan)[0], seat)
        return prices(self.rules, self.position, seat, plan)

    def chances(self) -> list[float]:
        """Return the win chance of each seat; refused if no net has learned this game.

        >>> from stromnetz import new_game
        >>> round(sum(new_game("classic-2004", map="germany", players=4, seed=1).chances()), 6)
        1.0
        """
        return chances_of(self.rules, self.position, self.options["money"] == "hidden")

    # --- copies and records ---------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """Return an independent game at the same point, with the same record."""
        out = Game(self.rules, self.position, self.options, self.header, rows=self._rows[:], since=self.since)
        out.snapshots = self.snapshots[:]
        out._undo = self._undo[:]
        return out

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()  # rows and positions never change

    def __reduce__(self) -> tuple[Any, ...]:
        begun = (self.rules, self.position, self.options, self.header, None, self._rows, self.since)
        return (Game, begun, (self.snapshots, self._undo))

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.snapshots, self._undo = state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.header, self._rows, self.position) == (other.header, other._rows, other.position)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Game {describe(self.view(None))}>"

    def _repr_svg_(self) -> str:
        """Return the board as a spectator sees it; Jupyter shows it."""
        from .pictures.board import svg  # noqa: PLC0415  (loaded on demand)

        return svg(self)

    def position_json(self) -> dict[str, Any]:
        """Return the position with hidden information; :func:`stromnetz.parse_position` restores it exactly."""
        head = {"format": "stromnetz-position", "version": POSITION_VERSION}
        return {**head, **self._game_json(), **dump(self.rules, self.position)}

    def to_json(self, hidden: bool = True) -> dict[str, Any]:
        """Return the whole record, which :func:`stromnetz.parse_game` replays.

        ``hidden=False`` leaves out what players of a running game may not know: seed, deck and unseen cards.
        """
        out = self.header_json(hidden)
        out["rows"] = [row.to_json(public=not hidden) for row in self._rows]
        if hidden:
            out["snapshots"] = [
                {"seq": seq, "position": dump(self.rules, p)} for seq, p in self._stored_positions().items()
            ]
        return out

    def save(self, path: str | PathLike[str]) -> None:
        """Write the whole game with hidden information to a file that :func:`stromnetz.load_game` reads.

        A file ending in ``.json`` gets the record, one ending in ``.txt`` the game in notation.
        """
        file = Path(path)
        if file.suffix not in (".json", ".txt"):
            raise BadInput(
                f"a file with a game ends in .json (a record) or .txt (notation), not {short_repr(file.name)}",
                {"file": file.name},
            )
        file.write_text(self.to_text() + "\n" if file.suffix == ".json" else self.to_notation(), encoding="utf-8")

    def to_notation(self, hidden: bool = True) -> str:
        """Return the game in notation: a header and a line for each move. :func:`stromnetz.parse_game` plays it again.

        ``hidden=False`` leaves out what players of a running game may not know; such a text can only be read.
        """
        from .files.game_notation import game_notation  # noqa: PLC0415  (cyclic: it creates games)

        return game_notation(self, hidden)

    def position_line(self) -> str:
        """Return the position with hidden information as one line; :func:`stromnetz.parse_position` restores it.

        :meth:`stromnetz.View.position_line` leaves out what a seat may not see.
        """
        from .files.position_line import position_line  # noqa: PLC0415  (loaded on demand)

        return position_line(self.position_json())

    def to_text(self) -> str:
        """Return the record as ``json.dumps(game.to_json())`` writes it, in less than half the time."""
        return record_text(self.header_json(True), self._rows, self.rules, self._stored_positions().items())

    def _stored_positions(self) -> dict[int, Position]:
        """Return the positions stored in a record, by row."""
        return dict([*self.snapshots, (self.version, self.position)])

    def header_json(self, hidden: bool) -> dict[str, Any]:
        """Return the header of a record."""
        start = {key: copy_json(value) for key, value in self.header.items() if hidden or key not in HIDDEN_KEYS}
        return {
            "format": "stromnetz-record",
            "version": 1,
            **self._game_json(),
            "revision": self.rules.edition.revision,
            **start,
        }

    def _game_json(self) -> dict[str, Any]:
        return {"edition": self.rules.edition.id, "map": self.rules.board.id, "options": variants_json(self.options)}

    def _seat(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise BadInput(
                f"a seat is a number from 0 to {self.rules.players - 1}, not {short_repr(seat)}",
                {"seat": short_repr(seat)},
            )
        return seat


def parse_plan(moves: object) -> list[Any]:
    if isinstance(moves, Mapping | str | bytes) or not isinstance(moves, Iterable):
        raise BadInput(f"a plan is a list of moves, not {short_repr(moves)}", {"moves": short_repr(moves)})
    plan = list(moves)
    if not plan:
        raise BadInput("a plan has at least one move", {"moves": "[]"})
    return plan


def parse_move(move: object) -> Move:
    """Return a move given as an object, in notation or as JSON data."""
    if isinstance(move, Move):
        return move
    return Move.parse(move) if isinstance(move, str) else move_from_json(move)
