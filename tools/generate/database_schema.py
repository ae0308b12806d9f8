"""Generates the SQL of the database schema for both databases."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, DDLElement

from stromnetz.server.core.database.db_schema import metadata

SCHEMA_FILE = Path(__file__).parents[2] / "tests" / "server" / "schema.sql"


def texts() -> dict[Path, str]:
    lines: list[str] = []
    for dialect in (sqlite.dialect(), postgresql.dialect()):  # type: ignore[no-untyped-call]
        for table in metadata.sorted_tables:
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            elements: list[DDLElement] = [CreateTable(table), *map(CreateIndex, indexes)]
            for element in elements:
                text = str(element.compile(dialect=dialect)).strip()
                lines += [line.rstrip() for line in f"{text};".splitlines()]
    return {SCHEMA_FILE: "".join(f"{line}\n" for line in lines)}
