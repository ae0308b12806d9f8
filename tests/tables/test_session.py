"""Table sessions without a server: every operation returns a new session and keeps the old one unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stromnetz import IllegalMove, NotYourTurn, parse_game
from stromnetz.engine.errors import GameOver, StromnetzError
from stromnetz.engine.moves import Connect
from stromnetz.lessons import all_lessons
from stromnetz.play.files.records import commitment
from stromnetz.play.game import Game
from stromnetz.tables import clocks, endings, events
from stromnetz.tables.errors import Conflict, Forbidden, VersionConflict
from stromnetz.tables.preset_moves import PresetMoves
from stromnetz.tables.seats import create_seats
from stromnetz.tables.session import Change, TableSession
from stromnetz.tables.settings import LIVE, ClockSettings, TableSettings
from stromnetz.tables.table import BOT, FINISHED, LOBBY, PROGRAM, RUNNING, Table

NOW = 1_900_000_000_000
SEED, SALT = 7, "5a" * 16
MINUTE = 60_000


def lobby(*kinds: str, clock: ClockSettings | None = None, **more: Any) -> TableSession:
    """Open a table of classic games: ``a``, ``b`` … are guests, the first one is the host; others are bots."""
    settings = TableSettings.check("classic-2004", "germany", len(kinds), "random", {"short": True})
    settings.clock = clock or ClockSettings()
    wishes = [{"kind": "person", "name": kind} if len(kind) == 1 else {"kind": BOT, "bot": kind} for kind in kinds]
    seats = create_seats(wishes, "a", {})
    for seat, kind in zip(seats, kinds, strict=True):
        if len(kind) == 1:
            seat.give(kind, kind.upper())
    return TableSession(Table("id", "code", settings, seats, host="a", created_at=NOW, changed_at=NOW), **more)


def started(*kinds: str, **more: Any) -> TableSession:
    return lobby(*kinds, **more).start("a", SEED, SALT, NOW).after


def to_act(session: TableSession) -> int:
    assert session.table.to_act is not None
    return session.table.to_act


def first_move(session: TableSession) -> dict[str, Any]:
    return dict(session.running_game().legal_moves[0].to_json())


def play(session: TableSession, moves: int = 1, now: int = NOW) -> TableSession:
    """Let the seats to act make their first legal moves."""
    for _ in range(moves):
        game = session.running_game()
        session = session.submit_moves(to_act(session), [first_move(session)], game.version, now).after
    return session


def play_until(session: TableSession, done: Callable[[TableSession], bool]) -> TableSession:
    for _ in range(500):
        if done(session):
            return session
        session = play(session)
    raise AssertionError("it never came to that")


# --- the table --------------------------------------------------------------------------------------------------------


def test_start_deals_by_seed_and_commits_to_it() -> None:
    session = lobby("a", "b")
    change = session.start("a", SEED, SALT, NOW + 5)
    table, game = change.after.table, change.after.running_game()
    assert (table.state, table.revision, table.changed_at, table.version) == (RUNNING, 1, NOW + 5, 0)
    assert table.commitment == game.header["commitment"] == commitment(SEED, SALT)
    assert game.position == session.table.settings.begin(SEED).position
    assert [row["seq"] for row in change.rows] == [0]
    assert [seq for seq, _ in change.snapshots] == [0]
    assert change.position == change.snapshots[0][1]
    assert (session.table.state, session.game) == (LOBBY, None)


@pytest.mark.parametrize(("guest", "kind"), [("b", "host-only"), (None, "host-only")])
def test_only_host_starts(guest: str | None, kind: str) -> None:
    with pytest.raises(Forbidden) as refused:
        lobby("a", "b").start(guest, SEED, SALT, NOW)
    assert refused.value.case == kind


def test_update_changes_a_copy() -> None:
    session = started("a", "b", "c")
    change, seat = session.update(lambda table: endings.resign(table, 1, "b", NOW + 1), NOW + 1)
    assert (seat.seat, seat.kind, seat.resigned) == (1, BOT, True)
    assert (change.rows, change.position, change.before) == ((), None, session)
    assert change.after.table.revision == session.table.revision + 1
    assert [(event.kind, event.at) for event in change.after.table.events] == [(events.RESIGNED, NOW + 1)]
    assert change.after.table.seats_of("b") == []
    assert session.table.seats[1].kind == "person"
    assert session.table.events == []


def test_last_to_leave_closes_the_table() -> None:
    session = lobby("a", "b")
    left = session.leave("a", NOW)
    assert left is not None
    assert left.after.table.host == "b"
    assert left.after.leave("b", NOW) is None


# --- moves ------------------------------------------------------------------------------------------------------------


def test_moves_add_rows_and_keep_the_old_session() -> None:
    session = started("a", "b")
    seat, move = to_act(session), first_move(session)
    change = session.submit_moves(seat, [move], 0, NOW + 9)
    assert [row["move"] for row in change.rows] == [move]
    assert (change.after.table.version, change.after.table.changed_at) == (1, NOW + 9)
    assert change.after.table.revision == session.table.revision
    assert (session.running_game().version, session.table.version) == (0, 0)


def test_several_moves_are_made_all_or_none() -> None:
    session = play_until(started("a", "b"), lambda one: one.running_game().position.kind == "build")
    seat, version = to_act(session), session.running_game().version
    city = next(move.city for move in session.running_game().legal_moves if isinstance(move, Connect))
    moves: list[dict[str, Any]] = [{"kind": "connect", "city": city}, {"kind": "done"}]
    change = session.submit_moves(seat, moves, version, NOW)
    assert [row["move"] for row in change.rows] == moves
    assert [row.get("plan") for row in change.rows] == [None, version + 1]
    with pytest.raises(IllegalMove) as refused:
        session.submit_moves(seat, [moves[0], moves[0], moves[1]], version, NOW)
    assert refused.value.move == 1
    assert session.running_game().version == version
    back = change.after.undo(seat, version + 2, NOW)
    assert back.rows == [{"seq": version + 3, "seat": seat, "undo": version + 1}]
    assert back.after.running_game().position == session.running_game().position


@pytest.mark.parametrize("version", [0, 2])
def test_outdated_version_is_refused(version: int) -> None:
    session = play(started("a", "b"))
    with pytest.raises(VersionConflict) as refused:
        session.submit_moves(0, [{"kind": "pass"}], version, NOW)
    assert refused.value.facts == {"version": 1, "expected": version}
    with pytest.raises(VersionConflict):
        session.undo(0, version, NOW)


def test_nobody_moves_for_another_seat() -> None:
    session = started("a", "b")
    with pytest.raises(NotYourTurn):
        session.submit_moves(1 - to_act(session), [first_move(session)], 0, NOW)
    session.require_player("a", 0)
    with pytest.raises(Forbidden):
        session.require_player("a", 1)
    held, _ = session.update(lambda table: setattr(table.seats[0], "stand_in", "normal"), NOW)
    with pytest.raises(Conflict):
        held.after.require_player("a", 0)
    over, _ = session.update(lambda table: endings.close(table, NOW), NOW)
    with pytest.raises(GameOver):
        over.after.require_player("a", 0)


def play_until_bot_moved(session: TableSession) -> tuple[TableSession, Game]:
    """Play until a bot has moved after the first guest; return also the game before that guest's move."""
    before = session.running_game()
    for _ in range(40):
        turn = session.bot_turn()
        if turn is None:
            before = session.running_game() if to_act(session) == 0 else before
            session = play(session)
        else:
            change = session.play_bot_move(turn.seat, None, turn.version, NOW)
            assert change is not None
            session = change.after
            if before.decision is not None and before.decision.seat == 0 and not session.table.bot_due():
                return session, before
    raise AssertionError("no bot has moved after a guest")


