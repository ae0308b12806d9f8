"""A PettingZoo environment with all seats of a game as agents."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import OrderEnforcingWrapper

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.game import Game

from .kinds import RENDER_MODES, ActionMasks, Kind, Numbers, Observation, SlotDecision


class TableEnv(AECEnv[str, Observation, int | None]):
    """A game with an agent on every seat without a robot: ``player_0``, ``player_1`` and so on.

    >>> table = TableEnv("classic-2004", players=2)
    >>> table.reset(seed=7)
    >>> table.agents, table.agent_selection
    (['player_0', 'player_1'], 'player_1')
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "stromnetz_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str | None = None,
        map: str | None = None,
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        regions: str | Sequence[str] | None = None,
        slots: int = 64,
        reward: str = "win",
        max_rounds: int = 300,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.kind = Kind(edition, map, players, options, regions, slots, reward, max_rounds, render_mode)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in self.kind.seats]
        self._seat = dict(zip(self.possible_agents, self.kind.seats, strict=True))
        self._agent = {seat: agent for agent, seat in self._seat.items()}
        self.observation_spaces = {agent: self.kind.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.kind.action_space() for agent in self.possible_agents}
        self.agents: list[str] = []
        self.game: Game
        self._decision: SlotDecision | None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

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

    def information_state_string(self, agent: str | None = None) -> str:
        """Everything that an agent knows about the game and its course, as text; by default of the one to decide.

        Equal texts mean that the agent cannot tell the games apart, so that it can be the key of a table of strategies.
        """
        return self.kind.information_state(self.game, self._seat[agent or self.agent_selection], self._decision)

    # --- playing ----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; ``options={"game": game}`` continues a given one."""
        if seed is not None:
            self.kind.seed(seed)
        self.game = self.kind.begin(options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._next_decision()

    def observe(self, agent: str) -> Observation:
        if agent not in self._seat:
            raise BadInput(
                f"the agents are {', '.join(self._seat)}, not {short_repr(agent)}", {"agent": short_repr(agent)}
            )
        return self.kind.observe(self.game, self._seat[agent], self._decision)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self._decision
        assert decision is not None
        refusal = self.kind.refusal(decision, action)
        if refusal is not None or action is None:
            raise refusal or AssertionError
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = decision.choose(int(action))
        if move is not None:
            self.game.apply(move)
            self._next_decision()
        else:
            self._update_infos()
        self._accumulate_rewards()

    def _next_decision(self) -> None:
        """Prepare the next decision, or end the game."""
        p = self.game.position
        self._decision = self.kind.decision_of(self.game)
        over = self._decision is None
        if over or p.round > self.kind.max_rounds:
            self._decision = None
            ends = self.terminations if over else self.truncations
            for seat, reward in self.kind.rewards(self.game).items():
                ends[self._agent[seat]] = True
                self.rewards[self._agent[seat]] = reward
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._agent[p.seat]
        self._update_infos()
        if self.render_mode == "human":
            self.render()

    def _update_infos(self) -> None:
        self.infos = {agent: self.kind.facts(self.game, self._seat[agent], self._decision) for agent in self.agents}

    def render(self) -> str | None:
        return self.kind.render(self.game)

    def close(self) -> None:
        """No-op: there is nothing to close."""


def raw_env(**options: Any) -> TableEnv:
    """The environment without wrappers.

    >>> raw_env(players=3).possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    return TableEnv(**options)


def env(**options: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """The environment, wrapped to raise an error if it is used before ``reset``.

    >>> table = env(players=2)
    >>> table.reset(seed=7)
    >>> sorted(table.observe("player_1"))
    ['action_mask', 'observation']
    """
    return OrderEnforcingWrapper(TableEnv(**options))
