"""``stromnetz serve``: listens, opens a browser if there is one, and shuts down without losing a move."""

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
from stromnetz.extras import missing
from stromnetz.server.core.config import ServerConfig, data_directory
from stromnetz.server.core.connections import PROXIES_WARNING, protocol, trusted_proxies, trusts_everybody
from stromnetz.server.core.database.engine import open_database, shown_url, too_open
from stromnetz.server.core.dependencies import Services
from stromnetz.server.core.logs import configure_logging
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.core.middleware.stack import MiddlewareStack
from stromnetz.server.core.tracing import create_tracer
from stromnetz.server.live.drain import ConnectionDrain
from stromnetz.server.multiprocess.processes import ProcessManager, ProcessObserver, Ready, listen_to_signals
from stromnetz.server.table_play.bot_turns import require_loadable

from .app import create_app

log = logging.getLogger("stromnetz.server")


class Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready and drains connections when it stops."""

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
        """Refuse new connections, tell viewers to reconnect, then finish pending requests."""
        services: Services = self._app.inner.state.services
        drain = services.get(ConnectionDrain)
        await drain.begin(0 if self.force_exit else self._wait)
        for server in self.servers:
            server.close()
        await drain.disconnect_viewers()
        await super().shutdown(sockets)


def can_browse() -> bool:
    """Return whether a browser can be opened here."""
    shown = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return shown or sys.platform in ("win32", "darwin")


def allow_many_sockets() -> None:
    """Raise the limit of open files: each socket counts as one."""
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
        require_loadable(config.offered)
    trusted_proxies()  # an invalid setting is refused before the server listens
    if trusts_everybody():
        log.warning(PROXIES_WARNING)
    allow_many_sockets()
    listening = listen(config.host, config.port)
    port = listening.getsockname()[1]
    name = {"0.0.0.0": "localhost", "::": "localhost"}.get(config.host, config.host)
    url = config.public_url or f"http://{f'[{name}]' if ':' in name else name}:{port}"
    print(f"Games are kept in {shown_url(config.database_url)}", flush=True)
    try:
        # opened before the workers start, so that errors are shown at once
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
    engine.dispose()  # each process opens its own connections
    return _serve_in_processes(config, listening, said)


def _serve_in_processes(config: ServerConfig, listening: socket.socket, ready: Ready) -> int:
    if missing("prometheus_client"):

        def uncounted(number: int, ready: Ready) -> int:
            return _serve(config, None, listening, ready)

        return ProcessManager(config.processes, uncounted, ready, ProcessObserver()).run()
    from stromnetz.server.multiprocess.metrics_files import MetricsFolder

    folder = MetricsFolder()

    def counted(number: int, ready: Ready) -> int:
        return _serve(config, None, listening, ready, folder.meters(number, create_tracer(config)))

    try:
        return ProcessManager(config.processes, counted, ready, folder).run()
    finally:
        folder.remove()


def _serve(
    config: ServerConfig, engine: Engine | None, listening: socket.socket, ready: Ready, meters: Metrics | None = None
) -> int:
    """Run one server process."""
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
        # successive views share most of their text, but compressing costs more than a local network does
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=32 * 1024,
    )
    collect_rarely()
    server = Server(app, uvicorn_config, config.drain_wait, ready)
    # after a clean shutdown uvicorn raises the signal again: not a failure
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve([listening]))
    return 0 if server.started else 1


def collect_rarely() -> None:
    """Restrict garbage collection to young objects.

    A full collection with hundreds of games in memory stops the server for a third of a second. Objects that exist
    after startup are frozen, and the cleanup task collects the others.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 1_000_000)


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket. If that fails, `BadInput` says why."""
    out = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # IPPROTO_TCP instead of 0: otherwise asyncio does not turn off Nagle's algorithm
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
