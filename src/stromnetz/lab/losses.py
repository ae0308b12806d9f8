"""Find out why a bot loses: ``master`` reviews its lost_game games and sums up the cost of its decisions by kind.

    python -m stromnetz.lab.losses hard stromnetz.lab.opponents:WellStarted --games 40 --seed 500000

Plays one game per deal, on a seat that changes from deal to deal, because bots without randomness play nearly the same
game on every seat of a deal. Costs are shares of the win, and only a hint: a bid that is raised five times counts five
times.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from stromnetz.arena.matches import MatchSetup, play
from stromnetz.bots.review import SLIP, Reviewer
from stromnetz.engine.errors import BadInput
from stromnetz.play.catalogue import editions
from stromnetz.play.game import Game

STAGES = ((3, "early"), (6, "middle"))
"""Last rounds of the early and the middle game."""
START = "start"
"""A kind of its own for the first city, which matters more than any other decision."""
MAX_LISTED_DECISIONS = 20
Line = dict[str, Any]


class Cost(NamedTuple):
    """A decision in a lost_game game, and its cost."""

    deal: int
    seat: int
    round: int
    kind: str
    move: str
    better: str
    """The choice of ``master``; empty if it is the same or no better."""
    cost: float

    @property
    def stage(self) -> str:
        return next((name for last, name in STAGES if self.round <= last), "late")


def lost_game(table: MatchSetup, seat: int) -> Game | None:
    """Play a game; None if the seat wins it."""
    game = play(table)
    return None if game.result is None or seat in game.result.winners else game


def costs(game: Game, deal: int, seat: int) -> list[Cost]:
    """The costs of a seat's decisions, without forced ones."""
    reviewer = Reviewer(game)
    out = []
    for number in reviewer.moves_of(seat):
        choice, before = reviewer.choice(number), reviewer.moves[number].position
        if choice is not None:
            kind = START if before.kind == "build" and not before.cities[seat] else before.kind
            better = "" if choice.better is None else str(choice.better)
            out.append(Cost(deal, seat, choice.round, kind, str(choice.move), better, choice.cost))
    return out


def kinds(found: Sequence[Cost], games: int) -> Iterator[Line]:
    """Costs per lost game by kind and stage, the highest first."""
    by: dict[tuple[str, str], list[float]] = {}
    for one in found:
        by.setdefault((one.kind, one.stage), []).append(one.cost)
    for (kind, stage), each in sorted(by.items(), key=lambda item: -sum(item[1])):
        yield {
            "kind": kind,
            "stage": stage,
            "decisions": round(len(each) / games, 2),
            "cost": round(sum(each) / games, 4),
            "slips": round(sum(cost >= SLIP for cost in each) / games, 2),
        }


def report(played: int, games: int, found: Sequence[Cost]) -> str:
    """The results as text."""
    rows = [f"{games} of {played} games were lost; in each of them:", ""]
    rows.append(f"{'decision':18}{'made':>8}{'cost':>8}{'slips':>8}")
    for line in kinds(found, games):
        where = f"{line['kind']}, {line['stage']}"
        rows.append(f"{where:18}{line['decisions']:8.1f}{line['cost']:8.3f}{line['slips']:8.2f}")
    rows += ["", "those that cost most:", ""]
    for one in sorted(found, key=lambda one: -one.cost)[:MAX_LISTED_DECISIONS]:
        if one.cost > 0:
            rows.append(
                f"{one.cost:.3f}  deal {one.deal}, seat {one.seat}, round {one.round}: {one.move}, not {one.better}"
            )
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Tell by which decisions a bot loses its games.")
    parser.add_argument("bot")
    parser.add_argument("others", help="the bot on all other seats")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=500_000, help="of the first deal")
    first = editions()[0]
    parser.add_argument("--edition", default=first.id)
    parser.add_argument("--map", default=first.maps[0])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    found: list[Cost] = []
    games = 0
    try:
        for deal in range(options.seed, options.seed + options.games):
            seat = deal % options.players
            seats = tuple(options.bot if s == seat else options.others for s in range(options.players))
            game = lost_game(MatchSetup(options.edition, options.map, options.players, seats, deal), seat)
            if game is not None:
                games += 1
                found += costs(game, deal, seat)
    except BadInput as error:
        parser.error(str(error))
    if options.json:
        said = {"games": options.games, "lost": games, "kinds": list(kinds(found, games)) if games else []}
        print(json.dumps(said))
    else:
        print(report(options.games, games, found) if games else f"none of {options.games} games was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
