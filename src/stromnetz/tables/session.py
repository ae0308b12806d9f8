"""A table and its game as one immutable value, with all operations on it.

Time, seed and salt are arguments. Each operation returns a :class:`Change`, which the caller saves and publishes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from stromnetz.bots.fallback import fallback_move
from stromnetz.engine.errors import BadInput, GameOver
from stromnetz.engine.moves import Move
from stromnetz.lessons import answer_of, lesson_of, without_undone
from stromnetz.lessons import take_back as take_back_lesson
from stromnetz.play.files.position_json import dump
from stromnetz.play.files.records import commitment
from stromnetz.play.game import Game
from stromnetz.play.views import View

from . import clocks
from .errors import Conflict, VersionConflict
from .preset_moves import PresetMoves, next_moves
from .rest_hours import RestHours
from .table import FINISHED, RUNNING, Table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TableSession:
    """A table and its game at one moment."""

    table: Table
    game: Game | None = None
    clocks_run: bool = True
    """Whether clocks are switched on."""

    def running_game(self) -> Game:
        if self.game is None:
            raise Conflict(facts={"state": self.table.state}, case="not-begun")
        return self.game

    def record(self) -> dict[str, Any]:
        """Return the record of the game; hidden information is included once the table is finished."""
        game, lesson = self.running_game(), self.table.settings.lesson
        if lesson is not None:
            # lessons allow more undo than the rules: undone moves are left out
            game = without_undone(lesson_of(lesson), game)
        return game.to_json(hidden=self.table.state == FINISHED)

    # --- the table ----------------------------------------------------------------------------------------------------

    def update(self, edit: Callable[[Table], T], now: int) -> tuple[Change, T]:
        """Change the data of the table: ``edit`` changes a copy."""
        table = self.table.copy()
        result = edit(table)
        clocks.update_turn_owner(table, now)
        if self.game is not None:
            table.update_from_game(self.game)
        return self._edited(table, now), result

    def leave(self, guest: str, now: int) -> Change | None:
        """Leave a guest's seats; return None if nobody is left who could start the game."""
        table = self.table.copy()
        return self._edited(table, now) if table.leave(guest) else None

    def start(
        self,
        guest: str | None,
        seed: int,
        salt: str,
        now: int,
        rest_hours: Mapping[str, RestHours] | None = None,
        started_from: str | None = None,
    ) -> Change:
        """Start the game, and publish the commitment to the seed.

        ``rest_hours`` are those of the players, ``started_from`` is a digest of the host's address.
        """
        table = self.table.copy()
        table.start(guest)
        table.started_from = started_from
        game = table.settings.begin(seed)
        table.commitment = commitment(seed, salt)
        game.header |= {"commitment": table.commitment, "salt": salt}
        clocks.start_clocks(table, now, rest_hours or {})
        self._advance(table, game, now)
        return self._edited(table, now, game)

    def expire_turn(self, now: int) -> Change | None:
        """Expire the turn if its time is out, else return None."""
        if self.game is None:
            return None
        table = self.table.copy()
        # if clocks were switched off for a while, the stored turn may be long over
        clocks.advance_turn(table, self.game, now)
        if not clocks.expire_turn(table, now) and table.turn == self.table.turn:
            return None
        table.update_from_game(self.game)
        return self._edited(table, now)

    # --- moves --------------------------------------------------------------------------------------------------------

    def require_player(self, guest: str | None, seat: int) -> None:
        """Refuse to act on a seat unless the guest plays it now."""
        if self.table.own_seat(seat, guest).stand_in is not None:
            raise Conflict(facts={"seat": seat}, case="seat-held")
        if self.table.ending is not None:
            raise GameOver(case="game-over")

    def submit_moves(self, seat: int, moves: Sequence[Mapping[str, Any]], version: int, now: int) -> Change:
        """Make one or several moves in one step: all or none."""
        game = self._draft(version)
        game.play(moves, seat)
        return self._played(game, now)

    def undo(self, seat: int, version: int, now: int) -> Change:
        """Undo the last move of a seat; in games without other people, after the bots' moves since."""
        game = self._draft(version)
        undo_last_move(self.table, game, seat)
        return self._played(game, now)

    def rewind_lesson(self, to_row: int, version: int, now: int) -> Change:
        """Undo everything after a row of a lesson."""
        game = self._draft(version)
        take_back_lesson(lesson_of(self.table.settings.lesson or ""), game, to_row)
        return self._played(game, now)

    def play_preset(self, seat: int, preset: PresetMoves, now: int) -> tuple[Change | None, PresetMoves]:
        """Make the pre-set moves for the current decision; return the change and what is left of them."""
        game = self.running_game()
        moves, left = next_moves(game, seat, preset)
        if not moves:
            return None, left
        draft = game.copy()
        draft.play(moves, seat)
        return self._played(draft, now), left

    def bot_turn(self) -> BotTurn | None:
        """Return the decision that a bot has to make now, except programs."""
        table, game = self.table, self.game
        if game is None or table.to_act is None or not table.bot_due() or table.program_due():
            return None
        seat = table.to_act
        script = _scripted_move(table.settings.lesson, game, seat)
        return BotTurn(seat, game.version, table.bot_for(seat), game.view(seat), script)

    def play_bot_move(self, seat: int, move: Move | Mapping[str, Any] | None, version: int, now: int) -> Change | None:
        """Make a bot's move, or a default one without it; return None if it is no longer due."""
        game, table = self.game, self.table
        if game is None or game.version != version or table.state != RUNNING or not table.bot_acts_for(seat):
            return None
        draft = game.copy()
        draft.apply(fallback_move(game) if move is None else move, seat)
        return self._played(draft, now)

    # --- changes ------------------------------------------------------------------------------------------------------

    def _draft(self, version: int) -> Game:
        """Return a copy of the game to move in; refuse an outdated version."""
        game = self.running_game()
        if game.version != version:
            raise VersionConflict(facts={"version": game.version, "expected": version}, case="version-passed")
        return game.copy()

    def _played(self, game: Game, now: int) -> Change:
        table = replace(self.table, changed_at=now)
        self._advance(table, game, now)
        return self._change(table, game)

    def _edited(self, table: Table, now: int, game: Game | None = None) -> Change:
        table.revision, table.changed_at = self.table.revision + 1, now
        table.index()
        return self._change(table, game or self.game)

    def _advance(self, table: Table, game: Game, now: int) -> None:
        """Update turn and clock after a change of the game."""
        if self.clocks_run:
            clocks.advance_turn(table, game, now, undone=game.row(game.version).undoes is not None)
        table.update_from_game(game)

    def _change(self, table: Table, game: Game | None) -> Change:
        after = replace(self, table=table, game=game)
        if game is None or game is self.game:
            return Change(self, after)
        known = -1 if self.game is None else self.game.version
        return Change(
            self,
            after,
            [row.to_json() for row in game.rows[known + 1 :]],
            [(seq, dump(game.rules, position)) for seq, position in game.snapshots if seq > known],
            dump(game.rules, game.position),
        )


