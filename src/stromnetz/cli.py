"""The command ``stromnetz``: subcommands, options and help texts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from io import TextIOWrapper
from typing import Any, TypeAlias

from stromnetz import BUILD, __version__
from stromnetz.engine.errors import StromnetzError
from stromnetz.play.words.vocabulary import LANGUAGES
from stromnetz.server import commands as server_commands
from stromnetz.server.admin import cli as admin_cli
from stromnetz.terminal import shell_completion
from stromnetz.terminal.command_parser import CommandParser, command_list
from stromnetz.terminal.file_options import LANGUAGE, add_display, add_files

Commands: TypeAlias = (
    "argparse._SubParsersAction[argparse.ArgumentParser]"  # private, but argparse has no other name for it
)
Group: TypeAlias = argparse._ArgumentGroup

CONTESTS = frozenset({"duel", "tournament", "tune"})

GROUPS = {
    "play": ("play", "serve"),
    "games in files": ("replay", "show", "review", "verify", "convert", "import"),
    "bots": ("simulate", "duel", "tournament", "tune", "train", "soak", "bench"),
    "look up": ("rules", "editions"),
    "host": ("work", "admin", "ratings"),
    "shell": ("completion",),
}
"""All commands, in groups for the help."""

EPILOG = """\
exit codes: 0 success · 1 a check failed (a broken game, a record that does not replay) · 2 bad input

without a command: start a server on this machine, print its address and open the browser if there is one

examples:
  stromnetz play                                    you against three bots, Germany
  stromnetz play --players 2 --people 2 --lang de   two people at one keyboard, in German
  stromnetz play --players 4 --with robots=3        you against three robots
  stromnetz simulate --bots plain --games 1000 --jobs 2
  stromnetz duel plain random --jobs 2              compare two bots
  stromnetz tournament all.jsonl --bots plain,random --players 3,4 --report all.html
  stromnetz rules B3                                look up a rule
