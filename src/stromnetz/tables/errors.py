"""Refusals of what is asked of a table or a server, apart from the rules of the game."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine.errors import StromnetzError


class RequestError(StromnetzError):
    """A request that cannot be granted, whatever the rules of the game say."""

    kind: ClassVar[str] = "refused"
    """How clients know this error; it does not change when the class is renamed."""
    status: ClassVar[int] = 400


class Forbidden(RequestError):
    """This guest may not do that."""

    kind = "forbidden"
    status = 403


class NotFound(RequestError):
    """There is no such thing, or not for everybody."""

    kind = "not-found"
    status = 404


class Conflict(RequestError):
    """The table is in a state in which this cannot be done."""

    kind = "conflict"
    status = 409


class Stale(Conflict):
    """Another process has changed the table since it was loaded: what was to be written is not."""

    kind = "stale"


class VersionConflict(RequestError):
    """The game has gone on: the request was made for another version."""

    kind = "version-conflict"
    status = 409


class TooLarge(RequestError):
    kind = "too-large"
    status = 413


class RateLimited(RequestError):
    kind = "too-many"
    status = 429


class Unavailable(RequestError):
    """Not now: the database cannot be reached. Asking again later, with the same key, is safe."""

    kind = "unavailable"
    status = 503
