"""The speed of the strong bots on both builds: games between four of them, and times of decisions.

    python -m tests.bench.strong BOT

plays a game for each seed that it reads, on one build, and prints JSON; ``measure`` alternates between a process of
each build. The nets run without numpy, as after a plain installation.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any

from stromnetz.arena.matches import GameKind, Match, play_match
from stromnetz.arena.timed_bots import Times, all_kinds, merge_times, quantile
from tests.bench.measure import ROOT, clock
from tests.bench.ours import EDITION, MAIN, MAP
from tests.bench.report import BUILDS, Table, Verdict, at_least, number, verb

LIMITS = {
    "hard": {("compiled", 0.5): 2.0, ("compiled", 0.99): 25.0},
    "master": {("compiled", 0.5): 2.0, ("pure", 0.5): 12.0},
}
"""Maximum milliseconds by bot, build and quantile."""
NAMES = {0.5: "median decision", 0.99: "99th percentile"}


@dataclass(slots=True)
class PlayedGames:
    """The games of one build, summed up."""

    games: int
    seconds: float
    times: Times

    @property
    def rate(self) -> float:
        return self.games / self.seconds


@dataclass(slots=True)
class BotSpeed:
    bot: str
    builds: dict[str, PlayedGames]

    def table(self) -> Table:
        heads = [f"{what} ms, {build}" for build in BUILDS for what in ("median", "p99")]
        rows = [["decision", "decisions", *heads]]
        counted = {build: {"all": all_kinds(one.times), **one.times} for build, one in self.builds.items()}
        for kind in ["all", *sorted(self.builds["compiled"].times)]:
            spent = [number(quantile(counted[build][kind], part)) for build in BUILDS for part in (0.5, 0.99)]
            rows.append([kind, number(sum(counted["compiled"][kind].values())), *spent])
        rates = ", ".join(f"{self.builds[build].rate:.2f} games/s {build}" for build in BUILDS)
        return f"{MAIN} bots {self.bot!r}: {rates}", rows

    def verdicts(self) -> list[Verdict]:
        return [
            _within(
                f"{NAMES[part]} of {self.bot!r}, {build}, ms",
                quantile(all_kinds(self.builds[build].times), part),
                limit,
            )
            for (build, part), limit in LIMITS[self.bot].items()
        ] + [at_least(f"games of {self.bot!r}, times the pure build's", self._gain(), 1)]

    def _gain(self) -> float:
        return self.builds["compiled"].rate / self.builds["pure"].rate

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "builds": {
                build: {
                    "games": one.games,
                    "games_per_s": one.rate,
                    "decisions": {
                        kind: {"median_ms": quantile(counts, 0.5), "p99_ms": quantile(counts, 0.99)}
                        for kind, counts in {"all": all_kinds(one.times), **one.times}.items()
                    },
                }
                for build, one in self.builds.items()
            },
        }


def measure(bot: str, games: int) -> BotSpeed:
    """Play the same games on both builds, alternating, so that disturbances affect both."""
    players = {build: _start_player(bot, build) for build in BUILDS}
    replies: dict[str, list[dict[str, Any]]] = {build: [] for build in BUILDS}
    for seed in range(games + 1):
        for build in BUILDS if seed % 2 else reversed(BUILDS):
            replies[build].append(_request(players[build], seed))
    for player in players.values():
        player.communicate()
    # the first game fills caches and does not count
    return BotSpeed(bot, {build: _sum_up(each[1:]) for build, each in replies.items()})


def _start_player(bot: str, build: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "STROMNETZ_PURE": "1" if build == "pure" else "0"}
    command = [sys.executable, "-m", "tests.bench.strong", bot]
    return subprocess.Popen(
        command, env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _request(player: subprocess.Popen[str], seed: int) -> dict[str, Any]:
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(f"{seed}\n")
    player.stdin.flush()
    line = player.stdout.readline()
    if not line:
        raise SystemExit("a process that plays has ended too early")
    replies: dict[str, Any] = json.loads(line)
    return replies


def _sum_up(replies: list[dict[str, Any]]) -> PlayedGames:
    each = [
        {kind: Counter({int(k): n for k, n in counts.items()}) for kind, counts in one["times"].items()}
        for one in replies
    ]
    return PlayedGames(len(replies), sum(one["seconds"] for one in replies), merge_times(each))


def play(bot: str, seed: int) -> dict[str, Any]:
    kind = GameKind(EDITION, MAP, MAIN)
    start = clock()
    played = play_match(Match(seed, kind, seed, (bot,) * MAIN))
    return {"seconds": clock() - start, "times": played.times[bot]}


def _within(name: str, value: float, target: float) -> Verdict:
    holds = value < target
    return Verdict(name, value, target, holds, f"{verb(holds)}: {name}: {value:.2f} (target: less than {target:g})")


if __name__ == "__main__":
    sys.modules["numpy"] = None  # type: ignore[assignment]  # not to be found
    for line in sys.stdin:
        print(json.dumps(play(sys.argv[1], int(line))), flush=True)
