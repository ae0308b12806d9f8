"""Find the route of a request before other middleware, which needs the policy that the route declares.

The application uses the route found here, so routes are matched once.
"""

from __future__ import annotations

from fastapi import FastAPI
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from stromnetz.server.core.http import Policy, policy_of

POLICY, _FOUND = "stromnetz_policy", "stromnetz_route"
"""Keys of the scope: policy of the route (None if there is no route), and the route with its parameters."""


class RouteMatchMiddleware:
    def __init__(self, inner: ASGIApp, app: FastAPI) -> None:
        self._inner = inner
        self._routes = tuple(app.router.routes)
        app.router.routes.insert(0, _MatchedRoute())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope[POLICY] = self._find(scope)
        await self._inner(scope, receive, send)

    def _find(self, scope: Scope) -> Policy | None:
        for route in self._routes:
            match, found = route.matches(scope)
            if match is Match.FULL:
                scope[_FOUND] = route, found
                return policy_of(route)
        return None


class _MatchedRoute(BaseRoute):
    """The first route of the application, which stands for the route found here."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.FULL, scope[_FOUND][1]) if _FOUND in scope else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope[_FOUND][0].handle(scope, receive, send)
