"""Pages without the web app: start page, API reference and recovery links.

Plain HTML with one style sheet, so that the strict content security policy applies.
"""

from __future__ import annotations

import asyncio
import json
from functools import cache
from html import escape
from importlib.resources import files
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from stromnetz.build import VERSION
from stromnetz.play.words.vocabulary import common_words
from stromnetz.server.accounts.guests import GuestCookiesDep
from stromnetz.server.core.dependencies import identity_of
from stromnetz.server.core.http import Cost, Router, SafeJson
from stromnetz.server.core.languages import FALLBACK, language_of
from stromnetz.server.tables.schema import TableId
from stromnetz.server.tables.service import InvitationsDep, TableServiceDep

from .static_files import board_page

router = Router(reads=Cost.LIGHT, include_in_schema=False, default_response_class=HTMLResponse)

Token = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}$")]


def page(title: str, body: str, language: str = FALLBACK) -> HTMLResponse:
    return HTMLResponse(
        f"<!doctype html><html lang={language}><meta charset=utf-8><title>{escape(title)}</title>"
        '<meta name=viewport content="width=device-width"><link rel=stylesheet href="/assets/plain.css">'
        f"<main><h1>{escape(title)}</h1>{body}</main></html>"
    )


@cache
def _style() -> str:
    return files("stromnetz.server").joinpath("plain.css").read_text(encoding="utf-8")


@router.get("/assets/plain.css")
async def style() -> Response:
    return Response(_style(), media_type="text/css", headers={"cache-control": "public, max-age=300"})


@router.get("/")
async def index(request: Request) -> Response:
    return board_page(request) or page(
        "Stromnetz",
        f"<p>This is a server for tables of Funkenschlag / Power Grid, version {escape(VERSION)}.</p>"
        "<ul><li><a href=/docs>What it understands</a>, for people</li>"
        "<li><a href=/openapi.json>The same</a> for programs (OpenAPI)</li>"
        "<li><a href=/healthz>Whether it is well</a></li></ul>",
    )


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    return page("The interface", describe(await _description(request.app)))


@router.get("/openapi.json")
async def openapi(request: Request) -> SafeJson:
    return SafeJson(await _description(request.app))


async def _description(app: FastAPI) -> dict[str, Any]:
    """Build the OpenAPI document on the first request, in a thread: it takes a second."""
    return await asyncio.to_thread(app.openapi)


@router.get("/tables/{id}")
async def table(table_service: TableServiceDep, request: Request, id: TableId) -> Response:
    """The page of a table's link."""
    opened = await table_service.get(id)
    if (board := board_page(request)) is not None:
        return board
    seats = "".join(
        f"<li>seat {seat.seat}: {escape(seat.name or seat.kind)}{' (bot)' if seat.bot else ''}</li>"
        for seat in opened.table.seats
    )
    about = f"{opened.table.settings.edition}, {opened.table.state}."
    return page("A table", f"<p>{escape(about)}</p><ul>{seats}</ul>")


@router.get("/recover/{token}", cost=Cost.HEAVY)
async def ask_to_recover(invitations: InvitationsDep, request: Request, token: Token) -> HTMLResponse:
    """Ask for confirmation: a link that logs in by opening it could be abused."""
    await invitations.find_seat(token)
    language = language_of(request)
    words = common_words(language)["pages"]
    lost = f"<p>{escape(words['recover_unreadable'])}</p>" if identity_of(request).unreadable else ""
    return page(
        words["recover_title"],
        f"<p>{escape(words['recover_text'])}</p>{lost}"
        f'<form method=post action="/recover/{token}"><button>{escape(words["recover_button"])}</button></form>',
        language,
    )


@router.post("/recover/{token}", cost=Cost.HEAVY)
async def recover(
    cookies: GuestCookiesDep, invitations: InvitationsDep, request: Request, token: Token
) -> RedirectResponse:
    opened, guest = await invitations.open_seat(identity_of(request).guest, token)
    out = RedirectResponse(f"/tables/{opened.table.id}", status_code=303)
    cookies.set_guest(out, guest)
    return out


# --- API reference ---------------------------------------------------------------------------------------------------


def describe(schema: dict[str, Any]) -> str:
    """Render the OpenAPI document as HTML."""
    out = [f"<p>{escape(schema['info'].get('description', ''))}</p>"]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            out.append(_operation(schema, method, path, operation))
    return "".join(out)


def _operation(schema: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> str:
    about = escape(operation.get("description", ""))
    out = [f"<section><h2><code>{method.upper()} {escape(path)}</code></h2><p>{about}</p>"]
    rows = "".join(
        f"<tr><td><code>{escape(p['name'])}</code><td>{escape(p['in'])}<td>{escape(p.get('description', ''))}"
        for p in operation.get("parameters", [])
    )
    if rows:
        out.append(f"<table>{rows}</table>")
    for media in operation.get("requestBody", {}).get("content", {}).values():
        model = _model(schema, media.get("schema", {}))
        rows = "".join(
            f"<tr><td><code>{escape(name)}</code><td>{'needed' if name in model.get('required', []) else ''}"
            f"<td>{escape(field.get('description', ''))}"
            for name, field in model.get("properties", {}).items()
        )
        out.append(f"<table>{rows}</table>" if rows else "")
        out += [f"<pre>{escape(json.dumps(example, indent=2))}</pre>" for example in model.get("examples", [])]
    answers = ", ".join(f"{code} {escape(a.get('description', ''))}" for code, a in operation["responses"].items())
    out.append(f"<p class=answers>{answers}</p></section>")
    return "".join(out)


def _model(schema: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    name = one.get("$ref", "").rsplit("/", 1)[-1]
    model: dict[str, Any] = schema.get("components", {}).get("schemas", {}).get(name, one)
    return model
