"""The command ``train``."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stromnetz.bots import check_bots
from stromnetz.engine.errors import BadInput
from stromnetz.extras import install_command, missing
from stromnetz.play.words.sentences import Amount

from .arena_commands import kinds_in, percent
from .output import check_writable, positive, say, say_json, write

if TYPE_CHECKING:
    from stromnetz.lab.training.run import Run, TrainingPlan
    from stromnetz.lab.training.trainer import Trainer


SAVE_SECONDS = 60.0
"""Seconds between two saves of a run."""


def train(args: argparse.Namespace) -> int:
    if missing("numpy"):
        raise BadInput(f"training needs numpy: {install_command('lab')}", {"missing": "numpy"})
    from stromnetz.lab.training.arrays import arrays_on
    from stromnetz.lab.training.curve import draw_curve, read_rows
    from stromnetz.lab.training.run import partial_path, save
    from stromnetz.lab.training.trainer import Trainer

    path = Path(args.file)
    run, new = _run(args, path)
    curve, drawing = path.with_suffix(".jsonl"), path.with_suffix(".svg")
    for file in [path, partial_path(path), curve, drawing, *([Path(args.export)] if args.export else [])]:
        check_writable(file)
    if args.tries:
        check_bots([args.against])
    quiet = args.json or args.quiet
    trainer = Trainer(
        arrays_on(args.device, run.plan.seed + run.turns), run, args.jobs, _make_reporter(curve, run.plan, quiet)
    )
    if not quiet:
        _say_now(_beginning(run, path, new, args))
    if new and args.tries:
        _evaluate(trainer, args)
    begun = trainer.start = time.perf_counter()
    if new:
        _prepare(args, trainer)
    saved = time.perf_counter()

    def keep(_: int) -> None:
        nonlocal saved
        if time.perf_counter() - saved > SAVE_SECONDS:
            save(trainer.snapshot(), path)
            saved = time.perf_counter()

    trainer.play(lambda: time.perf_counter() - begun >= args.seconds and run.turns > 0, keep)
    save(trainer.snapshot(), path)
    if args.export:
        _export(run, Path(args.export))
    if args.tries:
        _evaluate(trainer, args)
    write(drawing, draw_curve(read_rows(curve)))
    facts = {"file": str(path), "turns": run.turns, "decisions": run.decisions, "games": run.games}
    if args.json:
        say_json(facts)
    else:
        steps, games = Amount(run.turns), Amount(run.games)
        say(f"{path}: {steps:step|steps} of self-play, {run.decisions:,} decisions, {games:game|games} finished")
        say(f"learning curve: {curve} and {drawing}; 'stromnetz train {path}' continues")
    return 0


def _run(args: argparse.Namespace, path: Path) -> tuple[Run, bool]:
    """The run of the file, or a new one from the options."""
    from stromnetz.lab.training.distill import new_distilled_run
    from stromnetz.lab.training.run import SMALL, Run, TrainedNet, load, transfer_weights

    if path.exists():
        if more := _new_run_options(args):
            raise BadInput(f"{path} already exists and keeps its settings: leave out {more}", {"file": str(path)})
        return load(path), False
    if path.suffix != ".npz":
        raise BadInput(f"the run file must end in .npz, not {path.name}", {"file": str(path)})
    if args.distil:
        if more := _new_run_options(args, "distil"):
            raise BadInput(f"--distil takes its settings from the other run: leave out {more}", {})
        return new_distilled_run(load(Path(args.distil)), SMALL), True
    plan = _plan(args)
    return transfer_weights(TrainedNet.from_file(Path(args.like)), plan) if args.like else Run.begin(plan), True


def _new_run_options(args: argparse.Namespace, *but: str) -> str:
    """The given options that belong to new runs only, as text, without these."""
    names = {"variants": "with"}
    found = [name for name, usual in args.usual.items() if name not in but and getattr(args, name) != usual]
    return ", ".join(f"--{names.get(name, name)}" for name in found)


def _plan(args: argparse.Namespace) -> TrainingPlan:
    from stromnetz.lab.training.run import WIDTHS, TrainingPlan, read_recipe

    if args.recipe:
        if more := _new_run_options(args, "recipe", "like"):
            raise BadInput(f"--recipe takes its settings from the file: leave out {more}", {})
        return read_recipe(Path(args.recipe), args.seed)
    if args.teacher and args.rival:
        raise BadInput("say --teacher or --rival, not both", {})
    copied = args.teacher or args.rival
    if copied:
        check_bots([copied])
    return TrainingPlan(
        kinds_in(args),
        seed=args.seed,
        games=positive(args.games, "games"),
        steps=positive(args.steps, "steps"),
        decisions=positive(args.decisions, "decisions"),
        teacher=args.teacher or "",
        rival=args.rival or "",
        lessons=args.lessons if copied else 0,
        batch=positive(args.batch, "batch"),
        wide=WIDTHS[args.wide],
        guests=_guests(args.guests),
    )


def _guests(text: str) -> tuple[tuple[str, float], ...]:
    try:
        pairs = [one.rsplit("=", 1) for one in text.split(",") if one]
        found = tuple((name, float(share)) for name, share in pairs)
    except ValueError:
        raise BadInput(f"--guests takes bots and their share of the games, such as hard=0.05, not {text}", {}) from None
    check_bots([name for name, _ in found])
    if any(not 0 < share <= 1 for _, share in found) or sum(share for _, share in found) > 1:
        raise BadInput(f"the shares of --guests are above 0 and make at most 1 together, unlike {text}", {})
    return found


def _prepare(args: argparse.Namespace, trainer: Trainer) -> None:
    """Teach a new net what it starts with: the choices of a large net, or those of a bot."""
    if args.distil:
        _distil(args, trainer)
    elif trainer.run.plan.lessons:
        (trainer.imitate_teacher if trainer.run.plan.teacher else trainer.add_rival)()


def _distil(args: argparse.Namespace, trainer: Trainer) -> None:
    """Let the large net play some turns and distil it into the small one."""
    from stromnetz.lab.training.distill import distil_trainer
    from stromnetz.lab.training.run import load
    from stromnetz.lab.training.trainer import Trainer

    large = Trainer(trainer.xp, load(Path(args.distil)), args.jobs, trainer.report)
    for epoch, agreed in enumerate(distil_trainer(large, trainer)):
        trainer.report({"what": "distil", "epoch": epoch + 1, "agreed": round(agreed, 4)})


def _export(run: Run, path: Path) -> None:
    """Export the weights. The games that they may play are added once duels have shown it."""
    from stromnetz.lab.training.export import export_net

    path.write_bytes(export_net(run, [], [], datetime.now(UTC).date().isoformat()))


def _say_now(text: str) -> None:
    """Print at once, also into a file or pipe: a line can take minutes."""
    say(text)
    sys.stdout.flush()


def _beginning(run: Run, path: Path, new: bool, args: argparse.Namespace) -> str:
    """What is about to happen, in words."""
    plan = run.plan
    kinds = "; ".join(dict.fromkeys(str(kind) for kind in plan.kinds))
    weights = sum(array.size for array in run.weights.values())
    if not new:
        return f"Continuing {path} after {run.decisions:,} decisions of self-play ({kinds}), for {args.seconds:g} s."
    text = f"Training a new net with {weights:,} weights for {kinds}."
    if args.distil:
        return f"{text} It learns from the net of {args.distil} first."
    copied = plan.teacher or plan.rival
    if copied and plan.lessons:
        text += f" {copied} plays {plan.lessons:,} decisions to imitate, however long that takes."
    return f"{text} Self-play ends {args.seconds:g} s after the start, but has at least one step of {plan.games} games."


def sentence(row: dict[str, Any], plan: TrainingPlan) -> str:
    """A row of the learning curve in words."""
    after = f", after {row['seconds']:.0f} s" if "seconds" in row else ""
    copied = plan.teacher or plan.rival
    match row["what"]:
        case "lessons":
            return f"{row['decisions']:,} decisions of {copied} collected{after}"
        case "clone":
            error = f"squared error of the winning chances {row['wrong']:.3f}"
            return f"imitation {row['epoch']}: {percent(row['agreed'])} % like {copied}, {error}{after}"
        case "turn":
            games = Amount(row["games"])
            return (
                f"self-play {row['turn']}: {row['decisions']:,} decisions, {games:game|games} finished, "
                f"entropy {row['entropy']:.2f}, {row['rate']:,} decisions/s{after}"
            )
        case "distil":
            return f"distillation {row['epoch']}: {percent(row['agreed'])} % like the large net"
        case "try":
            when = f"after {row['decisions']:,} decisions of self-play" if row["decisions"] else "before training"
            interval = f"95 % interval {percent(row['low'])} to {percent(row['high'])} %"
            return (
                f"{when}: won {percent(row['share'])} % of {row['games']} games against {row['against']} "
                f"({interval}, fair share {percent(row['fair'])} %), {row['kind']}"
            )
    raise ValueError(row["what"])


def _make_reporter(curve: Path, plan: TrainingPlan, quiet: bool) -> Any:
    from stromnetz.lab.training.curve import append_row

    def report(row: dict[str, Any]) -> None:
        append_row(curve, row)
        if not quiet:
            _say_now(sentence(row, plan))

    return report


def _evaluate(trainer: Trainer, args: argparse.Namespace) -> None:
    """Let the net play new deals, which no training uses."""
    from stromnetz.lab.training.evaluate import evaluate_net

    run = trainer.run
    kinds = tuple(dict.fromkeys(run.plan.kinds))
    trained = trainer.xp, trainer.shape, trainer.sizes, trainer.average or trainer.w
    for one in evaluate_net(*trained, kinds, args.against, args.tries, args.jobs):
        facts = {"kind": str(one.kind), "against": args.against, "games": one.games, **one.share().to_json()}
        trainer.report({"what": "try", **facts, "fair": round(1 / one.kind.players, 4), "decisions": run.decisions})
