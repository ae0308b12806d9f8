"""Files with the weights of a bot, check_weights against the weights that it has."""

from __future__ import annotations

import inspect
import json
import tomllib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from stromnetz.bots import Bot, make_bot
from stromnetz.bots.parameters import load
from stromnetz.engine.errors import BadInput, short_repr

Weights = dict[str, float]


def weights_of(name: str) -> Weights:
    """The default weights of a bot; raises `BadInput` if it has none."""
    cls = type(make_bot(name))
    if "weights" not in inspect.signature(cls).parameters:
        raise BadInput(f"the bot {short_repr(name)} has no weights that could be tuned", {"bot": short_repr(name)})
    known: Mapping[str, float] = getattr(cls, "WEIGHTS", None) or load()
    return {key: float(value) for key, value in known.items()}


def make_weighted_bot(name: str, seed: int, weights: Mapping[str, float]) -> Bot:
    """Create a bot with these weights."""
    cls: Any = type(make_bot(name))
    bot: Bot = cls(seed, weights=dict(weights))
    return bot


def check_weights(given: Mapping[str, Any], known: Mapping[str, float], where: str) -> Weights:
    """Check given weights: all of the bot's, no others, and finite numbers."""
    unknown = [name for name in given if name not in known]
    if unknown:
        raise BadInput(
            f"{where} has a weight {short_repr(unknown[0])} that the bot does not know; "
            f"its weights are {', '.join(known)}",
            {"weight": short_repr(unknown[0])},
        )
    missing = [name for name in known if name not in given]
    if missing:
        raise BadInput(f"{where} lacks the weight {', '.join(missing)}", {"missing": missing})
    for name, value in given.items():
        if type(value) not in (int, float) or not isfinite(value):
            raise BadInput(f"the weight {name} in {where} must be a number, not {short_repr(value)}", {"weight": name})
    return {name: float(given[name]) for name in known}


def read_weights(path: Path, known: Mapping[str, float]) -> Weights:
    """Read weights from a TOML or JSON file."""
    try:
        text = path.read_text(encoding="utf-8")
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}", {"file": str(path)}) from None
    except ValueError as error:
        raise BadInput(f"{path} is neither TOML nor JSON: {error}", {"file": str(path)}) from None
    if not isinstance(data, dict):
        raise BadInput(f"{path} must hold weights by name", {"file": str(path)})
    return check_weights(data, known, str(path))


def weights_toml(weights: Mapping[str, float], head: str) -> str:
    """Weights as TOML, after a comment."""
    lines = [f"# {line}" for line in head.splitlines()]
    return "\n".join([*lines, *(f"{name} = {float(value)!r}" for name, value in weights.items()), ""])
