"""Commitments: a digest of the seed, published at the start, so that the deal can be verified at the end.

The dealer publishes the digest first, and the seed and salt when the game is over. No other seed has the same digest,
so the cards cannot have been chosen afterwards.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Any

from stromnetz.engine.errors import BadInput

from . import json_values as rd

SALT = re.compile(r"[0-9a-f]{32}")
DIGEST = re.compile(r"[0-9a-f]{64}")


def new_salt() -> str:
    """Return 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def commitment(seed: int | str, salt: str) -> str:
    """Return the digest of a seed: SHA-256 of a text that anyone can write down.

    >>> commitment(7, "00" * 16)
    '6be58b782809b31443cbf352401a092c136230d647210e8a576a2a4c0ac84543'
    """
    return hashlib.sha256(f"stromnetz seed {rd.seed(seed):064x} salt {salt}".encode()).hexdigest()


def check_commitment(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's commitment and salt, if it has one, after checking them against its seed."""
    out = {key: data[key] for key in ("commitment", "salt") if key in data}
    if not out:
        return out
    for key, form in (("commitment", DIGEST), ("salt", SALT)):
        if not isinstance(out.get(key), str) or not form.fullmatch(out[key]):
            raise rd.bad(key, "a number in hexadecimal, given together with the other", out.get(key))
    setup = data.get("setup")
    if not isinstance(setup, Mapping) or commitment(setup.get("seed", ""), out["salt"]) != out["commitment"]:
        raise BadInput("the commitment of this record is not that of its seed", {"commitment": out["commitment"]})
    return out


def is_dealt_by_seed(data: Mapping[str, Any]) -> bool:
    """Whether a game was dealt by chance alone: nothing of its set-up was given except the regions."""
    setup = data.get("setup")
    return isinstance(setup, Mapping) and set(setup) <= {"seed", "regions"}
