"""The commands ``duel``, ``tournament`` and ``tune``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from stromnetz.arena.duel import DuelPlan, DuelResult
from stromnetz.arena.matches import GameKind, all_faults
from stromnetz.bots import check_bots
from stromnetz.engine.errors import BadInput
from stromnetz.extras import install_command
from stromnetz.play import catalogue

from .output import (
    check_writable,
    edition_and_map,
    positive,
    processes_in,
    progress,
    say,
    say_json,
    split,
    variants_in,
    write,
)

if TYPE_CHECKING:
    from stromnetz.arena.results import Results
    from stromnetz.arena.tournament import TournamentPlan
    from stromnetz.lab.tuner import Run, Tuned

NUMBERS = ("no", "one", "two", "three", "four", "five")


def run(args: argparse.Namespace) -> int:
    commands: dict[str, Callable[[argparse.Namespace], int]] = {"duel": duel, "tournament": tournament, "tune": tune}
    return commands[args.command](args)


def duel(args: argparse.Namespace) -> int:
    from stromnetz.arena import duel as arena

    check_bots([args.first, args.second])
    edition, board = edition_and_map(args)
    plan = DuelPlan(
        kind=GameKind.of(edition, board, args.players, variants_in(args, edition), args.regions),
        bots=(args.first, args.second),
        games=positive(args.games, "games"),
        seed=args.seed,
        halves=args.halves,
        target=None if args.share is None else args.share / 100,
        margin=args.margin / 100,
        full=args.full,
    )
    plan.check()
    jobs = positive(args.jobs, "jobs")
    with progress(args, plan.deals() * plan.size(), "games") as bar:
        result = arena.duel(plan, jobs, bar, args.keep)
    if args.json:
        say_json(result.to_json())
    else:
        print_duel(result)
    return 0


def print_duel(result: DuelResult) -> None:
    plan, facts, share = result.plan, result.to_json(), result.share()
    first, second = plan.bots
    line_up, games = plan.line_up(), len(result.games)
    own, others = NUMBERS[line_up.count(first)], NUMBERS[line_up.count(second)]
    say(f"{own} {first} against {others} {second}: {plan.kind}")
    cut = f", {facts['cut']} cut" if facts["cut"] else ""
    last = plan.seed + result.deals - 1
    say(f"{games} games{cut}: deals {plan.seed} to {last}, each in {plan.size()} seatings")
    interval = f"{percent(share.low)} to {percent(share.high)}"
    say(f"{first} won {percent(share.share)} %, 95 % interval {interval} %; fair share {percent(plan.fair())} %")
    say(f"{answer_text(result)}; valid at any stopping time: {percent(result.low)} to {percent(result.high)} %")
    for bot, row in facts["each"].items():
        say(
            f"{bot}: mean rank {row['mean_rank']:.2f}, {row['supplied']:.1f} cities powered, "
            f"decides in {row['median_ms']:.2f} ms (p99 {row['p99_ms']:.1f})"
        )
    say(f"mean rounds {facts['rounds']:.1f}; {games / result.seconds:.1f} games/s")
    for line in all_faults(result.games).lines():
        say(line)


def answer_text(result: DuelResult) -> str:
    """The answer of a duel in words."""
    asked = f"{percent(result.plan.target_share())} %"
    after = f"clear after {result.games_to_answer} games"
    return {
        "above": f"above {asked}: {after}",
        "below": f"below {asked}: {after}",
        "level": f"within {percent(result.plan.margin)} points of {asked}: {after}",
        "open": f"above or below {asked}: undecided",
    }[result.answer]


def tournament(args: argparse.Namespace) -> int:
    from stromnetz.arena import tournament as arena
    from stromnetz.arena.report import page
    from stromnetz.arena.results import results

    path = Path(args.file)
    plan = new_plan(args) if args.bots else stored_plan(path)
    plan.check()
    if args.report:
        check_writable(Path(args.report))
    jobs, cluster = processes_in(args)
    with progress(args, sum(1 for _ in plan.matches()), "games") as bar:
        games = arena.tournament(path, plan, jobs, bar, cluster)
    found = results(plan, games)
    if args.report:
        write(Path(args.report), page(found, command_of(plan)))
    if args.json:
        say_json(found.to_json())
    else:
        print_results(found)
    return 0


def new_plan(args: argparse.Namespace) -> TournamentPlan:
    from stromnetz.arena.tournament import TournamentPlan

    return TournamentPlan(tuple(split(args.bots)), kinds_in(args), positive(args.deals, "deals"), args.seed)


def kinds_in(args: argparse.Namespace) -> tuple[GameKind, ...]:
    from stromnetz.arena.tournament import kinds_of

    return kinds_of(
        split(args.edition or catalogue.default_edition()),
        split(args.map or ""),
        split(args.players),
        lambda edition: variants_in(args, edition),
        args.regions,
    )


def stored_plan(path: Path) -> TournamentPlan:
    from stromnetz.arena.tournament import plan_in

    if not path.exists():
        raise BadInput(f"{path} does not exist: a new tournament needs --bots", {"file": str(path)})
    return plan_in(path)


def command_of(plan: TournamentPlan) -> str:
    """A command line that plays the same games."""
    kinds = [kind.to_json() for kind in plan.kinds]
    options = {f"--with {name}={value}" for kind in plan.kinds for name, value in kind.options}
    parts = ["stromnetz tournament FILE --bots", ",".join(plan.bots)]
    for flag, field in (("--edition", "edition"), ("--map", "map"), ("--players", "players")):
        parts += [flag, ",".join(dict.fromkeys(str(kind[field]) for kind in kinds))]
    return " ".join([*parts, *sorted(options), f"--deals {plan.deals} --seed {plan.seed}"])


def tune(args: argparse.Namespace) -> int:
    from stromnetz.lab import tuner
    from stromnetz.lab.tuner import weights_toml

    path = Path(args.file)
    run = new_run(args) if args.bot else stored_run(path)
    run.check()
    if args.write:
        check_writable(Path(args.write))
    jobs, cluster = processes_in(args)
    with progress(args, tuner.count_games(run), "games") as bar:
        tuned = tuner.tune(path, run, jobs, bar, cluster)
    validation = tuned.validation
    if args.write and validation.better:
        first, last = validation.deals
        head = f"Found by `stromnetz tune {path.name}` for {run.bot}; validated on deals {first} to {last}."
        write(Path(args.write), weights_toml(tuned.weights, head))
    if args.json:
        say_json(tuned.to_json())
    else:
        print_tuned(tuned)
    return 0 if validation.better else 1


def new_run(args: argparse.Namespace) -> Run:
    from stromnetz.lab.tuner import Run, default_population, read_weights, weights_of

    known = weights_of(args.bot)
    start = read_weights(Path(args.start), known) if args.start else known
    only = split(args.only) or list(known)
    if args.sigma <= 0:
        raise BadInput(f"--sigma must be more than 0, not {args.sigma:g}", {"sigma": args.sigma})
    if args.validate < 2:
        raise BadInput(f"--validate must be 2 or more, not {args.validate}", {"validate": args.validate})
    return Run(
        bot=args.bot,
        against=tuple(split(args.against) or [args.bot]),
        kinds=kinds_in(args),
        start=tuple(start.items()),
        only=tuple(only),
        deals=positive(args.deals, "deals"),
        generations=positive(args.generations, "generations"),
        population=max(4, args.population or default_population(len(only))),
        sigma=args.sigma,
        validate=args.validate,
        seed=args.seed,
    )


def stored_run(path: Path) -> Run:
    from stromnetz.lab.tuner import run_in

    if not path.exists():
        raise BadInput(f"{path} does not exist: a new run needs --bot", {"file": str(path)})
    return run_in(path)


def print_tuned(tuned: Tuned) -> None:
    validation, start = tuned.validation, dict(tuned.run.start)
    for name in tuned.run.only:
        say(f"{name:<24} {start[name]:>10.4g} -> {tuned.weights[name]:.4g}")
    mean, low, high = validation.gain
    say(f"on deals {validation.deals[0]} to {validation.deals[1]}, not used for tuning, {validation.games} games:")
    say(f"won {percent(validation.start)} % before and {percent(validation.tuned)} % now")
    say(f"gain {100 * mean:+.1f} points, 95 % interval {100 * low:+.1f} to {100 * high:+.1f}")
    for crash in tuned.crashes:
        say(crash)
    say("better" if validation.better else "not known to be better: the weights stay as they are")


def print_results(found: Results) -> None:
    cut = f", {found.cut} cut" if found.cut else ""
    say(f"{len(found.games)} games{cut}: {'; '.join(str(kind) for kind in found.plan.kinds)}")
    wide = max(len(row.bot) for row in found.standings)
    say(f"{'':<{wide}}  wins   95 % interval    fair  rank  rating         powered  median ms   p99 ms")
    for row in found.standings:
        rating, spent = found.ratings.get(row.bot), found.times[row.bot][""]
        rated = f"{rating.mu:.1f} ± {rating.sigma:.1f}" if rating else "-"
        say(
            f"{row.bot:<{wide}} {percent(row.won.share):>5}   {percent(row.won.low):>5} to {percent(row.won.high):<5} "
            f"{percent(row.fair):>6} {row.mean_rank:>5.2f}  {rated:<12} {row.supplied:>9.1f} "
            f"{spent.median:>10.2f} {spent.p99:>8.1f}"
        )
    for line in all_faults(found.games).lines():
        say(line)
    if not found.ratings:
        say(f"Ratings need openskill: {install_command('arena')}")


def percent(share: float) -> str:
    return f"{100 * share:.1f}"
