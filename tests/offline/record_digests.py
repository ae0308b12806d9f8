"""Digests of whole games of bots in the offline app: the same wherever it runs.

    python tests/offline/record_digests.py SEEDS

The test of the static site runs this file in the browser, too.
"""

from __future__ import annotations

import hashlib
import json
import sys

from stromnetz.offline.app import OfflineApp
from stromnetz.offline.requests import Request
from stromnetz.play.catalogue import editions

BOTS = ("hard", "easy", "normal", "beginner")


def digest(edition: str, seed: int) -> str:
    """Play a game, and return a digest of its rows."""
    app = OfflineApp(clock=lambda: 0, seeds=lambda: seed)
    seats = [{"kind": "bot", "bot": bot} for bot in BOTS]
    opened = app.request(Request("POST", "/api/tables", {}, {"edition": edition, "seats": seats}))
    id = opened.body["table"]["id"]
    app.request(Request("POST", f"/api/tables/{id}/start"))
    # the seeds of bots depend on it
    app.table(id).session.running_game().header["salt"] = f"salt {seed}"
    while app.play_bot(id):
        pass
    rows = app.request(Request("GET", f"/api/tables/{id}/record")).body["rows"]
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


def digests(seeds: int) -> dict[str, str]:
    """Play so many games of every edition."""
    return {f"{one.id} {seed}": digest(one.id, seed) for one in editions() for seed in range(seeds)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests(int(sys.argv[1]))))
