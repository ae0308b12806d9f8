"""All seats of a game as the agents of a PettingZoo environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import OrderEnforcingWrapper

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.game import Game

from .kinds import RENDER_MODES, Kind, Numbers, Observation
from .questions import Question


class TableEnv(AECEnv[str, Observation, int | None]):
    """A table with an agent on every seat that robots do not play: ``player_0``, ``player_1`` and so on.

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
        self._question: Question | None

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
        """What the slots in use stand for, in the notation of moves."""
        question = self._question
        return [] if question is None else [question.text(slot) for slot in range(len(question))]

    # --- playing ----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; ``options={"game": game}`` begins with that one, from where it stands."""
        if seed is not None:
            self.kind.seed(seed)
        self.game = self.kind.begin(options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def observe(self, agent: str) -> Observation:
        if agent not in self._seat:
            raise BadInput(
                f"the agents are {', '.join(self._seat)}, not {short_repr(agent)}", {"agent": short_repr(agent)}
            )
        return self.kind.observe(self.game, self._seat[agent], self._question)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        question = self._question
        assert question is not None
        refusal = self.kind.refusal(question, action)
        if refusal is not None or action is None:
            raise refusal or AssertionError
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = question.choose(int(action))
        if move is not None:
            self.game.apply(move)
            self._ask()
        else:
            self._tell()
        self._accumulate_rewards()

    def _ask(self) -> None:
        """Put the next decision to its seat, or end the game."""
        p = self.game.position
        self._question = self.kind.ask(self.game)
        over = self._question is None
        if over or p.round > self.kind.max_rounds:
            self._question = None
            ends = self.terminations if over else self.truncations
            for seat, reward in self.kind.rewards(self.game).items():
                ends[self._agent[seat]] = True
                self.rewards[self._agent[seat]] = reward
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._agent[p.seat]
        self._tell()
        if self.render_mode == "human":
            self.render()

    def _tell(self) -> None:
        self.infos = {agent: self.kind.facts(self.game, self._seat[agent], self._question) for agent in self.agents}

    def render(self) -> str | None:
        return self.kind.render(self.game)

    def close(self) -> None:
        """There is nothing to close."""


def raw_env(**options: Any) -> TableEnv:
    """The environment itself.

    >>> raw_env(players=3).possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    return TableEnv(**options)


def env(**options: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """The environment, which says so where it is used before ``reset``.

    >>> table = env(players=2)
    >>> table.reset(seed=7)
    >>> sorted(table.observe("player_1"))
    ['action_mask', 'observation']
    """
    return OrderEnforcingWrapper(TableEnv(**options))
