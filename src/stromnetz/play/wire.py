"""What goes over the wire about a game beside views: JSON objects with the classes that they are the form of."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from stromnetz.engine.events import Event
from stromnetz.engine.moves import Json, Move
from stromnetz.engine.options import Option

MoveJson: TypeAlias = Annotated[Json, Move]
OptionJson: TypeAlias = Annotated[Json, Option]
EventJson: TypeAlias = Annotated[Json, Event]
