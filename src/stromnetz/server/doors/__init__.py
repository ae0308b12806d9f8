"""The doors before every request, one after another, each with one thing to see to."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from stromnetz.server.config import Config
from stromnetz.server.limits import Buckets
from stromnetz.server.meters import Meters

from .bans import Bans
from .bodies import Bodies
from .faults import Faults
from .guests import Guests
from .headers import Headers
from .hosts import Hosts
from .named import Named
from .origins import Origins
from .packing import Packing
from .programs import Programs
from .rates import HeavyRates, Rates
from .routing import Routing
from .uploads import Uploads


class Entrance:
    """The application behind its doors, which is an ASGI application itself."""

    def __init__(self, app: FastAPI, config: Config, meters: Meters) -> None:
        self.inner = app
        # from the inside out: what is refused by an outer one costs the inner ones nothing
        self._heavy = HeavyRates(Bodies(Packing(app), config), config)
        self.bans = Bans(Uploads(self._heavy, config))
        self._rates = Rates(Routing(self.bans, app), config)
        self.guests = Guests(Programs(self._rates, config))
        self._outer = Headers(Named(Faults(Hosts(Origins(self.guests, config), config), meters)), config)

    @property
    def buckets(self) -> dict[str, Buckets]:
        """The rate limits, each by a name."""
        return self._rates.buckets | self._heavy.buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._outer(scope, receive, send)
