"""Output of commands, and options that several of them share."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play import catalogue
from stromnetz.play.suggestions import did_you_mean
from stromnetz.play.variants import promo_of, read_variant

if TYPE_CHECKING:
    from rich.console import Console


COLOR_MODES = ("auto", "always", "never")


def say(text: str = "") -> None:
    """Print lines, broken between words at the width of a terminal."""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(_wrapped(line, width) for line in text.split("\n"))
    print(text)


def _wrapped(line: str, width: int) -> str:
    hang = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )


def say_json(data: Any) -> None:
    print(as_text(data), end="")


def as_text(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def make_console(args: argparse.Namespace, stderr: bool = False) -> Console:
    """The console for ``--color``; ``NO_COLOR`` is respected unless colours are always wanted."""
    from rich.console import Console

    mode = "never" if args.color == "auto" and os.environ.get("NO_COLOR") else args.color
    if mode == "always":
        return Console(stderr=stderr, highlight=False, force_terminal=True, color_system="256")
    return Console(stderr=stderr, highlight=False, color_system="auto" if mode == "auto" else None)


@contextmanager
def progress(args: argparse.Namespace, total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error if that is a terminal, otherwise nothing."""
    if args.quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = make_console(args, stderr=True)
    with Progress(
        "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def positive(value: int, name: str) -> int:
    if value < 1:
        raise BadInput(f"--{name} must be 1 or more, not {value}", {name: value})
    return value


def processes_in(args: argparse.Namespace) -> tuple[int, str | None]:
    """The number of processes and the address of the cluster; neither affects the results."""
    if args.cluster is not None:
        return (0 if args.jobs is None else positive(args.jobs, "jobs")), args.cluster
    return (1 if args.jobs is None else positive(args.jobs, "jobs")), None


def check_writable(path: Path) -> None:
    """Raise `BadInput` if the file cannot be written. Does not leave a new file behind."""
    if not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {path.parent}, make it first", {"file": str(path)})
    new = not path.exists()
    try:
        with path.open("ab"):
            pass
        if new:
            path.unlink()
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}", {"file": str(path)}) from None


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}", {"file": str(path)}) from None


def edition_and_map(args: argparse.Namespace) -> tuple[str, str]:
    """Edition and map, with defaults."""
    known = {e.id: e for e in catalogue.editions()}
    edition = args.edition or catalogue.default_edition()
    if edition not in known:
        raise BadInput(
            f"there is no edition {short_repr(edition)}"
            + (did_you_mean(edition, known) or f"; the editions are {', '.join(known)}"),
            {"edition": short_repr(edition)},
        )
    return edition, args.map or known[edition].maps[0]


def variants_in(args: argparse.Namespace, edition: str) -> dict[str, Any]:
    """The requested variants."""
    out: dict[str, Any] = {"short": True} if args.short else {}
    if args.promo:
        out["promo"] = promo_of(edition) if args.promo == "all" else split(args.promo)
    return {**out, **dict(read_variant(edition, text) for text in args.variants)}


def split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
