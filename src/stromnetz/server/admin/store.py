"""SQL of server administration: find people and tables, and act on them.

Every action is logged in the same commit; running servers read the log and apply it
(:mod:`stromnetz.server.admin.action_follower`). So it is with the key that signs cookies, tokens and links.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from stromnetz.server.accounts import store as accounts_store
from stromnetz.server.accounts.privacy_store import erase_guest, tables_of
from stromnetz.server.accounts.store import (
    Person,
    find_person_by_name,
    get_meta,
    get_or_create,
    person_of,
    set_admin,
    set_meta,
    set_recovery,
)
from stromnetz.server.bot_api.store import end_program, programs_of
from stromnetz.server.core.database.db_schema import (
    accounts,
    address_bans,
    admin_actions,
    bans,
    guests,
    pending_logins,
    programs,
    seats,
    seeks,
    sessions,
    tables,
    to_compact_json,
)
from stromnetz.server.core.identity import new_key, seat_token, token_digest
from stromnetz.server.matchmaking.rating_store import forget_game
from stromnetz.server.table_play.preset_store import save_presets
from stromnetz.server.tables import store as sql
from stromnetz.tables import endings, events
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.seats import make_name_distinct
from stromnetz.tables.settings import HANDED_OVER
from stromnetz.tables.table import FINISHED, LOBBY, PERSON, RUNNING, Table
from stromnetz.tables.time import DAY_MS, now_ms

BAN, UNBAN, CLOSE, HAND_OVER, DELETE_TABLE, DELETE_PERSON = (
    *("ban", "unban", "close", "hand-over"),
    *("delete-table", "delete-person"),
)
BROADCAST, GRANT, REVOKE, SETTLE = "broadcast", "grant", "revoke", "settle"
PASSWORD_LINK = "password-link"
ADDRESS_BAN_MS = DAY_MS
"""How long new guests from the address of a banned guest are refused."""
MAX_BAN_DAYS = 3650
MAX_TEXT_LENGTH = 300
"""Maximum length of the reason of a ban, and of a text for everyone."""
LINK_MINUTES = 24 * 60
"""How long a reset link from an admin is valid."""

Who = str | None
"""The admin; None at the command line."""
Json = dict[str, Any]


def log_action(c: Connection, who: Who, action: str, **about: Any) -> None:
    c.execute(insert(admin_actions).values(at=now_ms(), who=who, action=action, about_json=to_compact_json(about)))


@dataclass(frozen=True, slots=True)
class Action:
    id: int
    at: int
    who: Who
    action: str
    about: Json


def last_action(c: Connection) -> int:
    return c.execute(select(func.max(admin_actions.c.id))).scalar_one() or 0


def actions(c: Connection, after: int = 0, most: int = 200) -> list[Action]:
    """Return the actions after one, oldest first."""
    query = select(admin_actions).where(admin_actions.c.id > after).order_by(admin_actions.c.id).limit(most)
    return [_action(row) for row in c.execute(query).mappings()]


def latest_actions(c: Connection, most: int) -> list[tuple[Action, str | None]]:
    """Return the latest actions with the names of the admins, latest first."""
    query = select(admin_actions, guests.c.name).outerjoin(guests, guests.c.id == admin_actions.c.who)
    found = c.execute(query.order_by(admin_actions.c.id.desc()).limit(most)).mappings()
    return [(_action(row), row["name"]) for row in found]


def _action(row: Mapping[Any, Any]) -> Action:
    return Action(row["id"], row["at"], row["who"], row["action"], json.loads(row["about_json"]))


# --- people ---


def people(c: Connection, text: str = "", most: int = 50) -> list[Json]:
    """Find people by a part of their name or by id; accounts first, then the newest."""
    own = programs.c.guest.is_(None)  # programs are guests, too, but not people
    query = (
        select(guests, accounts.c.name.label("account"), accounts.c.admin, bans.c.reason, bans.c.until)
        .outerjoin(accounts, accounts.c.guest == guests.c.id)
        .outerjoin(bans, bans.c.guest == guests.c.id)
        .outerjoin(programs, programs.c.guest == guests.c.id)
        .where(own)
    )
    if text:
        like = f"%{_escape_like(text.lower())}%"
        named = or_(func.lower(guests.c.name).like(like, escape="\\"), guests.c.id == text)
        query = query.where(named)
    order = (accounts.c.guest.is_(None), guests.c.created_at.desc(), guests.c.id)
    found = c.execute(query.order_by(*order).limit(most)).mappings().all()
    sits = _seats_taken(c, [row["id"] for row in found])
    return [
        {
            "id": row["id"],
            "name": row["account"] or row["name"],
            "account": row["account"] is not None,
            "admin": bool(row["admin"]),
            "since": row["created_at"],
            "tables": sits.get(row["id"], 0),
            "banned": None if row["reason"] is None else {"reason": row["reason"], "until": row["until"]},
        }
        for row in found
    ]


def _escape_like(text: str) -> str:
    """Escape the wildcards of LIKE."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _seats_taken(c: Connection, ids: Sequence[str]) -> dict[str, int]:
    count = func.count(func.distinct(seats.c.table_id))
    query = select(seats.c.guest, count).where(seats.c.guest.in_(ids)).group_by(seats.c.guest)
    return {row[0]: row[1] for row in c.execute(query)}


