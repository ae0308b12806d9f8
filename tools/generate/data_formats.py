"""Generates docs/data-files.md, the description of all data files, from their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stromnetz.editions.files import file_schemas, plugins
from stromnetz.editions.files.folders import edition_folders
from stromnetz.editions.files.loader import card_schema
from stromnetz.editions.files.schema import Table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "data-files.md"
HEAD = """\
# The data files

Everything that differs between games is data in [`src/stromnetz/editions`](../src/stromnetz/editions): a folder for
each edition, a file for each map and each promo card. A file is checked when it is first used. An invalid file is
skipped, including everything that depends on it; `stromnetz editions` reports the mistake, and everything else can
still be played.

`make generate` creates this page from the schemas of the files
([`file_schemas.py`](../src/stromnetz/editions/files/file_schemas.py)). For an example, see
[Add a map](guides/add-a-map.md). `#` stands for each entry of a list, `*` for any key; error messages count entries
from 1.
"""
_EDITION = file_schemas.EDITION_SCHEMA.fields
EXTENSION = """\
An edition that extends another one and uses its rules, followed by its own rules, if any. Besides `id`, `name`, `about`
and `revision`, which are required, it may have any key of an edition, and:"""


def kinds() -> Iterator[tuple[str, str, Table]]:
    yield from (
        ("maps/ID.toml", "A map.", file_schemas.MAP_SCHEMA),
        (
            "promo/cards/ID.toml",
            "A promo card. It has exactly one effect: one of the tables between `about` and `words`.",
            card_schema(),
        ),
        ("EDITION/edition.toml", "A complete edition; its rules are in `rules.py`.", file_schemas.EDITION_SCHEMA),
        (
            "EDITION/edition.toml with the key `extends`",
            EXTENSION,
            Table({key: field for key, field in file_schemas.EXTENSION_SCHEMA.fields.items() if key not in _EDITION}),
        ),
        (
            "EDITION/cards.toml",
            "The cards of an edition, in addition to those of the edition it extends.",
            file_schemas.CARDS_SCHEMA,
        ),
        *(
            page
            for id in edition_folders()
            if (data := plugins.own_module(id, "data")) is not None
            for page in data.PAGES
        ),
    )


NOT_DESCRIBED = (file_schemas.NAMES_SCHEMA, file_schemas.SOME_NAMES_SCHEMA)
"""Tables that need no description of their own."""


def section(table: Table) -> Iterator[str]:
    yield "| key | meaning | value |"
    yield "| --- | --- | --- |"
    for key, field in table.fields.items():
        optional = " (optional)" if field.optional else ""
        what = re.sub(r"'([^']+)'", r"`\1`", field.shape.what)
        yield f"| `{key}`{optional} | {field.about} | {what} |"


def page() -> str:
    lines = [HEAD]
    described: list[Table] = []
    for title, about, shape in kinds():
        lines += [f"## {title}", "", about, "", *section(shape), ""]
        for key, table in shape.inside():
            if table in NOT_DESCRIBED or table in described:
                continue
            described.append(table)
            lines += [f"`{key.removeprefix('.')}`:", "", *section(table), ""]
    return "\n".join(lines).rstrip() + "\n"


def texts() -> dict[Path, str]:
    return {PAGE: page()}
