"""Who comes next: read off the agenda, without playing on."""

from __future__ import annotations

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules


def to_come(g: Rules, p: Position) -> list[int]:
    """The seats that are due after the deciding one: in an auction its bidders, else the rest of the phase."""
    if p.seat < 0:
        return []
    for frame in reversed(p.agenda):
        if frame[0] == "auction":
            able = frame[2]
            circle = [(p.seat + i) % g.players for i in range(1, g.players)]
            return [s for s in circle if able >> s & 1]
        if frame[0] == "auctions":
            out = p.bought | p.left
            return [s for s in p.order if s < g.players and s != p.seat and not out >> s & 1]
        if frame[0] == "turns":
            _, id, acted = frame
            order = p.order[::-1] if g.turns[id].reverse else p.order
            return [s for s in order if s < g.players and s != p.seat and not acted >> s & 1]
    return []
