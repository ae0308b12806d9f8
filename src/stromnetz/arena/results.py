"""Results of a tournament: shares, ratings by openskill (decision 19), decision times and purchases of each bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

from stromnetz.engine.moves import CardRef

from .matches import GameKind, MatchResult, all_faults
from .statistics import Share, clustered, mean
from .timed_bots import all_kinds, merge_times, quantile
from .tournament import TournamentPlan


class DecisionTimes(NamedTuple):
    """Processor time of decisions, in milliseconds."""

    decisions: int
    median: float
    p99: float


@dataclass(slots=True)
class BotResult:
    """The results of a bot in a set of games."""

    bot: str
    seats: int
    """Seats that the bot had in all games."""
    won: Share
    """The share of its seats that won."""
    fair: float
    mean_rank: float
    supplied: float


@dataclass(slots=True)
class Results:
    plan: TournamentPlan
    games: list[MatchResult]
    standings: list[BotResult]
    """The best first."""
    ratings: dict[str, Rating]
    by_kind: list[tuple[GameKind, list[BotResult]]]
    """In the order of the plan; the bots in the order of the standings."""
    before: dict[tuple[str, str], Share]
    """How often the first bot ranked before the second, in games of both; ties count half."""
    rounds: Counter[int]
    times: dict[str, dict[str, DecisionTimes]]
    """By bot and kind of decision; the empty name has all kinds."""
    bought: dict[str, dict[str, Counter[tuple[CardRef, int]]]]
    """By edition and bot: purchases by card and round."""

    @property
    def cut(self) -> int:
        return sum(game.cut for game in self.games)

    def to_json(self) -> dict[str, Any]:
        return {
            "plan": self.plan.to_json(),
            "games": len(self.games),
            "cut": self.cut,
            "faults": all_faults(self.games).to_json(),
            "bots": [self._row(row) for row in self.standings],
            "kinds": [{**kind.to_json(), "bots": [_result_json(row) for row in rows]} for kind, rows in self.by_kind],
            "before": [{"bot": a, "other": b, **share.to_json()} for (a, b), share in self.before.items()],
            "rounds": {str(n): count for n, count in sorted(self.rounds.items())},
            "bought": [
                {"edition": edition, "bot": bot, "card": card, "round": number, "count": count}
                for edition, bots in self.bought.items()
                for bot, counts in bots.items()
                for (card, number), count in counts.items()
            ],
        }

    def _row(self, row: BotResult) -> dict[str, Any]:
        rating = self.ratings.get(row.bot)
        times = {
            kind or "all": {"decisions": s.decisions, "median_ms": round(s.median, 3), "p99_ms": round(s.p99, 3)}
            for kind, s in self.times[row.bot].items()
        }
        rated = {"rating": {"mu": round(rating.mu, 2), "sigma": round(rating.sigma, 2)}} if rating else {}
        return {**_result_json(row), **rated, "times": times}


def _result_json(row: BotResult) -> dict[str, Any]:
    return {
        "bot": row.bot,
        "seats": row.seats,
        **row.won.to_json(),
        "fair": round(row.fair, 4),
        "mean_rank": round(row.mean_rank, 3),
        "supplied": round(row.supplied, 2),
    }


def results(plan: TournamentPlan, games: Sequence[MatchResult]) -> Results:
    kinds = [match.kind for match in plan.matches()]
    of = {game.number: kinds[game.number] for game in games}

    def cluster(game: MatchResult) -> tuple[GameKind, int]:
        return of[game.number], game.deal

    def standing(bot: str, games: Iterable[MatchResult]) -> BotResult:
        return _standing(bot, list(games), cluster, lambda game: of[game.number].players)

    rows = [standing(bot, games) for bot in plan.bots]
    rows.sort(key=lambda row: (-(row.won.share - row.fair), row.mean_rank))
    order = [row.bot for row in rows]
    return Results(
        plan=plan,
        games=list(games),
        standings=rows,
        ratings=ratings(games),
        by_kind=[
            (kind, [standing(bot, [game for game in games if of[game.number] == kind]) for bot in order])
            for kind in plan.kinds
        ],
        before={(a, b): _before(a, b, games, cluster) for a in order for b in order if a != b},
        rounds=Counter(game.rounds for game in games if game.ended),
        times={bot: _times(bot, games) for bot in order},
        bought=_bought(order, games, of),
    )


Cluster = Callable[[MatchResult], tuple[GameKind, int]]


def _shares(parts: Iterable[tuple[tuple[GameKind, int], float, float]]) -> Share:
    clusters: dict[tuple[GameKind, int], tuple[float, float]] = {}
    for key, won, of in parts:
        before = clusters.get(key, (0.0, 0.0))
        clusters[key] = (before[0] + won, before[1] + of)
    return clustered(list(clusters.values()))


def _standing(bot: str, games: list[MatchResult], cluster: Cluster, players: Callable[[MatchResult], int]) -> BotResult:
    mine = [(game, s) for game in games for s, name in enumerate(game.seats) if name == bot]
    return BotResult(
        bot=bot,
        seats=len(mine),
        won=_shares((cluster(game), game.won[s], 1.0) for game, s in mine),
        fair=mean([1 / players(game) for game, _ in mine]),
        mean_rank=mean([game.ranks[s] for game, s in mine]),
        supplied=mean([float(game.supplied[s]) for game, s in mine if game.ended]),
    )


def _before(a: str, b: str, games: Iterable[MatchResult], cluster: Cluster) -> Share:
    parts = []
    for game in games:
        of_a = [rank for rank, name in zip(game.ranks, game.seats, strict=True) if name == a]
        of_b = [rank for rank, name in zip(game.ranks, game.seats, strict=True) if name == b]
        won = sum((mine < other) + (mine == other) / 2 for mine in of_a for other in of_b)
        parts.append((cluster(game), won, float(len(of_a) * len(of_b))))
    return _shares(parts)


def _times(bot: str, games: Iterable[MatchResult]) -> dict[str, DecisionTimes]:
    times = merge_times(game.times.get(bot, {}) for game in games)
    kinds = {"": all_kinds(times), **{kind: times[kind] for kind in sorted(times)}}
    return {
        kind: DecisionTimes(sum(counts.values()), quantile(counts, 0.5), quantile(counts, 0.99))
        for kind, counts in kinds.items()
    }


def _bought(
    bots: Sequence[str], games: Iterable[MatchResult], of: dict[int, GameKind]
) -> dict[str, dict[str, Counter[tuple[CardRef, int]]]]:
    out: dict[str, dict[str, Counter[tuple[CardRef, int]]]] = {}
    for game in games:
        mine = out.setdefault(of[game.number].edition, {bot: Counter() for bot in bots})
        for seat, number, card, _ in game.bought:
            mine[game.seats[seat]][card, number] += 1
    return out


openskill: ModuleType | None
try:
    from openskill import models as openskill
except ImportError:  # an extra: without it, there are no ratings
    openskill = None


class Rating(NamedTuple):
    """The strength of a bot, on a scale where beginners have 25, and how uncertain it is."""

    mu: float
    sigma: float


def ratings(games: Sequence[MatchResult]) -> dict[str, Rating]:
    """Ratings by bot after all games, in their order; empty if openskill is not installed."""
    if openskill is None:
        return {}
    found: dict[str, Rating] = {}
    for game in games:
        found.update(rated(found, game.seats, game.ranks))
    return found


def rated(known: Mapping[str, Rating], players: Sequence[str], ranks: Sequence[float]) -> dict[str, Rating]:
    """The players' ratings after a game; unknown players start at the default rating.

    Each seat is a player. A bot on several seats gets the mean of their new ratings.
    """
    assert openskill is not None
    model = openskill.PlackettLuce()
    before = [known.get(player, Rating(float(model.mu), float(model.sigma))) for player in players]
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=list(ranks))
    out = {}
    for player in dict.fromkeys(players):
        own = [team[0] for name, team in zip(players, after, strict=True) if name == player]
        out[player] = Rating(mean([float(one.mu) for one in own]), mean([float(one.sigma) for one in own]))
    return out
