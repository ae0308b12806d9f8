"""Tune a bot's parameters with CMA-ES; read and write files with weights."""

from __future__ import annotations

import inspect
import json
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import exp, isfinite, log
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from stromnetz.arena.matches import GameKind, Match, MatchResult, crashed, play_match, seatings
from stromnetz.arena.processes import WorkerPool
from stromnetz.arena.result_file import ResultFile, read_lines
from stromnetz.arena.statistics import mean, mean_interval
from stromnetz.bots import Bot, make_bot
from stromnetz.bots.parameters import load
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.extras import install_command

Weights = dict[str, float]


def weights_of(name: str) -> Weights:
    """The default weights of a bot; raises `BadInput` if it has none."""
    cls = type(make_bot(name))
    if "weights" not in inspect.signature(cls).parameters:
        raise BadInput(f"the bot {short_repr(name)} has no weights that could be tuned", {"bot": short_repr(name)})
    known: Mapping[str, float] = getattr(cls, "WEIGHTS", None) or load()
    return {key: float(value) for key, value in known.items()}


def make_weighted_bot(name: str, seed: int, weights: Mapping[str, float]) -> Bot:
    """Create a bot with these weights."""
    cls: Any = type(make_bot(name))
    bot: Bot = cls(seed, weights=dict(weights))
    return bot


def check_weights(given: Mapping[str, Any], known: Mapping[str, float], where: str) -> Weights:
    """Check given weights: all of the bot's, no others, and finite numbers."""
    unknown = [name for name in given if name not in known]
    if unknown:
        raise BadInput(
            f"{where} has a weight {short_repr(unknown[0])} that the bot does not know; "
            f"its weights are {', '.join(known)}",
            {"weight": short_repr(unknown[0])},
        )
    missing = [name for name in known if name not in given]
    if missing:
        raise BadInput(f"{where} lacks the weight {', '.join(missing)}", {"missing": missing})
    for name, value in given.items():
        if type(value) not in (int, float) or not isfinite(value):
            raise BadInput(f"the weight {name} in {where} must be a number, not {short_repr(value)}", {"weight": name})
    return {name: float(given[name]) for name in known}


def read_weights(path: Path, known: Mapping[str, float]) -> Weights:
    """Read weights from a TOML or JSON file."""
    try:
        text = path.read_text(encoding="utf-8")
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}", {"file": str(path)}) from None
    except ValueError as error:
        raise BadInput(f"{path} is neither TOML nor JSON: {error}", {"file": str(path)}) from None
    if not isinstance(data, dict):
        raise BadInput(f"{path} must hold weights by name", {"file": str(path)})
    return check_weights(data, known, str(path))


def weights_toml(weights: Mapping[str, float], head: str) -> str:
    """Weights as TOML, after a comment."""
    lines = [f"# {line}" for line in head.splitlines()]
    return "\n".join([*lines, *(f"{name} = {float(value)!r}" for name, value in weights.items()), ""])


cma: ModuleType | None
try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns that matplotlib is missing, which we do not use
        cma = import_module("cma")
except ImportError:  # an extra
    cma = None

FILE_KIND = "tuning"
CANDIDATE = "candidate"
DEALS_PER_RUN = 1_000_000
"""Deals reserved for each run, for tuning and again for validation."""
FIRST_TUNING_DEAL, FIRST_VALIDATION_DEAL = 1_000_000_000, 2_000_000_000
"""First deals for tuning and for validation; duels and tournaments usually begin at 0."""
MAX_RUNS = (FIRST_VALIDATION_DEAL - FIRST_TUNING_DEAL) // DEALS_PER_RUN
LAST_RANK_PENALTY = 0.1
"""Penalty of the last rank in wins. Wins alone say little in a few games."""


