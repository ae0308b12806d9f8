"""The WebSocket of a viewer."""

from __future__ import annotations

import re

from fastapi import WebSocket

from stromnetz.engine.errors import StromnetzError
from stromnetz.server.core.dependencies import guest_of, parts_of
from stromnetz.server.core.errors import kind_of
from stromnetz.server.core.http import Router

from .lobby_feed import LISTS

router = Router()

_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@router.websocket("/api/live")
async def lobby_socket(socket: WebSocket) -> None:
    """Be told when the lists of public tables, of seekers and of my tables have changed."""
    server = parts_of(socket)
    address: str = socket.scope["stromnetz_address"]
    try:
        guest = guest_of(socket)
        server.hub.check(address)
        number = await server.cluster.admit_viewer(LISTS, guest, address)
    except StromnetzError as error:
        await socket.close(1008, kind_of(error))
        return
    server.hub.count_in(socket, address)
    try:
        await server.lobby_feed.serve(socket, guest, address)
    finally:
        server.hub.count_out(socket, address)
        server.cluster.release_viewer(number)


@router.websocket("/api/tables/{id}/live")
async def table_socket(socket: WebSocket, id: str) -> None:
    """Follow a table; ``?since=n`` asks for what happened after version n."""
    server = parts_of(socket)
    since = socket.query_params.get("since", "")
    address: str = socket.scope["stromnetz_address"]
    if not _ID.fullmatch(id) or (since and not re.fullmatch(r"[0-9]{1,9}", since)):
        await socket.close(1008, "bad-input")
        return
    try:
        guest = guest_of(socket)
        server.hub.check(address)
        await server.table_service.get(id)
        number = await server.cluster.admit_viewer(id, guest, address)
    except StromnetzError as error:
        await socket.close(1008, kind_of(error))
        return
    try:
        await server.hub.serve(socket, id, guest, address, int(since) if since else None)
    finally:
        server.cluster.release_viewer(number)
