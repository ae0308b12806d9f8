"""Loaded into the process from which `make chaos` forks servers: what every start would work out anew is known then."""

from __future__ import annotations

import stromnetz.server.database.deadline
import stromnetz.server.notify
import stromnetz.server.serve
import stromnetz.server.together
import stromnetz.server.working
from stromnetz.lessons import broken
from stromnetz.play import catalogue
from stromnetz.server.app import create_app
from stromnetz.server.config import Config

LOADED = (
    stromnetz.server.database.deadline,
    stromnetz.server.notify,
    stromnetz.server.serve,
    stromnetz.server.together,
    stromnetz.server.working,
)
create_app(Config())
catalogue.broken()
broken()
