"""What comes next: read off the agenda, without playing on."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.market import outgoing
from stromnetz.engine.phases.auction import Auctions
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules


def to_come(rules: Rules, p: Position) -> list[int]:
    """The seats that are due after the deciding one: in an auction its bidders, else the rest of the phase."""
    if p.seat < 0:
        return []
    for frame in reversed(p.agenda):
        seats = frame.to_come(rules, p)
        if seats is not None:
            return seats
    return []


def leaving(rules: Rules, p: Position) -> dict[str, Any] | None:
    """What the update of the market takes out of it as it lies; None while auctions of the round can change that."""
    if p.seat < 0:
        return None
    for phase in rules.phases(p.round)[p.phase :]:
        for frame in phase.frames:
            if type(frame) is Auctions:
                return None
    card = outgoing(rules, p)
    return None if card is None else {"card": rules.card_refs[card], "to": "box" if p.step == 3 else "under"}
