"""The golden games of Outpost."""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.loading import board

from . import outpost_shows as own
from . import shows
from .entries import MIXED, Entry
from .shows import STEP_3, Claim, both, boxed, drawn, steps

_BOARD = board("planet")
CENTRAL = [city for city, region in zip(_BOARD.city_ids, _BOARD.region_of, strict=True) if region == 0]


def _entry(name: str, why: str, claim: Claim, players: int = 3, **more: Any) -> Entry:
    return Entry(f"outpost-{name}", why, "outpost", "planet", players, claim, **{"bots": MIXED, **more})


def _plain_games() -> list[Entry]:
    """Every number of players; in every second game a seat moves at random."""
    out = []
    for players in range(2, 7):
        guest = players // 2 if players % 2 else -1
        bots = tuple("random" if seat == guest else "plain" for seat in range(players))
        why = f"A whole game of {players}" + (" against the Trust" if players == 2 else "")
        why += f"; seat {guest} moves at random." if players % 2 else "."
        out.append(_entry(str(players), why, shows.anything, players, bots=bots))
    return out


def _short_of_workers() -> dict[str, Any]:
    """Phase 3 of three: when seat 0, the last, hires, the market has fewer workers than its plants and places take."""
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
    sold, taken_under = drawn(STEP_3, "auctions", "sale", step=2), drawn(STEP_3, "bureaucracy", "U3", step=2)
    early = both(steps(3), boxed(None, "T5"))
    undo = both(shows.undos, own.company_moves_taken_back)
    trust = both(own.trust_site_asked, own.trust_exchanges, own.trust_takes_outpost)
    return [
        *_plain_games(),
        _entry("draft-4", "Four players: one names the small area (L1).", own.small_area_named, 4, regions="draft"),
        _entry("undo", "Buildings, cards, workers, robots: all taken back (G1).", undo, undo=True),
        _entry("discounted", "Discounts of its whole number: a card goes to the box (L19).", boxed(None, "L19")),
        _entry("discounted-pile", "The same with a pile: only its top goes (L19a).", own.top_boxed("L19"), 2),
        _entry("step-2-pile", "The smallest is a pile: only its top goes at step 2 (L21).", own.top_boxed("L21")),
        _entry("step-3-sale", "Step 3 drawn in phase 2 for a card sold (L22).", both(steps(2, 3), sold)),
        _entry("step-3-update", "Step 3 drawn in phase 4 by the market update (L22).", both(steps(2, 3), taken_under)),
        _entry(
            "step-3-step-2",
            "Step 3 drawn in phase 4 when step 2 begins (L22a).",
            both(steps(2, 3), drawn(STEP_3, "bureaucracy", "L21")),
            2,
            bots=("plain",),
        ),
        _entry("step-3-pile", "The smallest is a pile: all of it leaves at step 3 (L22).", own.pile_leaves_with_step_3),
        _entry("step-3-first", "Step 3 before step 2 (T5).", early, 2, bots=("plain",)),
        _entry("robots", "A factory makes robots, round by round (L27).", own.robots_made(5), bots=("plain", "random")),
        _entry("outposts", "All three buildings on both Outpost cards (L29).", own.both_outposts_built),
        _entry("moon-base", "Moon Base is laid out and supplies cities (L31).", own.moon_base_runs, 2),
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