@dataclass(slots=True, frozen=True)
class Run:
    """All settings of a tuning run; equal runs give equal results."""

    bot: str
    against: tuple[str, ...]
    kinds: tuple[GameKind, ...]
    start: tuple[tuple[str, float], ...]
    only: tuple[str, ...]
    """Names of the tuned weights."""
    deals: int
    """Deals per generation, game kind and opponent."""
    generations: int
    population: int
    sigma: float
    """Initial step size: 0.2 changes each weight by about a fifth."""
    validate: int
    """Validation deals per game kind and opponent."""
    seed: int = 0
    """Seed of the run, which also selects its deals."""

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "against": list(self.against),
            "kinds": [kind.to_json() for kind in self.kinds],
            "start": dict(self.start),
            "only": list(self.only),
            "deals": self.deals,
            "generations": self.generations,
            "population": self.population,
            "sigma": self.sigma,
            "validate": self.validate,
            "seed": self.seed,
            "tuned_on": _first_and_last(self.tuning_deals()),
            "validated_on": _first_and_last(self.validation_deals()),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        fields = {
            name: data[name] for name in ("bot", "deals", "generations", "population", "sigma", "validate", "seed")
        }
        return cls(
            against=tuple(data["against"]),
            kinds=tuple(GameKind.from_json(kind) for kind in data["kinds"]),
            start=tuple(data["start"].items()),
            only=tuple(data["only"]),
            **fields,
        )

    def tuning_deals(self) -> range:
        first = FIRST_TUNING_DEAL + self.seed * DEALS_PER_RUN
        return range(first, first + self.generations * self.deals)

    def validation_deals(self) -> range:
        first = FIRST_VALIDATION_DEAL + self.seed * DEALS_PER_RUN
        return range(first, first + self.validate)

    def deals_of(self, generation: int) -> range:
        return self.tuning_deals()[generation * self.deals : (generation + 1) * self.deals]

    def check(self) -> None:
        """Raise `BadInput` if the run cannot be played, before any process starts."""
        known = weights_of(self.bot)
        check_weights(dict(self.start), known, "the start")
        for name in self.only:
            if name not in known:
                raise BadInput(
                    f"{self.bot} has no weight {name!r}; its weights are {', '.join(known)}", {"weight": name}
                )
        if len(self.only) < 2:
            raise BadInput("two weights or more can be tuned at a time, not one", {"weights": list(self.only)})
        if not 0 <= self.seed < MAX_RUNS:
            raise BadInput(f"--seed must be 0 to {MAX_RUNS - 1} for tuning, not {self.seed}", {"seed": self.seed})
        if max(self.generations * self.deals, self.validate) > DEALS_PER_RUN:
            raise BadInput(
                f"a run has {DEALS_PER_RUN:,} deals for tuning, and as many for validation", {"deals": DEALS_PER_RUN}
            )
        for name in self.against:
            make_bot(name)
        for kind in self.kinds:
            if kind.places < 2:
                raise BadInput(f"tuning needs two seats for bots, and {kind} has {kind.places}", {})

    def matches(self, deals: range) -> Iterator[Match]:
        """The matches that each candidate plays."""
        number = 0
        for deal in deals:
            for kind in self.kinds:
                for other in self.against:
                    for seats in seatings((CANDIDATE, *[other] * (kind.places - 1)), deal):
                        yield Match(number, kind, deal, seats)
                        number += 1

    def weights(self, point: Sequence[float]) -> Weights:
        """The weights at a point of the search space. Positive weights are multiplied and stay positive, others are
        added to."""
        out = dict(self.start)
        for name, x in zip(self.only, point, strict=True):
            out[name] = out[name] * exp(x) if out[name] > 0 else out[name] + x
        return out


def _first_and_last(deals: range) -> list[int]:
    return [deals.start, deals.stop - 1]


def run_in(path: Path) -> Run:
    """The run in a result file."""
    head, _, _ = read_lines(path, FILE_KIND)
    try:
        return Run.from_json(head["plan"])
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"the plan in {path} cannot be read: {error}", {"file": str(path)}) from None


# --- games ---

Task = tuple[str, Weights, Match]
K = TypeVar("K")


def play_task(task: Task) -> MatchResult:
    """Play a game of a candidate."""
    bot, weights, match = task

    def make(name: str, seed: int) -> Bot:
        return make_weighted_bot(bot, seed, weights) if name == CANDIDATE else make_bot(name, seed)

    return play_match(match, make)


