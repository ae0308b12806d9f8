"""The queue of tables at which a bot is due: which comes next, by one policy for one process and for several.

Tables where people play have workers of their own; tables where only bots play wait for theirs, and among them those
that somebody watches come first. Within both, the addresses from which games were started take turns: one with many
tables gets no more than one with a single table. Several processes share the same queue in the database
(:mod:`stromnetz.server.multiprocess.bot_turn_store`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from stromnetz.tables.table import PERSON, Table

PEOPLE, BOTS_ONLY = 0, 1
"""The two queues: tables where people play, and tables where they have left everything to bots."""


def queue_of(table: Table) -> int:
    """Where a table waits: among those of people, unless bots hold all of their seats."""
    played = any(seat.kind == PERSON and seat.taken and seat.stand_in is None for seat in table.seats)
    return PEOPLE if played else BOTS_ONLY


def owner_of(table: Table) -> str:
    """Whose turn in the queue a table takes: that of the address from which its game was started, else its own."""
    return table.started_from or table.id


@dataclass(slots=True)
class _Waiting:
    owner: str
    turn: int
    number: int


@dataclass(slots=True)
class _Queue:
    """Start-time fair queueing: an owner's next table gets the turn after that of its last one."""

    waiting: dict[str, _Waiting] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    """The last turn of each owner that is still to come or was just taken."""
    now: int = 0
    """The turn that was taken last."""

    def put(self, id: str, owner: str, number: int) -> None:
        turn = max(self.now, self.last.get(owner, -1) + 1)
        self.last[owner] = turn
        self.waiting[id] = _Waiting(owner, turn, number)

    def take(self, watched: Callable[[str], bool]) -> str:
        waiting = self.waiting
        id = min(waiting, key=lambda id: (not watched(id), waiting[id].turn, waiting[id].number))
        self.now = max(self.now, waiting.pop(id).turn)
        self.last = {owner: turn for owner, turn in self.last.items() if turn >= self.now}
        return id


class BotQueue:
    def __init__(self, watched: Callable[[str], bool]) -> None:
        self._watched = watched
        self._queues = {PEOPLE: _Queue(), BOTS_ONLY: _Queue()}
        self._number = count()
        self._takers: set[asyncio.Event] = set()

    def __len__(self) -> int:
        return sum(len(queue.waiting) for queue in self._queues.values())

    def put(self, id: str, owner: str, queue: int) -> None:
        """Let a table wait; one that waits already keeps its place, unless people play there now."""
        waiting = {name: id in one.waiting for name, one in self._queues.items()}
        if waiting[PEOPLE] or waiting[queue]:
            return
        if waiting[BOTS_ONLY]:
            del self._queues[BOTS_ONLY].waiting[id]
        self._queues[queue].put(id, owner, next(self._number))
        for taker in self._takers:
            taker.set()

    async def take(self, queues: Sequence[int], patience: float) -> str | None:
        """The next table of the first of these queues that has one; None when there was none for so many seconds."""
        put = asyncio.Event()
        self._takers.add(put)
        try:
            async with asyncio.timeout(patience):
                while True:
                    for name in queues:
                        if self._queues[name].waiting:
                            return self._queues[name].take(self._watched)
                    await put.wait()
                    put.clear()
        except TimeoutError:
            return None
        finally:
            self._takers.discard(put)
