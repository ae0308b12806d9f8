"""The agenda: an explicit stack of what must still happen, kept in the position so that anything can be interrupted.

A frame is a tuple whose first item names its handler. Frames run until a seat must decide. The second table says what
the other items of a frame are, for saving.
"""

from __future__ import annotations

from stromnetz.engine.phases.ending import end_game

from . import events as ev
from .decisions import check_move
from .errors import GameOver
from .moves import Move
from .position import NOBODY, STEP_3_CHANGED, Position
from .rules import Rules

FRAME_FIELDS: dict[str, tuple[str, ...]] = {
    "draft": (),
    "round": ("int",),
    "set-order": (),
    "turns": ("str", "int"),
    "turn": ("str", "seat", "int"),
    "auctions": (),
    "unsold": (),
    "auction": ("card", "int", "int", "seat", "seat"),
    "scrap": ("seat", "card"),
    "give-up": ("seat", "card"),
    "bought": ("seat", "card"),
    "assign": ("seat", "card"),
    "settle": (),
    "step-3-due": (),
    "step-3-change": (),
    "end-check": (),
    "step-2": (),
    "refill": (),
    "update": (),
}


def apply(rules: Rules, p: Position, move: Move) -> None:
    """Make the deciding seat's move and run the agenda to the next decision. A refused move changes nothing."""
    if p.seat < 0:
        raise GameOver("the game is over: there is nothing left to decide", case="game-over")
    check_move(rules, p, move)
    seat = p.seat
    p.seat = NOBODY
    rules.deciders[p.kind].do(rules, p, seat, move)
    advance(rules, p)


def advance(rules: Rules, p: Position) -> None:
    """Work off frames until somebody must decide or the game is over."""
    frames = rules.frames
    agenda = p.agenda
    while p.seat < 0 and agenda:
        frames[agenda[-1][0]](rules, p)
    for hook in rules.edition.on_rest:
        hook(rules, p)


def ask(p: Position, seat: int, kind: str) -> None:
    p.seat = seat
    p.kind = kind
    p.asked_in = p.round


def round_frame(rules: Rules, p: Position) -> None:
    """("round", i): begin phase i of the round, or the next round."""
    i: int = p.agenda[-1][1]
    phases = rules.phases(p.round)
    if i == len(phases):
        if p.asked_in < p.round:
            end_game(rules, p)  # nobody had anything to decide, and nobody ever will (E4)
            return
        p.round += 1
        i = 0
        phases = rules.phases(p.round)
    p.agenda[-1] = ("round", i + 1)
    if p.events is not None and i == 0:
        p.events.append(ev.RoundBegan(p.round))
    p.phase = i
    p.bought = p.left = 0
    phase = phases[i]
    if p.step_3 == STEP_3_CHANGED and p.step < 3:
        p.step = 3
        if p.events is not None:
            p.events.append(ev.StepBegan(3))
    if p.events is not None:
        p.events.append(ev.PhaseBegan(phase.id))
    p.agenda.extend(phase.frames[::-1])
    for hook in rules.edition.on_phase_began:
        hook(rules, p)


def set_order(rules: Rules, p: Position) -> None:
    """("set-order",): most cities first, ties by the highest plant (O1); without a plant last, keeping the order."""
    p.agenda.pop()
    cities, plants = p.cities, p.plants
    p.order.sort(key=lambda s: (cities[s], plants[s][-1] if plants[s] else -1), reverse=True)
    order_is_set(rules, p)


def order_is_set(rules: Rules, p: Position) -> None:
    for hook in rules.edition.on_order_set:
        hook(rules, p)
    if p.events is not None:
        p.events.append(ev.OrderSet(p.order[:]))


def turns_frame(rules: Rules, p: Position) -> None:
    """("turns", id, acted): the next seat that has not acted takes its turn.

    Who has acted is a set, not an index: the order may change in the middle of a phase.
    """
    _, id, acted = p.agenda[-1]
    for seat in reversed(p.order) if rules.turns[id].reverse else p.order:
        if not acted >> seat & 1:
            p.agenda[-1] = ("turns", id, acted | 1 << seat)
            p.agenda.append(("turn", id, seat, 0))
            return
    p.agenda.pop()


def turn_frame(rules: Rules, p: Position) -> None:
    """("turn", id, seat, i): decision i of a seat's turn."""
    _, id, seat, i = p.agenda[-1]
    stages = rules.turns[id].stages
    if i == len(stages):
        p.agenda.pop()
        return
    decider = rules.deciders[stages[i]]
    if seat >= rules.players:
        p.agenda[-1] = ("turn", id, seat, i + 1)
        if decider.kind in rules.edition.neutral_turns:
            rules.edition.neutral_turns[decider.kind](rules, p, seat)
    elif decider.has_choice(rules, p, seat):
        ask(p, seat, decider.kind)
    else:
        p.agenda[-1] = ("turn", id, seat, i + 1)
        decider.auto(rules, p, seat)


def stage_done(p: Position) -> None:
    """The asked stage of the turn on top of the agenda is finished."""
    _, id, seat, i = p.agenda[-1]
    p.agenda[-1] = ("turn", id, seat, i + 1)