def crashed_task(task: Task, why: str) -> MatchResult:
    """The result of a candidate's game whose process crashed."""
    return crashed(task[2], why)


def score_of(game: MatchResult) -> float:
    """The candidate's share of the win, minus a small penalty for its rank."""
    seat = game.seats.index(CANDIDATE)
    return game.won[seat] - LAST_RANK_PENALTY * (game.ranks[seat] - 1) / max(1, len(game.seats) - 1)


@dataclass(slots=True)
class Validation:
    """The validation: tuned and original weights on deals that tuning did not use."""

    deals: list[int]
    games: int
    start: float
    """Share of wins with the original weights."""
    tuned: float
    """Share of wins with the tuned weights."""
    gain: tuple[float, float, float]
    """Mean difference of tuned and original weights by deal, with its 95 % interval."""

    @property
    def better(self) -> bool:
        return self.gain[1] > 0

    def to_json(self) -> dict[str, Any]:
        names = ("mean", "low", "high")
        gain = {name: round(value, 4) for name, value in zip(names, self.gain, strict=True)}
        shares = {"start": round(self.start, 4), "tuned": round(self.tuned, 4)}
        return {"deals": self.deals, "games": self.games, **shares, "gain": gain, "better": self.better}


@dataclass(slots=True)
class Tuned:
    run: Run
    weights: Weights
    validation: Validation
    crashes: list[str]
    """Descriptions of crashed games."""

    def to_json(self) -> dict[str, Any]:
        return {"run": self.run.to_json(), "weights": self.weights, "validation": self.validation.to_json()} | (
            {"crashes": self.crashes} if self.crashes else {}
        )


