"""The agenda: an explicit stack of pending steps, kept in the position so that a game can be interrupted anywhere.

Frames (see ``frames``) run until a seat must decide. This module has the frames that every round is made of.
"""

from __future__ import annotations

from typing import ClassVar

from . import events as ev
from .decisions import check_move
from .errors import BadInput, GameOver
from .frames import NUMBER, SEAT, TURNS, Field, Frame
from .moves import Move
from .position import NOBODY, STEP_3_CHANGED, Position
from .rules import Rules, end_game


def apply(rules: Rules, p: Position, move: Move) -> None:
    """Make the deciding seat's move and run the agenda to the next decision. A refused move changes nothing."""
    if p.seat < 0:
        raise GameOver(case="game-over")
    if p.checked_move is not move:
        check_move(rules, p, move)
    p.checked_move = None
    p.turn += 1
    seat = p.seat
    p.seat = NOBODY
    rules.deciders[p.kind].do(rules, p, seat, move)
    advance(rules, p)


def advance(rules: Rules, p: Position) -> None:
    """Run frames until a seat must decide or the game is over."""
    agenda = p.agenda
    while p.seat < 0 and agenda:
        agenda[-1].step(rules, p)
    for hook in rules.hooks.on_pause:
        hook(rules, p)


def ask(rules: Rules, p: Position, seat: int, kind: str) -> None:
    """Ask a seat for a decision, unless a module decides for it."""
    if rules.automatic_moves and any(hook(rules, p, seat, kind) for hook in rules.automatic_moves):
        return
    p.seat = seat
    p.kind = kind
    p.asked_in = p.round


def make_automatic_move(rules: Rules, p: Position, seat: int, kind: str, move: Move) -> None:
    """Make a move for an automatic seat, under the same rules as for players."""
    decider = rules.deciders[kind]
    if type(move) not in decider.accepts:
        decider.refuse_kind(move)
    decider.check(rules, p, seat, move)
    decider.do(rules, p, seat, move)


class Round(Frame):
    """Starts phase ``next`` of the round, or the next round."""

    __slots__ = ("next",)
    name: ClassVar[str] = "round"
    fields: ClassVar[dict[str, Field]] = {"next": NUMBER}

    def __init__(self, next: int) -> None:
        self.next = next

    def step(self, rules: Rules, p: Position) -> None:
        i = self.next
        phases = rules.phases(p.round)
        if i == len(phases):
            if p.asked_in < p.round:
                end_game(rules, p)  # no seat had a decision in this round, and none ever will (E4)
                return
            p.round += 1
            i = 0
            phases = rules.phases(p.round)
        p.agenda[-1] = Round(i + 1)
        if p.events is not None and i == 0:
            p.events.append(ev.RoundBegan(p.round))
        p.phase = i
        p.bought = p.sat_out = 0
        phase = phases[i]
        if p.step_3 == STEP_3_CHANGED and p.step < 3:
            p.step = 3
            if p.events is not None:
                p.events.append(ev.StepBegan(3))
        if p.events is not None:
            p.events.append(ev.PhaseBegan(phase.id))
        p.agenda.extend(phase.frames[::-1])
        for hook in rules.hooks.on_phase_began:
            hook(rules, p)


class SetOrder(Frame):
    """Sets the order: most cities, then the highest plant (O1); seats without plants last, in the old order."""

    __slots__ = ()
    name: ClassVar[str] = "set-order"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        cities, plants = p.cities, p.plants
        p.order = sorted(p.order, key=lambda s: (cities[s], plants[s][-1] if plants[s] else -1), reverse=True)
        announce_order(rules, p)


def announce_order(rules: Rules, p: Position) -> None:
    for hook in rules.hooks.on_order_set:
        hook(rules, p)
    if p.events is not None:
        p.events.append(ev.OrderSet(p.order[:]))


class PhaseTurns(Frame):
    """Gives a turn to the next seat that has not acted.

    The seats that have acted are a set, not an index, because the order may change within a phase.
    """

    __slots__ = ("acted", "id")
    name: ClassVar[str] = "turns"
    fields: ClassVar[dict[str, Field]] = {"id": TURNS, "acted": NUMBER}

    def __init__(self, id: str, acted: int = 0) -> None:
        self.id = id
        self.acted = acted

    def step(self, rules: Rules, p: Position) -> None:
        acted, order = self.acted, p.order
        last = len(order) - 1
        backwards = rules.turns[self.id].reverse
        for i in range(last + 1):
            seat = order[last - i] if backwards else order[i]
            if not acted >> seat & 1:
                p.agenda[-1] = PhaseTurns(self.id, acted | 1 << seat)
                p.agenda.append(SeatTurn(self.id, seat, 0))
                return
        p.agenda.pop()

    def acting_order(self, rules: Rules, p: Position) -> list[int]:
        """Return the seats in the order in which they act."""
        return p.order[::-1] if rules.turns[self.id].reverse else p.order

    def is_planned_as(self, rules: Rules, plan: Frame) -> bool:
        return isinstance(plan, PhaseTurns) and self.id == plan.id and self.acted < 1 << rules.seats

    def next_seats(self, rules: Rules, p: Position) -> list[int] | None:
        order, acted = self.acting_order(rules, p), self.acted
        return [s for s in order if s < rules.players and s != p.seat and not acted >> s & 1]


class SeatTurn(Frame):
    """Asks for decision ``stage`` of a seat's turn."""

    __slots__ = ("id", "seat", "stage")
    name: ClassVar[str] = "turn"
    fields: ClassVar[dict[str, Field]] = {"id": TURNS, "seat": SEAT, "stage": NUMBER}
    transient: ClassVar[bool] = True

    def __init__(self, id: str, seat: int, stage: int) -> None:
        self.id = id
        self.seat = seat
        self.stage = stage

    def step(self, rules: Rules, p: Position) -> None:
        seat, stage = self.seat, self.stage
        stages = rules.turns[self.id].stages
        if seat >= rules.players and stage < len(stages):
            p.agenda[-1] = SeatTurn(self.id, seat, stage + 1)
            if stages[stage] in rules.hooks.neutral_turns:
                rules.hooks.neutral_turns[stages[stage]](rules, p, seat)
            return
        while stage < len(stages):
            decider = rules.deciders[stages[stage]]
            if decider.has_choice(rules, p, seat):
                if stage != self.stage:
                    p.agenda[-1] = SeatTurn(self.id, seat, stage)
                ask(rules, p, seat, decider.kind)
                return
            decider.auto(rules, p, seat)
            stage += 1
        p.agenda.pop()

    def next_stage(self, rules: Rules, p: Position) -> None:
        """Go to the next stage; after the last one the turn is over."""
        if self.stage + 1 == len(rules.turns[self.id].stages):
            p.agenda.pop()
        else:
            p.agenda[-1] = SeatTurn(self.id, self.seat, self.stage + 1)

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        stages = rules.turns[self.id].stages
        turns = under if isinstance(under, PhaseTurns) and under.id == self.id else None
        if self.seat == NOBODY or self.stage > len(stages) or turns is None:
            raise BadInput("a turn on the agenda is some seat's, in a phase of turns", {"frame": self.to_json(rules)})
        if not turns.acted >> self.seat & 1:
            raise BadInput("whose turn it is counts as having acted", {"seat": self.seat})


def finish_stage(rules: Rules, p: Position) -> None:
    """Finish the current stage of the turn on top of the agenda; after the last stage the turn is over."""
    turn = p.agenda[-1]
    assert isinstance(turn, SeatTurn)
    turn.next_stage(rules, p)
