"""Where settings of a server come from: flags of ``stromnetz serve``, files, variables, or their defaults."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from stromnetz.engine.errors import BadInput, shown

from .config import OPTION, SECRET, Config

METAVARS = {str: "TEXT", int: "N", float: "N"}


class Flag(NamedTuple):
    """A setting on the command line."""

    name: str
    help: str
    more: dict[str, Any]
    """What else ``argparse`` wants to know. A flag that is not given is None: then the variable or default holds."""


def flags() -> Iterator[Flag]:
    """A flag for every setting that is no secret, so that none can be forgotten."""
    for one in fields(Config):
        if SECRET in one.metadata:
            continue
        default: Any = one.default
        kind, about = type(default), {"dest": one.name, **one.metadata}
        about.pop(OPTION, None)
        text = about.pop("help")
        if default and kind is not bool:
            text += f" (default {default:g})" if kind is float else f" (default {default})"
        more: dict[str, Any] = {"action": "store_true", "default": None} if kind is bool else {"type": kind}
        if kind is not bool and "choices" not in about:
            more["metavar"] = METAVARS[kind]
        yield Flag(option_of(one), text, {**more, **about})


def option_of(setting: Field[Any]) -> str:
    name: str = setting.metadata.get(OPTION, "--" + setting.name.replace("_", "-"))
    return name


def read_config(flags: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> Config:
    """Flags that are given, then files that ``STROMNETZ_*_FILE`` name, then variables, then defaults.

    A file comes before the variable, since an image of a container may set the variable already.
    """
    values: dict[str, Any] = {}
    for one in fields(Config):
        variable = f"STROMNETZ{option_of(one)[1:].replace('-', '_').upper()}"
        if flags.get(one.name) is not None:
            values[one.name] = flags[one.name]
        elif file := environ.get(f"{variable}_FILE"):
            values[one.name] = _read(variable, _from_file(f"{variable}_FILE", file), type(one.default))
        elif variable in environ:
            values[one.name] = _read(variable, environ[variable], type(one.default))
    return replace(Config(), **values)


def _from_file(name: str, path: str) -> str:
    """What a file holds, without the line break at its end."""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{name}: {path} cannot be read ({type(error).__name__})", {"variable": name}) from None
    if not text:
        raise BadInput(f"{name}: {path} is empty", {"variable": name})
    return text


def _read(name: str, text: str, kind: type[Any]) -> Any:
    if kind is bool:
        word = text.strip().lower()
        if word in ("1", "true", "yes", "on"):
            return True
        if word in ("0", "false", "no", "off", ""):
            return False
        raise BadInput(f"{name} is yes or no, not {shown(text)}", {"variable": name})
    try:
        return kind(text)
    except ValueError:
        raise BadInput(f"{name} is a number, not {shown(text)}", {"variable": name}) from None
