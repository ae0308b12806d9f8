"""A forgotten password: ask for a link, and set another by it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from pydantic import Field

from stromnetz.server.forgotten import MINUTES
from stromnetz.server.route_policy import Cost

from .accounts import AccountState, Password, entered
from .base import Body, Reply
from .context import Comer, Json, Server
from .models import Name, refusals
from .routes import Router

router = Router(prefix="/api/account", tags=["accounts"], default_response_class=Json)


class ForgottenBody(Body):
    name: Name = Field(examples=["Ann"])


class LetterAsked(Reply):
    minutes: int = Field(description="for how long the link of the letter can be followed, if there is one")


class ResetBody(Body):
    token: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$", description="what stands in the link after #reset=")]
    new: Password


@router.post(
    "/forgotten",
    cost=Cost.HEAVY,
    banned=True,
    status_code=202,
    response_model=LetterAsked,
    responses=refusals(403, 409),
)
async def forgotten(server: Server, request: Request, body: ForgottenBody) -> Json:
    """Write to the address that was confirmed for a name. The answer is the same whether there is one or not."""
    await server.forgotten.ask(body.name, request.scope["stromnetz_address"])
    return Json({"minutes": MINUTES}, status_code=202)


@router.post("/reset", cost=Cost.HEAVY, banned=True, response_model=AccountState, responses=refusals(403, 404, 409))
async def reset(server: Server, request: Request, guest: Comer, body: ResetBody) -> Json:
    """Another password by a link from a letter or from the host. Every device is logged out by it but this one."""
    account = await server.forgotten.reset(body.token, body.new, guest)
    return await entered(server, request, account.guest, guest)
