"""A table and its game as one immutable value, and everything that can be done there.

No database, no network, no clock and no chance of its own: time, seed and salt are arguments. Each operation returns a
:class:`Change`, which whoever keeps the table stores and announces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from stromnetz.bots.fallback import fallback_move
from stromnetz.engine.errors import BadInput, GameOver
from stromnetz.engine.moves import Move
from stromnetz.lessons import answer_of, lesson_of, straight
from stromnetz.lessons import take_back as take_back_lesson
from stromnetz.play.files.commitments import commitment
from stromnetz.play.files.position_json import dump
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
    """Whether the host lets clocks run."""

    def running_game(self) -> Game:
        if self.game is None:
            raise Conflict(facts={"state": self.table.state}, case="not-begun")
        return self.game

    def record(self) -> dict[str, Any]:
        """The record of the game, with its hidden parts once the table is finished."""
        game, lesson = self.running_game(), self.table.settings.lesson
        if lesson is not None:
            # more is taken back there than the rules allow: a record leaves that out
            game = straight(lesson_of(lesson), game)
        return game.to_json(hidden=self.table.state == FINISHED)

    # --- the table ----------------------------------------------------------------------------------------------------

    def update(self, edit: Callable[[Table], T], now: int) -> tuple[Change, T]:
        """Change the table's own data: ``edit`` changes a copy."""
        table = self.table.copy()
        result = edit(table)
        clocks.update_turn_owner(table, now)
        if self.game is not None:
            table.follow(self.game)
        return self._edited(table, now), result

    def leave(self, guest: str, now: int) -> Change | None:
        """Give up a guest's seats; None if nobody is left who could start the game, so that the table is closed."""
        table = self.table.copy()
        return self._edited(table, now) if table.leave(guest) else None

    def start(
        self,
        guest: str | None,
        seed: int,
        salt: str,
        now: int,
        rests: Mapping[str, RestHours] | None = None,
        started_from: str | None = None,
    ) -> Change:
        """Deal, and publish the commitment to the seed before the first move.

        ``rests`` are the nights and holidays of the people, ``started_from`` a digest of the host's address.
        """
        table = self.table.copy()
        table.start(guest)
        table.started_from = started_from
        game = table.settings.begin(seed)
        table.commitment = commitment(seed, salt)
        game.header |= {"commitment": table.commitment, "salt": salt}
        clocks.begin(table, now, rests or {})
        self._follow(table, game, now)
        return self._edited(table, now, game)

    def expire_turn(self, now: int) -> Change | None:
        """Let a bot answer if the time of the turn is out; None if it is not."""
        if self.game is None:
            return None
        table = self.table.copy()
        # where clocks were switched off meanwhile, the turn that was kept may be long over
        clocks.advance_turn(table, self.game, now)
        if not clocks.expire_turn(table, now) and table.turn == self.table.turn:
            return None
        table.follow(self.game)
        return self._edited(table, now)

    # --- moves --------------------------------------------------------------------------------------------------------

    def require_player(self, guest: str | None, seat: int) -> None:
        """Refuse to act on a seat unless the guest plays it now."""
        self.table.own_seat(seat, guest)
        clocks.require_stand_in(self.table, seat)
        if self.table.ending is not None:
            raise GameOver(case="game-over")

    def submit_moves(self, seat: int, moves: Sequence[Mapping[str, Any]], version: int, now: int) -> Change:
        """Make one move or several in one go: all of them or none."""
        game = self._draft(version)
        game.play(moves, seat)
        return self._played(game, now)

    def undo(self, seat: int, version: int, now: int) -> Change:
        """Take back the last move of a seat. Where nobody else plays, the bots take theirs back before it."""
        game = self._draft(version)
        take_back(self.table, game, seat)
        return self._played(game, now)

    def rewind_lesson(self, to_row: int, version: int, now: int) -> Change:
        """Take back everything after a row of a lesson."""
        game = self._draft(version)
        take_back_lesson(lesson_of(self.table.settings.lesson or ""), game, to_row)
        return self._played(game, now)

    def play_preset(self, seat: int, preset: PresetMoves, now: int) -> tuple[Change | None, PresetMoves]:
        """Make the moves that a seat has pre-set for what it is asked now, as if by hand; and what is left of them."""
        game = self.running_game()
        moves, left = next_moves(game, seat, preset)
        if not moves:
            return None, left
        draft = game.copy()
        draft.play(moves, seat)
        return self._played(draft, now), left

    def bot_turn(self) -> BotTurn | None:
        """The decision that a bot has to make now; programs make their own."""
        table, game = self.table, self.game
        if game is None or table.to_act is None or not table.bot_due() or table.program_due():
            return None
        seat = table.to_act
        script = _scripted_move(table.settings.lesson, game, seat)
        return BotTurn(seat, game.version, table.bot_for(seat), game.view(seat), script)

    def play_bot_move(self, seat: int, move: Move | Mapping[str, Any] | None, version: int, now: int) -> Change | None:
        """Make the move of a bot, or a default one where it has none; None if it is not due any more."""
        game, table = self.game, self.table
        if game is None or game.version != version or table.state != RUNNING or not table.by_bot(seat):
            return None
        draft = game.copy()
        draft.apply(fallback_move(game) if move is None else move, seat)
        return self._played(draft, now)

    # --- what has changed ---------------------------------------------------------------------------------------------

    def _draft(self, version: int) -> Game:
        """A copy of the game to move in, if it is still the version that the player has seen."""
        game = self.running_game()
        if game.version != version:
            raise VersionConflict(facts={"version": game.version, "expected": version}, case="version-passed")
        return game.copy()

    def _played(self, game: Game, now: int) -> Change:
        table = replace(self.table, changed_at=now)
        self._follow(table, game, now)
        return self._change(table, game)

    def _edited(self, table: Table, now: int, game: Game | None = None) -> Change:
        table.revision, table.changed_at = self.table.revision + 1, now
        table.index()
        return self._change(table, game or self.game)

    def _follow(self, table: Table, game: Game, now: int) -> None:
        """Take over where the game is now, and let the clock of whoever is to act run."""
        if self.clocks_run:
            clocks.advance_turn(table, game, now, undone=game.rows[-1].undoes is not None)
        table.follow(game)

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
    """What an operation has done at a table."""

    before: TableSession
    after: TableSession
    rows: Sequence[Mapping[str, Any]] = ()
    """The new rows of the game; none if only the table has changed."""
    snapshots: Sequence[tuple[int, Mapping[str, Any]]] = ()
    """The new positions to keep, by their rows."""
    position: Mapping[str, Any] | None = None
    """The position after the last row."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision that a bot has to make."""

    seat: int
    version: int
    """The version of the game at which it is due."""
    bot: str
    view: View
    scripted: Move | None
    """The move that the lesson prescribes; without one the bot has to think."""


def _scripted_move(lesson: str | None, game: Game, seat: int) -> Move | None:
    try:
        return None if lesson is None else answer_of(lesson_of(lesson), game, seat)
    except BadInput:  # it is not there any more: the game goes on
        return None


def take_back(table: Table, game: Game, seat: int) -> None:
    """Take back the last move of a seat, or refuse it; the bots that have answered go first."""
    if table.settings.rated:
        raise Conflict(case="rated-undo")
    if clocks.answered_for(table, seat):
        raise Conflict(facts={"seat": seat}, case="undo-clock")
    for bot in table.give_way(game, seat):
        game.undo(bot)
    game.undo(seat)
