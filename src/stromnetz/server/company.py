"""The other servers on the same database, as a server knows them that is alone: there are none."""

from __future__ import annotations

from collections.abc import Iterable

from .limits import Buckets


class Company:
    def __init__(self) -> None:
        self.buckets: dict[str, Buckets] = {}
        """What is limited, by name: known to all servers by that."""

    async def start(self) -> None:
        """Say that this server runs."""

    async def stop(self) -> None:
        """Say that it ends."""

    async def run(self) -> None:
        """Say again and again that it runs."""

    async def admit(self, id: str, guest: str | None, address: str) -> int:
        """Let somebody look at a table; the number of the socket. Too many, over all servers, are refused."""
        return 0

    def let_go(self, number: int) -> None:
        """Somebody has gone."""

    async def look(self, ids: Iterable[str]) -> None:
        """Learn who looks at tables by other servers."""
