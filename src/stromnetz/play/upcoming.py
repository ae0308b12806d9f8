"""What comes next: read off the agenda, without playing on."""

from __future__ import annotations

from stromnetz.engine.market import outgoing
from stromnetz.engine.phases.auction import AUCTIONS
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .view_parts import LeavingCard


def to_come(rules: Rules, p: Position) -> list[int]:
    """The seats that are due after the deciding one: in an auction its bidders, else the rest of the phase."""
    if p.seat < 0:
        return []
    for frame in reversed(p.agenda):
        seats = frame.to_come(rules, p)
        if seats is not None:
            return seats
    return []


def leaving(rules: Rules, p: Position) -> LeavingCard | None:
    """What the update of the market takes out of it as it lies; None while auctions of the round can change that."""
    ahead = [frame for phase in rules.phases(p.round)[p.phase :] for frame in phase.frames]
    card = None if p.seat < 0 or AUCTIONS in ahead else outgoing(rules, p)
    return None if card is None else LeavingCard(rules.card_refs[card], "box" if p.step == 3 else "under")