def test_undo_of_only_person_undoes_bots_first() -> None:
    session, before = play_until_bot_moved(started("a", "plain", "plain"))
    game = session.running_game()
    bots = session.table.bots_to_undo(game, 0)
    assert bots
    assert session.table.undo_seat(game) == 0
    change = session.undo(0, game.version, NOW)
    assert [row["seat"] for row in change.rows] == [*bots, 0]
    assert change.after.table.to_act == 0
    assert change.after.running_game().position == before.position


def test_bots_are_not_undone_with_two_people() -> None:
    session, _ = play_until_bot_moved(started("a", "plain", "b"))
    with pytest.raises(IllegalMove) as refused:
        session.undo(0, session.running_game().version, NOW)
    assert refused.value.rule == "G1"


def test_no_undo_at_rated_table() -> None:
    session = play(started("a", "b"))
    session.table.settings.rated = True
    with pytest.raises(Conflict) as refused:
        session.undo(1 - to_act(session), 1, NOW)
    assert refused.value.case == "rated-undo"


def test_lesson_rewinds_to_a_row() -> None:
    lesson = next(one for one in all_lessons() if one.steps and one.steps[0].ways)
    game = lesson.begin()
    settings = TableSettings(
        lesson.edition, game.rules.board.id, game.rules.players, "random", dict(game.options), lesson=lesson.id
    )
    seats = create_seats([{"kind": BOT, "bot": "plain"}] * game.rules.players, "a", {})
    seats[lesson.you].give("a", "A")
    table = Table("id", "code", settings, seats, host="a", state=RUNNING)
    table.update_from_game(game)
    session = TableSession(table, game)
    begun = game.version
    moved = session.submit_moves(lesson.you, [lesson.steps[0].ways[0][0]], begun, NOW).after
    back = moved.rewind_lesson(begun, moved.running_game().version, NOW).after
    assert back.running_game().position == game.position
    # more was undone than the rules allow: the record leaves it out
    assert not any("undo" in row for row in back.record()["rows"])
    assert any("undo" in row for row in back.running_game().to_json()["rows"])