class Tuning:
    """A run and its result file. Games stored in the file are not replayed."""

    def __init__(
        self, run: Run, file: ResultFile, pool: WorkerPool, progress: Callable[[int], None] | None = None
    ) -> None:
        self.run = run
        self.file = file
        self.pool = pool
        self.progress = progress
        self.done = 0
        candidates = [row for row in file.rows if "candidate" in row]
        self.scores = {(row["generation"], row["candidate"]): float(row["score"]) for row in candidates}
        self.weights_asked = {(row["generation"], row["candidate"]): row["weights"] for row in candidates}
        self.outcomes = {(row["validated"], row["deal"]): float(row["won"]) for row in file.rows if "validated" in row}
        self.crashes: list[str] = [crash for row in file.rows for crash in row.get("crashes", ())]

    def tune(self) -> Tuned:
        optimizer = make_optimizer(self.run)
        for generation in range(self.run.generations):
            points = [[float(x) for x in point] for point in optimizer.ask()]
            scores = self._scores_of_generation(generation, points)
            optimizer.tell(points, [-score for score in scores])
        weights = {
            name: round(value, 6) for name, value in self.run.weights([float(x) for x in optimizer.mean]).items()
        }
        out = Tuned(self.run, weights, self._validate(weights), self.crashes)
        if not any("result" in row for row in self.file.rows):
            self.file.add({"result": {"weights": out.weights, "validation": out.validation.to_json()}})
        return out

    def _scores_of_generation(self, generation: int, points: list[list[float]]) -> list[float]:
        """The score of each candidate; new ones are played and stored."""
        run = self.run
        deals = run.deals_of(generation)
        size = sum(1 for _ in run.matches(deals))
        for i, point in enumerate(points):
            if self.weights_asked.get((generation, i), self._tuned(point)) != self._tuned(point):
                raise BadInput(
                    f"candidate {i} of generation {generation} in {self.file.path} is not the one that is asked for "
                    "here: another version of cma began this run, so go on with that one, or name another file",
                    {"file": str(self.file.path)},
                )
        missing = [i for i in range(len(points)) if (generation, i) not in self.scores]
        self._report_progress((len(points) - len(missing)) * size)
        for i, games in self._play_all({i: (run.weights(points[i]), deals) for i in missing}):
            score = mean([score_of(game) for game in games])
            self.scores[generation, i] = score
            row = {"generation": generation, "candidate": i, "deals": _first_and_last(deals), "games": size}
            self._write({**row, "score": score, "weights": self._tuned(points[i])}, games)
        return [self.scores[generation, i] for i in range(len(points))]

    def _play_all(self, weights_asked: Mapping[K, tuple[Weights, range]]) -> Iterator[tuple[K, list[MatchResult]]]:
        """Yield the games of each key once all of them are played."""
        run = self.run
        tasks = ((run.bot, weights, match) for weights, deals in weights_asked.values() for match in run.matches(deals))
        results = self.pool.each(play_task, tasks, crashed=crashed_task)
        for key, (_, deals) in weights_asked.items():
            games = []
            for _ in run.matches(deals):
                games.append(next(results))
                self._report_progress(1)
            yield key, games

    def _tuned(self, point: Sequence[float]) -> Weights:
        """The tuned weights of a candidate."""
        weights = self.run.weights(point)
        return {name: round(weights[name], 6) for name in self.run.only}

    def _validate(self, weights: Weights) -> Validation:
        """Compare both weights on the same validation deals, none of which may be a tuning deal of the plan or the
        file."""
        run = self.run
        deals = run.validation_deals()
        used = [row["deals"] for row in self.file.rows if "candidate" in row] + [_first_and_last(run.tuning_deals())]
        if any(first <= deals[-1] and last >= deals[0] for first, last in used):
            raise BadInput("deals that were used for tuning cannot judge its result", {"deals": _first_and_last(deals)})
        sides = {"start": dict(run.start), "tuned": weights}
        size = len(list(run.matches(deals[:1])))
        todo = [(side, deal) for deal in deals for side in sides if (side, deal) not in self.outcomes]
        self._report_progress((2 * len(deals) - len(todo)) * size)
        for (side, deal), games in self._play_all({one: (sides[one[0]], range(one[1], one[1] + 1)) for one in todo}):
            score, won = mean([score_of(game) for game in games]), mean([game.share(CANDIDATE) for game in games])
            self.outcomes[side, deal] = won
            self._write({"validated": side, "deal": deal, "games": size, "score": score, "won": won}, games)
        wins = {side: [self.outcomes[side, deal] for deal in deals] for side in sides}
        gains = [tuned - start for tuned, start in zip(wins["tuned"], wins["start"], strict=True)]
        return Validation(
            _first_and_last(deals),
            2 * size * len(deals),
            mean(wins["start"]),
            mean(wins["tuned"]),
            mean_interval(gains),
        )

    def _write(self, row: dict[str, Any], games: Sequence[MatchResult]) -> None:
        """Store a row, with the crashes among these games."""
        crashes = [str(crash) for game in games for crash in game.faults.crashes]
        self.crashes += crashes
        self.file.add({**row, "crashes": crashes} if crashes else row)

    def _report_progress(self, games: int) -> None:
        self.done += games
        if self.progress is not None:
            self.progress(self.done)


def count_games(run: Run) -> int:
    """The number of games of a run."""
    one = len(list(run.matches(run.validation_deals()[:1])))
    return one * (run.deals * run.generations * run.population + 2 * run.validate)


def default_population(weights: int) -> int:
    """The default population size of CMA-ES."""
    return 4 + int(3 * log(weights))


def make_optimizer(run: Run) -> Any:
    """A CMA-ES optimizer at the start of a run, with a seed from the run."""
    if cma is None:
        raise BadInput(f"tuning needs cma: {install_command('lab')}", {"missing": "cma"})
    options = {"popsize": run.population, "seed": run.seed + 1, "verbose": -9, "verb_log": 0, "verb_disp": 0}
    return cma.CMAEvolutionStrategy([0.0] * len(run.only), run.sigma, options)


def tune(
    path: Path, run: Run, jobs: int = 1, progress: Callable[[int], None] | None = None, cluster: str | None = None
) -> Tuned:
    """Run or resume a tuning run; results are stored in the file."""
    with ResultFile(path, FILE_KIND, run.to_json()) as file, WorkerPool(jobs, cluster) as pool:
        return Tuning(run, file, pool, progress).tune()
