"""Sampling games that agree with a view: everything hidden is drawn at random. Used by search."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import BadInput
from stromnetz.engine.phases.auction import current_auction
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.play.files.position_json import dump

from .game import Game

if TYPE_CHECKING:
    from .views import View


def sample(view: View, rng: Random) -> Game:
    """Sample a game; see :meth:`stromnetz.View.sample`."""
    if view.decision is None and view.result is None:
        raise BadInput("this view shows a plan up to a card that is not drawn yet: there is no game to sample", {})
    rules = view._rules
    p = view._p.copy()
    p.seed = rng.getrandbits(SEED_BITS)
    view._face_down.deal(p, rng)
    for seat in [player.seat for player in view.players if player.money is None and not player.neutral]:
        least, most = money_range(rules, p, seat)
        p.money[seat] = rng.randint(least, most)
    for hook in rules.hooks.on_pause:  # seats that may look at a hidden card have done so
        hook(rules, p)
    header = {"players": rules.players, "position": dump(rules, p)}
    return Game(rules, p, view.options, header, since=view.version)


def money_range(rules: Rules, p: Position, seat: int) -> tuple[int, int]:
    """Return the minimum and maximum money that a company may have, given public information.

    The highest bidder can pay its bid. The maximum is the starting money, plus the payment for all its cities in every
    bureaucracy so far, minus the minimum cost of its plants and places.
    """
    auction = current_auction(p)
    least = max(0, auction.bid - rules.rebate(p, seat)) if auction is not None and auction.high == seat else 0
    paid = p.round - 1 + (p.phase == len(rules.phases(p.round)) - 1)  # payments are in the last phase
    most = rules.edition.printed.money + paid * rules.income(p, seat, p.cities[seat])
    if not rules.hooks.minimum_bids and not rules.hooks.rebates:
        most -= sum([rules.minimum_bid[card] for card in p.plants[seat]])
    most -= sum([rules.place_costs[seats.index(seat)] for seats in p.occupants if seat in seats])
    return least, max(least, most)
