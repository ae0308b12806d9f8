"""Games and views as numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.moves import Move
from stromnetz.engine.rules import Rules
from stromnetz.play.game import Game
from stromnetz.play.views import View

from .encoder import Encoder
from .tables import TABLES_CACHE_SIZE


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def encoder_of(rules: Rules, hidden_money: bool = False) -> Encoder:
    """The encoder of a kind of game, shared by all that ask for it.

    >>> from stromnetz.play.new import new_game
    >>> first, second = (new_game("classic-2004", players=3, seed=seed) for seed in (1, 2))
    >>> encoder_of(first.rules) is encoder_of(second.rules)
    True
    """
    return Encoder(rules, hidden_money)


class Last:
    """A kind of game, and its encoder."""

    def __init__(self, rules: Rules, options: object, encoder: Encoder) -> None:
        self.rules = rules
        self.options = options
        self.encoder = encoder


class Asked:
    """What was asked for last: mostly it is asked for again."""

    def __init__(self) -> None:
        self.last: Last | None = None


ASKED: Final = Asked()


def _encoder(game: Game) -> Encoder:
    """The encoder of a game. Copies of a game share its options."""
    last = ASKED.last
    if last is not None and last.rules is game.rules and last.options is game.options:
        return last.encoder
    found = encoder_of(game.rules, game.options["money"] == "hidden")
    ASKED.last = Last(game.rules, game.options, found)
    return found


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
        encoder, p = _encoder(source), source.position
    elif isinstance(source, View):
        rules, p, hidden = source.known_position()
        last = ASKED.last
        known = last is not None and last.rules is rules and last.encoder.hidden_money == hidden
        encoder = last.encoder if last is not None and known else encoder_of(rules, hidden)
        if seat != source.seat:
            raise BadInput(f"this is the view of {_who(source.seat)}, not of {_who(seat)}", {"seat": short_repr(seat)})
    else:
        raise BadInput(f"a game or a view is encoded, not {short_repr(source)}", {"value": short_repr(source)})
    own = encoder.checked(seat)
    encoder.write(p, own, out)
    return encoder.options(p, options) if options is not None and p.seat == own else []


def _who(seat: Any) -> str:
    return "a spectator" if seat is None else f"seat {short_repr(seat)}"
