"""Completion of the command line in a shell: ``stromnetz completion bash``.

The printed script asks ``stromnetz completion --words …`` for the words that may follow, so that it also knows the
editions, maps and bots that are installed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stromnetz.bots import bot_names
from stromnetz.engine.errors import BadInput
from stromnetz.play import catalogue
from stromnetz.play.words.rulebook import rules

BASH = """\
_stromnetz() {
    local IFS=$'\\n'
    COMPREPLY=($(compgen -W "$(stromnetz completion --words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" \\
        -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _stromnetz stromnetz
"""
ZSH = """\
#compdef stromnetz
_stromnetz() {
    local -a found
    found=(${(f)"$(stromnetz completion --words "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#found )); then compadd -a found; else _files; fi
}
compdef _stromnetz stromnetz
"""
FISH = """\
function __stromnetz_words
    stromnetz completion --words (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
complete -c stromnetz -a '(__stromnetz_words)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
HOW = """\
bash: eval "$(stromnetz completion bash)" in ~/.bashrc
zsh: eval "$(stromnetz completion zsh)" in ~/.zshrc, after compinit
fish: stromnetz completion fish > ~/.config/fish/completions/stromnetz.fish
"""


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], command: Callable[..., argparse.ArgumentParser]
) -> None:
    completion = command(
        commands,
        "completion",
        "print a script that completes commands, options, editions and bots in a shell",
        "\n".join(f"  {line}" for line in HOW.splitlines()),
    )
    completion.add_argument("shell", nargs="?", choices=tuple(SCRIPTS), metavar="SHELL", help=", ".join(SCRIPTS))
    completion.add_argument("--words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if args.words is not None:
        for word in following(parser, args.words):
            print(word)
    elif args.shell is None:
        raise BadInput(f"name a shell: {', '.join(SCRIPTS)}")
    else:
        print(SCRIPTS[args.shell], end="")
    return 0


def following(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[str]:
    """The words that may replace the last of these, an unfinished one."""
    *before, word = words or [""]
    option: argparse.Action | None = None
    positionals = [action for action in parser._actions if not action.option_strings]
    for one in before:
        if option is not None:
            option = None
        elif one.startswith("-"):
            named = parser._option_string_actions.get(one)
            option = named if named is not None and named.nargs != 0 else None
        elif positionals:
            action = positionals.pop(0)
            if isinstance(action, argparse._SubParsersAction):
                parser = action.choices.get(one, parser)
                positionals = [action for action in parser._actions if not action.option_strings]
    if option is not None:
        found = _values(option, word)
    elif word.startswith("-"):
        found = [name for name in parser._option_string_actions if name.startswith("--")]
    else:
        found = _values(positionals[0], word) if positionals else []
    return [one for one in found if one.startswith(word)]


def _values(action: argparse.Action, word: str) -> Iterable[str]:
    """The values of an option or argument; lists are completed after the last comma."""
    if action.choices is not None:
        return map(str, action.choices)
    if action.dest not in VALUES or action.metavar in ("TEXT", "WHO"):
        return []
    start, comma, _ = word.rpartition(",")
    return [f"{start}{comma}{value}" for value in VALUES[action.dest]()]


def _maps() -> list[str]:
    return list(dict.fromkeys(map for edition in catalogue.editions() for map in edition.maps))


VALUES: dict[str, Callable[[], Any]] = {
    "edition": lambda: [edition.id for edition in catalogue.editions()],
    "map": _maps,
    "id": lambda: list(rules()),
    **dict.fromkeys(("bots", "bot", "against", "first", "second", "teacher", "rival"), bot_names),
}
"""Values of arguments by name, as far as they are installed and not written in the parser."""
