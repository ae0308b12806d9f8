"""Rate limits: a token bucket per guest or address."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Container
from functools import lru_cache
from typing import TYPE_CHECKING

from stromnetz.engine.errors import BadInput, short_repr

if TYPE_CHECKING:
    from .config import ServerConfig

Spend = Callable[[float], None]
"""Charges a read, in milliseconds; raises `RateLimited` if the budget is exhausted."""
MAX_BUCKETS = 20_000
"""Buckets in memory; the least recently used are dropped."""
GUESTS_PER_ADDRESS = 4
"""How many guests of one address can spend their full budgets."""
ADDRESS_FACTOR = 8
"""How many guests of one address can use their full limits."""
MAX_REMEMBERED_ADDRESSES = 4096


class TokenBuckets:
    """``rate`` tokens a second up to ``burst``; a rate of 0 limits nothing."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, exempt: Container[str] = ()
    ) -> None:
        self._rate = rate
        self._exempt = exempt
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, time
        self._pseudonym: Callable[[str], str] | None = None
        self._totals: dict[str, float] = {}
        self._unshared: dict[str, float] = {}

    def share(self, pseudonym: Callable[[str], str]) -> None:
        """Record what is spent for other servers, under pseudonyms."""
        self._pseudonym = pseudonym

    def totals(self, least: float) -> dict[str, float]:
        """Return the totals of keys that have spent at least this fraction of a burst since the last call."""
        shared = [key for key, spent in self._unshared.items() if spent >= least * self._burst]
        for key in shared:
            del self._unshared[key]
        return {key: self._totals[key] for key in shared if key in self._totals}

    def charge(self, key: str, cost: float) -> None:
        """Charge what was spent on another server."""
        tokens, now = self._now(key)
        self._keep(key, max(-self._burst, tokens - cost), now)

    def try_spend(self, key: str, cost: float = 1.0) -> float:
        """Take tokens; return 0, or the seconds until there will be enough."""
        if self._rate <= 0 or key in self._exempt:
            return 0.0
        if self._pseudonym is not None:
            key = self._pseudonym(key)
        tokens, now = self._now(key)
        cost = min(cost, self._burst)
        allowed = tokens >= cost
        self._keep(key, tokens - cost if allowed else tokens, now)
        if allowed and self._pseudonym is not None:
            self._totals[key] = self._totals.get(key, 0.0) + cost
            self._unshared[key] = self._unshared.get(key, 0.0) + cost
        return 0.0 if allowed else (cost - tokens) / self._rate

    def _now(self, key: str) -> tuple[float, float]:
        """Return the available tokens and the time."""
        now = self._clock()
        tokens, last = self._buckets.pop(key, (self._burst, now))
        return min(self._burst, tokens + (now - last) * self._rate), now

    def _keep(self, key: str, tokens: float, now: float) -> None:
        self._buckets[key] = (tokens, now)
        if len(self._buckets) > MAX_BUCKETS:
            gone, _ = self._buckets.popitem(last=False)
            self._totals.pop(gone, None)
            self._unshared.pop(gone, None)


class RequestLimits:
    """Limits of all requests, by guest and by address, and of costly ones, by address."""

    def __init__(self, config: ServerConfig) -> None:
        rate, burst, exempt = config.rate, config.burst, config.exempt
        self._guests = TokenBuckets(rate, burst)
        self._strangers = TokenBuckets(rate, burst, exempt=exempt)
        self._addresses = TokenBuckets(rate * ADDRESS_FACTOR, burst * ADDRESS_FACTOR, exempt=exempt)
        # without a general rate limit there is none for costly requests either
        self._heavy = TokenBuckets(config.heavy_rate if rate else 0.0, config.heavy_burst, exempt=exempt)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        """The token buckets by name."""
        return {"guest": self._guests, "stranger": self._strangers, "address": self._addresses, "heavy": self._heavy}

    def try_spend(self, guest: str | None, address: str) -> float:
        """Count a request; return 0, or the seconds until it may be repeated."""
        wait = self._guests.try_spend(guest) if guest is not None else self._strangers.try_spend(address)
        return max(wait, self._addresses.try_spend(address))

    def try_spend_heavy(self, address: str, tokens: float) -> float:
        """Count a costly request; return 0, or the seconds until it may be repeated."""
        return self._heavy.try_spend(address, tokens)


class ReadBudget:
    """CPU time that each guest and each address may spend on reads, in milliseconds."""

    def __init__(self, rate: float, burst: float, exempt: Container[str] = ()) -> None:
        self._guests = TokenBuckets(rate, burst)
        self._strangers = TokenBuckets(rate, burst, exempt=exempt)
        self._addresses = TokenBuckets(rate * GUESTS_PER_ADDRESS, burst * GUESTS_PER_ADDRESS, exempt=exempt)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        """The token buckets by name."""
        return {"read-guest": self._guests, "read-stranger": self._strangers, "read-address": self._addresses}

    def try_spend(self, guest: str | None, address: str, cost: float) -> float:
        """Take from the budgets; return 0, or the seconds until there will be enough."""
        own = self._guests.try_spend(guest, cost) if guest is not None else self._strangers.try_spend(address, cost)
        return own or self._addresses.try_spend(address, cost)


def network_of(address: str) -> str:
    """Return the network that counts as one address: of IPv6 the 64 bits of one household."""
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
    """Addresses without rate limits, from a list of addresses and networks.

    Looks up results of :func:`network_of`, so an IPv6 address stands for its household.

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
