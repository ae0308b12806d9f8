"""SQL of chat messages, mutes and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, and_, delete, false, func, insert, select, update

from stromnetz.server.core.database.db_schema import (
    accounts,
    bans,
    chat_lines,
    chat_mutes,
    chat_report_lines,
    chat_reports,
    chats,
    guests,
)
from stromnetz.tables.time import now_ms

MAX_LINES_KEPT = 500
"""Messages of a room that are kept; older ones are deleted."""
CONTEXT_LINES = 5
"""Messages before and after a reported one that a report shows."""


@dataclass(frozen=True, slots=True)
class Line:
    """A chat message."""

    seq: int
    guest: str
    seat: int | None
    name: str
    phrase: str | None
    text: str | None
    at: int


def is_silent(c: Connection, table_id: str) -> bool:
    return bool(c.execute(select(chats.c.silent).where(chats.c.table_id == table_id)).scalar_one_or_none())


def set_silent(c: Connection, table_id: str, silent: bool) -> None:
    if c.execute(update(chats).where(chats.c.table_id == table_id).values(silent=silent)).rowcount == 0:
        c.execute(insert(chats).values(table_id=table_id, silent=silent))


def add_line(c: Connection, table_id: str, room: str, key: str, line: Line) -> Line:
    """Add the next message of a room. If two processes add the same number, the second fails."""
    where = (chat_lines.c.table_id == table_id, chat_lines.c.room == room)
    last = c.execute(select(func.max(chat_lines.c.seq)).where(*where)).scalar_one() or 0
    made = replace(line, seq=last + 1)
    c.execute(insert(chat_lines).values(table_id=table_id, room=room, key=key, **asdict(made)))
    c.execute(delete(chat_lines).where(*where, chat_lines.c.seq <= made.seq - MAX_LINES_KEPT))
    return made


def last_lines(c: Connection, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return the numbers of the last messages of players and of spectators at tables."""
    out = dict.fromkeys(ids, (0, 0))
    last = func.max(chat_lines.c.seq)
    query = select(chat_lines.c.table_id, chat_lines.c.room, last).where(chat_lines.c.table_id.in_(ids))
    for id, room, seq in c.execute(query.group_by(chat_lines.c.table_id, chat_lines.c.room)):
        out[id] = (seq, out[id][1]) if room == "players" else (out[id][0], seq)
    return out


def line_by_key(c: Connection, table_id: str, guest: str, key: str) -> Line | None:
    found = _lines(c, chat_lines.c.table_id == table_id, chat_lines.c.guest == guest, chat_lines.c.key == key)
    return found[0] if found else None


def one_line(c: Connection, table_id: str, room: str, seq: int) -> Line | None:
    found = _lines(c, chat_lines.c.table_id == table_id, chat_lines.c.room == room, chat_lines.c.seq == seq)
    return found[0] if found else None


def lines_after(c: Connection, table_id: str, room: str, after: int, guest: str | None) -> list[Line]:
    """Return the messages after one, without people whom the guest has muted."""
    where = [chat_lines.c.table_id == table_id, chat_lines.c.room == room, chat_lines.c.seq > after]
    if guest is not None:
        where.append(chat_lines.c.guest.not_in(select(chat_mutes.c.muted).where(chat_mutes.c.guest == guest)))
    return _lines(c, *where)


def _lines(c: Connection, *where: Any) -> list[Line]:
    columns = [chat_lines.c[name] for name in Line.__slots__]
    found = c.execute(select(*columns).where(*where).order_by(chat_lines.c.seq))
    return [Line(*row) for row in found]


def count_since(c: Connection, guest: str, at: int) -> int:
    """Count the messages of a guest since a time, at all tables."""
    where = (chat_lines.c.guest == guest, chat_lines.c.at > at)
    return c.execute(select(func.count()).select_from(chat_lines).where(*where)).scalar_one()


def speakers(c: Connection, table_id: str, rooms: Sequence[str]) -> list[tuple[str, str]]:
    """Return who has posted in these rooms of a table, with their latest names."""
    where = (chat_lines.c.table_id == table_id, chat_lines.c.room.in_(rooms))
    query = select(chat_lines.c.guest, chat_lines.c.name).where(*where)
    return list({row[0]: row[1] for row in c.execute(query.order_by(chat_lines.c.at))}.items())


def muted_by(c: Connection, guest: str) -> set[str]:
    return set(c.execute(select(chat_mutes.c.muted).where(chat_mutes.c.guest == guest)).scalars())


def mute(c: Connection, guest: str, other: str, on: bool) -> None:
    there = other in muted_by(c, guest)
    if on and not there:
        c.execute(insert(chat_mutes).values(guest=guest, muted=other))
    elif there and not on:
        c.execute(delete(chat_mutes).where(chat_mutes.c.guest == guest, chat_mutes.c.muted == other))


