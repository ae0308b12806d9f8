"""Moves that a player might expect but cannot make now, each with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stromnetz.engine.decisions import check_move
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.engine.moves import Move, move_from_json

from .game import Game
from .views import View

Fields = tuple[str, ...]
MoveValues = dict[str, object]


class RefusedMove(NamedTuple):
    """A move that is not available, and its refusal."""

    move: Move
    error: StromnetzError


def refused_moves(game: Game) -> list[RefusedMove]:
    """Return the moves that the deciding seat cannot make, those of its own decision first.

    A kind of move that belongs to another decision is listed once, because its values do not matter.

    >>> from stromnetz import new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> [(one.move.kind, one.error.rule) for one in refused_moves(game)][:3]
    [('open', 'M1'), ('open', 'M1'), ('open', 'M1')]
    """
    decision = game.decision
    if decision is None:
        return []
    view, position = game.view(decision.seat), game.position
    own = [cls.kind for cls in game.rules.deciders[decision.kind].accepts]
    thought: dict[str, list[Move]] = {}
    for decider in game.rules.deciders.values():
        special = decider.expected_moves(game.rules, position, decision.seat)
        for cls in decider.accepts:
            found = [move for move in special if move.kind == cls.kind]
            thought.setdefault(cls.kind, found or _imaginable_moves(cls.kind, cls.fields, view, game))
    out: list[RefusedMove] = []
    for kind in sorted(thought, key=lambda one: one not in own):
        for move in thought[kind]:
            try:
                check_move(game.rules, position, move)
            except BadInput:
                continue  # without a meaning here, so no player expects it
            except StromnetzError as error:
                out.append(RefusedMove(move, error))
                if kind not in own:
                    break
    return out


def _imaginable_moves(kind: str, fields: Fields, view: View, game: Game) -> list[Move]:
    """Return moves of a kind that a player might think of: with every plant on offer, fuel, city, and so on."""
    return [move_from_json({"kind": kind, **given}) for given in _filled(fields, view, game)]


def _filled(fields: Fields, view: View, game: Game) -> list[MoveValues]:
    me = view.players[view.seat or 0]
    if fields == ("plant", "bid"):
        return [{"plant": card, "bid": bid} for card, bid in _bids(view, game)]
    plain: dict[Fields, list[MoveValues]] = {
        (): [{}],
        ("plant",): [{"plant": card} for card in me.plants],
        ("amount",): [{"amount": view.auction.bid + 1 if view.auction else 1}],
        ("fuel", "count"): [{"fuel": fuel, "count": 1} for fuel in view.fuels],
        ("count",): [{"count": 1}],
        ("city",): [{"city": city} for city in view.cities()],
        ("plants", "burn"): [{"plants": list(me.plants)}],
    }
    return plain.get(fields, [])


def _bids(view: View, game: Game) -> Iterator[tuple[int | str, int]]:
    """Yield every card on offer with its minimum bid, by default the printed one."""
    yield from zip(view.current, view.minimum_bids, strict=False)
    for card in view.future:
        place = game.rules.card_index[card]
        if game.rules.for_sale[place]:
            yield card, game.rules.minimum_bid[place]
