"""The five phases of a round, as the fuel editions share them (core rules)."""

from __future__ import annotations

from stromnetz.engine.edition import Edition, Frame, Phase, Turns

SET_ORDER: Frame = ("set-order",)
FRAMES: dict[str, list[Frame]] = {
    "auctions": [("auctions",), ("unsold",), ("step-3-due",)],
    "fuel": [("turns", "fuel", 0)],
    "building": [("turns", "build", 0), ("end-check",)],
    "bureaucracy": [("step-2",), ("turns", "run", 0), ("refill",), ("update",)],
}

TURNS = {
    "fuel": Turns(("fuel",), reverse=True),
    "build": Turns(("build",), reverse=True),
    "run": Turns(("run",), reverse=False),
}


def play_five_phases(edition: Edition) -> None:
    edition.phase_frames = {id: list(frames) for id, frames in FRAMES.items()}
    edition.turns |= TURNS

    def rounds(number: int) -> tuple[Phase, ...]:
        frames = {id: tuple(planned) for id, planned in edition.phase_frames.items()}
        first = number == 1
        # The drawn order stands for the first auctions and is set anew after them (O2); everybody must buy (A3).
        auctions = (*frames["auctions"], SET_ORDER) if first else frames["auctions"]
        return (
            Phase("order", () if first else (SET_ORDER,)),
            Phase("auctions", auctions, must_buy=first, defers_step_3=True),
            Phase("fuel", frames["fuel"]),
            Phase("building", frames["building"]),
            Phase("bureaucracy", frames["bureaucracy"]),
        )

    edition.rounds = rounds