# --- reports ---------------------------------------------------------------------------------------------------------


def report(
    c: Connection,
    table_id: str,
    room: str,
    line: Line,
    reporter: str,
    reason: str | None = None,
    note: str | None = None,
) -> None:
    """Store a copy of a message and its context; repeated reports by the same person count once."""
    mine = (chat_reports.c.table_id == table_id, chat_reports.c.room == room, chat_reports.c.seq == line.seq)
    if c.execute(select(chat_reports.c.id).where(*mine, chat_reports.c.reporter == reporter)).first() is not None:
        return
    values = {"table_id": table_id, "room": room, "seq": line.seq, "guest": line.guest, "name": line.name}
    said = {"said": line.text or f"({line.phrase})", "said_at": line.at, "reason": reason, "note": note}
    made = c.execute(insert(chat_reports).values(**values, **said, reporter=reporter, at=now_ms(), settled=False))
    (id,) = made.inserted_primary_key or (None,)
    around = chat_lines.c.seq.between(line.seq - CONTEXT_LINES, line.seq + CONTEXT_LINES)
    lines = _lines(c, chat_lines.c.table_id == table_id, chat_lines.c.room == room, around)
    c.execute(insert(chat_report_lines), [{"report": id, **asdict(one)} for one in lines])


def reports_of(c: Connection, reporter: str, since: int) -> int:
    where = (chat_reports.c.reporter == reporter, chat_reports.c.at > since)
    return c.execute(select(func.count()).select_from(chat_reports).where(*where)).scalar_one()


def reports(c: Connection, settled: bool = False) -> list[dict[str, Any]]:
    """Return reports, oldest first, resolved ones only if asked for, with reporter, context and any ban."""
    reporters, authors = guests.alias(), accounts.alias()
    query = (
        select(
            chat_reports,
            func.coalesce(accounts.c.name, reporters.c.name).label("reporter_name"),
            authors.c.guest.is_not(None).label("account"),
            func.coalesce(authors.c.admin, false()).label("admin"),
            bans.c.reason.label("ban_reason"),
            bans.c.until.label("ban_until"),
        )
        .outerjoin(reporters, reporters.c.id == chat_reports.c.reporter)
        .outerjoin(accounts, accounts.c.guest == chat_reports.c.reporter)
        .outerjoin(authors, authors.c.guest == chat_reports.c.guest)
        .outerjoin(bans, bans.c.guest == chat_reports.c.guest)
        .order_by(chat_reports.c.id)
    )
    if not settled:
        query = query.where(chat_reports.c.settled.is_(False))
    found = [dict(row) for row in c.execute(query).mappings()]
    context = _context(c, [row["id"] for row in found])
    for row in found:
        reason, until = row.pop("ban_reason"), row.pop("ban_until")
        row["banned"] = None if reason is None else {"reason": reason, "until": until}
        row["account"], row["admin"] = bool(row["account"]), bool(row["admin"])
        row["context"] = [line for _, line in sorted(context.get(row["id"], {}).items())]
    return found


def _context(c: Connection, ids: Sequence[int]) -> dict[int, dict[int, dict[str, Any]]]:
    """Return the messages around each report: the stored copies, and what was posted since."""
    names = ("seq", "guest", "seat", "name", "phrase", "text", "at")
    copied = select(chat_report_lines.c.report, *(chat_report_lines.c[name] for name in names))
    here = and_(
        chat_lines.c.table_id == chat_reports.c.table_id,
        chat_lines.c.room == chat_reports.c.room,
        chat_lines.c.seq.between(chat_reports.c.seq - CONTEXT_LINES, chat_reports.c.seq + CONTEXT_LINES),
    )
    since = select(chat_reports.c.id.label("report"), *(chat_lines.c[name] for name in names)).join(chat_lines, here)
    out: dict[int, dict[int, dict[str, Any]]] = {}
    for query in (copied.where(chat_report_lines.c.report.in_(ids)), since.where(chat_reports.c.id.in_(ids))):
        for row in c.execute(query).mappings():
            out.setdefault(row["report"], {})[row["seq"]] = {name: row[name] for name in names}
    return out


def resolve_reports(c: Connection, ids: Sequence[int]) -> list[int]:
    """Mark reports as resolved; return unknown ids."""
    known = set(c.execute(select(chat_reports.c.id).where(chat_reports.c.id.in_(ids))).scalars())
    c.execute(update(chat_reports).where(chat_reports.c.id.in_(known)).values(settled=True))
    return [id for id in ids if id not in known]
