"""Errors of requests to tables and servers, apart from the rules of the game."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine.errors import StromnetzError


class RequestError(StromnetzError):
    """A request that is refused for other reasons than the rules of the game."""

    kind: ClassVar[str] = "refused"
    """Identifies the error to clients; independent of the name of the class."""
    status: ClassVar[int] = 400


class Forbidden(RequestError):
    """The guest may not do this."""

    kind = "forbidden"
    status = 403


class NotFound(RequestError):
    """The thing does not exist, or is not visible to the guest."""

    kind = "not-found"
    status = 404


class Conflict(RequestError):
    """This cannot be done in the current state."""

    kind = "conflict"
    status = 409


class Stale(Conflict):
    """Another process has changed the table since it was loaded; nothing was written."""

    kind = "stale"


class VersionConflict(RequestError):
    """The request was made for another version of the game."""

    kind = "version-conflict"
    status = 409


class RateLimited(RequestError):
    kind = "too-many"
    status = 429


class Unavailable(RequestError):
    """The database is unavailable. Repeating the request later with the same key is safe."""

    kind = "unavailable"
    status = 503
