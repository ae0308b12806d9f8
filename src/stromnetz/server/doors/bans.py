"""Bans: banned people may read, and do what a route declares open to them, such as deleting their account."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.types import ASGIApp, Scope

from stromnetz.play.words import wording
from stromnetz.server.database.admin import Ban
from stromnetz.server.database.text import now_ms
from stromnetz.server.errors import Forbidden, error_json
from stromnetz.server.languages import preferred

from .door import IDENTITY, Door, Refusal, headers_of
from .origins import SAFE
from .routing import POLICY


class Bans(Door):
    def __init__(self, inner: ASGIApp) -> None:
        super().__init__(inner)
        self.banned: Mapping[str, Ban] = {}

    def refusal(self, scope: Scope) -> Refusal | None:
        guest = scope[IDENTITY].guest
        if guest is None or guest not in self.banned:
            return None
        ban = self.banned[guest]
        if ban.until is not None and ban.until <= now_ms():
            return None
        if scope["type"] == "websocket" or scope["method"] in SAFE:
            return None
        policy = scope[POLICY]
        if policy is None or policy.banned:
            return None
        language = preferred(headers_of(scope).get("accept-language", ""))
        error = refusal_of(ban)
        return Refusal(403, error_json(error, wording.refusal(error, language)))


def refusal_of(ban: Ban) -> Forbidden:
    if ban.until is None:
        return Forbidden(facts={"reason": ban.reason}, case="banned")
    until = datetime.fromtimestamp(ban.until / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    facts = {"reason": ban.reason, "until": until}
    return Forbidden(facts=facts, case="banned-until")
