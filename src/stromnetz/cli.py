"""The command ``stromnetz``: subcommands, options and help texts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from stromnetz import BUILD, __version__
from stromnetz.engine.errors import StromnetzError
from stromnetz.play.words.wording import LANGUAGES
from stromnetz.server import commands as server_commands
from stromnetz.server.admin import cli as admin_cli
from stromnetz.terminal.file_options import add_files

LANGUAGE = ("--lang", "--language")

CONTESTS = frozenset({"duel", "tournament", "tune"})

EPILOG = """\
exit codes: 0 all well · 1 something did not hold (a broken game, a record that does not replay) · 2 bad input

without a command: serve tables on this machine, print the address and open the browser if there is one

examples:
  stromnetz play                                    you against three bots, Germany
  stromnetz play --players 2 --people 2 --lang de   two people at one keyboard, in German
  stromnetz play --players 4 --with robots=3        you against three robots
  stromnetz simulate --bots plain --games 1000 --jobs 2
  stromnetz duel plain random --jobs 2              which of two bots is stronger?
  stromnetz tournament all.jsonl --bots plain,random --players 3,4 --report all.html
  stromnetz rules B3                                what a refusal means
"""


def parser() -> argparse.ArgumentParser:
    out = argparse.ArgumentParser(
        prog="stromnetz",
        description="Play and study the Funkenschlag / Power Grid family of board games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    out.add_argument("--version", action="version", version=f"stromnetz {__version__} ({BUILD})")
    commands = out.add_subparsers(dest="command", metavar="COMMAND")
    _play(commands)
    _simulate(commands)
    _soak(commands)
    _duel(commands)
    _tournament(commands)
    _tune(commands)
    _train(commands)
    add_files(commands, _command, _json)
    _look_up(commands)
    server_commands.add_commands(partial(_command, commands))
    admin_cli.add_commands(commands)
    return out


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, text: str, more: str = ""
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_game_options(command: argparse.ArgumentParser, several: bool = False) -> None:
    """Add the options for the kind of game; ``several`` accepts lists."""
    id, number = ("ID[,ID…]", "N[,N…]") if several else ("ID", "N")
    command.add_argument("--edition", metavar=id, help="the rule set ('stromnetz editions' lists them)")
    command.add_argument("--map", metavar=id, help="the board (the edition's first unless named)")
    players: dict[str, Any] = {"default": "4"} if several else {"default": 4, "type": int}
    command.add_argument("--players", metavar=number, help="2 to 6 (default 4)", **players)
    command.add_argument(
        "--promo", default="", metavar="LIST", help="promo cards of the classic game: all, or by name: taxes,warehouse"
    )
    command.add_argument(
        "--with",
        dest="variants",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another variant: robots=2 draws two robots for the last seats",
    )
    command.add_argument("--short", action="store_true", help="the short first game: only step 1, to seven cities")


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON for a program to read")


def _play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    play = _command(
        commands,
        "play",
        "play a whole game in the terminal",
        "At the prompt type 'help'. Moves are chosen by number or typed: open 04@7, buy coal 2, connect essen, "
        "run 04 coal 2.\n'why B3' explains a rule, 'undo' takes your last move back, 'save FILE' keeps the game.",
    )
    _add_game_options(play)
    play.add_argument("--people", type=int, default=1, metavar="N", help="seats played at this keyboard (default 1)")
    play.add_argument(
        "--bots",
        default="plain",
        metavar="NAME[,NAME…]",
        help="bots for the other seats, by name or package.module:Class",
    )
    play.add_argument("--names", default="", metavar="NAME[,NAME…]", help="what the people are called")
    play.add_argument("--seed", type=int, metavar="N", help="the same number deals the same cards")
    play.add_argument("--hidden-money", action="store_true", help="players see only their own money")
    play.add_argument(
        "--regions", default="random", metavar="HOW", help="random (default), draft, or regions by name: west,south,…"
    )
    play.add_argument("--load", metavar="FILE", help="go on with a saved game or a position")
    play.add_argument(*LANGUAGE, default="en", choices=LANGUAGES, help="language (default en)")


def _simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    simulate = _command(commands, "simulate", "let bots play many games and count")
    _add_game_options(simulate)
    simulate.add_argument(
        "--bots", default="plain", metavar="NAME[,NAME…]", help="one name fills every seat, a list names each"
    )
    simulate.add_argument("--games", type=int, default=100, metavar="N")
    simulate.add_argument("--seed", type=int, default=0, metavar="N", help="of the first game; each next has one more")
    _add_parallel_options(simulate)
    _out(simulate)
    _json(simulate)


def _duel(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    duel = _command(
        commands,
        "duel",
        "find out which of two bots is stronger",
        "One FIRST plays against SECOND on all other seats, on every seat in turn with the same cards. It stops when\n"
        "it is clear whether FIRST wins more than its fair share (in at most 5 of 100 duels the answer is wrong), or\n"
        "when the games are used up. The first interval is for --full, the second is valid at any stopping time.",
    )
    duel.add_argument("first", metavar="FIRST", help="a bot")
    duel.add_argument("second", metavar="SECOND", help="another")
    _add_game_options(duel)
    _regions(duel)
    duel.add_argument("--games", type=int, default=400, metavar="N", help="at most so many (default 400)")
    duel.add_argument("--halves", action="store_true", help="half of the seats for each")
    duel.add_argument(
        "--share", type=float, metavar="P", help="ask whether it wins more than P %% (default: its fair share)"
    )
    duel.add_argument(
        "--margin", type=float, default=5.0, metavar="P", help="stop too when it is within P points of that (default 5)"
    )
    duel.add_argument("--full", action="store_true", help="play all games, however clear it is")
    _seed(duel)
    duel.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    _json(duel)


def _tournament(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tournament = _command(
        commands,
        "tournament",
        "let several bots meet at any kinds of games, and rank them",
        "Every game is added to FILE as it ends (JSON lines). Called again, the command plays what is still missing;\n"
        "without --bots it takes the plan from FILE. Lists may say 'all'.",
    )
    tournament.add_argument("file", metavar="FILE", help="the games; made, or gone on with")
    tournament.add_argument("--bots", metavar="NAME,NAME[,…]", help="who plays")
    _add_game_options(tournament, several=True)
    _regions(tournament)
    tournament.add_argument(
        "--deals", type=int, default=25, metavar="N", help="of each kind of game, each in several seatings (default 25)"
    )
    tournament.add_argument("--report", metavar="PAGE", help="write a page of HTML with pictures")
    _seed(tournament)
    _add_parallel_options(tournament)
    _json(tournament)


def _tune(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tune = _command(
        commands,
        "tune",
        "find better weights for a bot",
        "CMA-ES on paired deals: each candidate of a generation plays the same ones, against --against on all other\n"
        "seats. The result is judged on deals that tuning has not seen. Everything is added to FILE (JSON lines);\n"
        "called again, the command goes on, and without --bot it takes the run from FILE. Exit code 1 when what was\n"
        "found is not known to be better.",
    )
    tune.add_argument("file", metavar="FILE", help="the run; made, or gone on with")
    tune.add_argument("--bot", metavar="NAME", help="whose weights")
    tune.add_argument("--against", default="", metavar="NAME[,NAME…]", help="its opponents (default: itself as it is)")
    _add_game_options(tune, several=True)
    _regions(tune)
    tune.add_argument("--only", default="", metavar="NAME,NAME[,…]", help="tune these weights (default: all)")
    tune.add_argument("--start", metavar="WEIGHTS", help="start from these weights (TOML or JSON)")
    tune.add_argument("--deals", type=int, default=8, metavar="N", help="in a generation (default 8)")
    tune.add_argument("--generations", type=int, default=30, metavar="N", help="default 30")
    tune.add_argument("--population", type=int, default=0, metavar="N", help="candidates in a generation")
    tune.add_argument("--sigma", type=float, default=0.2, metavar="S", help="how far to look at first (default 0.2)")
    tune.add_argument(
        "--validate", type=int, default=100, metavar="N", help="deals that judge the result (default 100)"
    )
    tune.add_argument("--write", metavar="WEIGHTS", help="write the weights here (TOML) if they are better")
    tune.add_argument("--seed", type=int, default=0, metavar="N", help="each has deals of its own")
    _add_parallel_options(tune)
    _json(tune)


TO_BEGIN = (
    *("edition", "map", "players", "promo", "variants", "short", "regions", "games", "steps", "decisions", "batch"),
    *("teacher", "rival", "lessons", "wide", "guests", "recipe", "like", "distil"),
)
"""Options that are only allowed when a run is started, not when it is resumed."""


def _train(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    train = _command(
        commands,
        "train",
        "let a net learn by playing against itself",
        "PPO against itself, earlier selves and, with --teacher, a copy of a bot, which it begins as. FILE keeps the\n"
        "run: called again, the command goes on with it. The curve is added to FILE.jsonl and drawn in FILE.svg.",
    )
    train.add_argument("file", metavar="FILE.npz", help="the run; made, or gone on with")
    _add_game_options(train, several=True)
    _regions(train)
    train.add_argument("--seconds", type=float, default=60, metavar="S", help="how long, in whole turns (default 60)")
    train.add_argument("--games", type=int, default=64, metavar="N", help="at once (default 64)")
    train.add_argument("--steps", type=int, default=64, metavar="N", help="choices in each between two lessons")
    train.add_argument("--decisions", type=int, default=1_000_000, metavar="N", help="over which the rate falls")
    train.add_argument("--batch", type=int, default=4096, metavar="N", help="decisions in a step (default 4096)")
    train.add_argument("--teacher", metavar="NAME", help="copy this bot first")
    train.add_argument("--rival", metavar="NAME", help="let a copy of this bot sit at some tables")
    train.add_argument("--lessons", type=int, default=20_000, metavar="N", help="decisions of either to copy")
    train.add_argument("--against", default="hard", metavar="NAME", help="who tries the net (default hard)")
    train.add_argument("--tries", type=int, default=0, metavar="N", help="games against it at the end (default none)")
    train.add_argument("--wide", default="small", choices=("small", "middle", "large"), help="of a new net (small)")
    train.add_argument("--guests", default="", metavar="NAME=SHARE,…", help="bots on all other seats of some games")
    train.add_argument("--recipe", metavar="FILE.toml", help="what is played, by whom, how fast to learn: all at once")
    train.add_argument("--like", metavar="OTHER", help="begin with what a net knows: a run's (.npz) or a bot's (.net)")
    train.add_argument("--distil", metavar="LARGE.npz", help="begin as a small copy of the net of that run")
    train.add_argument("--export", metavar="FILE.net", help="write the weights as bots read them")
    train.add_argument("--device", default="numpy", metavar="NAME", help="numpy, cpu or cuda (default numpy)")
    train.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed, the same run (on numpy)")
    train.add_argument("--jobs", type=int, default=0, metavar="N", help="processes that play (default: this one)")
    train.set_defaults(usual={name: train.get_default(name) for name in TO_BEGIN})
    _json(train)


def _regions(command: argparse.ArgumentParser) -> None:
    command.add_argument("--regions", default="random", choices=("random", "draft"), help="default random")


def _seed(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=int, default=0, metavar="N", help="of the first deal; each next has one more")


def _add_parallel_options(command: argparse.ArgumentParser) -> None:
    """Add the options for playing many games; they do not affect the results."""
    command.add_argument(
        "--jobs", type=int, metavar="N", help="processes (default 1; all processors with --cluster alone)"
    )
    command.add_argument(
        "--cluster",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a cluster of Ray, at host:port or ray://host:port (default: one that is started here)",
    )


def _out(command: argparse.ArgumentParser) -> None:
    command.add_argument("--out", metavar="FILE", help="write what came out here too (JSON)")


def _soak(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    soak = _command(
        commands,
        "soak",
        "play random games of every kind and check that nothing breaks",
        "Editions, maps, players, options and bots vary. Exit code 1 when a game broke or over 1 % were cut.",
    )
    soak.add_argument("--games", type=int, default=100, metavar="N")
    soak.add_argument("--seed", type=int, default=0, metavar="S")
    _add_parallel_options(soak)
    _out(soak)
    soak.add_argument("--bots", default="", metavar="NAME[,NAME…]", help="who plays (default: all of Stromnetz)")
    soak.add_argument("--check", action="store_true", help="check the invariants after every move (slower)")
    _json(soak)


def _look_up(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = _command(commands, "rules", "the rules by their ids: all of them, or one")
    rules.add_argument("id", nargs="?", metavar="ID", help="such as A9")
    rules.add_argument(*LANGUAGE, default="en", choices=LANGUAGES, help="language (default en)")
    _json(rules)
    editions = _command(commands, "editions", "the editions, maps and numbers of players there are")
    _json(editions)
    bench = _command(commands, "bench", "measure how fast this machine plays")
    bench.add_argument("--edition", metavar="ID", help="the rule set ('stromnetz editions' lists them)")
    bench.add_argument("--map", metavar="ID", help="the board (the edition's first unless named)")
    bench.add_argument("--seconds", type=float, default=2.0, metavar="S", help="for each measurement (default 2)")
    _json(bench)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; user errors never end in a traceback."""
    args = parser().parse_args(argv)
    try:
        if args.command is None or args.command in server_commands.COMMANDS:
            return server_commands.run(args)
        if args.command in admin_cli.COMMANDS:
            print(admin_cli.run(args))
            return 0
        if args.command in CONTESTS:
            from stromnetz.terminal import arena_commands

            return arena_commands.run(args)
        if args.command == "train":
            from stromnetz.terminal import train_commands

            return train_commands.train(args)
        if args.command == "review":
            from stromnetz.terminal import commands as reviewing

            return reviewing.review(args)
        from stromnetz.terminal import commands

        return commands.run(args)
    except StromnetzError as error:
        print(f"stromnetz: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # the reader of a pipe has closed it; standard output must not complain at exit
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
