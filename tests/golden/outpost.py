"""The golden games of Outpost."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.loader import board

from . import claims
from . import outpost_claims as own
from .claims import Claim, both
from .entries import MIXED, Entry

_BOARD = board("planet")
CENTRAL = [city for city, region in zip(_BOARD.city_ids, _BOARD.region_of, strict=True) if region == 0]


def _entry(name: str, why: str, claim: Claim, players: int = 3, **more: Any) -> Entry:
    return Entry(f"outpost-{name}", why, "outpost", "planet", players, claim, **{"bots": MIXED, **more})


def _plain_games() -> list[Entry]:
    """Games with every number of players; in every second game a seat plays at random."""
    out = []
    for players in range(2, 7):
        guest = players // 2 if players % 2 else -1
        bots = tuple("random" if seat == guest else "plain" for seat in range(players))
        why = f"A whole game of {players}" + (" against the Trust" if players == 2 else "")
        why += f"; seat {guest} moves at random." if players % 2 else "."
        out.append(_entry(str(players), why, claims.anything, players, bots=bots))
    return out


def _short_of_workers() -> dict[str, Any]:
    """Phase 3 of three players: when seat 0, the last, hires, too few workers are left for its plants and places."""
    players = [
        {"money": 80, "plants": [25, 36, "16a", "26a"], "cities": CENTRAL[:8]},
        {
            "money": 40,
            "plants": [37, 46, 47, "26b", "38a", "38b", "38c"],
            "fuel": {"workers": 15},
            "cities": CENTRAL[7:],
        },
        {
            "money": 40,
            "plants": [14, 24, "16b", "16c", "26c", "26d"],
            "fuel": {"workers": 10},
            "cities": [*CENTRAL[:3], *CENTRAL[15:]],
        },
    ]
    taken = [
        ["amber", "basalt", "cinder"],
        ["flint", "jasper", "karst", "lava-rim", "mesa", "nickel", "sulphur"],
        ["halite", "onyx", "pumice", "quartz", "ridge", "tephra"],
    ]
    boards = [[25, 36, "16a"], [37, 46, 47, "26b", "38a", "38b", "38c"], [14, 24, "16b", "16c", "26c", "26d"]]
    sites = {city: seat for seat, cities in enumerate(taken) for city in cities}
    return {
        "phase": "building",
        "round": 8,
        "step": 3,
        "to_act": 0,
        "order": [0, 1, 2],
        "regions": ["central"],
        "players": players,
        "market": [22, 23, 33, 34, 35, 44],
        "modules": {"company": {"sites": sites, "seats": [{"placed": cards} for cards in boards]}},
    }


def games() -> list[Entry]:
    trust = both(own.trust_site_asked, own.trust_exchanges, own.trust_takes_outpost)
    return [
        *_plain_games(),
        _entry("robots", "A factory makes robots, round by round (L27).", own.robots_made(5), bots=("plain", "random")),
        _entry("outposts", "All three buildings on both Outpost cards (L29).", own.both_outposts_built),
        _entry(
            "workers-stay",
            "A short market leaves places empty: seasonal workers stay (L18a).",
            own.seasonal_workers_stay,
            bots=("plain",),
            position=_short_of_workers(),
            moves=("build housing dune", "done", "arrange 25 36 16a 26a", "hire 3"),
        ),
        _entry(
            "trust",
            "The Trust takes an Outpost, asks where to build, exchanges cards (L33, L34).",
            trust,
            2,
            bots=("plain", "random"),
        ),
    ]
