"""Messages between servers on one database, as text."""

from __future__ import annotations

import pytest

from stromnetz.server.core.cluster import CHAT, BusMessage, read_bus_message


@pytest.mark.parametrize("message", [BusMessage(CHAT, "table", 17), BusMessage(CHAT, "table"), BusMessage(CHAT)])
def test_a_message_is_read_as_it_was_written(message: BusMessage) -> None:
    assert read_bus_message(message.text("here")) == ("here", message)


@pytest.mark.parametrize(
    "text", ["", "here chat table", "here chat table x", "here chat table 1 2", "here chat table -1"]
)
def test_a_message_of_another_version_is_ignored(text: str) -> None:
    assert read_bus_message(text) is None
