"""Which tests go to one process together: those of a file whose servers are started once for all of them."""

from __future__ import annotations

from pathlib import PurePosixPath

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

TOGETHER = {"test_cluster.py", "test_connections.py", "test_redis.py"}
"""Spread over the processes, each would start the same servers."""


class Together(LoadScopeScheduling):  # type: ignore[misc]
    def _split_scope(self, nodeid: str) -> str:
        """Tests with the same answer are not parted."""
        file = nodeid.partition("::")[0]
        return file if PurePosixPath(file).name in TOGETHER else nodeid