# --- pre-set moves and bots -------------------------------------------------------------------------------------------


def test_preset_moves_are_made_when_due() -> None:
    session = started("a", "b")
    seat = to_act(session)
    preset = PresetMoves(1, pass_phase=True)
    assert session.play_preset(1 - seat, preset, NOW) == (None, preset)
    opened = play(session)
    change, left = opened.play_preset(1 - seat, PresetMoves(opened.running_game().position.round, pass_phase=True), NOW)
    assert change is not None
    assert [row["move"] for row in change.rows] == [{"kind": "pass"}]
    assert left.pass_phase


def test_bot_moves_when_due() -> None:
    session = started("plain", "plain", "a")
    turn = session.bot_turn()
    while turn is None:
        session = play(session)
        turn = session.bot_turn()
    assert (turn.seat, turn.bot, turn.scripted) == (to_act(session), "plain", None)
    assert turn.view.seat == turn.seat
    assert turn.view.decision is not None
    move = turn.view.decision.legal_moves[0]
    change = session.play_bot_move(turn.seat, move, turn.version, NOW)
    assert change is not None
    assert change.rows[0]["seat"] == turn.seat
    assert change.after.play_bot_move(turn.seat, move, turn.version, NOW) is None
    with pytest.raises(StromnetzError):
        session.play_bot_move(turn.seat, {"kind": "done"}, turn.version, NOW)


def test_programs_move_themselves() -> None:
    session = started("plain", "plain")
    session.table.seats[to_act(session)].bot = PROGRAM
    assert session.bot_turn() is None


def test_default_move_needs_no_bot() -> None:
    session = started("plain", "plain")
    for _ in range(2000):
        if session.table.state == FINISHED:
            break
        change = session.play_bot_move(to_act(session), None, session.running_game().version, NOW)
        assert change is not None
        session = change.after
    assert session.table.state == FINISHED
    assert session.table.to_act is None
    assert "setup" in session.record()
    assert parse_game(session.record()) == session.running_game()


def test_record_of_running_game_hides_the_deal() -> None:
    record = play(started("a", "b"), 3).record()
    assert [row["seq"] for row in record["rows"]] == [0, 1, 2, 3]
    assert "salt" not in record
    assert "seed" not in record.get("setup", {})


# --- clocks -----------------------------------------------------------------------------------------------------------

CLOCK = ClockSettings(LIVE, bank=60, increment=10, bot="plain")


def expire(session: TableSession, now: int) -> TableSession:
    change = session.expire_turn(now)
    assert isinstance(change, Change)
    return change.after


def test_turn_expires_after_its_bank() -> None:
    session = started("a", "b", clock=CLOCK)
    seat = to_act(session)
    assert session.expire_turn(NOW + MINUTE - 1) is None
    out = expire(session, NOW + MINUTE)
    assert out.table.bot_acts_for(seat)
    assert out.bot_turn() is not None
    assert [event.kind for event in out.table.events] == [events.TIME_OUT]
    assert out.expire_turn(NOW + 2 * MINUTE) is None
    moved = out.play_bot_move(seat, None, 0, NOW + MINUTE)
    assert moved is not None
    assert clocks.clock_acted_for(moved.after.table, seat)
    with pytest.raises(Conflict) as refused:
        moved.after.undo(seat, 1, NOW + MINUTE)
    assert refused.value.case == "undo-clock"


def test_no_turn_begins_without_clocks() -> None:
    session = started("a", "b", clock=CLOCK, clocks_run=False)
    assert session.table.turn is None
    assert play(session).table.turn is None


def test_table_without_game_has_nothing_to_play() -> None:
    session = lobby("a", "b")
    assert session.expire_turn(NOW) is None
    assert session.bot_turn() is None
    assert session.play_bot_move(0, None, 0, NOW) is None
    with pytest.raises(Conflict):
        session.submit_moves(0, [{"kind": "pass"}], 0, NOW)
