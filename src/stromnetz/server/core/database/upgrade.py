"""Migrations with Alembic, which is loaded only if needed: that takes a fifth of a server's start."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from .engine import NewerDatabase


def settings() -> Config:
    out = Config()
    out.set_main_option("script_location", "stromnetz.server.core.database:migrations")
    return out


def head() -> str | None:
    """Return the newest revision according to Alembic."""
    return ScriptDirectory.from_config(settings()).get_current_head()


def upgrade(connection: Connection) -> None:
    """Run the missing migrations."""
    config = settings()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise NewerDatabase from None
