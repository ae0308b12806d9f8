"""``stromnetz work``: everything that a server does without being asked, and nobody is served."""

from __future__ import annotations

import asyncio
import logging
import signal
from dataclasses import replace

from stromnetz.engine.errors import BadInput
from stromnetz.server.database.opening import open_database, shown_url

from .app import create_app
from .bots import check_offered
from .config import Config
from .logs import set_up

log = logging.getLogger("stromnetz.server")


def work(config: Config) -> int:
    if not config.database_url.startswith("postgresql"):
        text = (
            "who works shares a PostgreSQL with servers: name it by --database postgresql://…. "
            "A server on SQLite does all its work itself"
        )
        raise BadInput(text, {})
    set_up(config.log_level, config.log_json)
    if config.bots:
        check_offered(config.offered)
    # servers that leave their work to this one may share their settings with it
    config = replace(config, no_work=False)
    app = create_app(config, open_database(config.database_url, config.database_time)).inner

    async def run() -> None:
        ended = asyncio.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(sign, ended.set)
        async with app.router.lifespan_context(app):
            print(f"Stromnetz works for {shown_url(config.database_url)}", flush=True)
            await ended.wait()

    asyncio.run(run())
    return 0