def require_person(c: Connection, text: str) -> Person:
    """Return an account by name, or a guest by id."""
    found = person_of(c, text) or find_person_by_name(c, text)
    if found is None:
        raise NotFound(facts={"who": text}, case="no-person")
    return found


def grant(c: Connection, who: Who, person: Person, admin: bool) -> None:
    if not set_admin(c, person.guest, admin):
        raise Conflict(facts={"name": person.name}, case="admin-no-account")
    log_action(c, who, GRANT if admin else REVOKE, guest=person.guest, name=person.name)


def delete_person(c: Connection, who: Who, person: Person) -> list[str]:
    """Delete all data about a person; bots take over in running games. Return the changed tables."""
    if person.admin:
        raise Conflict(facts={"name": person.name}, case="ban-admin")
    for id, _, _ in programs_of(c, person.guest):
        end_program(c, id, person.guest)
    ids = tables_of(c, person.guest)
    for id in ids:
        table = sql.read_table(c, id)
        if table is not None and table.state == RUNNING:
            mine = [seat.seat for seat in table.seats if seat.guest == person.guest]
            _change(c, id, lambda table: endings.resign_all(table, person.guest, now_ms()))
            set_recovery(c, id, dict.fromkeys(mine))
    erase_guest(c, person.guest)
    log_action(c, who, DELETE_PERSON, guest=person.guest, tables=ids)
    return ids


@dataclass(frozen=True, slots=True)
class Ban:
    reason: str
    until: int | None
    address_until: int | None = None
    """Until when new guests from this guest's addresses are refused."""


def password_link(c: Connection, who: Who, person: Person) -> str:
    """Create a link to reset a password. In the browser, admins cannot reset each other's."""
    if not person.named:
        raise Conflict(facts={"name": person.name}, case="admin-no-account")
    if person.admin and who is not None:
        raise Conflict(facts={"name": person.name}, case="ban-admin")
    token = accounts_store.create_reset_link(c, person.guest, LINK_MINUTES)
    log_action(c, who, PASSWORD_LINK, guest=person.guest, name=person.name)
    return token


def ban(c: Connection, who: Who, person: Person, reason: str, until: int | None, address: bool = False) -> list[str]:
    """Ban a person: they can watch but not act, and bots play their seats. Return the changed tables.

    With ``address``, new guests from their address are refused, too, for a day at most.
    """
    if person.admin:
        raise Conflict(facts={"name": person.name}, case="ban-admin")
    if address and person.named:
        raise Conflict(facts={"name": person.name}, case="ban-address-account")
    _delete_ban(c, person)
    now = now_ms()
    address_until = min(now + ADDRESS_BAN_MS, until or now + ADDRESS_BAN_MS) if address else None
    row = {"guest": person.guest, "reason": reason, "until": until, "address_until": address_until}
    c.execute(insert(bans).values(row))
    c.execute(delete(seeks).where(seeks.c.guest == person.guest, seeks.c.table_id.is_(None)))
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    query = query.where(seats.c.guest == person.guest, seats.c.kind == PERSON, tables.c.state == RUNNING).distinct()
    ids = list(c.execute(query).scalars())
    for id in ids:
        _change(c, id, lambda table: _stand_in(table, person.guest))
    log_action(
        c, who, BAN, guest=person.guest, name=person.name, reason=reason, until=until, address=address, tables=ids
    )
    return ids


