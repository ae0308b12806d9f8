"""What is otherwise where several servers share a database: their work, and what they know of each other."""

from __future__ import annotations

from sqlalchemy import Connection

from .attendance import Attendance
from .bots import Bots
from .config import Config
from .database import attendance as sql
from .database import jobs
from .database.store import Store
from .desk import Desk
from .identities import Identities
from .live import Hub
from .outside import Outside
from .tables import Table
from .timekeeping import Timekeeper


def attendance(config: Config, store: Store, hub: Hub, identities: Identities) -> Attendance:
    return Attendance(store, hub, identities.signing, config.sockets, config.sockets_each, config.exempt)


def share(config: Config, store: Store, desk: Desk, timekeeper: Timekeeper, bots: Bots, outside: Outside) -> None:
    """Whoever is free does what is due: bots' moves, programs' moves, turns whose time is out."""
    waits = jobs.Waits(int(config.bot_pace * 1000), int(config.bot_time * 1000))
    me = store.bus.me

    def follow(c: Connection, before: Table, table: Table) -> bool:
        return jobs.follow(c, before, table, waits)

    async def claim(now: int) -> list[str]:
        return await store.aside(lambda c: jobs.claim_overdue(c, now))

    desk.follow = follow
    timekeeper.claim = claim
    timekeeper.others_run = lambda c: sql.others_run(c, me)
    bots.give_up = outside.move_for
    bots.works = not config.no_work
