"""Moves from options: what a bot that reads JSON sends to `/moves` for an option of `view.decision.options`."""

from typing import Any

Json = dict[str, Any]

COPIED = {
    "pass": (),
    "sit-out": (),
    "done": (),
    "make-robot": (),
    "scrap": ("plant",),
    "assign": ("plant",),
    "discard-fuel": ("fuel",),
    "connect": ("city",),
    "place": ("city",),
    "suggest": ("city",),
    "strike": ("city",),
    "build": ("site", "city"),
    "run": ("plants", "burn"),
    "choose-region": ("region",),
}
"""Options that stand for one move: the move has the same kind and these fields of the option."""


def moves_of(option: Json) -> list[Json]:
    """Moves that an option stands for, the smallest and the largest where a number can be chosen."""
    kind = option["kind"]
    if kind in COPIED:
        return [{"kind": kind, **{name: option[name] for name in COPIED[kind]}}]
    match kind:
        case "open":
            return [{"kind": kind, "plant": option["plant"], "bid": option[end]} for end in ("minimum", "maximum")]
        case "bid":
            return [{"kind": kind, "amount": option[end]} for end in ("minimum", "maximum")]
        case "buy":
            return [{"kind": kind, "fuel": option["fuel"], "count": count} for count in (1, len(option["costs"]))]
        case "hire":
            return [{"kind": kind, "count": count} for count in (0, len(option["costs"]) - 1)]
    return []  # "arrange" stands for many ways to lay cards; "done" leaves them as they are
