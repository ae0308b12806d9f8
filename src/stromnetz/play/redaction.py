"""A position as one seat knows it: views are made from it, so nothing in a view leads to hidden information."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

UNKNOWN: Final = -1
"""A card that lies face down."""


def redact_for_seat(rules: Rules, p: Position, seat: int | None, hidden_money: bool) -> Position:
    """A copy without seed, deck, unseen cards and hidden money. Cards face down are counted, not named.

    Each part is named here, as in a view: one that is added to positions stays unknown until somebody writes it down.
    """
    q = Position.__new__(Position)
    q.seed = 0
    q.shuffles = 0
    q.reshuffle = None
    q.events = None
    q.halt = p.halt
    q.taken = None
    q.turn = 0
    q.round = p.round
    q.phase = p.phase
    q.step = p.step
    q.step_3 = p.step_3
    q.agenda = p.agenda[:]
    q.seat = p.seat
    q.kind = p.kind
    q.asked_in = p.asked_in
    q.ended = p.ended
    q.regions = p.regions
    q.area = p.area
    q.tiles = p.tiles
    q.occupants = p.occupants[:]
    q.market = p.market[:]
    q.places = p.places
    q.deck = [UNKNOWN] * len(p.deck)
    q.under = p.under
    q.mixed = p.mixed
    q.boxed = p.boxed
    q.removed = [UNKNOWN] * len(p.removed)
    q.stock = p.stock[:]
    q.supply = p.supply[:]
    q.order = p.order[:]
    q.bought = p.bought
    q.left = p.left
    q.money = p.money[:]
    q.plants = p.plants[:]
    q.fuel = p.fuel[:]
    q.caps = p.caps[:]
    q.cities = p.cities[:]
    q.reach = p.reach[:]
    q.modules = []
    for module in p.modules:
        q.modules.append(module.seen_by(seat))
        if p.deck and module.reveals_top_card(p, seat):
            q.deck[-1] = p.deck[-1]
    # at the end all money is shown, but a plan that would end the game shows nobody's
    if hidden_money and (p.halt or not p.ended):
        q.money = [money if s == seat or s in rules.automatic else 0 for s, money in enumerate(p.money)]
    return q
