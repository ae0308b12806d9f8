"""Rate limits: token buckets, one a guest or address, and none for those who have been away."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

MOST = 20_000
"""Buckets that are kept; the ones used longest ago go first."""
HOUSEHOLD = 4
"""How many guests at one address may spend all that they have."""


class Buckets:
    """``rate`` tokens a second up to ``burst``; a rate of 0 limits nothing."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str, cost: float = 1.0) -> float:
        """Take tokens: 0 when there were so many, else the seconds until there will be."""
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        tokens, last = self._buckets.pop(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - last) * self._rate)
        cost = min(cost, self._burst)
        allowed = tokens >= cost
        self._buckets[key] = (tokens - cost if allowed else tokens, now)
        if len(self._buckets) > MOST:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (cost - tokens) / self._rate


class Costs:
    """What reads cost, in milliseconds of the processor, for each guest and each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._guests = Buckets(rate, burst)
        self._strangers = Buckets(rate, burst)
        self._addresses = Buckets(rate * HOUSEHOLD, burst * HOUSEHOLD)

    def wait(self, guest: str | None, address: str, cost: float) -> float:
        """0 where it may be spent, and is; else the seconds until it may."""
        own = self._guests.wait(guest, cost) if guest is not None else self._strangers.wait(address, cost)
        return own or self._addresses.wait(address, cost)


def network_of(address: str) -> str:
    """Whom an address stands for: itself, or its network of 64 bits, which one household has to itself."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
