"""The order in which bots move: one policy for one process and for several.

Tables with people have their own workers. Tables with bots only wait for theirs, watched ones first. In both queues,
the addresses from which games were started take turns: many tables get no more than one. Several processes share the
queue in the database (:mod:`stromnetz.server.multiprocess.bot_turn_store`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from stromnetz.tables.table import PERSON, Table

PEOPLE, BOTS_ONLY = 0, 1
"""The two queues: tables with people who play, and tables where only bots move."""


def queue_of(table: Table) -> int:
    """Return the queue of a table: bots only if bots or stand-ins hold all seats."""
    played = any(seat.kind == PERSON and seat.taken and seat.stand_in is None for seat in table.seats)
    return PEOPLE if played else BOTS_ONLY


def owner_of(table: Table) -> str:
    """Return who takes turns with others: the address that started the game, else the table."""
    return table.started_from or table.id


@dataclass(slots=True)
class _Waiting:
    owner: str
    turn: int
    number: int


@dataclass(slots=True)
class _Queue:
    """Start-time fair queueing: an owner's next table gets the turn after its last one."""

    waiting: dict[str, _Waiting] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    """The last turn of each owner, unless it has passed."""
    now: int = 0
    """The current turn."""

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
        """Queue a table. If it is queued already, it keeps its place, unless people play there now."""
        waiting = {name: id in one.waiting for name, one in self._queues.items()}
        if waiting[PEOPLE] or waiting[queue]:
            return
        if waiting[BOTS_ONLY]:
            del self._queues[BOTS_ONLY].waiting[id]
        self._queues[queue].put(id, owner, next(self._number))
        for taker in self._takers:
            taker.set()

    async def take(self, queues: Sequence[int], patience: float) -> str | None:
        """Take the next table from the first non-empty queue; None if there is none for ``patience`` seconds."""
        added = asyncio.Event()
        self._takers.add(added)
        try:
            async with asyncio.timeout(patience):
                while True:
                    for name in queues:
                        if self._queues[name].waiting:
                            return self._queues[name].take(self._watched)
                    await added.wait()
                    added.clear()
        except TimeoutError:
            return None
        finally:
            self._takers.discard(added)
