"""The commands ``serve`` and ``work``. Only their options are here; the server is imported when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from stromnetz.server.core.config import add_flags, read_config

COMMANDS = ("serve", "work")

Add = Callable[[str, str, str], argparse.ArgumentParser]
"""Adds a command: its name, summary and description."""


def add_commands(add: Add) -> None:
    serve = add(
        "serve",
        "serve tables for people and bots over the network",
        "Every option is also a variable: --bot-pace is STROMNETZ_BOT_PACE. 'stromnetz' alone starts one with these\n"
        "variables, for this machine only, and opens the browser. See docs/guides/hosting.md.",
    )
    work = add(
        "work",
        "run bots and clocks for servers on the same PostgreSQL",
        "It serves no players. It shares the work with other servers; if one is killed, another continues.\n"
        "--bot-processes is the number of bots that think at a time. The options are those of serve.",
    )
    for command in (serve, work):
        add_flags(command)
    serve.add_argument("--browser", action="store_true", help="open the browser if there is one")


def run(args: argparse.Namespace) -> int:
    """Run a command. Other commands do not load the server's libraries."""
    config = read_config(vars(args))
    if args.command == "work":
        from .worker import work

        return work(config)
    from .serve import serve

    return serve(config, browser=args.command is None or args.browser)
