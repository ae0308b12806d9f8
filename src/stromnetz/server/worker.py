"""``stromnetz work``: background work for servers on the same database, without serving players.

``--watch-port`` opens a port for health checks and metrics.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

import uvicorn
from starlette.types import Receive, Scope, Send

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.engine import open_database, shown_url
from stromnetz.server.core.logs import configure_logging
from stromnetz.server.core.middleware.stack import MiddlewareStack
from stromnetz.server.table_play.bot_turns import require_loadable

from .app import create_app
from .serve import listen

log = logging.getLogger("stromnetz.server")

PATHS = ("/metrics", "/healthz", "/readyz")


class HealthOnlyApp:
    """Serves metrics and health checks; everything else is 404."""

    def __init__(self, app: MiddlewareStack) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in PATHS:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})


class HealthServer(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the worker."""
        yield


@asynccontextmanager
async def watched(app: MiddlewareStack, config: ServerConfig) -> AsyncIterator[None]:
    if not config.watch_port:
        yield
        return
    listening = listen(config.host, config.watch_port)
    settings = uvicorn.Config(
        HealthOnlyApp(app), lifespan="off", ws="none", log_config=None, access_log=False, server_header=False
    )
    server = HealthServer(settings)
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving


def work(config: ServerConfig) -> int:
    if not config.database_url.startswith("postgresql"):
        text = (
            "who works shares a PostgreSQL with servers: name it by --database postgresql://…. "
            "A server on SQLite does all its work itself"
        )
        raise BadInput(text, {})
    configure_logging(config.log_level, config.log_json)
    if config.bots:
        require_loadable(config.offered)
    # servers that leave their work to this one may share their settings with it
    config = replace(config, no_work=False)
    app = create_app(config, open_database(config.database_url, config.database_time))

    async def run() -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            # not by the loop: it takes no signals on Windows
            signal.signal(sign, lambda *_: loop.call_soon_threadsafe(ended.set))
        async with app.inner.router.lifespan_context(app.inner), watched(app, config):
            print(f"Stromnetz works for {shown_url(config.database_url)}", flush=True)
            await ended.wait()

    asyncio.run(run())
    return 0
