"""Whether the database answers. While it does not, one request asks again and the others are told so at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from stromnetz.tables.errors import Unavailable


class CircuitBreaker:
    def __init__(self) -> None:
        self.down = False
        self._asking = False

    @contextmanager
    def felt(self) -> Iterator[None]:
        """Around a question to the database: threads that wait for a database which hangs must not pile up."""
        asks = self.down
        if asks and self._asking:
            raise Unavailable(case="no-database")
        self._asking = self._asking or asks
        try:
            yield
        except Unavailable:
            self.down = True
            raise
        except Exception:
            self.down = False  # a refusal is an answer
            raise
        else:
            self.down = False
        finally:
            if asks:
                self._asking = False
