"""The subcommands that let bots meet. They run where there is nothing but Python and the engine."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from stromnetz.arena.contests import Kind
from stromnetz.arena.duel import Duel, Question
from stromnetz.bots import make_bot
from stromnetz.engine.errors import BadInput
from stromnetz.play import catalogue

from .answers import kind_of_game, positive, progress, say, say_json, split, variants_in

if TYPE_CHECKING:
    from stromnetz.arena.standings import Results
    from stromnetz.arena.tournament import Plan

NUMBERS = ("no", "one", "two", "three", "four", "five")


def run(args: argparse.Namespace) -> int:
    commands: dict[str, Callable[[argparse.Namespace], int]] = {"duel": duel, "tournament": tournament}
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


def tournament(args: argparse.Namespace) -> int:
    from stromnetz.arena import tournament as arena
    from stromnetz.arena.report import page
    from stromnetz.arena.standings import results

    path = Path(args.file)
    plan = new_plan(args) if args.bots else begun_plan(path)
    plan.check()
    if args.report:
        writable(Path(args.report))
    jobs = positive(args.jobs, "jobs")
    with progress(sum(1 for _ in plan.matches()), "games") as bar:
        games = arena.tournament(path, plan, jobs, bar)
    found = results(plan, games)
    if args.report:
        write(Path(args.report), page(found, command_of(plan)))
    if args.json:
        say_json(found.to_json())
    else:
        tell_results(found)
    return 0


def new_plan(args: argparse.Namespace) -> Plan:
    from stromnetz.arena.tournament import Plan, kinds_of

    kinds = kinds_of(
        split(args.edition or catalogue.default_edition()),
        split(args.map or ""),
        split(args.players),
        lambda edition: variants_in(args, edition),
        args.regions,
    )
    return Plan(tuple(split(args.bots)), kinds, positive(args.deals, "deals"), args.seed)


def begun_plan(path: Path) -> Plan:
    from stromnetz.arena.tournament import plan_in

    if not path.exists():
        raise BadInput(f"{path} is not there: a new tournament needs --bots", {"file": str(path)})
    return plan_in(path)


def command_of(plan: Plan) -> str:
    """What was typed, roughly: enough to play the same games."""
    kinds = [kind.to_json() for kind in plan.kinds]
    options = {f"--with {name}={value}" for kind in plan.kinds for name, value in kind.options}
    parts = ["stromnetz tournament FILE --bots", ",".join(plan.bots)]
    for flag, field in (("--edition", "edition"), ("--map", "map"), ("--players", "players")):
        parts += [flag, ",".join(dict.fromkeys(str(kind[field]) for kind in kinds))]
    return " ".join([*parts, *sorted(options), f"--deals {plan.deals} --seed {plan.seed}"])


def writable(path: Path) -> None:
    """Refused before anything is played."""
    try:
        with path.open("a"):
            pass
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}", {"file": str(path)}) from None


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}", {"file": str(path)}) from None


def tell_results(found: Results) -> None:
    cut = f", {found.cut} cut" if found.cut else ""
    say(f"{len(found.games)} games{cut}: {'; '.join(str(kind) for kind in found.plan.kinds)}")
    wide = max(len(row.bot) for row in found.standings)
    say(f"{'':<{wide}}  wins   95 % interval    fair  rank  rating        supplied  median ms   p99 ms")
    for row in found.standings:
        rating, spent = found.ratings.get(row.bot), found.times[row.bot][""]
        rated = f"{rating.mu:.1f} ± {rating.sigma:.1f}" if rating else "-"
        say(
            f"{row.bot:<{wide}} {percent(row.won.share):>5}   {percent(row.won.low):>5} to {percent(row.won.high):<5} "
            f"{percent(row.fair):>6} {row.mean_rank:>5.2f}  {rated:<12} {row.supplied:>9.1f} "
            f"{spent.median:>10.2f} {spent.p99:>8.1f}"
        )
    if not found.ratings:
        say("ratings: pip install 'stromnetz[arena]'")


def percent(share: float) -> str:
    return f"{100 * share:.1f}"
