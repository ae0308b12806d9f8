"""A forgotten password: ask for a link, and set another by it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from pydantic import Field

from stromnetz.server.accounts.password_reset import PasswordResetDep
from stromnetz.server.accounts.responses import AccountResponsesDep
from stromnetz.server.core.dependencies import NewGuest
from stromnetz.server.core.http import Router, SafeJson
from stromnetz.server.core.route_policy import Cost
from stromnetz.server.core.schema import RequestModel, ResponseModel
from stromnetz.server.tables.schema import Name, refusals

from .password_reset import MINUTES
from .routes import AccountState, Password

router = Router(prefix="/api/account", tags=["accounts"], default_response_class=SafeJson)


class ForgottenBody(RequestModel):
    name: Name = Field(examples=["Ann"])


class ResetRequested(ResponseModel):
    minutes: int = Field(description="for how long the link of the letter can be followed, if there is one")


class ResetBody(RequestModel):
    token: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$", description="what stands in the link after #reset=")]
    new: Password


@router.post(
    "/forgotten",
    cost=Cost.HEAVY,
    banned=True,
    status_code=202,
    response_model=ResetRequested,
    responses=refusals(403, 409),
)
async def forgotten(password_reset: PasswordResetDep, request: Request, body: ForgottenBody) -> SafeJson:
    """Write to the address that was confirmed for a name. The answer is the same whether there is one or not."""
    await password_reset.ask(body.name, request.scope["stromnetz_address"])
    return SafeJson({"minutes": MINUTES}, status_code=202)


@router.post("/reset", cost=Cost.HEAVY, banned=True, response_model=AccountState, responses=refusals(403, 404, 409))
async def reset(
    password_reset: PasswordResetDep, responses: AccountResponsesDep, request: Request, guest: NewGuest, body: ResetBody
) -> SafeJson:
    """Another password by a link from a letter or from the host. Every device is logged out by it but this one."""
    account = await password_reset.reset(body.token, body.new, guest)
    return await responses.log_in(request, account.guest, guest)
