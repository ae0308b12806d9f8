"""Let a small player learn the game against bots: an actor and a critic with numpy, nothing else.

    pip install "stromnetz[learn]"
    python examples/learn.py --minutes 5 --against easy

The player gives each slot a score: a weighted sum of its numbers, with weights of their own for each kind of move. The
critic guesses from the position how the game will end, by ridge regression on the games so far. After each batch of
games the weights move towards choices after which the critic's guess rose. It knows nothing of a position but what the
slots tell, so it stays a beginner; docs/learning.md says what a strong player needs.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stromnetz import envs

Array = np.ndarray[Any, np.dtype[Any]]

KIND = envs.SLOT.index("kind")
FIRST = envs.SLOT.index("cost")  # the columns before are numbers to look something up by
WIDTH = envs.SLOT_SIZE - FIRST + 2
SEEN = ("table", "companies")
"""The parts of a position that the critic looks at."""
KEPT = 6000
LAMBDA = 0.9


class Played(NamedTuple):
    """A game: what the critic saw at each decision, what each choice says about the weights, and how it ended."""

    seen: Array
    gradients: Array
    worth: float
    reward: float


class Player:
    """Scores slots by weights; ``weights[kind]`` belong to one kind of move."""

    def __init__(self, env: envs.SeatEnv, seed: int) -> None:
        self.weights: Array = np.zeros((len(env.kind.encoder.moves), WIDTH))
        self.rng = np.random.default_rng(seed)
        parts = [part for part in env.kind.encoder.layout if part.name in SEEN]
        self.columns = np.concatenate([part.offset + np.arange(part.rows * len(part.columns)) for part in parts])

    def choose(self, rows: Array) -> tuple[int, Array]:
        """A slot by chance, and the gradient of the logarithm of its chance."""
        kinds, inputs = rows[:, KIND].astype(int), features(rows)
        scores = (self.weights[kinds] * inputs).sum(axis=1)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        slot = min(int(np.searchsorted(chances.cumsum(), self.rng.random())), len(rows) - 1)
        gradient = np.zeros_like(self.weights)
        np.add.at(gradient, kinds, -chances[:, None] * inputs)
        gradient[kinds[slot]] += inputs[slot]
        return slot, gradient

    def best(self, rows: Array) -> int:
        return int((self.weights[rows[:, KIND].astype(int)] * features(rows)).sum(axis=1).argmax())


def features(rows: Array) -> Array:
    """The numbers of slots, whether several moves lie behind one, and a constant."""
    out = np.ones((len(rows), WIDTH))
    out[:, :-2] = np.clip(rows[:, FIRST:], -3, 3)
    out[:, -2] = rows[:, -1] > 0
    return out


class Critic:
    """Guesses what a game will be worth."""

    def __init__(self, size: int) -> None:
        self.seen, self.worth = np.zeros((0, size)), np.zeros(0)
        self.weights: Array = np.zeros(size + 1)

    def guess(self, seen: Array) -> Array:
        out: Array = seen @ self.weights[:-1] + self.weights[-1]
        return out

    def learn(self, games: list[Played]) -> None:
        self.seen = np.concatenate([self.seen, *[game.seen for game in games]])[-KEPT:]
        self.worth = np.concatenate([self.worth, *[np.full(len(game.seen), game.worth) for game in games]])[-KEPT:]
        inputs = np.hstack([self.seen, np.ones((len(self.seen), 1))])
        square = inputs.T @ inputs + 5 * np.eye(inputs.shape[1])
        self.weights = np.linalg.solve(square, inputs.T @ self.worth)


class Adam:
    """Steps of about the same size for all weights, however large their gradients are."""

    def __init__(self, shape: tuple[int, ...], rate: float) -> None:
        self.rate = rate
        self.mean, self.square, self.steps = np.zeros(shape), np.zeros(shape), 0

    def step(self, gradient: Array) -> Array:
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.99**self.steps)
        step: Array = self.rate * mean / (np.sqrt(square) + 1e-4)
        return step


def play(env: envs.SeatEnv, player: Player) -> Played:
    """A game to learn from. Losing with many cities is worth more than losing with few."""
    observation, info = env.reset()
    seen, gradients = [], []
    while True:
        position, rows = env.split(observation["observation"])
        slot, gradient = player.choose(rows[: info["slots"]])
        seen.append(position[player.columns])
        gradients.append(gradient)
        observation, reward, ended, cut, info = env.step(slot)
        if ended or cut:
            worth = reward + info.get("supplied", 0) / 20
            return Played(np.array(seen, float), np.array(gradients), worth, reward)


def advantages(guesses: Array, worth: float) -> Array:
    """By how much things went better than guessed after each choice."""
    surprises = np.append(guesses[1:], worth) - guesses
    out = np.zeros_like(surprises)
    later = 0.0
    for i in range(len(surprises) - 1, -1, -1):
        later = out[i] = surprises[i] + LAMBDA * later
    return out


def train(env: envs.SeatEnv, player: Player, batches: int, games: int, rate: float, until: float = np.inf) -> None:
    """Learn from so many batches of games, or until a time of ``time.monotonic``."""
    adam, critic = Adam(player.weights.shape, rate), Critic(len(player.columns))
    for number in range(batches):
        played = [play(env, player) for _ in range(games)]
        if number == 0:
            critic.learn(played)
        better = np.concatenate([advantages(critic.guess(game.seen), game.worth) for game in played])
        better = (better - better.mean()) / (better.std() + 1e-6)
        gradients = np.concatenate([game.gradients for game in played])
        player.weights += adam.step(np.tensordot(better, gradients, 1) / len(better))
        critic.learn(played)
        print(f"batch {number + 1}: reward {np.mean([game.reward for game in played]):.2f}")
        if time.monotonic() > until:
            break


def share(env: envs.SeatEnv, player: Player, deals: range, best: bool) -> float:
    """The mean reward on deals: with the best slot each time, or with chance in the choices, as it learnt."""
    rewards = []
    for seed in deals:
        observation, info = env.reset(seed=seed)
        ended = cut = False
        while not (ended or cut):
            rows = env.split(observation["observation"])[1][: info["slots"]]
            observation, reward, ended, cut, info = env.step(player.best(rows) if best else player.choose(rows)[0])
        rewards.append(reward)
    return float(np.mean(rewards))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", help="the edition (the default one unless named)")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--against", default="easy", help="the bot on the other seats")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--judge", type=int, default=40, help="fresh deals to judge it by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where to save the weights (.npy)")
    args = parser.parse_args()
    env = envs.SeatEnv(args.edition, players=args.players, opponents=args.against, reward="rank")
    env.reset(seed=args.seed)
    player = Player(env, args.seed)
    train(env, player, 1_000_000, 8, 0.1, time.monotonic() + 60 * args.minutes)
    for bot in ("random", args.against):
        judge = envs.SeatEnv(args.edition, players=args.players, opponents=bot, reward="rank")
        ahead = share(judge, player, range(10**9, 10**9 + args.judge), best=False)
        print(f"on {args.judge} fresh deals it is ahead of {ahead:.0%} of the {bot} players")
    if args.out:
        np.save(args.out, player.weights)


if __name__ == "__main__":
    main()
