"""A decision: the deciding seat, its options and its legal moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from stromnetz.engine.decisions import LegalMoves
from stromnetz.engine.moves import Move
from stromnetz.engine.options import OfferedMoves, Option
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .files import json_values as rd
from .option_json import option_from_json
from .view_parts import DecisionJson


class Decision:
    """The seat that must decide, the kind of decision, and for the deciding seat all options with their prices.

    >>> from stromnetz import new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> game.decision.kind, game.decision.options[0].to_json()["plant"], len(game.decision.legal_moves)
    ('auction', 3, 186)
    """

    __slots__ = ("_fuels", "_json", "_sent", "_source", "kind", "seat")

    def __init__(self, seat: int, kind: str, source: tuple[Rules, Position] | None) -> None:
        self.seat = seat
        self.kind = kind
        self._source = source
        self._sent: list[Option] | None = None
        self._fuels: Collection[str] = ()
        self._json: list[dict[str, Any]] | None = None

    @property
    def options(self) -> list[Option] | None:
        """The options; None for other seats (the maximum of a bid would reveal hidden money)."""
        if self._source is None:
            return self._sent
        rules, p = self._source
        return rules.deciders[p.kind].options(rules, p, p.seat)

    @property
    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, created lazily; empty for other seats."""
        return LegalMoves(*self._source) if self._source is not None else OfferedMoves(self._sent or [], self._fuels)

    def to_json(self) -> DecisionJson:
        if self._json is None and (options := self.options) is not None:
            self._json = [option.to_json() for option in options]
        return {"seat": self.seat, "kind": self.kind, "options": self._json}

    @classmethod
    def from_json(cls, data: Any, fuels: Collection[str]) -> Decision:
        """Return a decision received as JSON, in a game with these fuels; legal moves come from its options."""
        data = rd.keys(data, "decision", ("seat", "kind", "options"), ("seat", "kind", "options"))
        if type(data["kind"]) is not str:
            raise rd.bad("decision kind", "a text", data["kind"])
        out = cls(rd.integer(data["seat"], "decision seat", 0), data["kind"], None)
        out._fuels = fuels
        if data["options"] is not None:
            out._sent = [option_from_json(one) for one in rd.listed(data["options"], "options")]
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpacked, (self.seat, self.kind, self._source, self._sent, self._fuels))

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, kind={self.kind!r})"


def _unpacked(
    seat: int, kind: str, source: tuple[Rules, Position] | None, sent: list[Option] | None, fuels: Collection[str]
) -> Decision:
    out = Decision(seat, kind, source)
    out._sent, out._fuels = sent, fuels
    return out
