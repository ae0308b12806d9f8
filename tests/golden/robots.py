"""The golden games with robots: every way to choose a first city, every decision of people for a robot, promo cards."""

from __future__ import annotations

from .claims import Claim
from .entries import Entry


def tells(*kinds: str) -> Claim:
    """The game has events of all these kinds."""
    return lambda game: set(kinds) <= {event.kind for row in game.rows for event in row.events}


BIDDING = ["bidding-choice", "supplying-most-cities", "normal-production", "last-player-chooses", "half-bid"]
DECIDING = [
    "deciding-choice",
    "first-choice-for-minimum-bid",
    "less-than-5-elektro",
    "step-1-less-than-7",
    "first-city-free",
]
LAST = ["last-choice", "using-cheapest-resources", "least-available-resource", "only-supplied-cities", "cities-cost-10"]
PROMO = ["industrial-espionage", "shortage", "supply-contract", "surplus", "taxes", "theme-park", "warehouse"]


def games() -> list[Entry]:
    return [
        Entry(
            "robots-bidding",
            "People bid for a first city, strike cities for another, and build for a robot (R15, R16, R44).",
            "classic-2009",
            "germany",
            4,
            tells("choice-bought", "start-struck", "robot-takes", "robot-builds", "robot-uses", "robot-declines"),
            options={"robots": [BIDDING, DECIDING]},
        ),
        Entry(
            "robots-deluxe-2",
            "One person, one robot that starts last, and the Trust (R11, R71).",
            "deluxe-europe",
            "europe",
            2,
            tells("robot-waits", "start-chosen", "house-placed", "robot-bids"),
            options={"robots": [LAST]},
        ),
        Entry(
            "robots-promo",
            "Robots that are drawn, and promo cards that are none of theirs (Q12).",
            "classic-2004",
            "germany",
            5,
            tells("card-won", "card-passed-on", "tax-paid", "robot-stocks"),
            options={"robots": ["random", "random", "random"], "promo": PROMO},
        ),
    ]
