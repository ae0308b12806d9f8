"""The subcommands that let bots meet. They run where there is nothing but Python and the engine."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from stromnetz.arena.contests import Kind
from stromnetz.arena.duel import Duel, Question
from stromnetz.bots import make_bot

from .answers import kind_of_game, positive, progress, say, say_json, variants_in

NUMBERS = ("no", "one", "two", "three", "four", "five")


def run(args: argparse.Namespace) -> int:
    commands: dict[str, Callable[[argparse.Namespace], int]] = {"duel": duel}
    return commands[args.command](args)


def duel(args: argparse.Namespace) -> int:
    from stromnetz.arena import duel as arena

    for name in (args.first, args.second):
        make_bot(name)
    edition, board = kind_of_game(args)
    question = Question(
        kind=Kind.of(edition, board, args.players, variants_in(args, edition), args.regions),
        bots=(args.first, args.second),
        games=positive(args.games, "games"),
        seed=args.seed,
        halves=args.halves,
        target=None if args.share is None else args.share / 100,
        margin=args.margin / 100,
        full=args.full,
    )
    question.check()
    jobs = positive(args.jobs, "jobs")
    with progress(question.deals() * question.size(), "games") as bar:
        result = arena.duel(question, jobs, bar)
    if args.json:
        say_json(result.to_json())
    else:
        tell(result)
    return 0


def tell(result: Duel) -> None:
    question, facts, share = result.question, result.to_json(), result.share()
    first, second = question.bots
    line_up, games = question.line_up(), len(result.games)
    own, others = NUMBERS[line_up.count(first)], NUMBERS[line_up.count(second)]
    say(f"{own} {first} against {others} {second}: {question.kind}")
    cut = f", {facts['cut']} cut" if facts["cut"] else ""
    last = question.seed + result.deals - 1
    say(f"{games} games{cut}: deals {question.seed} to {last}, each in {question.size()} seatings")
    interval = f"{percent(share.low)} to {percent(share.high)}"
    say(f"{first} won {percent(share.share)} %, 95 % interval {interval}; fair {percent(question.fair())}")
    say(f"{said(result)}; whenever one stops: {percent(result.low)} to {percent(result.high)}")
    for bot, row in facts["each"].items():
        say(
            f"{bot}: mean rank {row['mean_rank']:.2f}, {row['supplied']:.1f} cities supplied, "
            f"decides in {row['median_ms']:.2f} ms (p99 {row['p99_ms']:.1f})"
        )
    say(f"mean rounds {facts['rounds']:.1f}; {games / result.seconds:.1f} games/s")


def said(result: Duel) -> str:
    """The answer to the question."""
    asked = f"{percent(result.question.asked())} %"
    after = f"clear after {result.answered} games"
    return {
        "above": f"above {asked}: {after}",
        "below": f"below {asked}: {after}",
        "level": f"within {percent(result.question.margin)} points of {asked}: {after}",
        "open": f"above or below {asked}: still open",
    }[result.answer]


def percent(share: float) -> str:
    return f"{100 * share:.1f}"
