"""Finds bots by name: our own, those of other packages (entry points), and ``module:Class``."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.suggestions import did_you_mean

from .base import Bot

GROUP = "stromnetz.bots"


@cache
def plugin_bots() -> dict[str, list[EntryPoint]]:
    """Return the bots of installed packages by name."""
    out: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        out.setdefault(entry.name, []).append(entry)
    return out


def known_bots(own: Mapping[str, type[Bot]]) -> list[str]:
    """Return all names of bots: ours, then those of packages."""
    return [*own, *[name for name in plugin_bots() if name not in own]]


def resolve_bot(name: object, own: Mapping[str, type[Bot]]) -> type[Bot]:
    """Return the class of a bot; refuses names that lead to none."""
    if isinstance(name, str) and name in own:
        return own[name]
    if not isinstance(name, str) or not name:
        raise _unknown(name, own)
    if ":" in name:
        return _checked(name, _imported(name, name))
    entries = plugin_bots().get(name, [])
    if not entries:
        raise _unknown(name, own)
    if len(entries) > 1:
        raise _ambiguous(name, [entry.value for entry in entries])
    return _checked(name, _imported(name, entries[0].value))


def refuse_ambiguous_name(name: str, own: Mapping[str, type[Bot]]) -> None:
    """Refuse a name of ours that a package uses too, because it would be ambiguous."""
    if name in own and name in plugin_bots():
        cls = own[name]
        raise _ambiguous(
            name, [f"{cls.__module__}:{cls.__qualname__}", *[entry.value for entry in plugin_bots()[name]]]
        )


def _unknown(name: object, own: Mapping[str, type[Bot]]) -> BadInput:
    names = known_bots(own)
    hint = did_you_mean(name, names)
    return BadInput(
        f"there is no bot {short_repr(name)}"
        + (hint or f"; the bots are {', '.join(names)}, and any class named as package.module:Class"),
        {"bot": short_repr(name)},
    )


def _ambiguous(name: str, values: list[str]) -> BadInput:
    return BadInput(
        f"there are several bots {short_repr(name)}; name one of {' or '.join(values)}", {"bot": short_repr(name)}
    )


def _imported(name: str, value: str) -> object:
    """Return the object of ``module:attribute``."""
    module, _, path = value.partition(":")
    if not all(part.isidentifier() for part in [*module.split("."), *path.split(".")]):
        raise _not_found(name, f"{short_repr(value)} is not of the form package.module:Class")
    here = os.getcwd()  # noqa: PTH109
    if here not in sys.path:
        sys.path.append(here)  # so that files in the current folder are found
    try:
        found: object = import_module(module)
    except ModuleNotFoundError as error:
        missing = error.name or module
        if not f"{module}.".startswith(f"{missing}."):
            raise _not_found(name, f"importing {module} failed: there is no module {missing}") from None
        raise _not_found(name, f"there is no module {missing}") from None
    except (Exception, SystemExit) as error:
        why = short_repr(f"{type(error).__name__}: {error}")
        raise _not_found(name, f"importing {module} failed: {why}") from None
    for part in path.split("."):
        if not hasattr(found, part):
            raise _not_found(name, f"{module} has no {short_repr(path)}")
        found = getattr(found, part)
    return found


def _checked(name: str, found: object) -> type[Bot]:
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise _not_found(name, "it is no class that extends stromnetz.bots.Bot")
    if isabstract(found):
        raise _not_found(name, "it has no method choose")
    return found


def _not_found(name: str, why: str) -> BadInput:
    return BadInput(f"the bot {short_repr(name)} cannot be used: {why}", {"bot": short_repr(name)})
