"""Options of the commands that read files."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from stromnetz.play.words.vocabulary import LANGUAGES

from .output import COLOR_MODES

Add = Callable[..., argparse.ArgumentParser]
LANGUAGE = ("--lang", "--language")


def add_color(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    command.add_argument(
        "--color",
        default="auto",
        choices=COLOR_MODES,
        metavar="WHEN",
        help="colours: auto, always or never (default auto: on a terminal, unless NO_COLOR is set)",
    )


def add_display(command: argparse.ArgumentParser, quiet: str) -> argparse._ArgumentGroup:
    """Add the options for what is shown; ``quiet`` says what is left out."""
    group = command.add_argument_group("output")
    group.add_argument("-q", "--quiet", action="store_true", help=quiet)
    add_color(group)
    return group


def add_files(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    command: Add,
    json: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands; ``command`` creates one, ``json`` adds its option for JSON."""
    replay = command(
        commands,
        "replay",
        "replay a record, verify every row and show it by rounds",
        "Exit code 2 if the file is not a complete record; the message names the row and the reason.",
    )
    replay.add_argument("file", metavar="FILE", help="a record or a position")
    replay.add_argument("--round", type=int, metavar="N", help="show this round only")
    replay.add_argument("-q", "--quiet", action="store_true", help="verify only")
    replay.add_argument(*LANGUAGE, default="en", choices=LANGUAGES, help="language (default en)")
    json(replay)
    verify = command(
        commands,
        "verify",
        "check that the deal of a record matches its commitment",
        "When a game starts, a server publishes a commitment: a digest of the seed. Pass it with --commitment to\n"
        "check that the server did not change the deal. Exit code 1 if a check fails; the message says which.",
    )
    verify.add_argument("file", metavar="FILE", help="a record or a position")
    verify.add_argument("--commitment", metavar="HEX", help="the digest published at the start")
    json(verify)
    convert = command(
        commands,
        "convert",
        "convert a game or a position to JSON or to notation",
        "The name of the new file decides: .json or .txt. Everything that reads a game or a position reads both.",
    )
    convert.add_argument("file", metavar="FILE", help="a game or a position")
    convert.add_argument("out", metavar="NEW", help="the file to write")
    json(convert)
    imported = command(
        commands,
        "import",
        "convert a game from boardgamers.space into a record",
        "FILE is the game's data from the site's /api/gameplay/ID/data. Every move is checked against the rules. If\n"
        "one is refused, the message names the row of its log and nothing is written (exit code 2).",
    )
    imported.add_argument("file", metavar="FILE", help="a record or a position")
    imported.add_argument("record", metavar="RECORD", help="the file to write")
    json(imported)
    review = command(
        commands,
        "review",
        "show winning chances, turning points and costly decisions of a recorded game",
        "Judged by the nets of 'master', using only what each seat could know at the time. Takes about ten seconds\n"
        "per seat. Exit code 2 if no net has been trained on the game.",
    )
    review.add_argument("file", metavar="FILE", help="a record, saved or made by 'stromnetz import'")
    review.add_argument("--seat", type=int, metavar="N", help="seat whose decisions to show (default: the winner)")
    review.add_argument("--all", action="store_true", help="show small costs too")
    add_display(review, "print the review, but no progress")
    review.add_argument(*LANGUAGE, default="en", choices=LANGUAGES, help="language (default en)")
    json(review)
    show = command(commands, "show", "show a position, or the last position of a record, as text")
    show.add_argument("file", metavar="FILE", help="a record or a position")
    show.add_argument("--seat", type=int, metavar="N", help="as this seat sees it (default: a spectator)")
    show.add_argument("--svg", action="store_true", help="print a picture of the board (SVG), as the seat sees it")
    show.add_argument("--line", action="store_true", help="print the position as one line, as the seat knows it")
    add_color(show)
    show.add_argument(*LANGUAGE, default="en", choices=LANGUAGES, help="language (default en)")
    json(show)
