"""Passkeys: creates challenges for browsers and verifies what they sign.

A challenge is stored until it is answered, once, or expires after five minutes.
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
"""Per account."""
CHALLENGE_MINUTES = 5
REGISTRATION, LOGIN = "passkey-new", "passkey-asked"


class Site(NamedTuple):
    """What browsers bind a passkey to: a host name, and the origins that may use it."""

    name: str
    origins: list[str]

    @classmethod
    def of(cls, url: str, more: tuple[str, ...]) -> Site:
        parts = urlsplit(url)
        return cls(parts.hostname or "", [f"{parts.scheme}://{parts.netloc}", *more])


class Challenge(NamedTuple):
    """Options for the browser, and what the server stores until it answers."""

    options: dict[str, Any]
    stored: dict[str, Any]


def registration_challenge(site: Site, name: str, existing: list[str]) -> Challenge:
    """Create a challenge to register a passkey on a device that has none of the existing ones."""
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415  (an extra)
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
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(one)) for one in existing],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return Challenge(json.loads(options_to_json(options)), {"challenge": challenge.hex(), "name": name})


def login_challenge(site: Site) -> Challenge:
    """Create a challenge to log in with any passkey; the response names it."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

    challenge = secrets.token_bytes(32)
    options = generate_authentication_options(
        rp_id=site.name, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return Challenge(json.loads(options_to_json(options)), {"challenge": challenge.hex()})


class Credential(NamedTuple):
    id: str
    public_key: str
    sign_count: int


def verify_registration(site: Site, challenge: str, credential: dict[str, Any]) -> Credential:
    """Verify the passkey that a browser has created."""
    from webauthn import verify_registration_response  # noqa: PLC0415

    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=bytes.fromhex(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origins,
            require_user_verification=True,
        )
        return Credential(_text(found.credential_id), _text(found.credential_public_key), found.sign_count)
    except Exception as error:  # clients may send anything
        raise invalid_passkey() from error


def verify_login(site: Site, challenge: str, credential: dict[str, Any], key: Passkey) -> int:
    """Verify the signature of a challenge; return the passkey's new sign count."""
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
        raise invalid_passkey() from error
    return found.new_sign_count


def invalid_passkey() -> BadInput:
    return BadInput(case="passkey-wrong")


def challenge_expired() -> Conflict:
    return Conflict(case="passkey-late")


def _bytes(text: str) -> bytes:
    from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

    return base64url_to_bytes(text)


def _text(data: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

    return bytes_to_base64url(data)
