"""The bus while its connection comes and goes, and helpers for background tasks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress

import pytest
from sqlalchemy import Connection

from stromnetz.server.core.cluster import CHAT, BusMessage, BusMessageReceived, BusReconnected
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.periodic import stop_tasks, wait_or_timeout
from stromnetz.server.multiprocess import bus as bus_module
from stromnetz.server.multiprocess.bus import HEARTBEAT, HeartbeatBus


class ScriptedBus(HeartbeatBus):
    """A bus whose connections end as planned: with or without a heartbeat before."""

    name = "a bus"

    def __init__(self, beats: list[bool]) -> None:
        super().__init__(60)
        self._beats: Iterator[bool] = iter(beats)
        self.ended = asyncio.Event()
        self.was_up: list[bool] = []

    def publish(self, c: Connection, *messages: BusMessage) -> None:
        raise NotImplementedError

    async def _listen(self) -> None:
        self.was_up.append(self.up)
        for beats in self._beats:
            if beats:
                assert self._handle(self._heartbeat())
                assert self._handle(self._heartbeat())
            raise OSError("connection lost")
        self.ended.set()
        await asyncio.Event().wait()


def test_each_interruption_is_reported_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(bus_module, "RETRY_SECONDS", 0.0)
    told: list[object] = []

    async def run() -> list[bool]:
        bus, events = ScriptedBus([False, False, True, False, True]), EventBus()
        events.subscribe(BusReconnected, told.append)
        events.subscribe(BusMessageReceived, told.append)
        await bus.start(events)
        await bus.ended.wait()
        for text in ("", BusMessage(CHAT).text(bus.server_id), BusMessage(HEARTBEAT).text("another")):
            assert not bus._handle(text)
        await bus.stop()
        return bus.was_up

    with caplog.at_level(logging.INFO, "stromnetz.bus"):
        was_up = asyncio.run(run())
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO", "WARNING", "INFO", "WARNING"]
    assert told == [BusReconnected(), BusReconnected(), BusMessageReceived(BusMessage(HEARTBEAT))]
    assert was_up == [False] * 6


def test_start_does_not_wait_for_a_lost_bus() -> None:
    async def run() -> bool:
        bus = ScriptedBus([])
        bus._seconds = 0.01
        await bus.start(EventBus())
        await bus.stop()
        return bus.up

    assert not asyncio.run(run())


def test_event_is_cleared_when_it_was_waited_for() -> None:
    async def run() -> list[bool]:
        event = asyncio.Event()
        event.set()
        return [await wait_or_timeout(event, 60), await wait_or_timeout(event, 0)]

    assert asyncio.run(run()) == [True, False]


def test_stopped_tasks_are_cancelled_and_have_ended() -> None:
    async def run() -> list[str]:
        told: list[str] = []

        async def work(name: str) -> None:
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                told.append(name)

        tasks = [asyncio.create_task(work(name)) for name in "ab"]
        await asyncio.sleep(0)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop_tasks(tasks), 60)
        return told

    assert asyncio.run(run()) == ["a", "b"]
