"""Command line of server administration: ``stromnetz admin`` and ``stromnetz ratings``.

Only the options are here; commands are imported when they run.
"""

from __future__ import annotations

import argparse

Commands = argparse._SubParsersAction  # private, but argparse has no other name for it
COMMANDS = ("admin", "ratings")
STATES = ("lobby", "running", "finished")
WHO = "the name of an account, or an id"
TABLE = "the id or the code of a table"
EPILOG = """\
Running servers apply changes within seconds. Every action is logged ('stromnetz admin log').
WHO is the name of an account, or the id of a guest; TABLE is the id or the code of a table.
"""


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    text = "administer a server: people, tables, reports"
    admin = commands.add_parser("admin", help=text, description=f"{_capitalized(text)}.", epilog=EPILOG)
    whats = admin.add_subparsers(dest="what", metavar="WHAT", required=True)
    _add_queries(whats)
    _add_people(whats)
    _add_tables(whats)
    _add_backups(whats)
    _add_key(whats)

    text = "ratings of players"
    ratings = commands.add_parser("ratings", help=text, description=f"{_capitalized(text)}.")
    whats = ratings.add_subparsers(dest="what", metavar="WHAT", required=True)
    rebuild = _add(whats, "rebuild", "recompute all ratings from the stored games")
    rebuild.add_argument("--check", action="store_true", help="only report whether anything would change")


def _add_queries(whats: Commands[argparse.ArgumentParser]) -> None:
    people = _add(whats, "people", "list accounts and guests, accounts first")
    tables = _add(whats, "tables", "list tables, the most recently changed first")
    tables.add_argument("--state", choices=STATES, help="only tables in this state")
    for command in (people, tables):
        command.add_argument("find", nargs="?", default="", metavar="TEXT", help="part of a name, or an id")
        command.add_argument("--most", type=int, default=50, metavar="N", help="list at most N (default 50)")
    _add_table(_add(whats, "show", "show one table with its seats"))
    reports = _add(whats, "reports", "list what players reported in the chat of tables")
    reports.add_argument("--settle", type=int, action="append", default=[], metavar="N", help="mark report N resolved")
    reports.add_argument("--all", action="store_true", help="include resolved reports")
    log = _add(whats, "log", "list admin actions, the latest first")
    log.add_argument("--most", type=int, default=50, metavar="N", help="list at most N (default 50)")


def _add_people(whats: Commands[argparse.ArgumentParser]) -> None:
    ban = _add(whats, "ban", "ban someone: they can watch but not act, and bots play their seats", sure=True)
    _add_who(ban)
    ban.add_argument("--reason", required=True, metavar="TEXT", help="shown to them")
    ban.add_argument("--days", type=float, metavar="N", help="length of the ban (default: until it is lifted)")
    ban.add_argument("--address", action="store_true", help="also refuse new guests from their address for a day")
    _add_who(_add(whats, "unban", "lift a ban"))
    _add_who(_add(whats, "delete-person", "delete all data about someone; finished games stay", sure=True))
    _add_who(_add(whats, "password-link", "create a link to reset the password of an account"))
    _add_who(_add(whats, "grant", "let an account administer the server in the browser"))
    _add_who(_add(whats, "revoke", "remove admin rights"))


def _add_tables(whats: Commands[argparse.ArgumentParser]) -> None:
    _add_table(_add(whats, "close", "close a table: games end without a winner and are not rated", sure=True))
    over = _add(whats, "hand-over", "give a seat to someone else; the game is no longer rated", sure=True)
    _add_table(over)
    over.add_argument("seat", type=int, metavar="SEAT", help="counted from 0")
    _add_who(over)
    _add_table(_add(whats, "delete-table", "delete a table with its game and chat", sure=True))
    broadcast = _add(whats, "broadcast", "show a message to everyone who has a board open")
    broadcast.add_argument("text", metavar="TEXT", help="for everyone, or in English if --de and --nl are given")
    broadcast.add_argument("--de", metavar="TEXT", help="in German")
    broadcast.add_argument("--nl", metavar="TEXT", help="in Dutch")


def _add_key(whats: Commands[argparse.ArgumentParser]) -> None:
    text = "replace the key that signs cookies, tokens and links, for example if it leaked: everyone is logged out"
    _add(whats, "new-key", text, sure=True)


def _add_backups(whats: Commands[argparse.ArgumentParser]) -> None:
    backup = _add(whats, "backup", "copy the database to a new file while its server runs")
    restore = _add(whats, "restore", "replace the database by a backup; its servers must be stopped", sure=True)
    for command in (backup, restore):
        command.add_argument("file", metavar="FILE", help="the backup; keep it private, it holds seeds and keys")


def _add_who(command: argparse.ArgumentParser) -> None:
    command.add_argument("who", metavar="WHO", help=WHO)


def _add_table(command: argparse.ArgumentParser) -> None:
    command.add_argument("table", metavar="TABLE", help=TABLE)


def _add(whats: Commands[argparse.ArgumentParser], name: str, text: str, sure: bool = False) -> argparse.ArgumentParser:
    out = whats.add_parser(name, help=text, description=f"{_capitalized(text)}.")
    out.add_argument("--database", metavar="WHERE", help="as for 'stromnetz serve'")
    out.add_argument("--json", action="store_true", help="print JSON")
    if sure:
        out.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    return out


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def run(args: argparse.Namespace) -> str:
    """Run a command and return its output."""
    # other commands do not load the server's libraries
    from stromnetz.server.core.config import read_config

    from . import commands as admin

    config = read_config({"database": args.database})
    if args.command == "ratings":
        return admin.rebuild_ratings(config, args.check, args.json)
    return admin.run(config, args)
