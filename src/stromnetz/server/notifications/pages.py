"""Pages of links in emails. They ask for confirmation, since virus scanners follow links, too."""

from __future__ import annotations

from html import escape
from typing import Annotated, Literal

from fastapi import Path, Request
from fastapi.responses import HTMLResponse

from stromnetz.play.words.vocabulary import common_words
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import DatabaseDep, IdentityRegistryDep
from stromnetz.server.core.http import Cost, Router
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.core.languages import language_of
from stromnetz.server.web.pages import page
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .email import CONFIRM, FORGET, STOP, verify_token
from .email import token as token_for

router = Router(reads=Cost.LIGHT, include_in_schema=False)
Token = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}[.][A-Za-z0-9_-]{43}$")]
What = Literal["confirm", "stop", "forget"]
CONFIRM_DEADLINE_MS = 3 * DAY_MS
"""How long a new address can be confirmed."""


async def _address(database: Database, identities: IdentityRegistry, what: str, token: str) -> sql.Address | None:
    """Return the address of a link; None if it is unknown or the link is invalid."""
    guest = token.partition(".")[0]
    found = await database.read(lambda c: sql.address_of(c, guest))
    if found is None or not verify_token(token, what, guest, found.address, identities.key):
        return None
    late = found.confirmed_at is None and found.created_at < now_ms() - CONFIRM_DEADLINE_MS
    return None if late and what == CONFIRM else found


@router.get("/mail/{what}/{token}", cost=Cost.HEAVY)
async def ask(
    database: DatabaseDep, identities: IdentityRegistryDep, request: Request, what: What, token: Token
) -> HTMLResponse:
    found = await _address(database, identities, what, token)
    language = language_of(request) if found is None else found.language
    words = common_words(language)["pages"]
    if found is None:
        return page(words["mail_title"], f"<p>{escape(words[f'mail_{what}_none'])}</p>", language)
    forms = _form(words, what, token)
    if what == STOP:
        forms += f"<p>{escape(words['mail_forget'])}</p>"
        forms += _form(words, FORGET, token_for(FORGET, found.guest, found.address, identities.key))
    return page(words["mail_title"], f"<p>{escape(words[f'mail_{what}'])}</p>{forms}", language)


def _form(words: dict[str, str], what: str, token: str) -> str:
    button = f"<button>{escape(words[f'mail_{what}_button'])}</button>"
    return f'<form method=post action="/mail/{what}/{token}">{button}</form>'


@router.post("/mail/{what}/{token}", cost=Cost.HEAVY, banned=True)
async def answer(
    database: DatabaseDep, identities: IdentityRegistryDep, request: Request, what: What, token: Token
) -> HTMLResponse:
    """Confirm, unsubscribe or delete. Mail programs also post here to unsubscribe (RFC 8058), without a cookie."""
    found = await _address(database, identities, what, token)
    language = language_of(request) if found is None else found.language
    words = common_words(language)["pages"]
    if found is None:
        return page(words["mail_title"], f"<p>{escape(words[f'mail_{what}_none'])}</p>", language)
    guest, address = found.guest, found.address
    if what == STOP and found.confirmed_at is not None:
        # the address stays for password resets
        await database.write(lambda c: sql.set_turn_mails(c, guest, False))
    elif what in (STOP, FORGET):
        await database.write(lambda c: sql.drop_address(c, guest))
    else:
        await database.write(lambda c: sql.confirm(c, guest, address, now_ms()))
    return page(words["mail_title"], f"<p>{escape(words[f'mail_{what}_done'])}</p>", language)