def _stand_in(table: Table, guest: str) -> None:
    for seat in table.seats:
        if seat.guest == guest and seat.kind == PERSON and seat.stand_in is None:
            seat.stand_in = table.settings.clock.bot
            table.add_event(events.STAND_IN, now_ms(), seat.seat, seat.stand_in, events.ADMIN)


def unban(c: Connection, who: Who, person: Person) -> None:
    if not _delete_ban(c, person):
        raise Conflict(facts={"name": person.name}, case="not-banned")
    log_action(c, who, UNBAN, guest=person.guest, name=person.name)


def _delete_ban(c: Connection, person: Person) -> bool:
    """Delete the bans of a person and of their addresses; return whether there was one."""
    c.execute(delete(address_bans).where(address_bans.c.guest == person.guest))
    return c.execute(delete(bans).where(bans.c.guest == person.guest)).rowcount == 1


def banned(c: Connection) -> dict[str, Ban]:
    """Return the bans in force, also for programs of banned people."""
    query = select(bans.c.guest, bans.c.reason, bans.c.until, bans.c.address_until)
    known = {row[0]: Ban(row[1], row[2], row[3]) for row in c.execute(query)}
    owned = c.execute(select(programs.c.guest, programs.c.owner).where(programs.c.owner.in_(known))).all()
    return known | {row[0]: known[row[1]] for row in owned}


def ban_address(c: Connection, guest: str, digest: str) -> None:
    """Ban an address of a banned guest, unless the ban was lifted or has ended."""
    until = c.execute(select(bans.c.address_until).where(bans.c.guest == guest)).scalar_one_or_none()
    if until is None or until <= now_ms():
        return
    row = {"guest": guest, "until": until}
    add = (postgresql if c.dialect.name == "postgresql" else sqlite).insert(address_bans).values(digest=digest, **row)
    c.execute(add.on_conflict_do_update(index_elements=[address_bans.c.digest], set_=row))


def address_banned_until(c: Connection, digest: str) -> int | None:
    """Return until when new guests from an address are refused; None if they are not."""
    where = (address_bans.c.digest == digest, address_bans.c.until > now_ms())
    return c.execute(select(address_bans.c.until).where(*where)).scalar_one_or_none()


def delete_expired_address_bans(c: Connection) -> None:
    c.execute(delete(address_bans).where(address_bans.c.until <= now_ms()))


# --- tables ---


def find_tables(c: Connection, text: str = "", state: str | None = None, most: int = 50) -> list[Json]:
    """Find tables by id, code or the name of a player, the most recently changed first."""
    query = select(tables.c.id)
    if state is not None:
        query = query.where(tables.c.state == state)
    if text:
        like = f"%{_escape_like(text.lower())}%"
        sits = select(seats.c.table_id).where(func.lower(seats.c.name).like(like, escape="\\"))
        code = text.replace("-", "").upper()
        query = query.where(or_(tables.c.id == text, tables.c.code == code, tables.c.id.in_(sits)))
    ids = c.execute(query.order_by(tables.c.changed_at.desc(), tables.c.id).limit(most)).scalars().all()
    found = {id: sql.read_table(c, id) for id in ids}
    return [_table(table) for table in found.values() if table is not None]


def _table(table: Table) -> Json:
    settings = table.settings
    return {
        "id": table.id,
        "code": table.code,
        "state": table.state,
        "edition": settings.edition,
        "map": settings.map,
        "public": table.public,
        "rated": settings.rated,
        "version": table.version,
        "created_at": table.created_at,
        "changed_at": table.changed_at,
        "seats": [
            {"seat": s.seat, "kind": s.kind, "name": s.name, "bot": s.bot or s.stand_in, "person": s.guest}
            for s in table.seats
        ],
    }


def require_table(c: Connection, text: str) -> Table:
    """Return a table by id or code."""
    id = sql.table_by_code(c, text.replace("-", "").upper()) or text
    found = sql.read_table(c, id)
    if found is None:
        raise NotFound(facts={"table": text}, case="no-table")
    return found


def show_table(c: Connection, text: str) -> Json:
    return _table(require_table(c, text))


def _change(c: Connection, id: str, act: Any) -> Table:
    """Change a table in the database; servers notice that their copy is outdated."""
    before = sql.read_table(c, id)
    assert before is not None
    table = before.copy()
    act(table)
    table.revision, table.changed_at = before.revision + 1, now_ms()
    sql.save_table(c, table, before)
    return table


