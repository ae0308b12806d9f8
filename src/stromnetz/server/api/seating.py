"""What several operations answer when somebody sits down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import Request

from stromnetz.server.desk import OpenTable
from stromnetz.server.people import new_token, token_digest
from stromnetz.server.storage import store as sql

from .context import Parts, base_url


async def with_new_token(server: Parts, table: str, seats: Iterable[int]) -> dict[int, str]:
    """A fresh token for each of these seats; only its digest is kept."""
    tokens = {seat: new_token() for seat in seats}
    digests: dict[int, str | None] = {seat: token_digest(token) for seat, token in tokens.items()}
    await server.store.write(lambda c: sql.set_recovery(c, table, digests))
    return tokens


def seated(
    server: Parts, request: Request, opened: OpenTable, guest: str | None, tokens: Mapping[int, str]
) -> dict[str, Any]:
    base = base_url(server, request)
    return {
        "table": opened.table.to_json(guest),
        "link": f"{base}/tables/{opened.table.id}",
        "recovery": [{"seat": seat, "token": t, "link": f"{base}/recover/{t}"} for seat, t in tokens.items()],
    }
