"""Alembic, which only a database of another version needs: loading it takes a fifth of a server's start."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from .errors import NewerDatabase


def settings() -> Config:
    out = Config()
    out.set_main_option("script_location", "stromnetz.server.core.database:migrations")
    return out


def head() -> str | None:
    """The newest revision, as Alembic finds it."""
    return ScriptDirectory.from_config(settings()).get_current_head()


def upgrade(connection: Connection) -> None:
    """Run the migrations that a database lacks."""
    config = settings()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise NewerDatabase from None
