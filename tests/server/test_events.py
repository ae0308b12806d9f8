"""Publish and subscribe, and the registry of services."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import pytest

from stromnetz.server.core.dependencies import Services
from stromnetz.server.core.events import EventBus


@dataclass(frozen=True)
class Moved:
    table: str


@dataclass(frozen=True)
class Closed:
    table: str


def test_subscribers_are_called_in_order_by_event_type() -> None:
    events, seen = EventBus(), list[str]()
    events.subscribe(Moved, lambda event: seen.append(f"first {event.table}"))
    events.subscribe(Moved, lambda event: seen.append(f"second {event.table}"))
    events.subscribe(Closed, lambda event: seen.append(f"closed {event.table}"))
    events.publish(Moved("a"))
    assert seen == ["first a", "second a"]
    events.publish("an event to which nobody subscribes")
    assert len(seen) == 2


def test_failing_subscriber_is_logged_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    events, seen = EventBus(), list[str]()

    def fail(event: Moved) -> None:
        raise ValueError(event.table)

    events.subscribe(Moved, fail)
    events.subscribe(Moved, lambda event: seen.append(event.table))
    with caplog.at_level(logging.ERROR):
        events.publish(Moved("b"))
    assert seen == ["b"]
    assert "Moved" in caplog.text
    assert "ValueError: b" in caplog.text


def test_services_are_found_by_class_until_frozen() -> None:
    class Base:
        """An interface."""

    class Real(Base):
        """What implements it."""

    services = Services()
    events = services.add(EventBus())
    real = services.add(Real(), Base)
    assert services.get(EventBus) is events
    assert services.get(Base) is real
    with pytest.raises(RuntimeError, match="already"):
        services.add(EventBus())
    with pytest.raises(KeyError):
        services.get(Real)
    services.freeze()
    with pytest.raises(RuntimeError, match="too late"):
        services.add(Real())