def close(c: Connection, who: Who, text: str) -> str:
    """Remove a table before its game, or end its game without a winner and unrated."""
    table = require_table(c, text)
    if table.state == FINISHED:
        raise Conflict(case="closed-already")
    if table.state == LOBBY:
        sql.delete_table(c, table)
    else:
        _change(c, table.id, lambda table: endings.close(table, now_ms()))
        forget_game(c, table.id)
        set_recovery(c, table.id, {seat.seat: None for seat in table.seats})
    log_action(c, who, CLOSE, table=table.id, state=table.state)
    return table.id


def hand_over_seat(c: Connection, who: Who, text: str, number: int, person: Person) -> str:
    """Give a seat to another person; the game is no longer rated."""
    table = require_table(c, text)
    if table.state == FINISHED:
        raise Conflict(case="closed-already")
    seat = table.seat_at(number)
    if seat.kind != PERSON:
        raise Conflict(facts={"seat": number}, case="seat-nobody")
    old = seat.guest

    def act(table: Table) -> None:
        # the clock belongs to the seat
        bank = table.seats[number].bank
        table.seats[number].give(person.guest, person.name)
        make_name_distinct(table.seats, table.seats[number])
        table.seats[number].bank = bank
        table.add_event(events.HANDED_OVER, now_ms(), number, reason=events.ADMIN)
        if table.host == old:
            table.host = person.guest
        table.offer = None
        if table.settings.rated:
            table.settings.rated, table.settings.unrated = False, HANDED_OVER

    changed = _change(c, table.id, act)
    forget_game(c, table.id)
    save_presets(c, table.id, number, None)  # those of the previous player
    key, nonce = get_meta(c, "cookie-key"), changed.seats[number].link
    digest = None if key is None or nonce is None else token_digest(seat_token(table.id, number, nonce, key))
    set_recovery(c, table.id, {number: digest})
    log_action(c, who, HAND_OVER, table=table.id, seat=number, guest=person.guest, name=person.name, before=old)
    return table.id


def delete_table(c: Connection, who: Who, text: str) -> str:
    table = require_table(c, text)
    c.execute(update(tables).where(tables.c.rematch_of == table.id).values(rematch_of=None))
    sql.delete_table(c, table)
    forget_game(c, table.id)
    log_action(c, who, DELETE_TABLE, table=table.id)
    return table.id


def broadcast(c: Connection, who: Who, texts: Mapping[str, str]) -> None:
    log_action(c, who, BROADCAST, texts=dict(texts))


META_NAME = "cookie-key"
"""Name of the key in the table ``meta``."""
NEW_KEY = "new-key"
"""Admin action that replaces the key."""


class Affected(NamedTuple):
    """Numbers of log-ins that a new key would end."""

    sessions: int
    """Devices with a logged-in account."""
    seats: int
    """Seats of guests without an account at unfinished tables."""
    programs: int


def signing_key(c: Connection) -> str:
    return get_or_create(c, META_NAME, new_key)


def affected(c: Connection) -> Affected:
    """Count the log-ins that a new key would end."""
    valid = (~sessions.c.ended, sessions.c.expires_at > now_ms())
    here = select(func.count()).select_from(seats.join(tables, seats.c.table_id == tables.c.id))
    named = select(accounts.c.guest)
    tokens = select(programs.c.guest)
    guests_only = (seats.c.guest.is_not(None), seats.c.guest.not_in(named), seats.c.guest.not_in(tokens))
    return Affected(
        c.execute(select(func.count()).select_from(sessions).where(*valid)).scalar_one(),
        c.execute(here.where(tables.c.state != FINISHED, *guests_only)).scalar_one(),
        c.execute(select(func.count()).select_from(programs)).scalar_one(),
    )


def replace_key(c: Connection, who: str | None) -> Affected:
    """Replace the key, which invalidates everything signed with the old one."""
    found = affected(c)
    key = new_key()
    set_meta(c, META_NAME, key)
    c.execute(update(sessions).where(~sessions.c.ended).values(ended=True))
    # links to reset a password, and log-ins in progress
    c.execute(delete(pending_logins))
    linked = select(seats.c.table_id, seats.c.seat, seats.c.link).where(seats.c.link.is_not(None))
    for table, seat, nonce in c.execute(linked.where(seats.c.recovery.is_not(None))).all():
        set_recovery(c, table, {seat: token_digest(seat_token(table, seat, nonce, key))})
    log_action(c, who, NEW_KEY, **found._asdict())
    return found
