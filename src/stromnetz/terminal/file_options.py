"""Options of the commands that read files."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from stromnetz.play.words.wording import LANGUAGES

Add = Callable[..., argparse.ArgumentParser]


def add_files(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    command: Add,
    json: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands; ``command`` creates one, ``json`` adds its option for JSON."""
    replay = command(
        commands,
        "replay",
        "play a record again, verify every row and show it by rounds",
        "Exit code 2 when the file is not a complete record: the message names the row and the reason.",
    )
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--round", type=int, metavar="N", help="show this round only")
    replay.add_argument("--quiet", action="store_true", help="verify only")
    replay.add_argument("--lang", "--language", default="en", choices=LANGUAGES)
    json(replay)
    verify = command(
        commands,
        "verify",
        "check that the deal of a record is the one that was promised when the game began",
        "A server publishes a commitment, a digest of its seed, when a game begins. Give it with --commitment: that\n"
        "is what binds the server. Exit code 1 when something does not hold: the message says what.",
    )
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--commitment", metavar="HEX", help="the digest that was published at the start")
    json(verify)
    imported = command(
        commands,
        "import",
        "make a record of a game that was played on boardgamers.space",
        "FILE is the game's data as the site gives it at /api/gameplay/ID/data. Every move is checked by our rules:\n"
        "where one is refused, the message names the row of its log, and nothing is written (exit code 2).",
    )
    imported.add_argument("file", metavar="FILE")
    imported.add_argument("record", metavar="RECORD", help="the file to write")
    json(imported)
    review = command(
        commands,
        "review",
        "show how the chances went in a recorded game, where it turned, and what decisions cost",
        "Judged by the nets of 'master', each decision by what its seat knew then. It takes some seconds a seat. Exit\n"
        "code 2 where no net has learned the game.",
    )
    review.add_argument("file", metavar="FILE", help="a record: of ours, or made by 'stromnetz import'")
    review.add_argument("--seat", type=int, metavar="N", help="whose decisions (default: the winner's)")
    review.add_argument("--all", action="store_true", help="tell of small costs too")
    review.add_argument("--lang", "--language", default="en", choices=LANGUAGES)
    json(review)
    show = command(commands, "show", "show a position, or the last position of a record, as text")
    show.add_argument("file", metavar="FILE")
    show.add_argument("--seat", type=int, metavar="N", help="as this seat sees it (default: a spectator)")
    show.add_argument("--lang", "--language", default="en", choices=LANGUAGES)
    json(show)