"""


def parser() -> argparse.ArgumentParser:
    out: argparse.ArgumentParser = CommandParser(prog="stromnetz", usage="stromnetz [COMMAND] [OPTIONS]", epilog=EPILOG)
    out.add_argument("--version", action="version", version=f"stromnetz {__version__} ({BUILD})")
    commands = out.add_subparsers(dest="command", metavar="COMMAND", prog="stromnetz", help=argparse.SUPPRESS)
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
    shell_completion.add_command(commands, _command)
    texts = {action.dest: action.help or "" for action in commands._choices_actions}
    about = "Play and study the Funkenschlag / Power Grid family of board games."
    out.description = f"{about}\n{command_list(texts, GROUPS)}\n\n'stromnetz COMMAND --help' explains a command."
    return out


def _command(commands: Commands, name: str, text: str, more: str = "") -> argparse.ArgumentParser:
    return commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.", epilog=more)


def _add_game_options(command: argparse.ArgumentParser, several: bool = False) -> Group:
    """Add the options for the kind of game; ``several`` accepts lists."""
    id, number = ("ID[,ID…]", "N[,N…]") if several else ("ID", "N")
    group = command.add_argument_group("kind of game")
    group.add_argument("--edition", metavar=id, help="the edition ('stromnetz editions' lists them)")
    group.add_argument("--map", metavar=id, help="the map (default: the first map of the edition)")
    players: dict[str, Any] = {"default": "4"} if several else {"default": 4, "type": int}
    group.add_argument("--players", metavar=number, help="2 to 6 (default 4)", **players)
    group.add_argument(
        "--promo", default="", metavar="LIST", help="promo cards of the classic game: all, or by name: taxes,warehouse"
    )
    group.add_argument(
        "--with",
        dest="variants",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another variant: robots=2 draws two robots for the last seats",
    )
    group.add_argument("--short", action="store_true", help="the short first game: step 1 only, up to seven cities")
    return group


def _keep(output: Group) -> None:
    output.add_argument("--keep", metavar="FOLDER", help="keep all games in this folder, a file in notation for each")


def _json(command: argparse.ArgumentParser | Group) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")


def _play(commands: Commands) -> None:
    play = _command(
        commands,
        "play",
        "play a whole game in the terminal",
        "Type 'help' at the prompt. Choose a move by its number or type it: open 04@7, buy coal 2, connect essen,\n"
        "run 04 coal 2. 'why B3' explains a rule, 'undo' undoes your last move, 'save FILE' saves the game.",
    )
    game = _add_game_options(play)
    game.add_argument("--hidden-money", action="store_true", help="players see only their own money")
    game.add_argument(
        "--regions", default="random", metavar="HOW", help="random (default), draft, or regions by name: west,south,…"
    )
    game.add_argument("--seed", type=int, metavar="N", help="random seed: the same number deals the same cards")
    game.add_argument("--load", metavar="FILE", help="continue a saved game or start from a position")
    seats = play.add_argument_group("players")
    seats.add_argument("--people", type=int, default=1, metavar="N", help="seats played at this keyboard (default 1)")
    seats.add_argument(
        "--bots",
        default="plain",
        metavar="NAME[,NAME…]",
        help="bots for the other seats, by name or package.module:Class",
    )
    seats.add_argument("--names", default="", metavar="NAME[,NAME…]", help="names of the people")
    display = add_display(play, "show the board only when you type 'board'")
    display.add_argument(*LANGUAGE, default="en", choices=LANGUAGES, help="language (default en)")


def _simulate(commands: Commands) -> None:
    simulate = _command(commands, "simulate", "let bots play many games and count")
    _add_game_options(simulate)
    games = simulate.add_argument_group("bots and games")
    games.add_argument(
        "--bots", default="plain", metavar="NAME[,NAME…]", help="one bot for all seats, or one for each seat"
    )
    games.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default 100)")
    games.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the first game; each next has one more (default 0)"
    )
    _add_parallel_options(simulate)
    _keep(_output(simulate, out=True))


def _duel(commands: Commands) -> None:
    duel = _command(
        commands,
        "duel",
        "compare two bots",
        "One copy of FIRST plays against SECOND in all other seats; each deal is played from every seat. The duel\n"
        "stops when it is clear whether FIRST wins more than its fair share (wrong in at most 5 of 100 duels), or\n"
        "after --games games. The first interval is valid for --full, the second at any stopping time.",
    )
    duel.add_argument("first", metavar="FIRST", help="a bot")
    duel.add_argument("second", metavar="SECOND", help="its opponent")
    _regions(_add_game_options(duel))
    games = duel.add_argument_group("games and statistics")
    games.add_argument("--games", type=int, default=400, metavar="N", help="maximum number of games (default 400)")
    games.add_argument("--halves", action="store_true", help="give each bot half of the seats")
    games.add_argument(
        "--share", type=float, metavar="P", help="test for a win rate above P %% (default: its fair share)"
    )
    games.add_argument(
        "--margin",
        type=float,
        default=5.0,
        metavar="P",
        help="also stop if the win rate is within P points of that (default 5)",
    )
    games.add_argument("--full", action="store_true", help="play all games, even if the result is clear")
    _seed(games)
    processes = duel.add_argument_group("processes")
    processes.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    _keep(_output(duel))


def _tournament(commands: Commands) -> None:
    tournament = _command(
        commands,
        "tournament",
        "rank several bots by games of one or more kinds",
        "Each finished game is added to FILE (JSON lines). Run the command again to play the missing games; without\n"
        "--bots it reads the plan from FILE. Lists can be 'all'.",
    )
    tournament.add_argument("file", metavar="FILE", help="results file; created, or resumed if it exists")
    _regions(_add_game_options(tournament, several=True))
    games = tournament.add_argument_group("bots and games")
    games.add_argument("--bots", metavar="NAME,NAME[,…]", help="who plays")
    games.add_argument(
        "--deals",
        type=int,
        default=25,
        metavar="N",
        help="deals for each kind of game, each in several seatings (default 25)",
    )
    _seed(games)
    _add_parallel_options(tournament)
    output = _output(tournament)
    output.add_argument("--report", metavar="PAGE", help="write an HTML report with charts")


def _tune(commands: Commands) -> None:
    tune = _command(
        commands,
        "tune",
        "find better weights for a bot",
        "CMA-ES on paired deals: all candidates of a generation play the same deals, against --against in all other\n"
        "seats. The result is validated on new deals. Everything is added to FILE (JSON lines). Run the command again\n"
        "to resume; without --bot it reads the run from FILE. Exit code 1 if the result is not significantly better.",
    )
    tune.add_argument("file", metavar="FILE", help="run file; created, or resumed if it exists")
    _regions(_add_game_options(tune, several=True))
    bots = tune.add_argument_group("bots and weights")
    bots.add_argument("--bot", metavar="NAME", help="the bot to tune")
    bots.add_argument(
        "--against", default="", metavar="NAME[,NAME…]", help="its opponents (default: its current version)"
    )
    bots.add_argument("--only", default="", metavar="NAME,NAME[,…]", help="tune these weights (default: all)")
    bots.add_argument("--start", metavar="WEIGHTS", help="start from these weights (TOML or JSON)")
    search = tune.add_argument_group("search")
    search.add_argument("--deals", type=int, default=8, metavar="N", help="deals per generation (default 8)")
    search.add_argument("--generations", type=int, default=30, metavar="N", help="number of generations (default 30)")
    search.add_argument("--population", type=int, default=0, metavar="N", help="candidates per generation")
    search.add_argument("--sigma", type=float, default=0.2, metavar="S", help="initial step size (default 0.2)")
    search.add_argument(
        "--validate", type=int, default=100, metavar="N", help="deals to validate the result (default 100)"
    )
    search.add_argument("--seed", type=int, default=0, metavar="N", help="each has deals of its own (default 0)")
    _add_parallel_options(tune)
    output = _output(tune)
    output.add_argument("--write", metavar="WEIGHTS", help="write the weights here (TOML) if they are better")


TO_BEGIN = (
    *("edition", "map", "players", "promo", "variants", "short", "regions", "games", "steps", "decisions", "batch"),
    *("teacher", "rival", "lessons", "wide", "guests", "recipe", "like", "distil"),
)
"""Options that are only allowed when a run is started, not when it is resumed."""


def _train(commands: Commands) -> None:
    train = _command(
        commands,
        "train",
        "train a net by self-play",
        "PPO against itself and earlier versions; with --teacher, the net starts as a copy of a bot. FILE stores the\n"
        "run: run the command again to resume it. The learning curve is added to FILE.jsonl and drawn in FILE.svg.",
    )
    train.add_argument("file", metavar="FILE.npz", help="run file; created, or resumed if it exists")
    _regions(_add_game_options(train, several=True))
    start = train.add_argument_group("start of a run")
    start.add_argument(
        "--wide", default="small", choices=("small", "middle", "large"), help="size of a new net (default small)"
    )
    start.add_argument("--teacher", metavar="NAME", help="imitate this bot first")
    start.add_argument("--rival", metavar="NAME", help="add a copy of this bot to some games")
    start.add_argument(
        "--lessons", type=int, default=20_000, metavar="N", help="decisions to imitate, of --teacher or --rival"
    )
    start.add_argument("--guests", default="", metavar="NAME=SHARE,…", help="bots in all other seats of some games")
    start.add_argument("--recipe", metavar="FILE.toml", help="file with games, opponents and learning rates")
    start.add_argument("--like", metavar="OTHER", help="start from the weights of a run (.npz) or a bot (.net)")
    start.add_argument("--distil", metavar="LARGE.npz", help="distil the net of that run into a small one")
    learning = train.add_argument_group("learning")
    learning.add_argument(
        "--seconds",
        type=float,
        default=60,
        metavar="S",
        help="training time, rounded up to whole iterations (default 60)",
    )
    learning.add_argument("--games", type=int, default=64, metavar="N", help="parallel games (default 64)")
    learning.add_argument(
        "--steps", type=int, default=64, metavar="N", help="decisions per game and iteration (default 64)"
    )
    learning.add_argument(
        "--decisions", type=int, default=1_000_000, metavar="N", help="decisions over which the learning rate decays"
    )
    learning.add_argument("--batch", type=int, default=4096, metavar="N", help="batch size in decisions (default 4096)")
    learning.add_argument("--seed", type=int, default=0, metavar="N", help="random seed; reproducible with numpy")
    evaluation = train.add_argument_group("evaluation")
    evaluation.add_argument(
        "--against", default="hard", metavar="NAME", help="opponent for the final evaluation (default hard)"
    )
    evaluation.add_argument(
        "--tries",
        type=int,
        default=0,
        metavar="N",
        help="evaluation games before a new net is trained and at the end, on new deals (default none)",
    )
    processes = train.add_argument_group("processes")
    processes.add_argument("--device", default="numpy", metavar="NAME", help="numpy, cpu or cuda (default numpy)")
    processes.add_argument("--jobs", type=int, default=0, metavar="N", help="worker processes (default: none)")
    output = _output(train)
    output.add_argument("--export", metavar="FILE.net", help="export the weights for bots")
    train.set_defaults(usual={name: train.get_default(name) for name in TO_BEGIN})


def _regions(command: Group) -> None:
    command.add_argument(
        "--regions", default="random", choices=("random", "draft"), help="how regions are chosen (default random)"
    )


def _seed(command: Group) -> None:
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the first deal, counting up (default 0)"
    )


def _add_parallel_options(command: argparse.ArgumentParser) -> None:
    """Add the options for playing many games; they do not affect the results."""
    group = command.add_argument_group("processes")
    group.add_argument(
        "--jobs", type=int, metavar="N", help="processes (default 1; all processors with --cluster and no address)"
    )
    group.add_argument(
        "--cluster",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster at host:port or ray://host:port (default: start one here)",
    )


def _output(command: argparse.ArgumentParser, out: bool = False) -> Group:
    """Add the options for results and progress."""
    group = add_display(command, "print results and errors, but no progress")
    if out:
        group.add_argument("--out", metavar="FILE", help="also write the results here (JSON)")
    _json(group)
    return group


def _soak(commands: Commands) -> None:
    soak = _command(
        commands,
        "soak",
        "play random games of every kind and check that nothing breaks",
        "Editions, maps, players, options and bots vary. Exit code 1 if a game broke or more than 1 % were cut short.",
    )
    games = soak.add_argument_group("bots and games")
    games.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default 100)")
    games.add_argument("--seed", type=int, default=0, metavar="S", help="of the first game (default 0)")
    games.add_argument(
        "--bots", default="", metavar="NAME[,NAME…]", help="the bots that play (default: all bots of Stromnetz)"
    )
    games.add_argument("--check", action="store_true", help="check the invariants after every move (slower)")
    _add_parallel_options(soak)
    _output(soak, out=True)


def _look_up(commands: Commands) -> None:
    rules = _command(commands, "rules", "show all rules, or the one with an id")
    rules.add_argument("id", nargs="?", metavar="ID", help="for example A9")
    rules.add_argument(*LANGUAGE, default="en", choices=LANGUAGES, help="language (default en)")
    _json(rules)
    editions = _command(commands, "editions", "list editions, maps and numbers of players")
    _json(editions)
    bench = _command(commands, "bench", "measure how fast this machine plays")
    bench.add_argument("--edition", metavar="ID", help="the edition ('stromnetz editions' lists them)")
    bench.add_argument("--map", metavar="ID", help="the map (default: the first map of the edition)")
    bench.add_argument("--seconds", type=float, default=2.0, metavar="S", help="seconds per measurement (default 2)")
    _json(bench)


def write_utf8(*streams: object, platform: str = sys.platform) -> None:
    """Write UTF-8 to files and pipes on Windows too, whose own encodings lack letters of city names."""
    for stream in streams:
        if platform == "win32" and isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; user errors never end in a traceback."""
    write_utf8(sys.stdout, sys.stderr)
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
        if args.command == "completion":
            return shell_completion.run(args, parser())
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
