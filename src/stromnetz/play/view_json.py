"""Views as JSON data, and their parts read back."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.slotted import plain

from .decision import Decision
from .results import Result
from .view_parts import AuctionView, FuelView, HeldCard, LeavingCard, PlayerView


def part_json(part: Any) -> Any:
    """A field of a view as JSON data."""
    return part.to_json() if isinstance(part, Decision | Result) else plain(part)


def player_of(player: dict[str, Any]) -> PlayerView:
    """A company as a view has it, from its JSON data."""
    return PlayerView(**{**player, "cards": [HeldCard(**card) for card in player["cards"]]})


def parts_from_json(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a view as they were sent, those that are more than plain data as what they are."""
    out = dict(fields)
    try:
        out["fuels"] = {id: FuelView(**fuel) for id, fuel in fields["fuels"].items()}
        out["players"] = [player_of(player) for player in fields["players"]]
        out["leaving"] = fields["leaving"] and LeavingCard(**fields["leaving"])
        out["auction"] = fields["auction"] and AuctionView(**fields["auction"])
        out["decision"] = fields["decision"] and Decision.from_json(fields["decision"], tuple(fields["fuels"]))
        out["result"] = fields["result"] and Result.from_json(fields["result"])
    except (AttributeError, KeyError, TypeError) as error:
        raise BadInput(f"a part of this view is not what it should be: {shown(str(error))}", {}) from None
    return out
