"""`make fuzz`: requests of every form to every operation, and WebSocket messages; none may cause a 5xx.

    python -m tests.load.fuzz [--count 10000] [--only REGEX] [--database sqlite|postgresql] [--minutes 9] [--state FILE]

Requests are generated from the OpenAPI document, half of them invalid, and sent by people of every kind: admin,
account, guest, program, stranger, banned. Every response must be documented. A run can be cut into slices: with a state
file it continues where the last one stopped. Prints JSON; the exit code is 1 if there was a wrong response.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from stromnetz.server.accounts import passwords
from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.middleware.stack import MiddlewareStack
from tests.load.fuzz_people import People, served
from tests.load.schema_values import ValueGenerator
from tests.server.oidc_provider import CLIENT, SECRET, Provider, provider
from tests.server.postgres import postgres

COUNT = 10_000
RENEW_AFTER, RENEW_SOON_AFTER = 1000, 250
"""Requests after which everything is created anew; sooner for operations that end something."""
ENDING = re.compile("DELETE|/(delete|log-out|leave|close|resign|right|password|reset|rematch)$")
LIVE, LISTS = "WS /api/tables/{id}/live", "WS /api/live"
PAGES = (
    *("GET /mail/{what}/{token}", "POST /mail/{what}/{token}", "GET /recover/{token}", "POST /recover/{token}"),
    *("GET /api/account/oidc/back", "GET /people/{name}", "GET /ladder/{group}", "GET /tables/{id}"),
)
"""Pages for browsers, which are not in the document."""
ALWAYS = {307, 401, 403, 404, 405, 408, 413, 415, 422, 429}
"""Statuses that any request may get: programs and banned people may do little."""
FAST = {"time_cost": 1, "memory_cost": 64, "parallelism": 1}
Json = dict[str, Any]


class Fuzz:
    """A server, and the results of all requests to it."""

    def __init__(self, app: MiddlewareStack, seed: int, site: Provider) -> None:
        self.app = app
        self.site = site
        self.schema: Json = app.inner.openapi()
        self.paths: Json = {path: dict(some) for path, some in self.schema["paths"].items()}
        for page in PAGES:
            method, _, path = page.partition(" ")
            self.paths.setdefault(path, {})[method.lower()] = _page(path)
        self.shapes = ValueGenerator(self.schema)
        self.seed = seed
        self.answers: dict[str, Counter[int]] = {}
        self.problems: list[str] = []
        self._people: People | None = None

    def operations(self, only: str) -> list[str]:
        found = [f"{method.upper()} {path}" for path, some in self.paths.items() for method in some]
        return [one for one in [*sorted(found), LIVE, LISTS] if re.search(only, one)]

    async def slice(self, name: str, done: int, most: int, until: float) -> int:
        """Send some requests of one operation; return their number."""
        rng = random.Random(f"{self.seed} {name} {done}")
        people = await People.gather(self.app, rng, self.site, self._people)
        self._people = people
        sent = 0
        most = min(most, RENEW_SOON_AFTER if ENDING.search(name) else RENEW_AFTER)
        while sent < most and time.monotonic() < until:
            live = name in (LIVE, LISTS)
            sent += await (self._live(name, people, rng) if live else self._request(name, people, rng))
        return sent

    async def _request(self, name: str, people: People, rng: random.Random) -> int:
        method, _, path = name.partition(" ")
        operation = self.paths[path][method.lower()]
        wild = rng.random() < 0.5
        target, query = path, {}
        for one in operation.get("parameters", []):
            value = people.value(rng, one["name"], one["schema"], self.shapes, wild)
            if one["in"] == "path":
                target = target.replace(f"{{{one['name']}}}", quote(_text(value), safe="", errors="replace") or "x")
            elif one["in"] == "query" and (one.get("required") or rng.random() < 0.6):
                # nobody moves meanwhile, so waiting for a turn would be in vain
                query[one["name"]] = 0 if one["name"] == "wait" else value
        body, kind = b"", None
        if "requestBody" in operation:
            body, kind = self._body(operation, people, rng, wild)
        who = people.anybody(rng, operation["tags"][0])
        asked = f"{target}?{urlencode({key: _text(value) for key, value in query.items()}, errors='replace')}"
        status, answer = await who.send(method, asked.rstrip("?"), body, kind)
        self.answers.setdefault(name, Counter())[status] += 1
        wrong = _wrong(operation, status, answer)
        if wrong:
            self.problems.append(f"{method} {asked} {body[:300]!r}: {status} {wrong}")
        return 1

    def _body(self, operation: Json, people: People, rng: random.Random, wild: bool) -> tuple[bytes, str | None]:
        content = next(iter(operation["requestBody"]["content"].values()))
        value = people.body(rng, content["schema"], self.shapes, wild)
        text = json.dumps(value)
        if wild and rng.random() < 0.1:
            text = rng.choice([text[: len(text) // 2], "", "[" * 2000, "NaN", '{"a":1,"a":2}', "\ufeff{}", text + "x"])
        kind = rng.choice(["text/plain", "", "application/xml"]) if wild and rng.random() < 0.05 else "application/json"
        data = text.encode("utf-8", "surrogatepass")
        return (data[:-1] + b"\xff", kind) if wild and rng.random() < 0.03 else (data, kind)

    async def _live(self, name: str, people: People, rng: random.Random) -> int:
        """Open a WebSocket and send messages of every kind; return their number."""
        messages = [self.shapes.message(rng) for _ in range(rng.randrange(1, 40))]
        since = rng.choice(
            ["", "?since=0", "?since=3", "?since=-1", "?since=999999999", "?since=x", "?since=1&since=2"]
        )
        id = people.value(rng, "id", {"type": "string"}, self.shapes, rng.random() < 0.1)
        path = name.removeprefix("WS ").replace("{id}", quote(_text(id), safe="", errors="replace"))
        code, heard = await people.anybody(rng, "live").watch(path + since, messages)
        self.answers.setdefault(name, Counter())[code] += heard
        if code in (1011, 1006):
            self.problems.append(f"{name} {since}: closed with {code} after {messages}"[:500])
        return heard


def _page(path: str) -> Json:
    """Return the description of a page, as if it were documented."""
    some = [{"name": name, "in": "path", "schema": {"type": "string"}} for name in re.findall(r"{(\w+)}", path)]
    if path.endswith("/back"):
        some = [{"name": name, "in": "query", "schema": {"type": "string"}} for name in ("code", "state")]
    return {"parameters": some, "tags": ["page"], "responses": {"200": {}, "303": {}}}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _wrong(operation: Json, status: int, answer: bytes) -> str:
    """Return what is wrong with a response; empty if it is documented."""
    if status >= 500:
        return f"must not be: {answer[:300]!r}"
    if str(status) not in operation["responses"] and status not in ALWAYS:
        return f"is not promised: {answer[:200]!r}"
    if status < 400 or (operation["tags"] == ["page"] and answer.startswith(b"<!")):
        return ""
    try:
        error = json.loads(answer)["error"]
        return "" if error["kind"] and error["message"] else "says nothing"
    except (ValueError, KeyError, TypeError):
        return f"is no refusal: {answer[:200]!r}"


async def run(args: argparse.Namespace, database: str, site: Provider) -> Json:
    config = ServerConfig(
        database=database,
        rate=0.0,
        heavy_rate=0.0,
        bot_processes=0,
        public_url="http://localhost",
        smtp="127.0.0.1:9",
        smtp_from="table@example.org",
        smtp_tls="none",
        push_contact="mailto:host@example.org",
        oidc_issuer=site.issuer,
        oidc_client_id=CLIENT,
        oidc_client_secret=SECRET,
    )
    app = create_app(config)
    state = Path(args.state) if args.state else None
    counts: Counter[str] = Counter(json.loads(state.read_text()) if state is not None and state.exists() else {})
    fuzz = Fuzz(app, args.seed, site)
    names = fuzz.operations(args.only)
    until = time.monotonic() + args.minutes * 60
    async with served(app):
        while time.monotonic() < until and not fuzz.problems[20:]:
            # the least tested operation first, so that an interrupted run has tested all equally
            name = min(names, key=lambda one: counts[one])
            if counts[name] >= args.count:
                break
            counts[name] += await fuzz.slice(name, counts[name], args.count - counts[name], until)
            if state is not None:
                state.write_text(json.dumps(counts))
    return {
        "operations": len(names),
        "least": min(counts[name] for name in names),
        "sent": sum(counts[name] for name in names),
        "in_this_run": sum(sum(one.values()) for one in fuzz.answers.values()),
        "answers": {name: dict(sorted(one.items())) for name, one in sorted(fuzz.answers.items())},
        "problems": fuzz.problems,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help="requests of each operation")
    parser.add_argument("--only", default="", metavar="REGEX", help="operations such as 'POST /api/account'")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--minutes", type=float, default=24 * 60, metavar="N", help="stop after so long")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--state", metavar="FILE", help="go on where the run stopped that wrote it")
    args = parser.parse_args()
    logging.disable(logging.WARNING)
    passwords.COSTS.update(FAST)
    passwords.FREE_ATTEMPTS.update(name=10**9, address=10**9)
    with ExitStack() as stack:
        if args.database == "postgresql":
            database = stack.enter_context(postgres(hasty=True)).new_database("fuzz")
        else:
            memory = Path("/dev/shm")
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None))
            database = str(Path(folder) / "games.sqlite")
        found = asyncio.run(run(args, database, stack.enter_context(provider())))
    print(json.dumps(found, indent=1))
    return int(bool(found["problems"]))


if __name__ == "__main__":
    sys.exit(main())
