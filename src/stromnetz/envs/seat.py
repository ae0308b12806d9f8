"""A Gymnasium environment with one seat of a game; bots play the others."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Self

import gymnasium
import numpy as np

from stromnetz.bots import Bot, check_bots, make_bot
from stromnetz.bots.fallback import play_turn
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.catalogue import editions
from stromnetz.play.game import Game

from .kinds import RENDER_MODES, ActionMasks, Kind, Numbers, Observation, SlotDecision

ILLEGAL = ("end", "raise")
ILLEGAL_REWARD = -1.0
VERSION = 1


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game from one seat, against bots by name: one for each other seat, or one name for all.

    Without ``seat``, the seat is drawn for every game.

    >>> seat = SeatEnv("classic-2004", players=2, opponents="easy", seat=0)
    >>> seen, more = seat.reset(seed=7)
    >>> sorted(seen)
    ['action_mask', 'observation']
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  the base's form

    def __init__(
        self,
        edition: str | None = None,
        map: str | None = None,
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        regions: str | Sequence[str] | None = None,
        opponents: str | Sequence[str] = "easy",
        seat: int | None = None,
        slots: int = 64,
        reward: str = "win",
        illegal: str = "end",
        max_rounds: int = 300,
        render_mode: str | None = None,
    ) -> None:
        self.kind = Kind(edition, map, players, options, regions, slots, reward, max_rounds, render_mode)
        self.render_mode = render_mode
        if seat is not None and (type(seat) is not int or seat not in self.kind.seats):
            raise BadInput(f"a seat is one of {self.kind.seats}, not {short_repr(seat)}", {"seat": short_repr(seat)})
        if illegal not in ILLEGAL:
            raise BadInput(
                f"illegal is {' or '.join(ILLEGAL)}, not {short_repr(illegal)}", {"illegal": short_repr(illegal)}
            )
        self.opponents = _opponent_names(opponents, len(self.kind.seats) - 1)
        self.illegal = illegal
        self._wanted = seat
        self.observation_space = self.kind.observation_space()
        self.action_space = self.kind.action_space()
        self.seat = -1
        self.game: Game
        self._decision: SlotDecision | None = None
        self._bots: dict[int, Bot] = {}
        self._faults: list[str] = []

    def split(self, observation: Numbers) -> tuple[Numbers, Numbers]:
        """The two parts of ``observation["observation"]``: the position, and a row for each slot."""
        return self.kind.split(observation)

    def slot_texts(self) -> list[str]:
        """The meaning of the slots in use, in the notation of moves."""
        decision = self._decision
        return [] if decision is None else [decision.text(slot) for slot in range(len(decision))]

    def action_masks(self) -> ActionMasks:
        """The slots in use, as booleans, in the form that masked learners such as those of sb3-contrib ask for."""
        return self.kind.action_masks(self._decision)

    def clone(self) -> Self:
        """An independent copy in the same state, for searches. Its future chance is the same."""
        return copy.deepcopy(self)

    def information_state_string(self) -> str:
        """Everything that the seat knows about the game and its course, as text.

        Equal texts mean that the seat cannot tell the games apart, so that it can be the key of a table of strategies.
        """
        return self.kind.information_state(self.game, self.seat, self._decision)

    # --- playing ----------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; ``options={"game": game}`` continues a given one."""
        super().reset(seed=seed)
        if seed is not None:
            self.kind.seed(seed)
        self.game = self.kind.begin(options)
        seats = self.kind.seats
        self.seat = seats[self.kind.draw(32) % len(seats)] if self._wanted is None else self._wanted
        others = [seat for seat in seats if seat != self.seat]
        names = zip(others, self.opponents, strict=True)
        self._bots = {other: make_bot(name, self.kind.draw(31)) for other, name in names}
        self._faults = []
        self._run_bots()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        decision = self._decision
        if decision is None:
            raise BadInput("there is nothing to decide: the game is over, or has not begun; call reset")
        refusal = self.kind.refusal(decision, action)
        if refusal is not None:
            if self.illegal == "raise":
                raise refusal
            self._decision = None
            return self._observation(), ILLEGAL_REWARD, True, False, {**self._info(), "illegal": refusal.message}
        move = decision.choose(int(action))
        if move is not None:
            self.game.apply(move)
            self._run_bots()
            if self.render_mode == "human":
                self.render()
        if self._decision is not None:
            return self._observation(), 0.0, False, False, self._info()
        ended = self.game.decision is None
        return self._observation(), self.kind.rewards(self.game)[self.seat], ended, not ended, self._info()

    def _run_bots(self) -> None:
        """Let the bots move until the seat has to decide, or the game has ended or is cut."""
        game = self.game
        while game.position.seat in self._bots and game.position.round <= self.kind.max_rounds:
            play_turn(game, self._bots[game.position.seat], self._faults.append)
        cut = game.position.round > self.kind.max_rounds
        self._decision = None if cut else self.kind.decision_of(game)

    def _observation(self) -> Observation:
        return self.kind.observe(self.game, self.seat, self._decision)

    def _info(self) -> dict[str, Any]:
        out = {"seat": self.seat, **self.kind.facts(self.game, self.seat, self._decision)}
        return {**out, "faults": self._faults[:]} if self._faults else out

    def render(self) -> str | None:
        return self.kind.render(self.game)

    def close(self) -> None:
        """No-op: there is nothing to close."""


def _opponent_names(opponents: object, count: int) -> list[str]:
    """Check the opponents; returns the bots of the other seats in the order of their seats."""
    if isinstance(opponents, str):
        names = [opponents] * count
    elif isinstance(opponents, Sequence) and not isinstance(opponents, bytes):
        names = list(opponents)
    else:
        raise BadInput(f"opponents are bots by name, not {short_repr(opponents)}", {"opponents": short_repr(opponents)})
    if len(names) != count:
        raise BadInput(f"there are {count} other seats, but {len(names)} opponents", {"seats": count})
    check_bots(names)
    return names


def register() -> None:
    """Register every edition with Gymnasium: ``stromnetz/classic-2004-v1`` and so on."""
    for facts in editions():
        id = f"stromnetz/{facts.id}-v{VERSION}"
        if id not in gymnasium.registry:
            gymnasium.register(id, entry_point=f"{__name__}:{SeatEnv.__name__}", kwargs={"edition": facts.id})
