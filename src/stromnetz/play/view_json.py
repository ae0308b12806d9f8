"""Views as JSON data, and their parts read back."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.errors import BadInput, shown

from .results import Result
from .view_parts import AuctionView, Decision, FuelView, HeldCard, LeavingCard, PlayerView

_ATOMS = frozenset((str, int, bool, float, type(None)))


def plain(value: Any) -> Any:
    """A field as JSON data (``dataclasses.asdict`` copies deeply and takes twice as long)."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is list:
        return [v if type(v) in _ATOMS else plain(v) for v in value]
    if kind is dict:
        return {k: v if type(v) in _ATOMS else plain(v) for k, v in value.items()}
    return part_json(value)


def part_json(part: Any) -> Any:
    """A part of a view as JSON data, one level deep where its fields are parts themselves."""
    if isinstance(part, Decision | Result):
        return part.to_json()
    names = getattr(part, "__slots__", None)
    return part if names is None else {name: plain(getattr(part, name)) for name in names}


def parts_from_json(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a view as they were sent, those that are more than plain data as what they are."""
    out = dict(fields)
    try:
        out["fuels"] = {id: FuelView(**fuel) for id, fuel in fields["fuels"].items()}
        out["players"] = [
            PlayerView(**{**player, "cards": [HeldCard(**card) for card in player["cards"]]})
            for player in fields["players"]
        ]
        out["leaving"] = fields["leaving"] and LeavingCard(**fields["leaving"])
        out["auction"] = fields["auction"] and AuctionView(**fields["auction"])
        out["decision"] = fields["decision"] and Decision.from_json(fields["decision"], tuple(fields["fuels"]))
        out["result"] = fields["result"] and Result.from_json(fields["result"])
    except (AttributeError, KeyError, TypeError) as error:
        raise BadInput(f"a part of this view is not what it should be: {shown(str(error))}", {}) from None
    return out
