"""The catalogue of golden games: which must exist, what each one shows, and how a missing one is played.

A game is played once, by bots, from the first seed that satisfies its claim, and then stored: its file in ``games`` is
the record. Only the set-up of an entry (``position``) and its first moves may be written by hand.
"""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.loader import board

from . import claims, outpost, robots
from .claims import STEP_3
from .entries import MIXED, Entry

OLD, NEW = "classic-2004", "classic-2009"
PROMO_CARDS = (
    *("flux-generator", "industrial-espionage", "shortage", "supply-contract", "surplus", "taxes", "theme-park"),
    "warehouse",
)
EUROPE, AMERICA = ("deluxe-europe", "europe"), ("deluxe-north-america", "north-america")
CITIES = board("germany").city_ids


def _classic_games() -> list[Entry]:
    """Both editions with every number of players, on both maps; in every second game a seat plays at random."""
    out = []
    maps = {OLD: ("germany", "usa", "germany", "usa", "germany"), NEW: ("usa", "germany", "germany", "usa", "usa")}
    for edition, by_players in maps.items():
        for players, map in enumerate(by_players, 2):
            i = players - 2 + 5 * (map == "usa") + 10 * (edition == NEW)
            guest = i // 2 % players if i % 2 else -1
            bots = tuple("random" if seat == guest else "plain" for seat in range(players))
            why = f"A whole game of {players}" + (f"; seat {guest} moves at random." if i % 2 else ".")
            out.append(Entry(f"{edition}-{map}-{players}", why, edition, map, players, bots=bots))
    return out


def _deluxe_games() -> list[Entry]:
    """Both deluxe boards with every number of players; in every second game a seat plays at random."""
    out = []
    for i in range(10):
        (edition, map), players = (EUROPE, AMERICA)[i // 5], 2 + i % 5
        guest = i // 2 % players if i % 2 else -1
        bots = tuple("random" if seat == guest else "plain" for seat in range(players))
        why = f"A whole game of {players}" + (" against the Trust" if players == 2 else "")
        why += f"; seat {guest} moves at random." if i % 2 else "."
        out.append(Entry(f"{edition}-{players}", why, edition, map, players, bots=bots))
    return out


# --- positions written by hand --------------------------------------------------------------------------------------


def _last_round(cities: int, money: int) -> dict[str, Any]:
    """The last round of three players; seat 0 only has to build its seventeenth city, which costs 17 Elektro."""
    players = [
        {"money": 100, "plants": [33, 37, 44], "cities": CITIES[:16]},
        {"money": money, "plants": [36, 50], "fuel": {"coal": 3}, "cities": CITIES[-cities:]},
        {"money": 50, "plants": [18, 22, 27], "cities": CITIES[10:22]},
    ]
    market = [23, 24, 25, 26, 28, 29]
    order = [0, 1, 2]
    return {"phase": "building", "round": 11, "step": 3, "players": players, "order": order, "market": market}


def _crowded() -> dict[str, Any]:
    """A buyer with full storage: only some of a hybrid's fuel fits elsewhere."""
    players = [
        {"money": 150, "plants": [5, 12, 33], "fuel": {"coal": 4, "oil": 4}, "cities": CITIES[:14]},
        {"money": 60, "plants": [25, 26, 13], "cities": CITIES[14:26]},
        {"money": 60, "plants": [20, 21, 18], "cities": CITIES[26:38]},
    ]
    cards = {"market": [22, 27, 28, 29, 37, 38, 42, 44], "deck": [31, 23, 40, 24, 36, 30, STEP_3, 34, 39, 46]}
    return {"phase": "auctions", "round": 9, "step": 2, "players": players, **cards}


# --- the games ------------------------------------------------------------------------------------------------------


def _variants() -> list[Entry]:
    return [
        Entry("short-2", "The short game of two (Y1).", OLD, "germany", 2, claims.short, options={"short": True}),
        Entry("draft-2", "Two players name three regions (S1).", OLD, "usa", 2, claims.drafted, MIXED, regions="draft"),
        Entry(
            "money-hidden",
            "Nobody sees the others' money; this record does (I1).",
            players=3,
            claim=claims.money_hidden,
            bots=MIXED,
            options={"money": "hidden"},
        ),
        Entry(
            "promo-2009-4",
            "All promo cards come up (Q0 to Q10).",
            NEW,
            "germany",
            4,
            claims.all_promo_cards,
            options={"promo": sorted(PROMO_CARDS)},
            bots=MIXED,
        ),
        Entry(
            "discard-fuel",
            "The owner chooses which fuel of the scrapped plant to discard (A9).",
            players=3,
            claim=claims.gives_up,
            position=_crowded(),
            moves=("open 28@28", "pass", "pass", "scrap 05", "discard-fuel coal 3 oil 1"),
        ),
    ]


def _full() -> dict[str, Any]:
    """Five regions have 35 cities; in the short game six players with six each would need one more."""
    regions = ["northwest", "northeast", "west", "east", "southwest"]
    germany = board("germany")
    numbers = {number for number, region in enumerate(germany.region_ids) if region in regions}
    cities = [city for city, region in zip(germany.city_ids, germany.region_of, strict=True) if region in numbers]
    players = [{"cities": cities[i : i + 6], "money": 100} for i in range(0, 30, 6)]
    players.append({"cities": cities[30:34], "money": 100})
    start = {"regions": regions, "order": [5, 0, 1, 2, 3, 4], "to_act": 5}
    return {"phase": "building", "round": 5, "step": 1, "players": players, **start}


def _ends() -> list[Entry]:
    return [
        Entry(
            "tie-shared-2004",
            "Equal in cities supplied and money: the win is shared, whoever has more cities (C7).",
            players=3,
            claim=claims.shared_win,
            position=_last_round(13, 83),
            moves=("done", "done", "connect dortmund", "done"),
        ),
        Entry(
            "tie-cities-2009",
            "The same by the rules of 2009: more cities connected wins (C7).",
            NEW,
            players=3,
            claim=claims.tie_broken("cities"),
            position=_last_round(13, 83),
            moves=("done", "done", "connect dortmund", "done"),
        ),
        Entry(
            "tie-shared-2009",
            "Equal in cities supplied, money and cities connected: the win is shared (E2).",
            NEW,
            players=3,
            claim=claims.shared_win,
            position=_last_round(16, 101),
            moves=("done", "connect fulda", "done", "connect dortmund", "done"),
        ),
        Entry(
            "every-city-taken",
            "Every city is taken, and nobody has seven (Y3, E5).",
            players=6,
            claim=claims.every_city_taken,
            options={"short": True},
            position=_full(),
        ),
        Entry("tie-money", "Equal in cities supplied: more money wins (E2).", claim=claims.tie_broken("money")),
    ]


_ALL = [*_classic_games(), *_deluxe_games(), *outpost.games(), *_variants(), *robots.games(), *_ends()]
CATALOGUE = {entry.name: entry for entry in _ALL}
