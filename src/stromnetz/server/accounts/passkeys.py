"""Passkeys: a device says that somebody is there who made a key for this server. What it signs is checked here.

A challenge is kept in the database until it is answered, once, or five minutes have passed.
"""

from __future__ import annotations

import json
import secrets
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from stromnetz.engine.errors import BadInput
from stromnetz.tables.errors import Conflict

from .store import Passkey

MAX_PASSKEYS = 20
"""Passkeys of one account."""
MINUTES = 5
NEW, ASKED = "passkey-new", "passkey-asked"


class Site(NamedTuple):
    """What browsers bind a passkey to: a name, and the addresses whose pages may ask for it."""

    name: str
    origins: list[str]

    @classmethod
    def of(cls, url: str, more: tuple[str, ...]) -> Site:
        parts = urlsplit(url)
        return cls(parts.hostname or "", [f"{parts.scheme}://{parts.netloc}", *more])


class Challenge(NamedTuple):
    """What a browser is asked, and what has to be remembered until it answers."""

    options: dict[str, Any]
    kept: dict[str, Any]


def registration_challenge(site: Site, name: str, there: list[str]) -> Challenge:
    """Let a browser make a passkey, of another kind than those that are there."""
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415  (of an extra)
    from webauthn.helpers.structs import (  # noqa: PLC0415
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    challenge = secrets.token_bytes(32)
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Stromnetz",
        user_name=name,
        challenge=challenge,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(one)) for one in there],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return Challenge(json.loads(options_to_json(options)), {"challenge": challenge.hex(), "name": name})


def login_challenge(site: Site) -> Challenge:
    """Let a browser look for a passkey: whose it is, the answer says."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

    challenge = secrets.token_bytes(32)
    options = generate_authentication_options(
        rp_id=site.name, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return Challenge(json.loads(options_to_json(options)), {"challenge": challenge.hex()})


class Made(NamedTuple):
    id: str
    public_key: str
    sign_count: int


def made(site: Site, challenge: str, credential: dict[str, Any]) -> Made:
    """A passkey as the browser has made it."""
    from webauthn import verify_registration_response  # noqa: PLC0415

    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=bytes.fromhex(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origins,
            require_user_verification=True,
        )
        return Made(_text(found.credential_id), _text(found.credential_public_key), found.sign_count)
    except Exception as error:  # whatever a browser, or somebody who is none, may send
        raise wrong() from error


def answered(site: Site, challenge: str, credential: dict[str, Any], key: Passkey) -> int:
    """The passkey has signed this challenge; how often it has signed by now."""
    from webauthn import verify_authentication_response  # noqa: PLC0415

    try:
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=bytes.fromhex(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origins,
            credential_public_key=_bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
            require_user_verification=True,
        )
    except Exception as error:
        raise wrong() from error
    return found.new_sign_count


def wrong() -> BadInput:
    return BadInput(case="passkey-wrong")


def late() -> Conflict:
    return Conflict(case="passkey-late")


def _bytes(text: str) -> bytes:
    from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

    return base64url_to_bytes(text)


def _text(data: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

    return bytes_to_base64url(data)
