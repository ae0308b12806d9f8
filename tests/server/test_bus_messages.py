"""The text format of messages between servers."""

from __future__ import annotations

import pytest

from stromnetz.server.core.cluster import CHAT, BusMessage, read_bus_message


@pytest.mark.parametrize("message", [BusMessage(CHAT, "t" * 22, 1234), BusMessage(CHAT, "table"), BusMessage(CHAT)])
def test_message_round_trip(message: BusMessage) -> None:
    assert read_bus_message(message.text("abcd1234")) == ("abcd1234", message)
    assert len(message.text("abcd1234")) < 60


@pytest.mark.parametrize(
    "text", ["", "here", "here chat table", "here chat table x", "here chat table 1 2", "here chat table -1"]
)
def test_message_of_other_version_is_ignored(text: str) -> None:
    assert read_bus_message(text) is None
