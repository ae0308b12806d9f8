"""Publish and subscribe inside one server process.

A service publishes an event after its commit; others subscribe to the kinds of events that concern them (see
``assembly.py``). Handlers run at once, in the order in which they subscribed, and only mark or schedule what follows.
A handler that fails is logged and does not stop the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

E = TypeVar("E")
log = logging.getLogger("stromnetz.server")


class EventBus:
    def __init__(self) -> None:
        self._handlers: dict[type, list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], handler: Callable[[E], None]) -> None:
        self._handlers.setdefault(kind, []).append(handler)

    def publish(self, event: object) -> None:
        for handler in self._handlers.get(type(event), ()):
            try:
                handler(event)
            except Exception:
                log.exception("a handler of %s failed", type(event).__name__)
