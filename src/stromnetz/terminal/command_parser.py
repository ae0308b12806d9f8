"""The parser of the command line: help at the terminal's width, and suggestions for typing errors."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from stromnetz.play.suggestions import did_you_mean

COLUMNS_IN_HELP = re.compile(r"^(\s+\S.*?\s{2,})\S")
"""Matches a line of help with two columns; further lines begin in the second."""


class HelpFormatter(argparse.HelpFormatter):
    """Fills paragraphs to the width of the terminal, and keeps indented lines such as examples."""

    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, **{"max_help_position": 30, **options})

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        out: list[str] = []
        paragraph: list[str] = []
        for line in [*text.splitlines(), ""]:
            if line and not line.startswith(" "):
                paragraph.append(line)
                continue
            out += _filled(" ".join(paragraph), width, "")
            paragraph = []
            columns = COLUMNS_IN_HELP.match(line)
            out += _filled(line, width, " " * (len(columns[1]) if columns else 4)) or [""]
        return "\n".join(f"{indent}{line}".rstrip() for line in out).rstrip()


def _filled(text: str, width: int, hang: str) -> list[str]:
    if len(text) <= width:
        return [text] if text else []
    return textwrap.wrap(text, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)


class CommandParser(argparse.ArgumentParser):
    """Reads a command; unknown commands, choices and options get a suggestion."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **options})

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            if suggestion := did_you_mean(str(value), map(str, action.choices or ())):
                error.message = f"there is no {value!r}{suggestion}"
            raise

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown and self._subparsers is None:
            known = [name for action in self._actions for name in action.option_strings]
            hints = [did_you_mean(one.partition("=")[0], known) for one in unknown if one.startswith("-")]
            self.error(f"unrecognized arguments: {' '.join(unknown)}{next(filter(None, hints), '')}")
        return parsed, unknown

    def error(self, message: str) -> NoReturn:
        """Exit with the message in one line; the usage is in the help."""
        self.exit(2, f"{self.prog}: {message} (see '{self.prog} --help')\n")


def command_list(texts: Mapping[str, str], groups: Mapping[str, Sequence[str]]) -> str:
    """The commands with their texts, by group."""
    width = max(map(len, texts))
    lines = []
    for title, names in groups.items():
        lines += ["", f"{title}:", *(f"  {name:<{width}}  {texts[name]}" for name in names)]
    return "\n".join(lines)
