"""An OpenID Connect provider on this machine, which validates requests and signs claims."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, OctKey

CLIENT, SECRET = "stromnetz", "a secret of the client"


class Provider:
    """``claims`` describe the user; ``change`` and ``foreign`` falsify claims and signature."""

    def __init__(self) -> None:
        self.issuer = ""
        self.key = ECKey.generate_key("P-256", {"kid": "1"}, private=True)
        self.claims: dict[str, Any] = {"sub": "person-1", "preferred_username": "ann@example.org"}
        self.change: dict[str, Any] = {}
        self.foreign: Any = None
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []

    def authorize(self, query: dict[str, str]) -> str:
        """Return the redirect after the user has logged in."""
        assert (query["client_id"], query["response_type"], query["scope"]) == (CLIENT, "code", "openid profile")
        assert (query["code_challenge_method"], len(query["nonce"]) > 20) == ("S256", True)
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, body: dict[str, str], authorization: str) -> dict[str, Any] | None:
        expected = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET.replace(' ', '+')}".encode()).decode()
        plain = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        begun = self.codes.pop(body.get("code", ""), None)
        digest = hashlib.sha256(body.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if begun is None or authorization not in (expected, plain) or challenge != begun["code_challenge"]:
            return None
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": begun["nonce"]}
        said = {**claims, **self.claims, **self.change}
        key = self.foreign or self.key
        header = {"alg": "HS256" if isinstance(key, OctKey) else "ES256", "kid": "1"}
        return {"access_token": "x", "token_type": "Bearer", "id_token": jwt.encode(header, said, key)}


@contextmanager
def provider() -> Iterator[Provider]:
    one = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            one.asked.append(self.path)
            if self.path.startswith("/.well-known/"):
                ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
                about = {name: f"{one.issuer}/{end}" for name, end in ends.items()}
                self.answer(200, {"issuer": one.issuer, **about})
            elif self.path.startswith("/authorize"):
                query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
                self.send_response(302)
                self.send_header("location", one.authorize(query))
                self.send_header("content-length", "0")
                self.end_headers()
            else:
                self.answer(200, {"keys": [one.key.as_dict(private=False)]})

        def do_POST(self) -> None:
            body = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
            said = one.token({name: values[0] for name, values in body.items()}, self.headers.get("authorization", ""))
            self.answer(200 if said else 400, said or {"error": "invalid_grant"})

        def answer(self, status: int, body: dict[str, Any]) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    one.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield one
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
