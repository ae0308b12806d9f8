"""Known devices: browsers in which somebody has logged in to an account before.

A signed cookie says so, and stays when they log out. Wrong passwords are counted for such a browser alone: a stranger
who guesses at an account locks out other strangers, not its owner.
"""

from __future__ import annotations

import re

from stromnetz.server.core.identity import device_mac, new_id, same_mac

DEVICE_COOKIE = "stromnetz-device"
MAX_ACCOUNTS = 4
"""Accounts that a browser is known for; the one used longest ago goes first."""
_ENTRY = re.compile(r"([A-Za-z0-9_-]{22})[.]([A-Za-z0-9_-]{22})[.]([A-Za-z0-9_-]{43})")


def known_device(cookie: str, account: str, key: str) -> str | None:
    """What the browser with this cookie is called for an account; None where nobody has logged in to it there."""
    return next((device for owner, device in _entries(cookie, key) if owner == account), None)


def with_account(cookie: str, account: str, key: str) -> str:
    """The cookie of a browser in which somebody has logged in to an account now."""
    before = _entries(cookie, key)
    device = next((device for owner, device in before if owner == account), new_id())
    entries = [(account, device), *(one for one in before if one[0] != account)][:MAX_ACCOUNTS]
    return "~".join(f"{owner}.{device}.{device_mac(owner, device, key)}" for owner, device in entries)


def _entries(cookie: str, key: str) -> list[tuple[str, str]]:
    """(account, device) of each that we have signed."""
    found = [_ENTRY.fullmatch(part) for part in cookie.split("~")[:MAX_ACCOUNTS]]
    return [(one[1], one[2]) for one in found if one is not None and same_mac(one[3], device_mac(one[1], one[2], key))]
