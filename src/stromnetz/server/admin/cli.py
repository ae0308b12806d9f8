"""What a host does at the command line, whether the server runs or not: ``stromnetz admin``, ``stromnetz ratings``.

Only the options are here; what a command does is loaded when it is called.
"""

from __future__ import annotations

import argparse

Commands = argparse._SubParsersAction  # what argparse itself calls private is the only name it has
COMMANDS = ("admin", "ratings")
STATES = ("lobby", "running", "finished")
WHO = "the name of an account, or an id"
TABLE = "the id or the code of a table"
EPILOG = """\
A running server follows within seconds. What is done is noted down ('stromnetz admin log').
WHO is the name of an account, or the id of anybody; TABLE is the id or the code of a table.
"""


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    text = "look after a server: people, tables, reports"
    plain = argparse.RawDescriptionHelpFormatter
    admin = commands.add_parser(
        "admin", help=text, description=f"{_begin(text)}.", epilog=EPILOG, formatter_class=plain
    )
    whats = admin.add_subparsers(dest="what", metavar="WHAT", required=True)
    _look(whats)
    _people(whats)
    _tables(whats)
    _copies(whats)
    _key(whats)

    text = "the ratings of those who play rated tables"
    ratings = commands.add_parser("ratings", help=text, description=f"{_begin(text)}.")
    whats = ratings.add_subparsers(dest="what", metavar="WHAT", required=True)
    rebuild = _one(whats, "rebuild", "compute all ratings again from the games that are kept")
    rebuild.add_argument("--check", action="store_true", help="write nothing; say whether anything would change")


def _look(whats: Commands[argparse.ArgumentParser]) -> None:
    people = _one(whats, "people", "those who have been here, accounts first")
    tables = _one(whats, "tables", "tables, the one that changed last first")
    tables.add_argument("--state", choices=STATES, help="only these")
    for command in (people, tables):
        command.add_argument("find", nargs="?", default="", metavar="TEXT", help="a part of a name, or an id")
        command.add_argument("--most", type=int, default=50, metavar="N", help="at most so many (default 50)")
    _table(_one(whats, "show", "one table, with those who sit there"))
    reports = _one(whats, "reports", "what players reported in the chat of tables")
    reports.add_argument("--settle", type=int, action="append", default=[], metavar="N", help="report N is seen to")
    reports.add_argument("--all", action="store_true", help="list what is seen to as well")
    log = _one(whats, "log", "what was done by whom, the latest first")
    log.add_argument("--most", type=int, default=50, metavar="N", help="at most so many (default 50)")


def _people(whats: Commands[argparse.ArgumentParser]) -> None:
    ban = _one(whats, "ban", "let somebody look, but not act; bots hold their seats", sure=True)
    _who(ban)
    ban.add_argument("--reason", required=True, metavar="TEXT", help="they are told")
    ban.add_argument("--days", type=float, metavar="N", help="for how long (default: until it is lifted)")
    ban.add_argument("--address", action="store_true", help="keep new guests from their address away for a day too")
    _who(_one(whats, "unban", "lift a ban"))
    _who(_one(whats, "delete-person", "delete all that is kept about somebody; finished games stay", sure=True))
    _who(_one(whats, "password-link", "a link by which an account that has forgotten its password sets another"))
    _who(_one(whats, "grant", "let an account do all this in the browser"))
    _who(_one(whats, "revoke", "take that right away again"))


def _tables(whats: Commands[argparse.ArgumentParser]) -> None:
    _table(_one(whats, "close", "a table that waits goes away; a game is ended by bots, unrated", sure=True))
    over = _one(whats, "hand-over", "hand a seat over to somebody else; the game is not rated any more", sure=True)
    _table(over)
    over.add_argument("seat", type=int, metavar="SEAT", help="counted from 0")
    _who(over)
    _table(_one(whats, "delete-table", "delete a table with all that was played and said there", sure=True))
    broadcast = _one(whats, "broadcast", "tell everybody who has a board open a line")
    broadcast.add_argument("text", metavar="TEXT", help="for everybody, or in English where --de and --nl are given")
    broadcast.add_argument("--de", metavar="TEXT", help="in German")
    broadcast.add_argument("--nl", metavar="TEXT", help="in Dutch")


def _key(whats: Commands[argparse.ArgumentParser]) -> None:
    text = "replace the key that signs cookies, tokens and links, if somebody may know it: everybody is logged out"
    _one(whats, "new-key", text, sure=True)


def _copies(whats: Commands[argparse.ArgumentParser]) -> None:
    backup = _one(whats, "backup", "copy the whole database into a new file; its server can go on meanwhile")
    back = _one(whats, "restore", "put a copy in the place of the database; its servers must be stopped", sure=True)
    for command in (backup, back):
        command.add_argument("file", metavar="FILE", help="the copy: keep it to yourself, it holds seeds and keys")


def _who(command: argparse.ArgumentParser) -> None:
    command.add_argument("who", metavar="WHO", help=WHO)


def _table(command: argparse.ArgumentParser) -> None:
    command.add_argument("table", metavar="TABLE", help=TABLE)


def _one(whats: Commands[argparse.ArgumentParser], name: str, text: str, sure: bool = False) -> argparse.ArgumentParser:
    out = whats.add_parser(name, help=text, description=f"{_begin(text)}.")
    out.add_argument("--database", metavar="WHERE", help="as for 'stromnetz serve'")
    out.add_argument("--json", action="store_true", help="print JSON for a program to read")
    if sure:
        out.add_argument("--yes", action="store_true", help="do not ask whether to go on")
    return out


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]


def run(args: argparse.Namespace) -> str:
    """Do what a command says; what it answers, as text."""
    # only whoever calls it loads the libraries of the server
    from stromnetz.server.core.config import read_config

    from . import commands as admin

    config = read_config({"database": args.database})
    if args.command == "ratings":
        return admin.rebuild_ratings(config, args.check, args.json)
    return admin.run(config, args)
