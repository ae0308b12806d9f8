"""Modules preloaded in the process from which `make chaos` forks servers, so that they start quickly."""

from __future__ import annotations

import stromnetz.server.core.database.postgres
import stromnetz.server.multiprocess.cluster
import stromnetz.server.multiprocess.postgres_bus
import stromnetz.server.serve
import stromnetz.server.worker
from stromnetz.lessons import broken
from stromnetz.play import catalogue
from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig

LOADED = (
    stromnetz.server.core.database.postgres,
    stromnetz.server.multiprocess.postgres_bus,
    stromnetz.server.serve,
    stromnetz.server.multiprocess.cluster,
    stromnetz.server.worker,
)
create_app(ServerConfig())
catalogue.broken()
broken()
