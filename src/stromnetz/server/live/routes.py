"""WebSockets of the lobby and of tables."""

from __future__ import annotations

import re

from fastapi import WebSocket

from stromnetz.engine.errors import StromnetzError
from stromnetz.server.core.dependencies import ClusterDep, guest_of
from stromnetz.server.core.http import Router
from stromnetz.server.tables.service import TableServiceDep
from stromnetz.tables.errors import kind_of

from .hub import LiveHubDep
from .lobby_feed import LISTS, LobbyFeedDep

router = Router()

_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@router.websocket("/api/live")
async def lobby_socket(socket: WebSocket, cluster: ClusterDep, hub: LiveHubDep, lobby_feed: LobbyFeedDep) -> None:
    """Tell me when public tables, seeks or my tables have changed."""
    address: str = socket.scope["stromnetz_address"]
    try:
        guest = guest_of(socket)
        hub.check(address)
        number = await cluster.admit_viewer(LISTS, guest, address)
    except StromnetzError as error:
        await socket.close(1008, kind_of(error))
        return
    hub.count_in(socket, address)
    try:
        await lobby_feed.serve(socket, guest, address)
    finally:
        hub.count_out(socket, address)
        cluster.release_viewer(number)


@router.websocket("/api/tables/{id}/live")
async def table_socket(
    socket: WebSocket, id: str, cluster: ClusterDep, table_service: TableServiceDep, hub: LiveHubDep
) -> None:
    """Follow a table; ``?since=n`` asks for everything after version n."""
    since = socket.query_params.get("since", "")
    address: str = socket.scope["stromnetz_address"]
    if not _ID.fullmatch(id) or (since and not re.fullmatch(r"[0-9]{1,9}", since)):
        await socket.close(1008, "bad-input")
        return
    try:
        guest = guest_of(socket)
        hub.check(address)
        await table_service.get(id)
        number = await cluster.admit_viewer(id, guest, address)
    except StromnetzError as error:
        await socket.close(1008, kind_of(error))
        return
    try:
        await hub.serve(socket, id, guest, address, int(since) if since else None)
    finally:
        cluster.release_viewer(number)
