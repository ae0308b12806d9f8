"""OpenID Connect: log-in through the host's provider. Code flow with state, nonce and PKCE.

Claims count only if they are signed by the provider, for this server, just now, and for the log-in that was started in
the same browser.
"""

from __future__ import annotations

import logging
import secrets
import ssl
import time
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from stromnetz.tables.errors import Conflict

log = logging.getLogger("stromnetz.server")

KIND = "oidc"
LOGIN_MINUTES = 10
TIMEOUT_SECONDS = 10.0
METADATA_TTL_SECONDS = 3600.0
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA"]
"""Signatures with private keys only."""
LEEWAY_SECONDS = 60


class LoginRedirect(NamedTuple):
    """Where to send the browser, and what the server stores until it returns."""

    url: str
    stored: dict[str, str]


class OidcClaims(NamedTuple):
    subject: str
    name: str


class OidcProvider:
    def __init__(self, issuer: str, client: str, secret: str) -> None:
        self.issuer = issuer
        self._client, self._secret = client, secret
        self._about: dict[str, Any] = {}
        self._keys: Any = None
        self._read_at = -METADATA_TTL_SECONDS

    @property
    def name(self) -> str:
        return urlsplit(self.issuer).hostname or self.issuer

    async def begin(self, state: str, back: str) -> LoginRedirect:
        try:
            about = await self._metadata()
            nonce, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
            async with self._session(back) as session:
                url, _ = session.create_authorization_url(
                    about["authorization_endpoint"], state=state, nonce=nonce, code_verifier=verifier
                )
        except Exception as error:
            raise self._failed(error) from error
        return LoginRedirect(url, {"nonce": nonce, "verifier": verifier, "back": back})

    async def finish(self, stored: dict[str, str], code: str) -> OidcClaims:
        """Exchange the code for claims about the user."""
        try:
            about = await self._metadata()
            async with self._session(stored["back"]) as session:
                token = await session.fetch_token(
                    about["token_endpoint"],
                    code=code,
                    code_verifier=stored["verifier"],
                    grant_type="authorization_code",
                )
            claims = await self._claims(token["id_token"], stored["nonce"])
        except Exception as error:  # the provider may answer anything, which must not log anyone in
            raise self._failed(error) from error
        name = next((claims[one] for one in ("preferred_username", "nickname", "name") if claims.get(one)), "")
        return OidcClaims(str(claims["sub"])[:255], str(name))

    def _failed(self, error: Exception) -> Conflict:
        log.warning("log-in through the provider %s failed: %s", self.name, type(error).__name__)
        return Conflict(facts={"provider": self.name}, case="oidc-failed")

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """Trusted certificates, loaded once: that takes longer than the rest of a log-in."""
        import httpx  # noqa: PLC0415  (an extra)

        return httpx.create_ssl_context()

    def _session(self, back: str) -> Any:
        from authlib.integrations.httpx_client import AsyncOAuth2Client  # noqa: PLC0415  (an extra)

        return AsyncOAuth2Client(
            self._client,
            self._secret,
            scope="openid profile",
            redirect_uri=back,
            code_challenge_method="S256",
            timeout=TIMEOUT_SECONDS,
            verify=self._tls,
        )

    async def _metadata(self) -> dict[str, Any]:
        if time.monotonic() - self._read_at > METADATA_TTL_SECONDS:
            import httpx  # noqa: PLC0415
            from joserfc.jwk import KeySet  # noqa: PLC0415

            async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS, verify=self._tls) as client:
                found = await client.get(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
                about = found.raise_for_status().json()
                if about["issuer"] != self.issuer:
                    raise ValueError("the provider reports a different issuer")
                keys = (await client.get(about["jwks_uri"])).raise_for_status().json()
            self._about, self._keys = about, KeySet.import_key_set(keys)
            self._read_at = time.monotonic()
        return self._about

    async def _claims(self, token: str, nonce: str) -> dict[str, Any]:
        from joserfc import jwt  # noqa: PLC0415
        from joserfc.errors import JoseError  # noqa: PLC0415

        try:
            decoded = jwt.decode(token, self._keys, algorithms=ALGORITHMS)
        except (JoseError, ValueError):
            # the provider may have replaced its keys
            self._read_at = -METADATA_TTL_SECONDS
            await self._metadata()
            decoded = jwt.decode(token, self._keys, algorithms=ALGORITHMS)
        needed: dict[str, Any] = {
            "iss": {"essential": True, "value": self.issuer},
            "aud": {"essential": True, "value": self._client},
            "sub": {"essential": True},
            "exp": {"essential": True},
            "iat": {"essential": True},
            "nonce": {"essential": True, "value": nonce},
        }
        claims: dict[str, Any] = decoded.claims
        jwt.JWTClaimsRegistry(leeway=LEEWAY_SECONDS, **needed).validate(claims)
        if claims.get("azp", self._client) != self._client:
            raise ValueError("the token is for another client")
        return claims
