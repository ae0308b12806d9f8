"""From which pages something may be done here: those of this server, and programs that are no browsers."""

from __future__ import annotations

from starlette.types import ASGIApp, Scope

from stromnetz.server.config import Config
from stromnetz.server.errors import error_body

from .door import Door, Refusal, headers_of

SAFE = ("GET", "HEAD", "OPTIONS")


class Origins(Door):
    def __init__(self, inner: ASGIApp, config: Config) -> None:
        super().__init__(inner)
        self._ours = {url.lower() for url in (config.public_url.rstrip("/"), *config.more_origins) if url}

    def refusal(self, scope: Scope) -> Refusal | None:
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        if self._known(scope, headers_of(scope)):
            return None
        return Refusal(403, error_body("foreign-origin", "this request comes from the page of another site"))

    def _known(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Browsers say which site a request comes from; programs that are no browsers say nothing."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        origin = origin.lower()
        if origin in self._ours:
            return True
        secure = scope["scheme"] in ("https", "wss")
        return origin == f"{'https' if secure else 'http'}://{headers.get('host', '').lower()}"
