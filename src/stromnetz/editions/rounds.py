"""The five phases of a round in the fuel editions (common rules), and the short game (Y1 to Y3)."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.agenda import PhaseTurns, SetOrder
from stromnetz.engine.edition import NEVER, Edition, Phase, Turns
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import Step2, Step3Due, Update
from stromnetz.engine.phases.auction import AUCTIONS, UNSOLD
from stromnetz.engine.phases.construction import EndCheck
from stromnetz.engine.phases.fuel import Refill

SET_ORDER: Final = SetOrder()
PHASE_FRAMES: dict[str, list[Frame]] = {
    "auctions": [AUCTIONS, UNSOLD, Step3Due()],
    "fuel": [PhaseTurns("fuel")],
    "building": [PhaseTurns("build"), EndCheck()],
    "bureaucracy": [Step2(), PhaseTurns("run"), Refill(), Update()],
}

TURNS = {
    "fuel": Turns(("fuel",), reverse=True),
    "build": Turns(("build",), reverse=True),
    "run": Turns(("run",), reverse=False),
}


def play_five_phases(edition: Edition) -> None:
    edition.round.phase_frames = {id: list(frames) for id, frames in PHASE_FRAMES.items()}
    edition.round.turns |= TURNS

    def rounds(number: int) -> tuple[Phase, ...]:
        frames = {id: tuple(planned) for id, planned in edition.round.phase_frames.items()}
        first = number == 1
        # The drawn order applies to the first auctions and is set again afterwards (O2); everyone must buy (A3).
        auctions = (*frames["auctions"], SET_ORDER) if first else frames["auctions"]
        return (
            Phase("order", () if first else (SET_ORDER,)),
            Phase("auctions", auctions, must_buy=first, defers_step_3=True),
            Phase("fuel", frames["fuel"]),
            Phase("building", frames["building"]),
            Phase("bureaucracy", frames["bureaucracy"]),
        )

    edition.round.phases = rounds


def shorten_game(edition: Edition, end: int) -> None:
    for row in edition.printed.players.values():
        row.end = end
        row.stop = end
        row.step_2 = NEVER
    edition.market.step_3_in_deck = False