@dataclass(frozen=True, slots=True)
class Change:
    """The result of an operation."""

    before: TableSession
    after: TableSession
    rows: Sequence[Mapping[str, Any]] = ()
    """New rows of the game; empty if only the table has changed."""
    snapshots: Sequence[tuple[int, Mapping[str, Any]]] = ()
    """New snapshots, by row."""
    position: Mapping[str, Any] | None = None
    """The position after the last row."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision that a bot has to make."""

    seat: int
    version: int
    """The version of the game."""
    bot: str
    view: View
    scripted: Move | None
    """The move that the lesson prescribes; None if the bot has to think."""


def _scripted_move(lesson: str | None, game: Game, seat: int) -> Move | None:
    try:
        return None if lesson is None else answer_of(lesson_of(lesson), game, seat)
    except BadInput:  # the lesson does not exist any more: the bot plays on
        return None


def undo_last_move(table: Table, game: Game, seat: int) -> None:
    """Undo the last move of a seat, after the bots' moves since; refuse if that is not allowed."""
    if table.settings.rated:
        raise Conflict(case="rated-undo")
    if clocks.clock_acted_for(table, seat):
        raise Conflict(facts={"seat": seat}, case="undo-clock")
    for bot in table.bots_to_undo(game, seat):
        game.undo(bot)
    game.undo(seat)
