"""FastAPI dependencies: services, the guest of a request, its language and the like."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Query, Request
from starlette.requests import HTTPConnection

from stromnetz.tables.errors import Conflict, RateLimited, Unavailable

from .cluster import Cluster
from .config import ServerConfig
from .database.database import Database
from .events import EventBus
from .identity import Identity, IdentityRegistry, address_digest
from .languages import guest_name, language_of
from .rate_limits import ReadBudget
from .rate_limits import Spend as SpendFunction

T = TypeVar("T")


class Services:
    """One object per class: filled while the server is assembled, read-only from then on."""

    def __init__(self) -> None:
        self._by_kind: dict[object, object] = {}
        self._frozen = False

    def add(self, service: T, kind: type | None = None) -> T:
        """Register a service under its class, or under the interface that it implements."""
        key = kind or type(service)
        if self._frozen:
            raise RuntimeError(f"{key.__name__} comes too late: the server is put together")
        if key in self._by_kind:
            raise RuntimeError(f"there is a {key.__name__} already")
        self._by_kind[key] = service
        return service

    def freeze(self) -> None:
        self._frozen = True

    def get(self, kind: Callable[..., T]) -> T:
        """Return the service of a class or an interface."""
        return cast(T, self._by_kind[kind])


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


@cache
def provided(kind: Callable[..., T]) -> Callable[[HTTPConnection], Awaitable[T]]:
    """Return a dependency on a service. It is async because FastAPI calls plain functions in a thread."""

    async def service(connection: HTTPConnection) -> T:
        return cast(T, connection.app.state.services.get(kind))

    return service


ConfigDep = Annotated[ServerConfig, Depends(provided(ServerConfig))]
DatabaseDep = Annotated[Database, Depends(provided(Database))]
IdentityRegistryDep = Annotated[IdentityRegistry, Depends(provided(IdentityRegistry))]
EventBusDep = Annotated[EventBus, Depends(provided(EventBus))]
ReadBudgetDep = Annotated[ReadBudget, Depends(provided(ReadBudget))]
ClusterDep = Annotated[Cluster, Depends(provided(Cluster))]


def identity_of(connection: HTTPConnection) -> Identity:
    identity: Identity = connection.scope.get("stromnetz_identity") or Identity()
    if identity.unavailable:
        raise Unavailable(case="no-database")
    return identity


def guest_of(connection: HTTPConnection) -> str | None:
    """Return the guest of a request's cookie; None for a stranger."""
    return identity_of(connection).guest


def unreadable_cookie() -> Conflict:
    return Conflict(case="unreadable-identity")


async def _identity(connection: HTTPConnection) -> Identity:
    return identity_of(connection)


async def _guest(connection: HTTPConnection) -> str | None:
    return identity_of(connection).guest


async def _new_guest(connection: HTTPConnection) -> str | None:
    """Return the guest of a request that turns strangers into guests; an unreadable cookie is not replaced silently."""
    identity = identity_of(connection)
    if identity.unreadable:
        raise unreadable_cookie()
    return identity.guest


async def _spend(connection: HTTPConnection, budget: ReadBudgetDep) -> SpendFunction:
    """Return the function that charges a read to the guest and the address."""
    guest = guest_of(connection)
    address: str = connection.scope["stromnetz_address"]

    def spend(cost: float) -> None:
        wait = budget.try_spend(guest, address, cost)
        if wait > 0:
            raise RateLimited(facts={"seconds": round(wait, 1)}, case="too-many")

    return spend


async def _waiting_user(connection: HTTPConnection, config: ConfigDep, identities: IdentityRegistryDep) -> str:
    guest, address = guest_of(connection), connection.scope["stromnetz_address"]
    counted = guest is not None and (guest in identities.named or address in config.exempt)
    return address_digest(guest if guest is not None and counted else address, identities.key)


async def _language(
    request: Request,
    language: Annotated[
        str | None, Query(max_length=35, description="en, de or nl; without it, or another, what the browser prefers")
    ] = None,
) -> str:
    return language_of(request)


async def _guest_name(connection: HTTPConnection) -> str:
    return guest_name(language_of(connection))


async def _base_url(request: Request, config: ConfigDep) -> str:
    return config.public_url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', '')}"


Sender = Annotated[Identity, Depends(_identity)]
Guest = Annotated[str | None, Depends(_guest)]
"""The guest of the sender; None for a stranger."""
NewGuest = Annotated[str | None, Depends(_new_guest)]
Spend = Annotated[SpendFunction, Depends(_spend)]
Language = Annotated[str, Depends(_language)]
GuestName = Annotated[str, Depends(_guest_name)]
"""The default name of guests, in the language of the request."""
WaitingUser = Annotated[str, Depends(_waiting_user)]
"""A digest of the user who waits in a queue: an account, or the address of a guest, since guests cost nothing.

In networks that are exempt from limits by address, each guest counts.
"""
BaseUrl = Annotated[str, Depends(_base_url)]
"""The address that players use."""
