"""What comes next: read off the agenda, without playing on."""

from __future__ import annotations

from stromnetz.engine.market import outgoing
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .view_parts import LeavingCard


def to_come(rules: Rules, p: Position) -> list[int]:
    """The seats that are due after the deciding one: in an auction its bidders, else the rest of the phase."""
    if p.seat < 0:
        return []
    for frame in reversed(p.agenda):
        if frame[0] == "auction":
            able = frame[2]
            circle = [(p.seat + i) % rules.players for i in range(1, rules.players)]
            return [s for s in circle if able >> s & 1]
        if frame[0] == "auctions":
            return to_open(rules, p, p.seat)
        if frame[0] == "turns":
            _, id, acted = frame
            order = p.order[::-1] if rules.turns[id].reverse else p.order
            return [s for s in order if s < rules.players and s != p.seat and not acted >> s & 1]
    return []


def to_open(rules: Rules, p: Position, without: int) -> list[int]:
    """The seats that have still to open an auction or leave, in their order, without this one."""
    out = p.bought | p.left
    return [s for s in p.order if s < rules.players and s != without and not out >> s & 1]


def leaving(rules: Rules, p: Position) -> LeavingCard | None:
    """What the update of the market takes out of it as it lies; None while auctions of the round can change that."""
    ahead = [frame for phase in rules.phases(p.round)[p.phase :] for frame in phase.frames]
    card = None if p.seat < 0 or ("auctions",) in ahead else outgoing(rules, p)
    return None if card is None else LeavingCard(rules.card_refs[card], "box" if p.step == 3 else "under")
