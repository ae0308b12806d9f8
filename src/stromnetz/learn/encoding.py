"""Games and views as numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.moves import Move
from stromnetz.engine.rules import Rules
from stromnetz.play.game import Game
from stromnetz.play.views import View

from .encoder import Encoder


@cache
def encoder_of(rules: Rules, hidden_money: bool = False) -> Encoder:
    """The encoder of a kind of game, shared by all that ask for it."""
    return Encoder(rules, hidden_money)


def encode(source: Game | View, seat: Any, out: Any, options: Any = None) -> list[Move]:
    """Write what a seat knows of a game into ``out``, and into ``options`` a row for each of its options.

    Both are memory of 32-bit floats: ``array("f", ...)``, a ``memoryview``, an array of numpy. Returns the moves of the
    rows; none where the seat does not decide, or where no memory is given for them.

    >>> from array import array
    >>> from stromnetz.play.new import new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> state, rows = array("f", bytes(4 * encoder_of(game.rules).size)), array("f", bytes(4 * 64 * 20))
    >>> encode(game, 1, state, rows)
    [Open(3, 3), Open(4, 4), Open(5, 5), Open(6, 6)]
    >>> encode(game.view(0), 0, state)
    []
    """
    if isinstance(source, Game):
        rules, p, hidden = source.rules, source.position, source.options["money"] == "hidden"
    elif isinstance(source, View):
        rules, p, hidden = source.behind()
        if seat != source.seat:
            raise BadInput(f"this is the view of {_who(source.seat)}, not of {_who(seat)}", {"seat": shown(seat)})
    else:
        raise BadInput(f"a game or a view is encoded, not {shown(source)}", {"value": shown(source)})
    encoder = encoder_of(rules, hidden)
    encoder.state(p, seat, out)
    return encoder.options(p, options) if options is not None and p.seat == seat else []


def _who(seat: Any) -> str:
    return "a spectator" if seat is None else f"seat {shown(seat)}"
