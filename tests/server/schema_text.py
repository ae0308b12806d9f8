"""Write the SQL of the schema, as both databases create it: python -m tests.server.schema_text"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, DDLElement

from stromnetz.server.core.database.db_schema import metadata

SCHEMA_FILE = Path(__file__).with_name("schema.sql")


def schema_text() -> str:
    lines: list[str] = []
    for dialect in (sqlite.dialect(), postgresql.dialect()):  # type: ignore[no-untyped-call]
        for table in metadata.sorted_tables:
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            elements: list[DDLElement] = [CreateTable(table), *map(CreateIndex, indexes)]
            for element in elements:
                text = str(element.compile(dialect=dialect)).strip()
                lines += [line.rstrip() for line in f"{text};".splitlines()]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
