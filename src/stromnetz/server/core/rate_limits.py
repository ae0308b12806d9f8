"""Rate limits: token buckets, one a guest or address, and none for those who have been away."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Container
from functools import lru_cache

from stromnetz.engine.errors import BadInput, short_repr

Spend = Callable[[float], None]
"""Counts what a read costs, in milliseconds; raises `RateLimited` when there were too many."""
MAX_BUCKETS = 20_000
"""Buckets that are kept; the ones used longest ago go first."""
HOUSEHOLD = 4
"""How many guests at one address may spend all that they have."""
MAX_REMEMBERED_ADDRESSES = 4096


class TokenBuckets:
    """``rate`` tokens a second up to ``burst``; a rate of 0 limits nothing."""

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
        exempt: Container[str] = (),
    ) -> None:
        self._rate = rate
        self._exempt = exempt
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._named: Callable[[str], str] | None = None
        self._totals: dict[str, float] = {}
        self._untold: dict[str, float] = {}

    def share(self, named: Callable[[str], str]) -> None:
        """What is spent is told to other servers, which know everybody by another name."""
        self._named = named

    def totals(self, least: float) -> dict[str, float]:
        """What was spent in all by those who have spent more since the last time than this part of a burst."""
        told = [key for key, spent in self._untold.items() if spent >= least * self._burst]
        for key in told:
            del self._untold[key]
        return {key: self._totals[key] for key in told if key in self._totals}

    def charge(self, key: str, cost: float) -> None:
        """Something was spent elsewhere."""
        tokens, now = self._now(key)
        self._keep(key, max(-self._burst, tokens - cost), now)

    def try_spend(self, key: str, cost: float = 1.0) -> float:
        """Take tokens: 0 when there were so many, else the seconds until there will be."""
        if self._rate <= 0 or key in self._exempt:
            return 0.0
        if self._named is not None:
            key = self._named(key)
        tokens, now = self._now(key)
        cost = min(cost, self._burst)
        allowed = tokens >= cost
        self._keep(key, tokens - cost if allowed else tokens, now)
        if allowed and self._named is not None:
            self._totals[key] = self._totals.get(key, 0.0) + cost
            self._untold[key] = self._untold.get(key, 0.0) + cost
        return 0.0 if allowed else (cost - tokens) / self._rate

    def _now(self, key: str) -> tuple[float, float]:
        """What there is to be spent now, and what time it is."""
        now = self._clock()
        tokens, last = self._buckets.pop(key, (self._burst, now))
        return min(self._burst, tokens + (now - last) * self._rate), now

    def _keep(self, key: str, tokens: float, now: float) -> None:
        self._buckets[key] = (tokens, now)
        if len(self._buckets) > MAX_BUCKETS:
            gone, _ = self._buckets.popitem(last=False)
            self._totals.pop(gone, None)
            self._untold.pop(gone, None)


class ReadBudget:
    """What reads cost, in milliseconds of the processor, for each guest and each address."""

    def __init__(self, rate: float, burst: float, exempt: Container[str] = ()) -> None:
        self._guests = TokenBuckets(rate, burst)
        self._strangers = TokenBuckets(rate, burst, exempt=exempt)
        self._addresses = TokenBuckets(rate * HOUSEHOLD, burst * HOUSEHOLD, exempt=exempt)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        """Each by a name."""
        return {"read-guest": self._guests, "read-stranger": self._strangers, "read-address": self._addresses}

    def try_spend(self, guest: str | None, address: str, cost: float) -> float:
        """0 where it may be spent, and is; else the seconds until it may."""
        own = self._guests.try_spend(guest, cost) if guest is not None else self._strangers.try_spend(address, cost)
        return own or self._addresses.try_spend(address, cost)


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


class ExemptNetworks(Container[str]):
    """Addresses that are not limited as such, from a list of addresses and networks.

    What is looked up is what :func:`network_of` makes of an address, so an IPv6 address stands for its household.

    >>> club = ExemptNetworks("203.0.113.7, 2001:db8::/48")
    >>> "203.0.113.7" in club, "203.0.113.8" in club, "2001:db8:0:9::/64" in club, "unknown" in club
    (True, False, True, False)
    """

    def __init__(self, text: str) -> None:
        self._networks = [_network(part.strip()) for part in text.split(",") if part.strip()]
        self._known = lru_cache(maxsize=MAX_REMEMBERED_ADDRESSES)(self._is_exempt)

    def __contains__(self, address: object) -> bool:
        return bool(self._networks) and self._known(str(address))

    def _is_exempt(self, address: str) -> bool:
        try:
            network = ipaddress.ip_network(address)
        except ValueError:
            return False
        return any(one.version == network.version and one.overlaps(network) for one in self._networks)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        message = f"{short_repr(text)} is not an address or network such as 203.0.113.7 or 2001:db8::/48: {error}"
        raise BadInput(message, {"network": short_repr(text)}) from None
