"""Running the server: an address, a browser where there is one, and an end in which no turn is lost."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

import uvicorn
from sqlalchemy import Engine

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.config import ServerConfig, data_directory
from stromnetz.server.core.connections import PROXIES_WARNING, protocol, trusted_proxies, trusts_everybody
from stromnetz.server.core.database.engine import open_database, shown_url
from stromnetz.server.core.database.permissions import too_open
from stromnetz.server.core.dependencies import Services
from stromnetz.server.core.logs import configure_logging
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.core.middleware.stack import MiddlewareStack
from stromnetz.server.core.tracing import create_tracer
from stromnetz.server.live.drain import ConnectionDrain
from stromnetz.server.multiprocess.metrics_files import MetricsFolder
from stromnetz.server.multiprocess.processes import ProcessManager, Ready, listen_to_signals
from stromnetz.server.table_play.bot_turns import require_offered

from .app import create_app

log = logging.getLogger("stromnetz.server")


class Server(uvicorn.Server):
    """Says when it is there, and where to go when it leaves."""

    def __init__(self, app: MiddlewareStack, config: uvicorn.Config, wait: float, ready: Ready) -> None:
        super().__init__(config)
        self._app = app
        self._wait = wait
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        listen_to_signals()
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Those who look on are sent elsewhere once nobody new is let in; then whatever is under way is finished."""
        services: Services = self._app.inner.state.services
        drain = services.get(ConnectionDrain)
        await drain.begin(0 if self.force_exit else self._wait)
        for server in self.servers:
            server.close()
        await drain.disconnect_viewers()
        await super().shutdown(sockets)


def can_browse() -> bool:
    """Whether there is a screen with a browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def allow_many_sockets() -> None:
    """A process may have few files open at first; every socket is one."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(config: ServerConfig, browser: bool) -> int:
    configure_logging(config.log_level, config.log_json)
    if config.bots:
        require_offered(config.offered)
    trusted_proxies()  # one that cannot be read is refused before anybody comes
    if trusts_everybody():
        log.warning(PROXIES_WARNING)
    allow_many_sockets()
    listening = listen(config.host, config.port)
    port = listening.getsockname()[1]
    name = {"0.0.0.0": "localhost", "::": "localhost"}.get(config.host, config.host)
    url = config.public_url or f"http://{f'[{name}]' if ':' in name else name}:{port}"
    print(f"Games are kept in {shown_url(config.database_url)}", flush=True)
    try:
        # what is wrong with the database is told before anybody comes
        engine = open_database(config.database_url, config.database_time)
    except BadInput:
        listening.close()
        raise
    for warning in too_open(config.database_url, data_directory()):
        log.warning(warning)

    def said() -> None:
        print(f"Stromnetz is at {url}", flush=True)
        if browser and can_browse():
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    if config.processes == 1:
        return _serve(config, engine, listening, said)
    engine.dispose()  # every process has connections of its own
    folder = MetricsFolder()

    def one(number: int, ready: Ready) -> int:
        return _serve(config, None, listening, ready, folder.meters(number, create_tracer(config)))

    try:
        return ProcessManager(config.processes, one, said, folder).run()
    finally:
        folder.remove()


def _serve(
    config: ServerConfig, engine: Engine | None, listening: socket.socket, ready: Ready, meters: Metrics | None = None
) -> int:
    """One process that serves."""
    app = create_app(config, engine, meters)
    uvicorn_config = uvicorn.Config(
        app,
        http=protocol(config),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=math.ceil(config.drain_time),
        timeout_keep_alive=30,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        # most of a view is the same from move to move, but compressing costs more than a local network does
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=32 * 1024,
    )
    collect_rarely()
    server = Server(app, uvicorn_config, config.drain_wait, ready)
    # when it has ended in order, uvicorn raises the signal again: that is no failure
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve([listening]))
    return 0 if server.started else 1


def collect_rarely() -> None:
    """Let Python look for circles of dead objects among the young ones only.

    To look through everything, with hundreds of games in memory, stops the server for a third of a second. What stands
    once it has started is left out for good, and the rest is looked through in the sweeper's round.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 1_000_000)


def listen(host: str, port: int) -> socket.socket:
    """A socket at the address, or a word on why there is none."""
    out = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # named, not 0: asyncio turns Nagle's algorithm off only where it reads that a socket speaks TCP
        out = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        out.bind((host, port))
        out.listen(2048)
    except OSError as error:
        if out is not None:
            out.close()
        raise BadInput(f"cannot listen at {host} port {port}: {error.strerror or error}", {"port": port}) from None
    return out
